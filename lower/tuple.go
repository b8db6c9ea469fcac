package lower

import (
	"strconv"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// tupleToItems writes a tuple as an array of any of its members:
//
//	{"prefixItems":[{"type":"integer"},{"type":"integer"}],"items":false} → {"items":{"type":"integer"},"maxItems":2}
//	{"prefixItems":[{"type":"string"},{"type":"integer"}]} → {"items":{"anyOf":[{"type":"string"},{"type":"integer"}]}}
//
// Which member stands where is lost, but not for a closed tuple of equal
// members. The rest of an open tuple admits anything; that is narrowed to what
// its members admit, which is what the authors of such schemas mean.
func tupleToItems(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwPrefixItems)
	if k == nil || u.encodes(EncodeTuples) {
		return s
	}
	list := k.Val.(ast.List)
	rest := s.Items()
	closed := rest != nil && rest.Form() == ast.FalseForm
	var kinds ast.List
	for _, m := range list {
		kinds = addKind(kinds, m)
	}
	if rest != nil && !closed && !rest.IsEmpty() {
		kinds = addKind(kinds, rest)
	}
	loss := diag.Widened
	switch {
	case closed && len(kinds) == 1:
		loss = diag.Exact
	case rest == nil || rest.IsEmpty():
		loss |= diag.Narrowed
	}
	u.lost(diag.TupleToItems, loss, k.Span, "", "")
	items := kinds[0]
	if len(kinds) > 1 {
		items = ast.New(k.Span, []ast.Keyword{{Kw: ast.KwAnyOf, Val: kinds, Span: k.Span}})
	}
	out := s.Without(ast.Set(ast.KwPrefixItems)).With(ast.KwItems, items)
	if closed && (!out.Has(ast.KwMaxItems) || cmpNum(out.Num(ast.KwMaxItems), strconv.Itoa(len(list))) > 0) {
		out = out.With(ast.KwMaxItems, ast.Num(strconv.Itoa(len(list))))
	}
	return out
}

// addKind appends a schema unless one that is written the same is there.
func addKind(list ast.List, s *ast.Schema) ast.List {
	for _, k := range list {
		if identical(k, s) {
			return list
		}
	}
	return append(list, s)
}
