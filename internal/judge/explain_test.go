package judge

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
)

func TestExplain(t *testing.T) {
	s, err := Compile([]byte(`{"type":"object","properties":{"a":{"type":"string"},"b/c":{"items":{"enum":[1,2]}}},
		"anyOf":[{"required":["a"]},{"required":["d"]}],"required":["e"],"additionalProperties":false}`), ast.Draft2020, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for instance, want := range map[string][]Violation{
		`{"a":"x","e":1}`: {{"/e", `the member "e" is not known here`}},
		`{"a":1,"b/c":[1,3],"z":0,"y":0}`: {
			{"", "missing property 'e'"},
			{"/a", "got number, want string"},
			{"/b~1c/1", "value must be one of 1, 2"},
			{"/y", `the member "y" is not known here`},
			{"/z", `the member "z" is not known here`},
		},
		`{}`: {{"", "missing property 'a', or missing property 'd'"}, {"", "missing property 'e'"}},
		`[]`: {{"", "got array, want object"}},
		`{`:  {{"", "the instance is not JSON: unexpected EOF"}},
	} {
		if diff := cmp.Diff(want, s.Explain([]byte(instance))); diff != "" {
			t.Errorf("%s: %s", instance, diff)
		}
	}
	ok, err := Compile([]byte(`{}`), ast.Draft2020, nil, Options{})
	if err != nil || ok.Explain([]byte(`1`)) != nil {
		t.Error("a valid instance has violations", err)
	}
}
