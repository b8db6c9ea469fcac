package audit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/target"
)

// TestUnsupported holds the rules for regular expressions to a table; lower has
// the same one.
func TestUnsupported(t *testing.T) {
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
		for _, r := range []struct {
			rule target.RegexRule
			want bool
		}{{target.RegexSimple, c.simple}, {target.RegexWhole, c.whole}, {target.RegexGrammar, c.grammar}} {
			if name, why := unsupported([]byte(c.pattern), r.rule); (why == "") != r.want || (name == "") != r.want {
				t.Errorf("rule %d, %q: %s %q, want accepted %v", r.rule, c.pattern, name, why, r.want)
			}
		}
	}
}

func TestMeasure(t *testing.T) {
	all := target.Target{Limits: target.Limits{LongEnum: 2}}
	for _, c := range []struct {
		name, schema string
		want         target.Counts
	}{
		{"empty", `{}`, target.Counts{Bytes: 2}},
		{"properties", `{"type":"object", "properties":{"a":{"type":"string"},"éé":{"type":"object","properties":{"b":{}}}},"required":["a"]}`,
			target.Counts{Properties: 3, Depth: 2, NameChars: 4, Optional: 2, Bytes: 118}},
		{"required before properties", `{"required":["a"],"properties":{"a":{},"b":{}}}`, target.Counts{Properties: 2, Depth: 1, NameChars: 2, Optional: 1, Bytes: 47}},
		{"arrays are levels, branches are not", `{"items":{"anyOf":[{"items":{}},{"type":["null","string"]}]}}`, target.Counts{Depth: 2, Branches: 2, Unions: 2, Bytes: 61}},
		{"definitions begin anew", `{"properties":{"a":{"$ref":"#/$defs/D"}},"$defs":{"D":{"items":{"type":"string"}}}}`,
			target.Counts{Properties: 1, Depth: 1, NameChars: 2, Optional: 1, Bytes: 83}},
		{"enums", `{"enum":["a","bcd",12],"const":"xy"}`, target.Counts{EnumValues: 3, NameChars: 8, EnumChars: 6, Bytes: 36}},
		{"max items", `{"maxItems":3,"items":{"maxItems":4}}`, target.Counts{Depth: 1, MaxItemsSum: 7, Bytes: 37}},
		{"names are no keywords", `{"properties":{"properties":{},"enum":{"enum":["x"]}}}`, target.Counts{Properties: 2, Depth: 1, EnumValues: 1, NameChars: 15, Optional: 2, Bytes: 54}},
	} {
		got, err := Measure([]byte(c.schema), &all)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	if _, err := Measure([]byte(`{"a":`), &all); err == nil {
		t.Error("half a schema is measured")
	}
}

// TestLimits finds each limit at its value and one above.
func TestLimits(t *testing.T) {
	many := func(n int, f func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = f(i)
		}
		return strings.Join(parts, ",")
	}
	props := func(n int) string {
		return `{"properties":{` + many(n, func(i int) string { return fmt.Sprintf(`"p%d":{}`, i) }) + `}}`
	}
	deep := func(n int) string { return strings.Repeat(`{"items":`, n) + "{}" + strings.Repeat("}", n) }
	enum := func(n int) string {
		return `{"enum":[` + many(n, func(i int) string { return fmt.Sprintf(`"%03d"`, i) }) + `]}`
	}
	for _, c := range []struct {
		rule   string
		limits target.Limits
		schema func(n int) string
		limit  int
	}{
		{"limit-properties", target.Limits{Properties: 5000}, props, 5000},
		{"limit-depth", target.Limits{Depth: 10}, deep, 10},
		{"limit-enum-values", target.Limits{EnumValues: 100}, enum, 100},
		{"limit-name-chars", target.Limits{NameChars: 300}, enum, 100},
		{"limit-enum-chars", target.Limits{LongEnum: 2, EnumChars: 30}, enum, 10},
		{"limit-branches", target.Limits{Branches: 7}, func(n int) string { return `{"anyOf":[` + many(n, func(int) string { return "{}" }) + `]}` }, 7},
		{"limit-max-items", target.Limits{MaxItemsSum: 900}, func(n int) string { return fmt.Sprintf(`{"maxItems":%d}`, n) }, 900},
		{"limit-bytes", target.Limits{Bytes: 27}, func(n int) string { return `{ "description" : "` + strings.Repeat("x", n) + `" }` }, 9},
	} {
		tg := &target.Target{Keywords: everything, KeepUnknown: true, TypeList: true, TypeNull: true, BoolSchema: true, Limits: c.limits, Audit: target.Audit{Prefix: "t"}}
		for _, n := range []int{c.limit, c.limit + 1} {
			found, err := Check([]byte(c.schema(n)), tg, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range found {
				got = append(got, v.Rule)
			}
			var want []string
			if n > c.limit {
				want = []string{"t-" + c.rule}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s at %d (-want +got):\n%s", c.rule, n, diff)
			}
		}
	}
}
