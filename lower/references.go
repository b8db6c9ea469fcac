package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// checkReferences rejects a schema with a reference that finds nothing: no
// target can be told what such a tool takes, and one of them in a request
// fails all the others.
func checkReferences(u *Unit, doc *ast.Document) *ast.Document {
	refs := ast.Set(ast.KwRef, ast.KwDynamicRef)
	if !doc.Sum().Overlaps(refs) {
		return doc
	}
	var visit func(s *ast.Schema)
	visit = func(s *ast.Schema) {
		if !s.Sum().Overlaps(refs) {
			return
		}
		for _, k := range s.Keywords() {
			r, ok := k.Val.(*ast.Ref)
			if !ok || r.Def >= 0 {
				continue
			}
			code := diag.RefDangling
			if r.Def == ast.External {
				code = diag.RefExternal
			}
			u.report(code, k.Span, r.Text, "")
			u.reject()
		}
		s.EachChild(func(_ ast.Slot, c *ast.Schema) { visit(c) })
	}
	visit(doc.Root)
	for i := range doc.Defs {
		visit(doc.Defs[i].Body)
	}
	return doc
}

// staticRef turns {"$dynamicRef": "#node"} into {"$ref": …}: the parser has
// found the schema it refers to when nothing overrides it. With one
// $dynamicAnchor of a name in the document nothing can.
func staticRef(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwDynamicRef)
	if k == nil {
		return s
	}
	r := k.Val.(*ast.Ref)
	loss := diag.Exact
	if dynamicAnchors(u.whole) > 1 {
		loss = diag.Widened | diag.Narrowed
	}
	u.lost(diag.RefStatic, loss, k.Span, r.Text, "")
	rest := s.Without(ast.Set(ast.KwDynamicRef))
	static := ast.Keyword{Kw: ast.KwRef, Val: &ast.Ref{Def: r.Def, Text: r.Text}, Span: k.Span}
	if !rest.Has(ast.KwRef) {
		return rest.With(ast.KwRef, static.Val)
	}
	list := append(ast.List(nil), rest.AllOf()...)
	return rest.With(ast.KwAllOf, append(list, ast.New(k.Span, []ast.Keyword{static})))
}

func dynamicAnchors(doc *ast.Document) int {
	n := 0
	var visit func(s *ast.Schema)
	visit = func(s *ast.Schema) {
		if !s.Sum().Has(ast.KwDynamicAnchor) {
			return
		}
		if s.Has(ast.KwDynamicAnchor) {
			n++
		}
		s.EachChild(func(_ ast.Slot, c *ast.Schema) { visit(c) })
	}
	visit(doc.Root)
	for i := range doc.Defs {
		visit(doc.Defs[i].Body)
	}
	return n
}
