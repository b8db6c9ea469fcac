package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

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
	u.pol, u.root = pol, root
	return parentRef(u, out)
}
