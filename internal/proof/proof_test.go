package proof

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

const strictAB = `{"type":"object","properties":{"a":{"type":"string"},"b":{"anyOf":[{"type":"integer"},{"type":"null"}]}},"required":["a","b"],"additionalProperties":false}`

func TestTrueClaims(t *testing.T) {
	for name, c := range map[string]Claim{
		"same": {Source: []byte(`{"type":"string"}`), Output: []byte(`{"type":["string"]}`)},
		"exact one of": {Source: []byte(`{"oneOf":[{"type":"string"},{"type":"integer"}]}`),
			Output: []byte(`{"anyOf":[{"type":"string"},{"type":"integer"}]}`)},
		"widened": {Source: []byte(`{"type":"string","minLength":3}`), Output: []byte(`{"type":"string"}`), Loss: diag.Hinted | diag.Widened},
		"narrowed": {Source: []byte(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`),
			Output: []byte(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`), Loss: diag.Narrowed},
		"reshaped": {Source: []byte(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"],"additionalProperties":false}`),
			Output: []byte(strictAB), Loss: diag.Reshaped},
		"reshaped below": {Source: []byte(`{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"x":{"$ref":"#/$defs/x"}},"additionalProperties":false}}},"required":["l"],"additionalProperties":false,"$defs":{"x":{"enum":[1,"b"]}}}`),
			Output: []byte(`{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"x":{"anyOf":[{"type":"integer","enum":[1]},{"type":"string","enum":["b"]},{"type":"null"}]}},"required":["x"],"additionalProperties":false}}},"required":["l"],"additionalProperties":false}`),
			Loss:   diag.Reshaped},
		"reshaped union": {Source: []byte(`{"type":"object","properties":{"u":{"anyOf":[{"type":"object","properties":{"k":{"const":1},"o":{"type":"string"}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"const":2},"o":{"type":["null","string"]}},"required":["k"],"additionalProperties":false}]}},"required":["u"],"additionalProperties":false}`),
			Output: []byte(`{"type":"object","properties":{"u":{"anyOf":[{"type":"object","properties":{"k":{"enum":[1],"type":"integer"},"o":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["k","o"],"additionalProperties":false},{"type":"object","properties":{"k":{"enum":[2],"type":"integer"},"o":{"anyOf":[{"type":"null"},{"type":"string"}]}},"required":["k","o"],"additionalProperties":false}]}},"required":["u"],"additionalProperties":false}`),
			Loss:   diag.Reshaped},
		"nullable": {Source: []byte(`{"type":["string","null"],"enum":["a",null]}`),
			Output: []byte(`{"type":"string","nullable":true,"enum":["a"]}`)},
		"nullable in": {Source: []byte(`{"type":"object","properties":{"nullable":{"type":"string","nullable":true},"e":{"type":"string","nullable":true,"enum":["a"]},"r":{"$ref":"#/$defs/r","nullable":true}},"$defs":{"r":{"type":"boolean"}}}`),
			Output: []byte(`{"type":"object","properties":{"nullable":{"type":["string","null"]},"e":{"enum":["a",null]},"r":{"enum":[true,false,null]}}}`)},
		"openapi":      {Source: []byte(`{"properties":{"a":{"type":"string","nullable":true,"enum":["a"]},"b":{"type":"string","nullable":true}}}`), SourceDraft: ast.OpenAPI30, Output: []byte(`{"properties":{"a":{"enum":["a"]},"b":{"type":["string","null"]}}}`)},
		"draft-04":     {Source: []byte(`{"minimum":1,"exclusiveMinimum":true}`), SourceDraft: ast.Draft04, Output: []byte(`{"exclusiveMinimum":1}`)},
		"declared":     {Source: []byte(`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}`), Output: []byte(`{"prefixItems":[{"type":"string"}]}`)},
		"legacy bound": {Source: []byte(`{"minimum":1,"exclusiveMinimum":true,"maximum":3,"exclusiveMaximum":false}`), Output: []byte(`{"exclusiveMinimum":1,"maximum":3}`)},
		"legacy":       {Source: []byte(`{"items":[{"type":"string"}],"additionalItems":false}`), Output: []byte(`{"prefixItems":[{"type":"string"}],"items":false}`)},
		"fallback":     {Source: []byte(`{"type":"string"}`), Output: []byte(`{"type":"object","properties":{}}`), Loss: diag.Fallback},
		"wrapped":      {Source: []byte(`{"type":"string"}`), Output: []byte(`{"type":"object","properties":{"value":{"type":"string"}},"required":["value"],"additionalProperties":false}`), Loss: diag.Reshaped},
	} {
		w, err := Check(c, 200)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if w != nil {
			t.Errorf("%s: %s", name, w)
		}
	}
}

// Every claim here is false: each is the mistake of one kind of pass.
func TestFalseClaims(t *testing.T) {
	for name, c := range map[string]struct {
		source, output string
		loss           diag.Loss
		want           string // the witness
	}{
		"dropped minimum":    {`{"type":"integer","minimum":3}`, `{"type":"integer"}`, 0, `0`},
		"minimum off by one": {`{"type":"integer","exclusiveMinimum":3}`, `{"type":"integer","minimum":3}`, 0, `3`},
		"called narrowed":    {`{"type":"integer","minimum":3}`, `{"type":"integer"}`, diag.Narrowed, `0`},
		"dropped maxLength":  {`{"type":"string","maxLength":2}`, `{"type":"string"}`, 0, `"aaa"`},
		"dropped format":     {`{"type":"string","format":"date"}`, `{"type":"string"}`, 0, `""`},
		"dropped pattern":    {`{"type":"string","pattern":"^b"}`, `{"type":"string"}`, 0, `""`},
		"dropped enum":       {`{"type":"string","enum":["a"]}`, `{"type":"string"}`, 0, `""`},
		"lost enum member":   {`{"enum":["a",1]}`, `{"type":"string","enum":["a"]}`, 0, `1`},
		"closed":             {`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, 0, ``},
		"required all":       {`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, 0, `{}`},
		"overlapping oneOf":  {`{"oneOf":[{"type":"integer"},{"type":"number"}]}`, `{"anyOf":[{"type":"integer"},{"type":"number"}]}`, 0, `0`},
		"lost branch":        {`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":"string"}`, diag.Widened, `null`},
		"overlapping objects": {`{"oneOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}]}`,
			`{"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}]}`, 0, `{"a":3,"b":3}`},
		"open tuple":         {`{"type":"array","prefixItems":[{"type":"string"}],"items":false}`, `{"type":"array","prefixItems":[{"type":"string"}]}`, 0, ``},
		"unique":             {`{"type":"array","items":{"type":"string"},"uniqueItems":true}`, `{"type":"array","items":{"type":"string"}}`, 0, ``},
		"contains":           {`{"type":"array","contains":{"const":1}}`, `{"type":"array"}`, 0, `[]`},
		"multipleOf":         {`{"type":"integer","multipleOf":2}`, `{"type":"integer"}`, 0, ``},
		"not":                {`{"not":{"type":"string"}}`, `{}`, 0, `""`},
		"allOf half":         {`{"allOf":[{"type":"object","required":["a"]},{"required":["b"]}]}`, `{"type":"object","required":["a"]}`, 0, ``},
		"ref sibling":        {`{"$ref":"#/$defs/a","minLength":2,"$defs":{"a":{"type":"string"}}}`, `{"type":"string"}`, 0, `""`},
		"pattern properties": {`{"type":"object","patternProperties":{"^x":{"type":"integer"}}}`, `{"type":"object"}`, 0, ``},
		"property names":     {`{"type":"object","propertyNames":{"maxLength":3}}`, `{"type":"object"}`, 0, ``},
		"dependent required": {`{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"}},"dependentRequired":{"a":["b"]}}`, `{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"}}}`, 0, `{"a":null}`},
		"if":                 {`{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}`, `{"type":"object"}`, 0, ``},
		"recursion cut":      {`{"type":"object","properties":{"c":{"$ref":"#"},"v":{"type":"integer"}},"required":["v"]}`, `{"type":"object","properties":{"c":{"type":"object"},"v":{"type":"integer"}},"required":["v"]}`, 0, ``},
		// Reshaped excuses only what it is about.
		"null for required":      {`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`, `{"type":"object","properties":{"a":{"type":["string","null"]}},"required":["a"],"additionalProperties":false}`, diag.Reshaped, `{"a":null}`},
		"required, not nullable": {`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`, diag.Reshaped, `{}`},
		"reshaped and closed":    {`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"]}`, strictAB, diag.Reshaped, ``},
		"reshaped and bound":     {`{"type":"object","properties":{"a":{"type":"string","minLength":1},"b":{"type":"integer"}},"required":["a"],"additionalProperties":false}`, strictAB, diag.Reshaped, ``},
		"nullable enum":          {`{"type":"string","enum":["a"]}`, `{"type":"string","enum":["a"],"nullable":true}`, 0, `null`},
	} {
		w, err := Check(Claim{Source: []byte(c.source), Output: []byte(c.output), Loss: c.loss}, 200)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if w == nil {
			t.Errorf("%s: not caught", name)
			continue
		}
		if c.want != "" && c.want != string(w.Instance) {
			t.Errorf("%s: the witness is %s, want %s", name, w.Instance, c.want)
		}
	}
}

func TestUnjudgeable(t *testing.T) {
	if _, err := Check(Claim{Source: []byte(`{"pattern":"(?=a)"}`), Output: []byte(`{}`)}, 10); !errors.Is(err, ErrSource) {
		t.Error(err)
	}
	if _, err := Check(Claim{Source: []byte(`{}`), Output: []byte(`{"type":"strin"}`)}, 10); !errors.Is(err, ErrOutput) {
		t.Error(err)
	}
}

func TestWitnessString(t *testing.T) {
	w, err := Check(Claim{Source: []byte(`{"type":"integer","minimum":3}`), Output: []byte(`{"type":"integer"}`)}, 100)
	if err != nil || w == nil {
		t.Fatal(w, err)
	}
	want := "not widened is claimed, but the output accepts what the source refuses: 0 is valid under the source: false, under the output: true"
	if diff := cmp.Diff(want, w.String()); diff != "" {
		t.Error(diff)
	}
}
