package target

import (
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
)

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"openai":                 "openai",
		"openai@2026-09":         "openai",
		"openai@2025-05":         "openai",
		"openai@2025-04":         "openai@2024-08",
		"openai@2024-08-06":      "openai@2024-08",
		"openai@2024":            "openai@2024-08",
		"openai@2025":            "openai",
		"openai@2024-07":         "",
		"openai@soon":            "",
		"openai@2025-5":          "",
		"openai@2025-13":         "",
		"openai@2025-00":         "",
		"openai@2025-02-29":      "",
		"openai@2028-02-29":      "openai",
		"mcp":                    "mcp",
		"mcp-2026-07-28":         "mcp",
		"mcp@2026-07-28":         "mcp",
		"mcp@2026-07-27":         "mcp-2025-11-25",
		"mcp@2025-12":            "mcp-2025-11-25",
		"mcp@2025-10":            "",
		"google@2026-01":         "google",
		"claude":                 "anthropic",
		"nope":                   "",
		"nope@2026":              "",
		"":                       "",
		"portable=":              "",
		"portable=nope":          "",
		"portable=openai,google": "portable=openai-chat,google",
	} {
		got := ""
		if found := Lookup(name); found != nil {
			got = found.ID
		}
		if got != want {
			t.Errorf("Lookup(%q) is %q, want %q", name, got, want)
		}
	}
}

// TestFindErrors says what is wrong with a name, where, and what there is.
func TestFindErrors(t *testing.T) {
	for name, want := range map[string]string{
		"nope":                      `unknown target "nope": use one of openai-strict, `,
		"openai@2025-13":            `target "openai@2025-13": "2025-13" is no date: write YYYY, YYYY-MM or YYYY-MM-DD`,
		"openai@1999-01":            `target "openai@1999-01": nothing is known of openai before 2024-08, when openai@2024-08 began: use a later date or openai@2024-08`,
		"mcp@2024":                  `target "mcp@2024": nothing is known of mcp before 2025-11-25, when mcp-2025-11-25 began: use a later date or mcp-2025-11-25`,
		"nope@2026":                 `unknown target "nope": use one of `,
		"portable=openai,nope":      `target "portable=openai,nope": unknown target "nope": use one of `,
		"portable=openai,":          `target "portable=openai,": a name is missing: write portable=A,B,… with targets for A and B`,
		"portable=openai@1999,xai":  `target "portable=openai@1999,xai": target "openai@1999": nothing is known of openai before 2024-08`,
		"portable=xai,openai@2024-": `target "portable=xai,openai@2024-": target "openai@2024-": "2024-" is no date`,
	} {
		found, err := Find(name)
		if found != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Find(%q) is %v, %v; want the error %q…", name, found, err, want)
		}
	}
}

// TestNamesAreUnique finds two targets with one name, and a target without what
// people need to know about it.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	prefixes := map[string]string{}
	for _, target := range All {
		for _, name := range append([]string{target.ID}, target.Alias...) {
			if seen[name] {
				t.Errorf("the name %s stands for two targets", name)
			}
			seen[name] = true
		}
		if other := prefixes[target.Audit.Prefix]; other != "" {
			t.Errorf("%s and %s have audit rules of the same name", other, target.ID)
		}
		prefixes[target.Audit.Prefix] = target.ID
		if target.Title == "" || len(target.Evidence) == 0 || target.Audit.Noun == "" {
			t.Errorf("%s has no title, evidence or noun", target.ID)
		}
		for _, e := range target.Evidence {
			if e.Claim == "" || e.Source == "" || len(e.Date) < 4 {
				t.Errorf("%s: a claim without source or date: %+v", target.ID, e)
			}
		}
	}
}

// TestPlain checks that a plain form takes no part in strict mode itself and has
// the envelope of its target.
func TestPlain(t *testing.T) {
	for _, target := range append(All, Dated...) {
		p := target.Plain
		if p == nil {
			continue
		}
		if p.Strict == StrictAchieved || p.Fallback == FallbackOpen || p.Plain != nil {
			t.Errorf("%s: the plain form %s is strict itself", target.ID, p.ID)
		}
		if target.Strict != StrictAchieved || target.Fallback != FallbackOpen {
			t.Errorf("%s has a plain form and cannot fall back to it", target.ID)
		}
	}
}

// TestMeet checks laws of the meet of every pair: it accepts no keyword that one
// of them refuses, and a target meets itself in itself.
func TestMeet(t *testing.T) {
	for _, a := range All {
		for _, b := range All {
			m := Meet(a, b)
			if rest := m.Keywords.AndNot(a.Keywords).AndNot(plainOf(a).Keywords); !rest.Empty() {
				t.Errorf("%s accepts %s, %s does not", m.ID, rest, a.ID)
			}
			if m.Root < a.Root || m.Regex < a.Regex || m.Root < b.Root || m.Regex < b.Regex {
				if nullOf([]*Target{a, b}) != NullOptional {
					t.Errorf("%s is wider than one of its parts", m.ID)
				}
			}
			if m.Union == UnionNone && m.Keywords.Overlaps(ast.Combinators) {
				t.Errorf("%s has no unions and accepts them", m.ID)
			}
			if m.Ref == RefNone && m.Keywords.Has(ast.KwRef) && a.Ref != RefNone && b.Ref != RefNone {
				t.Errorf("%s inlines references and accepts them", m.ID)
			}
		}
	}
	if Meet() != nil {
		t.Error("the meet of nothing is a target")
	}
}

func TestNameRule(t *testing.T) {
	for _, c := range []struct {
		rule NameRule
		name string
		want bool
	}{
		{NameRule{}, "", true},
		{NameRule{NotEmpty: true}, "", false},
		{anthropicKeys, "a.b-c_D9", true},
		{anthropicKeys, "a b", false},
		{anthropicKeys, "é", false},
		{googleName, "_a:b", true},
		{googleName, "9a", false},
		{NameRule{Rest: "a-z", Max: 2}, "abc", false},
		{NameRule{Rest: "a-z", Max: 3}, "abc", true},
		{NameRule{Reserved: []string{"if"}}, "if", false},
		{NameRule{Reserved: []string{"if"}}, "iff", true},
	} {
		if got := c.rule.Accepts(c.name); got != c.want {
			t.Errorf("%+v accepts %q: %v", c.rule, c.name, got)
		}
	}
}

// TestMeetRefs keeps references in a meet where all targets spell them alike.
func TestMeetRefs(t *testing.T) {
	refs := ast.Set(ast.KwRef, ast.KwDefs)
	for _, c := range []struct {
		targets string
		ref     RefRule
		words   ast.RefWords
		beside  ast.KwSet
	}{
		{"vertex,vertex", RefNamed, Vertex.RefWords, Vertex.BesideRef},
		{"vertex,google", RefNone, ast.RefWords{}, ast.KwSet{}},
		{"vertex,google-json", RefNone, ast.RefWords{}, ast.KwSet{}},
		{"google-json,vertex", RefNone, ast.RefWords{}, ast.KwSet{}},
		{"openai,deepseek", RefNone, ast.RefWords{}, ast.KwSet{}},
		{"openai,google-json", RefDefs, ast.RefWords{}, ast.KwSet{}},
	} {
		m := Lookup(Portable + "=" + c.targets)
		if m.Ref != c.ref || m.RefWords != c.words || m.BesideRef != c.beside || m.Keywords.Overlaps(refs) != (c.ref != RefNone) {
			t.Errorf("%s: rule %d, words %q, beside %s, keywords %s", c.targets, m.Ref, m.RefWords, m.BesideRef, m.Keywords.And(refs))
		}
	}
}
