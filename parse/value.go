package parse

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// literal reads a member by the shape that the keyword has in 2020-12.
func (b *builder) literal(n *node, m member) {
	k := ast.Kw(m.kw)
	v, why := b.value(n, k, m.val)
	if v == nil {
		b.malformed(m, why)
		return
	}
	b.put(k, v, b.span(m))
}

// value reads a value by the keyword's shape. It is nil, and says why, if the
// value is impossible.
func (b *builder) value(n *node, k ast.Kw, i uint32) (ast.Value, string) {
	t := b.t
	kind := t.cells[i].kind
	switch k.Info().Shape {
	case ast.ShapeSchema:
		if !t.isSchema(i) {
			return nil, "a schema is an object or a boolean, this is " + kindName(kind)
		}
		return b.schema(i, n.scope), ""
	case ast.ShapeList:
		if kind != '[' {
			return nil, "it must be an array of schemas, this is " + kindName(kind)
		}
		if t.cells[i].next == i+1 {
			return nil, "it must hold at least one schema"
		}
		return b.list(n, k, i), ""
	case ast.ShapeMap:
		if kind != '{' {
			return nil, "it must be an object of schemas, this is " + kindName(kind)
		}
		return b.table(n, k, i), ""
	case ast.ShapeTypes:
		return b.types(i)
	case ast.ShapeText:
		if kind != '"' {
			return nil, "it must be a string, this is " + kindName(kind)
		}
		s := t.str(i)
		if b.track {
			switch k {
			case ast.KwAnchor, ast.KwDynamicAnchor:
				n.res.anchor(s, n.at)
			}
		}
		return ast.Text(s), ""
	case ast.ShapeFlag:
		if kind != 't' && kind != 'f' {
			return nil, "it must be true or false, this is " + kindName(kind)
		}
		return ast.Flag(kind == 't'), ""
	case ast.ShapeNum:
		if kind != '0' {
			return nil, "it must be a number, this is " + kindName(kind)
		}
		if k == ast.KwMultipleOf && !positive(t.raw(i)) {
			return nil, "it must be greater than 0"
		}
		return ast.Num(t.raw(i)), ""
	case ast.ShapeCount:
		if kind != '0' || !isCount(t.raw(i)) {
			return nil, "it must be an integer from 0 on, this is " + clip(t.raw(i))
		}
		return ast.Num(t.raw(i)), ""
	case ast.ShapeNames:
		return b.names(i, k == ast.KwRequired)
	case ast.ShapeDeps:
		return b.deps(i)
	case ast.ShapeData:
		return ast.Data(t.raw(i)), ""
	case ast.ShapeDataList:
		if kind != '[' {
			return nil, "it must be an array, this is " + kindName(kind)
		}
		list := b.slabs.data(t.count(i))
		for j, n := i+1, 0; j < t.cells[i].next; j, n = t.cells[j].next, n+1 {
			list[n] = ast.Data(t.raw(j))
		}
		return list, ""
	case ast.ShapeRef:
		if kind != '"' {
			return nil, "it must be a string, this is " + kindName(kind)
		}
		return b.reference(n, t.str(i), i), ""
	}
	return nil, "it has no shape"
}

// list reads a non-empty array of schemas. An element that is none becomes {}.
func (b *builder) list(n *node, k ast.Kw, i uint32) ast.List {
	list := b.slabs.list(b.t.count(i))
	e := 0
	for j := i + 1; j < b.t.cells[i].next; j = b.t.cells[j].next {
		list[e] = b.element(n, k, j)
		e++
	}
	return list
}

// element reads a schema inside a list or map.
func (b *builder) element(n *node, k ast.Kw, i uint32) *ast.Schema {
	b.checkElement(k, i)
	return b.schema(i, n.scope)
}

func (b *builder) checkElement(k ast.Kw, i uint32) {
	if !b.t.isSchema(i) {
		b.upgraded = true
		b.report(diag.KeywordMalformed, b.t.span(i), k.String(), "a schema in it must be an object or a boolean, this is "+kindName(b.t.cells[i].kind)+" and is read as {}")
	}
}

// table reads an object of schemas.
func (b *builder) table(n *node, k ast.Kw, i uint32) ast.Map {
	t := b.t
	m := b.slabs.members(t.count(i))
	e := 0
	sc := n.scope
	sc.property = k == ast.KwProperties
	for j := i + 1; j < t.cells[i].next; j = t.cells[j+1].next {
		b.checkElement(k, j+1)
		s, req := b.schemaFlag(j+1, sc)
		name := t.str(j)
		m[e] = ast.Member{Name: name, Pos: t.span(j).Start, Schema: s}
		e++
		if req {
			n.required = append(n.required, name)
			b.requiredMoved(t.member(j, j+1), name)
		}
	}
	return m
}

func (b *builder) types(i uint32) (ast.Value, string) {
	t := b.t
	switch t.cells[i].kind {
	case '"':
		name := t.str(i)
		ty, ok := ast.LookupType(name)
		if !ok {
			return nil, quote(clip(name)) + " is no type"
		}
		return ast.OneType(ty), ""
	case '[':
		var list []ast.Type
		var seen ast.TypeSet
		for j := i + 1; j < t.cells[i].next; j = t.cells[j].next {
			if t.cells[j].kind != '"' {
				return nil, "a type is a string, this is " + kindName(t.cells[j].kind)
			}
			ty, ok := ast.LookupType(t.str(j))
			if !ok {
				return nil, quote(clip(t.str(j))) + " is no type"
			}
			if seen.Has(ty) {
				return nil, "it names " + ty.String() + " twice"
			}
			seen |= 1 << ty
			list = append(list, ty)
		}
		if len(list) == 0 {
			return nil, "it names no type"
		}
		return ast.TypeList(list...), ""
	}
	return nil, "it must be a type name or an array of them, this is " + kindName(t.cells[i].kind)
}

// names reads an array of strings; once drops repetitions.
func (b *builder) names(i uint32, once bool) (ast.Value, string) {
	t := b.t
	if t.cells[i].kind != '[' {
		return nil, "it must be an array of strings, this is " + kindName(t.cells[i].kind)
	}
	count := t.count(i)
	for j := i + 1; j < t.cells[i].next; j = t.cells[j].next {
		if t.cells[j].kind != '"' {
			return nil, "it must hold strings only, this is " + kindName(t.cells[j].kind)
		}
	}
	out := b.slabs.strings(count)[:0]
	var seen map[string]bool
	if once && count > 16 {
		seen = make(map[string]bool, count)
	}
	for j := i + 1; j < t.cells[i].next; j = t.cells[j].next {
		name := t.str(j)
		if once {
			dup := false
			if seen != nil {
				dup = seen[name]
				seen[name] = true
			} else {
				for _, o := range out {
					dup = dup || o == name
				}
			}
			if dup {
				b.upgraded = true
				b.report(diag.RequiredRepeated, t.span(j), quote(name), "")
				continue
			}
		}
		out = append(out, name)
	}
	return ast.Names(out), ""
}

func (b *builder) deps(i uint32) (ast.Value, string) {
	t := b.t
	if t.cells[i].kind != '{' {
		return nil, "it must be an object of string arrays, this is " + kindName(t.cells[i].kind)
	}
	deps := make(ast.Deps, 0, t.count(i))
	for j := i + 1; j < t.cells[i].next; j = t.cells[j+1].next {
		v, why := b.names(j+1, false)
		if v == nil {
			return nil, why
		}
		deps = append(deps, ast.Dep{Name: t.str(j), Names: v.(ast.Names)})
	}
	return deps, ""
}

// clip shortens source text for a message.
func clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}

// isCount reports whether a JSON number is an integer from 0 on: 3, 2.0 and
// 1e2 are, -1 and 1.5 are not.
func isCount(s string) bool {
	if s[0] == '-' {
		return !positive(s[1:])
	}
	return isInteger(s)
}

// isInteger reports whether a JSON number has no fractional part.
func isInteger(s string) bool {
	plain := true
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			plain = false
		}
	}
	if plain {
		return true
	}
	mant, exp := s, ""
	if e := strings.IndexAny(s, "eE"); e >= 0 {
		mant, exp = s[:e], s[e+1:]
	}
	whole, frac, _ := strings.Cut(mant, ".")
	frac = strings.TrimRight(frac, "0")
	neg := strings.HasPrefix(exp, "-")
	shift := strings.TrimLeft(strings.TrimLeft(exp, "+-"), "0")
	if len(shift) > 9 { // beyond any text: it dwarfs the digits
		return !neg || !positive(mant)
	}
	n := 0
	for i := range len(shift) {
		n = n*10 + int(shift[i]-'0')
	}
	if !neg {
		return len(frac) <= n || !positive(mant)
	}
	if frac != "" {
		return false
	}
	zeros := len(whole) - len(strings.TrimRight(whole, "0"))
	return zeros >= n || !positive(mant)
}

// positive reports whether a JSON number is greater than 0.
func positive(s string) bool {
	if s[0] == '-' {
		return false
	}
	if e := strings.IndexAny(s, "eE"); e >= 0 {
		s = s[:e]
	}
	return strings.ContainsAny(s, "123456789")
}
