package audit

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// walker reads one schema's tokens. Its buffers are reused from one schema to
// the next, so that a clean schema costs no memory.
//
// Everything is read even where nothing is looked for: bytes that are not JSON
// must end in an error wherever the fault is. Once err is set every loop ends.
type walker struct {
	src   []byte
	buf   bytes.Buffer
	dec   *jsontext.Decoder
	pos   int  // where the last token ended
	next  int  // where the next one begins
	c     byte // its first byte, 0 at the end
	start int  // where the root begins
	err   error

	t       *target.Target
	rules   rules
	spelled bool // the target has words of its own for references

	nodes []*node // by depth; those at depth and above are free
	depth int

	names  []name // of the open nodes: properties and required
	others []name // of the open nodes: members that are no keyword

	props, required index // of the node that is being judged

	refs     []ref
	defs     []name // of the root's $defs
	anchors  [][]byte
	ids      [][]byte
	embedded bool // an $id below the root: pointers may start at it
	headers  []header
	under    []propertyRefs // of the open nodes
	words    []member       // of the open nodes: the descriptions of the branches of anyOf
	counts   target.Counts
	sized    bool // counts are asked for

	found []finding
}

// name is a decoded member name or array element.
type name struct {
	text []byte
	at   int
}

// finding is a violation whose path is not yet computed.
type finding struct {
	at        int    // the member or the node
	miss      string // the member that the node at lacks
	rule, msg string
	key       string
	val       span
	malformed bool // the metaschema refuses it too
	unfixable bool
	// keyed says that it is about the presence of the keyword kw, Unknown for a
	// member that is none.
	keyed bool
	kw    ast.Kw
}

type span struct{ from, to int }

// place says how a schema is reached.
type place struct {
	root bool
	// property means that it is the schema of a property, and plain that only
	// properties lead from the root to it.
	property, plain bool
	branch          bool // of an anyOf
	// quiet means that a member above is refused as a whole: what is below
	// leaves with it, so only the rules of the fixed five still speak.
	quiet bool
	// level is how many properties and items lead here from the root or from
	// the definition, and def says which: 0 is the root.
	level, def int
}

func newWalker() *walker {
	w := &walker{}
	w.dec = jsontext.NewDecoder(&w.buf)
	seed := maphash.MakeSeed()
	w.props.seed, w.required.seed = seed, seed
	return w
}

var lenient = jsontext.AllowDuplicateNames(true) // they are findings, not errors

func (w *walker) begin(src []byte, t *target.Target) {
	w.src, w.t, w.rules = src, t, rulesOf(t)
	w.buf = *bytes.NewBuffer(src)
	w.dec.Reset(&w.buf, lenient)
	w.spelled = t.RefWords != ast.RefWords{}
	w.err, w.depth, w.embedded, w.counts = nil, 0, false, target.Counts{}
	w.sized = t.Limits != (target.Limits{}) || t.Budget != (target.Budget{})
	w.advance(0)
}

// release forgets the caller's bytes and returns the walker to the pool.
func (w *walker) release() {
	w.src, w.t = nil, nil
	w.buf = bytes.Buffer{}
	w.dec.Reset(&w.buf)
	w.names, w.others, w.defs = forget(w.names), forget(w.others), forget(w.defs)
	w.refs, w.headers, w.found = forget(w.refs), forget(w.headers), forget(w.found)
	w.under, w.words = forget(w.under), forget(w.words)
	w.anchors, w.ids = forget(w.anchors), forget(w.ids)
	w.props.names, w.required.names = nil, nil
	walkers.Put(w)
}

// forget clears a buffer and drops one that a giant schema blew up.
func forget[T any](s []T) []T {
	s = s[:cap(s)]
	clear(s)
	if len(s) > 1<<14 {
		return nil
	}
	return s[:0]
}

func (w *walker) add(f finding) { w.found = append(w.found, f) }

// peek returns the next token's first byte and offset, 0 at the end.
func (w *walker) peek() (at int, c byte) { return w.next, w.c }

// advance moves to the token after the one just consumed. It trusts the decoder
// to refuse separators in wrong places.
func (w *walker) advance(end int) {
	p := end
	for p < len(w.src) {
		c := w.src[p]
		if c > ',' && c != ':' || c == '"' {
			w.pos, w.next, w.c = end, p, c
			return
		}
		switch c {
		case ' ', '\t', '\n', '\r', ',', ':':
			p++
			continue
		}
		w.pos, w.next, w.c = end, p, c
		return
	}
	w.pos, w.next, w.c = end, p, 0
}

// read consumes one token: src[at:w.pos]. c is 0 on errors.
func (w *walker) read() (at int, c byte) {
	at, c = w.next, w.c
	if w.err != nil {
		return at, 0
	}
	if _, err := w.dec.ReadToken(); err != nil {
		w.fail(err)
		return at, 0
	}
	w.advance(int(w.dec.InputOffset()))
	return at, c
}

// skip consumes one value of any kind.
func (w *walker) skip() {
	if w.c != '{' && w.c != '[' {
		w.read()
		return
	}
	if w.err != nil {
		return
	}
	if err := w.dec.SkipValue(); err != nil {
		w.fail(err)
		return
	}
	w.advance(int(w.dec.InputOffset()))
}

// more reports whether another member or element follows, and consumes the
// closing bracket if none does.
func (w *walker) more(end byte) bool {
	if w.err != nil {
		return false
	}
	if _, c := w.peek(); c == end || c == 0 {
		w.read()
		return false
	}
	return true
}

// text decodes the string token src[at:w.pos].
func (w *walker) text(at int) []byte { return w.unquote(span{at, w.pos}) }

func (w *walker) unquote(s span) []byte {
	if s.to-s.from < 2 {
		return nil
	}
	raw := w.src[s.from:s.to]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	out, _ := jsontext.AppendUnquote(nil, raw) // the decoder accepted it
	return out
}

// root reads the whole input.
func (w *walker) root() {
	at, c := w.peek()
	w.start = at
	if c != '{' && w.t.Root != target.RootAny {
		w.add(finding{at: at, rule: "root-type", msg: `must be an object with "type": "object" at the root`})
		w.skip()
	} else {
		w.schema(place{root: true, plain: true})
	}
	if w.err != nil {
		return
	}
	if _, err := w.dec.ReadToken(); err == nil {
		w.err = notJSON(int64(w.next), errTrailing)
	} else if err != io.EOF {
		w.fail(err)
	}
}

// schema reads the value in a schema place.
func (w *walker) schema(p place) {
	at, c := w.peek()
	switch c {
	case '{':
		if w.deeper() {
			w.node(p)
			w.depth--
		}
	case '[':
		// No schema, but an old dialect or a slip puts schemas here:
		// "items": [{…}], "allOf": [[{…}]].
		if w.deeper() {
			w.read()
			for w.more(']') {
				w.schema(place{quiet: p.quiet, level: p.level, def: p.def})
			}
			w.depth--
			if p.root {
				w.malformed(p.quiet, member{at, span{at, w.pos}}, "", "must be an object or a boolean, not an array")
			}
		}
	case 't', 'f':
		w.read()
		if !w.t.BoolSchema && !p.quiet {
			w.add(finding{at: at, rule: "boolean-schema", msg: "must not have a boolean in place of a schema", val: span{at, w.pos}})
		}
	default:
		w.skip()
		w.malformed(p.quiet, member{at, span{at, w.pos}}, "", "must have a schema here")
	}
}

func (w *walker) deeper() bool {
	if w.depth == MaxDepth {
		if w.err == nil {
			at, _ := w.peek()
			w.err = fmt.Errorf("schemas nest deeper than %d levels at byte %d: flatten the schema", MaxDepth, at)
		}
		return false
	}
	w.depth++
	return true
}

// malformed reports a value of an impossible shape.
func (w *walker) malformed(quiet bool, m member, key, msg string) {
	if !quiet && w.err == nil {
		w.add(finding{at: m.at, rule: "malformed", msg: msg, key: key, val: m.val, malformed: true})
	}
}
