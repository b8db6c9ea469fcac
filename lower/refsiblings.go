package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// rootID leaves $id to the root: below it, it would begin a resource of its own
// in which "#/$defs/a" finds nothing.
func rootID(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwID)
	if k == nil || u.root {
		return s
	}
	u.report(diag.MetaDropped, k.Span, k.Name(), "")
	return s.Without(ast.Set(ast.KwID))
}

// parentRef leaves a reference alone on its node. Annotations stay on a
// wrapper, assertions are combined with the target:
//
//	{"$ref":"#/$defs/a","description":"x"} → {"anyOf":[{"$ref":"#/$defs/a"}],"description":"x"}
func parentRef(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwRef)
	if k == nil || s.Len() == 1 {
		return s
	}
	rest := s.Without(ast.Set(ast.KwRef))
	bare := rest.Keys().AndNot(ast.Annotations).AndNot(ast.Set(ast.KwNullable)).Empty()
	if bare && !u.T.BesideRef.Empty() {
		return s // what may not stay goes at the end
	}
	if bare && u.T.NoBranchRef {
		pol, root := u.pol, u.root
		out := u.walk(u.pass, ast.Set(ast.KwRef), u.absorb(k, s, rest), pol, false)
		u.pol, u.root = pol, root
		return out
	}
	if body := u.doc.Defs[k.Val.(*ast.Ref).Def].Body; !u.T.BesideUnion.Empty() && rest.Keys().AndNot(ast.Annotations).Empty() &&
		!body.Sum().Has(ast.KwRef) && u.spend(size(body, u.Opt.InlineNodes)) {
		// The annotations of the place and of the target would meet.
		u.repeats()
		u.report(diag.RefInlined, k.Span, k.Val.(*ast.Ref).Text, "")
		return u.withSiblings(u.scope(), body, rest)
	}
	if rest.Keys().AndNot(ast.Annotations).Empty() {
		u.report(diag.RefSiblings, k.Span, "", "")
		kws := append([]ast.Keyword(nil), s.Keywords()...)
		for i := range kws {
			if kws[i].Kw == ast.KwRef {
				ref := ast.New(k.Span, []ast.Keyword{kws[i]})
				kws[i] = ast.Keyword{Kw: ast.KwAnyOf, Val: ast.List{ref}, Span: k.Span}
			}
		}
		return ast.New(s.Span(), kws)
	}
	merge := merging{k.Val.(*ast.Ref).Def, rest.Span()}
	body := u.doc.Defs[merge.def].Body
	if u.merging[merge] { // the target contains this reference with these keywords: no merge ever ends
		if u.T.Fallback == target.FallbackEmpty || u.encodes(EncodeNearest) {
			return u.onlyRef(s, rest)
		}
		u.fail(k.Span, "the target of the reference contains it with the keywords beside it")
		return s
	}
	if !u.spend(size(body, u.Opt.InlineNodes)) {
		if u.encodes(EncodeNearest) {
			u.report(diag.AllOfLossy, k.Span, "the reference is too large to be combined with the keywords beside it", "")
			return s.Only(ast.Set(ast.KwRef))
		}
		u.fail(k.Span, "the keywords beside the reference would make it too large")
		return s
	}
	u.repeats()
	if u.merging == nil {
		u.merging = make(map[merging]bool)
	}
	outer := u.merging[merge]
	u.merging[merge] = true
	pol, root := u.pol, u.root
	out := u.withSiblings(u.scope(), body, rest).MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
		return u.walk(u.pass, ast.Set(ast.KwRef), c, pol.below(s, at.Kw), false)
	})
	u.merging[merge] = outer
	if u.pol, u.root = pol, root; !root {
		out = out.Without(ast.Set(ast.KwDefs)) // the root may have come along with its definitions
	}
	return parentRef(u, out)
}

// merging is a reference to def whose siblings, of that span, are being combined
// with it.
type merging struct {
	def  int
	span ast.Span
}

// mergedRef is parentRef after allOf was merged, where none may be left: of a
// definition that is a reference to itself there is nothing to merge.
func mergedRef(u *Unit, s *ast.Schema) *ast.Schema {
	out := parentRef(u, s)
	if out == s || !out.Has(ast.KwAllOf) || u.failed {
		return out
	}
	k := s.Find(ast.KwRef)
	if u.T.Fallback == target.FallbackOpen {
		u.fail(k.Span, "the keywords beside the reference cannot be combined with its target")
		return s
	}
	u.report(diag.AllOfLossy, k.Span, "the target of the reference cannot be combined with the keywords beside it", "")
	return s.Without(ast.Set(ast.KwRef))
}

// onlyRef drops the assertions beside a reference.
func (u *Unit) onlyRef(s, rest *ast.Schema) *ast.Schema {
	for i := range rest.Keywords() {
		if k := &rest.Keywords()[i]; !ast.Annotations.Has(k.Kw) {
			u.dropped(rest, k)
		}
	}
	return parentRef(u, s.Only(ast.Annotations.Or(ast.Set(ast.KwRef))))
}

// absorb combines annotations with the target of the reference that they stand
// beside, where there is no wrapper for them. Beside a recursive reference they
// are dropped.
func (u *Unit) absorb(k *ast.Keyword, s, rest *ast.Schema) *ast.Schema {
	r := k.Val.(*ast.Ref)
	body := u.doc.Defs[r.Def].Body
	if u.recurs(r.Def) || !u.spend(size(body, u.Opt.InlineNodes)) {
		for _, a := range rest.Keywords() {
			u.report(diag.AnnotationDropped, a.Span, a.Name(), "")
		}
		return s.Only(ast.Set(ast.KwRef))
	}
	u.repeats()
	u.report(diag.RefInlined, k.Span, r.Text, "")
	return u.withSiblings(u.scope(), body, rest)
}

// recurs reports whether references lead from the definition into a cycle.
func (u *Unit) recurs(def int) bool {
	if u.cyclicOf != u.doc {
		u.cyclicOf, u.cyclic = u.doc, cyclicDefs(u.doc)
	}
	return u.cyclic[def]
}

// cyclicDefs marks the definitions from which references lead into a cycle.
func cyclicDefs(doc *ast.Document) []bool {
	const open, done = 1, 2
	state := make([]uint8, len(doc.Defs))
	cyclic := make([]bool, len(doc.Defs))
	var visit func(def int) bool
	var walk func(s *ast.Schema) bool
	walk = func(s *ast.Schema) bool {
		if !s.Sum().Has(ast.KwRef) {
			return false
		}
		found := false
		if r := s.Ref(); r != nil && r.Def >= 0 && !r.Home {
			found = visit(r.Def)
		}
		s.EachChild(func(_ ast.Slot, c *ast.Schema) { found = walk(c) || found })
		return found
	}
	visit = func(def int) bool {
		switch state[def] {
		case open:
			return true
		case done:
			return cyclic[def]
		}
		state[def] = open
		cyclic[def] = walk(doc.Defs[def].Body)
		state[def] = done
		return cyclic[def]
	}
	for i := range doc.Defs {
		visit(i)
	}
	return cyclic
}
