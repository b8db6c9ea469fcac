package gen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/internal/judge"
)

// verdicts counts the valid and the invalid among the instances.
func verdicts(t *testing.T, schema string, instances [][]byte) (valid, invalid int) {
	t.Helper()
	s, err := judge.Compile([]byte(schema), ast.Undeclared, nil, judge.Options{Format: true})
	if err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	for _, in := range instances {
		if s.Valid(in) {
			valid++
		} else {
			invalid++
		}
	}
	return valid, invalid
}

func TestBothVerdicts(t *testing.T) {
	for _, schema := range []string{
		`{"type":"string"}`,
		`{"type":"integer","minimum":3,"maximum":5}`,
		`{"type":"integer","exclusiveMinimum":3,"exclusiveMaximum":5}`,
		`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":0.5}`,
		`{"type":"number","multipleOf":0.01,"minimum":1.005}`,
		`{"type":"integer","multipleOf":2.5,"minimum":3}`,
		`{"type":"integer","maximum":-7}`,
		`{"minimum":9007199254740993,"type":"integer"}`,
		`{"type":"string","minLength":5,"maxLength":7}`,
		`{"type":"string","pattern":"^[a-z]{3}-\\d+(x|y)$"}`,
		`{"type":"string","pattern":"^a*$","minLength":4}`,
		`{"type":"string","format":"date-time"}`,
		`{"type":"string","format":"uuid"}`,
		`{"enum":["a",1,null]}`,
		`{"const":{"a":[1]}}`,
		`{"type":["string","null"],"enum":["a",null]}`,
		`{"type":"array","items":{"type":"integer"},"minItems":3,"uniqueItems":true}`,
		`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false,"minItems":2}`,
		`{"type":"array","contains":{"const":5},"minContains":2,"maxContains":3}`,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["b"],"additionalProperties":false}`,
		`{"type":"object","patternProperties":{"^x-[a-z]+$":{"type":"integer"}},"additionalProperties":false,"minProperties":1}`,
		`{"type":"object","propertyNames":{"pattern":"^[A-Z]{2}$"},"minProperties":2}`,
		`{"type":"object","dependentRequired":{"a":["b"]},"properties":{"a":{"type":"null"},"b":{"type":"string"}}}`,
		`{"type":"object","dependentSchemas":{"a":{"required":["c"],"properties":{"c":{"const":1}}}},"properties":{"a":{}}}`,
		`{"type":"object","minProperties":3,"maxProperties":3}`,
		`{"anyOf":[{"type":"string"},{"type":"object","required":["k"],"properties":{"k":{"const":"v"}}}]}`,
		`{"oneOf":[{"required":["a"]},{"required":["b"]}],"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}`,
		`{"allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"a":{"minLength":3},"b":{"type":"null"}},"required":["b"]}],"type":"object"}`,
		`{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"required":["x"]},"else":{"required":["y"]},"type":"object"}`,
		`{"not":{"type":"string"}}`,
		`{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"},"v":{"type":"integer"}},"required":["v"]}}}`,
		`{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#"}},"a/b":{"$ref":"#/properties/kids"}},"required":["kids"]}`,
		`{"$ref":"#an","$defs":{"x":{"$anchor":"an","type":"boolean"}}}`,
		`{"type":"object","unevaluatedProperties":false,"properties":{"a":{"type":"integer"}},"required":["a"]}`,
		`{"type":"object","additionalProperties":{"type":"integer"}}`,
		`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array","items":{"type":"object","properties":{"c":{"enum":[7]}},"required":["c"]}}},"required":["b"]}},"required":["a"]}`,
	} {
		list := Instances([][]byte{[]byte(schema)}, 60)
		if valid, invalid := verdicts(t, schema, list); valid == 0 || invalid < 2 {
			t.Errorf("%s: %d valid, %d invalid", schema, valid, invalid)
			for _, in := range list[:min(len(list), 8)] {
				t.Logf("   %s", in)
			}
		}
	}
}

// What the compiler's passes are most likely to get wrong has to be among the
// instances.
func TestFinds(t *testing.T) {
	for _, c := range []struct{ schema, instance string }{
		{`{"type":"integer","minimum":3}`, `2`},
		{`{"type":"integer","minimum":3}`, `3`},
		{`{"type":"string","maxLength":2}`, `"aaa"`},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{}`},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"a":null}`},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"a":"aaa","extra":0}`},
		{`{"oneOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}]}`, `{"a":3,"b":3}`},
		{`{"anyOf":[{"type":"null"},{"type":"boolean"}]}`, `null`},
		{`{"prefixItems":[{"type":"integer"},{"type":"null"}],"items":false}`, `[3,null,null]`},
		{`{"enum":["a","b"]}`, `"foreign"`},
		{`{"type":"object","patternProperties":{"^x":{"type":"integer"}}}`, `{"x":null}`},
		{`{"type":"integer"}`, `1.0`},
	} {
		list := Instances([][]byte{[]byte(c.schema)}, 1000)
		found := false
		for _, in := range list {
			found = found || string(in) == c.instance
		}
		if !found {
			t.Errorf("%s: no %s among %d:\n%s", c.schema, c.instance, len(list), bytes.Join(list, []byte(" ")))
		}
	}
}

func TestDeterministic(t *testing.T) {
	schemas := [][]byte{[]byte(`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]},"b":{}}}`), []byte(`{"enum":[1,2]}`)}
	if diff := cmp.Diff(Instances(schemas, 80), Instances(schemas, 80)); diff != "" {
		t.Error(diff)
	}
}

// wide, deep and recursive schemas stay within bounds; nothing panics.
func TestBounded(t *testing.T) {
	var wide strings.Builder
	wide.WriteString(`{"type":"object","properties":{"p":{}`)
	for i := range 10000 {
		fmt.Fprintf(&wide, `,"p%d":{"type":"string"}`, i)
	}
	wide.WriteString(`},"required":["p","p1"]}`)
	diamond := `{"$ref":"#/$defs/d0","$defs":{`
	for i := range 40 {
		diamond += fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}},"required":["a","b"]},`, i, i+1, i+1)
	}
	diamond += `"d40":{"type":"null"}}}`
	unions := `{"allOf":[` + strings.TrimSuffix(strings.Repeat(`{"anyOf":[{"type":"string"},{"type":"null"},{"type":"object"}]},`, 40), ",") + `]}`
	branches := `{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"type":"string"},`, 500), ",") + `]}`
	for name, schema := range map[string]string{
		"wide":     wide.String(),
		"diamond":  diamond,
		"unions":   unions,
		"branches": branches,
		"self":     `{"$ref":"#"}`,
		"allOf":    `{"allOf":[{"$ref":"#"},{"allOf":[{"$ref":"#"}]}]}`,
		"required": `{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}`,
		"huge":     `{"minLength":1e400,"minItems":1e9,"minProperties":99999999999999999999,"minimum":1e400,"type":["string","array","object","number"]}`,
		"odd":      `{"type":{},"enum":{"a":1},"properties":[1],"required":true,"allOf":{},"anyOf":3,"items":"x","pattern":4,"const":null,"minimum":"3","dependencies":[],"if":1,"$ref":3}`,
		"deep":     strings.Repeat(`{"items":`, 5000) + `{}` + strings.Repeat(`}`, 5000),
		"dep":      `{"type":"object","dependentSchemas":{"a":{"properties":{"a":{"$ref":"#"}},"required":["a"]}},"required":["a"]}`,
		"none":     `{`,
		"false":    `false`,
	} {
		list := Instances([][]byte{[]byte(schema)}, 100)
		if name == "none" != (len(list) == 0) || len(list) > 100 {
			t.Errorf("%s: %d instances", name, len(list))
		}
		for _, in := range list {
			if !json.Valid(in) {
				t.Errorf("%s: not JSON: %.200s", name, in)
			}
		}
	}
}

// On real tools the first instances are nearly always valid.
func TestCorpusMostlyValid(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/mcp/*.json")
	if len(files) == 0 {
		t.Skip("../shared/corpus/mcp is absent")
	}
	total, valid, none := 0, 0, 0
	var validShare float64
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Tools  []struct{ InputSchema json.RawMessage }
			Result struct {
				Tools []struct{ InputSchema json.RawMessage }
			}
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Logf("%s: %v", file, err)
			continue
		}
		for _, tool := range append(doc.Tools, doc.Result.Tools...) {
			s, err := judge.Compile(tool.InputSchema, ast.Undeclared, nil, judge.Options{Format: true})
			if err != nil {
				continue
			}
			list := Instances([][]byte{tool.InputSchema}, 60)
			total++
			if s.Valid(list[0]) {
				valid++
			}
			n := 0
			for _, in := range list {
				if s.Valid(in) {
					n++
				}
			}
			if n == 0 {
				none++
				t.Logf("none valid: %.300s\n  %.200s", tool.InputSchema, list[0])
			}
			validShare += float64(n) / float64(len(list))
		}
	}
	t.Logf("%d tools: first valid %d, none valid %d, share of valid %.2f", total, valid, none, validShare/float64(total))
	if total < 500 || valid < total*98/100 || none > total/100 {
		t.Errorf("%d tools: first valid %d, none valid %d", total, valid, none)
	}
}
