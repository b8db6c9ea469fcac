package proof

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// property is a tool with one property.
func property(schema string) string {
	return `{"type":"object","properties":{"p":` + schema + `}}`
}

// Each new keyword refuses something that the old schema took, however far away
// it is, and is named.
func TestNarrows(t *testing.T) {
	const text, list, object = `{"type":"string"}`, `{"type":"array","items":{"type":"string"}}`, `{"type":"object"}`
	with := func(schema, member string) string { return strings.TrimSuffix(schema, "}") + "," + member + "}" }
	for name, c := range map[string]struct{ old, new, want string }{
		"maxLength":             {text, with(text, `"maxLength":5000`), "maxLength /p"},
		"maxLength tighter":     {with(text, `"maxLength":9000`), with(text, `"maxLength":5000`), "maxLength /p"},
		"maxLength beyond":      {text, with(text, `"maxLength":900000000`), "maxLength /p"},
		"minLength":             {text, with(text, `"minLength":4000`), "minLength /p"},
		"pattern":               {text, with(text, `"pattern":"^[a-z]*$"`), "pattern /p"},
		"pattern changed":       {with(text, `"pattern":"^[a-z0-9]{3}$"`), with(text, `"pattern":"^[a-z]{3}$"`), "pattern /p"},
		"pattern on long":       {with(text, `"minLength":20`), with(text, `"minLength":20,"pattern":"^[!-~]+$"`), "pattern /p"},
		"format":                {text, with(text, `"format":"date"`), "format /p"},
		"format changed":        {with(text, `"format":"date"`), with(text, `"format":"date-time"`), "format /p"},
		"maxItems":              {list, with(list, `"maxItems":100`), "maxItems /p"},
		"maxItems beyond":       {list, with(list, `"maxItems":1000000`), "maxItems /p"},
		"maxItems of objects":   {`{"type":"array","items":{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}}`, `{"type":"array","maxItems":70,"items":{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}}`, "maxItems /p"},
		"uniqueItems":           {list, with(list, `"uniqueItems":true`), "uniqueItems /p"},
		"uniqueItems and least": {with(list, `"minItems":3`), with(list, `"minItems":3,"uniqueItems":true`), "uniqueItems /p"},
		"items":                 {`{"type":"array"}`, list, "type /p/0"},
		"propertyNames":         {object, with(object, `"propertyNames":{"pattern":"^[a-z]+$"}`), "propertyNames /p"},
		"propertyNames long":    {object, with(object, `"propertyNames":{"maxLength":300}`), "propertyNames /p"},
		"minProperties":         {object, with(object, `"minProperties":1`), "minProperties /p"},
		"maxProperties":         {object, with(object, `"maxProperties":500`), "maxProperties /p"},
		"maxProperties beyond":  {object, with(object, `"maxProperties":500000`), "maxProperties /p"},
		"multipleOf":            {`{"type":"integer","multipleOf":2}`, `{"type":"integer","multipleOf":6}`, "multipleOf /p"},
		"multipleOf new":        {`{"type":"number"}`, `{"type":"number","multipleOf":0.01}`, "multipleOf /p"},
		"multipleOf far":        {`{"type":"integer","minimum":1000,"maximum":1001}`, `{"type":"integer","minimum":1000,"maximum":1001,"multipleOf":1000}`, "multipleOf /p"},
		"maximum":               {`{"type":"integer"}`, `{"type":"integer","maximum":1e40}`, "maximum /p"},
		"exclusiveMinimum":      {`{"type":"number","minimum":-5000}`, `{"type":"number","exclusiveMinimum":-5000}`, "exclusiveMinimum /p"},
		"dependentRequired":     {`{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"}}}`, `{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"}},"dependentRequired":{"a":["b"]}}`, "dependentRequired /p"},
		"additionalProperties":  {object, with(object, `"additionalProperties":false`), "additionalProperties /p"},
		"patternProperties":     {object, with(object, `"patternProperties":{"^x-":{"type":"boolean"}}`), "type /p/x-"},
		"type":                  {`{"type":["string","null"]}`, text, "type /p"},
		"number":                {`{"type":"number"}`, `{"type":"integer"}`, "type /p"},
		"enum":                  {`{"type":"string","enum":["a","b","c"]}`, `{"type":"string","enum":["a","b"]}`, "enum /p"},
		"in a union":            {`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"string","maxLength":5000},{"type":"null"}]}`, "anyOf /p"},
	} {
		n, err := Narrows([]byte(property(c.old)), []byte(property(c.new)))
		if err != nil || n == nil {
			t.Errorf("%s: nothing found, %v", name, err)
			continue
		}
		var got []string
		for _, k := range n.Keywords {
			got = append(got, k.Keyword+" "+k.Pointer)
		}
		found := false
		for _, g := range got {
			found = found || g == c.want || strings.HasPrefix(g, c.want)
		}
		if !found {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// What another keyword implies, or cannot matter, is no narrowing.
func TestDoesNotNarrow(t *testing.T) {
	for name, c := range map[string][2]string{
		"enum implies maxLength":    {`{"type":"string","enum":["a","b"]}`, `{"type":"string","enum":["a","b"],"maxLength":5000}`},
		"const implies":             {`{"const":"a"}`, `{"const":"a","maxLength":900000000}`},
		"pattern implies beyond":    {`{"type":"string","pattern":"^a$"}`, `{"type":"string","pattern":"^a$","maxLength":900000000}`},
		"format implies beyond":     {`{"type":"string","format":"date"}`, `{"type":"string","format":"date","maxLength":900000000}`},
		"another type":              {`{"type":"integer"}`, `{"type":"integer","maxLength":5000,"pattern":"^a$","maxItems":1000000}`},
		"maxLength looser":          {`{"type":"string","maxLength":5000}`, `{"type":"string","maxLength":9000}`},
		"maxLength the same":        {`{"type":"string","maxLength":900000000}`, `{"type":"string","maxLength":9e8}`},
		"pattern of everything":     {`{"type":"string"}`, `{"type":"string","pattern":""}`},
		"multipleOf divides":        {`{"type":"integer","multipleOf":6}`, `{"type":"integer","multipleOf":3}`},
		"multipleOf 1":              {`{"type":"integer"}`, `{"type":"integer","multipleOf":1}`},
		"required implies least":    {`{"type":"object","properties":{"a":{}},"required":["a"]}`, `{"type":"object","properties":{"a":{}},"required":["a"],"minProperties":1}`},
		"closed implies most":       {`{"type":"object","properties":{"a":{}},"additionalProperties":false}`, `{"type":"object","properties":{"a":{}},"additionalProperties":false,"maxProperties":1000000}`},
		"closed implies names":      {`{"type":"object","properties":{"a":{}},"additionalProperties":false}`, `{"type":"object","properties":{"a":{}},"additionalProperties":false,"propertyNames":{"maxLength":3}}`},
		"both imply":                {`{"type":"object","required":["a","b"]}`, `{"type":"object","required":["a","b"],"dependentRequired":{"a":["b"]}}`},
		"never there":               {`{"type":"object","properties":{"a":false}}`, `{"type":"object","properties":{"a":false},"dependentRequired":{"a":["b"]}}`},
		"empty array beyond":        {`{"type":"array","items":false}`, `{"type":"array","items":false,"maxItems":1000000}`},
		"tuple implies":             {`{"type":"array","prefixItems":[{},{}],"items":false}`, `{"type":"array","prefixItems":[{},{}],"items":false,"maxItems":1000000}`},
		"unique booleans":           {`{"type":"array","items":{"type":"boolean"},"uniqueItems":true}`, `{"type":"array","items":{"type":"boolean"},"uniqueItems":true,"maxItems":1000000}`},
		"beyond, in another branch": {`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"string","maxLength":900000000},{"type":"string"},{"type":"null"}]}`},
		"beyond, all implied":       {`{"allOf":[{"type":"string"},{"$ref":"#/properties/q"}]}`, `{"allOf":[{"type":"string","maxLength":900000000},{"$ref":"#/properties/q"}]}`},
	} {
		q := `,"q":{"enum":["x"]}`
		wrap := func(s string) []byte { return []byte(`{"type":"object","properties":{"p":` + s + q + `}}`) }
		n, err := Narrows(wrap(c[0]), wrap(c[1]))
		if err != nil || n != nil {
			t.Errorf("%s: %s %v, %v", name, n.Instance, n.Keywords, err)
		}
	}
}

func TestNarrowsShortest(t *testing.T) {
	n, err := Narrows([]byte(property(`{"type":"string"}`)), []byte(property(`{"type":"integer","minimum":2}`)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"p":""}`, string(n.Instance)); diff != "" {
		t.Error(diff)
	}
}
