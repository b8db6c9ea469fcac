package parse

import (
	"strconv"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

func itoa(i int) string { return strconv.Itoa(i) }

// finish adds to a node what its members ask of it together.
func (b *builder) finish(n *node) {
	if n.extra != nil {
		b.finishAllOf(n)
	}
	if n.required != nil {
		b.finishRequired(n)
	}
	if n.nullable != nil {
		b.finishNullable(n, *n.nullable)
	}
}

func (b *builder) finishAllOf(n *node) {
	if old := b.find(n, ast.KwAllOf); old != nil {
		old.Val = append(append(ast.List(nil), old.Val.(ast.List)...), n.extra...)
		return
	}
	b.put(ast.KwAllOf, n.extra, b.t.span(n.at))
}

// finishRequired adds the properties that said `required: true`.
func (b *builder) finishRequired(n *node) {
	old := b.find(n, ast.KwRequired)
	if old == nil {
		b.put(ast.KwRequired, ast.Names(n.required), b.t.span(n.at))
		return
	}
	names := append(ast.Names(nil), old.Val.(ast.Names)...)
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		seen[name] = true
	}
	for _, name := range n.required {
		if !seen[name] {
			names = append(names, name)
		}
	}
	old.Val = names
}

// nullable reads OpenAPI's `"nullable": true`; see finishNullable.
func (b *builder) nullable(n *node, m member) {
	switch b.t.cells[m.val].kind {
	case 't':
		n.nullable = &m
	case 'f':
		b.upgrade(m, "left out: it says nothing")
	default:
		b.malformed(m, "it must be true or false")
	}
}

// mayReject are the keywords that can refuse null.
var mayReject = ast.Set(ast.KwType, ast.KwEnum, ast.KwConst, ast.KwRef, ast.KwDynamicRef, ast.KwAllOf, ast.KwAnyOf, ast.KwOneOf, ast.KwNot, ast.KwIf)

// finishNullable lets the node accept null. OpenAPI 3.0.3 gives nullable a
// meaning only beside type, and an enum without null still excludes it. What
// producers mean by it, and so what it means where nothing is declared, is that
// null is accepted too, whatever else the node says.
func (b *builder) finishNullable(n *node, m member) {
	var has ast.KwSet
	for _, k := range b.kws[n.out:] {
		has.Add(k.Kw)
	}
	if n.draft == ast.OpenAPI30 && (has.Has(ast.KwType) || !b.opt.Intent) {
		if !has.Has(ast.KwType) {
			b.upgrade(m, "left out: it says nothing without type")
			return
		}
		b.upgrade(m, "type null")
		b.addNull(n)
		return
	}
	switch rejecters := has.And(mayReject); {
	case rejecters.Empty():
		b.upgrade(m, "left out: null is accepted already")
	case rejecters.AndNot(ast.Set(ast.KwType, ast.KwEnum)).Empty():
		b.upgrade(m, "type null")
		if has.Has(ast.KwType) {
			b.addNull(n)
		}
		if enum := b.find(n, ast.KwEnum); enum != nil {
			list := enum.Val.(ast.DataList)
			for _, d := range list {
				if d == "null" {
					return
				}
			}
			enum.Val = append(append(ast.DataList(nil), list...), "null")
		}
	case rejecters == ast.Set(ast.KwAnyOf):
		b.upgrade(m, "a branch of type null")
		anyOf := b.find(n, ast.KwAnyOf)
		list := anyOf.Val.(ast.List)
		for _, s := range list {
			if s.Types().Has(ast.Null) && s.Len() == 1 {
				return
			}
		}
		anyOf.Val = append(append(ast.List(nil), list...), b.nullSchema(m))
	default:
		b.upgrade(m, "anyOf with null")
		b.wrapNull(n, m)
	}
}

// addNull adds null to the node's type.
func (b *builder) addNull(n *node) {
	k := b.find(n, ast.KwType)
	types, ok := k.Val.(ast.Types)
	if !ok || types.Has(ast.Null) {
		return
	}
	var list []ast.Type
	for i := range types.Len() {
		list = append(list, types.At(i))
	}
	k.Val = ast.TypeList(append(list, ast.Null)...)
}

func (b *builder) nullSchema(m member) *ast.Schema {
	span := b.span(m)
	return b.made(ast.New(span, []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(ast.Null), Span: span}}))
}

// wrapNull turns the node into {annotations, anyOf: [{assertions}, null]}.
func (b *builder) wrapNull(n *node, m member) {
	var inner []ast.Keyword
	kept := b.kws[:n.out]
	for _, k := range b.kws[n.out:] {
		c := k.Kw.Info().Class
		switch {
		case c == ast.Annotation, c == ast.Core && k.Kw != ast.KwRef && k.Kw != ast.KwDynamicRef:
			kept = append(kept, k)
		default:
			inner = append(inner, k)
		}
	}
	b.kws = kept
	body := b.made(ast.New(b.t.span(n.at), inner))
	b.put(ast.KwAnyOf, ast.List{body, b.nullSchema(m)}, b.span(m))
}

// requiredMoved reports a property's `required: true`.
func (b *builder) requiredMoved(at ast.Span, name string) {
	b.report(diag.RequiredMoved, at, quote(name), "")
}
