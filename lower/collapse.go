package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// collapseUnion leaves one branch of a union: object branches are merged, the
// branches of one type become one, and of several types the first stays. What
// that loses is described.
func collapseUnion(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAnyOf)
	if k == nil {
		return s
	}
	list := u.splice(k.Val.(ast.List))
	group := sameType(list)
	one, loss := u.collapse(group)
	if len(group) < len(list) {
		loss |= diag.Narrowed
	}
	notes := s.Without(ast.Set(ast.KwAnyOf))
	out := overlay(one, notes)
	for _, b := range list {
		if b.Flag(ast.KwNullable) {
			out = out.With(ast.KwNullable, ast.Flag(true))
		}
	}
	code, kind := diag.UnionCollapsed, one.Types().String()
	if len(group) == len(list) && one.Types().Has(ast.Object) {
		code, kind = diag.UnionMerged, ast.KwAnyOf.String()
	}
	u.lost(code, loss, k.Span, kind, "")
	if loss != diag.Exact {
		out = hint(out, ast.KwAnyOf.String()+": "+wordsOf(list))
	}
	return out
}

// sameType returns the branches that have the first one's type.
func sameType(list ast.List) ast.List {
	group := make(ast.List, 0, len(list))
	for _, b := range list {
		if b.Types() == list[0].Types() {
			group = append(group, b)
		}
	}
	return group
}

// collapse makes one schema of branches of one type.
func (u *Unit) collapse(group ast.List) (*ast.Schema, diag.Loss) {
	distinct := ast.List{}
	for _, b := range group {
		distinct = addKind(distinct, b)
	}
	if len(distinct) == 1 {
		return distinct[0], diag.Exact
	}
	if distinct[0].Types().Has(ast.Object) {
		return u.mergeObjects(distinct)
	}
	return uniteEnums(distinct)
}

// uniteEnums makes one schema of branches of one type that is not object: a
// branch without enum absorbs those with one, enums unite, and otherwise the
// first branch stays.
func uniteEnums(list ast.List) (*ast.Schema, diag.Loss) {
	bare := ast.Annotations.Or(ast.Set(ast.KwType, ast.KwEnum, ast.KwNullable))
	loss := diag.Exact
	var values literalSet
	for _, b := range list {
		if !b.Has(ast.KwEnum) {
			if !b.Keys().AndNot(bare).Empty() {
				loss = diag.Narrowed
			}
			return b, loss
		}
		if !b.Keys().AndNot(bare).Empty() {
			loss = diag.Narrowed | diag.Widened
		}
		for _, v := range b.Enum() {
			values.add(v)
		}
	}
	return list[0].With(ast.KwEnum, values.list), loss
}

// mergeObjects makes one object of several: the union of their properties, and
// required what every one of them requires. Arguments of one branch may carry
// members of another, so that widens; a property that an open branch leaves
// free is bound to what the others say of it, so that narrows.
func (u *Unit) mergeObjects(list ast.List) (*ast.Schema, diag.Loss) {
	loss := diag.Widened
	var props ast.Map
	at := map[string]int{}
	kinds := map[int]ast.List{}
	closed := true
	for _, b := range list {
		ap := b.AdditionalProperties()
		closed = closed && ap != nil && ap.Form() == ast.FalseForm
		for _, m := range b.Properties() {
			i, ok := at[m.Name]
			if !ok {
				i = len(props)
				at[m.Name] = i
				props = append(props, m)
			}
			kinds[i] = addKind(kinds[i], m.Schema)
		}
	}
	if !closed {
		for _, b := range list {
			if len(b.Properties()) < len(props) {
				loss |= diag.Narrowed
			}
		}
	}
	for i := range props {
		if len(kinds[i]) > 1 {
			var l diag.Loss
			props[i].Schema, l = u.choice(kinds[i], props[i].Schema.Span())
			loss |= l
		}
	}
	var required ast.Names
	for _, n := range list[0].Required() {
		everywhere := true
		for _, b := range list[1:] {
			everywhere = everywhere && b.Requires(n)
		}
		if everywhere {
			required = append(required, n)
		}
	}
	at0 := list[0].Span()
	kws := []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(ast.Object), Span: at0}}
	if k := list[0].Find(ast.KwTitle); k != nil {
		kws = append(kws, *k)
	}
	if text := list[0].Description(); text != "" {
		kws = append(kws, ast.Keyword{Kw: ast.KwDescription, Val: ast.Text(text), Span: at0})
	}
	if props == nil {
		props = ast.Map{}
	}
	kws = append(kws, ast.Keyword{Kw: ast.KwProperties, Val: props, Span: at0})
	if len(required) > 0 {
		kws = append(kws, ast.Keyword{Kw: ast.KwRequired, Val: required, Span: at0})
	}
	if closed {
		kws = append(kws, ast.Keyword{Kw: ast.KwAdditionalProperties, Val: ast.NewBool(at0, false), Span: at0})
	}
	return ast.New(at0, kws), loss
}

// choice is a property that branches describe differently: a union, collapsed
// at once where the target has none.
func (u *Unit) choice(kinds ast.List, at ast.Span) (*ast.Schema, diag.Loss) {
	if u.T.JoinLiterals {
		if one := joinLiterals(kinds); one != nil {
			return one, diag.Exact
		}
	}
	union := ast.New(at, []ast.Keyword{{Kw: ast.KwAnyOf, Val: u.splice(kinds), Span: at}})
	if u.T.Union == target.UnionWords {
		one, loss := u.shared(union.AnyOf())
		if loss != diag.Exact {
			one = hint(one, ast.KwAnyOf.String()+": "+wordsOf(kinds))
		}
		return one, loss
	}
	if !u.unionless() {
		return union, diag.Exact
	}
	group := sameType(kinds)
	one, loss := u.collapse(group)
	if len(group) < len(kinds) {
		loss |= diag.Narrowed
	}
	for _, k := range kinds {
		if k.Flag(ast.KwNullable) && !one.Flag(ast.KwNullable) {
			loss |= diag.Narrowed
			break
		}
	}
	if loss != diag.Exact {
		one = hint(one, ast.KwAnyOf.String()+": "+wordsOf(kinds))
	}
	return one, loss
}

// joinLiterals is one enum of what the schemas list, if they are literals of one
// type and nothing else: the discriminator of variants.
//
//	[{"type":"string","const":"a"},{"type":"string","enum":["b","c"]}] → {"type":"string","enum":["a","b","c"]}
func joinLiterals(kinds ast.List) *ast.Schema {
	literal := ast.Set(ast.KwType, ast.KwConst, ast.KwEnum)
	var values literalSet
	for _, s := range kinds {
		if s.Has(ast.KwConst) == s.Has(ast.KwEnum) || !s.Keys().AndNot(literal).Empty() || s.Types() != kinds[0].Types() {
			return nil
		}
		list := s.Enum()
		if s.Has(ast.KwConst) {
			list = ast.DataList{s.Const()}
		}
		for _, v := range list {
			if ts := s.Types(); ts != 0 && !matchesTypes(v, ts.Set()) {
				continue // no instance has it
			}
			values.add(v)
		}
	}
	ts := kinds[0].Types()
	if ts == 0 {
		ts = literalTypes(values.list)
	}
	at := kinds[0].Span()
	return ast.New(at, []ast.Keyword{{Kw: ast.KwType, Val: ts, Span: at}, {Kw: ast.KwEnum, Val: values.list, Span: at}})
}
