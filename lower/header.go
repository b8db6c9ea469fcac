package lower

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// checkHeaders drops header annotations that a client could not honour and for
// which it would drop the whole tool: a name that is no HTTP token or stands
// twice, a property that is no string, integer or boolean, a place that
// properties alone do not lead to.
func checkHeaders(u *Unit, doc *ast.Document) *ast.Document {
	kw := u.T.Audit.Header
	taken := map[string]bool{}
	var visit func(s *ast.Schema, property, plain bool) *ast.Schema
	visit = func(s *ast.Schema, property, plain bool) *ast.Schema {
		if !s.Sum().Has(kw) {
			return s
		}
		if k := s.Find(kw); k != nil {
			name := strings.ToLower(bareJSON(k.Val.(ast.Data)))
			ts := s.Types()
			fits := property && plain && ts.Len() == 1 && ts.Set()&(ast.Strings|ast.Integers|ast.Booleans) != 0
			if !fits || dataType(k.Val.(ast.Data)) != ast.String || !isToken(name) || taken[name] {
				u.report(diag.HeaderDropped, k.Span, string(k.Val.(ast.Data)), "")
				s = s.Without(ast.Set(kw))
			}
			taken[name] = true
		}
		return s.MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
			if c.HomeOf() != nil {
				return c
			}
			below := at.Kw == ast.KwProperties
			return visit(c, below, below && plain)
		})
	}
	root := doc.RootBody()
	return doc.Map(func(body *ast.Schema) *ast.Schema { return visit(body, false, body == root) })
}

// isToken reports whether text is a token of RFC 9110, section 5.6.2.
func isToken(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0:
		default:
			return false
		}
	}
	return text != ""
}
