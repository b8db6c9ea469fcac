package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// widenUnion writes a union in words and leaves what its branches share: the
// object of all their properties, their common type, or nothing.
//
//	{"anyOf":[{"type":"string"},{"type":"integer"}]} → {"description":"{anyOf: string | integer}"}
func widenUnion(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAnyOf)
	if k == nil {
		return s
	}
	list := u.splice(k.Val.(ast.List))
	one, loss := u.shared(list)
	notes := s.Without(ast.Set(ast.KwAnyOf))
	out := overlay(one, notes)
	for _, b := range list {
		if b.Flag(ast.KwNullable) {
			out = out.With(ast.KwNullable, ast.Flag(true))
		}
	}
	if loss != diag.Exact {
		out = hint(out, ast.KwAnyOf.String()+": "+wordsOf(list))
		loss |= diag.Hinted
	}
	u.lost(diag.UnionWidened, loss, k.Span, "", "")
	return out
}

// shared is the narrowest schema without a union that this project can make of
// the branches and that admits what each of them does.
func (u *Unit) shared(list ast.List) (*ast.Schema, diag.Loss) {
	distinct := ast.List{}
	for _, b := range list {
		distinct = addKind(distinct, b)
	}
	if len(distinct) == 1 {
		return distinct[0], diag.Exact
	}
	ts := distinct[0].Types()
	if ts == 0 || len(sameType(distinct)) != len(distinct) {
		return ast.New(distinct[0].Span(), nil), diag.Widened
	}
	if ts == ast.OneType(ast.Object) {
		return u.mergeObjects(distinct)
	}
	if one, loss := uniteEnums(distinct); loss == diag.Exact {
		return one, loss
	}
	return ast.New(distinct[0].Span(), []ast.Keyword{*distinct[0].Find(ast.KwType)}), diag.Widened
}
