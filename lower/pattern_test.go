package lower

import (
	"testing"

	"github.com/schemac/schemac/target"
)

// TestPatternAccepted holds the rules for regular expressions to a table; audit
// has the same one.
func TestPatternAccepted(t *testing.T) {
	for _, c := range []struct {
		pattern                string
		simple, whole, grammar bool
	}{
		{"", true, false, false},
		{"a", true, false, false},
		{"^a$", true, true, true},
		{`^a\$`, true, false, false},
		{`^a\\$`, true, true, true},
		{"^a|b$", true, false, false},
		{"^(a|b)$", true, true, true},
		{"^[|]$", true, true, true},
		{`^\d+$`, true, true, false},
		{`^[\d]+$`, true, true, false},
		{"^.$", true, true, false},
		{"^[.]$", true, true, true},
		{"^[^a]$", true, true, false},
		{"^a{1000}$", true, true, true},
		{"^a{1001}$", false, false, false},
		{"^a{2,3000}$", false, false, false},
		{"^a{x}$", true, true, true},
		{"^(?=a)$", false, false, false},
		{"^(?<!a)$", false, false, false},
		{"^(?<n>a)$", true, true, true},
		{"^(?i:a)$", false, false, false},
		{`^(a)\1$`, false, false, false},
		{`^\bx$`, false, false, false},
		{`^[\b]$`, true, true, true},
		{`^\p{L}$`, false, false, false},
		{`^[\p{L}]$`, false, false, false},
		{"^[a$", false, false, false},
		{"^(a$", false, false, false},
		{"^a)$", false, false, false},
		{`^a$\`, false, false, false},
	} {
		p := readPattern(c.pattern)
		for _, r := range []struct {
			rule target.RegexRule
			want bool
		}{{target.RegexSimple, c.simple}, {target.RegexWhole, c.whole}, {target.RegexGrammar, c.grammar}, {target.RegexAny, true}} {
			if got := p.accepted(r.rule); got != r.want {
				t.Errorf("rule %d accepts %q: %v, want %v", r.rule, c.pattern, got, r.want)
			}
		}
	}
}

func TestPatternWhole(t *testing.T) {
	for pattern, want := range map[string]string{
		"a":      `^[\s\S]*(?:a)[\s\S]*$`,
		"a|b":    `^[\s\S]*(?:a|b)[\s\S]*$`,
		"^a":     `^(?:a)[\s\S]*$`,
		"a$":     `^[\s\S]*(?:a)$`,
		"^a|b":   "",
		"^a|b$":  "",
		"(^a)":   "",
		`\^a`:    `^[\s\S]*(?:\^a)[\s\S]*$`,
		"[$^]":   `^[\s\S]*(?:[$^])[\s\S]*$`,
		"a(b$)c": "",
	} {
		p := readPattern(pattern)
		if got := p.whole(); got != want {
			t.Errorf("whole of %q is %q, want %q", pattern, got, want)
		}
	}
}

func TestExpandClasses(t *testing.T) {
	for pattern, want := range map[string]string{
		`^\d+\.\w$`:  `^[0-9]+\.[A-Za-z0-9_]$`,
		`^[\d\w-]$`:  `^[0-9A-Za-z0-9_-]$`,
		`^\\d$`:      `^\\d$`,
		`^\s$`:       `^[ \t\n\r]$`,
		`^[\]\d]\d$`: `^[\]0-9][0-9]$`,
	} {
		if got := expandClasses(pattern); got != want {
			t.Errorf("%q becomes %q, want %q", pattern, got, want)
		}
	}
}
