package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
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
	body := u.doc.Defs[k.Val.(*ast.Ref).Def].Body
	if !u.spend(size(body, u.Opt.InlineNodes)) {
		if u.encodes(EncodeNearest) {
			u.report(diag.AllOfLossy, k.Span, "the reference is too large to be combined with the keywords beside it", "")
			return s.Only(ast.Set(ast.KwRef))
		}
		u.fail(k.Span, "the keywords beside the reference would make it too large")
		return s
	}
	u.repeats()
	pol, root := u.pol, u.root
	out := u.withSiblings(u.scope(), body, rest).MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
		return u.walk(u.pass, ast.Set(ast.KwRef), c, pol.below(s, at.Kw), false)
	})
	if u.pol, u.root = pol, root; !root {
		out = out.Without(ast.Set(ast.KwDefs)) // the root may have come along with its definitions
	}
	return parentRef(u, out)
}
