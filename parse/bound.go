package parse

import (
	"github.com/schemac/schemac/ast"
)

// requiredFlag reads draft 03's `"required": true`, which a property says of
// itself and 2020-12 says in the parent's list.
func (b *builder) requiredFlag(n *node, m member) {
	switch b.t.cells[m.val].kind {
	case 't', 'f':
		if !n.inProperty && n.draft == ast.Undeclared {
			b.malformed(m, "it must be an array of strings")
			return
		}
		b.upgraded = true
		n.isReq = n.inProperty && b.t.cells[m.val].kind == 't'
		if !n.isReq {
			b.upgrade(m, "left out: it says nothing here")
		}
	default:
		if n.draft == ast.Draft03 {
			b.future(n, m)
			return
		}
		b.literal(n, m)
	}
}

// flagged reports whether a bound has its partner: is `exclusiveMinimum: true` beside `minimum`?
func (b *builder) flagged(n *node, k ast.Kw) bool {
	if !n.has.Has(k) {
		return false
	}
	for i := n.from; i < n.to; i++ {
		if m := b.members[i]; ast.Kw(m.kw) == k {
			return b.t.cells[m.val].kind == 't'
		}
	}
	return false
}

// bound reads minimum and maximum where a boolean sibling makes them exclusive.
func (b *builder) bound(n *node, m member) {
	k := ast.KwExclusiveMinimum
	if ast.Kw(m.kw) == ast.KwMaximum {
		k = ast.KwExclusiveMaximum
	}
	if b.t.cells[m.val].kind != '0' || !b.flagged(n, k) {
		b.literal(n, m)
		return
	}
	b.upgrade(m, k.String())
	b.put(k, ast.Num(b.t.raw(m.val)), b.span(m))
}

// exclusive reads the boolean exclusiveMinimum and exclusiveMaximum: bound has
// used it, and alone it says nothing.
func (b *builder) exclusive(n *node, m member) {
	switch b.t.cells[m.val].kind {
	case 't', 'f':
		b.upgrade(m, "a number")
	case '0':
		if n.draft != ast.Undeclared {
			b.future(n, m)
			return
		}
		b.literal(n, m)
	default:
		b.malformed(m, "it must be a boolean or a number")
	}
}

func (b *builder) divisibleBy(n *node, m member) {
	v, why := b.value(n, ast.KwMultipleOf, m.val)
	if v == nil {
		b.malformed(m, why)
		return
	}
	b.upgrade(m, "multipleOf")
	b.join(n, ast.KwMultipleOf, v, m)
}
