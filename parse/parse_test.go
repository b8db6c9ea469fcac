package parse_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/parse"
)

// upgrade returns the schema as the tree prints it.
func upgrade(t *testing.T, text string, opt parse.Options) (string, *ast.Document, []diag.Diagnostic) {
	t.Helper()
	var ds []diag.Diagnostic
	doc, err := parse.Schema(&ast.Source{Name: "in", Text: text}, opt, func(d diag.Diagnostic) { ds = append(ds, d) })
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	checkTree(t, doc)
	return string(emit.Schema(nil, doc, emit.Options{})), doc, ds
}

func TestUpgrade(t *testing.T) {
	for _, c := range []struct {
		name     string
		draft    ast.Draft
		in, want string
	}{
		{"literal", 0, `{"type":["object","null"],"properties":{"type":{"enum":[1.0,1e400,-0]},"$ref":{}},"required":[]}`, ``},
		{"definitions", 0, `{"definitions":{"a":{"type":"string"}},"$ref":"#/definitions/a"}`, `{"$defs":{"a":{"type":"string"}},"$ref":"#/$defs/a"}`},
		{"tuple", 0, `{"items":[{"type":"string"},{"$ref":"#/items/0"}],"additionalItems":{"$ref":"#/additionalItems/not","not":{}}}`, `{"prefixItems":[{"type":"string"},{"$ref":"#/prefixItems/0"}],"items":{"$ref":"#/items/not","not":{}}}`},
		{"root", 0, `{"properties":{"a":{"$ref":"#"}}}`, ``},
		{"nullable ref", 0, `{"$ref":"#/$defs/a","nullable":true,"description":"d","$defs":{"a":{"type":"string"}}}`, `{"description":"d","$defs":{"a":{"type":"string"}},"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}]}`},
		{"nullable enum", 0, `{"type":"string","nullable":true,"enum":["a"]}`, `{"type":["string","null"],"enum":["a",null]}`},
		{"exclusive", 0, `{"minimum":3,"exclusiveMinimum":true,"maximum":4,"exclusiveMaximum":false}`, `{"exclusiveMinimum":3,"maximum":4}`},
		{"upper case", 0, `{"type":"STRING"}`, `{"type":"string"}`},
		{"required flag", 0, `{"properties":{"a":{"required":true},"b":{"required":false}}}`, `{"properties":{"a":{},"b":{}},"required":["a"]}`},
		{"siblings", ast.Draft07, `{"$ref":"#/definitions/a","type":"string","title":"t","definitions":{"a":{"const":1}}}`, `{"$ref":"#/$defs/a","title":"t","$defs":{"a":{"const":1}}}`},
		{"dropped but referenced", ast.Draft07, `{"properties":{"x":{"$ref":"#/properties/y/not"},"y":{"$ref":"#/properties/x","not":{"type":"string"}}}}`,
			`{"properties":{"x":{"$ref":"#/$defs/y_not"},"y":{"$ref":"#/properties/x"}},"$defs":{"y_not":{"type":"string"}}}`},
		{"unknown keyword", 0, `{"$ref":"#/x/y","x":{"y":{"type":"string","a":{"$ref":"#/x/z"}},"z":{}}}`,
			`{"$ref":"#/$defs/y","x":{"y":{"type":"string","a":{"$ref":"#/x/z"}},"z":{}},"$defs":{"y":{"type":"string","a":{"$ref":"#/x/z"}}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, ds := upgrade(t, c.in, parse.Options{Draft: c.draft})
			want := c.want
			if want == "" {
				want = c.in
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("-want +got\n%s%v", d, ds)
			}
		})
	}
}
