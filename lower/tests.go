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
		return t.either(list, depth, hops)
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
	if enum := s.Enum(); len(enum) > 0 && !s.Flag(ast.KwNullable) {
		for _, d := range enum {
			out.In = append(out.In, compactData(d))
		}
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
	open := s.Has(ast.KwPatternProperties)
	if ap := s.AdditionalProperties(); ap != nil && ap.Form() != ast.FalseForm {
		open = true
	}
	if t.keys && !open {
		out.Closed = true
	}
	if t.has {
		out.Has = append(out.Has, s.Required()...)
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
		if !t.has && s.Requires(m.Name) {
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
				m.Has, m.Keys, m.Closed, m.Props = a.Has, a.Keys, a.Closed, a.Props
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

// testsApart reports whether no value passes both tests.
func testsApart(a, b *restore.Test) bool {
	types := overlap(a.Types, b.Types)
	if types == 0 {
		return true
	}
	if len(a.In) > 0 && len(b.In) > 0 {
		apart := true
		for _, x := range a.In {
			for _, y := range b.In {
				apart = apart && !dataEqual(ast.Data(x), ast.Data(y))
			}
		}
		if apart {
			return true
		}
	}
	if types != restore.AnObject {
		return false
	}
	for _, p := range [...][2]*restore.Test{{a, b}, {b, a}} {
		x, y := p[0], p[1]
		for _, name := range x.Has {
			if y.Closed && !slices.Contains(y.Keys, name) {
				return true
			}
			if u, v := propTest(x, name), propTest(y, name); u != nil && v != nil && testsApart(u, v) {
				return true
			}
		}
	}
	return false
}

func propTest(t *restore.Test, name string) *restore.Test {
	for i := range t.Props {
		if t.Props[i].Name == name {
			return t.Props[i].Test
		}
	}
	return nil
}
