package lower

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// translated are the keywords that later passes write in other words; strip
// leaves them alone even where the target refuses them.
var translated = ast.Set(ast.KwConst, ast.KwAllOf, ast.KwAnyOf, ast.KwOneOf, ast.KwPrefixItems, ast.KwPatternProperties, ast.KwAdditionalProperties,
	ast.KwRef, ast.KwDefs)

var tupleBounds = ast.Set(ast.KwMinItems, ast.KwMaxItems)

func stripKeeps(t *target.Target) ast.KwSet {
	keep := t.Keywords.Or(translated).Or(t.Spill) // what spills is described at the end
	if t.KeepUnknown {
		keep.Add(ast.Unknown)
	}
	return keep
}

// strip drops the keywords that the target refuses and has no words for.
func strip(u *Unit, s *ast.Schema) *ast.Schema {
	keep := stripKeeps(u.T)
	if s.Has(ast.KwPrefixItems) && u.encodes(EncodeTuples) {
		keep = keep.Or(tupleBounds) // which of its items may be missing
	}
	if s.Keys().AndNot(keep).Empty() && !s.Has(ast.Unknown) {
		return s
	}
	if u.T.InlineDefault {
		s = inlineDefault(u, s)
	}
	return s.Filter(func(k *ast.Keyword) bool {
		if keep.Has(k.Kw) && !refusedName(u.T, k) {
			return true
		}
		if raw, ok := k.Val.(*ast.Raw); ok {
			u.report(diag.MetaDropped, k.Span, raw.Name, "")
		} else {
			u.dropped(s, k)
		}
		return false
	})
}

// refusedName reports whether a member that is no keyword in its dialect has
// the name of one that the target refuses: "nullable" in a 2020-12 schema.
func refusedName(t *target.Target, k *ast.Keyword) bool {
	raw, ok := k.Val.(*ast.Raw)
	if !ok {
		return false
	}
	kw := ast.Lookup(raw.Name)
	return kw != ast.Unknown && !t.Keywords.Has(kw)
}

// inlineDefault appends " (default: X)" to the description: a string bare,
// all else as JSON. It leaves a description alone that speaks of a default
// already, and a node without one.
func inlineDefault(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwDefault)
	if k == nil || u.T.Keywords.Has(ast.KwDefault) {
		return s
	}
	text := s.Description()
	if !s.Has(ast.KwDescription) || strings.Contains(text, "(default:") {
		return s
	}
	value := bareJSON(k.Val.(ast.Data))
	u.report(diag.DefaultInlined, k.Span, value, "")
	return s.With(ast.KwDescription, ast.Text(text+" (default: "+value+")")).Without(ast.Set(ast.KwDefault))
}
