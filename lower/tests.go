package lower

import (
	"slices"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/restore"
)

// detail is how much a test asks.
type detail struct {
	depth int  // of members and items
	has   bool // all required members, else those that discriminate
	keys  bool // no undeclared members
	all   bool // members of every kind, else those with few values
}

// levels are tried in this order.
var levels = [...]detail{
	{},
	{depth: 1},
	{depth: 1, has: true},
	{depth: 1, has: true, keys: true},
	{depth: 2, has: true, keys: true, all: true},
	{depth: 4, has: true, keys: true, all: true},
}

// tester writes schemas as tests: each is passed by everything that the schema
// accepts, up to members that closing an object refuses.
type tester struct {
	scope
	detail
	closes bool // an object that does not say otherwise has its properties only
	absent bool // a nullable property will be absent where it is required still
}

var typeBits = [ast.NumTypes]restore.TypeSet{ast.Null: restore.Null, ast.Boolean: restore.Boolean, ast.Object: restore.AnObject,
	ast.Array: restore.Array, ast.Number: restore.Number, ast.String: restore.String, ast.Integer: restore.Integer}

// test is nil for what is passed by everything. depth is how many members deep
// s is, hops how many references may still be followed.
func (t tester) test(s *ast.Schema, depth, hops int) *restore.Test {
	out := &restore.Test{}
	if ref := s.Ref(); ref != nil {
		if body := t.body(ref); body != nil && hops > 0 {
			return t.test(body, depth, hops-1)
		}
		return out
	}
	if list := s.AnyOf(); len(list) > 0 {
		if out = t.either(list, depth, hops); s.Flag(ast.KwNullable) {
			if out.Types != 0 {
				out.Types |= restore.Null
			}
			if len(out.In) > 0 {
				out.In = append(slices.Clip(out.In), "null")
			}
		}
		return out
	}
	types := s.Types().Set()
	for i := range ast.NumTypes {
		if types.Has(ast.Type(i)) {
			out.Types |= typeBits[i]
		}
	}
	if s.Flag(ast.KwNullable) && out.Types != 0 {
		out.Types |= restore.Null
	}
	if t.depth == 0 {
		return out
	}
	if c := s.Const(); s.Has(ast.KwConst) && !s.Flag(ast.KwNullable) {
		out.In = append(out.In, compactData(c))
		return out
	}
	if enum := s.Enum(); len(enum) > 0 && !s.Flag(ast.KwNullable) {
		for _, d := range enum {
			out.In = append(out.In, compactData(d))
		}
		return out
	}
	if depth >= t.depth {
		return out
	}
	if types.Has(ast.Object) {
		t.members(out, s, depth, hops)
	}
	if items := s.Items(); items != nil && t.all && types.Has(ast.Array) && !s.Has(ast.KwPrefixItems) {
		if c := t.test(items, depth+1, hops); !blank(c) {
			out.Items = c
		}
	}
	return out
}

func (t tester) members(out *restore.Test, s *ast.Schema, depth, hops int) {
	open := s.Has(ast.KwPatternProperties) || !s.Has(ast.KwAdditionalProperties) && (!t.closes || len(s.Properties()) == 0)
	if ap := s.AdditionalProperties(); ap != nil && ap.Form() != ast.FalseForm {
		if c := t.test(ap, depth+1, hops); t.all && !open && !blank(c) {
			out.Others = c
		} else {
			open = true
		}
	}
	if t.keys && !open {
		out.Closed = true
	}
	if t.has {
		for _, name := range s.Required() {
			if p := s.Property(name); !t.absent || p == nil || !p.Flag(ast.KwNullable) {
				out.Has = append(out.Has, name)
			}
		}
	}
	for _, m := range s.Properties() {
		if out.Closed {
			out.Keys = append(out.Keys, m.Name)
		}
		c := t.test(m.Schema, depth+1, hops)
		if blank(c) || !t.all && len(c.In) == 0 {
			continue
		}
		out.Props = append(out.Props, restore.Prop{Name: m.Name, Test: c})
		if !t.has && s.Requires(m.Name) && (!t.absent || !m.Schema.Flag(ast.KwNullable)) {
			out.Has = append(out.Has, m.Name)
		}
	}
}

// either is a test that each of the branches passes.
func (t tester) either(list ast.List, depth, hops int) *restore.Test {
	var out *restore.Test
	for _, b := range list {
		c := t.test(b, depth, hops-1)
		if out == nil {
			out = c
			continue
		}
		m := &restore.Test{}
		if out.Types != 0 && c.Types != 0 {
			m.Types = out.Types | c.Types
		}
		switch {
		case len(out.In) > 0 && len(c.In) > 0:
			m.In = append(slices.Clone(out.In), c.In...)
		case len(out.In) > 0 && c.Types == restore.Null:
			m.In = append(slices.Clone(out.In), "null")
		case len(c.In) > 0 && out.Types == restore.Null:
			m.In = append(slices.Clone(c.In), "null")
		}
		// What is asked of objects holds if only one of the two admits them.
		for _, pair := range [...][2]*restore.Test{{out, c}, {c, out}} {
			a, b := pair[0], pair[1]
			if a.Types&restore.AnObject != 0 && b.Types != 0 && b.Types&restore.AnObject == 0 {
				m.Has, m.Keys, m.Closed, m.Others, m.Props = a.Has, a.Keys, a.Closed, a.Others, a.Props
			}
			if a.Types&restore.Array != 0 && b.Types != 0 && b.Types&restore.Array == 0 {
				m.Items = a.Items
			}
		}
		out = m
	}
	return out
}

func blank(t *restore.Test) bool {
	return t.Types == 0 && len(t.In) == 0 && len(t.Has) == 0 && !t.Closed && len(t.Props) == 0 && t.Items == nil
}

// marks are the parts of tests that tell something apart.
type marks map[*restore.Test]*marked

type marked struct {
	in, closed, items bool
	has, props        map[string]bool
}

func (m marks) of(t *restore.Test) *marked {
	if m[t] == nil {
		m[t] = &marked{has: map[string]bool{}, props: map[string]bool{}}
	}
	return m[t]
}

// testsApart reports whether no value passes both tests, and marks why.
func testsApart(a, b *restore.Test, m marks) bool {
	types := overlap(a.Types, b.Types)
	if types == 0 {
		return true
	}
	if len(a.In) > 0 && len(b.In) > 0 && valuesDiffer(a.In, b.In) {
		if m != nil {
			m.of(a).in, m.of(b).in = true, true
		}
		return true
	}
	if types != restore.AnObject {
		return false
	}
	for _, p := range [...][2]*restore.Test{{a, b}, {b, a}} {
		x, y := p[0], p[1]
		for _, name := range x.Has {
			if u, v := propTest(x, name), propTest(y, name); u != nil && v != nil && testsApart(u, v, m) {
				if m != nil {
					m.of(x).has[name] = true
					m.of(x).props[name], m.of(y).props[name] = true, true
				}
				return true
			}
		}
		for _, name := range x.Has {
			u := propTest(x, name)
			if y.Closed && !slices.Contains(y.Keys, name) && (y.Others == nil || u != nil && testsApart(u, y.Others, m)) {
				if m != nil && u != nil && y.Others != nil {
					m.of(x).props[name] = true
				}
				if m != nil {
					m.of(x).has[name], m.of(y).closed = true, true
				}
				return true
			}
		}
	}
	return false
}

func valuesDiffer(a, b []string) bool {
	keys := make(map[string]bool, len(a))
	for _, x := range a {
		keys[dataKey(ast.Data(x))] = true
	}
	for _, y := range b {
		if keys[dataKey(ast.Data(y))] {
			return false
		}
	}
	return true
}

// differences marks what is not the same in two tests that are not apart.
func (m marks) differences(a, b *restore.Test) {
	for _, p := range [...][2]*restore.Test{{a, b}, {b, a}} {
		x, y := p[0], p[1]
		mx := m.of(x)
		mx.in = mx.in || len(x.In) > 0 && !slices.Equal(x.In, y.In)
		mx.closed = mx.closed || x.Closed && !(y.Closed && slices.Equal(x.Keys, y.Keys) && sameTest(x.Others, y.Others))
		mx.items = mx.items || x.Items != nil
		for _, name := range x.Has {
			if !slices.Contains(y.Has, name) {
				mx.has[name] = true
			}
		}
		for i := range x.Props {
			name := x.Props[i].Name
			v := propTest(y, name)
			if v != nil && sameTest(x.Props[i].Test, v) {
				continue
			}
			mx.props[name] = true
			if v != nil {
				m.differences(x.Props[i].Test, v)
			}
		}
	}
}

func sameTest(a, b *restore.Test) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Types == b.Types && (a.Others == nil) == (b.Others == nil) && sameTest(a.Others, b.Others) && slices.Equal(a.In, b.In) && slices.Equal(a.Has, b.Has) && a.Closed == b.Closed && slices.Equal(a.Keys, b.Keys) &&
		sameTest(a.Items, b.Items) && slices.EqualFunc(a.Props, b.Props, func(x, y restore.Prop) bool { return x.Name == y.Name && sameTest(x.Test, y.Test) })
}

// only is a test without what is not marked.
func (m marks) only(t *restore.Test) *restore.Test {
	out := &restore.Test{Types: t.Types}
	k := m[t]
	if k == nil {
		return out
	}
	if k.in {
		out.In = t.In
	}
	if k.closed {
		out.Closed, out.Keys, out.Others = t.Closed, t.Keys, t.Others
	}
	if k.items {
		out.Items = t.Items
	}
	for _, name := range t.Has {
		if k.has[name] {
			out.Has = append(out.Has, name)
		}
	}
	for i := range t.Props {
		if k.props[t.Props[i].Name] {
			out.Props = append(out.Props, restore.Prop{Name: t.Props[i].Name, Test: m.only(t.Props[i].Test)})
		}
	}
	return out
}

func propTest(t *restore.Test, name string) *restore.Test {
	for i := range t.Props {
		if t.Props[i].Name == name {
			return t.Props[i].Test
		}
	}
	return nil
}
