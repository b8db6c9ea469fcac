package lower

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/internal/proof"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

// mutation is a mistake in one pass.
type mutation struct {
	pass string
	what string
	node func(orig func(*Unit, *ast.Schema) *ast.Schema) func(*Unit, *ast.Schema) *ast.Schema
	// whole is for the passes that rewrite the document.
	whole func(orig func(*Unit, *ast.Document) *ast.Document) func(*Unit, *ast.Document) *ast.Document
}

type nodePass = func(*Unit, *ast.Schema) *ast.Schema

type wholePass = func(*Unit, *ast.Document) *ast.Document

// forgets is the pass that does nothing.
func forgets(nodePass) nodePass { return func(_ *Unit, s *ast.Schema) *ast.Schema { return s } }

func forgetsWhole(wholePass) wholePass {
	return func(_ *Unit, d *ast.Document) *ast.Document { return d }
}

// quiet is the pass that does what it does and says nothing of it.
func quiet(orig nodePass) nodePass {
	return func(u *Unit, s *ast.Schema) *ast.Schema {
		n := len(u.diags)
		out := orig(u, s)
		if !u.failed && !u.rejected {
			u.diags = u.diags[:n]
		}
		return out
	}
}

func quietWhole(orig wholePass) wholePass {
	return func(u *Unit, d *ast.Document) *ast.Document {
		n := len(u.diags)
		out := orig(u, d)
		if !u.failed && !u.rejected {
			u.diags = u.diags[:n]
		}
		return out
	}
}

// loses drops keywords from what the pass returns, if the pass changed it.
func loses(kws ...ast.Kw) func(nodePass) nodePass {
	return func(orig nodePass) nodePass {
		return func(u *Unit, s *ast.Schema) *ast.Schema {
			out := orig(u, s)
			if out == nil || out == s {
				return out
			}
			return out.Without(ast.Set(kws...))
		}
	}
}

// losesBranch drops the last branch of the anyOf of what the pass returns.
func losesBranch(orig nodePass) nodePass {
	return func(u *Unit, s *ast.Schema) *ast.Schema {
		out := orig(u, s)
		if out == nil || out == s || len(out.AnyOf()) < 2 {
			return out
		}
		list := out.AnyOf()
		return out.With(ast.KwAnyOf, list[:len(list)-1:len(list)-1])
	}
}

// losesMember drops the last member of the enum of what the pass returns.
func losesMember(orig nodePass) nodePass {
	return func(u *Unit, s *ast.Schema) *ast.Schema {
		out := orig(u, s)
		if out == nil || out == s || len(out.Enum()) < 2 {
			return out
		}
		list := out.Enum()
		return out.With(ast.KwEnum, list[:len(list)-1:len(list)-1])
	}
}

// boolean is {"type":"boolean"} in the place of s.
func boolean(s *ast.Schema) *ast.Schema {
	return ast.New(s.Span(), []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(ast.Boolean), Span: s.Span()}})
}

var mutations = []mutation{
	{pass: "references", what: "takes a dangling reference for a good one", whole: forgetsWhole},
	{pass: "malformed", what: "keeps impossible values", node: forgets},
	{pass: "dynamic", what: "finds another definition", node: func(orig nodePass) nodePass {
		return func(u *Unit, s *ast.Schema) *ast.Schema {
			if out := orig(u, s); out == s {
				return s
			}
			return boolean(s)
		}
	}},
	{pass: "described", what: "leaves a description without a type", node: forgets},
	{pass: "root-keywords", what: "keeps what the root may not have", whole: forgetsWhole},
	{pass: "echo", what: "keeps a description that is repeated", node: forgets},
	{pass: "drop", what: "does not say that it dropped an applicator", node: quiet},
	{pass: "inline", what: "keeps references", whole: forgetsWhole},
	{pass: "root-ref", what: "loses required", whole: func(orig wholePass) wholePass {
		return func(u *Unit, d *ast.Document) *ast.Document {
			out := orig(u, d)
			if out == d {
				return d
			}
			return out.WithRootBody(out.RootBody().Without(ast.Set(ast.KwRequired)))
		}
	}},
	{pass: "hoist", what: "leaves definitions where they are", whole: forgetsWhole},
	{pass: "cycles", what: "keeps recursion", whole: forgetsWhole},
	{pass: "ref-alone", what: "takes a reference for a boolean", node: func(nodePass) nodePass {
		return func(_ *Unit, s *ast.Schema) *ast.Schema {
			if s.Has(ast.KwRef) && s.HomeOf() == nil {
				return boolean(s)
			}
			return s
		}
	}},
	{pass: "ids", what: "keeps identifiers below the root", node: forgets},
	{pass: "booleans", what: "keeps boolean schemas", node: forgets},
	{pass: "definitions", what: "keeps definitions without a type", whole: forgetsWhole},
	{pass: "widen", what: "does not say that it dropped a union", node: quiet},
	{pass: "rest", what: "leaves the rest of the names closed", node: forgets},
	{pass: "explicit", what: "leaves additionalProperties unsaid", node: forgets},
	{pass: "beside-union", what: "keeps annotations beside a union", node: forgets},
	{pass: "integral", what: "loses bounds", node: loses(ast.KwMinimum, ast.KwMaximum)},
	{pass: "pattern", what: "takes a string with a pattern for a boolean", node: func(orig nodePass) nodePass {
		return func(u *Unit, s *ast.Schema) *ast.Schema {
			if out := orig(u, s); out == s {
				return s
			}
			return boolean(s)
		}
	}},
	{pass: "names", what: "drops required on the way", whole: func(orig wholePass) wholePass {
		return func(u *Unit, d *ast.Document) *ast.Document {
			out := orig(u, d)
			return out.WithRootBody(out.RootBody().Without(ast.Set(ast.KwRequired)))
		}
	}},
	{pass: "never", what: "does not say that it dropped a property", node: quiet},
	{pass: "one-of", what: "takes every oneOf for disjoint", node: quiet},
	{pass: "strip", what: "does not say that it stripped a bound", node: quiet},
	{pass: "ref-siblings", what: "drops what stands beside a reference", node: func(nodePass) nodePass {
		return func(_ *Unit, s *ast.Schema) *ast.Schema {
			return s.MapChildren(func(_ ast.Slot, c *ast.Schema) *ast.Schema {
				if c.Has(ast.KwRef) {
					return c.Only(ast.Set(ast.KwRef))
				}
				return c
			})
		}
	}},
	{pass: "all-of", what: "takes the first part for the whole", node: func(nodePass) nodePass {
		return func(_ *Unit, s *ast.Schema) *ast.Schema {
			if list := s.AllOf(); len(list) > 0 {
				return list[0]
			}
			return s
		}
	}},
	{pass: "literals", what: "loses the last const", node: losesMember},
	{pass: "const", what: "loses the value", node: loses(ast.KwEnum)},
	{pass: "distribute", what: "loses a branch", node: losesBranch},
	{pass: "infer", what: "takes everything for a boolean", node: func(orig nodePass) nodePass {
		return func(u *Unit, s *ast.Schema) *ast.Schema {
			out := orig(u, s)
			if out == nil || out == s || s.Has(ast.KwType) {
				return out
			}
			return out.With(ast.KwType, ast.OneType(ast.Boolean)).Without(ast.Set(ast.KwEnum))
		}
	}},
	{pass: "enum-filter", what: "drops a member that the type admits", node: func(orig nodePass) nodePass {
		return func(u *Unit, s *ast.Schema) *ast.Schema {
			out := orig(u, s)
			if list := out.Enum(); len(list) > 1 {
				return out.With(ast.KwEnum, list[1:])
			}
			return out
		}
	}},
	{pass: "split", what: "loses the last type", node: losesBranch},
	{pass: "tuple", what: "does not say that the places are one now", node: quiet},
	{pass: "flatten", what: "loses a branch", node: losesBranch},
	{pass: "null", what: "forgets nullable", node: loses(ast.KwNullable)},
	{pass: "untyped", what: "does not say that it narrowed", node: quiet},
	{pass: "items", what: "leaves arrays without items", node: forgets},
	{pass: "objects", what: "loses required", node: loses(ast.KwRequired)},
	{pass: "collapse", what: "does not say which branches went", node: quiet},
	{pass: "root", what: "does not say what the root lost", whole: quietWhole},
	{pass: "nullable", what: "does not say that null went", node: quiet},
	{pass: "close", what: "does not say that it closed an object", whole: quietWhole},
	{pass: "branch-refs", what: "keeps a reference as a branch", whole: forgetsWhole},
	{pass: "null-refs", what: "keeps what stands beside a reference", whole: forgetsWhole},
	{pass: "unused", what: "takes a definition for another", whole: func(orig wholePass) wholePass {
		return func(u *Unit, d *ast.Document) *ast.Document {
			out := *orig(u, d)
			out.Defs = append([]ast.Def(nil), out.Defs...)
			for i := range out.Defs {
				out.Defs[i].Body = boolean(out.Defs[i].Body)
			}
			return &out
		}
	}},
	{pass: "representable", what: "lets a node pass that says nothing", whole: forgetsWhole},
	{pass: "alone", what: "leaves annotations beside an anyOf", node: forgets},
	{pass: "spill", what: "does not say that a bound became words", node: quiet},
	{pass: "lookaround", what: "keeps lookaround", node: forgets},
	{pass: "header", what: "keeps headers that cannot be sent", whole: forgetsWhole},
	{pass: "cycles", what: "keeps recursion", whole: forgetsWhole},
	{pass: "ref-alone", what: "leaves a merged reference with siblings", node: forgets},
	{pass: "ids", what: "keeps $id below the root", node: forgets},
	{pass: "booleans", what: "keeps true", node: forgets},
	{pass: "definitions", what: "keeps true as a definition", whole: forgetsWhole},
	{pass: "widen", what: "does not say that a union became words", node: quiet},
	{pass: "explicit", what: "leaves additionalProperties out", node: forgets},
	{pass: "beside-union", what: "keeps a default beside an anyOf", node: forgets},
	{pass: "integral", what: "loses a bound", node: loses(ast.KwMinimum, ast.KwMaximum)},
	{pass: "pattern", what: "loses a pattern", node: loses(ast.KwPattern)},
	{pass: "ordering", what: "lists no properties", node: forgets},
}

// TestMutations breaks each pass once and demands that the audit or the proof
// notices, over the cases and a sample of real tools. A mutation that changes no
// output and no verdict of any sample is not noticed either.
func TestMutations(t *testing.T) {
	samples := mutationSamples(t)
	broken := map[string]bool{}
	for _, m := range mutations {
		broken[m.pass] = true
		t.Run(m.pass, func(t *testing.T) {
			i := passIndex(m.pass)
			if i < 0 {
				t.Fatalf("there is no pass %s", m.pass)
			}
			healthy := passes[i]
			defer func() { passes[i] = healthy }()
			changed := 0
			for _, s := range samples {
				for _, tg := range target.All {
					if !healthy.Need(tg) {
						continue
					}
					passes[i] = healthy
					before := compileSample(s, tg)
					if m.node != nil {
						passes[i].Node = m.node(healthy.Node)
					} else {
						passes[i].Whole = m.whole(healthy.Whole)
					}
					after := compileSample(s, tg)
					if bytes.Equal(before.out, after.out) && before.loss == after.loss {
						continue
					}
					changed++
					if why := noticed(s, tg, after); why != "" {
						if was := noticed(s, tg, before); was != "" {
							continue // it is not the mutation's doing
						}
						t.Logf("%s: caught at sample %d: %s", m.what, changed, why)
						return
					}
					if changed > 400 {
						break
					}
				}
			}
			t.Errorf("%s: not caught, in %d outputs that differ", m.what, changed)
		})
	}
	for _, quiet := range [...]string{"names", "words"} {
		broken[quiet] = true // it changes nothing; the cases hold it to what it says
	}
	for _, p := range passes {
		if !broken[p.Name] {
			t.Errorf("no mutation breaks the pass %s", p.Name)
		}
	}
}

func passIndex(name string) int {
	for i := range passes {
		if passes[i].Name == name {
			return i
		}
	}
	return -1
}

type compiledSample struct {
	out   []byte
	loss  diag.Loss
	panic any
}

func compileSample(text string, tg *target.Target) (c compiledSample) {
	defer func() { c.panic = recover() }()
	doc, err := parse.Schema(&ast.Source{Name: "sample", Text: text}, parse.Options{Intent: true}, nil)
	if err != nil {
		return c
	}
	res := Run(doc, tg, Options{})
	c.loss = res.Verdict
	if res.Doc != nil {
		words := tg.RefWords
		if tg.Plain != nil && !res.Strict {
			words = tg.Plain.RefWords
		}
		c.out = emit.Schema(nil, res.Doc, emit.Options{Words: words})
	}
	return c
}

// noticed says how the mistake shows, "" if it does not.
func noticed(source string, tg *target.Target, c compiledSample) string {
	if c.panic != nil {
		return fmt.Sprintf("panic: %v", c.panic)
	}
	if c.out == nil {
		return ""
	}
	if c.loss&diag.Fallback == 0 {
		found, err := audit.Check(c.out, tg, audit.Options{Metaschema: judge.Metaschema})
		if err != nil {
			return err.Error()
		}
		if len(found) > 0 {
			return "audit: " + found[0].Path + ": " + found[0].Rule
		}
	}
	w, err := proof.Check(proof.Claim{Source: []byte(source), Output: c.out, Loss: c.loss}, 0)
	if err != nil && strings.Contains(err.Error(), proof.ErrOutput.Error()) {
		return "proof: " + err.Error()
	}
	if w != nil {
		return "proof: " + w.String()
	}
	return ""
}

// mutationSamples are the inputs of the cases, and every fifth real tool. The
// last ones show what a pass does that none of the others does.
func mutationSamples(t *testing.T) []string {
	var out []string
	cases, err := filepath.Glob("../testdata/*/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range cases {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if f.Name == "in.json" {
				out = append(out, strings.TrimSpace(string(f.Data)))
			}
		}
	}
	tools, _ := filepath.Glob("../../shared/corpus/mcp/*.json")
	if len(tools) == 0 {
		t.Log("../shared/corpus/mcp is absent: the cases alone")
	}
	n := 0
	for _, name := range tools {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Tools []struct{ InputSchema json.RawMessage }
		}
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			if n++; n%5 == 0 && len(tool.InputSchema) > 0 {
				out = append(out, string(tool.InputSchema))
			}
		}
	}
	return append(out, extraSamples...)
}

var extraSamples = []string{
	`{"type":"object","title":"T.","properties":{"a":{"description":"Anything."}},"required":["a"]}`,
	`{"type":"object","properties":{"a":{"description":"A.","anyOf":[{"type":"string","description":"A."},{"type":"integer"}]}}}`,
	`{"type":"object","properties":{"a":{"$ref":"#/$defs/gone"}}}`,
	`{"type":"object","properties":{"a":{"$dynamicRef":"#s"}},"required":["a"],"additionalProperties":false,"$defs":{"s":{"$dynamicAnchor":"s","type":"string"}}}`,
	`{"$ref":"#/$defs/r","$defs":{"r":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}}}`,
	`{"type":"object","properties":{"a":{"type":"string"},"b":false}}`,
	`{"type":"object","properties":{"a":{"$ref":"#/$defs/s","enum":["x"]}},"required":["a"],"additionalProperties":false,"$defs":{"s":{"type":"string"}}}`,
	`{"type":"object","properties":{"a":{"type":"object","properties":{"x":{"type":"string"},"y":{"type":"string"}},"additionalProperties":false,"anyOf":[{"required":["x"]},{"required":["y"]}]}},"required":["a"],"additionalProperties":false}`,
	`{"type":"object","properties":{"n":{"type":"number","x-mcp-header":"N"}}}`,
	`{"type":"object","properties":{"a":{"allOf":[{"$ref":"#/$defs/s"}],"default":"x"}},"required":["a"],"additionalProperties":false,"$defs":{"s":{"type":"string"}}}`,
	`{"type":"object","properties":{"a":{"type":"string","pattern":"^[0-9]"}},"required":["a"],"additionalProperties":false}`,
	`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"integer"}]}},"required":["a"],"additionalProperties":false}`,
}
