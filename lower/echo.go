package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// dropEcho takes the description of a branch away that says what its parent's
// says:
//
//	{"description": "A.", "anyOf": [{"type": "string", "description": "A."}]}
func dropEcho(u *Unit, s *ast.Schema) *ast.Schema {
	text := s.Description()
	if text == "" {
		return s
	}
	list := s.AnyOf()
	var out ast.List
	for i, b := range list {
		k := b.Find(ast.KwDescription)
		if k == nil || b.Description() != text {
			continue
		}
		if out == nil {
			out = append(out, list...)
		}
		u.report(diag.AnnotationDropped, k.Span, k.Name(), "")
		out[i] = b.Without(ast.Set(ast.KwDescription))
	}
	if out == nil {
		return s
	}
	return s.With(ast.KwAnyOf, out)
}
