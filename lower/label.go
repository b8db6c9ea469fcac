package lower

import (
	"cmp"
	"slices"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// ruleOf is the provider's rule that a pass serves, for the codes that say only
// that the pass could not do it. A pass without a row serves no single rule.
func ruleOf(pass string) target.Rule {
	switch pass {
	case "close":
		return target.RuleClosed
	case "representable", "untyped":
		return target.RuleTyped
	case "all-of", "distribute":
		return target.RuleUnion
	case "root":
		return target.RuleRoot
	case "inline", "root-ref", "hoist", "ref-siblings", "branch-refs":
		return target.RuleRef
	case "cycles":
		return target.RuleCycles
	case "enum-filter":
		return target.RuleEnum
	case "items":
		return target.RuleItems
	}
	return 0
}

// maxUses is how many references a diagnostic inside a definition shows.
const maxUses = 2

// label adds the other end of the reference that a diagnostic is about: to a
// diagnostic at `"$ref": "#/$defs/a"` where a is defined, to one inside a what
// refers to it.
func label(doc *ast.Document, ds []diag.Diagnostic) {
	if len(doc.Defs) == 0 || len(ds) == 0 {
		return
	}
	uses := references(doc)
	if len(uses) == 0 {
		return
	}
	of := make([][]use, len(doc.Defs)) // the first uses of each definition
	for _, u := range uses {
		if len(of[u.def]) < maxUses && !contains(doc.Defs[u.def].Body.Span(), u.span) {
			of[u.def] = append(of[u.def], u)
		}
	}
	within := definitionSpans(doc)
	for i := range ds {
		d := &ds[i]
		if d.Source != doc.Source || d.Span == doc.Span {
			continue
		}
		if at, ok := slices.BinarySearchFunc(uses, d.Span.Start, func(u use, p ast.Pos) int { return cmp.Compare(u.span.Start, p) }); ok && uses[at].span == d.Span {
			d.Notes = append(d.Notes, diag.Label{Span: doc.Defs[uses[at].def].Body.Span(), Text: "defined here"})
			continue
		}
		if def := innermost(within, d.Span); def >= 0 {
			for _, u := range of[def] {
				d.Notes = append(d.Notes, diag.Label{Span: u.span, Text: "`" + u.name + "` used here"})
			}
		}
	}
}

// use is one reference as written.
type use struct {
	span ast.Span
	def  int
	name string // "$ref"
}

// references returns the references of the document in the order of the source.
func references(doc *ast.Document) []use {
	var uses []use
	var walk func(s *ast.Schema)
	walk = func(s *ast.Schema) {
		if !s.Sum().Has(ast.KwRef) && !s.Sum().Has(ast.KwDynamicRef) {
			return
		}
		kws := s.Keywords()
		for i := range kws {
			if r, ok := kws[i].Val.(*ast.Ref); ok && !r.Home && r.Def >= 0 {
				uses = append(uses, use{kws[i].Span, r.Def, kws[i].Name()})
			}
		}
		s.EachChild(func(_ ast.Slot, c *ast.Schema) { walk(c) })
	}
	walk(doc.Root)
	for i := range doc.Defs {
		walk(doc.Defs[i].Body)
	}
	slices.SortFunc(uses, func(a, b use) int { return cmp.Compare(a.span.Start, b.span.Start) })
	return uses
}

// extent is where a definition stands and which of them is around it.
type extent struct {
	span       ast.Span
	def, outer int
}

// definitionSpans returns the definitions but the root in the order of the
// source, each with the index of the one around it, -1 if there is none. Spans
// of definitions nest or are apart.
func definitionSpans(doc *ast.Document) []extent {
	var out []extent
	for i := range doc.Defs {
		if span := doc.Defs[i].Body.Span(); span != doc.Span && span.End > span.Start {
			out = append(out, extent{span: span, def: i, outer: -1})
		}
	}
	slices.SortFunc(out, func(a, b extent) int {
		return cmp.Or(cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(b.span.End, a.span.End))
	})
	outer := -1
	for i := range out {
		for outer >= 0 && !contains(out[outer].span, out[i].span) {
			outer = out[outer].outer
		}
		out[i].outer = outer
		outer = i
	}
	return out
}

// innermost returns the smallest definition around the span, -1 if there is
// none.
func innermost(defs []extent, span ast.Span) int {
	i, _ := slices.BinarySearchFunc(defs, span.Start, func(e extent, p ast.Pos) int {
		if e.span.Start <= p {
			return -1
		}
		return 1
	})
	for i--; i >= 0; i = defs[i].outer {
		if contains(defs[i].span, span) {
			return defs[i].def
		}
	}
	return -1
}

func contains(outer, inner ast.Span) bool {
	return outer.Start <= inner.Start && inner.End <= outer.End
}
