package lower

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

// A diagnostic at a reference shows the definition, one in a definition the
// references to it.
func TestLabels(t *testing.T) {
	const text = `{"type":"object","properties":{"a":{"$ref":"#/$defs/d"},"b":{"$ref":"#/$defs/d"},"c":{"$ref":"#/$defs/d"}},
"$defs":{"d":{"type":"object","properties":{"x":{"type":"string","format":"uri"},"y":{"$ref":"#/$defs/d"}}}}}`
	doc, err := parse.Schema(&ast.Source{Name: "t", Text: text}, parse.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	type label struct{ text, at string }
	got := map[string][]label{}
	for _, d := range Run(doc, &target.Google, Options{}).Diagnostics {
		at := string(d.Code) + " " + doc.Source.Slice(d.Span)
		for _, n := range d.Notes {
			got[at] = append(got[at], label{n.Text, doc.Source.Slice(n.Span)})
		}
	}
	const def = `{"type":"object","properties":{"x":{"type":"string","format":"uri"},"y":{"$ref":"#/$defs/d"}}}`
	const ref = `"$ref":"#/$defs/d"`
	want := map[string][]label{
		string(diag.RefRecursive) + " " + ref:                                       {{"defined here", def}},
		string(diag.KeywordStripped) + ` "format":"uri"`:                            {{"`$ref` used here", ref}, {"`$ref` used here", ref}},
		string(diag.OrderingAdded) + ` ` + def[len(`{"type":"object",`):len(def)-1]: {{"`$ref` used here", ref}, {"`$ref` used here", ref}},
	}
	want[string(diag.PropertiesAdded)+" "+ref] = []label{{"defined here", def}} // where the recursion was cut
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(label{})); diff != "" {
		t.Error(diff)
	}
}

// Every code of lowering that a provider's rule causes has evidence for each of
// the targets that this test compiles for.
func TestEvidence(t *testing.T) {
	const text = `{"type":"object","properties":{"a":{"type":["string","integer"],"format":"uri","minLength":1},"b":{"oneOf":[{"type":"string"},{"type":"null"}]},"c":{"type":"array"}},"patternProperties":{"(?=a)":{}}}`
	doc, err := parse.Schema(&ast.Source{Name: "t", Text: text}, parse.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tg := range []*target.Target{&target.OpenAIStrict, &target.OpenAIResponses, &target.Google, &target.CloudCodeAssistClaude} {
		for _, d := range Run(doc, tg, Options{}).Diagnostics {
			if d.Evidence() == nil {
				t.Errorf("%s: %s (%s) has no evidence", tg.ID, d.Code, d.Message())
			}
		}
	}
}
