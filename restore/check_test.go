package restore_test

import (
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/internal/gen"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/restore"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct{ schema, args, want string }{
		{`{"type":"object"}`, `{}`, ""},
		{`{"type":"object"}`, `[]`, `at "": the type must be object`},
		{`{"type":["null","integer"]}`, `1.0`, ""},
		{`{"type":["null","integer"]}`, `1.5`, `at "": the type must be null or integer`},
		{`{"enum":[1,"a",{"b":[null]}]}`, `{"b":[null]}`, ""},
		{`{"enum":[1,"a"]}`, `"b"`, `at "": the value must be one of [1,"a"]`},
		{`{"const":1.0}`, `1`, ""},
		{`{"const":1.0}`, `2`, `at "": the value must be 1.0`},
		{`{"required":["a/b"]}`, `{}`, `at "": the member "a/b" is missing`},
		{`{"properties":{"a/b":{"type":"string"}}}`, `{"a/b":1}`, `at "/a~1b": the type must be string`},
		{`{"properties":{"a":true},"additionalProperties":false}`, `{"a":1,"b":2}`, `at "/b": there is no member of that name`},
		{`{"additionalProperties":{"type":"string"}}`, `{"a":1}`, `at "/a": the type must be string`},
		{`{"patternProperties":{"^b":true},"additionalProperties":false}`, `{"b":1}`, ""},
		{`{"prefixItems":[{"type":"string"},true],"items":{"type":"null"}}`, `["a",1,null]`, ""},
		{`{"prefixItems":[{"type":"string"},true],"items":{"type":"null"}}`, `["a",1,2]`, `at "/2": the type must be null`},
		{`{"prefixItems":[{"type":"string"}]}`, `[1]`, `at "/0": the type must be string`},
		{`{"minItems":2,"maxItems":2}`, `[1]`, `at "": there must be at least 2 items`},
		{`{"minItems":2,"maxItems":2}`, `[1,2,3]`, `at "": there may be at most 2 items`},
		{`{"maxLength":2}`, `"äöü"`, `at "": there may be at most 2 characters`},
		{`{"minLength":3,"maxLength":3}`, `"\u00e4öü"`, ""},
		{`{"minProperties":1}`, `{}`, `at "": there must be at least 1 members`},
		{`{"minimum":-1.5}`, `-1.6`, `at "": there must be at least -1.5`},
		{`{"minimum":-1.5,"maximum":1e3}`, `1000`, ""},
		{`{"maximum":9007199254740992}`, `9007199254740993`, `at "": there may be at most 9007199254740992`},
		{`{"exclusiveMaximum":1}`, `1.00`, `at "": the number must be less than 1`},
		{`{"exclusiveMinimum":0}`, `-0`, `at "": the number must be greater than 0`},
		{`{"maximum":1}`, `1e99999999999999999999`, ""}, // not read: passed
		{`{"anyOf":[{"type":"null"},{"properties":{"a":{"type":"string"}}}]}`, `{"a":1}`, `at "/a": the type must be string`},
		{`{"oneOf":[{"type":"null"},{"type":"string"}]}`, `1`, `at "": no branch of oneOf fits: of the first, the type must be null`},
		{`{"allOf":[true,{"type":"string"}]}`, `1`, `at "": the type must be string`},
		{`{"$ref":"#/$defs/a~1%62","$defs":{"a/b":{"type":"string"}}}`, `1`, `at "": the type must be string`},
		{`{"$ref":"#/x/1","x":[true,{"type":"string"}]}`, `1`, `at "": the type must be string`},
		{`{"$ref":"#"}`, `1`, ""},
		{`{"$ref":"other.json"}`, `1`, ""},
		{`{"$ref":"#/gone"}`, `1`, ""},
		{`false`, `1`, `at "": nothing may stand here`},
		{`3`, `1`, ""},
		{`{"type":3,"enum":3,"anyOf":3,"properties":3,"required":3,"items":3,"minimum":"x"}`, `{"a":[1]}`, ""},
		{`{"not":{},"pattern":"a"}`, `"b"`, ""}, // not looked at
		{`{`, `1`, "schema: not valid JSON"},
		{`{}`, `{"a":`, "not valid JSON"},
	} {
		s := restore.Schema{Text: c.schema}
		got := ""
		if err := s.Check([]byte(c.args)); err != nil {
			got = err.Error()
		}
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s: %q, want %q", c.schema, c.args, got, c.want)
		}
	}
}

// What does not pass is not valid, whatever the schema.
func TestCheckNeverRefusesValid(t *testing.T) {
	for _, text := range []string{
		`{"type":"object","properties":{"a":{"type":["integer","null"],"minimum":-3,"exclusiveMaximum":9.5},"b":{"type":"array","prefixItems":[{"type":"string"}],"items":{"enum":[1,"x",null]},"minItems":1,"maxItems":3}},"required":["a"],"additionalProperties":false}`,
		`{"$defs":{"n":{"type":"object","properties":{"v":{"type":"string","minLength":2,"maxLength":4},"n":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}},"required":["v"],"additionalProperties":{"type":"number","maximum":1e2}}},"$ref":"#/$defs/n"}`,
		`{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"type":"integer"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"],"minProperties":2}],"allOf":[{"maxProperties":3}],"not":{"required":["z"]}}`,
	} {
		j, err := judge.Compile([]byte(text), ast.Draft2020, nil, judge.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := restore.Schema{Text: text}
		passed, refused := 0, 0
		for _, in := range gen.Instances([][]byte{[]byte(text)}, 500) {
			err := s.Check(in)
			switch {
			case err == nil:
				passed++
			case j.Valid(in):
				t.Errorf("%s refuses %s: %v", text, in, err)
			default:
				refused++
			}
		}
		if passed == 0 || refused == 0 {
			t.Errorf("%s: %d passed, %d refused", text, passed, refused)
		}
	}
}

// A schema that tries two branches at every level ends soon.
func TestCheckEnds(t *testing.T) {
	s := restore.Schema{Text: `{"anyOf":[{"items":{"$ref":"#"},"maxItems":1,"required":["a"]},{"items":{"$ref":"#"},"type":"array"},{"items":{"$ref":"#"}}],"type":"array"}`}
	if err := s.Check([]byte(strings.Repeat("[", 5000) + "1" + strings.Repeat("]", 5000))); err != nil && !strings.Contains(err.Error(), "must be array") {
		t.Error(err)
	}
}
