package audit

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// node is what is known of an open schema object.
type node struct {
	place
	at      int
	has     ast.KwSet         // keywords seen
	members [ast.NumKw]member // of those in has
	listed  int               // members that the target takes
	arrays  ast.KwSet         // combinators with an array of branches
	empty   ast.KwSet         // those with none in it
	consts  ast.KwSet         // those whose branches are bare consts
	bare    bool              // const, perhaps with a type, and nothing else

	types    ast.TypeSet
	typeForm typeForm
	enum     valueKinds
	isMap    bool // properties is an object
	props    span // into names
	required span

	nameBase, otherBase, belowBase, wordsBase int
}

// member is where a member begins and where its value is.
type member struct {
	at  int
	val span
}

type typeForm uint8

const (
	noType typeForm = iota
	oneType
	typeList
	badType
)

// node reads a schema object.
func (w *walker) node(p place) {
	for len(w.nodes) < w.depth { // lists count as levels too
		w.nodes = append(w.nodes, new(node))
	}
	n := w.nodes[w.depth-1]
	n.place = p
	n.has, n.arrays, n.empty, n.consts, n.listed, n.bare = ast.KwSet{}, ast.KwSet{}, ast.KwSet{}, ast.KwSet{}, 0, false
	n.types, n.typeForm, n.enum, n.isMap = 0, noType, 0, false
	n.props, n.required = span{}, span{}
	n.nameBase, n.otherBase, n.belowBase, n.wordsBase = len(w.names), len(w.others), len(w.under), len(w.words)

	n.at, _ = w.read()
	for w.more('}') {
		at, c := w.read()
		if c != '"' {
			break // an error
		}
		w.member(n, at)
	}
	if w.err == nil {
		n.bare = n.has.Has(ast.KwConst) && n.has.AndNot(bareConst).Empty() && len(w.others) == n.otherBase
		w.judge(n)
		if w.sized {
			w.count(n)
		}
	}
	w.under, w.words = w.under[:n.belowBase], w.words[:n.wordsBase]
	w.names = w.names[:n.nameBase]
	w.others = w.others[:n.otherBase]
}

// bareConst are the members of a branch that says one value and no more.
var bareConst = ast.Set(ast.KwConst, ast.KwType)

// longestName is longer than any keyword's; the conversion of a shorter one
// stays on the stack.
const longestName = 32

// member reads the member whose name was read last.
func (w *walker) member(n *node, at int) {
	text, kw := w.src[at+1:w.pos-1], ast.Unknown
	if len(text) < longestName {
		kw = w.keyword(text)
	}
	if kw == ast.Unknown {
		if text = w.text(at); len(text) < longestName { // "\u0074ype"
			kw = w.keyword(text)
		}
	}
	val, c := w.peek()
	bad := ""
	if kw == ast.Unknown {
		w.others = append(w.others, name{text, at})
		w.skip()
	} else {
		if n.has.Has(kw) {
			w.duplicate(n.quiet, at, text)
		}
		n.has.Add(kw)
		bad = w.value(n, kw, c)
	}
	if w.err != nil {
		return
	}
	m := member{at, span{val, w.pos}}
	n.members[kw] = m
	if w.rules.refused.Has(kw) {
		w.refuse(n, kw, text, m, c)
		return
	}
	n.listed++
	if bad != "" && !w.judgedWhole(kw) {
		w.malformed(n.quiet, m, w.spell(kw), `must give "`+w.spell(kw)+`" `+bad)
	}
}

// keyword is what the target calls by the name.
func (w *walker) keyword(name []byte) ast.Kw {
	if w.spelled {
		return w.t.RefWords.Lookup(string(name))
	}
	return ast.Lookup(string(name))
}

// spell is a keyword as the target writes it.
func (w *walker) spell(kw ast.Kw) string { return w.t.RefWords.Spell(kw) }

// judgedWhole reports whether a rule of objects speaks about any impossible
// value of the keyword already.
func (w *walker) judgedWhole(kw ast.Kw) bool {
	return kw == ast.KwProperties && w.t.Object&target.ObjectProperties != 0 ||
		kw == ast.KwAdditionalProperties && w.t.Object&target.ObjectClosed != 0
}

func (w *walker) duplicate(quiet bool, at int, text []byte) {
	if !quiet {
		w.add(finding{at: at, rule: "duplicate-key", msg: "must not name " + quote(text) + " twice in one object", key: string(text)})
	}
}

// duplicates reports the names that stand in names before.
func (w *walker) duplicates(quiet bool, names []name) {
	if len(names) < 2 {
		return
	}
	w.props.build(names)
	for i := range names {
		if w.props.find(names[i].text) != i {
			w.duplicate(quiet, names[i].at, names[i].text)
		}
	}
}

// value reads a keyword's value by the shape that the table gives it, and says
// what it should have been if it has another.
func (w *walker) value(n *node, kw ast.Kw, c byte) (bad string) {
	switch kw.Info().Shape {
	case ast.ShapeSchema:
		switch {
		case kw == ast.KwAdditionalProperties && (c == 't' || c == 'f'):
			w.read() // a flag in every dialect; objects have a rule for it
		case c == '{' || c == 't' || c == 'f':
			w.schema(w.below(n, kw))
		case c == '[': // draft-07 "items": [{…}]
			w.schema(w.below(n, kw))
			return "one schema, not an array"
		default:
			w.skip()
			return "a schema"
		}
	case ast.ShapeList:
		return w.list(n, kw, c)
	case ast.ShapeMap:
		return w.schemas(n, kw, c)
	case ast.ShapeTypes:
		w.typeNames(n, c)
	case ast.ShapeNames:
		return w.strings(n, kw, c)
	case ast.ShapeDataList:
		return w.values(n, kw, c)
	case ast.ShapeText, ast.ShapeRef:
		w.skip()
		if c != '"' {
			return "a string"
		}
	case ast.ShapeFlag:
		w.skip()
		if c != 't' && c != 'f' {
			return "a boolean"
		}
	case ast.ShapeNum:
		w.skip()
		if !isNumber(c) {
			return "a number"
		}
	case ast.ShapeCount:
		at, _ := w.peek()
		w.skip()
		if !isNumber(c) || c == '-' || !integral(w.src[at:w.pos]) {
			return "a non-negative integer"
		}
	case ast.ShapeDeps:
		w.skip()
		if c != '{' {
			return "an object of string arrays"
		}
	default:
		w.skip()
	}
	return ""
}

func isNumber(c byte) bool { return c == '-' || '0' <= c && c <= '9' }

// below is the place of the schemas under a keyword.
func (w *walker) below(n *node, kw ast.Kw) place {
	prop := kw == ast.KwProperties
	p := place{property: prop, plain: prop && n.plain, branch: kw == ast.KwAnyOf, quiet: n.quiet || w.rules.quiet.Has(kw),
		level: n.level, def: n.def}
	if levels.Has(kw) {
		p.level++
	} else if kw == ast.KwDefs {
		p.level = 0
	}
	return p
}

// list reads allOf, anyOf, oneOf or prefixItems.
func (w *walker) list(n *node, kw ast.Kw, c byte) (bad string) {
	switch c {
	case '[':
		w.read()
		count, consts := 0, true
		for ; w.more(']'); count++ {
			_, c := w.peek()
			w.schema(w.below(n, kw))
			if w.t.NoEcho && kw == ast.KwAnyOf && c == '{' && w.err == nil {
				if b := w.nodes[w.depth]; w.kind(b, ast.KwDescription) == '"' {
					w.words = append(w.words, b.members[ast.KwDescription])
				}
			}
			consts = consts && c == '{' && w.err == nil && w.nodes[w.depth].bare
		}
		n.arrays.Add(kw)
		if consts && count > 0 {
			n.consts.Add(kw)
		}
		if count == 0 {
			if ast.Combinators.Has(kw) {
				n.empty.Add(kw) // a rule of its own
				return ""
			}
			return "at least one schema"
		}
		return ""
	case '{':
		w.schema(w.below(n, kw))
	default:
		w.skip()
	}
	return "an array of schemas"
}

// schemas reads properties, $defs and the other objects of schemas.
func (w *walker) schemas(n *node, kw ast.Kw, c byte) (bad string) {
	if c != '{' {
		w.skip()
		return "an object of schemas"
	}
	below := w.below(n, kw)
	from := len(w.names)
	w.read()
	for w.more('}') {
		at, c := w.read()
		if c != '"' {
			return "" // an error
		}
		w.names = append(w.names, name{w.text(at), at})
		switch kw {
		case ast.KwProperties:
			w.judgeName(n, w.names[len(w.names)-1])
		case ast.KwDefs:
			if n.root {
				below.def = len(w.names) - from
			}
			if w.t.PlainDefs && !n.quiet && !w.rules.refused.Has(kw) && !plainText(w.names[len(w.names)-1].text) {
				w.add(finding{at: at, rule: "definition-name", key: string(w.names[len(w.names)-1].text), msg: "must not have a definition called " +
					quote(w.names[len(w.names)-1].text) + ", which needs an escape in a pointer"})
			}
		}
		refs := len(w.refs)
		if kw == ast.KwPatternProperties {
			w.regex(n.quiet, member{at, span{at, w.pos}}, "")
		}
		if _, c := w.peek(); c == '[' && kw == ast.KwDependencies {
			w.skip() // {"a": ["b"]}: names, not schemas
			continue
		}
		w.schema(below)
		if kw == ast.KwProperties && len(w.refs) > refs {
			w.under = append(w.under, propertyRefs{len(w.names) - 1, refs, len(w.refs)})
		}
	}
	if w.err != nil {
		return ""
	}
	here := w.names[from:]
	w.duplicates(n.quiet, here)
	switch {
	case kw == ast.KwProperties:
		n.isMap, n.props = true, span{from, len(w.names)}
		return "" // the names stay until the node is judged
	case kw == ast.KwDefs && n.root:
		w.defs = append(w.defs[:0], here...)
	}
	w.names = w.names[:from]
	return ""
}

// plainText reports whether a name stands for itself in a pointer.
func plainText(name []byte) bool {
	for _, c := range name {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.':
		default:
			return false
		}
	}
	return len(name) > 0
}

// typeNames reads the value of type.
func (w *walker) typeNames(n *node, c byte) {
	n.types = 0
	switch c {
	case '"':
		at, _ := w.read()
		n.typeForm = oneType
		w.typeName(n, at)
	case '[':
		n.typeForm = typeList
		w.read()
		for w.more(']') {
			at, c := w.peek()
			if c != '"' {
				w.skip()
				n.typeForm = badType
				continue
			}
			w.read()
			w.typeName(n, at)
		}
	default:
		w.skip()
		n.typeForm = badType
	}
}

func (w *walker) typeName(n *node, at int) {
	text := w.text(at)
	if len(text) >= longestName {
		n.typeForm = badType
		return
	}
	t, ok := ast.LookupType(string(text))
	if !ok && w.t.Audit.TypeUpper {
		t, ok = lookupUpper(text)
	}
	if !ok {
		n.typeForm = badType
		return
	}
	n.types |= 1 << t
}

// lookupUpper finds the type that STRING, OBJECT … name.
func lookupUpper(text []byte) (ast.Type, bool) {
	var low [longestName]byte
	for i, c := range text {
		if c < 'A' || c > 'Z' {
			return 0, false
		}
		low[i] = c + 'a' - 'A'
	}
	return ast.LookupType(string(low[:len(text)]))
}

// strings reads required or propertyOrdering.
func (w *walker) strings(n *node, kw ast.Kw, c byte) (bad string) {
	if c != '[' {
		w.skip()
		return "an array of names"
	}
	from := len(w.names)
	w.read()
	for w.more(']') {
		at, c := w.peek()
		w.skip()
		// The rule looks past entries that are no strings.
		if c == '"' && w.err == nil {
			w.names = append(w.names, name{w.text(at), at})
		}
	}
	if kw == ast.KwRequired {
		n.required = span{from, len(w.names)}
	} else {
		w.names = w.names[:from]
	}
	return bad
}

// values reads enum or examples, whose members are data.
func (w *walker) values(n *node, kw ast.Kw, c byte) (bad string) {
	if c != '[' || kw != ast.KwEnum {
		w.skip()
		if c != '[' {
			return "an array of values"
		}
		return ""
	}
	n.enum = 0
	w.read()
	for w.more(']') {
		at, _ := w.peek()
		w.skip()
		if w.err == nil {
			n.enum |= kindOf(w.src[at:w.pos])
		}
	}
	return ""
}
