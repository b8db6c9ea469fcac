package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// ensureProperties gives every object a properties map and prunes required of
// names that the map lacks.
func ensureProperties(u *Unit, s *ast.Schema) *ast.Schema {
	// A node without a type is looked at where it cannot be a branch that only
	// adds to what stands beside it: {"anyOf":[{"required":["a"]},…]}.
	untyped := s.Types() == 0 && s.Has(ast.KwRequired) && u.T.Union >= target.UnionAnyOf
	if ts := s.Types(); !ts.Has(ast.Object) && !untyped {
		if ts != 0 && u.T.Object&target.ObjectDeclaredRequired != 0 {
			// {"type":"array","required":["a"]}: a provider that reads required
			// reads it on any node.
			s = u.dropIdle(s, ast.Set(ast.KwProperties, ast.KwRequired, ast.KwAdditionalProperties, ast.KwPatternProperties))
		}
		return s
	}
	if u.T.Object&target.ObjectProperties != 0 && !s.Has(ast.KwProperties) && s.Has(ast.KwType) {
		u.report(diag.PropertiesAdded, s.Find(ast.KwType).Span, "", "")
		s = s.With(ast.KwProperties, ast.Map{})
	}
	if u.T.Object&target.ObjectDeclaredRequired == 0 {
		return s
	}
	k := s.Find(ast.KwRequired)
	if k == nil {
		return s
	}
	names := k.Val.(ast.Names)
	declared := nameSet(s.Properties())
	kept := make(ast.Names, 0, len(names))
	for _, n := range names {
		if declared[n] {
			kept = append(kept, n)
		} else {
			u.report(diag.RequiredDropped, k.Span, n, "")
		}
	}
	if len(kept) == len(names) {
		return s
	}
	if len(kept) == 0 {
		return s.Without(ast.Set(ast.KwRequired))
	}
	return s.With(ast.KwRequired, kept)
}

func nameSet(m ast.Map) map[string]bool {
	set := make(map[string]bool, len(m))
	for i := range m {
		set[m[i].Name] = true
	}
	return set
}

// orderProperties lists the properties of an object in their order, for a
// provider whose own container of properties has none.
func orderProperties(u *Unit, s *ast.Schema) *ast.Schema {
	props := s.Properties()
	if len(props) < 2 {
		return s
	}
	if k := s.Find(ast.KwPropertyOrdering); k != nil {
		names, _ := k.Val.(ast.Names)
		declared := nameSet(props)
		for _, n := range names {
			delete(declared, n)
		}
		if len(declared) == 0 && len(names) == len(props) {
			return s
		}
	}
	names := make(ast.Names, len(props))
	for i := range props {
		names[i] = props[i].Name
	}
	u.report(diag.OrderingAdded, s.Find(ast.KwProperties).Span, "", "")
	return s.With(ast.KwPropertyOrdering, names)
}

// orNull is a union of the schema and null. A description stays outside. Where
// lists of types are accepted a node with a type gets one.
func (u *Unit) orNull(s *ast.Schema) *ast.Schema {
	if out := typeOrNull(s); u.T.TypeList && u.T.Types != target.TypesBare && out != nil {
		return out
	}
	null := ast.New(s.Span(), []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(ast.Null), Span: s.Span()}})
	if s.Has(ast.KwAnyOf) && s.Keys().AndNot(ast.Set(ast.KwAnyOf, ast.KwDescription)).Empty() || !u.T.Spill.Empty() && pureUnion(s) {
		return s.With(ast.KwAnyOf, append(append(ast.List(nil), s.AnyOf()...), null))
	}
	kws := make([]ast.Keyword, 0, 2)
	if k := s.Find(ast.KwDescription); k != nil {
		kws = append(kws, *k)
		s = s.Without(ast.Set(ast.KwDescription))
	}
	kws = append(kws, ast.Keyword{Kw: ast.KwAnyOf, Val: ast.List{s, null}, Span: s.Span()})
	return ast.New(s.Span(), kws)
}

// typeOrNull adds null to the type of a node, and to the enum that would exclude
// it; nil if the node has no type or a union, a reference, a negation beside it.
func typeOrNull(s *ast.Schema) *ast.Schema {
	ts := s.Types()
	if ts == 0 || s.HasAny(ast.Combinators.Or(ast.Set(ast.KwRef, ast.KwNot, ast.KwIf, ast.KwDynamicRef))) {
		return nil
	}
	names := make([]ast.Type, 0, ast.NumTypes+1)
	for i := range ts.Len() {
		names = append(names, ts.At(i))
	}
	if k := s.Find(ast.KwConst); k != nil {
		s = rename(s, ast.KwConst, ast.KwEnum).With(ast.KwEnum, ast.DataList{k.Val.(ast.Data)})
	}
	typed := ast.Keyword{Kw: ast.KwType, Val: ast.TypeList(append(names, ast.Null)...)}
	if enum := s.Enum(); enum != nil && !containsData(enum, "null") {
		more := append(append(make(ast.DataList, 0, len(enum)+1), enum...), "null")
		return s.WithAll(typed, ast.Keyword{Kw: ast.KwEnum, Val: more})
	}
	return s.WithAll(typed)
}

// checkRepresentable ends the run if a node says nothing about its instances.
// additionalProperties is false by now and the one place for that.
func checkRepresentable(u *Unit, doc *ast.Document) *ast.Document {
	var visit func(s *ast.Schema)
	visit = func(s *ast.Schema) {
		u.representable(s)
		if k := s.Find(ast.KwPrefixItems); k != nil {
			u.report(diag.TupleStrict, k.Span, "", "")
		}
		s.EachChild(func(at ast.Slot, c *ast.Schema) {
			if at.Kw != ast.KwAdditionalProperties && c.HomeOf() == nil {
				visit(c)
			}
		})
	}
	visit(doc.RootBody())
	used := reachable(doc)
	for i := range doc.Defs {
		if used[i] {
			visit(doc.Defs[i].Body)
		}
	}
	return doc
}

func (u *Unit) representable(s *ast.Schema) {
	switch {
	case s.HasAny(speaksForItself):
	case s.Form() == ast.FalseForm:
		u.fail(s.Span(), "the schema false")
	case s.IsEmpty():
		u.fail(s.Span(), "a schema that admits anything")
	default:
		u.fail(s.Span(), "a schema without a type")
	}
}
