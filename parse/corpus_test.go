package parse_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/parse"
)

// compact is the JSON text without space between tokens.
func compact(t testing.TB, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRealSchemas upgrades real schemas. The verdict on every labelled instance
// stays the same wherever the validator can use the original at all.
func TestRealSchemas(t *testing.T) {
	const path = "../../shared/corpus/real-schemas.jsonl"
	f, err := os.Open(path)
	if err != nil {
		t.Skip("the corpus is not there: ", err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<26)
	schemas, instances, unusable, literal := 0, 0, 0, 0
	for in.Scan() {
		var row struct {
			ID     string
			Schema json.RawMessage
			Tests  []struct {
				Data  json.RawMessage
				Valid bool
			}
		}
		if err := json.Unmarshal(in.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		schemas++
		doc, err := parse.Schema(&ast.Source{Name: row.ID, Text: string(row.Schema)}, parse.Options{}, nil)
		if err != nil {
			t.Errorf("%s: %v", row.ID, err)
			continue
		}
		checkTree(t, doc)
		out := emit.Schema(nil, doc, emit.Options{})
		if doc.Draft == ast.Draft2020 && doc.Upgraded {
			t.Logf("%s: a 2020-12 schema changed:\n%s\n%s", row.ID, row.Schema, out)
		}
		if !doc.Upgraded {
			literal++
			if doc.Defs == nil && string(out) != compact(t, row.Schema) {
				t.Errorf("%s: a literal reading is printed otherwise\n%s\n%s", row.ID, row.Schema, out)
			}
		}
		again, err := parse.Schema(&ast.Source{Name: "again", Text: string(out)}, parse.Options{}, nil)
		if err != nil {
			t.Errorf("%s: %v", row.ID, err)
			continue
		}
		if twice := emit.Schema(nil, again, emit.Options{}); again.Upgraded || string(twice) != string(out) {
			t.Errorf("%s: upgraded twice (%v):\n%s\n%s", row.ID, again.Upgraded, out, twice)
		}
		before, err := judge.Compile(row.Schema, ast.Undeclared, nil, judge.Options{Format: true})
		if err != nil {
			unusable++
			continue
		}
		after, err := judge.Compile(out, ast.Draft2020, nil, judge.Options{Format: true})
		if err != nil {
			t.Errorf("%s: the upgraded schema does not compile: %v\n%s", row.ID, err, out)
			continue
		}
		for _, test := range row.Tests {
			instances++
			if b, a := before.Valid(test.Data), after.Valid(test.Data); a != b {
				t.Errorf("%s: valid %v before, %v after (label %v)\n%s\n%s", row.ID, b, a, test.Valid, row.Schema, out)
			}
		}
	}
	t.Logf("%d schemas (%d read literally), %d instances; the validator cannot use %d of the originals", schemas, literal, instances, unusable)
}

// TestLiteral2020 reads every 2020-12 schema of the official suite: nothing is
// upgraded, and what is printed is the compact source.
func TestLiteral2020(t *testing.T) {
	skipWithoutSuite(t)
	for _, glob := range []string{"*.json", "optional/*.json", "optional/format/*.json"} {
		files, _ := filepath.Glob(filepath.Join(suiteDir, "tests/draft2020-12", glob))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var groups []suiteGroup
			if err := json.Unmarshal(text, &groups); err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				doc, err := parse.Schema(&ast.Source{Name: g.Description, Text: string(g.Schema)}, parse.Options{Draft: ast.Draft2020, Resources: suiteRemotes(t)}, nil)
				if err != nil {
					t.Errorf("%s: %s: %v", file, g.Description, err)
					continue
				}
				want, got := compact(t, g.Schema), string(emit.Schema(nil, doc, emit.Options{}))
				if doc.Upgraded {
					t.Errorf("%s: %s: upgraded\n%s\n%s", file, g.Description, want, got)
				} else if got != want && !strings.Contains(got, `"$defs"`) {
					t.Errorf("%s: %s: printed otherwise\n%s\n%s", file, g.Description, want, got)
				} else if got != want {
					t.Logf("%s: %s: printed otherwise\n%s\n%s", file, g.Description, want, got)
				}
			}
		}
	}
}
