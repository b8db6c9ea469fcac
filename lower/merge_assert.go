package lower

import "github.com/schemac/schemac/ast"

// assertions merges the keywords without schemas. It returns false if nothing
// satisfies both, or with a reason in n.why.
func (n *node) assertions() bool {
	if !n.types() || !n.literals() {
		return false
	}
	for _, k := range [...]ast.Kw{ast.KwMinimum, ast.KwExclusiveMinimum, ast.KwMinLength, ast.KwMinItems, ast.KwMinProperties} {
		n.tighter(k, 1)
	}
	for _, k := range [...]ast.Kw{ast.KwMaximum, ast.KwExclusiveMaximum, ast.KwMaxLength, ast.KwMaxItems, ast.KwMaxProperties} {
		n.tighter(k, -1)
	}
	if x, y, ok := n.pair(ast.KwMultipleOf); ok {
		v, isNum := x.(ast.Num)
		w, isNum2 := y.(ast.Num)
		if !isNum || !isNum2 {
			return n.refuse("both restrict multipleOf")
		}
		out, ok := commonMultiple(string(v), string(w))
		if !ok {
			return n.refuse("both restrict multipleOf")
		}
		if out != string(v) {
			n.set(ast.KwMultipleOf, ast.Num(out))
		}
	}
	for _, k := range [...]ast.Kw{ast.KwPattern, ast.KwFormat, ast.KwDynamicRef, ast.KwRef} {
		if x, y, ok := n.pair(k); ok && !n.m.sameValue(k, x, y) {
			return n.refuse("both restrict " + k.String())
		}
	}
	if x, y, ok := n.pair(ast.KwUniqueItems); ok && x == ast.Flag(false) && y == ast.Flag(true) {
		n.set(ast.KwUniqueItems, y)
	}
	if _, _, ok := n.pair(ast.KwRequired); ok {
		x := n.a.Required()
		if all := union(x, n.b.Required()); len(all) != len(x) {
			n.set(ast.KwRequired, all)
		}
	}
	n.dependentRequired()
	return true
}

// tighter keeps the stronger of two bounds: the greater if want is 1.
func (n *node) tighter(k ast.Kw, want int) {
	x, y, ok := n.pair(k)
	if !ok {
		return
	}
	v, ok := x.(ast.Num)
	if w, ok2 := y.(ast.Num); ok && ok2 && cmpNum(string(w), string(v)) == want {
		n.set(k, w)
	}
}

// types intersects type, in a's order: ["string","number"] ∩ "integer" is
// "integer".
func (n *node) types() bool {
	_, _, ok := n.pair(ast.KwType)
	if !ok {
		return true
	}
	x, y := n.a.Types(), n.b.Types()
	both := withIntegers(x.Set()) & withIntegers(y.Set())
	if both == withIntegers(x.Set()) {
		return true
	}
	var list []ast.Type
	var have ast.TypeSet
	for i := range x.Len() {
		t := x.At(i)
		if t == ast.Number && !both.Has(t) {
			t = ast.Integer
		}
		if both.Has(t) && !have.Has(t) {
			have |= 1 << t
			list = append(list, t)
		}
	}
	switch len(list) {
	case 0:
		return false
	case 1:
		n.set(ast.KwType, ast.OneType(list[0]))
	default:
		n.set(ast.KwType, ast.TypeList(list...))
	}
	return true
}

// literals intersects const and enum, and drops the members of an enum that the
// type of the other side excludes.
func (n *node) literals() bool {
	a, b := n.a, n.b
	_, _, enums := n.pair(ast.KwEnum)
	if _, _, ok := n.pair(ast.KwConst); ok && !dataEqual(a.Const(), b.Const()) {
		return false
	}
	if enums {
		list := filterData(a.Enum(), n.m.listed(b, ast.KwEnum).keys)
		if len(list) != len(a.Enum()) {
			n.set(ast.KwEnum, list)
		}
	}
	list, ok1 := n.val[ast.KwEnum].(ast.DataList)
	value, ok2 := n.val[ast.KwConst].(ast.Data)
	if ok1 && ok2 && b.HasAny(ast.Set(ast.KwEnum, ast.KwConst)) {
		// A const and an enum make a const, or nothing.
		key := map[string]bool{dataKey(value): true}
		if len(filterData(list, key)) == 0 {
			return false
		}
		n.set(ast.KwEnum, nil)
	}
	types, typed := n.val[ast.KwType].(ast.Types)
	if !typed {
		return n.some()
	}
	set := withIntegers(types.Set())
	if d, ok := n.val[ast.KwConst].(ast.Data); ok && !set.Has(dataType(d)) {
		return false
	}
	if list, ok := n.val[ast.KwEnum].(ast.DataList); ok && !n.changed.Empty() {
		kept := make(ast.DataList, 0, len(list))
		for _, d := range list {
			if set.Has(dataType(d)) {
				kept = append(kept, d)
			}
		}
		if len(kept) != len(list) {
			n.set(ast.KwEnum, kept)
		}
	}
	return n.some()
}

// some reports whether an enum, if there is one, has members.
func (n *node) some() bool {
	list, ok := n.val[ast.KwEnum].(ast.DataList)
	return !ok || len(list) > 0
}

// filterData keeps the members whose key is in the set.
func filterData(list ast.DataList, keys map[string]bool) ast.DataList {
	out := make(ast.DataList, 0, len(list))
	for _, d := range list {
		if keys[dataKey(d)] {
			out = append(out, d)
		}
	}
	return out
}

func (n *node) dependentRequired() {
	x, y, ok := n.pair(ast.KwDependentRequired)
	if !ok {
		return
	}
	a, _ := x.(ast.Deps)
	b, _ := y.(ast.Deps)
	out := append(ast.Deps(nil), a...)
	at := make(map[string]int, len(a))
	for i := range a {
		at[a[i].Name] = i
	}
	changed := false
	for _, d := range b {
		i, ok := at[d.Name]
		if !ok {
			out, changed = append(out, d), true
			continue
		}
		if all := union(out[i].Names, d.Names); len(all) != len(out[i].Names) {
			out[i].Names, changed = all, true
		}
	}
	if changed {
		n.set(ast.KwDependentRequired, out)
	}
}
