package lower

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// rewritePattern writes a pattern the way the target reads it, where that is
// the same.
//
// A provider that matches the whole string needs the open ends written out:
//
//	"a+" → "^[\\s\\S]*(?:a+)[\\s\\S]*$"
//
// A grammar has no escapes for classes:
//
//	"^\\d+$" → "^[0-9]+$"
func rewritePattern(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwPattern)
	if k == nil {
		return s
	}
	text := string(k.Val.(ast.Text))
	re := readPattern(text)
	out, loss := text, diag.Exact
	switch {
	case re.accepted(u.T.Regex):
		return s
	case u.T.Regex == target.RegexWhole && re.simple():
		out = re.whole()
	case u.T.Regex == target.RegexGrammar:
		out = expandClasses(text)
		if re.space {
			loss = diag.Narrowed // the grammar's white space is ASCII
		}
	}
	if out == "" || !readPattern(out).accepted(u.T.Regex) {
		return s // it is described
	}
	u.lost(diag.PatternRewritten, loss, k.Span, text, out)
	return s.With(ast.KwPattern, ast.Text(out))
}

// pattern is what the rules for regular expressions ask about one.
type pattern struct {
	text                   string
	around, back, boundary bool // lookaround, a backreference, \b or \B
	property, flags        bool // \p{…}, (?i)
	dot, negated           bool // ., [^…], \D \W \S
	class, space           bool // \d \w \s, and \s among them
	begins, ends           bool // ^ first, $ last
	inner                  bool // ^ or $ elsewhere
	choice                 bool // a | outside groups
	broken                 bool // brackets that do not match
	repeat                 int  // the largest count
}

// readPattern looks through an ECMA-262 regular expression once.
func readPattern(text string) pattern {
	p := pattern{text: text}
	class, depth := false, 0
	for i := 0; i < len(text); i++ {
		rest := text[i+1:]
		switch c := text[i]; {
		case c == '\\':
			if rest == "" {
				p.broken = true
				break
			}
			p.escape(rest[0], class)
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
			p.negated = p.negated || strings.HasPrefix(rest, "^")
		case c == '(':
			depth++
			p.group(rest)
		case c == ')':
			depth--
			p.broken = p.broken || depth < 0
		case c == '|':
			p.choice = p.choice || depth == 0
		case c == '.':
			p.dot = true
		case c == '^':
			p.begins = p.begins || i == 0
			p.inner = p.inner || i != 0
		case c == '$':
			p.ends = p.ends || rest == ""
			p.inner = p.inner || rest != ""
		case c == '{':
			p.count(rest)
		}
	}
	p.broken = p.broken || class || depth != 0
	return p
}

func (p *pattern) escape(c byte, class bool) {
	switch c {
	case 'b', 'B':
		p.boundary = p.boundary || !class
	case 'd', 'w':
		p.class = true
	case 's':
		p.class, p.space = true, true
	case 'D', 'W', 'S':
		p.class, p.negated = true, true
	case 'p', 'P':
		p.property = true
	case 'k', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		p.back = p.back || !class
	}
}

// group looks at what follows an opening parenthesis.
func (p *pattern) group(rest string) {
	if !strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "?:") {
		return
	}
	switch {
	case strings.HasPrefix(rest, "?="), strings.HasPrefix(rest, "?!"), strings.HasPrefix(rest, "?<="), strings.HasPrefix(rest, "?<!"):
		p.around = true
	case !strings.HasPrefix(rest, "?<"):
		p.flags = true
	}
}

// count reads the numbers of a quantifier {n,m}.
func (p *pattern) count(rest string) {
	n := 0
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c >= '0' && c <= '9':
			n = min(10*n+int(c-'0'), 1<<30)
			continue
		case c == ',' || c == '}':
			p.repeat = max(p.repeat, n)
			n = 0
			if c == '}' {
				return
			}
			continue
		}
		return
	}
}

// simple reports whether RegexSimple takes the pattern.
func (p *pattern) simple() bool {
	return !p.around && !p.back && !p.boundary && !p.property && !p.flags && !p.broken && p.repeat <= target.MaxRepeat
}

// anchored reports whether the pattern always matches the whole string.
func (p *pattern) anchored() bool { return p.begins && p.ends && !p.choice }

func (p pattern) accepted(r target.RegexRule) bool {
	switch r {
	case target.RegexNoLookaround:
		return !p.around
	case target.RegexSimple:
		return p.simple()
	case target.RegexWhole:
		return p.simple() && p.anchored()
	case target.RegexGrammar:
		return p.simple() && p.anchored() && !p.class && !p.dot && !p.negated
	}
	return true
}

// whole is the pattern with its open ends written out, "" if that is not clear.
func (p *pattern) whole() string {
	const any = `[\s\S]*`
	text := p.text
	if p.inner || p.choice && (p.begins || p.ends) {
		return ""
	}
	switch {
	case p.begins:
		return "^(?:" + text[1:] + ")" + any + "$"
	case p.ends:
		return "^" + any + "(?:" + text[:len(text)-1] + ")$"
	}
	return "^" + any + "(?:" + text + ")" + any + "$"
}

// expandClasses writes \d, \w and \s as classes.
func expandClasses(text string) string {
	var out strings.Builder
	class := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' && i+1 < len(text) {
			i++
			set := ""
			switch text[i] {
			case 'd':
				set = "0-9"
			case 'w':
				set = "A-Za-z0-9_"
			case 's':
				set = ` \t\n\r`
			}
			switch {
			case set == "":
				out.WriteString(text[i-1 : i+1])
			case class:
				out.WriteString(set)
			default:
				out.WriteString("[" + set + "]")
			}
			continue
		}
		if c == '[' {
			class = true
		} else if c == ']' {
			class = false
		}
		out.WriteByte(c)
	}
	return out.String()
}
