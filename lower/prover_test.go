package lower

import (
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/parse"
)

// What the tests of merge, disjoint and admits share: reading schemas, writing
// them for the judge, and a small universe of instances.

// readDoc parses a schema. Several schemas that share $defs are read as the
// members of properties: see docSchemas.
func readDoc(t testing.TB, text string) *ast.Document {
	t.Helper()
	src := &ast.Source{Name: "test.json", Text: text}
	doc, err := parse.Schema(src, parse.Options{}, func(d diag.Diagnostic) {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %s", text, d.Message())
		}
	})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return doc
}

// docSchemas reads schemas into one document and returns them as written,
// references to "#/$defs/…" resolved in it.
func docSchemas(t testing.TB, defs string, schemas ...string) (*ast.Document, []*ast.Schema) {
	t.Helper()
	if defs == "" {
		defs = "{}"
	}
	doc := readDoc(t, `{"$defs":`+defs+`,"prefixItems":[`+strings.Join(schemas, ",")+`]}`)
	return doc, doc.RootBody().PrefixItems()
}

// render writes a schema of the document as JSON. Every reference becomes
// "#/$defs/dN", N being the Def's index, and $defs holds all of them.
func render(doc *ast.Document, s *ast.Schema) string {
	if s == nil {
		return "<nil>"
	}
	out := renderNode(s)
	if len(doc.Defs) == 0 || s.Form() != ast.ObjectForm || !strings.Contains(out, `"$ref"`) {
		return out
	}
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(out, "}"))
	b.WriteString(`,"$defs":{`)
	for i := range doc.Defs {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"d` + strconv.Itoa(i) + `":` + renderNode(doc.Defs[i].Body))
	}
	return b.String() + "}}"
}

func renderNode(s *ast.Schema) string {
	switch s.Form() {
	case ast.TrueForm:
		return "true"
	case ast.FalseForm:
		return "false"
	}
	var parts []string
	for _, k := range s.Keywords() {
		if k.Kw != ast.KwDefs {
			parts = append(parts, renderText(k.Name())+":"+renderValue(k.Val))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func renderText(s string) string {
	out, _ := jsontext.AppendQuote(nil, s)
	return string(out)
}

func renderValue(v ast.Value) string {
	var parts []string
	switch v := v.(type) {
	case *ast.Schema:
		return renderNode(v)
	case ast.List:
		for _, c := range v {
			parts = append(parts, renderNode(c))
		}
	case ast.Map:
		for _, c := range v {
			parts = append(parts, renderText(c.Name)+":"+renderNode(c.Schema))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case ast.Types:
		if !v.IsList() {
			return renderText(v.At(0).String())
		}
		for i := range v.Len() {
			parts = append(parts, renderText(v.At(i).String()))
		}
	case ast.Text:
		return renderText(string(v))
	case ast.Flag:
		return strconv.FormatBool(bool(v))
	case ast.Num:
		return string(v)
	case ast.Names:
		for _, n := range v {
			parts = append(parts, renderText(n))
		}
	case ast.Deps:
		for _, d := range v {
			parts = append(parts, renderText(d.Name)+":"+renderValue(d.Names))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case ast.Data:
		return string(v)
	case ast.DataList:
		for _, d := range v {
			parts = append(parts, string(d))
		}
	case *ast.Raw:
		return string(v.JSON)
	case *ast.Ref:
		return `"#/$defs/d` + strconv.Itoa(v.Def) + `"`
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// universe is what random schemas are judged on.
var universe = []string{
	`null`, `true`, `false`, `0`, `1`, `2`, `3`, `-1`, `1.0`, `1.5`, `0.5`,
	`""`, `"a"`, `"b"`, `"ab"`, `"aab"`, `"x-a"`,
	`[]`, `[1]`, `["a"]`, `[1,1]`, `["a",1]`, `[1,"a"]`, `[1,"a",null]`, `[null]`, `[[]]`, `[1,2,3]`, `[{"p":1}]`,
	`{}`, `{"p":1}`, `{"p":"a"}`, `{"p":null}`, `{"p":1.5}`, `{"q":"a"}`, `{"q":1}`, `{"p":1,"q":"a"}`, `{"p":"a","q":1}`,
	`{"x-a":1}`, `{"x-a":"a"}`, `{"p":1,"x-a":"a"}`, `{"r":1}`, `{"p":1,"q":"a","r":true}`, `{"p":{}}`, `{"p":{"p":1}}`,
	`{"p":{"q":"a"}}`, `{"p":[1]}`, `{"p":1,"q":1,"r":1,"x-a":1}`,
}

// verdicts are the judge's answers over the universe, one bit an instance.
func verdicts(t testing.TB, schema string) uint64 {
	t.Helper()
	j, err := judge.Compile([]byte(schema), ast.Draft2020, nil, judge.Options{})
	if err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	var bits uint64
	for i, x := range universe {
		if j.Valid([]byte(x)) {
			bits |= 1 << i
		}
	}
	return bits
}

// firstOf names the first instance of a set of verdicts.
func firstOf(bits uint64) string {
	for i, x := range universe {
		if bits&(1<<i) != 0 {
			return x
		}
	}
	return "none"
}
