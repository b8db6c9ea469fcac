package schemac_test

import (
	"strings"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// TestEvidence compiles schemas and asks what is said for the evidence: the
// claim of the provider's rule that is the cause, and whose rule it is.
func TestEvidence(t *testing.T) {
	prop := func(s string) string { return `{"type":"object","properties":{"p":` + s + `}}` }
	many := prop(`{"type":"array","items":{"type":"string"},"maxItems":1000}`)
	for _, c := range []struct {
		target, schema string
		code           diag.Code
		whose, want    string
	}{
		{"xai", prop(`{"type":"string","format":"hostname"}`), diag.KeywordStripped, "xai", "accepted and not enforced"},
		{"xai", prop(`{"type":"string","maxLength":9999}`), diag.KeywordStripped, "xai", "accepted and not enforced"},
		{"xai", prop(`{"type":"string","pattern":"\\bq"}`), diag.KeywordStripped, "xai", "pattern: the whole string"},
		{"xai", prop(`{"type":"string","pattern":"q"}`), diag.PatternRewritten, "xai", "pattern: the whole string"},
		{"xai", prop(`{"type":"integer","multipleOf":2}`), diag.KeywordStripped, "xai", "multipleOf and uniqueItems"},
		{"xai", prop(`true`), diag.BooleanWritten, "xai", "refused: an empty enum"},
		{"xai", prop(`{"type":"string"}`), diag.AdditionalWritten, "xai", "additionalProperties is false when absent"},
		{"xai", prop(`{"$ref":"#"}`), diag.RefRecursive, "xai", "enforced: the basic types"},
		{"google", prop(`{"$ref":"#"}`), diag.RefRecursive, "google", "a member without a field"},
		{"moonshot", prop(`{"type":"integer","minimum":0.5}`), diag.BoundsIntegral, "moonshot", "bounds of an integer"},
		{"moonshot", prop(`{"type":"string","minimum":1}`), diag.KeywordStripped, "moonshot", "a keyword stands on"},
		{"moonshot", `{"type":"object","properties":{"$ref":{"type":"string"}}}`, diag.PropertyRenamed, "moonshot", "properties called"},
		{"google-json", many, diag.LimitExceeded, "google-json", "a sum of maxItems"},
		{"google-json", `{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"required":["n"]}}}`,
			diag.CycleOptional, "google-json", "cycles are unrolled"},
		{"anthropic-strict", `{"type":"object","properties":{"n":{"$ref":"#"}}}`, diag.StrictFallback, "anthropic-strict", "refused: recursion"},
		{"cerebras", `{"type":"object","properties":{"n":{"type":"string","description":"` + strings.Repeat("x", 5000) + `"}},"required":["n"],"additionalProperties":false}`,
			diag.StrictFallback, "cerebras", "5000 characters"},
		{"lm-studio", prop(`{"type":"object","additionalProperties":{"type":"string"}}`), diag.MapOpened, "lm-studio", "the root has type object"},
		{"cursor", prop(`{"anyOf":[{"type":"string"},{"type":"integer"}]}`), diag.UnionWidened, "cursor", "anyOf, oneOf or allOf"},
		{"mistral", `{"type":"object","properties":{},"$id":"https://example.com/a"}`, diag.MetaDropped, "mistral", "$schema and $id"},
		{"groq", `{"type":"object"}`, diag.PropertiesAdded, "groq", "'required' without properties"},
		{"groq", prop(`{"type":"array"}`), diag.ItemsAdded, "groq", "what is not named here"},
		{"portable=openai,google,xai", prop(`{"type":"string","pattern":"q"}`), diag.PatternRewritten, "xai", "pattern: the whole string"},
		{"portable=openai,google,xai", prop(`{"type":"string","format":"uuid"}`), diag.KeywordStripped, "google", "a member without a field"},
		{"portable=xai,moonshot", prop(`{"type":"string","minimum":1}`), diag.KeywordStripped, "moonshot", "a keyword stands on"},
	} {
		res, err := schemac.Compile([]byte(c.schema), c.target, schemac.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for i := range res.Diagnostics {
			d := &res.Diagnostics[i]
			if d.Code != c.code {
				continue
			}
			found = true
			e := d.Evidence()
			if e == nil || !strings.HasPrefix(e.Claim, c.want) {
				t.Errorf("%s: %s has the evidence %+v, want %q…", c.target, c.code, e, c.want)
			} else if got := d.EvidenceTarget().ID; got != c.whose {
				t.Errorf("%s: the evidence for %s is of %s, want %s", c.target, c.code, got, c.whose)
			}
		}
		if !found {
			t.Errorf("%s: no %s for %s but %s", c.target, c.code, c.schema, codes(res))
		}
	}
}

// TestRequestEvidence is TestEvidence for what is wrong with a request or with
// the tool around a schema.
func TestRequestEvidence(t *testing.T) {
	var optional strings.Builder
	for i := range 13 {
		if i > 0 {
			optional.WriteByte(',')
		}
		optional.WriteString(`"` + string(rune('a'+i)) + `":{"type":"string"}`)
	}
	tool := func(name string) string {
		return `{"name":"` + name + `","description":"","input_schema":{"type":"object","properties":{` + optional.String() + `}}}`
	}
	var llama []string
	for i := range 200 {
		llama = append(llama, `{"name":"t`+strings.Repeat("i", i%60)+string(rune('a'+i%26))+`","input_schema":{"type":"object","properties":{"p":{"type":"string","description":"`+strings.Repeat("x", 500)+`"}}}}`)
	}
	for _, c := range []struct {
		target, tools string
		code          diag.Code
		want          string
	}{
		{"anthropic-strict", tool("a") + "," + tool("b"), diag.BudgetExceeded, "20 strict tools"},
		{"bedrock", tool("a"), diag.ToolDescription, "a description has"},
		{"moonshot", tool("9a"), diag.ToolName, "the root type is object"},
		{"llama-cpp", strings.Join(llama, ","), diag.ToolBytes, "the tools of a request"},
		{"openai-chat", strings.Join(llama, ","), diag.ToolCount, "a function name"},
	} {
		tg := target.Lookup(c.target)
		set := schemac.CompileTools([]schemac.Source{{Name: "t.json", Text: `{"tools":[` + c.tools + `]}`}}, []*target.Target{tg}, schemac.Options{})
		ds := set.Diagnostics
		for i := range set.Results {
			ds = append(ds, set.Results[i].Diagnostics...)
		}
		found := false
		for i := range ds {
			if ds[i].Code == c.code {
				found = true
				if e := ds[i].Evidence(); e == nil || !strings.HasPrefix(e.Claim, c.want) {
					t.Errorf("%s: %s has the evidence %+v, want %q…", c.target, c.code, e, c.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: no %s", c.target, c.code)
		}
	}
}
