package audit

import (
	"bytes"
	"strconv"

	"github.com/schemac/schemac/ast"
)

// header is one use of the keyword that sends a property as an HTTP header.
type header struct {
	member
	name string // in lower case: header names are compared without case
}

// judgeHeader reports a header annotation, `"x-mcp-header": "X-Tenant"`, that
// cannot be honoured.
func (w *walker) judgeHeader(n *node, m member) {
	msg := ""
	text := w.unquote(m.val)
	switch {
	case w.src[m.val.from] != '"' || !isToken(text):
		msg = "must name a header with a non-empty HTTP token"
	case !n.property || !n.plain:
		msg = "must have a header on a property only, reached by properties alone"
	case n.typeForm != oneType || n.types&(ast.Strings|ast.Integers|ast.Booleans) == 0:
		msg = "must have a header on a string, an integer or a boolean only"
	}
	if msg != "" {
		w.add(finding{at: m.at, rule: "header", msg: msg, key: w.t.Audit.Header.String(), val: m.val})
	}
	if isToken(text) {
		w.headers = append(w.headers, header{m, string(bytes.ToLower(text))})
	}
}

// checkHeaders reports headers that two properties claim.
func (w *walker) checkHeaders() {
	if len(w.headers) < 2 {
		return
	}
	seen := make(map[string]bool, len(w.headers))
	for _, h := range w.headers {
		if seen[h.name] {
			w.add(finding{at: h.at, rule: "header", key: w.t.Audit.Header.String(), val: h.val,
				msg: "must not name the header " + strconv.Quote(h.name) + " twice"})
		}
		seen[h.name] = true
	}
}

// isToken reports whether text is a token of RFC 9110, section 5.6.2.
func isToken(text []byte) bool {
	for _, c := range text {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case bytes.IndexByte([]byte("!#$%&'*+-.^_`|~"), c) >= 0:
		default:
			return false
		}
	}
	return len(text) > 0
}
