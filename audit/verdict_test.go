package audit

import (
	"slices"
	"strings"
	"testing"

	"github.com/schemac/schemac/target"
)

// TestVerdicts asks what a provider does with what its target does not accept,
// and that every rule that target data calls silent is one that the audit has.
func TestVerdicts(t *testing.T) {
	root := func(s string) string {
		return `{"type":"object","properties":{},"additionalProperties":true,` + s + `}`
	}
	prop := func(s string) string {
		return `{"type":"object","properties":{"p":` + s + `},"additionalProperties":true}`
	}
	seen := map[string]bool{}
	for _, c := range []struct {
		target       string
		schema, rule string
		want         target.Verdict
		words        string // how the message ends
	}{
		{"xai", prop(`{"type":"string","not":{}}`), "xai-unlisted-key", target.Ignored, "; it is dropped without a word"},
		{"xai", prop(`{"type":"string","minContains":1}`), "xai-unlisted-key", target.Refused, `"minContains"`},
		{"xai", prop(`{"type":"string","format":"hostname"}`), "xai-format", target.Ignored, "dropped without a word"},
		{"xai", prop(`{"type":"string","maxLength":2049}`), "xai-bound", target.Ignored, "dropped without a word"},
		{"xai", prop(`{"oneOf":[{"type":"string"}]}`), "xai-combiner", target.Changed, "; it is read as anyOf"},
		{"xai", prop(`{"allOf":[{"type":"string"}]}`), "xai-combiner", target.Ignored, "dropped without a word"},
		{"xai", `{"type":"object","properties":{}}`, "xai-additional-properties", target.Changed, "read as a closed object"},
		{"xai", prop(`{"type":"string","pattern":"a"}`), "xai-pattern-unanchored", target.Changed, "began with ^ and ended with $"},
		{"xai", prop(`{"type":"string","pattern":"^(?!a)$"}`), "xai-pattern-lookaround", target.Refused, "with lookaround"},
		{"xai", prop(`{"type":"string","enum":[]}`), "xai-enum-empty", target.Refused, "at least one value"},
		{"moonshot", prop(`{"type":"string","const":"a"}`), "moonshot-unlisted-key", target.Ignored, "dropped without a word"},
		{"moonshot", prop(`{"type":"string","minLength":3,"maxLength":2}`), "moonshot-bound-order", target.Refused, `above "maxLength"`},
		{"moonshot", prop(`{"description":"d","anyOf":[{"type":"string","description":"d"},{"type":"integer","description":"e"}]}`),
			"moonshot-description-repeated", target.Refused, "in one of its branches"},
		{"ollama", prop(`{"type":"string","format":"uuid"}`), "ollama-unlisted-key", target.Ignored, "dropped without a word"},
		{"ollama", prop(`{"$ref":"#/$defs/a"}`), "ollama-unlisted-key", target.Changed, "read as {}"},
		{"ollama", prop(`true`), "ollama-boolean-schema", target.Refused, "in place of a schema"},
		{"ollama", root(`"anyOf":[{"type":"object"}]`), "ollama-root-combiner", target.Ignored, "dropped without a word"},
		{"ollama", root(`"description":"d"`), "ollama-root-key", target.Ignored, "dropped without a word"},
		{"ollama", root(`"x-a":1`), "ollama-unlisted-key", target.Ignored, "dropped without a word"},
		{"llama-cpp", prop(`{"type":"string","uniqueItems":true}`), "llama-unlisted-key", target.Ignored, "dropped without a word"},
		{"llama-cpp", prop(`{"type":"number","minimum":1}`), "llama-bound-type", target.Ignored, "dropped without a word"},
		{"llama-cpp", prop(`{"type":"integer","minimum":1e30}`), "llama-bound", target.Refused, "plain integer"},
		{"llama-cpp", prop(`{"type":"string","maxLength":2000}`), "llama-bound", target.Refused, "above 1999"},
		{"llama-cpp", prop(`{}`), "llama-untyped", target.Changed, "refused by older builds"},
		{"llama-cpp", prop(`{"type":"string","pattern":"^a.c$"}`), "llama-pattern-wide", target.Changed, "end the string"},
		{"llama-cpp", prop(`{"type":"string","pattern":"^a(?=b)$"}`), "llama-pattern-lookaround", target.Ignored, "dropped without a word"},
		{"llama-cpp", prop(`{"type":"string","pattern":"^\\d$"}`), "llama-pattern-unsupported", target.Refused, "with an escape for a class"},
		{"llama-cpp", prop(`{"type":"string","pattern":"a"}`), "llama-pattern-unanchored", target.Refused, "end with $"},
		{"llama-cpp", prop(`{"type":"string","anyOf":[{"type":"string"}]}`), "llama-anyof-siblings", target.Ignored, "dropped without a word"},
		{"llama-cpp", root(`"anyOf":[{"type":"object"}]`), "llama-root-combiner", target.Changed, "read as any JSON value"},
		{"llama-cpp", prop(`{"type":"string","enum":[1]}`), "llama-enum-value", target.Changed, "whatever the type"},
		{"llama-cpp", `{"type":"object","properties":{}}`, "llama-additional-properties", target.Changed, "read as a closed object"},
		{"lm-studio", root(`"anyOf":[{"type":"object"}]`), "lmstudio-root-combiner", target.Ignored, "dropped without a word"},
		{"llama-cpp", prop(`{"type":"object","additionalProperties":true,"default":{"a":[{"\u0024ref":"x"}]}}`), "llama-data-ref", target.Refused, `value of "default"`},
		{"llama-cpp", root(`"$defs":{"a b":{"type":"string"}}`), "llama-definition-name", target.Refused, "an escape in a pointer"},
		{"moonshot", root(`"$defs":{"a/b":{"type":"string"}}`), "moonshot-definition-name", target.Refused, "an escape in a pointer"},
		{"deepseek", prop(`{"type":"string","default":"a"}`), "deepseek-inapplicable-key", target.Refused, "of this type"},
		{"lm-studio", root(`"title":"t"`), "lmstudio-root-key", target.Ignored, "dropped without a word"},
		{"lm-studio", prop(`{"type":"number","minimum":1}`), "lmstudio-bound-type", target.Ignored, "dropped without a word"},
		{"lm-studio", prop(`{"type":"string","pattern":"^a.c$"}`), "lmstudio-pattern-wide", target.Changed, "end the string"},
		{"lm-studio", prop(`{"type":"object","properties":{},"additionalProperties":{}}`), "lmstudio-additional-properties-schema", target.Refused, `in "additionalProperties"`},
		{"lm-studio", prop(`{"type":"object","properties":{}}`), "lmstudio-additional-properties", target.Changed, "read as a closed object"},
		{"vscode-copilot", root(`"oneOf":[{"type":"object"}]`), "copilot-root-combiner", target.Ignored, "dropped without a word"},
		{"vscode-copilot", prop(`{"type":"array","items":{},"prefixItems":[{}]}`), "copilot-unlisted-key", target.Ignored, "dropped without a word"},
		{"vscode-copilot", prop(`{"type":"array"}`), "copilot-array-items", target.Refused, `every array "items"`},
		{"vscode-copilot", prop(`{"$ref":"#/$defs/a","minLength":1}`), "copilot-ref-siblings", target.Ignored, "dropped without a word"},
		{"vscode-copilot", root(`"required":["a"]`), "copilot-required-undeclared", target.Ignored, "dropped without a word"},
		{"vscode-copilot", `{"type":"string"}`, "copilot-root-type", target.Changed, "read as an object that takes nothing"},
		{"zed", prop(`{"type":"string","format":"uuid"}`), "zed-unlisted-key", target.Ignored, "dropped without a word"},
		{"zed", prop(`{"type":"string","if":{}}`), "zed-unlisted-key", target.Refused, `"if"`},
		{"zed", prop(`{"description":"d","enum":[1]}`), "zed-untyped-description", target.Changed, "read as a string"},
		{"zed", prop(`{"oneOf":[{"type":"string"}]}`), "zed-combiner", target.Changed, "read as anyOf"},
		{"google-json", prop(`{"type":"string","pattern":"a"}`), "google-json-unlisted-key", target.Ignored, "dropped without a word"},
		{"google-json", prop(`{"oneOf":[{"type":"string"}]}`), "google-json-combiner", target.Changed, "read as anyOf"},
		{"google", prop(`{"type":"string","pattern":"a"}`), "google-forbidden-key", target.Refused, `"pattern"`},
		{"cursor", prop(`{"anyOf":[{"type":"string"}]}`), "cursor-combiner", target.Refused, `"anyOf"`},
	} {
		tg := target.Lookup(c.target)
		found, err := Check([]byte(c.schema), tg, Options{})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(found, func(v Violation) bool { return v.Rule == c.rule })
		if i < 0 {
			t.Errorf("%s: no %s for %s: %+v", c.target, c.rule, c.schema, found)
			continue
		}
		seen[c.rule] = true
		if v := found[i]; v.Verdict != c.want || !strings.HasSuffix(v.Message, c.words) {
			t.Errorf("%s: %s is %s: %s", c.target, c.rule, v.Verdict, v.Message)
		}
	}
	for _, tg := range target.All {
		for _, s := range tg.Silent {
			for _, r := range s.Rules {
				if tg.ID != "lm-studio" && !seen[tg.Audit.Prefix+"-"+r] { // whose rules are llama-cpp's
					t.Errorf("%s: no case finds %s", tg.ID, r)
				}
			}
		}
	}
}
