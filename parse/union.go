package parse

import (
	"slices"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// typeUnion reads the type of draft 03, whose members may be schemas, and the
// tolerant one: `"any"` accepts anything, `"STRING"` is a string, and a name that
// is repeated counts once.
func (b *builder) typeUnion(n *node, m member) {
	t := b.t
	kind := t.cells[m.val].kind
	if v, _ := b.types(m.val); v != nil {
		b.put(ast.KwType, v, b.span(m))
		return
	}
	if kind != '"' && kind != '[' || kind == '[' && t.cells[m.val].next == m.val+1 {
		_, why := b.types(m.val)
		b.malformed(m, why)
		return
	}
	u := b.union(n, m)
	switch {
	case u.why != "":
		b.malformed(m, u.why)
	case u.any:
		b.upgrade(m, "left out: it accepts anything")
	case len(u.schemas) == 0:
		b.upgraded = true
		b.put(ast.KwType, u.types(kind == '['), b.span(m))
	default:
		b.upgrade(m, "anyOf")
		b.join(n, ast.KwAnyOf, u.branches(b, t.span(m.val)), m)
	}
}

// union is a draft-03 union of simple types and schemas.
type union struct {
	simple  []ast.Type
	schemas []*ast.Schema
	any     bool // one of them accepts everything
	why     string
}

func (u *union) types(list bool) ast.Types {
	if !list {
		return ast.OneType(u.simple[0])
	}
	return ast.TypeList(u.simple...)
}

// branches is the union as the list of an anyOf.
func (u *union) branches(b *builder, span ast.Span) ast.List {
	var list ast.List
	if len(u.simple) > 0 {
		ty := u.types(len(u.simple) > 1)
		list = append(list, b.made(ast.New(span, []ast.Keyword{{Kw: ast.KwType, Val: ty, Span: span}})))
	}
	return append(list, u.schemas...)
}

// union reads the value of type or disallow.
func (b *builder) union(n *node, m member) union {
	t := b.t
	var u union
	one := func(i uint32) {
		switch t.cells[i].kind {
		case '"':
			name := t.str(i)
			ty, ok := ast.LookupType(name)
			if !ok && n.draft == ast.Undeclared {
				if ty, ok = ast.LookupType(strings.ToLower(name)); ok {
					b.upgraded = true
					b.report(diag.TypeCase, t.span(i), name, ty.String())
				}
			}
			switch {
			case ok && n.draft == ast.Undeclared && slices.Contains(u.simple, ty):
				b.upgraded = true
				b.report(diag.TypeRepeated, t.span(i), ty.String(), "")
			case ok:
				u.simple = append(u.simple, ty)
			case name == "any", n.draft == ast.Draft03:
				u.any = true
			default:
				u.why = quote(clip(name)) + " is no type"
			}
		case '{', 't', 'f':
			u.schemas = append(u.schemas, b.schema(i, n.scope))
		default:
			u.why = "a type is a string or a schema, this is " + kindName(t.cells[i].kind)
		}
	}
	if t.cells[m.val].kind != '[' {
		one(m.val)
		return u
	}
	for i := m.val + 1; i < t.cells[m.val].next && u.why == ""; i = t.cells[i].next {
		one(i)
	}
	var seen ast.TypeSet
	for _, ty := range u.simple {
		if seen.Has(ty) && n.draft != ast.Draft03 {
			u.why = "it names " + ty.String() + " twice"
		}
		seen |= 1 << ty
	}
	return u
}

// disallow is draft 03's not: `"disallow": ["string", {"minimum": 3}]`.
func (b *builder) disallow(n *node, m member) {
	u := b.union(n, m)
	if u.why != "" || len(u.simple)+len(u.schemas) == 0 && !u.any {
		if n.draft == ast.Undeclared {
			b.unknown(n, m)
		} else {
			b.malformed(m, u.why)
		}
		return
	}
	b.upgrade(m, "not")
	span := b.t.span(m.val)
	var inner *ast.Schema
	switch branches := u.branches(b, span); {
	case u.any:
		inner = b.made(ast.New(span, nil))
	case len(branches) == 1:
		inner = branches[0]
	default:
		inner = b.made(ast.New(span, []ast.Keyword{{Kw: ast.KwAnyOf, Val: branches, Span: span}}))
	}
	b.join(n, ast.KwNot, inner, m)
}

// extends is draft 03's allOf: one schema or an array of them.
func (b *builder) extends(n *node, m member) {
	t := b.t
	var list ast.List
	switch t.cells[m.val].kind {
	case '{':
		list = ast.List{b.schema(m.val, n.scope)}
	case '[':
		for i := m.val + 1; i < t.cells[m.val].next; i = t.cells[i].next {
			if !t.isSchema(i) {
				b.unknown(n, m)
				return
			}
		}
		if t.cells[m.val].next > m.val+1 {
			list = b.list(n, ast.KwAllOf, m.val)
		}
	default:
		b.unknown(n, m)
		return
	}
	b.upgrade(m, "allOf")
	if len(list) == 0 {
		return
	}
	if n.has.Has(ast.KwAllOf) && b.reads(n, ast.KwAllOf) {
		n.extra = append(n.extra, list...)
		return
	}
	b.put(ast.KwAllOf, list, b.span(m))
}
