package lower

import (
	"slices"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

func spillKeeps(t *target.Target) ast.KwSet {
	keep := t.Keywords
	if t.KeepUnknown {
		keep.Add(ast.Unknown)
	}
	return keep
}

// spillSet are the keywords that may spill: those that are refused, and those
// refused for their value.
func spillSet(t *target.Target) ast.KwSet {
	if t.Applicable {
		return ast.KwSet{} // any may be on a node of the wrong type
	}
	out := refusedBy(spillKeeps(t)).Or(valueSet)
	for i := range t.Largest {
		out.Add(t.Largest[i].Kw)
	}
	for i := range t.Only {
		out.Add(t.Only[i].Kw)
	}
	if t.NoDataRef {
		out = out.Or(ast.Set(ast.KwConst, ast.KwDefault))
	}
	if t.Ordered {
		for _, p := range boundPairs {
			out = out.Or(ast.Set(p[:]...))
		}
	}
	return out
}

// spill drops the keywords that the target refuses and writes those a model can
// use into the description, in the order of the source:
//
//	{"type":"string","pattern":"^a$","description":"A."}
//	→ {"type":"string","description":"A.\n\n{pattern: \"^a$\"}"}
func spill(u *Unit, s *ast.Schema) *ast.Schema {
	keep := spillKeeps(u.T)
	spills := func(k *ast.Keyword) bool { return !keep.Has(k.Kw) || refusesValue(u.T, s, k) != 0 }
	kws := s.Keywords()
	if !slices.ContainsFunc(kws, func(k ast.Keyword) bool { return spills(&k) }) {
		return s
	}
	var block strings.Builder
	out := s.Filter(func(k *ast.Keyword) bool {
		if !spills(k) {
			return true
		}
		noted := u.T.Spill.Has(k.Kw) && !inert(s, k) && (!u.root || u.rootWords())
		if keep.Has(k.Kw) {
			u.rule = refusesValue(u.T, s, k)
			defer func() { u.rule = 0 }()
		}
		if noted {
			if block.Len() > 0 {
				block.WriteString(", ")
			}
			block.WriteString(k.Name() + ": " + valueJSON(k.Val))
		}
		switch {
		case k.Kw == ast.KwEnum:
			words := enumWords(u.T)
			if u.rule == target.RuleRef {
				words = "values without a member $ref"
			}
			u.lost(diag.EnumDropped, diag.Widened|diag.Hinted, k.Span, words, "")
		case noted && k.Kw.Info().Class == ast.Assertion:
			u.lost(diag.KeywordStripped, diag.Widened|diag.Hinted, k.Span, k.Name(), "")
		default:
			if raw, ok := k.Val.(*ast.Raw); ok {
				u.report(diag.MetaDropped, k.Span, raw.Name, "")
			} else {
				u.dropped(s, k)
			}
		}
		return false
	})
	if block.Len() == 0 {
		return out
	}
	text := "{" + block.String() + "}"
	if old := out.Description(); old != "" {
		text = old + "\n\n" + text
	}
	return out.With(ast.KwDescription, ast.Text(text))
}

// stringEnum reports whether a node is a string with an enum of non-empty
// strings.
func stringEnum(s *ast.Schema) bool {
	if ts := s.Types(); ts.Len() != 1 || ts.At(0) != ast.String || len(s.Enum()) == 0 {
		return false
	}
	for _, v := range s.Enum() {
		if dataType(v) != ast.String || v == `""` {
			return false
		}
	}
	return true
}

// valueJSON is a keyword's value as compact JSON; schemas are not values here.
func valueJSON(v ast.Value) string {
	switch v := v.(type) {
	case ast.Text:
		return quoteJSON(string(v))
	case ast.Num:
		return string(v)
	case ast.Flag:
		if v {
			return "true"
		}
		return "false"
	case ast.Data:
		return compactData(v)
	case ast.DataList:
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = compactData(v[i])
		}
		return "[" + strings.Join(texts, ",") + "]"
	case ast.Names:
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = quoteJSON(v[i])
		}
		return "[" + strings.Join(texts, ",") + "]"
	}
	return "…"
}
