package audit

import (
	"bytes"
	"strconv"

	"github.com/schemac/schemac/target"
)

// regex reports a regular expression that the target's engine refuses. key is
// the keyword, "" if the expression is a name in patternProperties.
func (w *walker) regex(quiet bool, m member, key string) {
	if quiet || w.err != nil || w.t.Regex == target.RegexAny || w.src[m.val.from] != '"' {
		return
	}
	text := w.unquote(m.val)
	if w.t.Regex != target.RegexNoLookaround && key != "" {
		if why := unsupported(text, w.t.Regex); why != "" {
			w.add(finding{at: m.at, rule: "pattern-unsupported", msg: "must not use a pattern " + why, key: key, val: m.val})
		}
		return
	}
	if !lookaround(text) {
		return
	}
	f := finding{at: m.at, rule: "pattern-lookaround", msg: "must not use lookaround in a pattern", key: key, val: m.val}
	if key == "" {
		f.key, f.val = string(text), span{}
	}
	w.add(f)
}

// lookaround reports whether an ECMAScript regular expression has a lookahead
// or a lookbehind. `\(?=` is an escaped parenthesis, `[(?=]` a class, and
// `(?<name>…)` a named group.
func lookaround(re []byte) bool {
	class := false
	for i := 0; i < len(re); i++ {
		switch re[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '(':
			if class || i+2 >= len(re) || re[i+1] != '?' {
				continue
			}
			switch re[i+2] {
			case '=', '!':
				return true
			case '<':
				if i+3 < len(re) && (re[i+3] == '=' || re[i+3] == '!') {
					return true
				}
			}
		}
	}
	return false
}

// unsupported says what the rule refuses in a regular expression, "" if
// nothing.
func unsupported(re []byte, rule target.RegexRule) string {
	if lookaround(re) {
		return "with lookaround"
	}
	var class, topChoice, shorthand, wide bool
	depth := 0
	for i := 0; i < len(re); i++ {
		c := re[i]
		next := byte(0)
		if i+1 < len(re) {
			next = re[i+1]
		}
		switch {
		case c == '\\':
			i++
			switch {
			case next == 0:
				return "that ends in a backslash"
			case next == 'p' || next == 'P':
				return `with \p{…}`
			case class:
			case next == 'b' || next == 'B':
				return `with \b`
			case next == 'k' || '1' <= next && next <= '9':
				return "with a backreference"
			}
			shorthand = shorthand || bytes.IndexByte([]byte("dwsDWS"), next) >= 0
		case class:
			class = c != ']'
		case c == '[':
			class = true
			wide = wide || next == '^'
		case c == '(':
			depth++
			if next == '?' && i+2 < len(re) && re[i+2] != ':' && re[i+2] != '<' {
				return "with inline flags"
			}
		case c == ')':
			if depth--; depth < 0 {
				return "with a bracket too many"
			}
		case c == '|':
			topChoice = topChoice || depth == 0
		case c == '.':
			wide = true
		case c == '{':
			if largestCount(re[i+1:]) > target.MaxRepeat {
				return "with a count of more than " + strconv.Itoa(target.MaxRepeat)
			}
		}
	}
	if class || depth != 0 {
		return "with an open bracket"
	}
	if rule == target.RegexSimple {
		return ""
	}
	if topChoice || !bytes.HasPrefix(re, []byte("^")) || !endsAnchored(re) {
		return "that does not begin with ^ and end with $"
	}
	if rule == target.RegexGrammar && (shorthand || wide) {
		return "with a dot, a negated class or an escape for a class"
	}
	return ""
}

// endsAnchored reports whether a $ that is not escaped ends the expression.
func endsAnchored(re []byte) bool {
	n := len(re) - 1
	if n < 0 || re[n] != '$' {
		return false
	}
	slashes := 0
	for n > slashes && re[n-1-slashes] == '\\' {
		slashes++
	}
	return slashes%2 == 0
}

// largestCount reads a quantifier after its brace: "2,3}".
func largestCount(re []byte) int {
	largest, n := 0, 0
	for _, c := range re {
		switch {
		case '0' <= c && c <= '9':
			n = min(10*n+int(c-'0'), 1<<30)
		case c == ',':
			largest, n = max(largest, n), 0
		case c == '}':
			return max(largest, n)
		default:
			return 0
		}
	}
	return 0
}
