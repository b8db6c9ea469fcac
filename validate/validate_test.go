package validate_test

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/validate"
)

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name, schema, args string
		want               []string
	}{
		{"valid", `{"type":"object","properties":{"a":{"type":"string"}}}`, `{"a":"x"}`, nil},
		{"type", `{"properties":{"a":{"type":["integer","null"]}}}`, `{"a":"x"}`, []string{`/a must be an integer or null, is a string`}},
		{"enum", `{"properties":{"unit":{"enum":["C","F"]}}}`, `{"unit":"K"}`, []string{`/unit must be one of "C", "F", is "K"`}},
		{"const", `{"properties":{"k":{"const":{"a":[1]}}}}`, `{"k":2}`, []string{`/k must be {"a":[1]}, is 2`}},
		{"required", `{"required":["b","a"]}`, `{}`, []string{`the value lacks the members "a", "b"`}},
		{"closed", `{"properties":{"a/b":{"additionalProperties":false}}}`, `{"a/b":{"x":1}}`, []string{`/a~1b must not have the member "x"`}},
		{"two places", `{"properties":{"a":{"minLength":3},"b":{"maximum":1.5}}}`, `{"a":"x","b":2}`,
			[]string{`/a must have at least 3 characters, has 1`, `/b must be at most 1.5, is 2`}},
		{"large", `{"minimum":9007199254740993}`, `9007199254740992`, []string{`the value must be at least 9007199254740993, is 9007199254740992`}},
		{"pattern", `{"pattern":"^a$"}`, `"b"`, []string{`the value must match the regular expression ^a$, is "b"`}},
		{"format", `{"format":"date"}`, `"today"`, []string{`the value must be a valid date, is "today"`}},
		{"nearest branch", `{"properties":{"u":{"anyOf":[{"type":"string"},{"type":"object","properties":{"k":{"type":"integer"}},"required":["k"]}]}}}`, `{"u":{"k":"1"}}`,
			[]string{`/u/k must be an integer, is a string`}},
		{"no branch", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `[]`, []string{`the value must be a string, is an array, or must be an integer, is an array`}},
		{"names", `{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, []string{`the value must not have a member "ab": the name must have at most 1 characters, has 2`}},
		{"not JSON", `{}`, `{`, []string{`the value is not valid: the instance is not JSON: unexpected EOF`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := validate.Schema([]byte(c.schema), ast.Draft2020)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			if err := s.Validate([]byte(c.args)); err != nil {
				got = strings.Split(err.Error(), "\n")
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// A union that strict mode can only widen, judged by the source of draft 04.
func TestSource(t *testing.T) {
	r, err := schemac.Compile([]byte(`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"n":{"type":"integer","minimum":0,"exclusiveMinimum":true}}}`),
		"openai-strict", schemac.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tool, err := validate.Source(r)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]validate.Problem{
		`{"n":1}`:    nil,
		`{"n":null}`: nil,
		`{"n":0}`:    {{Pointer: "/n", Message: "must be greater than 0, is 0"}},
	} {
		args, err := r.Plan.Restore([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var got []validate.Problem
		var e *validate.Error
		if err := tool.Validate(args); errors.As(err, &e) {
			got = e.Problems
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}

func TestSourceErrors(t *testing.T) {
	if _, err := validate.Source(&schemac.Result{}); err == nil {
		t.Error("no error for a tool without a schema")
	}
	r, err := schemac.Compile([]byte(`{"type":"string","pattern":"(?!a)"}`), "mcp", schemac.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := validate.Source(r); err == nil || !strings.Contains(err.Error(), "cannot be used") {
		t.Errorf("a pattern with lookaround: %v", err)
	}
}

// Neither the compiler nor what programs ship links the validator, and restore
// imports jsontext alone.
func TestWhoLinksTheValidator(t *testing.T) {
	goCmd, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	deps := func(pkg string) string {
		out, err := exec.Command(goCmd, "list", "-deps", pkg).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if strings.Contains(deps("github.com/schemac/schemac"), "santhosh-tekuri") {
		t.Error("the compiler links the validator")
	}
	for dep := range strings.FieldsSeq(deps("github.com/schemac/schemac/restore")) {
		if strings.Contains(dep, ".") && dep != "github.com/schemac/schemac/restore" && !strings.HasPrefix(dep, "github.com/go-json-experiment/json/") && !strings.HasPrefix(dep, "vendor/") {
			t.Errorf("restore depends on %s", dep)
		}
		if dep == "encoding/json" {
			t.Error("restore depends on encoding/json")
		}
	}
}
