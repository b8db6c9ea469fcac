package parse

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// pending is a reference that was read and not yet resolved.
type pending struct {
	ref  *ast.Ref
	sc   scope
	span ast.Span
}

// reference makes a Ref; resolve finds its target when everything is read.
func (b *builder) reference(n *node, text string, at uint32) *ast.Ref {
	r := b.slabs.ref()
	*r = ast.Ref{Def: ast.Dangling, Text: text}
	b.pending = append(b.pending, pending{r, n.scope, b.t.span(at)})
	return r
}

// resolve finds the target of every reference. Targets that no keyword reaches
// are built now and may bring references of their own. Then each target's body
// moves to defs, and its node becomes the home.
func (b *builder) resolve() {
	if len(b.pending) == 0 {
		return
	}
	var missed []pending
	for done, round := 0, 0; round < maxRounds; round++ {
		for ; done < len(b.pending); done++ {
			if p := b.pending[done]; !b.target(p) {
				missed = append(missed, p)
			}
		}
		if len(missed) == 0 {
			break
		}
		// The target's name may stand in a schema that another reference has
		// brought in since, or in something that was dropped.
		again, was := missed, len(b.places)
		missed = nil
		for _, p := range again {
			if !b.target(p) {
				missed = append(missed, p)
			}
		}
		if len(missed) == len(again) && len(b.places) == was && !b.searchLost() {
			break
		}
	}
	for _, p := range missed {
		uri, _ := p.sc.res.Resolve(p.ref.Text)
		if b.resources[uri] != nil || uri == p.sc.res.URI {
			b.report(diag.RefDangling, p.span, quote(p.ref.Text), "")
		} else {
			p.ref.Def = ast.External
			b.report(diag.RefExternal, p.span, quote(p.ref.Text), "")
		}
	}
	b.install()
}

// maxRounds bounds how often missed references are tried again, so that no
// document takes more than linear time.
const maxRounds = 64

// target resolves one reference; false means that it finds nothing (yet).
func (b *builder) target(p pending) bool {
	uri, fragment := p.sc.res.Resolve(p.ref.Text)
	r := p.sc.res
	if uri != r.URI {
		r = b.resources[uri]
		if r == nil {
			r = b.remote(uri, p)
		}
		if r == nil {
			return false
		}
	}
	i, ok := b.fragment(r, fragment, p.sc)
	if !ok {
		return false
	}
	p.ref.Def = b.def(i, r, fragment)
	return true
}

// def returns the index of the Def of a place.
func (b *builder) def(i int32, r *resource, fragment string) int {
	pl := &b.places[i]
	if pl.def < 0 {
		pl.def = len(b.defs)
		b.defs = append(b.defs, ast.Def{Name: defName(r, fragment), Pos: pl.node.Span().Start})
	}
	return pl.def
}

// fragment returns the place that a fragment of a resource names.
func (b *builder) fragment(r *resource, fragment string, sc scope) (int32, bool) {
	if i, ok := r.memo[fragment]; ok {
		return i, true
	}
	at, inherits := r.root, scope{draft: sc.draft, res: r, off: sc.off}
	switch {
	case fragment == "":
	case fragment[0] == '/':
		text := ast.Unescape(fragment)
		for text != "" {
			if pl := r.t.cells[at].place; pl != 0 {
				inherits = b.places[pl-1].sc
			}
			var token string
			token, text = text[1:], ""
			if slash := strings.IndexByte(token, '/'); slash >= 0 {
				token, text = token[:slash], token[slash:]
			}
			if strings.IndexByte(token, '~') >= 0 {
				token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
			}
			next, ok := r.t.find(at, token)
			if !ok {
				return 0, false
			}
			at = next
		}
	default:
		a, ok := r.anchors[ast.Unescape(fragment)]
		if !ok {
			return 0, false
		}
		at = a
	}
	if !r.t.isSchema(at) {
		return 0, false
	}
	if r.t.cells[at].place == 0 {
		b.homeless(r.t, at, inherits)
	}
	i := int32(r.t.cells[at].place) - 1
	if r.memo == nil {
		r.memo = make(map[string]int32)
	}
	r.memo[fragment] = i
	return i, true
}

// homeless builds a schema that no keyword reaches: under an unknown keyword,
// in definitions used as name spaces, in something that was dropped.
func (b *builder) homeless(t *tape, at uint32, sc scope) {
	old := b.t
	b.t = t
	sc.property = false
	sc.loose = sc.res.URI != fakeBase
	b.schema(at, sc)
	b.t = old
}

// remote reads a document from Options.Resources. It becomes a Def of its own
// with an absolute $id, whatever part of it is referred to.
func (b *builder) remote(uri string, p pending) *resource {
	text, ok := b.text(uri)
	if !ok || b.failed[uri] {
		return nil
	}
	if b.failed == nil {
		b.failed = make(map[string]bool)
	}
	b.failed[uri] = true // until it is read
	src := &ast.Source{Name: uri, Text: text}
	t, err := lex(src, ast.Span{End: ast.Pos(len(text))}, b.opt.Depth)
	if err != nil {
		if d, ok := err.(*diag.Diagnostic); ok && b.sink != nil {
			b.sink(*d)
		}
		return nil
	}
	if !t.isSchema(0) {
		return nil
	}
	t.remote, t.at = true, p.span
	outer, was := b.t, b.upgraded
	b.t = t
	draft, off, i, ok := b.declared(0, p.sc.draft)
	if !ok {
		b.report(diag.UnknownDialect, p.span, quote(t.str(i)), "")
		b.t = outer
		return nil
	}
	r, _ := b.newResource(uri, t, 0)
	root := b.schema(0, scope{draft: draft, res: r, off: off, loose: true})
	b.t = outer
	switch _, given := b.opt.Resources[uri]; {
	case b.main == ast.Draft2020 || b.main == ast.Undeclared && !given:
		b.upgraded = was // the document itself may still be a literal reading
	default:
		b.upgraded = true // the result carries the other document along
	}
	if root.Form() == ast.ObjectForm && root.Text(ast.KwID) == "" {
		kws := append([]ast.Keyword{{Kw: ast.KwID, Val: ast.Text(b.public(uri)), Span: p.span}}, root.Keywords()...)
		root.Reset(root.Span(), ast.ObjectForm, kws)
	}
	b.def(int32(t.cells[0].place)-1, r, "")
	return r
}

// install moves the bodies of all targets to defs and leaves homes. Places are
// in order of completion, children before parents, so one walk sets every
// node's summary right.
func (b *builder) install() {
	for i := range b.places {
		pl := &b.places[i]
		s := pl.node
		s.Reset(s.Span(), s.Form(), s.Keywords())
		if pl.def < 0 {
			continue
		}
		body := b.slabs.schema()
		*body = *s
		b.defs[pl.def].Body = body
		home := b.slabs.ref()
		*home = ast.Ref{Def: pl.def, Home: true}
		s.Reset(s.Span(), ast.ObjectForm, b.slabs.keywords([]ast.Keyword{{Kw: ast.KwRef, Val: home, Span: s.Span()}}))
	}
}

// defName suggests a name for a target: its own in a map of schemas, else one
// that says where it stands.
func defName(r *resource, fragment string) string {
	if fragment == "" {
		base := strings.TrimSuffix(strings.TrimRight(r.URI, "/"), ".json")
		if base = base[strings.LastIndexAny(base, "/:")+1:]; base != "" {
			return base
		}
		return "root"
	}
	if fragment[0] != '/' {
		return ast.Unescape(fragment)
	}
	tokens := strings.Split(ast.Unescape(fragment[1:]), "/")
	for i := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(tokens[i], "~1", "/"), "~0", "~")
	}
	last := len(tokens) - 1
	if last == 0 {
		return tokens[0]
	}
	from := last
	for from > 0 {
		switch tokens[from-1] {
		case "$defs", "definitions", "properties", "patternProperties", "dependentSchemas":
			if name := strings.Join(tokens[from:], "_"); name != "" {
				return name
			}
		}
		from--
	}
	if _, number := arrayIndex(tokens[last]); !number && tokens[last] != "" && lookup(tokens[last]) == 0 {
		return tokens[last]
	}
	return strings.Join(tokens, "_")
}
