package target

import (
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
)

// TestGrounds holds every ground to exactly one claim.
func TestGrounds(t *testing.T) {
	for _, tg := range All {
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
