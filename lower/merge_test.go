package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
)

const mergeDefs = `{
	"s":{"type":"string","description":"a string"},
	"base":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]},
	"left":{"allOf":[{"$ref":"#/$defs/base"},{"properties":{"l":{"type":"string"}}}]},
	"right":{"allOf":[{"$ref":"#/$defs/base"},{"properties":{"r":{"type":"string"}}}]},
	"tree":{"type":"object","properties":{"next":{"$ref":"#/$defs/tree"}}},
	"self":{"allOf":[{"$ref":"#/$defs/self"},{"type":"string"}]},
	"loop":{"$ref":"#/$defs/loop"}}`

// named renders a schema with the names of its references.
func named(doc *ast.Document, s *ast.Schema) string {
	out := renderNode(s)
	for i := len(doc.Defs) - 1; i >= 0; i-- {
		out = strings.ReplaceAll(out, fmt.Sprintf(`"#/$defs/d%d"`, i), `"#/$defs/`+doc.Defs[i].Name+`"`)
	}
	return out
}

type mergeCase struct{ a, b, want string } // want: the schema, or "refused: why", or "a" for a itself

func testMerge(t *testing.T, cases []mergeCase) {
	t.Helper()
	for _, c := range cases {
		doc, s := docSchemas(t, mergeDefs, c.a, c.b)
		out, why := scope{doc}.merge(s[0], s[1])
		got := "refused: " + why
		if out != nil {
			got = named(doc, out)
			if out == s[0] {
				got = "a"
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("merge of\n%s\n%s\n(-want +got)\n%s", c.a, c.b, d)
		}
	}
}

func TestMergeNeutral(t *testing.T) {
	testMerge(t, []mergeCase{
		{`{"type":"string"}`, `{}`, `a`},
		{`{"type":"string"}`, `true`, `a`},
		{`{}`, `{"type":"string"}`, `{"type":"string"}`},
		{`true`, `{"type":"string"}`, `{"type":"string"}`},
		{`{"type":"string"}`, `false`, `false`},
		{`false`, `{"type":"string"}`, `a`},
		{`{"type":"string","minLength":2}`, `{"type":["string","null"],"minLength":1}`, `a`},
		{`{"type":"string"}`, `{"minLength":1,"type":"string"}`, `{"type":"string","minLength":1}`},
	})
}

func TestMergeAssertions(t *testing.T) {
	testMerge(t, []mergeCase{
		// type
		{`{"type":"number"}`, `{"type":"integer"}`, `{"type":"integer"}`},
		{`{"type":"integer"}`, `{"type":"number"}`, `a`},
		{`{"type":["string","number","null"]}`, `{"type":["null","integer","array"]}`, `{"type":["integer","null"]}`},
		{`{"type":["string","null"]}`, `{"type":"string"}`, `{"type":"string"}`},
		{`{"type":"string"}`, `{"type":"null"}`, `false`},
		// enum and const
		{`{"enum":["a","b",1.0]}`, `{"enum":[1,"b","c"]}`, `{"enum":["b",1.0]}`},
		{`{"enum":["a"]}`, `{"enum":["b"]}`, `false`},
		{`{"enum":["a","b"]}`, `{"const":"b"}`, `{"const":"b"}`},
		{`{"const":"b"}`, `{"enum":["a","b"]}`, `a`},
		{`{"const":"c"}`, `{"enum":["a","b"]}`, `false`},
		{`{"const":1}`, `{"const":1.0}`, `a`},
		{`{"const":1}`, `{"const":2}`, `false`},
		{`{"const":1,"enum":[1,2]}`, `{"minimum":0}`, `{"const":1,"enum":[1,2],"minimum":0}`},
		{`{"const":1,"enum":[1,2]}`, `{"enum":[2,3]}`, `false`},
		{`{"enum":["a",1,null]}`, `{"type":["string","null"]}`, `{"enum":["a",null],"type":["string","null"]}`},
		{`{"type":"string"}`, `{"enum":[1,2]}`, `false`},
		{`{"type":"string"}`, `{"const":1}`, `false`},
		// bounds
		{`{"minimum":1,"maximum":9}`, `{"minimum":2.0,"maximum":9.0}`, `{"minimum":2.0,"maximum":9}`},
		{`{"minimum":1}`, `{"exclusiveMinimum":1}`, `{"minimum":1,"exclusiveMinimum":1}`},
		{`{"maximum":1e400}`, `{"maximum":1e399}`, `{"maximum":1e399}`},
		{`{"type":"number","minimum":2}`, `{"maximum":1}`, `false`},
		{`{"minimum":2}`, `{"maximum":1}`, `{"minimum":2,"maximum":1}`}, // "a" is in both
		{`{"minLength":1}`, `{"maxLength":3,"minLength":2}`, `{"minLength":2,"maxLength":3}`},
		{`{"type":"array","minItems":3}`, `{"maxItems":2}`, `false`},
		{`{"multipleOf":6}`, `{"multipleOf":3}`, `a`},
		{`{"multipleOf":4}`, `{"multipleOf":6}`, `{"multipleOf":12}`},
		{`{"multipleOf":0.1}`, `{"multipleOf":0.25}`, `{"multipleOf":0.5}`},
		{`{"multipleOf":1e900}`, `{"multipleOf":3}`, `refused: both restrict multipleOf`},
		{`{"uniqueItems":false}`, `{"uniqueItems":true}`, `{"uniqueItems":true}`},
		{`{"uniqueItems":true}`, `{"uniqueItems":false}`, `a`},
		// text
		{`{"pattern":"^a"}`, `{"pattern":"^a"}`, `a`},
		{`{"pattern":"^a"}`, `{"pattern":"b$"}`, `refused: both restrict pattern`},
		{`{"format":"date"}`, `{"format":"time"}`, `refused: both restrict format`},
		{`{"type":"string","format":"date"}`, `{"type":"string","format":"date","minLength":1}`, `{"type":"string","format":"date","minLength":1}`},
		// required
		{`{"required":["b","a"]}`, `{"required":["c","a"]}`, `{"required":["b","a","c"]}`},
		{`{"required":["b","a"]}`, `{"required":["a"]}`, `a`},
		{`{"dependentRequired":{"a":["b"]}}`, `{"dependentRequired":{"a":["c"],"d":["e"]}}`, `{"dependentRequired":{"a":["b","c"],"d":["e"]}}`},
	})
}

func TestMergeProperties(t *testing.T) {
	testMerge(t, []mergeCase{
		{`{"properties":{"a":{"type":"string"}}}`, `{"properties":{"b":{"type":"null"}}}`, `{"properties":{"a":{"type":"string"},"b":{"type":"null"}}}`},
		{`{"properties":{"a":{"type":["string","null"]}}}`, `{"properties":{"a":{"type":"string"}}}`, `{"properties":{"a":{"type":"string"}}}`},
		{`{"properties":{"a":{"type":"string"}}}`, `{"properties":{"a":{"type":"null"}}}`, `{"properties":{"a":false}}`},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`, `{"properties":{"a":{"type":"null"}}}`, `false`},
		// A property that only one side declares is additional on the other.
		{`{"properties":{"a":{"type":["string","null"]}}}`, `{"additionalProperties":{"type":"string"}}`,
			`{"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"string"}}`},
		{`{"properties":{"a":{},"b":{}}}`, `{"properties":{"b":{"type":"string"},"c":{}},"additionalProperties":false}`,
			`{"properties":{"b":{"type":"string"},"c":{}},"additionalProperties":false}`},
		{`{"properties":{"a":{},"b":{}},"additionalProperties":false}`, `{"properties":{"b":{},"c":{}},"additionalProperties":false}`,
			`{"properties":{"b":{}},"additionalProperties":false}`},
		{`{"properties":{"a":{"type":"string"},"b":{}},"additionalProperties":false}`, `{"properties":{"a":{"type":"null"}}}`,
			`{"properties":{"b":{}},"additionalProperties":false}`},
		{`{"properties":{"a":{"type":"string"}},"additionalProperties":false}`, `{"properties":{"a":{"type":"null"}}}`,
			`{"properties":{},"additionalProperties":false}`},
		{`{"type":"object","properties":{"a":{}},"required":["a"]}`, `{"properties":{"b":{}},"additionalProperties":false}`, `false`},
		{`{"properties":{"a":{}},"required":["a"]}`, `{"properties":{"b":{}},"additionalProperties":false}`,
			`{"properties":{"b":{}},"required":["a"],"additionalProperties":false}`}, // "x" is in both
		{`{"additionalProperties":{"type":"number"}}`, `{"additionalProperties":{"minimum":1}}`, `{"additionalProperties":{"type":"number","minimum":1}}`},
		// Patterns.
		{`{"patternProperties":{"^x":{"type":"number"}}}`, `{"patternProperties":{"^x":{"minimum":1},"^y":{}}}`,
			`{"patternProperties":{"^x":{"type":"number","minimum":1},"^y":{}}}`},
		{`{"patternProperties":{"^x":{"type":"number"}},"additionalProperties":false}`, `{"patternProperties":{"^x":{"minimum":1}}}`,
			`{"patternProperties":{"^x":{"type":"number","minimum":1}},"additionalProperties":false}`},
		{`{"patternProperties":{"^x":{}},"additionalProperties":false}`, `{"patternProperties":{"^y":{}}}`, `refused: patternProperties meets additionalProperties`},
		{`{"patternProperties":{"^y":{}}}`, `{"patternProperties":{"^x":{}},"additionalProperties":false}`, `refused: patternProperties meets additionalProperties`},
		{`{"patternProperties":{"^x":{}},"additionalProperties":{"type":"null"}}`, `{"properties":{"xa":{"type":"number"},"b":{"type":["null","string"]}}}`,
			`{"patternProperties":{"^x":{}},"additionalProperties":{"type":"null"},"properties":{"xa":{"type":"number"},"b":{"type":"null"}}}`},
		{`{"properties":{"xa":{"type":"number"},"b":{}},"additionalProperties":false}`, `{"patternProperties":{"^x":{"minimum":1}}}`,
			`{"properties":{"xa":{"type":"number","minimum":1},"b":{}},"additionalProperties":false}`},
		{`{"properties":{"xa":{"type":"number"},"b":{}},"additionalProperties":false}`, `{"patternProperties":{"^x":{}},"additionalProperties":false}`,
			`{"properties":{"xa":{"type":"number"}},"additionalProperties":false}`},
		{`{"properties":{"xa":{}},"additionalProperties":false}`, `{"patternProperties":{"(?=x)":{}}}`, `refused: which properties a pattern matches is uncertain`},
		{`{"properties":{"xa":{}}}`, `{"patternProperties":{"(?=x)":{}}}`, `{"properties":{"xa":{}},"patternProperties":{"(?=x)":{}}}`},
		// Names.
		{`{"propertyNames":{"minLength":2}}`, `{"propertyNames":{"pattern":"^a"}}`, `{"propertyNames":{"minLength":2,"pattern":"^a"}}`},
		{`{"dependentSchemas":{"a":{"minProperties":1}}}`, `{"dependentSchemas":{"a":{"minProperties":2},"b":{}}}`, `{"dependentSchemas":{"a":{"minProperties":2},"b":{}}}`},
	})
}

func TestMergeItems(t *testing.T) {
	testMerge(t, []mergeCase{
		{`{"items":{"type":"number"}}`, `{"items":{"minimum":1}}`, `{"items":{"type":"number","minimum":1}}`},
		{`{"items":{"type":"string"}}`, `{"items":{"type":"null"}}`, `{"items":false}`},
		{`{"prefixItems":[{"type":"number"}]}`, `{"items":{"minimum":1}}`, `{"prefixItems":[{"type":"number","minimum":1}],"items":{"minimum":1}}`},
		{`{"prefixItems":[{},{}],"items":false}`, `{"prefixItems":[{"type":"null"}],"items":{"type":"string"}}`, `{"prefixItems":[{"type":"null"},{"type":"string"}],"items":false}`},
		{`{"prefixItems":[{"type":"string"},{}]}`, `{"prefixItems":[{},{},{}],"items":false}`, `{"prefixItems":[{"type":"string"},{},{}],"items":false}`},
		{`{"prefixItems":[{},{"type":"string"},{}]}`, `{"prefixItems":[{},{"type":"null"}]}`, `{"prefixItems":[{}],"items":false}`},
		{`{"prefixItems":[{"type":"string"}]}`, `{"prefixItems":[{"type":"null"}]}`, `{"items":false}`},
		{`{"contains":{"type":"string"}}`, `{"contains":{"type":"string"},"minContains":2,"maxContains":3}`, `{"contains":{"type":"string"},"minContains":2,"maxContains":3}`},
		{`{"contains":{"type":"string"},"minContains":0}`, `{"contains":{"type":"string","title":"t"}}`, `{"contains":{"type":"string"}}`},
		{`{"contains":{"type":"string"}}`, `{"contains":{"type":"null"}}`, `refused: both restrict contains`},
		{`{"minContains":2}`, `{"contains":{"type":"null"}}`, `{"contains":{"type":"null"}}`}, // minContains alone says nothing
	})
}

func TestMergeCombinators(t *testing.T) {
	testMerge(t, []mergeCase{
		{`{"type":"object"}`, `{"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}`},
		{`{"anyOf":[{"minimum":1},{"maxLength":2}]}`, `{"oneOf":[{"type":"number"},{"type":"string"}]}`,
			`{"anyOf":[{"minimum":1},{"maxLength":2}],"oneOf":[{"type":"number"},{"type":"string"}]}`},
		{`{"anyOf":[{"minimum":1},{"minLength":2}]}`, `{"anyOf":[{"minimum":2},{"minLength":2}]}`, `refused: both have anyOf`},
		{`{"anyOf":[{"minimum":1},{"minLength":2}]}`, `{"anyOf":[{"minimum":1.0},{"minLength":2,"title":"t"}]}`, `a`},
		{`{"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}`, `{"anyOf":[{"type":"array"},{"type":"number"}]}`, `false`},
		{`{"anyOf":[{"required":["a"]}]}`, `{"anyOf":[{"required":["a","b"]}]}`, `refused: both have anyOf`},
		{`{"anyOf":[{"required":["b","a"]}]}`, `{"anyOf":[{"required":["a"]}]}`, `refused: both have anyOf`},
		{`{"not":{"const":1}}`, `{"not":{"const":2}}`, `{"not":{"anyOf":[{"const":1},{"const":2}]}}`},
		{`{"not":{"anyOf":[{"const":1},{"const":2}]}}`, `{"not":{"const":3}}`, `{"not":{"anyOf":[{"const":1},{"const":2},{"const":3}]}}`},
		{`{"if":{"type":"string"},"then":{"minLength":1}}`, `{"if":{"type":"string"},"then":{"maxLength":2},"else":false}`,
			`{"if":{"type":"string"},"then":{"minLength":1,"maxLength":2},"else":false}`},
		{`{"if":{"type":"string"},"then":{"minLength":1}}`, `{"if":{"type":"number"},"then":{"minimum":2}}`, `refused: both have if`},
		{`{"then":false}`, `{"if":{"type":"string"}}`, `{"if":{"type":"string"}}`}, // then alone says nothing
		{`{"allOf":[{"minimum":1}],"maximum":9}`, `{"allOf":[{"maximum":5}]}`, `{"maximum":5,"minimum":1}`},
		{`{"properties":{"a":{}},"unevaluatedProperties":false}`, `{"properties":{"b":{}}}`, `refused: unevaluated members depend on their siblings`},
		{`{"properties":{"a":{}},"unevaluatedProperties":false}`, `{"type":"object","required":["a"]}`,
			`{"properties":{"a":{}},"unevaluatedProperties":false,"type":"object","required":["a"]}`},
	})
}

func TestMergeAnnotations(t *testing.T) {
	testMerge(t, []mergeCase{
		{`{"title":"a","default":1,"description":"one"}`, `{"title":"b","default":2,"description":"two","examples":[3]}`,
			`{"title":"a","default":1,"description":"one\ntwo","examples":[3]}`},
		{`{"description":"one two"}`, `{"description":"two"}`, `a`},
		{`{"deprecated":false,"readOnly":true}`, `{"deprecated":true,"readOnly":false}`, `{"deprecated":true,"readOnly":true}`},
		{`{"x-a":1,"x-b":2}`, `{"x-b":3,"x-c":4}`, `{"x-a":1,"x-b":2,"x-c":4}`},
		{`{"type":"string"}`, `{"$comment":"c","title":"t"}`, `{"type":"string","$comment":"c","title":"t"}`},
	})
}

func TestMergeReferences(t *testing.T) {
	testMerge(t, []mergeCase{
		{`{"$ref":"#/$defs/s"}`, `{"title":"t"}`, `{"$ref":"#/$defs/s","title":"t"}`},
		{`{"title":"t"}`, `{"$ref":"#/$defs/s"}`, `{"title":"t","$ref":"#/$defs/s"}`},
		{`{"$ref":"#/$defs/s"}`, `{"$ref":"#/$defs/s"}`, `a`},
		{`{"$ref":"#/$defs/s"}`, `{"type":["string","null"]}`, `a`},
		{`{"$ref":"#/$defs/s"}`, `{"minLength":1}`, `{"type":"string","description":"a string","minLength":1}`},
		{`{"minLength":1}`, `{"$ref":"#/$defs/s"}`, `{"minLength":1,"type":"string","description":"a string"}`},
		{`{"$ref":"#/$defs/left"}`, `{"$ref":"#/$defs/right"}`,
			`{"type":"object","properties":{"id":{"type":"integer"},"l":{"type":"string"},"r":{"type":"string"}},"required":["id"]}`},
		// The recursion stays below a property that only one side has.
		{`{"$ref":"#/$defs/tree"}`, `{"properties":{"v":{"type":"string"}}}`,
			`{"type":"object","properties":{"next":{"$ref":"#/$defs/tree"},"v":{"type":"string"}}}`},
		{`{"$ref":"#/$defs/tree"}`, `{"additionalProperties":{"minProperties":1}}`,
			`refused: the reference #/$defs/tree is recursive`},
		{`{"$ref":"#/$defs/self"}`, `{"minLength":1}`, `refused: the reference #/$defs/self is recursive`},
		{`{"$ref":"#/$defs/loop"}`, `{"minLength":1}`, `refused: the reference #/$defs/loop is recursive`},
	})
}

func TestContract_S8_FlattenAllOf(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{"type":"string"}`, `{"type":"string"}`},
		{`{"allOf":[{"type":"string"}]}`, `{"type":"string"}`},
		{`{"allOf":[true,{}]}`, `{}`},
		{`{"allOf":[{"type":"string"},false]}`, `false`},
		{`{"description":"d","allOf":[{"$ref":"#/$defs/s"}]}`, `{"description":"d","$ref":"#/$defs/s"}`},
		{`{"allOf":[{"$ref":"#/$defs/s"}],"description":"d"}`, `{"description":"d","$ref":"#/$defs/s"}`},
		{`{"allOf":[{"$ref":"#/$defs/s"},{"type":"string"}]}`, `{"$ref":"#/$defs/s"}`},
		{`{"allOf":[{"allOf":[{"minimum":1}]},{"allOf":[{"maximum":2},{"type":"number"}]}]}`, `{"minimum":1,"maximum":2,"type":"number"}`},
		// Properties keep the order in which they are written.
		{`{"title":"t","allOf":[{"$ref":"#/$defs/base"}],"properties":{"x":{}},"required":["x"]}`,
			`{"title":"t","type":"object","properties":{"id":{"type":"integer"},"x":{}},"required":["id","x"]}`},
		{`{"properties":{"x":{}},"allOf":[{"$ref":"#/$defs/base"}]}`,
			`{"properties":{"x":{},"id":{"type":"integer"}},"type":"object","required":["id"]}`},
		{`{"allOf":[{"$ref":"#/$defs/left"},{"$ref":"#/$defs/right"}]}`,
			`{"type":"object","properties":{"id":{"type":"integer"},"l":{"type":"string"},"r":{"type":"string"}},"required":["id"]}`},
		// Closing is not undone and not lost.
		{`{"properties":{"a":{}},"additionalProperties":false,"allOf":[{"properties":{"b":{}}}]}`, `{"properties":{"a":{}},"additionalProperties":false}`},
		{`{"properties":{"a":{}},"unevaluatedProperties":false,"allOf":[{"properties":{"b":{}}}]}`, `{"properties":{"a":{},"b":{}},"unevaluatedProperties":false}`},
		{`{"allOf":[{"additionalProperties":{}}],"unevaluatedProperties":false}`, `{"additionalProperties":{},"unevaluatedProperties":false}`},
		{`{"allOf":[{"properties":{"a":{}},"unevaluatedProperties":false},{"properties":{"b":{}}}]}`, `refused: unevaluated members depend on their siblings`},
		{`{"allOf":[{"unevaluatedProperties":false}],"unevaluatedProperties":{"type":"string"}}`, `refused: unevaluated members depend on their siblings`},
		// Two unions become their product.
		{`{"allOf":[{"anyOf":[{"type":"string"},{"type":"number"}]},{"anyOf":[{"minLength":1},{"minimum":2}]}]}`,
			`{"anyOf":[{"type":"string","minLength":1},{"type":"string","minimum":2},{"type":"number","minLength":1},{"type":"number","minimum":2}]}`},
		{`{"allOf":[{"anyOf":[{"type":"string"},{"type":"number"}]},{"anyOf":[{"type":"null"},{"const":2}]}]}`,
			`{"anyOf":[{"type":"number","const":2}]}`},
		{`{"allOf":[{"pattern":"^a"},{"pattern":"b$"}]}`, `refused: both restrict pattern`},
	} {
		doc, s := docSchemas(t, mergeDefs, c.schema)
		out, why := scope{doc}.flattenAllOf(s[0])
		got := "refused: " + why
		if out != nil {
			got = named(doc, out)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("flattening of\n%s\n(-want +got)\n%s", c.schema, d)
		}
	}
}

// TestMergeShares demands that subtrees only one side has are not copied.
func TestMergeShares(t *testing.T) {
	doc, s := docSchemas(t, "", `{"properties":{"a":{"items":{}},"c":{"type":"string"}}}`, `{"properties":{"b":{"items":{}},"c":{"title":"t"}}}`)
	out, why := scope{doc}.merge(s[0], s[1])
	if out == nil {
		t.Fatal(why)
	}
	if out.Property("a") != s[0].Property("a") || out.Property("b") != s[1].Property("b") {
		t.Error("an untouched property was copied")
	}
	if d := cmp.Diff(`{"properties":{"a":{"items":{}},"c":{"type":"string","title":"t"},"b":{"items":{}}}}`, named(doc, out)); d != "" {
		t.Error(d)
	}
	if got := named(doc, s[0]); got != `{"properties":{"a":{"items":{}},"c":{"type":"string"}}}` {
		t.Errorf("a was changed to %s", got)
	}
}

// TestMergeHomes demands that a copied body has no second home of a Def.
func TestMergeHomes(t *testing.T) {
	doc, s := docSchemas(t, `{"a":{"properties":{"x":{"type":"string"},"y":{"$ref":"#/$defs/a/properties/x"}}}}`, `{"$ref":"#/$defs/a"}`, `{"minProperties":1}`)
	out, why := scope{doc}.merge(s[0], s[1])
	if out == nil {
		t.Fatal(why)
	}
	homes := 0
	var walk func(ast.Slot, *ast.Schema)
	walk = func(_ ast.Slot, s *ast.Schema) {
		if s.HomeOf() != nil {
			homes++
		}
		s.EachChild(walk)
	}
	walk(ast.Slot{}, out)
	if homes != 0 {
		t.Errorf("%d homes in the copy %s", homes, named(doc, out))
	}
}

// TestMergeNullable: lowering for some targets writes nullable, which adds null
// to whatever stands beside it.
func TestMergeNullable(t *testing.T) {
	str := ast.Keyword{Kw: ast.KwType, Val: ast.OneType(ast.String)}
	null := ast.Keyword{Kw: ast.KwNullable, Val: ast.Flag(true)}
	length := ast.Keyword{Kw: ast.KwMinLength, Val: ast.Num("1")}
	list := ast.Keyword{Kw: ast.KwType, Val: ast.TypeList(ast.String, ast.Null)}
	num := ast.Keyword{Kw: ast.KwType, Val: ast.OneType(ast.Number)}
	format := ast.Keyword{Kw: ast.KwRef, Val: &ast.Ref{Def: ast.External, Text: "x"}}
	of := func(kws ...ast.Keyword) *ast.Schema { return ast.New(ast.Span{}, kws) }
	doc := &ast.Document{}
	for _, c := range []struct {
		a, b *ast.Schema
		want string
	}{
		{of(str, null), of(length), `{"type":"string","nullable":true,"minLength":1}`},
		{of(str, null), of(str), `{"type":"string"}`},
		{of(str), of(length, null), `{"type":"string","minLength":1}`},
		{of(str, null), of(list), `{"type":"string","nullable":true}`},
		{of(str, null), of(num, null), `{"type":"null"}`},
		{of(str, null), of(num), `false`},
		{of(str, null), of(format), `refused: a reference finds no schema`},
	} {
		out, why := scope{doc}.merge(c.a, c.b)
		got := "refused: " + why
		if out != nil {
			got = named(doc, out)
		}
		if got != c.want {
			t.Errorf("merge of %s and %s = %s, want %s", named(doc, c.a), named(doc, c.b), got, c.want)
		}
	}
}

// TestMergeIsBounded merges schemas whose intersection would be exponential.
func TestMergeIsBounded(t *testing.T) {
	var defs []string
	for _, x := range [...]string{"a", "b"} {
		for i := range 30 {
			defs = append(defs, fmt.Sprintf(`"%s%d":{"properties":{"l":{"$ref":"#/$defs/%s%d"},"r":{"$ref":"#/$defs/%s%d"}}}`, x, i, x, i+1, x, i+1))
		}
		defs = append(defs, fmt.Sprintf(`"%s30":{"type":"string"}`, x))
	}
	doc, s := docSchemas(t, "{"+strings.Join(defs, ",")+"}", `{"$ref":"#/$defs/a0"}`, `{"$ref":"#/$defs/b0"}`)
	if _, why := (scope{doc}).merge(s[0], s[1]); why != tooLarge {
		t.Errorf("merge = %q, want %q", why, tooLarge)
	}
}

func BenchmarkMergeObjects(b *testing.B) {
	object := func(prefix string) string {
		var l []string
		for i := range 50 {
			l = append(l, fmt.Sprintf(`"%s%d":{"type":"string","minLength":1}`, prefix, i))
		}
		return `{"type":"object","properties":{` + strings.Join(l, ",") + `},"required":["` + prefix + `1"]}`
	}
	doc, s := docSchemas(b, "", object("p"), object("q"))
	for b.Loop() {
		if out, _ := (scope{doc}).merge(s[0], s[1]); out == nil {
			b.Fatal("refused")
		}
	}
}
