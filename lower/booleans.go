package lower

import (
	"strconv"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// writeBooleans writes the boolean schemas below s as objects, for a target
// that takes {} and not true. The end of a closed tuple becomes a count:
//
//	{"prefixItems":[a,b],"items":false} → {"prefixItems":[a,b],"maxItems":2}
func writeBooleans(u *Unit, s *ast.Schema) *ast.Schema {
	if k := s.Find(ast.KwItems); k != nil && u.T.Keywords.Has(ast.KwMaxItems) && k.Val.(*ast.Schema).Form() == ast.FalseForm {
		n := strconv.Itoa(len(s.PrefixItems()))
		u.report(diag.BooleanWritten, k.Span, "false", "maxItems "+n)
		s = s.Without(ast.Set(ast.KwItems))
		if !s.Has(ast.KwMaxItems) || cmpNum(s.Num(ast.KwMaxItems), n) > 0 {
			s = s.With(ast.KwMaxItems, ast.Num(n))
		}
	}
	return s.MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
		if at.Kw == ast.KwAdditionalProperties && u.T.Keywords.Has(at.Kw) {
			return c
		}
		return u.objectForm(c)
	})
}

// objectForm is the schema as an object: {} for true, and for false too, which
// nothing can express here.
func (u *Unit) objectForm(s *ast.Schema) *ast.Schema {
	switch s.Form() {
	case ast.TrueForm:
		u.report(diag.BooleanWritten, s.Span(), "true", "{}")
	case ast.FalseForm:
		u.report(diag.FalseSchema, s.Span(), "it admits anything now", "")
	default:
		return s
	}
	return ast.New(s.Span(), nil)
}

// typeDefs does for the definitions themselves what the passes untyped and
// booleans do for the schemas below a node.
func typeDefs(u *Unit, doc *ast.Document) *ast.Document {
	root := doc.RootBody()
	used := reachable(doc)
	out := doc
	for i := range doc.Defs {
		body := doc.Defs[i].Body
		if body == root || !used[i] {
			continue
		}
		typed := body
		if u.T.Untyped >= target.UntypedUnion {
			typed = u.typed(body)
		} else {
			typed = u.objectForm(body)
		}
		if typed != body {
			out = withDef(out, doc, i, typed)
		}
	}
	return out
}
