package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// explicitMaps writes "additionalProperties": true on objects that say nothing,
// for a provider that takes silence for false, and a boolean where the provider
// takes no schema there.
func explicitMaps(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAdditionalProperties)
	if k != nil {
		ap := k.Val.(*ast.Schema)
		if u.T.Object&target.ObjectFlag == 0 || ap.Form() != ast.ObjectForm {
			return s
		}
		loss := diag.Widened
		if ap.IsEmpty() {
			loss = diag.Exact
		}
		u.lost(diag.MapOpened, loss, k.Span, "", "")
		return s.With(ast.KwAdditionalProperties, ast.NewBool(ap.Span(), true))
	}
	if u.T.Object&target.ObjectExplicit == 0 || !s.Types().Has(ast.Object) && !s.Has(ast.KwProperties) {
		return s
	}
	u.report(diag.AdditionalWritten, s.Span(), "", "")
	return s.With(ast.KwAdditionalProperties, ast.NewBool(s.Span(), true))
}
