package lower

import (
	"slices"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// dropNever takes the schema false out of the places where it can be left out:
// a branch of a union, an optional property, the rest of a tuple.
func dropNever(u *Unit, s *ast.Schema) *ast.Schema {
	if !s.HasAny(ast.Children) {
		return s
	}
	for _, kw := range [...]ast.Kw{ast.KwAnyOf, ast.KwOneOf} {
		if s = dropNeverBranches(u, s, kw); s.Form() == ast.FalseForm {
			return s
		}
	}
	for _, b := range s.AllOf() {
		if b.Form() == ast.FalseForm {
			return ast.NewBool(s.Span(), false)
		}
	}
	return dropNeverProperties(u, s)
}

// dropNeverBranches drops the branches of a union that are false; a union of
// nothing else is false itself.
func dropNeverBranches(u *Unit, s *ast.Schema, kw ast.Kw) *ast.Schema {
	list := s.List(kw)
	if !slices.ContainsFunc(list, isFalse) {
		return s
	}
	kept := slices.DeleteFunc(slices.Clone(list), isFalse)
	if len(kept) == 0 {
		return ast.NewBool(s.Span(), false)
	}
	u.report(diag.NeverDropped, s.Find(kw).Span, "", "")
	return s.With(kw, kept)
}

func isFalse(s *ast.Schema) bool { return s.Form() == ast.FalseForm }

func dropNeverProperties(u *Unit, s *ast.Schema) *ast.Schema {
	props := s.Properties()
	never := 0
	for i := range props {
		if props[i].Schema.Form() == ast.FalseForm {
			never++
		}
	}
	if never == 0 {
		return s
	}
	closed := u.T.Object&target.ObjectClosed != 0
	if ap := s.AdditionalProperties(); ap != nil && ap.Form() == ast.FalseForm {
		closed = closed || u.T.Keywords.Has(ast.KwAdditionalProperties)
	}
	kept := make(ast.Map, 0, len(props)-never)
	required := s.Required()
	for i := range props {
		m := &props[i]
		if m.Schema.Form() != ast.FalseForm {
			kept = append(kept, *m)
			continue
		}
		if s.Requires(m.Name) {
			if u.encodes(EncodeNearest) {
				return ast.NewBool(s.Span(), false)
			}
			if u.T.Untyped == target.UntypedFallback {
				u.fail(m.Schema.Span(), "the required property "+m.Name+" accepts nothing")
				return s
			}
			required = withoutName(required, m.Name)
		}
		loss := diag.Widened
		if closed {
			loss = diag.Exact
		}
		u.lost(diag.PropertyDropped, loss, m.Schema.Span(), m.Name, "")
	}
	s = s.With(ast.KwProperties, kept)
	if len(required) != len(s.Required()) {
		s = s.With(ast.KwRequired, required)
	}
	return s
}
