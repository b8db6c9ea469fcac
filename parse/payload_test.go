package parse_test

import (
	"strconv"
	"testing"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/parse"
)

// nasty is instance JSON that looks like schemas of every draft.
var nasty = []string{
	`{"definitions":{"a":{"id":"#a"}},"$ref":"#/definitions/a"}`,
	`{"items":[{"type":"STRING"}],"additionalItems":false,"required":true}`,
	`{"type":"any","extends":[{}],"disallow":"string","divisibleBy":2}`,
	`{"minimum":1,"exclusiveMinimum":true,"nullable":true,"dependencies":{"a":["b"]}}`,
	`{"$id":"http://example.com/#x","$schema":"http://json-schema.org/draft-04/schema#","$recursiveRef":"#","$anchor":"a:b"}`,
	`["type", {"properties":null}, 1.0, 1e400, -0, 9007199254740993, "\u0041\/"]`,
	`{ "a" : [ 1 ,	2 ] }`,
	`"$ref"`, `null`, `""`,
}

// TestPayloads: instance data, property names and descriptions are never
// touched, whatever they look like and whatever the dialect.
func TestPayloads(t *testing.T) {
	for d := range 8 {
		draft := ast.Draft(d)
		for _, data := range nasty {
			text := `{"description":` + strconv.Quote(data) + `,"enum":[` + data + `],"default":` + data + `,"examples":[` + data + `,` + data + `],"properties":{` + strconv.Quote(data) + `:{"default":` + data + `}}}`
			doc, err := parse.Schema(&ast.Source{Text: text}, parse.Options{Draft: draft}, nil)
			if err != nil {
				t.Fatalf("%v: %v\n%s", draft, err, text)
			}
			r := doc.Root
			examples, _ := r.Get(ast.KwExamples).(ast.DataList)
			def, _ := r.Get(ast.KwDefault).(ast.Data)
			if r.Description() != data || len(r.Enum()) != 1 || string(r.Enum()[0]) != data || string(def) != data || len(examples) != 2 || string(examples[1]) != data {
				t.Errorf("%v: %s changed: %v", draft, data, r)
			}
			p := r.Property(data)
			if p == nil {
				t.Fatalf("%v: no property %q", draft, data)
			}
			if def, _ := p.Get(ast.KwDefault).(ast.Data); string(def) != data {
				t.Errorf("%v: %s changed in a property", draft, data)
			}
			if doc.Upgraded {
				t.Errorf("%v: upgraded: %s", draft, text)
			}
		}
	}
}

// TestPropertyNames: every word that some dialect gives a meaning is a property
// like any other.
func TestPropertyNames(t *testing.T) {
	var words []string
	for k := 1; k < ast.NumKw; k++ {
		words = append(words, ast.Kw(k).String())
	}
	words = append(words, "extends", "disallow", "divisibleBy", "__proto__", "", "constructor", "a/b", "~", "%", " ")
	for d := range 8 {
		for _, w := range words {
			for _, in := range []string{`{"type":"string"}`, `{"$ref":"#"}`} {
				text := `{"properties":{` + strconv.Quote(w) + `:` + in + `}}`
				got, doc, ds := upgrade(t, text, parse.Options{Draft: ast.Draft(d)})
				if got != text || doc.Upgraded || ds != nil {
					t.Errorf("%v: %s became %s, %v", ast.Draft(d), text, got, ds)
				}
			}
		}
	}
}
