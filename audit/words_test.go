package audit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// TestRefWords reads references as the target writes them, and takes 2020-12's
// words for what they are there: unknown members.
func TestRefWords(t *testing.T) {
	const object = `"type":"object","properties":`
	for _, c := range []struct {
		name, target, schema string
		want                 []string
	}{
		{"taken", "vertex", `{` + object + `{"a":{"ref":"#/defs/A","description":"d","default":"x"}},"defs":{"A":{"type":"string"}}}`, nil},
		{"taken/deepseek", "deepseek", `{` + object + `{"a":{"$ref":"#/$def/A"}},"required":["a"],"additionalProperties":false,"$def":{"A":{"type":"string"}}}`, nil},
		{"recursion", "vertex", `{` + object + `{"a":{"ref":"#/defs/A"}},"defs":{"A":{"type":"array","items":{"ref":"#/defs/A"}}}}`, nil},
		{"other words", "vertex", `{` + object + `{"a":{"type":"string","$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}`,
			[]string{"vertex-unlisted-key /properties/a/$ref", "vertex-unlisted-key /$defs"}},
		{"other words/deepseek", "deepseek", `{` + object + `{"a":{"$ref":"#/$defs/A"}},"required":["a"],"additionalProperties":false,"$defs":{"A":{"type":"string"}}}`,
			[]string{"deepseek-ref-target /properties/a/$ref", "deepseek-unlisted-key /$defs"}},
		{"words of another", "google", `{` + object + `{"a":{"type":"string","ref":"#/defs/A"}},"defs":{"A":{"type":"string"}}}`,
			[]string{"google-unlisted-key /properties/a/ref", "google-unlisted-key /defs"}},
		{"properties of these names", "vertex", `{` + object + `{"ref":{"type":"string"},"defs":{"type":"string"}},"propertyOrdering":["ref","defs"]}`, nil},
		{"a definition of that name", "vertex", `{` + object + `{"a":{"ref":"#/defs/defs"}},"defs":{"defs":{"type":"string"}}}`, nil},
		{"nothing is found", "vertex", `{` + object + `{"a":{"ref":"#/defs/B"}},"defs":{"A":{"type":"string"}}}`, []string{"vertex-ref-target /properties/a/ref"}},
		{"the root", "vertex", `{` + object + `{"a":{"ref":"#"}}}`, []string{"vertex-ref-target /properties/a/ref"}},
		{"a path", "vertex", `{` + object + `{"a":{"type":"string"},"b":{"ref":"#/properties/a"}},"propertyOrdering":["a","b"]}`, []string{"vertex-ref-target /properties/b/ref"}},
		{"an escape", "vertex", `{` + object + `{"a":{"ref":"#/defs/a~1b"}},"defs":{"a/b":{"type":"string"}}}`, []string{"vertex-definition-name /defs/a~1b"}},
		{"no text", "vertex", `{` + object + `{"a":{"ref":1}}}`, []string{"vertex-untyped /properties/a", "vertex-malformed /properties/a/ref"}},
		{"beside", "vertex", `{` + object + `{"a":{"ref":"#/defs/A","nullable":true},"b":{"ref":"#/defs/A","title":"t"}},"propertyOrdering":["a","b"],"defs":{"A":{"type":"string"}}}`,
			[]string{"vertex-ref-siblings /properties/a/ref", "vertex-ref-siblings /properties/b/ref"}},
		{"beside/deepseek", "deepseek", `{` + object + `{"a":{"$ref":"#/$def/A","description":"d"}},"required":["a"],"additionalProperties":false,"$def":{"A":{"type":"string"}}}`,
			[]string{"deepseek-ref-siblings /properties/a/$ref"}},
		{"below the root", "vertex", `{` + object + `{"a":{"type":"object","properties":{},"defs":{"A":{"type":"string"}}}}}`, []string{"vertex-nested-defs /properties/a/defs"}},
		{"at the root", "vertex", `{"type":"object","properties":{},"ref":"#/defs/A","defs":{"A":{"type":"object","properties":{}}}}`, []string{"vertex-root-combiner /ref"}},
		{"a branch", "vertex", `{` + object + `{"a":{"anyOf":[{"ref":"#/defs/A"},{"type":"integer"}]}},"defs":{"A":{"type":"string"}}}`, nil},
		{"a branch/deepseek", "deepseek", `{` + object + `{"a":{"anyOf":[{"$ref":"#/$def/A"},{"type":"null"}]}},"required":["a"],"additionalProperties":false,"$def":{"A":{"type":"string"}}}`,
			[]string{"deepseek-ref-branch /properties/a/anyOf/0/$ref"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := Check([]byte(c.schema), target.Lookup(c.target), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range found {
				got = append(got, v.Rule+" "+v.Pointer)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", c.schema, d)
			}
		})
	}
}

// Messages speak the target's words.
func TestRefWordsInMessages(t *testing.T) {
	found, err := Check([]byte(`{"type":"object","properties":{"a":{"ref":"#/defs/B","title":"t"}},"ref":"x"}`), target.Lookup("vertex"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range found {
		got = append(got, v.Key+": "+v.Message)
	}
	want := []string{
		`ref: Vertex schema must have nothing beside "ref" but description and default`,
		`ref: Vertex schema must not refer to "#/defs/B", which is no schema in "defs" at the root`,
		`ref: Vertex schema must not have "ref" at the root`,
		`ref: Vertex schema must not refer to "x", which is no schema in "defs" at the root`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A cycle is found in the target's words too.
func TestRefWordsCycle(t *testing.T) {
	tg := *target.Lookup("google-json")
	tg.RefWords = ast.RefWords{Ref: "ref", Defs: "defs"}
	found, err := Check([]byte(`{"type":"object","properties":{"a":{"ref":"#/defs/A"}},"defs":{"A":{"type":"array","items":{"ref":"#/defs/A"}}}}`), &tg, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].Rule != "google-json-cycle" || found[0].Pointer != "/defs/A/items/ref" {
		t.Errorf("found %v", found)
	}
}
