package parse

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// A tape is one JSON text as a flat list of values in reading order. An object
// is followed by its names and values in turn, an array by its elements:
//
//	{"a":[1,2]}  →  { "a" [ 1 2
//
// so the parser can look at siblings before it decides what a member means
// ($ref before its siblings, exclusiveMinimum before minimum) and can walk a
// JSON Pointer through the document as it was written, without reading a byte
// twice.
type tape struct {
	src   *ast.Source
	text  string
	cells []cell
	// refs reports that the text may hold a reference at all. Without one no
	// place needs to be remembered.
	refs bool
	// at is the place that nodes of a remote document report: the reference
	// that asked for it. Their own positions mean nothing in src.
	at     ast.Span
	remote bool
	// lists finds members of large containers; see find.
	lists map[uint32]*directory
}

// cell is one JSON value, or a member's name.
type cell struct {
	start, end uint32 // its text
	next       uint32 // the cell after it and everything inside it
	place      uint32 // 1 + its index in builder.places if it was built as a schema
	kind       jsontext.Kind
	escaped    bool // a string with a backslash
}

// scratch is memory that one parse leaves to the next: nothing in a document
// points into it. Without it half of all bytes allocated for a tool's schema are
// the lexer's.
type scratch struct {
	dec     *jsontext.Decoder
	buf     bytes.Buffer
	cells   []cell
	open    []uint32
	members []member
	kws     []ast.Keyword
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// release gives the memory back, unless it is so much that keeping it would be
// a leak.
func (s *scratch) release() {
	const many = 1 << 15
	if cap(s.cells) > many || s.buf.Cap() > 16*many || cap(s.kws) > many || cap(s.members) > many {
		return
	}
	clear(s.kws[:cap(s.kws)])
	scratches.Put(s)
}

// lex reads the value that is all of text[span]. It reports every way in which
// the text is not JSON.
func lex(src *ast.Source, span ast.Span, depth int) (*tape, error) {
	return lexInto(src, span, depth, new(scratch))
}

// lexInto is lex with memory from an earlier parse.
func lexInto(src *ast.Source, span ast.Span, depth int, s *scratch) (*tape, error) {
	text := src.Slice(span)
	base := int(span.Start)
	if strings.HasPrefix(text, "\ufeff") {
		return nil, fault(diag.ByteOrderMark, src, base, base+3, "")
	}
	t := &tape{src: src, text: src.Text, cells: s.cells[:0]}
	if cap(t.cells) < len(text)/16 {
		t.cells = make([]cell, 0, len(text)/12+8)
	}
	if s.dec == nil {
		s.dec = new(jsontext.Decoder)
	}
	s.buf.Reset()
	s.buf.WriteString(text)
	// The tape can tell duplicates with less memory than the decoder.
	s.dec.Reset(&s.buf, jsontext.AllowDuplicateNames(true))
	dec := s.dec
	open := s.open[:0]
	defer func() { s.cells, s.open = t.cells, open }()
	pos := base // end of the last token
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, lexError(src, span, err, pos, depth)
		}
		end := base + int(dec.InputOffset())
		start := tokenStart(src.Text, pos)
		pos = end
		kind := tok.Kind()
		switch kind {
		case '}', ']':
			top := open[len(open)-1]
			open = open[:len(open)-1]
			t.cells[top].end = uint32(end)
			t.cells[top].next = uint32(len(t.cells))
			if kind == '}' {
				if name, found := t.duplicate(top); found {
					c := t.cells[name]
					return nil, fault(diag.DuplicateMember, src, int(c.start), int(c.end), quote(t.str(name)))
				}
			}
		case '{', '[':
			if len(open) >= depth {
				return nil, fault(diag.TooDeep, src, start, start+1, strconv.Itoa(depth))
			}
			open = append(open, uint32(len(t.cells)))
			t.cells = append(t.cells, cell{start: uint32(start), kind: kind})
		case '"':
			raw := src.Text[start+1 : end-1]
			escaped := strings.IndexByte(raw, '\\') >= 0
			t.cells = append(t.cells, cell{start: uint32(start), end: uint32(end), next: uint32(len(t.cells) + 1), kind: kind, escaped: escaped})
			if !t.refs && (len(raw) > 3 && raw[0] == '$' && raw[len(raw)-1] == 'f' || escaped && len(raw) < 90) {
				t.refs = true
			}
		default:
			t.cells = append(t.cells, cell{start: uint32(start), end: uint32(end), next: uint32(len(t.cells) + 1), kind: kind})
		}
		if len(open) == 0 {
			break
		}
	}
	_, err := dec.ReadToken()
	if err != io.EOF {
		return nil, fault(diag.TrailingData, src, tokenStart(src.Text, pos), int(span.End), "")
	}
	return t, nil
}

// duplicate returns the second of two members of one name, if the object at i
// has such.
func (t *tape) duplicate(i uint32) (uint32, bool) {
	const few = 16
	var keys [few]uint32
	var names [few]string
	n := 0
	end := t.cells[i].next
	for j := i + 1; j < end; j = t.cells[j+1].next {
		if n == few {
			return t.duplicateOfMany(i)
		}
		s := t.str(j)
		// Length and both ends tell most names apart.
		key := uint32(len(s)) << 16
		if s != "" {
			key |= uint32(s[0])<<8 | uint32(s[len(s)-1])
		}
		for k := range n {
			if keys[k] == key && names[k] == s {
				return j, true
			}
		}
		keys[n], names[n] = key, s
		n++
	}
	return 0, false
}

func (t *tape) duplicateOfMany(i uint32) (uint32, bool) {
	seen := make(map[string]struct{}, t.count(i))
	for j := i + 1; j < t.cells[i].next; j = t.cells[j+1].next {
		s := t.str(j)
		if _, ok := seen[s]; ok {
			return j, true
		}
		seen[s] = struct{}{}
	}
	return 0, false
}

// tokenStart is the first byte from pos on that is no space, comma or colon.
func tokenStart(text string, pos int) int {
	for pos < len(text) {
		switch text[pos] {
		case ' ', '\t', '\n', '\r', ',', ':':
			pos++
			continue
		}
		break
	}
	return pos
}

// fault is a refusal of the whole text.
func fault(code diag.Code, src *ast.Source, start, end int, a string) error {
	d := diag.New(code, src, ast.Span{Start: ast.Pos(start), End: ast.Pos(end)}, a, "")
	return &d
}

// lexError turns what jsontext says into a coded diagnostic with its place.
func lexError(src *ast.Source, span ast.Span, err error, pos, depth int) error {
	if err == io.EOF {
		return fault(diag.EmptyInput, src, int(span.Start), int(span.End), "")
	}
	var syn *jsontext.SyntacticError
	if !errors.As(err, &syn) {
		return fault(diag.SyntaxError, src, pos, int(span.End), err.Error())
	}
	at := min(int(span.Start)+int(syn.ByteOffset), int(span.End))
	words := strings.TrimPrefix(syn.Err.Error(), "jsontext: ")
	switch {
	case strings.Contains(words, "UTF-8"), strings.Contains(words, "surrogate"):
		return fault(diag.InvalidUTF8, src, at, min(at+1, int(span.End)), words)
	case strings.Contains(words, "max depth"):
		return fault(diag.TooDeep, src, at, min(at+1, int(span.End)), strconv.Itoa(min(depth, 10000)))
	case errors.Is(syn.Err, io.ErrUnexpectedEOF):
		return fault(diag.SyntaxError, src, at, int(span.End), "the text ends in the middle of a value")
	}
	return fault(diag.SyntaxError, src, at, min(at+1, int(span.End)), words)
}

// raw is the text of a value.
func (t *tape) raw(i uint32) string { return t.text[t.cells[i].start:t.cells[i].end] }

// str is the decoded text of a string or name; it shares the source's memory
// unless there is something to decode.
func (t *tape) str(i uint32) string {
	c := &t.cells[i]
	if !c.escaped {
		return t.text[c.start+1 : c.end-1]
	}
	b, err := jsontext.AppendUnquote(nil, t.text[c.start:c.end])
	if err != nil {
		return t.text[c.start+1 : c.end-1] // lex has accepted it: cannot happen
	}
	return string(b)
}

// span is the extent of a value for messages.
func (t *tape) span(i uint32) ast.Span {
	if t.remote {
		return t.at
	}
	return ast.Span{Start: ast.Pos(t.cells[i].start), End: ast.Pos(t.cells[i].end)}
}

// member is the extent from a member's name to the end of its value.
func (t *tape) member(name, val uint32) ast.Span {
	if t.remote {
		return t.at
	}
	return ast.Span{Start: ast.Pos(t.cells[name].start), End: ast.Pos(t.cells[val].end)}
}

// count is the number of elements of an array or of members of an object.
func (t *tape) count(i uint32) int {
	n := 0
	end := t.cells[i].next
	step := uint32(0)
	if t.cells[i].kind == '{' {
		step = 1
	}
	for j := i + 1; j < end; j = t.cells[j+step].next {
		n++
	}
	return n
}

// isSchema reports whether the value could be a schema: an object or a boolean.
func (t *tape) isSchema(i uint32) bool {
	switch t.cells[i].kind {
	case '{', 't', 'f':
		return true
	}
	return false
}

// directory makes find constant-time in a large object or array.
type directory struct {
	names map[string]uint32
	elems []uint32
}

const directoryMin = 24

// find returns the value of an object's member or an array's element by its
// decoded JSON Pointer token.
func (t *tape) find(i uint32, token string) (uint32, bool) {
	if d := t.lists[i]; d != nil {
		if d.names != nil {
			j, ok := d.names[token]
			return j, ok
		}
		n, ok := arrayIndex(token)
		if !ok || n >= len(d.elems) {
			return 0, false
		}
		return d.elems[n], true
	}
	end := t.cells[i].next
	switch t.cells[i].kind {
	case '{':
		n := 0
		for j := i + 1; j < end; j = t.cells[j+1].next {
			if c := &t.cells[j]; !c.escaped && int(c.end-c.start) == len(token)+2 && t.text[c.start+1:c.end-1] == token || c.escaped && t.str(j) == token {
				return j + 1, true
			}
			if n++; n == directoryMin {
				t.list(i)
				return t.find(i, token)
			}
		}
	case '[':
		want, ok := arrayIndex(token)
		if !ok {
			return 0, false
		}
		n := 0
		for j := i + 1; j < end; j = t.cells[j].next {
			if n == want {
				return j, true
			}
			if n++; n == directoryMin {
				t.list(i)
				return t.find(i, token)
			}
		}
	}
	return 0, false
}

func (t *tape) list(i uint32) {
	d := &directory{}
	end := t.cells[i].next
	if t.cells[i].kind == '{' {
		d.names = make(map[string]uint32)
		for j := i + 1; j < end; j = t.cells[j+1].next {
			d.names[t.str(j)] = j + 1
		}
	} else {
		for j := i + 1; j < end; j = t.cells[j].next {
			d.elems = append(d.elems, j)
		}
	}
	if t.lists == nil {
		t.lists = make(map[uint32]*directory)
	}
	t.lists[i] = d
}

// arrayIndex reads a JSON Pointer array index: digits without a leading zero.
func arrayIndex(token string) (int, bool) {
	if token == "" || len(token) > 9 || len(token) > 1 && token[0] == '0' {
		return 0, false
	}
	for i := range len(token) {
		if token[i] < '0' || token[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(token)
	return n, err == nil
}
