package lower

import (
	"slices"
	"strconv"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// inlineRefs puts the target of every reference in its place and drops $defs.
// A reference to a schema that is being inlined already ends in an open object
// or string, and so does one that would exceed the budget: a diamond of forty
// definitions that each refer to the next one twice has 2^40 leaves.
func inlineRefs(u *Unit, doc *ast.Document) *ast.Document {
	set := ast.Set(ast.KwRef, ast.KwDefs)
	if !doc.Sum().Overlaps(set) {
		return doc
	}
	u.repeats()
	in := &inliner{u: u, sc: u.scope(), open: make([]bool, len(doc.Defs)), plain: make([]*ast.Schema, len(doc.Defs)), cost: make([]int, len(doc.Defs))}
	body := doc.RootBody()
	if r := doc.Root.HomeOf(); r != nil {
		in.open[r.Def] = true
	}
	out := *doc
	out.Root, _ = in.expand(body)
	out.Defs = nil
	return &out
}

type inliner struct {
	u    *Unit
	sc   *scope
	open []bool // definitions being expanded
	// plain are expansions that met no recursion, and cost their sizes: they
	// are the same wherever they stand.
	plain []*ast.Schema
	cost  []int
}

// expand returns s without references and whether the result depends on what
// is open.
func (in *inliner) expand(s *ast.Schema) (out *ast.Schema, cut bool) {
	if !s.Sum().Has(ast.KwRef) && !s.Sum().Has(ast.KwDefs) {
		return s, false
	}
	s = s.Without(ast.Set(ast.KwDefs))
	rest := s
	var k *ast.Keyword
	if k = s.Find(ast.KwRef); k != nil {
		rest = s.Without(ast.Set(ast.KwRef))
	}
	rest = rest.MapChildren(func(_ ast.Slot, c *ast.Schema) *ast.Schema {
		e, below := in.expand(c)
		cut = cut || below
		return e
	})
	if k == nil {
		return rest, cut
	}
	r := k.Val.(*ast.Ref)
	body, below := in.target(r, k.Span)
	if !r.Home && !below {
		in.u.report(diag.RefInlined, k.Span, r.Text, "")
	}
	return in.u.withSiblings(in.sc, body, rest), cut || below
}

// target is the expanded body of a definition.
func (in *inliner) target(r *ast.Ref, at ast.Span) (body *ast.Schema, cut bool) {
	u, i := in.u, r.Def
	if in.open[i] {
		if u.encodes(EncodeAny) {
			u.report(diag.RefRecursive, at, r.Text, "string that holds JSON")
			return ast.New(at, nil), true
		}
		if u.T.Fallback == target.FallbackOpen && u.T.Plain != nil {
			u.fail(at, "it is recursive")
		}
		kind, loss := "object", diag.Widened
		types := in.sc.possibleTypes(u.doc.Defs[i].Body)
		if !types.Has(ast.Object) && types.Has(ast.String) {
			kind = "string"
		}
		if types&^(ast.Objects|ast.Strings) != 0 || types == ast.Objects|ast.Strings {
			loss |= diag.Narrowed // the other types are refused from here on
		}
		u.lost(diag.RefRecursive, loss, at, r.Text, kind)
		return openEnd(at, kind), true
	}
	if p := in.plain[i]; p != nil && u.spend(in.cost[i]) {
		return p, false
	}
	def := u.doc.Defs[i].Body
	if !u.spend(1) {
		u.lost(diag.RefBudget, diag.Widened|diag.Narrowed, at, r.Text, strconv.Itoa(u.Opt.InlineNodes))
		return openEnd(at, "object"), true
	}
	in.open[i] = true
	before := u.spent
	body, cut = in.expand(def)
	in.open[i] = false
	own := size(def, u.Opt.InlineNodes)
	u.spend(own)
	if !cut {
		in.plain[i], in.cost[i] = body, u.spent-before+1
	}
	return body, cut
}

// openEnd is {"type": kind}: where a recursion is cut.
func openEnd(at ast.Span, kind string) *ast.Schema {
	t := ast.OneType(ast.Object)
	if kind == "string" {
		t = ast.OneType(ast.String)
	}
	return ast.New(at, []ast.Keyword{{Kw: ast.KwType, Val: t, Span: at}})
}

// inlineRootRef puts the target of a reference at the root in its place:
//
//	{"$ref":"#/$defs/T","$defs":{"T":{"type":"object"}}} → {"type":"object","$defs":{"T":{"type":"object"}}}
func inlineRootRef(u *Unit, doc *ast.Document) *ast.Document {
	sc := u.scope()
	seen := map[int]bool{}
	body := doc.RootBody()
	for body.Has(ast.KwRef) {
		k := body.Find(ast.KwRef)
		r := k.Val.(*ast.Ref)
		if seen[r.Def] {
			if u.encodes(EncodeNearest) {
				u.report(diag.KeywordStripped, k.Span, k.Name(), "")
				return doc.WithRootBody(body.Without(ast.Set(ast.KwRef)))
			}
			u.fail(k.Span, "the root refers to itself and to nothing else")
			return doc
		}
		seen[r.Def] = true
		if b := u.doc.Defs[r.Def].Body; b.Has(ast.KwID) && b.Sum().Has(ast.KwDynamicRef) && !u.encodes(EncodeNearest) {
			u.fail(k.Span, "the root refers to a resource with dynamic references, which depend on where it stands")
			return doc
		}
		u.repeats()
		u.report(diag.RefInlined, k.Span, r.Text, "")
		body = u.withSiblings(sc, u.doc.Defs[r.Def].Body, body.Without(ast.Set(ast.KwRef)))
	}
	if len(seen) == 0 {
		return doc
	}
	out, _ := dropUnused(doc.WithRootBody(body), nil) // what only the root referred to
	return out
}

// withSiblings combines the target of a reference with the keywords beside the
// reference: annotations of the place win over those of the target, assertions
// are a conjunction.
func (u *Unit) withSiblings(sc *scope, body, rest *ast.Schema) *ast.Schema {
	if rest.Len() == 0 {
		return body.Without(placeKeys)
	}
	if defs := rest.Find(ast.KwDefs); defs != nil { // at the root only
		rest = rest.Without(ast.Set(ast.KwDefs))
		out := u.withSiblings(sc, body, rest)
		if out.Form() == ast.FalseForm {
			return out
		}
		return out.With(ast.KwDefs, defs.Val)
	}
	body = body.Without(placeKeys)
	if rest.Keys().AndNot(ast.Annotations).AndNot(placeKeys).Empty() {
		if body.Form() == ast.FalseForm {
			return body
		}
		return annotate(body, rest)
	}
	plain := body.Without(ast.Annotations.And(rest.Keys()).AndNot(ast.Set(ast.Unknown)))
	out, _ := sc.merge(plain, rest) // the target's order first
	if out == nil {
		// Both still hold as members of an allOf; a pass below merges what the
		// target makes mergeable. unevaluatedProperties looks at both.
		if rest.HasAny(ast.Set(ast.KwUnevaluatedProperties, ast.KwUnevaluatedItems)) {
			return rest.With(ast.KwAllOf, append(slices.Clone(rest.AllOf()), body))
		}
		return ast.New(rest.Span(), []ast.Keyword{{Kw: ast.KwAllOf, Val: ast.List{rest, body}, Span: rest.Span()}})
	}
	u.report(diag.RefSiblings, rest.Span(), "", "")
	return out
}

// placeKeys are the keywords that belong to the place where a schema stands and
// do not come along when it is copied to another.
var placeKeys = ast.Set(ast.KwID, ast.KwAnchor, ast.KwSchema, ast.KwComment, ast.KwDynamicAnchor, ast.KwVocabulary)

// annotate sets the annotations of from on s; where both have one, from's wins.
func annotate(s, from *ast.Schema) *ast.Schema {
	kws := make([]ast.Keyword, 0, s.Len()+from.Len())
	for _, k := range s.Keywords() {
		if k.Kw == ast.Unknown || !from.Has(k.Kw) {
			kws = append(kws, k)
		}
	}
	kws = append(kws, from.Keywords()...)
	return ast.New(s.Span(), kws)
}

// overlay is annotate with both descriptions, that of notes first.
func overlay(s, notes *ast.Schema) *ast.Schema {
	text := joinText(notes.Description(), s.Description())
	out := annotate(s, notes)
	if text != "" {
		out = out.With(ast.KwDescription, ast.Text(text))
	}
	return out
}
