package diag_test

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	. "github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/target"
)

// entries are one of each kind: with labels, evidence and several targets; of a
// later line of NDJSON; at the very end of a text; without a source; of a file
// that cannot be read; over several lines; with characters that formats escape.
func entries() []Entry {
	span := func(src *ast.Source, part string) ast.Span {
		i := strings.Index(src.Text, part)
		return ast.Span{Start: ast.Pos(i), End: ast.Pos(i + len(part))}
	}
	src := &ast.Source{Name: "dir/a b.json", Text: "{\"é漢\": {\"oneOf\": [\n 1]},\n \"$ref\": \"#\"}"}
	one := New(OneOfOverlap, src, span(src, `"oneOf"`), "", "")
	one.Tool, one.Target = "fetch", &target.OpenAIStrict
	one.Notes = []Label{{Span: span(src, `"$ref"`), Text: "`$ref` used here"}}
	long := New(KeywordStripped, src, span(src, "\"oneOf\": [\n 1]"), "oneOf", "")
	line := &ast.Source{Name: "t.ndjson", Text: `{"x":"#"}`, FirstLine: 7}
	end := New(SyntaxError, line, ast.Span{Start: 9, End: 9}, "it ends, 100%\r\nof it: here", "")
	end.Tool = "<&\"\x01"
	return []Entry{
		{Diagnostic: &one, For: []For{{&target.OpenAIStrict, "/properties/é~1", true}, {&target.Google, "", false}}},
		{Diagnostic: &end},
		{Diagnostic: &Diagnostic{Code: NoTools, Severity: Error, A: "x"}},
		{Diagnostic: &Diagnostic{Code: Unreadable, Severity: Error, Source: &ast.Source{Name: "/gone:1,2.json"}, A: "no such file"}},
		{Diagnostic: &long},
	}
}

func TestAppendNDJSON(t *testing.T) {
	got := strings.Split(string(AppendNDJSON(nil, entries()[:2])), "\n")
	e := target.OpenAIStrict.Why(target.RuleUnion, ast.KwOneOf)
	want := []string{
		`{"code":"one-of-overlap","severity":"warning","loss":["widened"],"message":"oneOf became anyOf; its branches may overlap",` +
			`"help":"make the branches exclusive, by a const in a required property for example","tool":"fetch","source":"dir/a b.json",` +
			`"line":1,"column":9,"endLine":1,"endColumn":16,"pointer":"/é漢/oneOf",` +
			`"targets":[{"target":"openai-strict","output":"/properties/é~1"},{"target":"google","output":null}],` +
			"\"labels\":[{\"text\":\"`$ref` used here\",\"line\":3,\"column\":2,\"endLine\":3,\"endColumn\":8,\"pointer\":\"/$ref\"}]," +
			`"evidence":{"target":"openai-strict","claim":"` + e.Claim + `","source":"` + e.Source + `","date":"` + e.Date + `"}}`,
		`{"code":"syntax-error","severity":"error","loss":["rejected"],"message":"not valid JSON: it ends, 100%\r\nof it: here",` +
			`"help":"correct the JSON at this place; often a comma or a closing bracket is missing before it","tool":"<&\"\u0001","source":"t.ndjson",` +
			`"line":7,"column":10,"endLine":7,"endColumn":10,"pointer":"","targets":[],"labels":[],"evidence":null}`,
		"",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAppendJSON(t *testing.T) {
	for _, es := range [][]Entry{nil, entries()} {
		var list []map[string]any
		if err := json.Unmarshal(AppendJSON(nil, es), &list); err != nil {
			t.Fatal(err)
		}
		if len(list) != len(es) {
			t.Errorf("%d entries, want %d", len(list), len(es))
		}
	}
}

// TestAppendSARIF validates against the schema of SARIF 2.1.0 and looks at the
// regions.
func TestAppendSARIF(t *testing.T) {
	text, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	sarif, err := judge.Compile(text, ast.Draft04, nil, judge.Options{Format: true})
	if err != nil {
		t.Fatal(err)
	}
	if sarif.Valid([]byte(`{"version":"2.1.0","runs":[{}]}`)) {
		t.Error("the schema accepts a run without a tool")
	}
	for _, es := range [][]Entry{nil, entries()} {
		log := AppendSARIF(nil, es, "1.2.3")
		if !sarif.Valid(log) {
			t.Errorf("not valid: %s", log)
		}
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				RuleIndex int
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           map[string]int
					}
				}
				RelatedLocations []struct {
					PhysicalLocation struct{ Region map[string]int }
				}
			}
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
		}
	}
	if err := json.Unmarshal(AppendSARIF(nil, entries(), "1.2.3"), &log); err != nil {
		t.Fatal(err)
	}
	var got []any
	run := log.Runs[0]
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is %s, want %s", r.RuleIndex, run.Tool.Driver.Rules[r.RuleIndex].ID, r.RuleID)
		}
		for _, l := range r.Locations {
			got = append(got, l.PhysicalLocation.ArtifactLocation.URI, l.PhysicalLocation.Region)
		}
		for _, l := range r.RelatedLocations {
			got = append(got, "related", l.PhysicalLocation.Region)
		}
	}
	region := func(a, b, c, d int) map[string]int {
		return map[string]int{"startLine": a, "startColumn": b, "endLine": c, "endColumn": d}
	}
	want := []any{"dir/a%20b.json", region(1, 9, 1, 16), "related", region(3, 2, 3, 8), "t.ndjson", region(7, 10, 7, 10),
		"file:///gone:1,2.json", map[string]int(nil), "dir/a%20b.json", region(1, 9, 2, 4)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAppendGitHub(t *testing.T) {
	got := string(AppendGitHub(nil, entries()))
	want := `::warning file=dir/a b.json,line=1,endLine=1,col=9,endColumn=16,title=one-of-overlap::oneOf became anyOf; its branches may overlap%0Ain tool "fetch", for openai-strict, google%0Ahelp: make the branches exclusive, by a const in a required property for example
::error file=t.ndjson,line=7,endLine=7,col=10,endColumn=10,title=syntax-error::not valid JSON: it ends, 100%25  of it: here%0Ain tool "<&\"\x01"%0Ahelp: correct the JSON at this place; often a comma or a closing bracket is missing before it
::error title=no-tools::no schema and no tool found: x%0Ahelp: pass a JSON Schema or a tool list
::error file=/gone%3A1%2C2.json,title=unreadable::cannot be read: no such file%0Ahelp: check the path, the permissions and the size
::warning file=dir/a b.json,line=1,endLine=2,title=keyword-stripped::oneOf is not accepted and was dropped%0Ahelp: validate the arguments after the call
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAppendJUnit(t *testing.T) {
	es := entries()
	got := AppendJUnit(nil, []Case{
		{Source: "a.json", Tool: "x<y", Target: "t", Verdict: "exact"},
		{Source: "a.json", Target: "t", Verdict: "widened", Entries: es[:1]},
		{Source: "a.json", Tool: "b", Target: "u", Verdict: "rejected", Failed: true, Entries: es[1:2]},
	})
	want := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="schemac" tests="3" failures="1" errors="0">
  <testsuite name="t" tests="2" failures="0" errors="0" skipped="0">
    <testcase name="x&lt;y" classname="t.a.json" file="a.json"></testcase>
    <testcase name="schema" classname="t.a.json" file="a.json">
      <system-out>dir/a b.json:1:9: warning[one-of-overlap]: oneOf became anyOf; its branches may overlap&#xA;</system-out>
    </testcase>
  </testsuite>
  <testsuite name="u" tests="1" failures="1" errors="0" skipped="0">
    <testcase name="b" classname="u.a.json" file="a.json">
      <failure message="rejected" type="syntax-error">t.ndjson:7:10: error[syntax-error]: not valid JSON: it ends, 100%  of it: here&#xA;</failure>
    </testcase>
  </testsuite>
</testsuites>
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	var doc struct {
		Suites []struct {
			Cases []struct {
				Failure *string `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(got, &doc); err != nil || len(doc.Suites) != 2 || doc.Suites[1].Cases[0].Failure == nil {
		t.Errorf("%v %+v", err, doc)
	}
}

func TestEveryCodeHasHelp(t *testing.T) {
	for _, c := range Codes() {
		if c.Help == "" {
			t.Errorf("%s has no help", c.Code)
		}
	}
}
