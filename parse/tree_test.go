package parse_test

import (
	"testing"

	"github.com/schemac/schemac/ast"
)

// checkTree tests what every document promises: summaries are right, a keyword
// stands once in a node, references lead to Defs with a body, a Def has at most
// one home and no body holds its own home.
func checkTree(t testing.TB, doc *ast.Document) {
	t.Helper()
	homes := make([]int, len(doc.Defs))
	var visit func(s *ast.Schema)
	visit = func(s *ast.Schema) {
		if again := ast.New(s.Span(), s.Keywords()); again.Sum() != s.Sum() || again.Keys() != s.Keys() {
			t.Errorf("summary %v, should be %v", s.Sum(), again.Sum())
		}
		var seen ast.KwSet
		for i, k := range s.Keywords() {
			if k.Kw != ast.Unknown && seen.Has(k.Kw) {
				t.Errorf("%v stands twice", k.Kw)
			}
			seen.Add(k.Kw)
			shape := k.Kw.Info().Shape
			if shape == ast.ShapeCount { // a Num too
				shape = ast.ShapeNum
			}
			if k.Val == nil || k.Val.Shape() != shape {
				t.Errorf("%v has the value %v", k.Kw, s.Keywords()[i].Val)
			}
			if k.Kw.Info().Class == ast.Legacy {
				t.Errorf("%v is in the tree", k.Kw)
			}
			if int(k.Span.End) > len(doc.Source.Text) || k.Span.Start > k.Span.End {
				t.Errorf("%v has the span %v", k.Kw, k.Span)
			}
			ref, ok := k.Val.(*ast.Ref)
			if !ok {
				continue
			}
			if ref.Def >= len(doc.Defs) || ref.Def < ast.External || ref.Home && ref.Def < 0 {
				t.Errorf("%+v leads nowhere", ref)
			} else if ref.Home {
				homes[ref.Def]++
			}
		}
		s.EachChild(func(_ ast.Slot, c *ast.Schema) { visit(c) })
	}
	visit(doc.Root)
	for i := range doc.Defs {
		if doc.Defs[i].Body == nil {
			t.Fatalf("def %d has no body", i)
		}
		visit(doc.Defs[i].Body)
	}
	for i, n := range homes {
		if n > 1 {
			t.Errorf("def %d (%s) has %d homes", i, doc.Defs[i].Name, n)
		}
	}
}
