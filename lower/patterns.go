package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// foldPatterns writes patternProperties as additionalProperties where the target
// takes that and not those: a member whose name matches a pattern must not be
// refused once the pattern is gone. Which names a schema is for is lost.
//
//	{"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false} → {"additionalProperties":{"type":"string"}}
func foldPatterns(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwPatternProperties)
	if k == nil {
		return s
	}
	more := s.AdditionalProperties()
	if more == nil || more.IsEmpty() {
		return s // what the patterns refused is accepted now, and nothing else changes
	}
	var kinds ast.List
	for _, m := range k.Val.(ast.Map) {
		if m.Schema.Form() != ast.FalseForm {
			kinds = addKind(kinds, m.Schema)
		}
	}
	if more.Form() != ast.FalseForm {
		kinds = addKind(kinds, more)
	}
	u.lost(diag.KeywordStripped, diag.Widened|diag.Hinted, k.Span, k.Name(), "")
	words := "patternProperties: "
	for i, m := range k.Val.(ast.Map) {
		if i > 0 {
			words += ", "
		}
		words += quoteJSON(m.Name) + " " + wordsOf(ast.List{m.Schema})
	}
	s = hint(s.Without(ast.Set(ast.KwPatternProperties)), words)
	switch len(kinds) {
	case 0:
		return s
	case 1:
		return s.With(ast.KwAdditionalProperties, kinds[0])
	}
	// A member may have to fit several; any of them is the least that is said.
	node := ast.New(k.Span, []ast.Keyword{{Kw: ast.KwAnyOf, Val: kinds, Span: k.Span}})
	return s.With(ast.KwAdditionalProperties, node)
}
