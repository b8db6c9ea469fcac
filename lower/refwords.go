package lower

import (
	"strconv"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// reportWords says that the target has words of its own for references. The tree
// keeps $ref and $defs; the emitter writes the words:
//
//	{"$ref":"#/$defs/a"} → {"ref":"#/defs/a"}
func reportWords(u *Unit, doc *ast.Document) *ast.Document {
	w := u.T.RefWords
	refs := ast.Set(ast.KwRef)
	if !doc.Sum().Overlaps(refs) {
		return doc
	}
	word := strconv.Quote(w.Spell(ast.KwRef))
	said := false
	var visit func(s *ast.Schema)
	visit = func(s *ast.Schema) {
		if said || !s.Sum().Overlaps(refs) {
			return
		}
		if k := s.Find(ast.KwRef); k != nil && !k.Val.(*ast.Ref).Home {
			text := doc.Source.Slice(k.Span)
			if !strings.HasPrefix(text, word) || !strings.Contains(text, w.Pointer()) {
				u.report(diag.RefRespelled, k.Span, w.Spell(ast.KwRef), w.Pointer()+"NAME")
				said = true
				return
			}
		}
		s.EachChild(func(at ast.Slot, c *ast.Schema) {
			if at.Kw != ast.KwDefs || c.HomeOf() == nil {
				visit(c)
			}
		})
	}
	visit(doc.RootBody())
	for i := range doc.Defs {
		visit(doc.Defs[i].Body)
	}
	return doc
}

// pointsAt reports whether a reference is written as that to a name in the
// root's definitions: "#/$defs/a", or as the target says it.
func (u *Unit) pointsAt(text, name string) bool {
	for _, begin := range [...]string{"#/$defs/", u.T.RefWords.Pointer()} {
		if rest, ok := strings.CutPrefix(text, begin); ok && (rest == name || unescaped(rest) == name) {
			return true
		}
	}
	return false
}
