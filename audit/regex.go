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
		if rule, why := unsupported(text, w.t.Regex); why != "" {
			w.add(finding{at: m.at, rule: rule, msg: "must not use a pattern " + why, key: key, val: m.val})
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
// nothing, and the audit's rule for it: what engines refuse, what they drop and
// what they read otherwise have names of their own.
func unsupported(re []byte, rule target.RegexRule) (name, why string) {
	if lookaround(re) {
		return "pattern-lookaround", "with lookaround"
	}
	if why := feature(re); why != "" {
		return "pattern-unsupported", why
	}
	if rule == target.RegexSimple {
		return "", ""
	}
	shorthand, wide, anchored := form(re)
	switch {
	case !anchored:
		return "pattern-unanchored", "that does not begin with ^ and end with $"
	case rule != target.RegexGrammar:
		return "", ""
	case shorthand:
		return "pattern-unsupported", "with an escape for a class"
	case wide:
		return "pattern-wide", "with a dot or a negated class"
	}
	return "", ""
}

// feature names the first thing in a regular expression that no rule above
// lookaround takes.
func feature(re []byte) string {
	class, depth := false, 0
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
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
			if next == '?' && i+2 < len(re) && re[i+2] != ':' && re[i+2] != '<' {
				return "with inline flags"
			}
		case c == ')':
			if depth--; depth < 0 {
				return "with a bracket too many"
			}
		case c == '{':
			if largestCount(re[i+1:]) > target.MaxRepeat {
				return "with a count of more than " + strconv.Itoa(target.MaxRepeat)
			}
		}
	}
	if class || depth != 0 {
		return "with an open bracket"
	}
	return ""
}

// form says of a regular expression whether it has escapes for classes, whether
// it has a dot or a negated class, and whether it stands between ^ and $.
func form(re []byte) (shorthand, wide, anchored bool) {
	class, choice, depth := false, false, 0
	for i := 0; i < len(re); i++ {
		switch c := re[i]; {
		case c == '\\':
			i++
			shorthand = shorthand || i < len(re) && bytes.IndexByte([]byte("dwsDWS"), re[i]) >= 0
		case class:
			class = c != ']'
		case c == '[':
			class = true
			wide = wide || i+1 < len(re) && re[i+1] == '^'
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|':
			choice = choice || depth == 0
		case c == '.':
			wide = true
		}
	}
	return shorthand, wide, !choice && bytes.HasPrefix(re, []byte("^")) && endsAnchored(re)
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
