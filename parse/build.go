package parse

import (
	"strings"

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

// has words of old dialects too: ast.KwSet has room for them.
func (n *node) hasKw(k kw) bool { return n.has.Has(ast.Kw(k)) }

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
	b.track = b.t.refs
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

// put adds a keyword to the node. A keyword that is there already is kept, and
// the value joins it as allOf does, or is dropped with false.
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
