// Package emit turns trees into ordered JSON bytes.
//
// It guarantees:
//
//   - Output is a pure function of the tree and the options; members stand in
//     the tree's order and schemac's additions in a fixed place.
//   - Numbers and the spelling of strings inside instance data are untouched.
//   - A reference is printed as its author wrote it if that still leads to the
//     target, else as the pointer of the place where the target is printed.
package emit

import (
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
)

// Options say how JSON is laid out. The zero value is compact.
type Options struct {
	// Indent is added once a level; "" means compact: no space at all.
	Indent string
	// Words are what the target calls references and definitions.
	Words ast.RefWords
	// Prefix begins every line after the first, if Indent is not empty.
	Prefix string
}

// printer appends JSON values to dst.
type printer struct {
	dst   []byte
	opt   Options
	depth int
	// first: nothing has been printed in the innermost container.
	first bool
}

func (p *printer) open(c byte) {
	p.dst = append(p.dst, c)
	p.depth++
	p.first = true
}

func (p *printer) close(c byte) {
	p.depth--
	if !p.first {
		p.line()
	}
	p.first = false
	p.dst = append(p.dst, c)
}

func (p *printer) line() {
	if p.opt.Indent == "" {
		return
	}
	p.dst = append(p.dst, '\n')
	p.dst = append(p.dst, p.opt.Prefix...)
	for range p.depth {
		p.dst = append(p.dst, p.opt.Indent...)
	}
}

// next begins an element.
func (p *printer) next() {
	if !p.first {
		p.dst = append(p.dst, ',')
	}
	p.first = false
	p.line()
}

// name begins a member.
func (p *printer) name(s string) {
	p.next()
	p.str(s)
	p.dst = append(p.dst, ':')
	if p.opt.Indent != "" {
		p.dst = append(p.dst, ' ')
	}
}

func (p *printer) str(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			// U+2028 stays literal and nothing is escaped for HTML. The tree
			// holds valid UTF-8 only; what is not becomes U+FFFD.
			p.dst, _ = jsontext.AppendQuote(p.dst, s)
			return
		}
	}
	p.dst = append(p.dst, '"')
	p.dst = append(p.dst, s...)
	p.dst = append(p.dst, '"')
}

// data prints JSON text in this layout: it moves space between tokens and
// touches nothing else.
func (p *printer) data(s string) {
	s = strings.Trim(s, " \t\r\n")
	if s == "" {
		p.dst = append(p.dst, "null"...)
		return
	}
	if c := s[0]; c != '{' && c != '[' {
		p.dst = append(p.dst, s...)
		return
	}
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case ' ', '\t', '\n', '\r':
			i++
		case '{', '[':
			p.open(c)
			i++
			i += space(s[i:])
			if i < len(s) && s[i] != '}' && s[i] != ']' {
				p.next()
			}
		case '}', ']':
			p.close(c)
			i++
		case ',':
			p.next()
			i++
		case ':':
			p.dst = append(p.dst, ':')
			if p.opt.Indent != "" {
				p.dst = append(p.dst, ' ')
			}
			i++
		case '"':
			n := stringEnd(s[i:])
			p.dst = append(p.dst, s[i:i+n]...)
			i += n
		default:
			n := strings.IndexAny(s[i:], " \t\r\n,:]}")
			if n < 0 {
				n = len(s) - i
			}
			p.dst = append(p.dst, s[i:i+n]...)
			i += max(n, 1)
		}
	}
}

func space(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\r\n")) }

// stringEnd is the length of the JSON string that s begins with.
func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}
