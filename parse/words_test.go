package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/target"
)

// TestRefWords reads references in other words where the schema has them, and
// leaves unknown members of these names alone everywhere else.
func TestRefWords(t *testing.T) {
	for _, c := range []struct{ name, in, out string }{
		{"vertex", `{"properties":{"a":{"ref":"#/defs/A"}},"defs":{"A":{"type":"string"}}}`,
			`{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}`},
		{"deepseek", `{"$def":{"A":{"items":{"$ref":"#/$def/A"}}},"properties":{"a":{"$ref":"#/$def/A"}}}`,
			`{"$defs":{"A":{"items":{"$ref":"#/$defs/A"}}},"properties":{"a":{"$ref":"#/$defs/A"}}}`},
		{"siblings", `{"properties":{"a":{"ref":"#/defs/A","description":"d","nullable":true}},"defs":{"A":{"type":"string"}}}`,
			`{"properties":{"a":{"description":"d","anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}},"$defs":{"A":{"type":"string"}}}`},
		{"escaped name", `{"items":{"ref":"#/defs/a~1b%20c"},"defs":{"a/b c":{"type":"string"}}}`,
			`{"items":{"$ref":"#/$defs/a~1b%20c"},"$defs":{"a/b c":{"type":"string"}}}`},
		{"both spellings", `{"items":{"ref":"#/defs/A"},"not":{"$ref":"#/$defs/A"},"$defs":{"A":{"type":"null"}},"defs":{"A":{"type":"string"}}}`,
			`{"items":{"$ref":"#/$defs/A_2"},"not":{"$ref":"#/$defs/A"},"$defs":{"A":{"type":"null"},"A_2":{"type":"string"}}}`},
		{"ref beside $ref", `{"items":{"ref":"#/defs/A","$ref":"#/defs/B"},"defs":{"A":{"type":"string"},"B":{"minLength":1}}}`,
			`{"items":{"$ref":"#/$defs/B","allOf":[{"$ref":"#/$defs/A"}]},"$defs":{"A":{"type":"string"},"B":{"minLength":1}}}`},
		{"a property called ref", `{"properties":{"ref":{"ref":"#/defs/ref"},"defs":{"const":{"ref":"#/defs/ref"}}},"defs":{"ref":{"type":"string"}}}`,
			`{"properties":{"ref":{"$ref":"#/$defs/ref"},"defs":{"const":{"ref":"#/defs/ref"}}},"$defs":{"ref":{"type":"string"}}}`},

		{"a member without a name", `{"items":{"":"#/$def/A","$ref":"#/$def/A"},"$def":{"A":{"type":"string"}}}`,
			`{"items":{"":"#/$def/A","$ref":"#/$defs/A"},"$defs":{"A":{"type":"string"}}}`},

		{"nothing refers", `{"type":"object","defs":{"A":{"type":"string"}},"$def":{"A":{"type":"string"}}}`, ""},
		{"nothing is found", `{"items":{"ref":"#/defs/B"},"defs":{"A":{"type":"string"}}}`, ""},
		{"no definitions", `{"items":{"ref":"#/defs/A"}}`, ""},
		{"definitions below the root", `{"items":{"ref":"#/defs/A","defs":{"A":{"type":"string"}}}}`, ""},
		{"definitions that are none", `{"items":{"ref":"#/defs/A"},"defs":{"A":"string"}}`, ""},
		{"definitions in a list", `{"items":{"ref":"#/defs/0"},"defs":[{"type":"string"}]}`, ""},
		{"a reference in data", `{"default":{"ref":"#/defs/A"},"defs":{"A":{"type":"string"}}}`, ""},
		{"a reference in an unknown member", `{"x":{"ref":"#/defs/A"},"defs":{"A":{"type":"string"}}}`, ""},
		{"a declared dialect", `{"$schema":"https://json-schema.org/draft/2020-12/schema","items":{"ref":"#/defs/A"},"defs":{"A":{"type":"string"}}}`, ""},
		{"a ref that is no reference", `{"items":{"ref":"A"},"defs":{"A":{"type":"string"}}}`, ""},
		{"a ref that is no text", `{"items":{"ref":{"a":1}},"defs":{"A":{"type":"string"}}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := Schema(&ast.Source{Text: c.in}, Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := c.out
			if want == "" {
				want = c.in
			}
			if d := cmp.Diff(want, string(emit.Schema(nil, doc, emit.Options{}))); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if doc.Upgraded != (c.out != "") {
				t.Errorf("upgraded is %v", doc.Upgraded)
			}
		})
	}
}

// A reference of a schema with words of its own that finds nothing is reported
// like any other.
func TestRefWordsDangling(t *testing.T) {
	const text = `{"properties":{"a":{"ref":"#/defs/A"},"b":{"ref":"#/defs/B"}},"defs":{"A":{"type":"string"}}}`
	var got []string
	if _, err := Schema(&ast.Source{Text: text}, Options{}, func(d diag.Diagnostic) {
		if d.Code == diag.RefDangling {
			got = append(got, text[d.Span.Start:d.Span.End])
		}
	}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{`"#/defs/B"`}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Every target's words are read, and what was printed in them.
func TestSpellings(t *testing.T) {
	const text = `{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}`
	doc, err := Schema(&ast.Source{Text: text}, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tg := range target.All {
		spelled := emit.Schema(nil, doc, emit.Options{Words: tg.RefWords})
		again, err := Schema(&ast.Source{Text: string(spelled)}, Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(text, string(emit.Schema(nil, again, emit.Options{}))); d != "" {
			t.Errorf("%s: %s (-want +got):\n%s", tg.ID, spelled, d)
		}
	}
}
