package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// oneOfToAnyOf writes oneOf as anyOf: the same if no instance can match two
// branches, else wider. A node's anyOf and oneOf are a conjunction, so beside
// an anyOf the oneOf becomes a second one under allOf, or both become their
// product:
//
//	{"anyOf":[a,b],"oneOf":[c,d]} → {"anyOf":[a,b],"allOf":[{"anyOf":[c,d]}]}
func oneOfToAnyOf(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwOneOf)
	if k == nil {
		return s
	}
	list := k.Val.(ast.List)
	if len(list) == 1 || u.scope().disjointAll(list) == yes {
		u.report(diag.OneOfToAnyOf, k.Span, "", "")
	} else {
		u.report(diag.OneOfOverlap, k.Span, "", "")
	}
	if !s.Has(ast.KwAnyOf) {
		return rename(s, ast.KwOneOf, ast.KwAnyOf)
	}
	s = s.Without(ast.Set(ast.KwOneOf))
	if u.T.Union >= target.UnionAnyOf {
		if product := u.scope().mergeUnion(s.AnyOf(), list, maxProduct); product != nil {
			return s.With(ast.KwAnyOf, product)
		}
	}
	branch := ast.New(k.Span, []ast.Keyword{{Kw: ast.KwAnyOf, Val: list, Span: k.Span}})
	return s.With(ast.KwAllOf, append(append(ast.List(nil), s.AllOf()...), branch))
}

// maxProduct limits the branches of the product of two unions.
const maxProduct = 64
