package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// besideUnion leaves beside an anyOf the annotations that the target takes
// there. The others are described, or dropped. A description that a branch
// repeats goes from the branch.
//
//	{"anyOf":[a,b],"default":1} → {"anyOf":[a,b],"description":"{default: 1}"}
func besideUnion(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAnyOf)
	if k == nil {
		return s
	}
	s = s.Filter(func(k *ast.Keyword) bool {
		return k.Kw == ast.KwAnyOf || u.T.BesideUnion.Has(k.Kw) || !ast.Annotations.Has(k.Kw) || u.T.Spill.Has(k.Kw)
	})
	text := s.Description()
	if d := s.Find(ast.KwDefault); d != nil && !u.T.BesideUnion.Has(ast.KwDefault) {
		u.report(diag.AnnotationDropped, d.Span, d.Name(), "")
		s = hint(s.Without(ast.Set(ast.KwDefault)), "default: "+valueJSON(d.Val))
	}
	if text == "" {
		return s
	}
	list := k.Val.(ast.List)
	out := make(ast.List, len(list))
	changed := false
	for i, b := range list {
		if out[i] = b; b.Description() == text {
			out[i], changed = b.Without(ast.Set(ast.KwDescription)), true
		}
	}
	if !changed {
		return s
	}
	return s.With(ast.KwAnyOf, out)
}
