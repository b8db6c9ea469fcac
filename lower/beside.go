package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// besideUnion leaves beside an anyOf the annotations that the target takes
// there. The others are described, or dropped.
//
//	{"anyOf":[a,b],"default":1} → {"anyOf":[a,b],"description":"{default: 1}"}
func besideUnion(u *Unit, s *ast.Schema) *ast.Schema {
	if !s.Has(ast.KwAnyOf) {
		return s
	}
	s = s.Filter(func(k *ast.Keyword) bool {
		return k.Kw == ast.KwAnyOf || u.T.BesideUnion.Has(k.Kw) || !ast.Annotations.Has(k.Kw) || u.T.Spill.Has(k.Kw)
	})
	if d := s.Find(ast.KwDefault); d != nil && !u.T.BesideUnion.Has(ast.KwDefault) {
		u.report(diag.AnnotationDropped, d.Span, d.Name(), "")
		s = hint(s.Without(ast.Set(ast.KwDefault)), "default: "+valueJSON(d.Val))
	}
	return s
}
