package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// typeAny gives the nodes below s that admit anything what the target has for
// them. additionalProperties is no node of its own for such a target, and the
// root is left to the root pass.
func typeAny(u *Unit, s *ast.Schema) *ast.Schema {
	out := s.MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
		if at.Kw == ast.KwItems && c.Form() == ast.FalseForm && u.encodes(EncodeTuples) {
			return c
		}
		if at.Kw == ast.KwAdditionalProperties {
			switch {
			case !u.T.Keywords.Has(at.Kw) || c.Form() != ast.ObjectForm:
				return c
			case c.IsEmpty():
				return ast.NewBool(c.Span(), true)
			}
		}
		if at.Kw == ast.KwDefs && c.HomeOf() != nil {
			return c
		}
		return u.typed(c)
	})
	if out != s {
		return flattenUnion(u, out) // a branch that admits anything is a union now
	}
	return s
}

func (u *Unit) typed(s *ast.Schema) *ast.Schema {
	if s.HasAny(speaksForItself) || s.Form() != ast.FalseForm && u.encodes(EncodeAny) {
		return s
	}
	if s.Form() == ast.FalseForm {
		u.report(diag.FalseSchema, s.Span(), "it admits anything now", "")
	} else {
		// {"required":[]}: what is left beside annotations refuses nothing.
		s = s.Filter(func(k *ast.Keyword) bool {
			idle := k.Kw.Info().On != 0
			if idle {
				u.report(diag.KeywordIdle, k.Span, k.Name(), "any")
			}
			return !idle
		})
	}
	if u.T.Untyped == target.UntypedSix || u.T.Keywords.Has(ast.KwAdditionalProperties) {
		s = s.Filter(func(k *ast.Keyword) bool { // what is left says nothing
			if outer.Has(k.Kw) || !u.T.Keywords.Has(k.Kw) {
				return true
			}
			u.dropped(s, k)
			return false
		})
	}
	if u.T.Untyped == target.UntypedString {
		if s.Form() != ast.FalseForm {
			u.report(diag.AnyNarrowed, s.Span(), ast.String.String(), "")
		}
		return s.WithFirst(ast.KwType, ast.OneType(ast.String))
	}
	if u.T.Untyped == target.UntypedSix {
		if s.Form() != ast.FalseForm {
			u.lost(diag.AnyExpanded, diag.Exact, s.Span(), "the six types", "")
		}
		return s.WithFirst(ast.KwAnyOf, u.six(s.Span()))
	}
	if s.Form() != ast.FalseForm {
		u.report(diag.AnyExpanded, s.Span(), "string, number, boolean, object and array of string", "")
	}
	return s.WithFirst(ast.KwAnyOf, anything(s.Span()))
}

// anything are the branches of a node that admits anything, null aside.
func anything(at ast.Span) ast.List {
	node := func(t ast.Type, more ...ast.Keyword) *ast.Schema {
		return ast.New(at, append([]ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(t), Span: at}}, more...))
	}
	return ast.List{
		node(ast.String),
		node(ast.Number),
		node(ast.Boolean),
		node(ast.Object, ast.Keyword{Kw: ast.KwProperties, Val: ast.Map{}, Span: at}),
		node(ast.Array, ast.Keyword{Kw: ast.KwItems, Val: node(ast.String), Span: at}),
	}
}

// dropIdle drops keywords that say nothing about instances of the node's type.
func (u *Unit) dropIdle(s *ast.Schema, set ast.KwSet) *ast.Schema {
	if !s.HasAny(set) {
		return s
	}
	return s.Filter(func(k *ast.Keyword) bool {
		if !set.Has(k.Kw) {
			return true
		}
		u.report(diag.KeywordIdle, k.Span, k.Name(), s.Types().String())
		return false
	})
}

// six are the branches of a node that admits anything.
func (u *Unit) six(at ast.Span) ast.List {
	var list ast.List
	for _, t := range [...]ast.Type{ast.String, ast.Number, ast.Boolean, ast.Object, ast.Array, ast.Null} {
		node := ast.New(at, []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(t), Span: at}})
		if t == ast.Object && u.T.Object&target.ObjectProperties != 0 {
			node = node.With(ast.KwProperties, ast.Map{})
		}
		list = append(list, node)
	}
	return list
}

// ensureItems gives an array items, and takes items from what is no array.
func ensureItems(u *Unit, s *ast.Schema) *ast.Schema {
	ts := s.Types()
	if ts == 0 {
		return s
	}
	if !ts.Has(ast.Array) {
		if u.T.Untyped != target.UntypedAny && u.T.Untyped != target.UntypedDescribed {
			return u.dropIdle(s, ast.Set(ast.KwItems, ast.KwPrefixItems))
		}
		return s
	}
	if s.Has(ast.KwItems) || (u.T.Untyped == target.UntypedFallback || u.encodes(EncodeTuples)) && s.Has(ast.KwPrefixItems) {
		return s
	}
	k := s.Find(ast.KwType)
	if u.T.Untyped == target.UntypedFallback {
		if u.encodes(EncodeAny) {
			return s // close does it
		}
		u.fail(k.Span, "an array without items admits anything")
		return s
	}
	u.report(diag.ItemsAdded, k.Span, "", "")
	items := ast.New(k.Span, nil)
	if u.T.Untyped >= target.UntypedUnion {
		items = u.typed(items)
	}
	return s.With(ast.KwItems, items)
}
