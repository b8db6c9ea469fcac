package target

import (
	"slices"
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
)

// TestGrounds holds every ground to exactly one claim.
func TestGrounds(t *testing.T) {
	for _, tg := range slices.Concat(All, Dated) {
		for _, g := range tg.Grounds {
			n := 0
			for _, e := range tg.Evidence {
				if strings.HasPrefix(e.Claim, g.Claim) {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%s: %d claims begin with %q, want one", tg.ID, n, g.Claim)
			}
			if g.Rules == 0 && g.Keywords.Empty() {
				t.Errorf("%s: %q supports nothing", tg.ID, g.Claim)
			}
		}
	}
}

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		t    *Target
		r    Rule
		k    ast.Kw
		want string // how the claim begins
	}{
		{&OpenAIStrict, RuleClosed, ast.Unknown, "every object must set additionalProperties"},
		{&OpenAIStrict, RuleUnion, ast.KwOneOf, "oneOf and allOf are refused"},
		{&OpenAIStrict, RuleKeywords, ast.KwFormat, "formats, patterns and bounds"},
		{&OpenAIResponses, RuleRegex, ast.KwPattern, "lookaround in a pattern"},
		{&Google, RuleKeywords, ast.KwUniqueItems, "a member without a field"},
		{&Google, RuleTypeList, ast.KwType, "type is one name"},
		{&CloudCodeAssistClaude, RuleKeywords, ast.KwMinLength, "int64 fields"},
		{&MCP, RuleRoot, ast.Unknown, "the root type is object"},
		{&MCP, RuleRegex, ast.Unknown, ""},
	} {
		got := ""
		if e := c.t.Why(c.r, c.k); e != nil {
			got = e.Claim
		}
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: Why(%d, %s) is %q, want %q…", c.t.ID, c.r, c.k, got, c.want)
		}
	}
}

// TestEveryRuleHasGrounds asks every target for the evidence for each rule that
// its data makes, and for each keyword that it does not accept.
func TestEveryRuleHasGrounds(t *testing.T) {
	targets := slices.Concat(All, Dated, []*Target{
		Lookup("portable=openai,google,anthropic"), Lookup("portable=openai,anthropic-strict,xai"),
		Lookup("portable=google-json,vertex,moonshot,ollama,cursor"), Lookup("portable=llama-cpp,zed,vscode-copilot"),
	})
	for _, tg := range targets {
		for r := Rule(1); r <= lastRule; r <<= 1 {
			if tg.Demands()&r != 0 && tg.Why(r, ast.Unknown) == nil {
				t.Errorf("%s: no evidence for rule %#x", tg.ID, r)
			}
		}
		for k := range all.AndNot(tg.Keywords).All() {
			if tg.Why(RuleKeywords, k) == nil {
				t.Errorf("%s: no evidence for refusing %s", tg.ID, k)
			}
		}
		for _, l := range tg.Largest {
			if tg.Why(tg.ValueRule(l.Kw), l.Kw) == nil {
				t.Errorf("%s: no evidence for the largest %s", tg.ID, l.Kw)
			}
		}
	}
}

// TestPortableWhy asks a meet: the first of its parts that is the cause answers.
func TestPortableWhy(t *testing.T) {
	m := Lookup("portable=openai,google,xai")
	for _, c := range []struct {
		r     Rule
		k     ast.Kw
		whose string
		want  string
	}{
		{RuleKeywords, ast.KwUniqueItems, "google", "a member without a field"}, // openai-chat takes it
		{RuleKeywords, ast.KwOneOf, "openai-chat", "nested oneOf"},
		{RuleNull, ast.Unknown, "google", "Vertex's Schema message"},
		{RuleKeywords, ast.KwPattern, "google", "a member without a field"},
		{RuleCycles, ast.Unknown, "xai", "enforced: the basic types"},
		{RuleRegex, ast.KwPattern, "xai", "pattern: the whole string"}, // openai-chat asks for less
		{RuleNames, ast.Unknown, m.ID, ""},
	} {
		if got := m.Whose(c.r, c.k).ID; got != c.whose {
			t.Errorf("Whose(%#x, %s) is %s, want %s", c.r, c.k, got, c.whose)
		}
		got := ""
		if e := m.Why(c.r, c.k); e != nil {
			got = e.Claim
		}
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("Why(%#x, %s) is %q, want %q…", c.r, c.k, got, c.want)
		}
	}
}
