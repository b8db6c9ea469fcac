package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
)

// The envelope scanner finds where the values of a tool list begin and end. It
// reads the text once, opens only the members an envelope can consist of and
// jumps over everything else by counting brackets.
//
// It is no JSON lexer and checks nothing of what it jumps over: that is for
// whoever reads the span, SchemaAt for a schema and checkJSON for the rest. This
// is what sets one malformed, or hostile, tool aside without the list: a lexer
// stops at the first error, and jsontext at 10000 levels of nesting.
type scanner struct {
	text string
	pos  int
}

// outline is a value as far as it was opened. members and elems are set if it was opened.
type outline struct {
	span    ast.Span
	members []entry
	elems   []outline
	// broken is set if the value was to be opened and its members could not be
	// made out. Its end was found by counting brackets.
	broken bool
	// dup is the index of a member whose name stands before it too, -1 if there
	// is none.
	dup int
}

type entry struct {
	name string
	key  ast.Span // the name with its quotes
	val  outline
}

// opens are the members that a tool envelope can be below. A member of a schema
// may have such a name too: it is opened and then not looked at.
var opens = map[string]bool{
	"tools": true, "functions": true, "function": true, "result": true,
	"toolSpec": true, "toolConfig": true, "inputSchema": true,
	"functionDeclarations": true, "function_declarations": true,
	"json_schema": true, "response_format": true, "text": true, "format": true,
	"body": true, "params": true, "request": true,
	"output_config": true, "output_format": true, "generationConfig": true, "generation_config": true,
}

// maxEnvelope is how deep envelopes are looked for. The deepest known has 8
// levels: [ {body {tools [ {functionDeclarations [ {parameters.
const maxEnvelope = 10

// maxOpened bounds the members and elements of an opened value, so that a text
// that is no tool list costs no memory before it is refused.
const maxOpened = 1 << 17

func (s *scanner) space() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

func (s *scanner) peek() byte {
	if s.pos < len(s.text) {
		return s.text[s.pos]
	}
	return 0
}

// skipString moves past a string; false if it does not end.
func (s *scanner) skipString() bool {
	i := s.pos + 1
	for {
		n := strings.IndexByte(s.text[i:], '"')
		if n < 0 {
			return false
		}
		i += n + 1
		// The quote ends the string if an even number of backslashes stands
		// before it.
		esc := 0
		for j := i - 2; j > s.pos && s.text[j] == '\\'; j-- {
			esc++
		}
		if esc%2 == 0 {
			s.pos = i
			return true
		}
	}
}

// skip moves past one value; false if the text ends inside it or there is none.
func (s *scanner) skip() bool {
	depth := 0
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case '"':
			if !s.skipString() {
				return false
			}
		case '{', '[':
			depth++
			s.pos++
			continue
		case '}', ']':
			if depth == 0 {
				return false
			}
			depth--
			s.pos++
		case ',', ':', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return false
			}
			s.pos++
			continue
		default:
			s.literal()
		}
		if depth == 0 {
			return true
		}
	}
	return false
}

// literal moves past a number, true, false, null or rubbish.
func (s *scanner) literal() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ',', ':', '{', '}', '[', ']', '"', ' ', '\t', '\n', '\r':
			return
		}
		s.pos++
	}
}

// value reads one value and opens it if open says so. It returns false if the
// end of the value cannot be found.
func (s *scanner) value(open bool, depth int) (outline, bool) {
	n := outline{dup: -1}
	start := s.pos
	c := s.peek()
	if open && depth < maxEnvelope && (c == '{' || c == '[') {
		var ok bool
		if c == '{' {
			ok = s.object(&n, depth)
		} else {
			ok = s.array(&n, depth)
		}
		if ok {
			n.span = ast.Span{Start: ast.Pos(start), End: ast.Pos(s.pos)}
			return n, true
		}
		n = outline{dup: -1, broken: true}
		s.pos = start
	}
	if !s.skip() {
		return n, false
	}
	n.span = ast.Span{Start: ast.Pos(start), End: ast.Pos(s.pos)}
	return n, true
}

func (s *scanner) object(n *outline, depth int) bool {
	s.pos++
	s.space()
	if s.peek() == '}' {
		s.pos++
		return true
	}
	var names map[string]bool // once there are enough to make it worth while
	for {
		s.space()
		start := s.pos
		if s.peek() != '"' || !s.skipString() {
			return false
		}
		key := ast.Span{Start: ast.Pos(start), End: ast.Pos(s.pos)}
		name, ok := unquote(s.text[start:s.pos])
		if !ok {
			return false
		}
		s.space()
		if s.peek() != ':' {
			return false
		}
		s.pos++
		s.space()
		val, ok := s.value(opens[name], depth+1)
		if !ok || len(n.members) == maxOpened {
			return false
		}
		if n.dup < 0 && repeats(n.members, &names, name) {
			n.dup = len(n.members)
		}
		n.members = append(n.members, entry{name: name, key: key, val: val})
		s.space()
		switch s.peek() {
		case ',':
			s.pos++
		case '}':
			s.pos++
			return true
		default:
			return false
		}
	}
}

func repeats(ms []entry, names *map[string]bool, name string) bool {
	if *names == nil && len(ms) < 16 {
		for i := range ms {
			if ms[i].name == name {
				return true
			}
		}
		return false
	}
	if *names == nil {
		*names = make(map[string]bool, 2*len(ms))
		for i := range ms {
			(*names)[ms[i].name] = true
		}
	}
	if (*names)[name] {
		return true
	}
	(*names)[name] = true
	return false
}

func (s *scanner) array(n *outline, depth int) bool {
	s.pos++
	s.space()
	if s.peek() == ']' {
		s.pos++
		return true
	}
	for {
		s.space()
		val, ok := s.value(true, depth+1)
		if !ok || len(n.elems) == maxOpened {
			return false
		}
		n.elems = append(n.elems, val)
		s.space()
		switch s.peek() {
		case ',':
			s.pos++
		case ']':
			s.pos++
			return true
		default:
			return false
		}
	}
}

// unquote decodes a JSON string; false if it is malformed.
func unquote(quoted string) (string, bool) {
	if len(quoted) < 2 || quoted[0] != '"' {
		return "", false
	}
	inner := quoted[1 : len(quoted)-1]
	plain := true
	for i := 0; i < len(inner); i++ {
		if inner[i] < ' ' || inner[i] == '\\' || inner[i] >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		return inner, true
	}
	b, err := jsontext.AppendUnquote(nil, quoted)
	return string(b), err == nil
}

// kind is the kind of value that the text begins like.
func (s *scanner) kind(n *outline) jsontext.Kind {
	switch c := s.text[n.span.Start]; c {
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return '0'
	default:
		return jsontext.Kind(c)
	}
}

// get returns the member called name, nil if there is none.
func (n *outline) get(name string) *entry {
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i]
		}
	}
	return nil
}

// objectAt returns the member's value if it is an object, else nil.
func (s *scanner) objectAt(n *outline, name string) *outline {
	if m := n.get(name); m != nil && s.kind(&m.val) == '{' {
		return &m.val
	}
	return nil
}

// arrayAt returns the member's value if it is an array, else nil.
func (s *scanner) arrayAt(n *outline, name string) *outline {
	if m := n.get(name); m != nil && s.kind(&m.val) == '[' {
		return &m.val
	}
	return nil
}

// textAt returns the member's value if it is a string.
func (s *scanner) textAt(n *outline, name string) (string, bool) {
	m := n.get(name)
	if m == nil {
		return "", false
	}
	return unquote(s.text[m.val.span.Start:m.val.span.End])
}
