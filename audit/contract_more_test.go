package audit

import (
	"testing"

	"github.com/schemac/schemac/target"
)

func testA6Strict(t *testing.T) {
	run(t, &target.OpenAIStrict, Options{}, all(closed, []check{
		{"unlisted", `{"type":"string","x-order":1,"$id":"a"}`, []string{"strict-unlisted-key root.properties.x.x-order", "strict-unlisted-key root.properties.x.$id"}},
		{"oneOf and allOf", `{"oneOf":[{"type":"string"}],"allOf":[{"type":"string"}]}`, []string{"strict-combiner root.properties.x.oneOf", "strict-combiner root.properties.x.allOf"}},
		{"anyOf", `{"description":"d","anyOf":[{"type":"string"},{"type":"null"}]}`, nil},
		{"anyOf beside a constraint", `{"type":"string","anyOf":[{"type":"string"}]}`, []string{"strict-anyof-siblings root.properties.x.anyOf"}},
		{"anyOf in anyOf", `{"anyOf":[{"anyOf":[{"type":"string"}]},{"type":"null"}]}`, []string{"strict-anyof-nested root.properties.x.anyOf[0].anyOf"}},
		{"empty anyOf", `{"anyOf":[]}`, []string{"strict-union-empty root.properties.x.anyOf"}},
		{"array without items", `{"type":"array"}`, []string{"strict-array-items root.properties.x.items"}},
		{"a tuple has items", `{"type":"array","prefixItems":[{"type":"string"}]}`, nil},
		{"items on a string", `{"type":"string","items":{"type":"string"}}`, []string{"strict-items-non-array root.properties.x.items"}},
		{"type list", `{"type":["string","null"]}`, []string{"strict-type-array root.properties.x.type"}},
		{"null", `{"type":"null"}`, nil},
		{"unknown type", `{"type":"String"}`, []string{"strict-type-value root.properties.x.type"}},
		{"type of another shape", `{"type":7}`, []string{"strict-type-value root.properties.x.type"}},
		{"enum of the type", `{"type":"integer","enum":[1,2.0,1e2]}`, nil},
		{"enum of another type", `{"type":"integer","enum":[1,"2",1.5]}`, []string{"strict-enum-value root.properties.x.enum[1]", "strict-enum-value root.properties.x.enum[2]"}},
		{"enum on null", `{"type":"null","enum":["a"]}`, []string{"strict-enum-value root.properties.x.enum[0]"}},
		{"empty enum", `{"type":"string","enum":[]}`, []string{"strict-enum-empty root.properties.x.enum"}},
		{"enum of another shape", `{"type":"string","enum":null}`, []string{"strict-malformed root.properties.x.enum"}},
		{"boolean schema", `true`, []string{"strict-boolean-schema root.properties.x"}},
		{"no schema", `"string"`, []string{"strict-malformed root.properties.x"}},
		{"a list of schemas", `[{"type":"string","title":""}]`, []string{"strict-forbidden-key root.properties.x[0].title"}},
		{"duplicate keyword", `{"type":"string","type":"number"}`, []string{"strict-duplicate-key root.properties.x.type"}},
		{"duplicate property", `{"type":"object","properties":{"a":{"type":"string"},"\u0061":{"type":"string"}},"required":["a"],"additionalProperties":false}`,
			[]string{"strict-duplicate-key root.properties.x.properties.a"}},
		{"required twice", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a","a"],"additionalProperties":false}`, []string{"strict-malformed root.properties.x.required"}},
		{"description of another shape", `{"type":"string","description":1}`, []string{"strict-malformed root.properties.x.description"}},
		{"lookaround is not this target's concern", `{"type":"string","enum":["(?=a)"]}`, nil},
	}))
	const defs = `,"$defs":{"a":{"type":"string"},"b/c d":{"type":"string"}}}`
	ref := func(r string) string {
		return `{"type":"object","properties":{"x":` + r + `},"required":["x"],"additionalProperties":false` + defs
	}
	run(t, &target.OpenAIStrict, Options{}, all(ref, []check{
		{"reference", `{"$ref":"#/$defs/a"}`, nil},
		{"escaped reference", `{"$ref":"#/$defs/b~1c%20d"}`, nil},
		{"reference to the root", `{"$ref":"#"}`, nil},
		{"dangling", `{"$ref":"#/$defs/z"}`, []string{"strict-ref-target root.properties.x.$ref"}},
		{"elsewhere", `{"$ref":"#/properties/x"}`, []string{"strict-ref-target root.properties.x.$ref"}},
		{"inside a definition", `{"$ref":"#/$defs/a/items"}`, []string{"strict-ref-target root.properties.x.$ref"}},
		{"siblings", `{"$ref":"#/$defs/a","description":"d"}`, []string{"strict-ref-siblings root.properties.x.$ref"}},
		{"a sibling that is refused anyway", `{"$ref":"#/$defs/a","title":"d"}`, []string{"strict-forbidden-key root.properties.x.title"}},
		{"nested $defs", `{"type":"string","$defs":{}}`, []string{"strict-nested-defs root.properties.x.$defs"}},
	}))
	run(t, &target.OpenAIStrict, Options{}, []check{
		{"root of another type", `{"type":"array","items":{"type":"string"}}`, []string{"strict-root-type root.type"}},
		{"root union", `{"anyOf":[{"type":"string"}]}`, []string{"strict-root-type root.type", "strict-root-combiner root.anyOf"}},
		{"root enum", `{"type":"object","properties":{},"additionalProperties":false,"enum":[{}]}`, []string{"strict-root-combiner root.enum"}},
		{"root reference", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, []string{"strict-root-type root.type", "strict-root-combiner root.$ref"}},
		{"root boolean", `true`, []string{"strict-root-type root"}},
		{"root array", `[]`, []string{"strict-root-type root"}},
		{"root null", `null`, []string{"strict-root-type root"}},
	})
}

func testA6Google(t *testing.T) {
	run(t, &target.Google, Options{}, all(loose, []check{
		{"unlisted", `{"type":"string","x-order":1,"$id":"a","contains":{}}`,
			[]string{"google-unlisted-key root.properties.x.x-order", "google-unlisted-key root.properties.x.$id", "google-unlisted-key root.properties.x.contains"}},
		{"combiners", `{"oneOf":[{"type":"string"}]}`, []string{"google-combiner root.properties.x.oneOf"}},
		{"anyOf", `{"anyOf":[{"type":"string"},{"type":"number"}]}`, nil},
		{"anyOf in anyOf", `{"anyOf":[{"anyOf":[{"type":"string"}]},{"type":"number"}]}`, []string{"google-anyof-nested root.properties.x.anyOf[0].anyOf"}},
		{"order lost", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`, []string{"google-property-ordering root.properties.x.propertyOrdering"}},
		{"anyOf is alone", `{"description":"d","anyOf":[{"type":"string"}]}`, []string{"google-anyof-siblings root.properties.x.anyOf"}},
		{"empty anyOf", `{"anyOf":[]}`, []string{"google-union-empty root.properties.x.anyOf"}},
		{"array without items", `{"type":"array"}`, []string{"google-array-items root.properties.x.items"}},
		{"items on a string", `{"type":"string","items":{"type":"string"}}`, []string{"google-items-non-array root.properties.x.items"}},
		{"object without properties", `{"type":"object"}`, []string{"google-object-properties root.properties.x.properties"}},
		{"required is declared", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}`, []string{"google-required-undeclared root.properties.x.required"}},
		{"enum of strings", `{"type":"string","enum":["a",1,"",null]}`,
			[]string{"google-enum-value root.properties.x.enum[1]", "google-enum-value root.properties.x.enum[2]", "google-enum-value root.properties.x.enum[3]"}},
		{"enum on a number", `{"type":"number","enum":[1]}`, []string{"google-enum-value root.properties.x.enum"}},
		{"empty enum", `{"type":"string","enum":[]}`, []string{"google-enum-empty root.properties.x.enum"}},
		{"untyped", `{"description":"d"}`, []string{"google-untyped root.properties.x"}},
		{"untyped enum", `{"enum":["a"]}`, []string{"google-untyped root.properties.x"}},
		{"boolean schema", `true`, []string{"google-boolean-schema root.properties.x"}},
		{"null type", `{"type":"null"}`, []string{"google-null-type root.properties.x.type"}},
		{"unknown type", `{"type":"str"}`, []string{"google-type-value root.properties.x.type"}},
		{"upper-case type", `{"type":"ARRAY","items":{"type":"STRING"}}`, nil},
		{"mixed case", `{"type":"String"}`, []string{"google-type-value root.properties.x.type"}},
		{"nullable of another shape", `{"type":"string","nullable":"true"}`, []string{"google-malformed root.properties.x.nullable"}},
		{"what leaves with a refused member is not judged", `{"type":"object","properties":{},"additionalProperties":{"x-a":{},"items":true,"enum":[1],"type":"array","format":""}}`,
			[]string{"google-forbidden-key root.properties.x.additionalProperties", "google-forbidden-key root.properties.x.additionalProperties.format"}},
	}))
	run(t, &target.Google, Options{}, []check{
		{"root without a type", `{"properties":{}}`, []string{"google-root-type root.type"}},
		{"root anyOf", `{"type":"object","properties":{},"anyOf":[{"type":"object","properties":{}}]}`, []string{"google-root-combiner root.anyOf"}},
	})
}

func testA6CCA(t *testing.T) {
	run(t, &target.CloudCodeAssistClaude, Options{}, all(loose, []check{
		{"int64 fields", `{"type":"object","properties":{},"minProperties":1}`, []string{"cca-unlisted-key root.properties.x.minProperties"}},
		{"untyped", `{}`, []string{"cca-untyped root.properties.x"}},
		{"array without items", `{"type":"array"}`, []string{"cca-array-items root.properties.x.items"}},
		{"items on a string", `{"type":"string","items":{"type":"string"}}`, []string{"cca-items-non-array root.properties.x.items"}},
		{"object without properties", `{"type":"object"}`, []string{"cca-object-properties root.properties.x.properties"}},
		{"required is declared", `{"type":"object","properties":{},"required":["b"]}`, []string{"cca-required-undeclared root.properties.x.required"}},
		{"enum", `{"type":"string","enum":[1]}`, []string{"cca-enum-value root.properties.x.enum[0]"}},
		{"boolean schema", `false`, []string{"cca-boolean-schema root.properties.x"}},
	}))
	run(t, &target.CloudCodeAssistClaude, Options{}, []check{
		{"root union is one finding", `{"type":"object","properties":{},"oneOf":[{"type":"string"}]}`, []string{"cca-combiner root.oneOf"}},
		{"root type", `{"type":"string"}`, []string{"cca-root-type root.type"}},
		{"root null", `{"type":"null"}`, []string{"cca-null-type root.type"}},
		{"the fallback", `{"type":"object","properties":{}}`, nil},
	})
}

func testA6Responses(t *testing.T) {
	run(t, &target.OpenAIResponses, Options{}, all(loose, []check{
		{"accepts", `{"type":["string","null"],"format":"x","pattern":"^(?:a|b)(?<n>c)$","x-a":{"oneOf":[]},"default":1,"const":"a","not":true}`, nil},
		{"oneOf", `{"oneOf":[{"type":"string"}]}`, []string{"responses-forbidden-key root.properties.x.oneOf"}},
		{"a property named oneOf", `{"type":"object","properties":{"oneOf":true}}`, nil},
		{"payloads", `{"enum":[{"oneOf":[],"pattern":"(?=a)"}],"const":{"type":"object"}}`, nil},
		{"object in a type list", `{"type":["object","null"]}`, []string{"responses-object-properties root.properties.x.properties"}},
		{"array in a type list", `{"type":["array","null"]}`, []string{"responses-array-items root.properties.x.items"}},
		{"lookahead", `{"type":"string","pattern":"^(?!a)"}`, []string{"responses-pattern-lookaround root.properties.x.pattern"}},
		{"lookbehind, escaped", `{"type":"string","pattern":"\u0028?<=a)"}`, []string{"responses-pattern-lookaround root.properties.x.pattern"}},
		{"no lookaround", `{"type":"string","pattern":"\\(?=[(?=]\\[(?:a)"}`, nil},
		{"name in patternProperties", `{"type":"object","properties":{},"patternProperties":{"(?<!a)b":{}, "[(?!]":{}}}`,
			[]string{"responses-pattern-lookaround root.properties.x.patternProperties.(?<!a)b"}},
		{"a leftover of an old draft", `{"type":"object","properties":{},"definitions":{"a":{"oneOf":[true]}}}`,
			[]string{"responses-legacy-key root.properties.x.definitions", "responses-forbidden-key root.properties.x.definitions.a.oneOf"}},
	}))
	run(t, &target.OpenAIResponses, Options{}, []check{
		{"root combinators", `{"type":"object","properties":{},"not":{},"const":{},"allOf":[true],"oneOf":[true]}`,
			[]string{"responses-root-combiner root.not", "responses-root-combiner root.const", "responses-root-combiner root.allOf", "responses-forbidden-key root.oneOf"}},
		{"id", `{"$id":"Parameters Schema","type":"object","properties":{}}`, []string{"responses-id-value root.$id"}},
		{"root type list", `{"type":["object"],"properties":{}}`, []string{"responses-root-type root.type"}},
	})
}

func testA6MCP(t *testing.T) {
	run(t, &target.MCP, Options{}, all(loose, []check{
		{"accepts", `{"oneOf":[true,false,{"type":["array","null"]},{"enum":[]}],"x-a":{"nullable":1}}`, nil},
		{"forbidden", `{"type":"string","nullable":true}`, []string{"mcp-forbidden-key root.properties.x.nullable"}},
		{"consts", `{"oneOf":[{"const":"a"},{"type":"string","const":"b"}]}`, []string{"mcp-const-union root.properties.x.oneOf"}},
		{"consts that say more", `{"anyOf":[{"const":"a"},{"const":"b","title":"B"}]}`, nil},
		{"consts beside an enum", `{"enum":["a"],"anyOf":[{"const":"a"}]}`, nil},
		{"header", `{"type":"string","x-mcp-header":"X-Tenant"}`, nil},
		{"empty header", `{"type":"string","x-mcp-header":""}`, []string{"mcp-header root.properties.x.x-mcp-header"}},
		{"no token", `{"type":"string","x-mcp-header":"a b"}`, []string{"mcp-header root.properties.x.x-mcp-header"}},
		{"no string", `{"type":"string","x-mcp-header":true}`, []string{"mcp-header root.properties.x.x-mcp-header"}},
		{"header on a number", `{"type":"number","x-mcp-header":"A"}`, []string{"mcp-header root.properties.x.x-mcp-header"}},
		{"header in items", `{"type":"array","items":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"}}}}`,
			[]string{"mcp-header root.properties.x.items.properties.a.x-mcp-header"}},
		{"headers twice", `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A-b"},"b":{"type":"boolean","x-mcp-header":"a-B"}}}`,
			[]string{"mcp-header root.properties.x.properties.b.x-mcp-header"}},
		{"local references", `{"$ref":"#/properties/x/anyOf/1","anyOf":[{"$ref":"#"},{"type":"string","$anchor":"here"},{"$ref":"#here"}]}`, nil},
		{"dangling", `{"$ref":"#/$defs/a"}`, []string{"mcp-ref-target root.properties.x.$ref"}},
		{"dangling pointer", `{"$ref":"#/properties/y"}`, []string{"mcp-ref-target root.properties.x.$ref"}},
		{"no anchor", `{"$dynamicRef":"#a"}`, []string{"mcp-ref-target root.properties.x.$dynamicRef"}},
		{"a pointer to data", `{"$ref":"#/type"}`, []string{"mcp-ref-target root.properties.x.$ref"}},
		{"another document", `{"$ref":"https://example.com/a"}`, []string{"mcp-ref-target root.properties.x.$ref"}},
		{"an embedded document", `{"$ref":"https://example.com/a","anyOf":[{"$id":"https://example.com/a"}]}`, nil},
		{"a reference in a payload", `{"const":{"$ref":"#/nowhere"}}`, nil},
	}))
	run(t, &target.MCP, Options{}, []check{
		{"root may combine", `{"type":"object","oneOf":[{"required":["a"]}]}`, nil},
		{"root type", `{"oneOf":[{"type":"object"}]}`, []string{"mcp-root-type root.type"}},
		{"root header", `{"type":"object","x-mcp-header":"A"}`, []string{"mcp-header root.x-mcp-header"}},
		{"$schema", `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}`, []string{"mcp-forbidden-key root.$schema"}},
	})
}
