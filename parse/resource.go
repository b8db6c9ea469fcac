package parse

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// fakeBase is the URI of a document that has none: relative references in it
// find each other, and no reference that was written can name it.
const fakeBase = "schemac:///"

// resource is a schema with a base URI of its own: a document's root, or a
// schema with an $id.
type resource struct {
	ast.Base
	t       *tape
	root    uint32
	anchors map[string]uint32
	// lost: its $id is not in the output, so that a relative $id inside must
	// be made absolute.
	lost bool
	memo map[string]int32 // fragments that were resolved, to places; -1 none
}

// newResource registers the resource; the first of two with one URI is the one
// that is found.
func (b *builder) newResource(uri string, t *tape, root uint32) (r *resource, first bool) {
	old := b.resources[uri]
	if old != nil && old.t == t && old.root == root {
		return old, true
	}
	r = &resource{Base: ast.Base{URI: uri}, t: t, root: root}
	if old != nil {
		return r, false
	}
	if b.resources == nil {
		b.resources = make(map[string]*resource)
	}
	b.resources[uri] = r
	return r, true
}

// anchor names a schema of the resource; the first of two wins.
func (r *resource) anchor(name string, at uint32) {
	if r.anchors == nil {
		r.anchors = make(map[string]uint32)
	}
	if _, ok := r.anchors[name]; !ok {
		r.anchors[name] = at
	}
}

// enter reads what a node says about itself before its members are read: its
// dialect, whether $ref replaces it, and its base URI.
func (b *builder) enter(n *node) {
	if !n.has.Overlaps(entering) {
		return
	}
	t := b.t
	if n.at != 0 && n.has.Has(ast.KwSchema) && n.has.Overlaps(ast.Set(ast.KwID, ast.KwLegacyID)) {
		d, off, i, ok := b.declared(n.at, n.draft)
		if ok {
			n.draft, n.off = d, off
		} else {
			b.report(diag.UnknownDialect, t.span(i), quote(t.str(i)), "")
		}
	}
	if n.has.Has(ast.KwRef) && refAlone.has(n.draft) {
		if i, ok := t.find(n.at, "$ref"); ok && t.cells[i].kind == '"' {
			n.alone = true
			b.nickname(n)
			return
		}
	}
	name := b.idName(n)
	if name == "" {
		return
	}
	i, _ := t.find(n.at, name)
	if t.cells[i].kind != '"' {
		return
	}
	base, fragment, _ := strings.Cut(t.str(i), "#")
	outer := n.res
	if base != "" {
		uri, _ := n.res.Resolve(base)
		var first bool
		n.res, first = b.newResource(uri, t, n.at)
		n.res.lost = !first
		n.absolute = n.loose || outer.lost
	}
	if fragment != "" && fragment[0] != '/' && n.draft != ast.Draft2020 {
		n.res.anchor(fragment, n.at)
	}
}

// nickname lets references by the root's $id find it although the $ref beside
// the $id makes it void: they could not mean anything else.
func (b *builder) nickname(n *node) {
	name := b.idName(n)
	if n.at != 0 || name == "" {
		return
	}
	if i, _ := b.t.find(n.at, name); b.t.cells[i].kind == '"' {
		uri, _ := n.res.Resolve(b.t.str(i))
		if b.resources[uri] == nil {
			b.resources[uri] = n.res
		}
	}
}

var entering = ast.Set(ast.KwSchema, ast.KwRef, ast.KwID, ast.KwLegacyID)

// idName is the member that sets the node's base URI, "" if there is none.
func (b *builder) idName(n *node) string {
	id, legacy := n.has.Has(ast.KwID), n.has.Has(ast.KwLegacyID)
	switch {
	case n.draft == ast.OpenAPI30:
	case n.draft == ast.Draft03, n.draft == ast.Draft04:
		if legacy {
			return "id"
		}
	case id:
		return "$id"
	case legacy && n.draft == ast.Undeclared:
		if i, ok := b.t.find(n.at, "id"); ok && b.t.cells[i].kind == '"' && looksLikeURI(b.t.str(i)) {
			return "id"
		}
	}
	return ""
}

// looksLikeURI tells the id of draft 04 from a member of that name in a schema
// that declares no dialect.
func looksLikeURI(s string) bool {
	return s != "" && !strings.ContainsAny(s, " \t\n<>\"{}|\\^`") && (s[0] == '#' || strings.ContainsAny(s, ":/"))
}

// identifier reads id and $id:
//
//	"id": "http://x/y#"   → "$id": "http://x/y"
//	"$id": "#a"           → "$anchor": "a"
//	"$id": "a.json#b"     → "$id": "a.json", "$anchor": "b"
//	"$id": "#/properties" → nothing: generators write it, and it names nothing
func (b *builder) identifier(n *node, m member) {
	t := b.t
	if b.idName(n) != t.str(m.name) {
		b.unknown(n, m)
		return
	}
	if t.cells[m.val].kind != '"' {
		b.malformed(m, "it must be a string")
		return
	}
	text := t.str(m.val)
	base, fragment, cut := strings.Cut(text, "#")
	var became []string
	if base != "" {
		switch {
		case n.res.lost: // A9: a second schema of that URI
			became = append(became, "left out: another schema has this URI")
		case n.absolute:
			base = b.public(n.res.URI)
			fallthrough
		default:
			b.put(ast.KwID, ast.Text(base), b.span(m))
			if base != text || ast.Kw(m.kw) != ast.KwID {
				became = append(became, "$id "+quote(base))
			}
		}
	}
	if fragment != "" && fragment[0] != '/' {
		if isAnchor(fragment) && !(n.has.Has(ast.KwAnchor) && from19.has(n.draft)) && n.res.anchors[fragment] == n.at {
			b.put(ast.KwAnchor, ast.Text(fragment), b.span(m))
			became = append(became, "$anchor "+quote(fragment))
		}
	}
	if became == nil {
		if !cut && ast.Kw(m.kw) == ast.KwID {
			if text == "" { // `"$id": ""` is the base itself
				b.put(ast.KwID, ast.Text(text), b.span(m))
			}
			return
		}
		became = append(became, "left out: it names nothing")
	}
	b.upgrade(m, strings.Join(became, " and "))
}

// anchor reads $anchor of 2019-09, whose names may hold a colon. Such a name is
// left out and references to it become pointers.
func (b *builder) anchor(n *node, m member) {
	if b.t.cells[m.val].kind != '"' {
		b.malformed(m, "it must be a string")
		return
	}
	name := b.t.str(m.val)
	n.res.anchor(name, n.at)
	if !isAnchor(name) || n.res.anchors[name] != n.at {
		b.upgrade(m, "left out: the name is not one of 2020-12, or is taken")
		return
	}
	b.put(ast.KwAnchor, ast.Text(name), b.span(m))
}

// isAnchor reports whether 2020-12 allows the name: ^[A-Za-z_][-A-Za-z0-9._]*$.
func isAnchor(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return s != ""
}

// public is a URI as it may be printed: without the fake base.
func (b *builder) public(uri string) string {
	if rest, ok := strings.CutPrefix(uri, fakeBase); ok {
		return rest
	}
	return uri
}

// recursiveRef is 2019-09's `"$recursiveRef": "#"`: where the resource has
// `$recursiveAnchor: true`, the outermost such resource, else the resource.
func (b *builder) recursiveRef(n *node, m member) {
	t := b.t
	if t.cells[m.val].kind != '"' {
		b.malformed(m, "it must be a string")
		return
	}
	if t.str(m.val) != "#" {
		b.upgrade(m, "left out: it can only be #")
		return
	}
	r := n.res
	if !b.recurses(r) {
		b.upgrade(m, "$ref")
		b.join(n, ast.KwRef, b.reference(n, "#", m.val), m)
		return
	}
	name := b.recursiveName()
	r.anchor(name, r.root)
	b.upgrade(m, "$dynamicRef")
	b.join(n, ast.KwDynamicRef, b.reference(n, "#"+name, m.val), m)
}

// recurses reports whether the resource has `$recursiveAnchor: true`.
func (b *builder) recurses(r *resource) bool {
	if r.t.cells[r.root].kind != '{' {
		return false
	}
	i, ok := r.t.find(r.root, "$recursiveAnchor")
	return ok && r.t.cells[i].kind == 't'
}

func (b *builder) recursiveAnchor(n *node, m member) {
	kind := b.t.cells[m.val].kind
	if kind != 't' && kind != 'f' {
		b.malformed(m, "it must be true or false")
		return
	}
	if kind == 'f' || n.res.t != b.t || n.res.root != n.at || n.has.Has(ast.KwDynamicAnchor) && b.reads(n, ast.KwDynamicAnchor) {
		b.upgrade(m, "left out: it says nothing")
		return
	}
	name := b.recursiveName()
	n.res.anchor(name, n.at)
	b.upgrade(m, "$dynamicAnchor "+quote(name))
	b.put(ast.KwDynamicAnchor, ast.Text(name), b.span(m))
}

// recursiveName is the anchor that stands for $recursiveAnchor in every
// resource of the document: a word that none of the texts contains.
func (b *builder) recursiveName() string {
	for i := 0; b.recursive == ""; i++ {
		name := "recursive"
		if i > 0 {
			name += itoa(i + 1)
		}
		taken := strings.Contains(b.src.Text, quote(name)) || strings.Contains(b.src.Text, "#"+name)
		for _, text := range b.opt.Resources {
			taken = taken || strings.Contains(string(text), quote(name)) || strings.Contains(string(text), "#"+name)
		}
		if !taken {
			b.recursive = name
		}
	}
	return b.recursive
}

// dropped is a member that was left out of the tree.
type dropped struct {
	t  *tape
	at uint32
	sc scope
}

// drop remembers a member that is left out.
func (b *builder) drop(n *node, m member) {
	b.upgraded = true
	if b.track {
		b.lost = append(b.lost, dropped{b.t, m.val, n.scope})
	}
}

// searchLost names the schemas inside dropped members, for references by URI
// or anchor that find nothing else. It reports whether there was anything to
// search.
func (b *builder) searchLost() bool {
	lost := b.lost
	b.lost = nil
	for _, l := range lost {
		b.nameAll(l.t, l.at, l.sc)
	}
	return len(lost) > 0
}

// nameAll registers the identifiers of the schemas at and below a value that may
// be one.
func (b *builder) nameAll(t *tape, at uint32, sc scope) {
	c := t.cells[at]
	if c.kind == '[' {
		for i := at + 1; i < c.next; i = t.cells[i].next {
			b.nameAll(t, i, sc)
		}
	}
	if c.kind != '{' || c.place != 0 {
		return
	}
	id := "$id"
	if (d3 | d4).has(sc.draft) {
		id = "id"
	}
	if i, ok := t.find(at, id); ok && t.cells[i].kind == '"' && sc.draft != ast.OpenAPI30 {
		base, fragment, _ := strings.Cut(t.str(i), "#")
		if base != "" {
			uri, _ := sc.res.Resolve(base)
			sc.res, _ = b.newResource(uri, t, at)
		}
		if fragment != "" && fragment[0] != '/' {
			sc.res.anchor(fragment, at)
		}
	}
	if i, ok := t.find(at, "$anchor"); ok && t.cells[i].kind == '"' && from19.has(sc.draft) {
		sc.res.anchor(t.str(i), at)
	}
	for i := at + 1; i < c.next; i = t.cells[i+1].next {
		switch ast.Lookup(t.str(i)) {
		case ast.KwEnum, ast.KwConst, ast.KwDefault, ast.KwExamples, ast.KwExample:
		default:
			b.nameAll(t, i+1, sc)
		}
	}
}
