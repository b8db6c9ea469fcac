package schemac_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/target"
)

// one has a schema of a property for each keyword, as small as the keyword lets
// it be. A text that begins with "root:" is the whole schema instead.
var one = map[ast.Kw]string{
	ast.KwSchema:        `root:{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{}}`,
	ast.KwVocabulary:    `root:{"type":"object","properties":{},"$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true}}`,
	ast.KwID:            `root:{"$id":"https://example.com/a","type":"object","properties":{}}`,
	ast.KwAnchor:        `{"type":"string","$anchor":"a"}`,
	ast.KwDynamicAnchor: `{"type":"string","$dynamicAnchor":"a"}`,
	ast.KwRef:           `root:{"type":"object","properties":{"p":{"$ref":"#/$defs/D"}},"required":["p"],"additionalProperties":false,"$defs":{"D":{"type":"string"}}}`,
	ast.KwDynamicRef:    `root:{"type":"object","properties":{"p":{"$dynamicRef":"#d"},"q":{"type":"string","$dynamicAnchor":"d"}},"required":["p","q"],"additionalProperties":false}`,
	ast.KwDefs:          `root:{"type":"object","properties":{"p":{"$ref":"#/$defs/D"}},"required":["p"],"additionalProperties":false,"$defs":{"D":{"type":"string"}}}`,
	ast.KwComment:       `{"type":"string","$comment":"c"}`,

	ast.KwType:              `{"type":"string"}`,
	ast.KwEnum:              `{"type":"string","enum":["a"]}`,
	ast.KwConst:             `{"type":"string","const":"a"}`,
	ast.KwMultipleOf:        `{"type":"integer","multipleOf":2}`,
	ast.KwMinimum:           `{"type":"integer","minimum":1}`,
	ast.KwExclusiveMinimum:  `{"type":"integer","exclusiveMinimum":1}`,
	ast.KwMaximum:           `{"type":"integer","maximum":1}`,
	ast.KwExclusiveMaximum:  `{"type":"integer","exclusiveMaximum":1}`,
	ast.KwMinLength:         `{"type":"string","minLength":1}`,
	ast.KwMaxLength:         `{"type":"string","maxLength":1}`,
	ast.KwPattern:           `{"type":"string","pattern":"^a$"}`,
	ast.KwMinItems:          `{"type":"array","items":{"type":"string"},"minItems":1}`,
	ast.KwMaxItems:          `{"type":"array","items":{"type":"string"},"maxItems":1}`,
	ast.KwUniqueItems:       `{"type":"array","items":{"type":"string"},"uniqueItems":true}`,
	ast.KwMinContains:       `{"type":"array","items":{"type":"string"},"contains":{"const":"a"},"minContains":2}`,
	ast.KwMaxContains:       `{"type":"array","items":{"type":"string"},"contains":{"const":"a"},"maxContains":2}`,
	ast.KwMinProperties:     `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false,"minProperties":1}`,
	ast.KwMaxProperties:     `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false,"maxProperties":1}`,
	ast.KwRequired:          `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false}`,
	ast.KwDependentRequired: `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false,"dependentRequired":{"q":["q"]}}`,

	ast.KwAllOf:                 `{"allOf":[{"type":"string"},{"type":"string","minLength":1}]}`,
	ast.KwAnyOf:                 `{"anyOf":[{"type":"string"},{"type":"integer"}]}`,
	ast.KwOneOf:                 `{"oneOf":[{"type":"string"},{"type":"integer"}]}`,
	ast.KwNot:                   `{"type":"string","not":{"const":"x"}}`,
	ast.KwIf:                    `{"type":"string","if":{"minLength":1},"then":{"maxLength":3},"else":{"maxLength":4}}`,
	ast.KwThen:                  `{"type":"string","if":{"minLength":1},"then":{"maxLength":3}}`,
	ast.KwElse:                  `{"type":"string","if":{"minLength":1},"else":{"maxLength":3}}`,
	ast.KwDependentSchemas:      `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false,"dependentSchemas":{"q":{"minProperties":1}}}`,
	ast.KwPrefixItems:           `{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"string"}}`,
	ast.KwItems:                 `{"type":"array","items":{"type":"string"}}`,
	ast.KwContains:              `{"type":"array","items":{"type":"string"},"contains":{"const":"a"}}`,
	ast.KwProperties:            `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false}`,
	ast.KwPatternProperties:     `{"type":"object","properties":{},"patternProperties":{"^a":{"type":"string"}},"additionalProperties":false}`,
	ast.KwAdditionalProperties:  `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false}`,
	ast.KwPropertyNames:         `{"type":"object","properties":{},"propertyNames":{"maxLength":3},"additionalProperties":{"type":"string"}}`,
	ast.KwUnevaluatedItems:      `{"type":"array","items":{"type":"string"},"unevaluatedItems":{"type":"string"}}`,
	ast.KwUnevaluatedProperties: `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false,"unevaluatedProperties":{"type":"string"}}`,

	ast.KwFormat:           `{"type":"string","format":"uuid"}`,
	ast.KwContentEncoding:  `{"type":"string","contentEncoding":"base64"}`,
	ast.KwContentMediaType: `{"type":"string","contentMediaType":"text/plain"}`,
	ast.KwContentSchema:    `{"type":"string","contentMediaType":"application/json","contentSchema":{"type":"string"}}`,

	ast.KwTitle:       `{"type":"string","title":"t"}`,
	ast.KwDescription: `{"type":"string","description":"d"}`,
	ast.KwDefault:     `{"type":"string","default":"d"}`,
	ast.KwDeprecated:  `{"type":"string","deprecated":true}`,
	ast.KwReadOnly:    `{"type":"string","readOnly":true}`,
	ast.KwWriteOnly:   `{"type":"string","writeOnly":true}`,
	ast.KwExamples:    `{"type":"string","examples":["e"]}`,

	ast.KwDiscriminator:    `{"type":"string","discriminator":{"propertyName":"q"}}`,
	ast.KwXML:              `{"type":"string","xml":{"name":"x"}}`,
	ast.KwExternalDocs:     `{"type":"string","externalDocs":{"url":"https://example.com"}}`,
	ast.KwExample:          `{"type":"string","example":"e"}`,
	ast.KwPropertyOrdering: `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"additionalProperties":false,"propertyOrdering":["q"]}`,
	ast.KwNullable:         `{"type":"string","nullable":true}`,
	ast.KwXMCPHeader:       `{"type":"string","x-mcp-header":"X-A"}`,
}

// whole is the schema with the property p, as strict as any target wants it.
func whole(text string) string {
	if root, ok := strings.CutPrefix(text, "root:"); ok {
		return root
	}
	return `{"type":"object","properties":{"p":` + text + `},"required":["p"],"additionalProperties":false}`
}

// transformed are keywords that a target takes and that come out in another form
// all the same, with the reason.
var transformed = map[string]string{
	"nullable/openai-responses": "it is an old spelling, which reading turns into a list of types",
}

// TestKeywords holds every target to its list of keywords: one that it accepts
// stays, one that it does not goes and is reported, and the audit finds it in
// the input.
func TestKeywords(t *testing.T) {
	for k := ast.KwSchema; int(k) < ast.NumKw; k++ {
		if k.Info().Class == ast.Legacy {
			continue
		}
		text, ok := one[k]
		if !ok {
			t.Errorf("no schema for %s", k)
			continue
		}
		for _, tg := range proved {
			t.Run(k.String()+"/"+tg.ID, func(t *testing.T) { keywordCase(t, k, whole(text), tg) })
		}
	}
}

func keywordCase(t *testing.T, k ast.Kw, schema string, tg *target.Target) {
	res, err := schemac.Compile([]byte(schema), tg.ID, schemac.Options{})
	if err != nil {
		t.Fatal(err)
	}
	word := tg.RefWords.Spell(k)
	found, err := audit.Check([]byte(schema), tg, audit.Options{Metaschema: judge.Metaschema})
	if err != nil {
		t.Fatal(err)
	}
	has := strings.Contains(string(res.Schema), `"`+word+`":`)
	if tg.Keywords.Has(k) {
		only := slices.ContainsFunc(tg.Only, func(o target.Only) bool { return o.Kw == k }) // on other types than the schema's
		if !has && !only && res.Verdict&diag.Fallback == 0 && transformed[k.String()+"/"+tg.ID] == "" {
			t.Errorf("accepted, but not in the output\n  in  %s\n  out %s\n  %s", schema, res.Schema, codes(res))
		}
		return
	}
	if res.Verdict&diag.Fallback != 0 {
		return // the fallback has rules of its own
	}
	if has {
		t.Errorf("refused, but in the output\n  in  %s\n  out %s", schema, res.Schema)
	}
	if len(res.Diagnostics) == 0 {
		t.Errorf("refused, but nothing is reported\n  in  %s\n  out %s", schema, res.Schema)
	}
	if len(found) == 0 {
		t.Errorf("refused, but the audit finds nothing\n  in  %s", schema)
	}
}
