package parse_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/parse"
)

var update = flag.Bool("update", false, "rewrite the statistics in testdata")

const suiteDir = "../../shared/json-schema-test-suite"

type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// reasons are the tests that the upgrade cannot pass, by the beginning of
// their name, each with the reason. Nothing else may fail.
var reasons = []struct{ name, reason string }{
	{"draft3/optional/zeroTerminatedFloats/", "2020-12 cannot tell 1.0 from 1"},
	{"draft3/format/color/", "2020-12 has no format color; it stays an annotation"},
	{"draft3/format/ecmascript-regex/", "the validator checks a regex as Go's, not ECMA-262's"},
	{"draft2020-12/optional/format-assertion/", "format asserts by a vocabulary that the standard metaschema does not have"},
	{"draft3/format/time/", "2020-12's time has an offset, draft 03's has none"},
}

func reasonFor(name string) string {
	for _, r := range reasons {
		if strings.HasPrefix(name, r.name) {
			return r.reason
		}
	}
	return ""
}

// nativeReason says that the validator errs about the original schema in its
// own dialect just as it does about the upgraded one.
func nativeReason(schema, data []byte, valid bool, draft ast.Draft, remotes map[string][]byte, format bool) string {
	if draft == ast.Draft03 {
		return ""
	}
	if strings.Contains(string(schema), `"$schema"`) {
		draft = ast.Undeclared
	}
	s, err := judge.Compile(schema, draft, remotes, judge.Options{Format: format})
	if err != nil {
		return "the validator cannot use the original schema: " + err.Error()
	}
	if s.Valid(data) == valid {
		return ""
	}
	return "the validator errs about the original schema too"
}

// suiteRemotes are the documents that the suite serves.
func suiteRemotes(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	root := filepath.Join(suiteDir, "remotes")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		text, err := os.ReadFile(path)
		out["http://localhost:1234/"+filepath.ToSlash(rel)] = text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func skipWithoutSuite(t testing.TB) {
	t.Helper()
	if _, err := os.Stat(suiteDir); err != nil {
		t.Skip("the official test suite is not there: ", err)
	}
}

// TestSuite upgrades every schema of the official test suite and asks the
// validator, in 2020-12 mode and with no other document at hand, about the
// instances.
func TestSuite(t *testing.T) {
	skipWithoutSuite(t)
	remotes := suiteRemotes(t)
	var stats strings.Builder
	for _, d := range []struct {
		dir   string
		draft ast.Draft
	}{{"draft3", ast.Draft03}, {"draft4", ast.Draft04}, {"draft6", ast.Draft06}, {"draft7", ast.Draft07}, {"draft2019-09", ast.Draft2019}, {"draft2020-12", ast.Draft2020}} {
		for _, class := range []string{"required", "optional", "format"} {
			glob := map[string]string{"required": "*.json", "optional": "optional/*.json", "format": "optional/format/*.json"}[class]
			files, _ := filepath.Glob(filepath.Join(suiteDir, "tests", d.dir, glob))
			sort.Strings(files)
			pass, total := 0, 0
			var failed []string
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				var groups []suiteGroup
				if err := json.Unmarshal(text, &groups); err != nil {
					t.Fatal(err)
				}
				base := strings.TrimSuffix(filepath.Base(file), ".json")
				for _, g := range groups {
					verdict := suiteVerdict(t, g.Schema, d.draft, remotes, class == "format")
					for _, test := range g.Tests {
						total++
						name := fmt.Sprintf("%s/%s/%s/%s/%s", d.dir, class, base, g.Description, test.Description)
						why := verdict(test.Data, test.Valid)
						if why == "" {
							pass++
							continue
						}
						reason := reasonFor(name)
						if reason == "" {
							reason = nativeReason(g.Schema, test.Data, test.Valid, d.draft, remotes, class == "format")
						}
						if reason == "" {
							t.Errorf("%s: %s\nschema: %s", name, why, g.Schema)
						}
						failed = append(failed, fmt.Sprintf("    %s: %s", name, reason))
					}
				}
			}
			fmt.Fprintf(&stats, "%s %s: %d of %d (%.2f %%)\n", d.dir, class, pass, total, 100*float64(pass)/float64(total))
			for _, f := range failed {
				fmt.Fprintln(&stats, f)
			}
		}
	}
	const file = "testdata/suite-stats.txt"
	if *update {
		if err := os.WriteFile(file, []byte(stats.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), stats.String()); diff != "" {
		t.Errorf("the statistics have changed; run with -update and look at the diff\n%s", diff)
	}
}

// suiteVerdict upgrades a schema and returns a func that says what is wrong
// with its verdict on an instance, "" if nothing is.
func suiteVerdict(t *testing.T, schema []byte, draft ast.Draft, remotes map[string][]byte, format bool) func([]byte, bool) string {
	opt := parse.Options{Draft: draft, Resources: remotes}
	if strings.Contains(string(schema), `"$schema"`) {
		opt.Draft = ast.Undeclared
	}
	fail := func(format string, args ...any) func([]byte, bool) string {
		return func([]byte, bool) string { return fmt.Sprintf(format, args...) }
	}
	doc, err := parse.Schema(&ast.Source{Name: "suite", Text: string(schema)}, opt, nil)
	if err != nil {
		return fail("parse: %v", err)
	}
	checkTree(t, doc)
	out := emit.Schema(nil, doc, emit.Options{})
	if err := judge.Metaschema(out); err != nil {
		return fail("the upgraded schema is not one of 2020-12: %v\n%s", err, out)
	}
	again, err := parse.Schema(&ast.Source{Name: "again", Text: string(out)}, parse.Options{Draft: ast.Draft2020}, nil)
	if err != nil {
		return fail("parse the upgraded: %v", err)
	}
	if twice := string(emit.Schema(nil, again, emit.Options{})); again.Upgraded || twice != string(out) {
		return fail("upgraded twice: %v\n%s\n%s", again.Upgraded, out, twice)
	}
	s, err := judge.Compile(out, ast.Draft2020, nil, judge.Options{Format: format})
	if err != nil {
		return fail("compile: %v\n%s", err, out)
	}
	return func(data []byte, valid bool) string {
		if s.Valid(data) == valid {
			return ""
		}
		return fmt.Sprintf("%s: want valid %v\nupgraded: %s", data, valid, out)
	}
}
