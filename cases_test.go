package schemac_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/target"
)

// caseTargets are the targets of what the recorded cases call a provider.
var caseTargets = map[string][]string{
	"openai-strict": {"openai-strict", "openai"},
	"openai-strict + response_format strict:false": {"openai-strict", "openai"},
	"openai-strict (2024-25), azure":               {"openai-strict", "azure-openai"},
	"azure-openai-strict":                          {"azure-openai"},
	"openai-any":                                   {"openai-responses", "openai-chat"},
	"openai-compatible":                            {"openai-chat"},
	"gemini.parameters":                            {"google"},
	"vertex.parameters":                            {"google", "vertex"},
	"vertex/cca.parameters":                        {"vertex", "cloud-code-assist-claude"},
	"cca-claude.parameters":                        {"cloud-code-assist-claude"},
	"gemini.parametersJsonSchema":                  {"google-json"},
	"gemini.interactions.response_format.schema":   {"google"},
	"moonshot-mfjs":                                {"moonshot"},
	"llama.cpp":                                    {"llama-cpp"},
	"ollama":                                       {"ollama"},
	"lmstudio":                                     {"lm-studio"},
	"mcp":                                          {"mcp"},
	"anthropic":                                    {"anthropic"},
	"anthropic (Go SDK)":                           {"anthropic-strict"},
	"anthropic-strict":                             {"anthropic-strict"},
	"bedrock-converse":                             {"bedrock"},
	"xai":                                          {"xai"},
	"mistral":                                      {"mistral"},
	"groq":                                         {"groq"},
	"cerebras":                                     {"cerebras"},
	"deepseek-strict":                              {"deepseek"},
	"cursor":                                       {"cursor"},
}

// recorded is one input that a real user saw fail.
type recorded struct {
	ID            string          `json:"id"`
	Target        string          `json:"target"`
	Provider      string          `json:"provider"`
	Schema        json.RawMessage `json:"schema"`
	ProviderError string          `json:"provider_error"`
	Expected      struct {
		Action  string          `json:"action"`
		Schema  json.RawMessage `json:"schema"`
		Lowered json.RawMessage `json:"lowered"`
	} `json:"expected"`
}

// TestCases compiles every recorded case for its targets: the audit finds the
// fault in the input, passes what comes out, and that is what the case proposes,
// descriptions and the order of members aside, or one of deliberate.
func TestCases(t *testing.T) {
	n := 0
	for _, file := range sharedFiles(t, "cases/*.jsonl") {
		for line := range bytes.Lines(mustRead(t, file)) {
			var c recorded
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatalf("%s: %v", filepath.Base(file), err)
			}
			name := c.Target + c.Provider
			if len(c.Schema) == 0 {
				continue
			}
			ids, ok := caseTargets[name]
			if !ok {
				t.Errorf("%s: no target for %q", c.ID, name)
			}
			for i, id := range ids {
				n++
				t.Run(c.ID+"/"+id, func(t *testing.T) { recordedCase(t, &c, target.Lookup(id), i == len(ids)-1) })
			}
		}
	}
	t.Logf("%d cases", n)
}

func recordedCase(t *testing.T, c *recorded, tg *target.Target, compare bool) {
	opt := audit.Options{Metaschema: judge.Metaschema}
	found, err := audit.Check(c.Schema, tg, opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 && unseen[c.ID] == "" {
		t.Errorf("the audit finds nothing in the input: %s\nprovider: %s", c.Schema, c.ProviderError)
	}
	res, err := schemac.Compile(c.Schema, tg.ID, schemac.Options{})
	if err != nil {
		if deliberate[c.ID] == "" {
			t.Errorf("does not compile: %v", err)
		}
		return
	}
	if res.Schema == nil {
		if c.Expected.Action != "diagnose" && deliberate[c.ID] == "" {
			t.Errorf("rejected: %s", codes(res))
		}
		return
	}
	judged := tg
	if tg.Plain != nil && !res.Strict {
		judged = tg.Plain
	}
	if tg.Plain != nil || res.Verdict&diag.Fallback == 0 {
		found, err = audit.Check(res.Schema, judged, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range found {
			if !v.Unfixable || !strings.Contains(codes(res), string(diag.PropertyName)) {
				t.Errorf("%s: %s\noutput %s", v.Rule, v.Message, res.Schema)
			}
		}
	}
	want := c.Expected.Schema
	if len(want) == 0 {
		want = c.Expected.Lowered
	}
	if len(want) == 0 || !compare {
		return
	}
	why := deliberate[c.ID]
	diff := cmp.Diff(plainJSON(t, want), plainJSON(t, res.Schema))
	if diff != "" && why == "" {
		t.Errorf("%s\n  in   %s\n  want %s\n  got  %s", codes(res), c.Schema, want, res.Schema)
	}
	if diff == "" && why != "" {
		t.Errorf("listed as deliberate (%s) but the same", why)
	}
}

// plainJSON decodes a schema without descriptions, orderings and upper-case
// types: what a proposal leaves open.
func plainJSON(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return plain(v, false)
}

func plain(v any, names bool) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if !names && (k == "description" || k == "propertyOrdering") {
				continue
			}
			if s, ok := e.(string); ok && k == "type" && !names {
				e = strings.ToLower(s)
			}
			if k == "additionalProperties" && e == true && !names {
				continue // what its absence means, written out
			}
			out[k] = plain(e, !names && (k == "properties" || k == "$defs"))
		}
		return out
	case []any:
		for i := range v {
			v[i] = plain(v[i], false)
		}
	}
	return v
}

// unseen are inputs in which the audit of a target finds nothing, with the
// reason.
var unseen = map[string]string{
	"j-nesting-depth":             "the limit on nesting is not documented; Result.Counts has the depth",
	"strict-bounds-ok":            "it is accepted",
	"unknown-pattern-bad-class":   "the pattern is valid ECMA-262; the provider that refused it is not named",
	"strict-anyOf-same-first-key": "seen in 2024 and 2025 only, before the backend changed",
}

// deliberate are outputs that differ from what the case proposes, with the
// reason.
var deliberate = map[string]string{
	"g-exclusive-minimum":           "contract G1 strips minimum too; vertex and google-json write minimum: 1",
	"g-draft04-exclusive":           "contract G1 strips minimum too",
	"g-type-empty":                  "a type of no meaning is no type, so the node admits anything (G5)",
	"g-type-enum-values":            "a type of no meaning is no type, so the node admits anything (G5)",
	"cca-pattern-properties":        "every object has properties (G5)",
	"g-property-names":              "every object has properties (G5)",
	"g-prefix-items":                "contract G1 strips counts",
	"g-tuple-items-list":            "contract G1 strips counts",
	"g-array-no-items":              "items that admit anything are a union (G5)",
	"j-ref-undefined":               "no target can be told what a reference to nothing takes: the tool is rejected",
	"moonshot-type-array-default":   "the default goes into the description of a union; both forms are accepted",
	"llamacpp-ref-root":             "the root keeps its own type, which the server wants to see",
	"anthropic-go-sdk-drops-all":    "lists of types are accepted by the API, and they spend the same budget as a union",
	"any-object-missing-properties": "title is an annotation that is accepted",
	"strict-tuple-draft07":          "a tuple becomes an array of any of its members; as an object it would need to be mapped back",
	"strict-enum-on-null-branch":    "a branch that accepts nothing is dropped, so that the same arguments are accepted",
	"strict-enum-on-array":          "nothing satisfies it; to move the enum is to guess",
	"unknown-pattern-bad-class":     "the pattern is valid ECMA-262; the provider that refused it is not named",
}
