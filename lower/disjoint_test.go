package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
)

func TestContract_S11_Disjoint(t *testing.T) {
	const defs = `{
		"cat":{"type":"object","properties":{"kind":{"const":"cat"}},"required":["kind"]},
		"dog":{"type":"object","properties":{"kind":{"enum":["dog","wolf"]}},"required":["kind"]},
		"tame":{"allOf":[{"$ref":"#/$defs/dog"},{"properties":{"name":{"type":"string"}}}]},
		"loop":{"$ref":"#/$defs/loop"}}`
	for _, c := range []struct {
		a, b string
		want answer
	}{
		// Types.
		{`{"type":"string"}`, `{"type":"number"}`, yes},
		{`{"type":"integer"}`, `{"type":"number"}`, no},
		{`{"type":"integer"}`, `{"const":1.5}`, yes},
		{`{"type":["string","null"]}`, `{"type":["null","array"]}`, no},
		{`{"type":"string"}`, `{}`, no},
		{`false`, `{}`, yes},
		// Literals.
		{`{"const":1}`, `{"const":1.0}`, no},
		{`{"const":1}`, `{"const":2}`, yes},
		{`{"enum":["a","b"]}`, `{"enum":["c","d"]}`, yes},
		{`{"enum":["a","b"]}`, `{"enum":["c","b"]}`, no},
		{`{"enum":["a","b"]}`, `{"type":"string","minLength":2}`, yes},
		{`{"enum":["a","b"]}`, `{"type":"string","pattern":"^c"}`, yes},
		{`{"enum":["a","b"]}`, `{"type":"string","pattern":"(?=c)"}`, unknown},
		{`{"const":{"a":1}}`, `{"properties":{"a":{"type":"string"}}}`, yes},
		{`{"const":{"a":1}}`, `{"properties":{"a":{}},"additionalProperties":false}`, no},
		{`{"const":{"b":1}}`, `{"properties":{"a":{}},"additionalProperties":false}`, yes},
		{`{"const":"a"}`, `{"not":{"const":"a"}}`, yes},
		{`{"const":"a"}`, `{"type":"string","format":"date"}`, unknown},
		// Ranges.
		{`{"type":"number","maximum":1}`, `{"type":"number","minimum":1}`, no},
		{`{"type":"number","exclusiveMaximum":1}`, `{"type":"number","minimum":1}`, yes},
		{`{"type":"integer","maximum":1}`, `{"type":"number","exclusiveMinimum":1,"exclusiveMaximum":2}`, yes},
		{`{"type":"integer","exclusiveMinimum":1}`, `{"type":"integer","exclusiveMaximum":2}`, yes},
		{`{"type":"number","exclusiveMinimum":1}`, `{"type":"number","exclusiveMaximum":2}`, unknown},
		{`{"type":"number","maximum":1e400}`, `{"type":"number","minimum":1e401}`, yes},
		{`{"maximum":1}`, `{"minimum":2}`, no}, // "a" is in both
		{`{"type":"string","maxLength":2}`, `{"type":"string","minLength":3}`, yes},
		{`{"type":"array","maxItems":2}`, `{"type":"array","minItems":3}`, yes},
		{`{"type":"array","prefixItems":[{}],"items":false}`, `{"type":"array","minItems":2}`, yes},
		{`{"type":"object","maxProperties":1}`, `{"type":"object","required":["a","b"]}`, yes},
		{`{"type":"string","pattern":"^a:"}`, `{"type":"string","pattern":"^b:"}`, yes},
		{`{"type":"string","pattern":"^a"}`, `{"type":"string","pattern":"^ab"}`, unknown},
		{`{"type":"number","minimum":1,"exclusiveMinimum":1}`, `{"type":"number","maximum":1}`, yes},
		// Items.
		{`{"type":"array","items":{"type":"string"},"minItems":1}`, `{"type":"array","prefixItems":[{},{"type":"null"}]}`, unknown},
		{`{"type":"array","items":{"type":"string"},"minItems":1}`, `{"type":"array","items":{"type":"null"}}`, yes},
		{`{"type":"array","items":{"type":"string"}}`, `{"type":"array","items":{"type":"null"}}`, no}, // []
		{`{"type":"array","prefixItems":[{"const":"a"}],"minItems":1}`, `{"type":"array","prefixItems":[{"const":"b"}]}`, yes},
		// Properties.
		{`{"$ref":"#/$defs/cat"}`, `{"$ref":"#/$defs/dog"}`, yes},
		{`{"$ref":"#/$defs/cat"}`, `{"$ref":"#/$defs/tame"}`, yes},
		{`{"$ref":"#/$defs/dog"}`, `{"$ref":"#/$defs/tame"}`, unknown},
		{`{"$ref":"#/$defs/loop"}`, `{"type":"string"}`, unknown},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`, `{"type":"object","properties":{"a":{"type":"null"}}}`, yes},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object","properties":{"a":{"type":"null"}}}`, no}, // {}
		{`{"type":"object","required":["a"]}`, `{"type":"object","properties":{"b":{}},"additionalProperties":false}`, yes},
		{`{"type":"object","required":["a"]}`, `{"type":"object","patternProperties":{"^a":{}},"additionalProperties":false}`, unknown},
		{`{"type":"object","required":["a"]}`, `{"type":"object","patternProperties":{"(?=a)":{}},"additionalProperties":false}`, unknown},
		{`{"type":"object","required":["b"]}`, `{"type":"object","patternProperties":{"^a":{}},"additionalProperties":false}`, yes},
		{`{"type":"object","required":["a"]}`, `{"type":"object","properties":{"a":false}}`, yes},
		{`{"type":"object","required":["a"]}`, `{"type":"object","required":["b"]}`, unknown},
		{`{"type":"object","required":["a"]}`, `{"type":"object","not":{"required":["a"]}}`, yes},
		{`{"type":"object","required":["a"]}`, `{"type":"object","not":{"required":["a","b"]}}`, unknown},
		{`{"type":"object","required":["a"],"properties":{"a":{"required":["b"],"type":"object","properties":{"b":{"const":1}}}}}`,
			`{"type":"object","required":["a"],"properties":{"a":{"required":["b"],"type":"object","properties":{"b":{"const":2}}}}}`, yes},
		// Unions and conjunctions.
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"array"},{"const":1}]}`, yes},
		{`{"anyOf":[{"const":"a"},{"$ref":"#/$defs/cat"}]}`, `{"oneOf":[{"const":"b"},{"$ref":"#/$defs/dog"}]}`, yes},
		{`{"allOf":[{"type":["string","null"]},{"type":["array","string"]}]}`, `{"type":["null","array"]}`, yes},
		{`{"type":"object","required":["k"],"anyOf":[{"properties":{"k":{"const":1}}},{"properties":{"k":{"const":2}}}]}`,
			`{"type":"object","required":["k"],"properties":{"k":{"const":3}}}`, yes},
	} {
		doc, s := docSchemas(t, defs, c.a, c.b)
		if got := (scope{doc}).disjoint(s[0], s[1]); got != c.want {
			t.Errorf("disjoint = %v, want %v\n%s\n%s", got, c.want, c.a, c.b)
		}
		if got := (scope{doc}).disjoint(s[1], s[0]); got != c.want {
			t.Errorf("disjoint = %v, want %v\n%s\n%s", got, c.want, c.b, c.a)
		}
	}
}

func TestContract_S11_DisjointAll(t *testing.T) {
	for _, c := range []struct {
		branches []string
		want     answer
	}{
		{[]string{`{"type":"string"}`}, yes},
		{[]string{`{"type":"string"}`, `{"type":"null"}`, `{"type":"object"}`}, yes},
		{[]string{`{"const":"a"}`, `{"const":"b"}`, `{"enum":["c",1]}`}, yes},
		{[]string{`{"const":"a"}`, `{"const":"b"}`, `{"enum":["c","a"]}`}, no},
		{[]string{`{"const":"a"}`, `{"const":"b"}`, `{"type":"string","minLength":2}`}, yes},
		{[]string{`{"type":"string"}`, `{"type":"string"}`}, no},
		{[]string{`{"type":"integer"}`, `{"type":"number"}`}, no},
		{[]string{`{"type":"object","properties":{"k":{"const":1}},"required":["k"]}`, `{"type":"object","properties":{"k":{"const":2}}}`,
			`{"type":"object","properties":{"k":{"const":3}}}`}, no}, // {} is in two
		{[]string{`{"type":"string","format":"date"}`, `{"type":"string","format":"time"}`}, unknown},
	} {
		doc, s := docSchemas(t, "", c.branches...)
		if got := (scope{doc}).disjointAll(s); got != c.want {
			t.Errorf("disjointAll(%s) = %v, want %v", strings.Join(c.branches, ", "), got, c.want)
		}
	}
}

// manyBranches are n object schemas; kind makes the schema of the property.
func manyBranches(t testing.TB, n int, kind func(i int) string) (*ast.Document, []*ast.Schema) {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf(`{"type":"object","properties":{"x":{"type":"string"},"kind":%s,"y":{"type":"number"}},"required":["x","kind"]}`, kind(i))
	}
	return docSchemas(t, "", texts...)
}

func TestDisjointAllOfManyBranches(t *testing.T) {
	for _, c := range []struct {
		name string
		kind func(i int) string
		want answer
	}{
		{"a discriminator", func(i int) string { return fmt.Sprintf(`{"const":"k%d"}`, i) }, yes},
		{"a range each", func(i int) string {
			return fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%d}`, 10*i, 10*i+9)
		}, yes},
		{"nothing", func(int) string { return `{"type":"string"}` }, unknown},
	} {
		doc, s := manyBranches(t, 500, c.kind)
		if got := (scope{doc}).disjointAll(s); got != c.want {
			t.Errorf("%s: disjointAll = %v, want %v", c.name, got, c.want)
		}
	}
}

func TestDisjointAllOfAUnionOfConsts(t *testing.T) {
	texts := make([]string, 20_000)
	for i := range texts {
		texts[i] = fmt.Sprintf(`{"const":"k%d"}`, i)
	}
	doc, s := docSchemas(t, "", texts...)
	if got := (scope{doc}).disjointAll(s); got != yes {
		t.Errorf("disjointAll = %v", got)
	}
	if got := (scope{doc}).disjointAll(append(s[:len(s):len(s)], s[0])); got == yes {
		t.Errorf("disjointAll = %v with a branch repeated", got)
	}
}

func BenchmarkDisjointAll500(b *testing.B) {
	for _, c := range []struct {
		name string
		kind func(i int) string
	}{
		{"discriminator", func(i int) string { return fmt.Sprintf(`{"const":"k%d"}`, i) }},
		{"pairs", func(i int) string {
			return fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%d}`, 10*i, 10*i+9)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			doc, s := manyBranches(b, 500, c.kind)
			for b.Loop() {
				if (scope{doc}).disjointAll(s) != yes {
					b.Fatal("not disjoint")
				}
			}
		})
	}
}

// TestDiamond follows 40 definitions that each refer to the next one twice:
// 2^40 paths, 41 schemas.
func TestDiamond(t *testing.T) {
	var defs []string
	for i := range 40 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}],"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1, i+1, i+1))
	}
	defs = append(defs, `"d40":{"type":["string","null"]}`)
	doc, s := docSchemas(t, "{"+strings.Join(defs, ",")+"}", `{"$ref":"#/$defs/d0"}`, `{"type":["array","object"]}`, `{"type":"string"}`)
	sc := scope{doc}
	if got := sc.possibleTypes(s[0]); got != ast.Strings|ast.Nulls {
		t.Errorf("possibleTypes = %07b", got)
	}
	if !sc.admitsNull(s[0]) {
		t.Error("admitsNull is false")
	}
	if got := sc.disjoint(s[0], s[1]); got != yes {
		t.Errorf("disjoint from another type = %v", got)
	}
	if got := sc.disjoint(s[0], s[2]); got != no {
		t.Errorf("disjoint from a type it has = %v", got)
	}
	// The merge may give up, but must come back.
	if out, why := sc.merge(s[0], s[2]); out == nil && why == "" {
		t.Error("merge refuses without a reason")
	}
}

// TestLongChain follows 20 000 references to references.
func TestLongChain(t *testing.T) {
	var defs strings.Builder
	const n = 20_000
	for i := range n {
		fmt.Fprintf(&defs, `"d%d":{"$ref":"#/$defs/d%d"},`, i, i+1)
	}
	doc, s := docSchemas(t, "{"+defs.String()+fmt.Sprintf(`"d%d":{"type":"string"}}`, n), `{"$ref":"#/$defs/d0"}`, `{"type":"null"}`, `{"minLength":1}`)
	sc := scope{doc}
	if got := sc.follow(s[0]); got == nil || got.Types() != ast.OneType(ast.String) {
		t.Error("follow does not arrive")
	}
	if got := sc.possibleTypes(s[0]); !got.Has(ast.String) {
		t.Errorf("possibleTypes = %07b lacks string", got)
	}
	if got := sc.disjoint(s[0], s[1]); got != yes {
		t.Errorf("disjoint = %v", got)
	}
	if out, why := sc.merge(s[0], s[2]); out == nil && why != tooLarge {
		t.Errorf("merge = %q", why)
	}
}

func TestHugeEnums(t *testing.T) {
	list := func(prefix string) string {
		var b strings.Builder
		for i := range 50_000 {
			fmt.Fprintf(&b, `,"%s%d"`, prefix, i)
		}
		return `{"type":"string","enum":[` + b.String()[1:] + `]}`
	}
	doc, s := docSchemas(t, "", list("a"), list("b"), list("a"))
	sc := scope{doc}
	if got := sc.disjoint(s[0], s[1]); got != yes {
		t.Errorf("disjoint = %v, want yes", got)
	}
	if got := sc.disjoint(s[0], s[2]); got == yes {
		t.Errorf("disjoint = %v of equal enums", got)
	}
	out, why := sc.merge(s[0], s[2])
	if out != s[0] {
		t.Errorf("merge of equal enums: %q", why)
	}
	if out, _ = sc.merge(s[0], s[1]); out == nil || out.Form() != ast.FalseForm {
		t.Error("merge of enums with nothing in common is not false")
	}
}
