package parse

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// upgrade says that a member was read as something else.
func (b *builder) upgrade(m member, became string) {
	b.upgraded = true
	b.report(diag.KeywordUpgraded, b.span(m), b.t.str(m.name), became)
}

// schemaURI keeps $schema right for the tree: `"$schema":
// "http://json-schema.org/draft-07/schema#"` declares 2020-12 now.
func (b *builder) schemaURI(n *node, m member) {
	if b.t.cells[m.val].kind != '"' {
		b.malformed(m, "it must be a string")
		return
	}
	uri := b.t.str(m.val)
	d, ok := Dialect(uri)
	switch {
	case ok && d == ast.Draft2020, !ok && n.draft == ast.Draft2020 && n.off.Empty():
		b.literal(n, m)
	default:
		b.upgrade(m, quote(dialect2020))
		b.put(ast.KwSchema, ast.Text(dialect2020), b.span(m))
	}
}

// definitions reads `definitions` and `$defs`, which one node may both have.
func (b *builder) definitions(n *node, m member) {
	if b.t.cells[m.val].kind != '{' {
		b.malformed(m, "it must be an object of schemas, this is "+kindName(b.t.cells[m.val].kind))
		return
	}
	defs := b.table(n, ast.KwDefs, m.val)
	if ast.Kw(m.kw) != ast.KwDefs {
		b.upgrade(m, "$defs")
	}
	old := b.find(n, ast.KwDefs)
	if old == nil {
		b.put(ast.KwDefs, defs, b.span(m))
		return
	}
	merged := append(ast.Map(nil), old.Val.(ast.Map)...)
	names := newNames(merged)
	second := newNames(defs)
	for i := range defs {
		if names.taken[defs[i].Name] {
			defs[i].Name = names.fresh(defs[i].Name, second.taken)
		}
		names.taken[defs[i].Name] = true
	}
	b.upgraded = true
	b.find(n, ast.KwDefs).Val = append(merged, defs...)
}

// nameSet finds names that are not taken: a_2, a_3, …
type nameSet struct {
	taken map[string]bool
	last  map[string]int // the number given last, so that many of one name stay linear
}

func newNames(m ast.Map) nameSet {
	s := nameSet{make(map[string]bool, len(m)), map[string]int{}}
	for i := range m {
		s.taken[m[i].Name] = true
	}
	return s
}

func (s *nameSet) fresh(name string, also map[string]bool) string {
	for i := max(s.last[name]+1, 2); ; i++ {
		if f := name + "_" + itoa(i); !s.taken[f] && !also[f] {
			s.last[name] = i
			return f
		}
	}
}

// join puts an applicator that a rule made. If the node has one of that name
// besides, the two are a conjunction: the second goes into allOf.
func (b *builder) join(n *node, k ast.Kw, v ast.Value, m member) {
	if b.find(n, k) == nil && !(n.has.Has(k) && b.reads(n, k)) {
		b.put(k, v, b.span(m))
		return
	}
	span := b.t.span(m.val)
	n.extra = append(n.extra, b.made(ast.New(span, []ast.Keyword{{Kw: k, Val: v, Span: span}})))
}

// reads reports whether the node's dialect reads the keyword at all.
func (b *builder) reads(n *node, k ast.Kw) bool {
	a := actions[n.draft][k]
	return a.do == literal || a.do == special || a.do == future && b.opt.Intent
}

// items reads a tuple: `"items": [A, B]` is prefixItems.
func (b *builder) items(n *node, m member) {
	if b.t.cells[m.val].kind != '[' {
		b.literal(n, m)
		return
	}
	if n.has.Has(ast.KwPrefixItems) && from20.has(n.draft) {
		b.malformed(m, "prefixItems beside it is the tuple")
		return
	}
	b.upgrade(m, "prefixItems")
	if b.t.cells[m.val].next == m.val+1 {
		return // an empty tuple: additionalItems speaks of every element
	}
	b.put(ast.KwPrefixItems, b.list(n, ast.KwPrefixItems, m.val), b.span(m))
}

// tuple reports whether items is an array, and the tuple.
func (b *builder) tuple(n *node) bool {
	if !n.has.Has(ast.KwItems) || n.has.Has(ast.KwPrefixItems) && from20.has(n.draft) {
		return false
	}
	for i := n.from; i < n.to; i++ {
		if m := b.members[i]; ast.Kw(m.kw) == ast.KwItems {
			return b.t.cells[m.val].kind == '['
		}
	}
	return false
}

// additionalItems is items after a tuple and nothing otherwise.
func (b *builder) additionalItems(n *node, m member) {
	if !b.tuple(n) {
		b.drop(n, m)
		b.upgrade(m, "left out: it says nothing without a tuple")
		return
	}
	v, why := b.value(n, ast.KwItems, m.val)
	if v == nil {
		b.malformed(m, why)
		return
	}
	b.upgrade(m, "items")
	b.put(ast.KwItems, v, b.span(m))
}

// dependencies is dependentRequired and dependentSchemas in one:
//
//	{"a": ["b"], "c": {"minProperties": 2}, "d": "e"}
//
// with the single name of draft 03.
func (b *builder) dependencies(n *node, m member) {
	t := b.t
	if t.cells[m.val].kind != '{' {
		b.malformed(m, "it must be an object, this is "+kindName(t.cells[m.val].kind))
		return
	}
	var deps ast.Deps
	var schemas ast.Map
	for j := m.val + 1; j < t.cells[m.val].next; j = t.cells[j+1].next {
		name := t.str(j)
		switch kind := t.cells[j+1].kind; {
		case kind == '[':
			v, why := b.names(j+1, false)
			if v == nil {
				b.upgraded = true
				b.report(diag.KeywordMalformed, t.span(j+1), "dependencies", why)
				continue
			}
			deps = append(deps, ast.Dep{Name: name, Names: v.(ast.Names)})
		case kind == '"' && (n.draft == ast.Draft03 || n.draft == ast.Undeclared):
			deps = append(deps, ast.Dep{Name: name, Names: ast.Names{t.str(j + 1)}})
		default:
			schemas = append(schemas, ast.Member{Name: name, Pos: t.span(j).Start, Schema: b.element(n, ast.KwDependentSchemas, j+1)})
		}
	}
	switch {
	case deps == nil && schemas == nil:
		b.upgrade(m, "left out: it is empty")
	case schemas == nil:
		b.upgrade(m, "dependentRequired")
	case deps == nil:
		b.upgrade(m, "dependentSchemas")
	default:
		b.upgrade(m, "dependentRequired and dependentSchemas")
	}
	if deps != nil {
		b.join(n, ast.KwDependentRequired, deps, m)
	}
	if schemas != nil {
		b.join(n, ast.KwDependentSchemas, schemas, m)
	}
}

// containsAlone hides contains from unevaluatedItems: since 2020-12 an element
// that contains accepts counts as evaluated. Under a double not it asserts the
// same and evaluates nothing:
//
//	{"contains": C, "minContains": 2} → {"not": {"not": {"contains": C, "minContains": 2}}}
func (b *builder) containsAlone(n *node, m member) {
	if !b.mentionsUnevaluated() {
		b.literal(n, m)
		return
	}
	out := len(b.kws)
	for i := n.from; i < n.to; i++ {
		switch x := b.members[i]; ast.Kw(x.kw) {
		case ast.KwContains, ast.KwMinContains, ast.KwMaxContains:
			b.literal(n, x)
		}
	}
	span := b.t.span(m.val)
	inner := b.made(ast.New(span, b.slabs.keywords(b.kws[out:])))
	b.kws = b.kws[:out]
	outer := b.made(ast.New(span, []ast.Keyword{{Kw: ast.KwNot, Val: inner, Span: b.span(m)}}))
	b.upgrade(m, "counted by unevaluatedItems, so it is under a double not")
	b.join(n, ast.KwNot, outer, m)
}

func (b *builder) containsBound(n *node, m member) {
	if n.has.Has(ast.KwContains) && b.mentionsUnevaluated() {
		return
	}
	b.literal(n, m)
}

func (b *builder) mentionsUnevaluated() bool {
	if b.unevaluated == 0 {
		b.unevaluated = 1
		if strings.Contains(b.src.Text, "unevaluatedItems") {
			b.unevaluated = 2
		}
		for _, text := range b.opt.Resources {
			if strings.Contains(string(text), "unevaluatedItems") {
				b.unevaluated = 2
			}
		}
	}
	return b.unevaluated == 2
}

// example is the single example of OpenAPI.
func (b *builder) example(n *node, m member) {
	if n.has.Has(ast.KwExamples) {
		b.literal(n, m)
		return
	}
	b.upgrade(m, "examples")
	b.put(ast.KwExamples, ast.DataList{ast.Data(b.t.raw(m.val))}, b.span(m))
}

// format renames what has a new name: draft 03's host-name, OpenAPI's byte.
func (b *builder) format(n *node, m member) {
	if b.t.cells[m.val].kind == '"' {
		switch name := b.t.str(m.val); {
		case n.draft == ast.Draft03 && name == "host-name":
			b.upgrade(m, "hostname")
			b.put(ast.KwFormat, ast.Text("hostname"), b.span(m))
			return
		case n.draft == ast.Draft03 && name == "ip-address":
			b.upgrade(m, "ipv4")
			b.put(ast.KwFormat, ast.Text("ipv4"), b.span(m))
			return
		case n.draft == ast.OpenAPI30 && name == "byte" && !n.has.Has(ast.KwContentEncoding):
			b.upgrade(m, "contentEncoding base64")
			b.put(ast.KwContentEncoding, ast.Text("base64"), b.span(m))
			return
		case n.draft == ast.OpenAPI30 && name == "binary" && !n.has.Has(ast.KwContentMediaType):
			b.upgrade(m, "contentMediaType application/octet-stream")
			b.put(ast.KwContentMediaType, ast.Text("application/octet-stream"), b.span(m))
			return
		}
	}
	b.literal(n, m)
}

// vocabulary renames the vocabularies of 2019-09 in a metaschema.
func (b *builder) vocabulary(n *node, m member) {
	raw := b.t.raw(m.val)
	now := strings.ReplaceAll(raw, "/draft/2019-09/vocab/", "/draft/2020-12/vocab/")
	if now == raw {
		b.literal(n, m)
		return
	}
	b.upgrade(m, "the vocabularies of 2020-12")
	const applicator = `"https://json-schema.org/draft/2020-12/vocab/applicator"`
	if i := strings.Index(now, applicator); i >= 0 && !strings.Contains(now, "vocab/unevaluated") {
		now = now[:i] + `"https://json-schema.org/draft/2020-12/vocab/unevaluated":true,` + now[i:]
	}
	now = strings.ReplaceAll(now, "2020-12/vocab/format\"", "2020-12/vocab/format-annotation\"")
	b.put(ast.KwVocabulary, ast.Data(now), b.span(m))
}
