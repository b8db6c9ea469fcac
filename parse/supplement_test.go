package parse_test

import (
	"os"
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/parse"
)

var supplementDrafts = map[string]ast.Draft{
	"3": ast.Draft03, "4": ast.Draft04, "6": ast.Draft06, "7": ast.Draft07, "19": ast.Draft2019, "oas": ast.OpenAPI30, "und": ast.Undeclared,
}

// TestSupplement runs testdata/supplement.txt: every instance has its verdict
// under the upgraded schema, and under the original by the validator's own
// reading of that draft where it has one.
func TestSupplement(t *testing.T) {
	text, err := os.ReadFile("testdata/supplement.txt")
	if err != nil {
		t.Fatal(err)
	}
	checks := 0
	for _, block := range strings.Split(string(text), "\n# ")[1:] {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		title, drafts, _ := strings.Cut(lines[0], " | ")
		schema := lines[1]
		for _, name := range strings.Fields(drafts) {
			draft, ok := supplementDrafts[name]
			if !ok {
				t.Fatalf("%s: no draft %q", title, name)
			}
			t.Run(name+"/"+title, func(t *testing.T) {
				doc, err := parse.Schema(&ast.Source{Name: title, Text: schema}, parse.Options{Draft: draft}, nil)
				if err != nil {
					t.Fatal(err)
				}
				checkTree(t, doc)
				out := emit.Schema(nil, doc, emit.Options{})
				if err := judge.Metaschema(out); err != nil {
					t.Fatalf("not a 2020-12 schema: %v\n%s", err, out)
				}
				after, err := judge.Compile(out, ast.Draft2020, nil, judge.Options{})
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				var before *judge.Schema
				if draft != ast.Undeclared && draft != ast.Draft03 && draft != ast.OpenAPI30 {
					if before, err = judge.Compile([]byte(schema), draft, nil, judge.Options{}); err != nil {
						t.Logf("the validator cannot use the original: %v", err)
						before = nil
					}
				}
				second := ast.Draft2020
				if draft == ast.Undeclared {
					second = draft
				}
				again, err := parse.Schema(&ast.Source{Name: title, Text: string(out)}, parse.Options{Draft: second}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if twice := string(emit.Schema(nil, again, emit.Options{})); twice != string(out) || again.Upgraded {
					t.Errorf("upgraded twice (%v):\n%s\n%s", again.Upgraded, out, twice)
				}
				for _, line := range lines[2:] {
					if line == "" {
						continue
					}
					want, data := line[0] == '+', []byte(line[2:])
					checks++
					if before != nil && before.Valid(data) != want {
						t.Errorf("the case is wrong: natively %s is valid %v", data, !want)
					}
					if after.Valid(data) != want {
						t.Errorf("%s: want valid %v\n%s\n%s", data, want, schema, out)
					}
				}
			})
		}
	}
	t.Logf("%d checks", checks)
}
