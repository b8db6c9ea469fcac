package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// checkNames reports the properties whose name the target refuses. Nothing is
// renamed: arguments would come back under a name that the program does not
// know.
func checkNames(u *Unit, doc *ast.Document) *ast.Document {
	rule := &u.T.Properties
	root := doc.RootBody()
	u.repeats()
	var visit func(s *ast.Schema)
	visit = func(s *ast.Schema) {
		for _, m := range s.Properties() {
			if !rule.Accepts(m.Name) {
				u.report(diag.PropertyName, m.Schema.Span(), m.Name, "")
			}
		}
		if rule.RootOnly {
			return
		}
		s.EachChild(func(at ast.Slot, c *ast.Schema) {
			if c.HomeOf() == nil {
				visit(c)
			}
		})
	}
	visit(root)
	if rule.RootOnly {
		return doc
	}
	for i, used := range reachable(doc) {
		if used && doc.Defs[i].Body != root {
			visit(doc.Defs[i].Body)
		}
	}
	return doc
}
