package generate_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/generate"
)

func TestParseConfig(t *testing.T) {
	for text, want := range map[string]string{
		``:                                "c:1:1: the input is empty",
		`{`:                               "c:1:2: not valid JSON: the text ends in the middle of a value",
		`true`:                            "c:1:1: got boolean, want object",
		"{\"targets\":1,\n\"targets\":2}": "c:2:1: the object has a second member named \"targets\"",
		`{"targets":["mcp"],"sources":["a"],"outputs":[{"out":"x"}],"items":3}`:                        `c:1:60: the member "items" is not known here`,
		`{"targets":["mcp"],"sources":["a"],"outputs":[{"out":"x"}],"budget":0}`:                       "c:1:60: minimum: got 0, want 1",
		`{"targets":["mcp"],"types":["./pkg"],"outputs":[{"out":"x"}]}`:                                `c:1:29: './pkg' does not match`,
		`{"targets":["mcp"],"sources":["a"],"outputs":[{"out":"x"}],"encode":["all"]}`:                 "c:1:70: value must be one of",
		`{"$schema":"s.json","targets":["mcp"],"sources":["a"],"outputs":[{"out":"x"}],"budget":10.0}`: "c:1:79: write the number without fraction",
		`{"$schema":"s.json","targets":["mcp"],"sources":["a"],"outputs":[{"out":"x"}],"budget":10}`:   "",
	} {
		c, problems := generate.ParseConfig(&ast.Source{Name: "c", Text: text})
		got := ""
		if len(problems) > 0 {
			got = problems[0].String()
		}
		if want == "" && got != "" || !strings.HasPrefix(got, want) || (c == nil) != (got != "") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Paths are relative to the folder of the configuration.
func TestRebase(t *testing.T) {
	c := generate.Config{Sources: []string{"tools", "/abs"}, Types: []string{"./args.A", "x=../args.B", "example.com/m.C"}, Lock: "schemac.lock",
		Resources: map[string]string{"u": "r.json"}, Outputs: []generate.ConfigOutput{{Out: "out/x.go"}}}
	c.Rebase("../..")
	want := generate.Config{Sources: []string{"../../tools", "/abs"}, Types: []string{"../../args.A", "x=../../../args.B", "example.com/m.C"}, Lock: "../../schemac.lock",
		Resources: map[string]string{"u": "../../r.json"}, Outputs: []generate.ConfigOutput{{Out: "../../out/x.go"}}}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
}
