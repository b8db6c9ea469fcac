package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// typeDescribed writes the types that a node with a description can have, where
// the provider takes it for a string without them:
//
//	{"description":"Anything."}
//	→ {"type":["string","number",…],"description":"Anything.","properties":{}}
func typeDescribed(u *Unit, s *ast.Schema) *ast.Schema {
	if !s.Has(ast.KwDescription) || s.HasAny(ast.Combinators.Or(ast.Set(ast.KwType, ast.KwRef))) {
		return s
	}
	set := u.scope().possibleTypes(s)
	var types []ast.Type
	for _, t := range [...]ast.Type{ast.String, ast.Number, ast.Integer, ast.Boolean, ast.Object, ast.Array, ast.Null} {
		if set.Has(t) && (t != ast.Integer || !set.Has(ast.Number)) {
			types = append(types, t)
		}
	}
	switch len(types) {
	case 0: // it accepts nothing, whatever the type
		return s
	case 1:
		u.report(diag.TypeInferred, s.Span(), types[0].String(), "its values")
		s = s.WithFirst(ast.KwType, ast.OneType(types[0]))
	default:
		list := ast.TypeList(types...)
		u.lost(diag.AnyExpanded, diag.Exact, s.Span(), list.String(), "")
		s = s.WithFirst(ast.KwType, list)
	}
	if set.Has(ast.Object) && u.T.Object&target.ObjectProperties != 0 && !s.Has(ast.KwProperties) {
		s = s.With(ast.KwProperties, ast.Map{})
	}
	if set.Has(ast.Array) && u.T.Array == target.ArrayItems && !s.Has(ast.KwItems) {
		s = s.With(ast.KwItems, ast.New(s.Span(), nil))
	}
	return s
}

// dropAtRoot drops from the root what the target takes elsewhere only.
func dropAtRoot(u *Unit, doc *ast.Document) *ast.Document {
	body := doc.RootBody()
	return doc.WithRootBody(body.Filter(func(k *ast.Keyword) bool {
		if u.T.RootKeywords.Has(k.Kw) {
			return true
		}
		u.dropped(body, k)
		return false
	}))
}

// rootWords reports whether a description at the root reaches the model.
func (u *Unit) rootWords() bool {
	return u.T.RootKeywords.Empty() || u.T.RootKeywords.Has(ast.KwDescription)
}
