package lower

import (
	"testing"

	"github.com/schemac/schemac/ast"
)

func TestDataEqual(t *testing.T) {
	for _, c := range []struct {
		a, b ast.Data
		want bool
	}{
		{`1`, `1.0`, true},
		{`1e400`, `10e399`, true},
		{`9007199254740993`, `9007199254740992`, false},
		{`"a"`, `"\u0061"`, true},
		{`"a"`, `"A"`, false},
		{`"1"`, `1`, false},
		{`null`, `false`, false},
		{`{"a":1,"b":[2]}`, `{ "b" : [2.0], "a" : 1 }`, true},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`{"a":{}}`, `{"a":[]}`, false},
		{`{"é":1}`, `{"\u00e9":1}`, true},
		{`["a,b"]`, `["a","b"]`, false},
		{`"\ud83d\ude00"`, `"😀"`, true},
	} {
		if got := dataEqual(c.a, c.b); got != c.want {
			t.Errorf("dataEqual(%s, %s) = %v", c.a, c.b, got)
		}
	}
}

func TestDataType(t *testing.T) {
	for text, want := range map[ast.Data]ast.Type{
		`null`: ast.Null, `true`: ast.Boolean, `"x"`: ast.String, `[]`: ast.Array, `{}`: ast.Object,
		`1`: ast.Integer, `1.0`: ast.Integer, `1e400`: ast.Integer, `-0`: ast.Integer, `1.5`: ast.Number, `1e-1`: ast.Number,
	} {
		if got := dataType(text); got != want {
			t.Errorf("dataType(%s) = %v", text, got)
		}
	}
	if !matchesTypes(`1`, 1<<ast.Number) || matchesTypes(`1.5`, ast.Integers) || !matchesTypes(`1.0`, ast.Integers) {
		t.Error("matchesTypes: an integer is a number, 1.0 is an integer, 1.5 is none")
	}
}

func TestPossibleTypes(t *testing.T) {
	const defs = `{"s":{"type":"string"},"n":{"type":["string","null"]},"loop":{"$ref":"#/$defs/loop"},"tree":{"type":"object","properties":{"next":{"$ref":"#/$defs/tree"}},"required":["next"]}}`
	for _, c := range []struct {
		schema string
		want   ast.TypeSet
	}{
		{`true`, ast.AnyType},
		{`{}`, ast.AnyType},
		{`false`, 0},
		{`{"title":"t","minLength":3}`, ast.AnyType},
		{`{"type":"number"}`, ast.Numbers},
		{`{"type":["integer","null"]}`, ast.Integers | ast.Nulls},
		{`{"enum":[1,"a",null]}`, ast.Integers | ast.Strings | ast.Nulls},
		{`{"enum":[1.5]}`, 1<<ast.Number | ast.Integers},
		{`{"type":"string","enum":[1,"a"]}`, ast.Strings},
		{`{"type":"string","enum":["a"],"minLength":2}`, 0},
		{`{"const":1.0}`, ast.Integers},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, ast.Strings | ast.Nulls},
		{`{"oneOf":[{"type":"string"},false]}`, ast.Strings},
		{`{"allOf":[{"type":["string","null"]},{"type":["null","array"]}]}`, ast.Nulls},
		{`{"type":"string","anyOf":[{"type":"number"},{"type":"object"}]}`, 0},
		{`{"$ref":"#/$defs/n"}`, ast.Strings | ast.Nulls},
		{`{"$ref":"#/$defs/n","type":["null","object"]}`, ast.Nulls},
		{`{"$ref":"#/$defs/loop"}`, ast.AnyType},
		{`{"$ref":"#/$defs/tree"}`, ast.Objects},
		{`{"not":{"type":"null"}}`, ast.AnyType &^ ast.Nulls},
		{`{"not":{}}`, 0},
		{`{"not":{"const":null}}`, ast.AnyType &^ ast.Nulls},
		{`{"not":{"type":"string","minLength":1}}`, ast.AnyType},
		{`{"not":{"required":["a"]}}`, ast.Objects},
		{`{"if":{"type":"string"},"then":false,"else":{"type":"array"}}`, ast.Arrays},
		{`{"type":["number","string"],"minimum":2,"maximum":1}`, ast.Strings},
		{`{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":1}`, 0},
		{`{"type":["array","string"],"items":false,"minItems":1}`, ast.Strings},
		{`{"type":"array","contains":false}`, 0},
		{`{"type":"array","contains":false,"minContains":0}`, ast.Arrays},
		{`{"type":"array","prefixItems":[{"type":"string"}],"allOf":[{"items":{"type":"null"}}],"minItems":1}`, 0},
		{`{"type":"object","required":["a"],"additionalProperties":false}`, 0},
		{`{"type":"object","required":["a"],"properties":{"a":false}}`, 0},
		{`{"type":"object","properties":{"a":false}}`, ast.Objects},
		{`{"type":"object","required":["a","b"],"maxProperties":1}`, 0},
		{`{"type":"object","required":["a"],"propertyNames":{"pattern":"^b"}}`, 0},
		{`{"required":["a"],"properties":{"a":{"$ref":"#/$defs/s"}},"allOf":[{"properties":{"a":{"type":"null"}}}]}`, ast.AnyType &^ ast.Objects},
	} {
		doc, s := docSchemas(t, defs, c.schema)
		if got := (scope{doc}).possibleTypes(s[0]); got != c.want {
			t.Errorf("possibleTypes of %s = %07b, want %07b", c.schema, got, c.want)
		}
		if got := (scope{doc}).neverAccepts(s[0]); got != (c.want == 0) {
			t.Errorf("neverAccepts of %s = %v", c.schema, got)
		}
	}
}

func TestAdmitsNull(t *testing.T) {
	const defs = `{"n":{"type":["string","null"]},"loop":{"$ref":"#/$defs/loop"}}`
	for _, c := range []struct {
		schema string
		want   bool
	}{
		{`true`, true},
		{`{}`, true},
		{`{"description":"d"}`, true},
		{`{"type":["string","null"]}`, true},
		{`{"type":["string","null"],"format":"date","minLength":2,"pattern":"a"}`, true},
		{`{"type":"null"}`, true},
		{`{"enum":["a",null]}`, true},
		{`{"const":null}`, true},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, true},
		{`{"anyOf":[{"type":"string"},{"type":"null"}],"type":"string"}`, false},
		{`{"type":["string","null"],"enum":["a"]}`, false},
		{`{"type":["string","null"],"not":{"type":"null"}}`, false},
		{`{"oneOf":[{"type":"null"},{}]}`, false},
		{`{"$ref":"#/$defs/n"}`, true},
		{`{"$ref":"#/$defs/n","type":"string"}`, false},
		{`{"$ref":"#/$defs/loop"}`, false},
		{`{"allOf":[{"$ref":"#/$defs/n"},{"maxLength":3}]}`, true},
		{`{"properties":{"a":{"type":"string"}}}`, true},
		{`{"type":"string"}`, false},
		{`false`, false},
	} {
		doc, s := docSchemas(t, defs, c.schema)
		if got := (scope{doc}).admitsNull(s[0]); got != c.want {
			t.Errorf("admitsNull of %s = %v", c.schema, got)
		}
	}
	// The parser folds nullable; lowering for some targets writes it.
	s := ast.New(ast.Span{}, []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(ast.String)}, {Kw: ast.KwNullable, Val: ast.Flag(true)}})
	if !(scope{}).admitsNull(s) || (scope{}).possibleTypes(s) != ast.Strings|ast.Nulls {
		t.Error("nullable: true adds null")
	}
}

func TestFollow(t *testing.T) {
	const defs = `{"a":{"$ref":"#/$defs/b"},"b":{"type":"string"},"x":{"$ref":"#/$defs/y"},"y":{"$ref":"#/$defs/x"}}`
	doc, s := docSchemas(t, defs, `{"$ref":"#/$defs/a"}`, `{"$ref":"#/$defs/a","title":"t"}`, `{"$ref":"#/$defs/x"}`, `{}`)
	sc := scope{doc}
	if got := sc.follow(s[0]); render(doc, got) != `{"type":"string"}` {
		t.Errorf("follow = %s", render(doc, got))
	}
	if got := sc.follow(s[1]); got != s[1] {
		t.Errorf("follow goes past a sibling: %s", render(doc, got))
	}
	if got := sc.follow(s[2]); got != nil {
		t.Errorf("follow of a cycle = %s", render(doc, got))
	}
	if got := sc.follow(s[3]); got != s[3] {
		t.Errorf("follow of no reference = %s", render(doc, got))
	}
	dangling := ast.New(ast.Span{}, []ast.Keyword{{Kw: ast.KwRef, Val: &ast.Ref{Def: ast.Dangling}}})
	if got := sc.follow(dangling); got != nil {
		t.Errorf("follow of a dangling reference = %s", render(doc, got))
	}
}

func TestPortableRegex(t *testing.T) {
	for pattern, want := range map[string]bool{
		`^a`: true, `^[a-z]+$`: true, `^(?:a|b){2,3}$`: true, `\.json$`: true, `^[\w.-]+$`: true, `^[^/]*$`: true, `a{2}`: true,
		`(?=a)`: false, `(?<n>a)`: false, `\s`: false, `\p{L}`: false, `[]`: false, `[^]`: false, `\1`: false, `\bword`: false,
		`[[:alpha:]]`: false, `a{,2}`: false, `é`: false, `[\w-z]`: false, `[+--]`: false, `(?i)a`: false, `x{`: false,
	} {
		if got := portableRegex(pattern); got != want {
			t.Errorf("portableRegex(%s) = %v", pattern, got)
		}
	}
}

func TestRegexPrefix(t *testing.T) {
	for pattern, want := range map[string]string{
		`^abc`: "abc", `^abc?`: "ab", `^ab\.c$`: "ab.c", `abc`: "", `^a|b`: "", `^(a)`: "", `^a[bc]`: "a", `^a{0}`: "", `^a\d`: "a", `^x-`: "x-",
	} {
		if got := regexPrefix(pattern); got != want {
			t.Errorf("regexPrefix(%s) = %q, want %q", pattern, got, want)
		}
	}
}
