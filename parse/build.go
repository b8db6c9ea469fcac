package parse

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// builder turns tapes into one document.
type builder struct {
	opt  Options
	sink diag.Sink
	src  *ast.Source
	t    *tape // the text being read

	upgraded bool
	main     ast.Draft // of the root
	words    ast.RefWords
	spelled  bool // the schema has these words for references

	// members and kws are stacks shared by the nodes under construction.
	members []member
	kws     []ast.Keyword

	// places remembers every node in the order of completion (children before
	// parents), if there may be references.
	places []place
	track  bool

	resources map[string]*resource
	pending   []pending
	defs      []ast.Def
	lost      []dropped
	failed    map[string]bool // remote documents that were tried
	recursive string          // the anchor that stands for $recursiveAnchor, once chosen
	// unevaluated: does any text name unevaluatedItems? 0 not asked, 1 no, 2 yes
	unevaluated uint8

	slabs slabs
}

// place is where a schema was written and what it became.
type place struct {
	node *ast.Schema
	sc   scope
	def  int // index in defs, -1 if nothing refers to it
}

// scope is what a schema inherits from those around it.
type scope struct {
	draft ast.Draft
	res   *resource
	// off are keywords that a custom metaschema's $vocabulary leaves out.
	off ast.KwSet
	// property: the schema is the value of a property, so that a draft-03
	// `required: true` in it speaks to the parent.
	property bool
	// loose: the schema has no home in the output, so that a relative $id in
	// it must be made absolute.
	loose bool
}

// member is one member of the object being read.
type member struct {
	kw        kw
	name, val uint32
}

// node is the object being read.
type node struct {
	scope
	at       uint32
	from, to int // its members in builder.members
	out      int // its keywords in builder.kws begin here
	has      ast.KwSet
	alone    bool // $ref replaces all of it
	absolute bool // its $id must be made absolute

	inProperty bool     // it is the value of a property
	isReq      bool     // it said `required: true` of itself
	required   []string // its properties that did
	extra      ast.List // what a rule adds to allOf
	nullable   *member  // `nullable: true`, if it counts
}

func (b *builder) report(code diag.Code, span ast.Span, x, y string) {
	if b.sink != nil {
		b.sink(diag.New(code, b.src, span, x, y))
	}
}

func (b *builder) document() (*ast.Document, error) {
	draft, off, err := b.rootDraft()
	if err != nil {
		return nil, err
	}
	if draft == ast.Undeclared {
		b.words, b.spelled = b.t.refWords()
	}
	b.track = b.t.refs || b.spelled
	res, _ := b.newResource(fakeBase, b.t, 0)
	b.main = draft
	root := b.schema(0, scope{draft: draft, res: res, off: off})
	b.resolve()
	return &ast.Document{Source: b.src, Span: b.t.span(0), Draft: draft, Upgraded: b.upgraded, Root: root, Defs: b.defs}, nil
}

// rootDraft is the dialect of the root: forced, declared or undeclared.
func (b *builder) rootDraft() (d ast.Draft, off ast.KwSet, err error) {
	if b.opt.Draft != ast.Undeclared {
		return b.opt.Draft, off, nil
	}
	d, off, i, ok := b.declared(0, ast.Undeclared)
	if !ok {
		c := b.t.cells[i]
		return 0, off, fault(diag.UnknownDialect, b.src, int(c.start), int(c.end), quote(b.t.str(i)))
	}
	return d, off, nil
}

// declared is the dialect that a schema's $schema declares, inherits if it has
// none. It is false if the dialect is unknown; i is the value then.
func (b *builder) declared(at uint32, inherits ast.Draft) (d ast.Draft, off ast.KwSet, i uint32, ok bool) {
	t := b.t
	if t.cells[at].kind != '{' {
		return inherits, off, 0, true
	}
	i, ok = t.find(at, "$schema")
	if !ok || t.cells[i].kind != '"' {
		return inherits, off, 0, true
	}
	if d, ok = Dialect(t.str(i)); !ok {
		d, off, ok = b.custom(t.str(i), t.span(i))
	}
	return d, off, i, ok
}

// schema builds the schema at a cell that is an object or a boolean.
func (b *builder) schema(at uint32, sc scope) *ast.Schema {
	s, _ := b.schemaFlag(at, sc)
	return s
}

// schemaFlag also returns whether the schema said `required: true`, draft-03
// style.
func (b *builder) schemaFlag(at uint32, sc scope) (*ast.Schema, bool) {
	t := b.t
	c := t.cells[at]
	s := b.slabs.schema()
	switch c.kind {
	case 't':
		s.Reset(t.span(at), ast.TrueForm, nil)
		b.built(at, s, sc)
		return s, false
	case 'f':
		s.Reset(t.span(at), ast.FalseForm, nil)
		b.built(at, s, sc)
		return s, false
	case '{':
	default: // a caller has reported it: `"a": null` in properties is `{}`
		s.Reset(t.span(at), ast.ObjectForm, nil)
		return s, false
	}
	n := node{scope: sc, at: at, from: len(b.members), out: len(b.kws)}
	n.property, n.inProperty = false, sc.property
	for i := at + 1; i < c.next; {
		k := b.keyword(i)
		n.has.Add(ast.Kw(k))
		if b.spelled && k == kw(ast.Unknown) {
			k = b.respelled(at, i)
			n.has.Add(ast.Kw(k))
		}
		b.members = append(b.members, member{k, i, i + 1})
		i = t.cells[i+1].next
	}
	n.to = len(b.members)
	b.enter(&n)
	acts := &actions[n.draft]
	for i := n.from; i < n.to; i++ {
		m := b.members[i]
		a := acts[m.kw]
		if n.alone && b.ignored(&n, m) || n.off.Has(ast.Kw(m.kw)) && b.leftOut(&n, m) {
			continue
		}
		switch a.do {
		case literal:
			b.literal(&n, m)
		case special:
			b.apply(a.rule, &n, m)
		case future:
			b.future(&n, m)
		default:
			b.unknown(&n, m)
		}
	}
	b.finish(&n)
	s.Reset(t.span(at), ast.ObjectForm, b.slabs.keywords(b.kws[n.out:]))
	b.kws = b.kws[:n.out]
	b.members = b.members[:n.from]
	sc.draft, sc.res, sc.off = n.draft, n.res, n.off
	b.built(at, s, sc)
	return s, n.isReq
}

// keyword looks a member's name up.
func (b *builder) keyword(name uint32) kw {
	c := &b.t.cells[name]
	if c.escaped {
		return lookup(b.t.str(name))
	}
	return lookup(b.t.text[c.start+1 : c.end-1])
}

// built remembers a finished node.
func (b *builder) built(at uint32, s *ast.Schema, sc scope) {
	if !b.track {
		return
	}
	b.places = append(b.places, place{node: s, sc: sc, def: -1})
	b.t.cells[at].place = uint32(len(b.places))
}

// made is built for a node that has no cell of its own.
func (b *builder) made(s *ast.Schema) *ast.Schema {
	if b.track {
		b.places = append(b.places, place{node: s, def: -1})
	}
	return s
}

// put adds a keyword to the node. The caller knows that the node has none of
// that name; join is for those who do not.
func (b *builder) put(k ast.Kw, v ast.Value, span ast.Span) {
	b.kws = append(b.kws, ast.Keyword{Val: v, Span: span, Kw: k})
}

// find returns the node's keyword that was put before, nil if there is none.
func (b *builder) find(n *node, k ast.Kw) *ast.Keyword {
	for i := n.out; i < len(b.kws); i++ {
		if b.kws[i].Kw == k {
			return &b.kws[i]
		}
	}
	return nil
}

func (b *builder) span(m member) ast.Span { return b.t.member(m.name, m.val) }

// unknown keeps a member verbatim.
func (b *builder) unknown(n *node, m member) {
	name := b.t.str(m.name)
	b.put(ast.Unknown, b.raw(m, name), b.span(m))
	b.report(diag.KeywordUnknown, b.span(m), name, "")
}

// malformed keeps a keyword with an impossible value verbatim.
func (b *builder) malformed(m member, why string) {
	name := b.t.str(m.name)
	b.put(ast.Unknown, b.raw(m, name), b.span(m))
	b.report(diag.KeywordMalformed, b.span(m), name, why)
}

func (b *builder) raw(m member, name string) *ast.Raw {
	return &ast.Raw{Name: name, JSON: ast.Data(b.t.raw(m.val))}
}

// future drops an assertion that only a later dialect knows, unless the intent
// counts.
func (b *builder) future(n *node, m member) {
	if c := ast.Kw(m.kw).Info().Class; b.opt.Intent && c != ast.Core && c != ast.Legacy && !(ast.Kw(m.kw) == ast.KwPrefixItems && b.tuple(n)) {
		b.literal(n, m)
		return
	}
	b.drop(n, m)
	b.report(diag.KeywordFuture, b.span(m), m.kw.String(), n.draft.String())
}

// ignored reports whether the member, which stands beside a $ref that replaces
// the schema, is to be left out. Annotations and containers of definitions stay.
func (b *builder) ignored(n *node, m member) bool {
	switch k := ast.Kw(m.kw); {
	case m.kw >= kw(ast.NumKw):
	case k == ast.KwRef, k == ast.KwDefs, k == ast.KwDefinitions, k == ast.KwSchema, k == ast.Unknown, k == ast.KwComment:
		return false
	case k == ast.KwID, k == ast.KwLegacyID, k == ast.KwAnchor:
	case k.Info().Class == ast.Annotation && k != ast.KwNullable, k.Info().Class == ast.Content:
		return false
	case b.opt.Intent:
		return false
	}
	b.drop(n, m)
	b.report(diag.RefSiblingIgnored, b.span(m), m.kw.String(), n.draft.String())
	return true
}

// leftOut drops a member that the metaschema's $vocabulary does not speak of.
func (b *builder) leftOut(n *node, m member) bool {
	b.drop(n, m)
	b.report(diag.KeywordFuture, b.span(m), m.kw.String(), "the vocabularies of its metaschema")
	return true
}
