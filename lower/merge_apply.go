package lower

import "github.com/schemac/schemac/ast"

// applicators merges the keywords with schemas. A schema is a conjunction of
// groups of keywords, such as items with prefixItems; a group that only one side
// has stays as it is.
func (n *node) applicators() bool {
	return n.group(ast.Set(ast.KwProperties, ast.KwPatternProperties, ast.KwAdditionalProperties), n.properties) &&
		n.group(ast.Set(ast.KwPrefixItems, ast.KwItems), n.items) &&
		n.group(ast.Set(ast.KwContains), n.contains) &&
		n.group(ast.Set(ast.KwIf), n.conditions) &&
		n.unions() && n.negations() &&
		n.group(ast.Set(ast.KwPropertyNames), func() bool { return n.child(ast.KwPropertyNames) }) &&
		n.group(ast.Set(ast.KwDependentSchemas), func() bool {
			return n.mapKeyword(ast.KwDependentSchemas, func(string, *ast.Schema) *ast.Schema { return nil }, nil)
		}) &&
		n.single(ast.KwAllOf) && n.single(ast.KwUnevaluatedItems) && n.single(ast.KwUnevaluatedProperties)
}

// group merges the keywords of the set if both sides have one of them and takes
// b's if only b has. Parts without their head go: then without if says nothing,
// but it would beside the other side's if.
func (n *node) group(set ast.KwSet, merge func() bool) bool {
	parts := set
	for k := range set.All() {
		if k == ast.KwContains || k == ast.KwIf {
			parts = parts.Or(k.Info().With)
		}
	}
	inA, inB := n.a.HasAny(set), n.b.HasAny(set)
	switch {
	case inA && inB:
		return merge()
	case inB:
		for k := range parts.All() {
			if v := n.b.Get(k); v != nil || n.val[k] != nil {
				n.set(k, v)
			}
		}
	}
	return true
}

// single takes a keyword that at most one side has.
func (n *node) single(k ast.Kw) bool {
	if _, _, both := n.pair(k); both {
		return n.refuse("both have " + k.String())
	}
	return true
}

// sub merges two schemas below the node, nil standing for true.
func (n *node) sub(x, y *ast.Schema) (*ast.Schema, bool) {
	if x == nil {
		return y, true
	}
	if y == nil {
		return x, true
	}
	out, why := n.m.merge(x, y)
	if out == nil {
		n.why = why
	}
	return out, out != nil
}

// child merges a keyword whose value is one schema.
func (n *node) child(k ast.Kw) bool {
	x, _ := n.a.Get(k).(*ast.Schema)
	y, _ := n.b.Get(k).(*ast.Schema)
	out, ok := n.sub(x, y)
	if ok && out != x {
		n.set(k, out)
	}
	return ok
}

// mapKeyword merges two maps name by name: a's members first. outA is what the
// other side says about a name that only b has, outB the converse; nil for
// nothing.
func (n *node) mapKeyword(k ast.Kw, outA, outB func(string, *ast.Schema) *ast.Schema) bool {
	a, _ := n.a.Get(k).(ast.Map)
	b, _ := n.b.Get(k).(ast.Map)
	at, have := indexMap(b), indexMap(a)
	out := make(ast.Map, 0, len(a)+len(b))
	changed := false
	for _, c := range a {
		var other *ast.Schema
		if i, ok := at[c.Name]; ok {
			other = b[i].Schema
		} else if outB != nil {
			other = outB(c.Name, c.Schema)
		}
		s, ok := n.sub(c.Schema, other)
		if !ok {
			return false
		}
		changed = changed || s != c.Schema
		c.Schema = s
		out = append(out, c)
	}
	for _, c := range b {
		if _, ok := have[c.Name]; ok {
			continue
		}
		var other *ast.Schema
		if outA != nil {
			other = outA(c.Name, c.Schema)
		}
		s, ok := n.sub(other, c.Schema)
		if !ok {
			return false
		}
		changed = true
		c.Schema = s
		out = append(out, c)
	}
	if changed {
		n.set(k, out)
	}
	return true
}

// items merges prefixItems and items. Item i must match prefixItems[i], or else
// items, on both sides.
func (n *node) items() bool {
	pa, pb := n.a.PrefixItems(), n.b.PrefixItems()
	ra, rb := n.a.Items(), n.b.Items()
	rest, ok := n.sub(ra, rb)
	restWhy := n.why
	n.why = ""
	at := func(prefix ast.List, rest *ast.Schema, i int) *ast.Schema {
		if i < len(prefix) {
			return prefix[i]
		}
		return rest
	}
	var out ast.List
	changed := false
	for i := range max(len(pa), len(pb)) {
		x, y := at(pa, ra, i), at(pb, rb, i)
		s, ok := n.sub(x, y)
		if !ok {
			return false
		}
		if s.Form() == ast.FalseForm {
			// No array is longer than i, so what follows does not matter.
			n.setPrefix(out)
			if ra == nil || ra.Form() != ast.FalseForm {
				n.set(ast.KwItems, s)
			}
			return true
		}
		changed = changed || i >= len(pa) || s != pa[i]
		out = append(out, s)
	}
	if !ok {
		return n.refuse(restWhy)
	}
	if changed {
		n.setPrefix(out)
	}
	if rest != ra {
		n.set(ast.KwItems, rest)
	}
	return true
}

// setPrefix sets prefixItems, which must not be empty.
func (n *node) setPrefix(list ast.List) {
	if len(list) == 0 {
		n.set(ast.KwPrefixItems, nil)
	} else {
		n.set(ast.KwPrefixItems, list)
	}
}

// contains merges two contains of the same schema by their counts.
func (n *node) contains() bool {
	x, _ := n.a.Get(ast.KwContains).(*ast.Schema)
	y, _ := n.b.Get(ast.KwContains).(*ast.Schema)
	if !n.m.same(x, y) {
		return n.refuse("both restrict contains")
	}
	least := func(s *ast.Schema) string {
		if s.Has(ast.KwMinContains) {
			return s.Num(ast.KwMinContains)
		}
		return "1"
	}
	if low := least(n.b); cmpNum(low, least(n.a)) > 0 {
		if low == "1" {
			n.set(ast.KwMinContains, nil)
		} else {
			n.set(ast.KwMinContains, ast.Num(low))
		}
	}
	_, y2, both := n.pair(ast.KwMaxContains)
	if high, ok := y2.(ast.Num); both && ok && cmpNum(string(high), n.a.Num(ast.KwMaxContains)) < 0 {
		n.set(ast.KwMaxContains, high)
	}
	return true
}

// conditions merges two if with the same condition.
func (n *node) conditions() bool {
	x, _ := n.a.Get(ast.KwIf).(*ast.Schema)
	y, _ := n.b.Get(ast.KwIf).(*ast.Schema)
	if !n.m.same(x, y) {
		return n.refuse("both have if")
	}
	return n.child(ast.KwThen) && n.child(ast.KwElse)
}

// unions merges anyOf and oneOf: the product if both sides have one and the
// merger may multiply. Exactly one pair of branches accepts what exactly one
// branch of either side accepts, so the product is exact for oneOf too.
func (n *node) unions() bool {
	for _, k := range [...]ast.Kw{ast.KwAnyOf, ast.KwOneOf} {
		x, y, both := n.pair(k)
		if !both || n.m.sameValue(k, x, y) {
			continue
		}
		if n.m.unions == 0 {
			return n.refuse("both have " + k.String())
		}
		list, why := n.m.product(n.a.List(k), n.b.List(k))
		if list == nil {
			return n.refuse(why)
		}
		if len(list) == 1 && list[0].Form() == ast.FalseForm {
			return false
		}
		n.set(k, list)
	}
	return true
}

// negations merges not with not: neither the one nor the other.
func (n *node) negations() bool {
	_, _, both := n.pair(ast.KwNot)
	if !both || n.m.same(n.a.Not(), n.b.Not()) {
		return true
	}
	var list ast.List
	for _, s := range [...]*ast.Schema{n.a.Not(), n.b.Not()} {
		if s.Len() == 1 && s.Has(ast.KwAnyOf) {
			list = append(list, s.AnyOf()...)
		} else {
			list = append(list, s)
		}
	}
	span := n.a.Not().Span()
	n.set(ast.KwNot, ast.New(span, []ast.Keyword{{Kw: ast.KwAnyOf, Val: list, Span: span}}))
	return true
}

// properties merges properties, patternProperties and additionalProperties.
// A property must match, on both sides, its schema in properties and those of
// the patterns its name matches, or else additionalProperties.
func (n *node) properties() bool {
	a, b := n.a, n.b
	if closed(a) || closed(b) {
		return n.closedProperties()
	}
	// A pattern that one side lacks gets names in that would be additional on
	// the other side; only if those may be anything is the union exact.
	if len(a.PatternProperties())+len(b.PatternProperties()) > 0 &&
		(!patternsWithin(a, b) && !open(b) || !patternsWithin(b, a) && !open(a)) {
		return n.refuse("patternProperties meets additionalProperties")
	}
	certain := true
	// outside is what s says about a name that its properties lack, its
	// patterns aside: those stay in the result.
	outside := func(s *ast.Schema) func(string, *ast.Schema) *ast.Schema {
		return func(name string, _ *ast.Schema) *ast.Schema {
			rest := s.AdditionalProperties()
			if rest == nil || rest.IsEmpty() {
				return nil
			}
			patterns := s.PatternProperties()
			for i := range patterns {
				switch n.m.matches(patterns[i].Name, name) {
				case yes:
					return nil
				case unknown:
					certain = false
				}
			}
			return rest
		}
	}
	if !n.mapKeyword(ast.KwProperties, outside(a), outside(b)) || !n.child(ast.KwAdditionalProperties) ||
		!n.mapKeyword(ast.KwPatternProperties, nil, nil) {
		return false
	}
	if !certain {
		return n.refuse("which properties a pattern matches is uncertain")
	}
	return true
}

// patternsWithin reports whether every pattern of a is one of b's.
func patternsWithin(a, b *ast.Schema) bool {
	at := indexMap(b.PatternProperties())
	for _, c := range a.PatternProperties() {
		if _, ok := at[c.Name]; !ok {
			return false
		}
	}
	return true
}

// open reports whether the properties that s does not speak of may be anything.
func open(s *ast.Schema) bool {
	rest := s.AdditionalProperties()
	return rest == nil || rest.IsEmpty()
}

// closed reports whether s lists all the properties an object may have.
func closed(s *ast.Schema) bool {
	rest := s.AdditionalProperties()
	return rest != nil && rest.Form() == ast.FalseForm && len(s.PatternProperties()) == 0
}

// closedProperties merges where one side lists all properties: the result does.
func (n *node) closedProperties() bool {
	a, b := n.a, n.b
	names := append(append(ast.Map(nil), a.Properties()...), b.Properties()...)
	inA, inB := indexMap(a.Properties()), indexMap(b.Properties())
	var out ast.Map
	changed := false
	for i, c := range names {
		if _, ok := inA[c.Name]; ok && i >= len(a.Properties()) {
			continue // was there already
		}
		x, ok := n.judges(a, inA, c.Name)
		if !ok {
			return false
		}
		y, ok := n.judges(b, inB, c.Name)
		if !ok {
			return false
		}
		if x != nil && x.Form() == ast.FalseForm || y != nil && y.Form() == ast.FalseForm {
			changed = changed || i < len(a.Properties())
			continue
		}
		s, ok := n.sub(x, y)
		if !ok {
			return false
		}
		if s == nil || s.Form() == ast.FalseForm {
			changed = true
			continue
		}
		changed = changed || i >= len(a.Properties()) || s != a.Properties()[i].Schema
		c.Schema = s
		out = append(out, c)
	}
	if changed || len(out) != len(a.Properties()) {
		n.set(ast.KwProperties, out)
	}
	if n.val[ast.KwPatternProperties] != nil {
		n.set(ast.KwPatternProperties, nil)
	}
	if rest := a.AdditionalProperties(); rest == nil || rest.Form() != ast.FalseForm {
		n.set(ast.KwAdditionalProperties, b.AdditionalProperties())
	}
	return true
}

// judges is the conjunction of all that s says about a property, nil for
// nothing.
func (n *node) judges(s *ast.Schema, at map[string]int, name string) (*ast.Schema, bool) {
	var out *ast.Schema
	covered, ok := false, true
	if i, found := at[name]; found {
		out, covered = s.Properties()[i].Schema, true
	}
	patterns := s.PatternProperties()
	for i := range patterns {
		switch n.m.matches(patterns[i].Name, name) {
		case yes:
			covered = true
			if out, ok = n.sub(out, patterns[i].Schema); !ok {
				return nil, false
			}
		case unknown:
			return nil, n.refuse("which properties a pattern matches is uncertain")
		}
	}
	if covered {
		return out, true
	}
	return s.AdditionalProperties(), true
}
