package audit

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/target"
)

type check struct {
	name   string
	schema string
	want   []string // "rule path"
}

// summary is what most tests compare.
func summary(vs []Violation) []string {
	var out []string
	for _, v := range vs {
		out = append(out, v.Rule+" "+v.Path)
	}
	return out
}

func run(t *testing.T, tgt *target.Target, opt Options, checks []check) {
	t.Helper()
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			vs, err := Check([]byte(c.schema), tgt, opt)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, summary(vs)); diff != "" {
				t.Errorf("findings of %s (-want +got):\n%s", c.schema, diff)
			}
			for _, v := range vs {
				if !strings.HasPrefix(v.Message, tgt.Audit.Noun+" ") {
					t.Errorf("the message %q does not begin with %q", v.Message, tgt.Audit.Noun)
				}
			}
		})
	}
}

// closed wraps a schema as the property x of an object that strict mode takes.
func closed(x string) string {
	return `{"type":"object","properties":{"x":` + x + `},"required":["x"],"additionalProperties":false}`
}

// loose wraps a schema as the property x of an open object.
func loose(x string) string { return `{"type":"object","properties":{"x":` + x + `}}` }

func all(schemas func(string) string, checks []check) []check {
	for i := range checks {
		checks[i].schema = schemas(checks[i].schema)
	}
	return checks
}

func TestContract(t *testing.T) {
	t.Run("A1", testA1)
	t.Run("A2", testA2)
	t.Run("A3", testA3)
	t.Run("A4", testA4)
	t.Run("A5", testA5)
	t.Run("A6", func(t *testing.T) {
		t.Run("strict", testA6Strict)
		t.Run("google", testA6Google)
		t.Run("cca", testA6CCA)
		t.Run("responses", testA6Responses)
		t.Run("mcp", testA6MCP)
	})
}

func testA1(t *testing.T) {
	tests := []struct {
		name, schema string
		want         Violation
	}{
		{"member", closed(`{"anyOf":[{"type":"string"},{"type":"string","format": "uri"}]}`), Violation{
			Path: "root.properties.x.anyOf[1].format", Rule: "strict-forbidden-key", Message: `Strict schema must not use "format"`,
			Key: "format", Value: []byte(`"uri"`), Pointer: "/properties/x/anyOf/1/format", Offset: 80}},
		{"value verbatim", closed(`{"type":"number","const":1.50}`), Violation{
			Path: "root.properties.x.const", Rule: "strict-forbidden-key", Message: `Strict schema must not use "const"`,
			Key: "const", Value: []byte(`1.50`), Pointer: "/properties/x/const", Offset: 52}},
		{"missing member", `{"type":"object","properties":{},"required":[]}`, Violation{
			Path: "root.additionalProperties", Rule: "strict-object-additional-properties",
			Message: `Strict schema must set "additionalProperties" to false on every object`,
			Key:     "additionalProperties", Pointer: "", Offset: 0}},
		{"node", closed(`{"description":"x"}`), Violation{
			Path: "root.properties.x", Rule: "strict-unrepresentable-node",
			Message: `Strict schema must give every node a type, a combinator, a "$ref" or a "not"`, Pointer: "/properties/x", Offset: 35}},
		{"escaped name", `{"type":"object","properties":{"a/b~\u0063":{"type":"string","title":""}},"required":["a/b~c"],"additionalProperties":false}`, Violation{
			Path: "root.properties.a/b~c.title", Rule: "strict-forbidden-key", Message: `Strict schema must not use "title"`,
			Key: "title", Value: []byte(`""`), Pointer: "/properties/a~1b~0c/title", Offset: 61}},
		{"escaped keyword", closed(`{"type":"string","\u0074itle":""}`), Violation{
			Path: "root.properties.x.title", Rule: "strict-forbidden-key", Message: `Strict schema must not use "title"`,
			Key: "title", Value: []byte(`""`), Pointer: "/properties/x/title", Offset: 52}},
		{"leading space", " \n{}", Violation{
			Path: "root", Rule: "strict-unrepresentable-node",
			Message: `Strict schema must give every node a type, a combinator, a "$ref" or a "not"`, Pointer: "", Offset: 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			vs, err := Check([]byte(tt.schema), &target.OpenAIStrict, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]Violation{tt.want}, vs); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func testA2(t *testing.T) {
	strict := &target.OpenAIStrict
	run(t, strict, Options{}, []check{
		{"clean", closed(`{"type":"string","enum":["a"]}`), nil},
		{"empty object", `{"type":"object","properties":{},"required":[],"additionalProperties":false}`, nil},
		{"required may be absent if nothing is declared", `{"type":"object","properties":{},"additionalProperties":false}`, nil},
		{"properties named like keywords", `{"type":"object","properties":{"type":{"type":"string"},"format":{"type":"string"},"const":{"type":"null"}},` +
			`"required":["type","format","const"],"additionalProperties":false}`, nil},
		{"definition named like a keyword", `{"type":"object","properties":{"a":{"$ref":"#/$defs/pattern"}},"required":["a"],"additionalProperties":false,` +
			`"$defs":{"pattern":{"type":"string"},"default":{"type":"string"}}}`, nil},
		{"missing and extra", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"required":["b","z",1,"y"],"additionalProperties":false}`,
			[]string{"strict-object-required root.required", "strict-object-required root.required",
				"strict-object-required-extra root.required", "strict-object-required-extra root.required"}},
		{"required absent", `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, []string{"strict-object-required root.required"}},
		{"open", `{"type":"object","properties":{},"additionalProperties":true}`, []string{"strict-object-additional-properties root.additionalProperties"}},
		{"schema of the others", `{"type":"object","properties":{},"additionalProperties":{"type":"string"}}`, []string{"strict-object-additional-properties root.additionalProperties"}},
		{"no properties stops the required checks", `{"type":"object","required":["a"],"additionalProperties":false}`, []string{"strict-object-properties root.properties"}},
		{"properties of another shape", `{"type":"object","properties":[],"required":["a"],"additionalProperties":false}`,
			[]string{"strict-object-properties root.properties"}},
		{"additionalProperties of another shape", `{"type":"object","properties":{},"additionalProperties":0}`,
			[]string{"strict-object-additional-properties root.additionalProperties"}},
		{"a properties map makes an object", closed(`{"anyOf":[{"type":"string"}],"properties":{}}`),
			[]string{"strict-object-additional-properties root.properties.x.additionalProperties", "strict-anyof-siblings root.properties.x.anyOf"}},
		{"empty root", `{}`, []string{"strict-unrepresentable-node root"}},
		{"nested object in every place", closed(`{"anyOf":[{"type":"array","items":{"type":"object"}},{"type":"null"}]}`),
			[]string{"strict-object-additional-properties root.properties.x.anyOf[0].items.additionalProperties",
				"strict-object-properties root.properties.x.anyOf[0].items.properties"}},
		{"inside prefixItems", closed(`{"type":"array","prefixItems":[{"type":"string","minLength":1}]}`),
			[]string{"strict-forbidden-key root.properties.x.prefixItems[0].minLength"}},
		{"inside a refused keyword", closed(`{"type":"string","not":{"const":1,"type":"object","properties":{}}}`),
			[]string{"strict-forbidden-key root.properties.x.not", "strict-object-additional-properties root.properties.x.not.additionalProperties",
				"strict-forbidden-key root.properties.x.not.const"}},
		{"not stands for a type", closed(`{"not":{"type":"string"}}`), []string{"strict-forbidden-key root.properties.x.not"}},
		{"not that is no schema does not", closed(`{"not":true}`), []string{"strict-unrepresentable-node root.properties.x", "strict-forbidden-key root.properties.x.not"}},
		{"payloads are data", closed(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false,` +
			`"default":{"const":{"pattern":1}},"examples":[{"nullable":{"const":1}}]}`),
			[]string{"strict-forbidden-key root.properties.x.default", "strict-forbidden-key root.properties.x.examples"}},
		{"legacy containers are walked", closed(`{"type":"array","items":[{"type":"string","title":""}],"additionalItems":{"type":"string","format":""}}`),
			[]string{"strict-malformed root.properties.x.items", "strict-forbidden-key root.properties.x.items[0].title",
				"strict-unlisted-key root.properties.x.additionalItems", "strict-forbidden-key root.properties.x.additionalItems.format"}},
		{"definitions and dependencies", `{"type":"object","properties":{},"additionalProperties":false,"definitions":{"const":{"const":1,"type":"number"}},` +
			`"dependencies":{"a":["b"],"default":{"type":"string","default":1}}}`,
			[]string{"strict-unlisted-key root.definitions", "strict-forbidden-key root.definitions.const.const",
				"strict-unlisted-key root.dependencies", "strict-forbidden-key root.dependencies.default.default"}},
		{"unknown members hold no schemas", closed(`{"type":"string","x-info":{"const":1}}`), []string{"strict-unlisted-key root.properties.x.x-info"}},
	})
	t.Run("every forbidden key", func(t *testing.T) {
		for kw := range strict.Audit.Forbidden.All() {
			vs, err := Check([]byte(closed(`{"type":"string","`+kw.String()+`":1}`)), strict, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"strict-forbidden-key root.properties.x." + kw.String()}, summary(vs)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", kw, diff)
			}
		}
	})
}

func testA3(t *testing.T) {
	google := &target.Google
	run(t, google, Options{}, all(loose, []check{
		{"clean", `{"type":"string","nullable":true,"enum":["a"],"title":"","default":"a","example":"a"}`, nil},
		{"forbidden", `{"type":"string","pattern":"^a","minLength":1}`,
			[]string{"google-forbidden-key root.properties.x.pattern", "google-forbidden-key root.properties.x.minLength"}},
		{"const", `{"type":"string","const":"a"}`, []string{"google-forbidden-key root.properties.x.const"}},
		{"type array", `{"type":["string","null"]}`, []string{"google-type-array root.properties.x.type"}},
		{"names are not keywords", `{"type":"object","properties":{"pattern":{"type":"string"},"$ref":{"type":"string"},"additionalProperties":{"type":"string"}},"propertyOrdering":["pattern","$ref","additionalProperties"]}`, nil},
		{"payload", `{"type":"object","properties":{},"default":{"pattern":"","$ref":""}}`, nil},
		{"reference", `{"$ref":"#/$defs/a"}`, []string{"google-forbidden-key root.properties.x.$ref"}},
	}))
	run(t, google, Options{}, []check{
		{"definitions are walked", `{"type":"object","properties":{},"$defs":{"a":{"type":["string"],"format":"uri"}}}`,
			[]string{"google-forbidden-key root.$defs", "google-type-array root.$defs.a.type", "google-forbidden-key root.$defs.a.format"}},
	})
	t.Run("every forbidden key", func(t *testing.T) {
		for kw := range google.Audit.Forbidden.All() {
			vs, err := Check([]byte(loose(`{"type":"string","`+kw.String()+`":1}`)), google, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"google-forbidden-key root.properties.x." + kw.String()}, summary(vs)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", kw, diff)
			}
		}
	})
}

func testA4(t *testing.T) {
	cca := &target.CloudCodeAssistClaude
	run(t, cca, Options{}, all(loose, []check{
		{"clean", `{"type":"array","items":{"type":"string","enum":["a"]},"default":[]}`, nil},
		{"forbidden", `{"type":"object","properties":{},"propertyNames":{"type":"string"}}`, []string{"cca-forbidden-key root.properties.x.propertyNames"}},
		{"type array", `{"type":["string","null"]}`, []string{"cca-type-array root.properties.x.type"}},
		{"null type", `{"type":"null"}`, []string{"cca-null-type root.properties.x.type"}},
		{"nullable", `{"type":"string","nullable":false}`, []string{"cca-nullable-key root.properties.x.nullable"}},
		{"combiners", `{"anyOf":[{"type":"string"}],"oneOf":[{"type":"null"}],"allOf":[]}`,
			[]string{"cca-combiner root.properties.x.anyOf", "cca-combiner root.properties.x.oneOf", "cca-null-type root.properties.x.oneOf[0].type",
				"cca-combiner root.properties.x.allOf"}},
		{"not", `{"type":"string","not":{"type":"string"}}`, []string{"cca-combiner root.properties.x.not"}},
		{"names are not keywords", `{"type":"object","properties":{"nullable":{"type":"string"},"anyOf":{"type":"string"},"const":{"type":"string"}}}`, nil},
		{"payload", `{"type":"object","properties":{},"default":{"nullable":true,"anyOf":[],"type":"null"}}`, nil},
		{"a combinator of another shape", `{"type":"string","anyOf":{"type":"string"}}`, []string{"cca-unlisted-key root.properties.x.anyOf"}},
	}))
	invalid := Options{Metaschema: func([]byte) error { return errors.New("bad") }}
	valid := Options{Metaschema: func([]byte) error { return nil }}
	run(t, cca, valid, []check{
		{"valid", loose(`{"type":"string"}`), nil},
		{"the metaschema takes what a rule does not", loose(`{"type":"string","title":1}`), []string{"cca-malformed root.properties.x.title"}},
	})
	run(t, cca, invalid, []check{
		{"invalid", loose(`{"type":"string"}`), []string{"cca-meta-schema-validation root"}},
		{"invalid is said once", loose(`{"type":"strin","title":1}`), []string{"cca-meta-schema-validation root"}},
	})
	run(t, &target.Google, invalid, []check{{"no metaschema rule", loose(`{"type":"string"}`), nil}})
}

func testA5(t *testing.T) {
	const original = `{"type":"object","properties":{"a":{"type":"string","title":"x\u0041","minimum":1.0}}}`
	tests := []struct {
		name, emitted string
		strict        bool
		want          []string
	}{
		{"strict and met", closed(`{"type":"string"}`), true, nil},
		{"strict and not met", original, true, []string{"strict-object-additional-properties root.additionalProperties", "strict-object-required root.required",
			"strict-forbidden-key root.properties.a.title", "strict-forbidden-key root.properties.a.minimum"}},
		{"not strict, the original", original, false, nil},
		{"not strict, spelled otherwise", `{ "type":"object", "properties":{"a":{"type":"string","title":"xA","minimum":1.0}}}`, false, nil},
		{"not strict, half strict", closed(`{"type":"string"}`), false, []string{"strict-fail-open-original-schema root"}},
		{"not strict, another order", `{"properties":{"a":{"type":"string","title":"xA","minimum":1.0}},"type":"object"}`, false, []string{"strict-fail-open-original-schema root"}},
		{"not strict, another number", `{"type":"object","properties":{"a":{"type":"string","title":"xA","minimum":1}}}`, false, []string{"strict-fail-open-original-schema root"}},
		{"not strict, shorter", `{}`, false, []string{"strict-fail-open-original-schema root"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			vs, err := Enforcement([]byte(original), []byte(tt.emitted), tt.strict, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, summary(vs)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	for _, bad := range []string{``, `{`, `{} {}`, `{} x`} {
		if _, err := Enforcement([]byte(original), []byte(bad), false, Options{}); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}
