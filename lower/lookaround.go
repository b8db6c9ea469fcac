package lower

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// dropLookaround drops a pattern with lookahead or lookbehind, and members of
// patternProperties whose name is one.
func dropLookaround(u *Unit, s *ast.Schema) *ast.Schema {
	if k := s.Find(ast.KwPattern); k != nil && u.T.Spill.Empty() && looksAround(string(k.Val.(ast.Text))) {
		u.report(diag.PatternLookaround, k.Span, string(k.Val.(ast.Text)), "")
		s = s.Without(ast.Set(ast.KwPattern))
	}
	props := s.PatternProperties()
	kept := make(ast.Map, 0, len(props))
	for _, m := range props {
		if !looksAround(m.Name) {
			kept = append(kept, m)
			continue
		}
		loss := diag.Widened
		if s.HasAny(ast.Set(ast.KwAdditionalProperties, ast.KwUnevaluatedProperties)) {
			loss |= diag.Narrowed // the names it matched are additional now
		}
		u.lost(diag.PatternLookaround, loss, m.Schema.Span(), m.Name, "")
	}
	switch {
	case len(kept) == len(props):
		return s
	case len(kept) == 0:
		return s.Without(ast.Set(ast.KwPatternProperties))
	}
	return s.With(ast.KwPatternProperties, kept)
}

// looksAround reports whether an ECMA-262 pattern contains (?=, (?!, (?<= or
// (?<!, outside escapes and character classes.
func looksAround(p string) bool {
	class := false
	for i := 0; i < len(p); i++ {
		switch c := p[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			rest := p[i+1:]
			if strings.HasPrefix(rest, "?=") || strings.HasPrefix(rest, "?!") || strings.HasPrefix(rest, "?<=") || strings.HasPrefix(rest, "?<!") {
				return true
			}
		}
	}
	return false
}
