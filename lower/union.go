package lower

import (
	"slices"
	"strconv"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// distribute moves the constraints beside an anyOf into each of its branches,
// where the target wants the anyOf to stand alone:
//
//	{"type":"object","properties":P,"anyOf":[{"required":["a"]},{"required":["b"]}]}
//	→ {"anyOf":[{"type":"object","properties":P,"required":["a"]},{…,"required":["b"]}]}
//
// Where a branch cannot be combined exactly, the tool falls back or the union is
// described in words.
func distribute(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAnyOf)
	if k == nil || s.Keys().AndNot(outer).AndNot(ast.Set(ast.KwAnyOf)).Empty() {
		return s
	}
	parent := s.Without(outer.Or(ast.Set(ast.KwAnyOf)))
	list := u.splice(k.Val.(ast.List))
	exact := u.T.Untyped == target.UntypedFallback && !u.encodes(EncodeNearest)
	if !exact && u.T.Root == target.RootPlain && requiredOnly(list) {
		return u.describeUnion(s, k, list)
	}
	sc := u.scope()
	merged := make(ast.List, 0, len(list))
	for _, b := range list {
		m, why := sc.merge(parent, b)
		if m == nil && u.encodes(EncodeNearest) {
			u.report(diag.AllOfLossy, k.Span, why, "")
			m = u.mergeLossy(parent, b)
		}
		if m == nil && exact {
			u.fail(k.Span, "the keywords beside anyOf cannot be combined with a branch: "+why)
			return s
		}
		if m == nil || !u.spend(size(m, u.Opt.InlineNodes)) {
			if exact {
				u.fail(k.Span, "the keywords beside anyOf would make its branches too large")
				return s
			}
			return u.describeUnion(s, k, list)
		}
		if m.Form() == ast.FalseForm {
			continue
		}
		if b.Sum().Has(ast.KwRef) {
			m = m.Without(ast.Set(ast.KwDefs)) // the root may have come along with its definitions
			if m = u.distributeBelow(m); m == nil {
				if exact {
					u.fail(k.Span, "the keywords beside anyOf reach through a recursion")
					return s
				}
				return u.describeUnion(s, k, list)
			}
		}
		merged = append(merged, m)
	}
	u.repeats()
	u.report(diag.UnionDistributed, k.Span, ast.KwAnyOf.String(), "")
	rest := s.Only(outer)
	switch len(merged) {
	case 0:
		return ast.NewBool(s.Span(), false)
	case 1:
		return annotate(merged[0], rest)
	}
	kws := make([]ast.Keyword, 0, rest.Len()+1)
	for _, m := range s.Keywords() {
		if m.Kw == ast.KwAnyOf {
			kws = append(kws, ast.Keyword{Kw: ast.KwAnyOf, Val: merged, Span: m.Span})
		} else if outer.Has(m.Kw) {
			kws = append(kws, m)
		}
	}
	return ast.New(s.Span(), kws)
}

// maxNested is how often a union that a merge brought along is distributed
// again before it is described in words.
const maxNested = 8

// distributeBelow distributes the unions that came along with the target of a
// reference; nil if there is no end of them.
func (u *Unit) distributeBelow(m *ast.Schema) *ast.Schema {
	if u.nested == maxNested {
		return nil
	}
	u.nested++
	pol, root := u.pol, u.root
	out := u.walk(&Pass{Node: distribute}, ast.Set(ast.KwAnyOf), m, pol, false)
	u.pol, u.root = pol, root
	u.nested--
	return out
}

// requiredOnly reports whether the branches say nothing but which properties
// must be there.
func requiredOnly(list ast.List) bool {
	for _, b := range list {
		if !b.Has(ast.KwRequired) || !b.Keys().AndNot(ast.Set(ast.KwRequired, ast.KwType)).AndNot(ast.Annotations).Empty() {
			return false
		}
	}
	return true
}

// describeUnion drops an anyOf and says in the description what it asked for.
func (u *Unit) describeUnion(s *ast.Schema, k *ast.Keyword, list ast.List) *ast.Schema {
	if u.root && !u.rootWords() {
		u.lost(diag.UnionDropped, diag.Widened, k.Span, k.Name(), "")
		return s.Without(ast.Set(k.Kw))
	}
	u.lost(diag.UnionDropped, diag.Widened|diag.Hinted, k.Span, k.Name(), "")
	return hint(s.Without(ast.Set(k.Kw)), k.Name()+": "+wordsOf(list))
}

// splice returns the branches with those that are unions themselves replaced
// by their branches. A description of an inner union goes to each of its
// branches that has none.
func (u *Unit) splice(list ast.List) ast.List {
	flat := true
	for _, b := range list {
		flat = flat && !pureUnion(b)
	}
	if flat {
		return list
	}
	out := make(ast.List, 0, len(list)+2)
	for _, b := range list {
		if !pureUnion(b) {
			out = append(out, b)
			continue
		}
		notes := b.Only(ast.Annotations.Or(ast.Set(ast.KwNullable)))
		for _, c := range u.splice(b.AnyOf()) {
			switch {
			case notes.Len() == 0 || c.Form() != ast.ObjectForm:
			case c.Has(ast.KwRef) && u.T.Ref != target.RefLocal:
				for _, k := range notes.Keywords() { // what may not stand beside a reference
					if k.Kw != ast.KwNullable && !u.T.BesideRef.Has(k.Kw) {
						u.report(diag.AnnotationDropped, k.Span, k.Name(), "")
					}
				}
				c = fillIn(c, notes.Only(u.T.BesideRef.Or(ast.Set(ast.KwNullable))))
			default:
				c = fillIn(c, notes)
			}
			out = append(out, c)
		}
	}
	return out
}

// pureUnion reports whether a schema is an anyOf and annotations, and perhaps
// nullable, which each of its branches can be as well.
func pureUnion(s *ast.Schema) bool {
	return s.Has(ast.KwAnyOf) && s.Keys().AndNot(ast.Annotations).AndNot(ast.Set(ast.KwAnyOf, ast.KwNullable)).Empty()
}

// fillIn adds the annotations that s lacks.
func fillIn(s, notes *ast.Schema) *ast.Schema {
	for _, k := range notes.Keywords() {
		if k.Kw != ast.Unknown && !s.Has(k.Kw) {
			s = withKeyword(s, k)
		}
	}
	return s
}

// flattenUnion splices an anyOf that is directly inside an anyOf and drops
// repeated null branches, and branches that a merge has emptied.
func flattenUnion(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAnyOf)
	if k == nil {
		return s
	}
	if out := dropNeverBranches(u, s, ast.KwAnyOf); out != s {
		if out.Form() == ast.FalseForm || len(out.AnyOf()) > 1 {
			return flattenUnion(u, out)
		}
		return flattenUnion(u, overlay(out.AnyOf()[0], out.Without(ast.Set(ast.KwAnyOf))))
	}
	list := k.Val.(ast.List)
	out := u.splice(list)
	if len(out) == len(list) && &out[0] == &list[0] {
		return s
	}
	u.report(diag.UnionFlattened, k.Span, "", "")
	kept := make(ast.List, 0, len(out))
	null := false
	for _, b := range out {
		if isNull(b) {
			if null {
				continue
			}
			null = true
		}
		kept = append(kept, b)
	}
	return s.With(ast.KwAnyOf, kept)
}

// isNull reports whether a branch is {"type":"null"}, annotations aside.
func isNull(s *ast.Schema) bool {
	ts := s.Types()
	return ts.Len() == 1 && ts.At(0) == ast.Null
}

// nullToKeyword takes the type null out of unions and types and marks the node
// nullable instead:
//
//	{"anyOf":[{"type":"string"},{"type":"null"}]} → {"type":"string","nullable":true}
func nullToKeyword(u *Unit, s *ast.Schema) *ast.Schema {
	if isNull(s) {
		k := s.Find(ast.KwType)
		u.lost(diag.NullAlone, diag.Widened, k.Span, "", "")
		return s.Without(ast.Set(ast.KwEnum)).With(ast.KwType, ast.OneType(ast.String)).With(ast.KwNullable, ast.Flag(true))
	}
	k := s.Find(ast.KwAnyOf)
	if k == nil {
		return s
	}
	list := k.Val.(ast.List)
	kept := make(ast.List, 0, len(list))
	var null *ast.Schema
	for _, b := range list {
		if isNull(b) {
			null = b
		} else {
			kept = append(kept, b)
		}
	}
	if null == nil {
		return s
	}
	u.report(diag.NullableFolded, k.Span, "", "")
	switch len(kept) {
	case 0:
		return nullToKeyword(u, annotate(null, s.Without(ast.Set(ast.KwAnyOf))))
	case 1:
		// The branch may be a union itself.
		s = nullToKeyword(u, overlay(kept[0], s.Without(ast.Set(ast.KwAnyOf))))
	default:
		s = s.With(ast.KwAnyOf, kept)
	}
	return s.With(ast.KwNullable, ast.Flag(true))
}

func isRef(s *ast.Schema) bool { return s.Has(ast.KwRef) }

// pushAnnotations moves what stands beside an anyOf into its branches:
//
//	{"description":"w","anyOf":[{"type":"number"},{"type":"string"}],"nullable":true}
//	→ {"anyOf":[{"type":"number","description":"w","nullable":true},{"type":"string",…}]}
func pushAnnotations(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAnyOf)
	if k == nil || s.Len() == 1 {
		return s
	}
	notes := s.Without(ast.Set(ast.KwAnyOf))
	branches := k.Val.(ast.List)
	if refs := slices.ContainsFunc(branches, isRef); refs && s.Flag(ast.KwNullable) {
		notes = notes.Without(ast.Set(ast.KwNullable))
		branches = nullableBranch(branches) // a definition could not be both
	}
	list := make(ast.List, len(branches))
	for i, b := range branches {
		text := joinText(notes.Description(), b.Description())
		b = fillIn(b, notes)
		if text != "" {
			b = b.With(ast.KwDescription, ast.Text(text))
		}
		list[i] = b
	}
	u.report(diag.AnnotationsMoved, k.Span, strconv.Itoa(len(list)), "")
	return ast.New(s.Span(), []ast.Keyword{{Kw: ast.KwAnyOf, Val: list, Span: k.Span}})
}
