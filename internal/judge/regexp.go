package judge

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// ecma compiles a regular expression of ECMA-262 with Go's engine, which has
// most of that syntax. What differs in spelling alone is respelled; what Go has
// not (lookaround, back references) is an error.
func ecma(pattern string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(respell(pattern))
	if err != nil {
		return nil, fmt.Errorf("the judge cannot compile the pattern %q: %w", pattern, err)
	}
	return re, nil
}

// space is the \s of ECMA-262; Go's is ASCII and lacks the vertical tab.
const space = `\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

// respell rewrites the escapes of ECMA-262 that Go spells otherwise: \u0041,
// \u{41}, \cA, \s, \S and an escaped / or -.
func respell(p string) string {
	if !strings.Contains(p, `\`) {
		return p
	}
	var b strings.Builder
	class := false
	for i := 0; i < len(p); i++ {
		c := p[i]
		switch {
		case c == '[':
			class = true
		case c == ']':
			class = false
		}
		if c != '\\' || i+1 == len(p) {
			b.WriteByte(c)
			continue
		}
		i++
		switch e := p[i]; e {
		case 'u':
			if r, n := unicodeEscape(p[i+1:]); n > 0 {
				fmt.Fprintf(&b, `\x{%x}`, r)
				i += n
				continue
			}
			b.WriteString(`\u`)
		case 'c':
			if i+1 < len(p) && ('a' <= p[i+1]|0x20 && p[i+1]|0x20 <= 'z') {
				i++
				fmt.Fprintf(&b, `\x{%x}`, p[i]&31)
				continue
			}
			b.WriteString(`\c`)
		case 's':
			if class {
				b.WriteString(space)
			} else {
				b.WriteString("[" + space + "]")
			}
		case 'S':
			if class { // a complement cannot stand in a Go class; ASCII will do
				b.WriteString(`\S`)
			} else {
				b.WriteString("[^" + space + "]")
			}
		default:
			b.WriteByte('\\')
			b.WriteByte(e)
		}
	}
	return b.String()
}

// unicodeEscape reads what follows \u and returns the rune and the bytes read,
// 0 if it is no escape.
func unicodeEscape(s string) (rune, int) {
	if strings.HasPrefix(s, "{") {
		end := strings.IndexByte(s, '}')
		if end < 0 {
			return 0, 0
		}
		n, err := strconv.ParseUint(s[1:end], 16, 21)
		if err != nil {
			return 0, 0
		}
		return rune(n), end + 1
	}
	hi, ok := hex4(s)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(hi) && strings.HasPrefix(s[4:], `\u`) {
		if lo, ok := hex4(s[6:]); ok {
			if r := utf16.DecodeRune(hi, lo); r != 0xfffd {
				return r, 10
			}
		}
	}
	return hi, 4
}

func hex4(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(s[:4], 16, 16)
	return rune(n), err == nil
}
