package lower

import (
	"regexp"
	"strings"
)

// regexpOrNil is a compiled pattern, nil inside if its meaning is uncertain.
type regexpOrNil struct{ re *regexp.Regexp }

// matches answers whether the pattern of a schema, an ECMA-262 regular
// expression, matches somewhere in the text. It knows only patterns that mean
// the same in Go's syntax, and texts of printable ASCII.
func (p *prover) matches(pattern, text string) answer {
	if !p.spend(1 + len(text)/64) {
		return unknown
	}
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return unknown
		}
	}
	c := p.regexps[pattern]
	if c == nil {
		c = &regexpOrNil{}
		if len(pattern) <= 1000 && p.spend(len(pattern)) && portableRegex(pattern) {
			c.re, _ = regexp.Compile(pattern)
		}
		p.regexps[pattern] = c
	}
	if c.re == nil {
		return unknown
	}
	return answerOf(c.re.MatchString(text))
}

const (
	plainChars   = " _-/,:;=@#%&!~'\"<>`"
	escapedChars = `.\/-^$*+?()[]{}|dwDW`
)

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// portableRegex accepts patterns that mean the same in ECMA-262 and in Go:
// literals, classes, groups, alternatives and quantifiers, no more.
func portableRegex(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case isAlnum(c), strings.IndexByte(plainChars+"^$.|*+?)", c) >= 0:
		case c == '\\':
			if i++; i == len(s) || strings.IndexByte(escapedChars, s[i]) < 0 {
				return false
			}
		case c == '(':
			if strings.HasPrefix(s[i+1:], "?") {
				if !strings.HasPrefix(s[i+1:], "?:") {
					return false
				}
				i += 2
			}
		case c == '[':
			n := portableClass(s[i+1:])
			if n == 0 {
				return false
			}
			i += n
		case c == '{':
			n := portableCount(s[i+1:])
			if n == 0 {
				return false
			}
			i += n
		default:
			return false
		}
	}
	return true
}

// portableClass returns the length of a class after its "[", the "]" included.
func portableClass(s string) int {
	i := 0
	if strings.HasPrefix(s, "^") {
		i++
	}
	for start := i; i < len(s); i++ {
		c := s[i]
		switch {
		case c == ']':
			if i == start {
				return 0 // [] and [^] mean different things
			}
			return i + 1
		case isAlnum(c), strings.IndexByte(" _/,:;=@#%!'\"<>`.$*+?(){}|", c) >= 0:
		case c == '-':
			// A range of two letters or digits, or a dash at either end.
			atEnd := i == start || i+1 < len(s) && s[i+1] == ']'
			if !atEnd && !(isAlnum(s[i-1]) && i+1 < len(s) && isAlnum(s[i+1])) {
				return 0
			}
		case c == '\\':
			if i++; i == len(s) || strings.IndexByte(escapedChars, s[i]) < 0 {
				return 0
			}
			if isAlnum(s[i]) && i+1 < len(s) && s[i+1] == '-' && !strings.HasPrefix(s[i+1:], "-]") {
				return 0 // [\w-z]
			}
		default:
			return 0
		}
	}
	return 0
}

// portableCount returns the length of "2}", "2,}" or "2,3}".
func portableCount(s string) int {
	end := strings.IndexByte(s, '}')
	if end < 1 || end > 7 {
		return 0
	}
	for i := range end {
		if (s[i] < '0' || s[i] > '9') && (s[i] != ',' || i == 0 || strings.IndexByte(s, ',') != i) {
			return 0
		}
	}
	return end + 1
}

// regexPrefix is a text that every match of the pattern begins with, "" if none
// is evident: "abc" for "^abc-?", whose last literal may be absent.
func regexPrefix(pattern string) string {
	if !strings.HasPrefix(pattern, "^") || strings.Contains(pattern, "|") {
		return ""
	}
	var out []byte
	rest := pattern[1:]
	for i := 0; i < len(rest); {
		c, n := rest[i], 1
		if c == '\\' && i+1 < len(rest) && !isAlnum(rest[i+1]) && rest[i+1] < 0x80 {
			c, n = rest[i+1], 2
		} else if !isAlnum(c) && strings.IndexByte(plainChars, c) < 0 {
			break
		}
		if i+n < len(rest) && strings.IndexByte("?*{+", rest[i+n]) >= 0 {
			break
		}
		out = append(out, c)
		i += n
	}
	return string(out)
}
