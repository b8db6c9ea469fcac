package judge

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
)

func TestMetaschema(t *testing.T) {
	for schema, want := range map[string]string{
		`{}`:    "",
		`true`:  "",
		`false`: "",
		`{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1}`: "",
		`{"$schema":"https://example.invalid/mine","x":1}`:                  "",
		`{"$ref":"https://example.invalid/other","pattern":"(?=a)"}`:        "",
		`{"default":1e1000001,"minLength":1e1000001}`:                       "",
		`{"minLength":1.0}`:                   "",
		`{"enum":[]}`:                         "",
		`{"items":{"type":"strin"}}`:          `at '/items/type': got string, want array, or value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'`,
		`{"minLength":-1}`:                    `at '/minLength': minimum: got -1, want 0`,
		`{"minLength":1.5,"z":0}`:             `at '/minLength': got number, want integer`,
		`{"multipleOf":0.0}`:                  `at '/multipleOf': exclusiveMinimum: got 0, want 0`,
		`{"properties":{"a/b":{"items":[]}}}`: `at '/properties/a~1b/items': got array, want boolean or object`,
		`{"exclusiveMinimum":true}`:           `at '/exclusiveMinimum': got boolean, want number`,
		`{"required":["a","a"]}`:              `at '/required': items at 0 and 1 are equal`,
		`[]`:                                  `at '': got array, want boolean or object`,
		`{`:                                   "the schema is not JSON: unexpected EOF",
		`{} 1`:                                "the schema is not JSON: invalid character after top-level value",
	} {
		got := ""
		if err := Metaschema([]byte(schema)); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", schema, diff)
		}
	}
}

func TestValid(t *testing.T) {
	for _, c := range []struct {
		schema   string
		draft    ast.Draft
		opt      Options
		instance string
		want     bool
	}{
		{`{"type":"integer"}`, 0, Options{}, `1.0`, true},
		{`{"const":9007199254740993}`, 0, Options{}, `9007199254740992`, false},
		{`{"minimum":1e400}`, 0, Options{}, `1e399`, false},
		{`{"minimum":1}`, 0, Options{}, `1e1000001`, true},
		{`{"minimum":1}`, 0, Options{}, `1e-1000001`, false},
		{`{"minimum":1e99999999999999999999}`, 0, Options{}, `1`, false},
		{`{"format":"date"}`, 0, Options{}, `"x"`, true},
		{`{"format":"date"}`, 0, Options{Format: true}, `"x"`, false},
		{`{"format":"date"}`, ast.Draft07, Options{}, `"x"`, false},
		// A draft that is given is imposed, one that is not is read.
		{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"null"}]}`, 0, Options{}, `[1]`, false},
		{`{"$schema":"https://json-schema.org/draft/2020-12/schema","items":[{"type":"null"}]}`, ast.Draft07, Options{}, `[1]`, false},
		{`{"minimum":1,"exclusiveMinimum":true}`, ast.Draft04, Options{}, `1`, false},
		{`{"$defs":{"a":{"type":"null"}},"$ref":"#/$defs/a"}`, 0, Options{}, `1`, false},
		{`{"definitions":{"a":{"type":"null"}},"$ref":"#/definitions/a"}`, 0, Options{}, `1`, false},
		{`{"pattern":"^\\u0041\\s[\\s/]\\/$"}`, 0, Options{}, `"A\u00a0\u2003/"`, true},
		{`{"pattern":"^\\ud83d\\ude00\\u{1f600}\\cJ$"}`, 0, Options{}, `"😀😀\n"`, true},
		{`{"pattern":"^\\S$"}`, 0, Options{}, `"\u00a0"`, false},
		// The validator's own way, documented above.
		{`{"dependencies":{"a":["b"]}}`, ast.Draft2020, Options{}, `{"a":1}`, false},
		{`{"type":"object","properties":{"a":{"$recursiveRef":"#"}}}`, ast.Draft2020, Options{}, `{"a":1}`, false},
		{`{}`, 0, Options{}, `{`, false},
	} {
		s, err := Compile([]byte(c.schema), c.draft, nil, c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		if got := s.Valid([]byte(c.instance)); got != c.want {
			t.Errorf("%s under %s: valid %v, want %v", c.instance, c.schema, got, c.want)
		}
	}
}

func TestValidateNamesThePlace(t *testing.T) {
	s, err := Compile([]byte(`{"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`), 0, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // the library's order varies, ours does not
		err := s.Validate([]byte(`{"b":1,"a":2}`))
		if err == nil || err.Error() != "at '/a': got number, want string" {
			t.Fatal(err)
		}
	}
}

// Nothing is opened: a file that exists is refused as well as a host.
func TestCompileFetchesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "other.json")
	if err := os.WriteFile(file, []byte(`{"type":"null"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{"file://" + file, "https://example.invalid/a.json", "other.json"} {
		_, err := Compile([]byte(`{"$ref":"`+ref+`"}`), 0, nil, Options{})
		if err == nil || !strings.Contains(err.Error(), "schemac fetches nothing") {
			t.Errorf("%s: %v", ref, err)
		}
	}
	s, err := Compile([]byte(`{"$ref":"https://example.invalid/a.json"}`), 0,
		map[string][]byte{"https://example.invalid/a.json": []byte(`{"type":"null"}`)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Valid([]byte(`null`)) || s.Valid([]byte(`1`)) {
		t.Error("the resource does not decide")
	}
}

func TestCompileRefuses(t *testing.T) {
	for _, c := range []struct {
		schema string
		draft  ast.Draft
		want   string
	}{
		{`{"pattern":"(?=a)"}`, 0, "the judge cannot compile the pattern"},
		{`{"type":"strin"}`, 0, "is not valid against metaschema"},
		{`{"$ref":"#/$defs/a"}`, 0, "not found"},
		{`{`, 0, "the schema is not JSON"},
		{`{}`, ast.Draft03, "the validator does not know draft-03"},
		{`{"$schema":"https://example.invalid/mine"}`, 0, "schemac fetches nothing"},
	} {
		_, err := Compile([]byte(c.schema), c.draft, nil, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.schema, err, c.want)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	s, err := Compile([]byte(`{"type":"object","unevaluatedProperties":false,"properties":{"a":{"minimum":1}}}`), 0, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if Metaschema([]byte(`{"type":"object"}`)) != nil || !s.Valid([]byte(`{"a":1}`)) || s.Valid([]byte(`{"a":0}`)) {
					t.Error("a verdict changed")
				}
			}
		})
	}
	wg.Wait()
}

// A short schema must not cost a long time: this test would take minutes if
// numbers reached the library as they are.
func TestHostileNumbers(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"anyOf":[`)
	for i := range 2000 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"minLength":1e999999,"multipleOf":%s1}`, strings.Repeat("9", 100))
	}
	b.WriteString(`]}`)
	if err := Metaschema([]byte(b.String())); err != nil {
		t.Fatal(err)
	}
}
