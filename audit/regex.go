package audit

import "github.com/schemac/schemac/target"

// regex reports a regular expression that the target's engine refuses. key is
// the keyword, "" if the expression is a name in patternProperties.
func (w *walker) regex(quiet bool, m member, key string) {
	if quiet || w.err != nil || w.t.Regex != target.RegexNoLookaround || w.src[m.val.from] != '"' {
		return
	}
	text := w.unquote(m.val)
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
