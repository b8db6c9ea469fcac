package schemac_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestContract compiles the cases of testdata/TARGET/CLAUSE-name.txtar: in.json
// for the target, compared with out.json and with the report: the verdict, the
// strict flag and one line a diagnostic. A file options holds words, require or
// encode, and then plan.json is compared too.
func TestContract(t *testing.T) {
	for _, tg := range target.All {
		files, err := filepath.Glob(filepath.Join("testdata", tg.ID, "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no cases for %s: %v", tg.ID, err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			t.Run(strings.Replace(name, "-", "/", 1)+"/"+tg.ID, func(t *testing.T) { contractCase(t, file, tg) })
		}
	}
}

func contractCase(t *testing.T, file string, tg *target.Target) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	part := func(name string) *txtar.File {
		for i := range ar.Files {
			if ar.Files[i].Name == name {
				return &ar.Files[i]
			}
		}
		ar.Files = append(ar.Files, txtar.File{Name: name})
		return &ar.Files[len(ar.Files)-1]
	}
	in := bytes.TrimSpace(part("in.json").Data)
	opt := schemac.Options{}
	for word := range strings.FieldsSeq(string(part("options").Data)) {
		switch word {
		case "require":
			opt.Strict = schemac.StrictRequire
		case "encode":
			opt.Encode = allEncodings
		default:
			t.Fatalf("there is no option %q", word)
		}
	}
	res, err := schemac.Compile(in, tg.ID, opt)
	if err != nil && res == nil {
		t.Fatal(err)
	}
	out := append(bytes.Clone(res.Schema), '\n')
	switch {
	case res.Schema == nil: // rejected
		out = nil
	case !bytes.Equal(res.Schema, in):
		out = indented(t, res.Schema)
	}
	report := reportOf(res)
	plan := ""
	if len(part("options").Data) > 0 {
		plan = string(res.Plan.AppendJSON(nil)) + "\n"
	}
	if *update {
		part("out.json").Data = out
		part("report").Data = []byte(report)
		part("plan.json").Data = []byte(plan)
		ar.Files = slices.DeleteFunc(ar.Files, func(f txtar.File) bool { return len(f.Data) == 0 })
		if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(part("out.json").Data), string(out)); d != "" {
		t.Errorf("out.json (-want +got):\n%s", d)
	}
	if d := cmp.Diff(string(part("plan.json").Data), plan); d != "" {
		t.Errorf("plan.json (-want +got):\n%s", d)
	}
	if d := cmp.Diff(string(part("report").Data), report); d != "" {
		t.Errorf("report (-want +got):\n%s", d)
	}
}

// reportOf is the verdict, the strict flag and a line for each diagnostic: code,
// loss, pointer, message.
func reportOf(res *schemac.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "verdict: %s\nstrict: %v\n", res.Verdict, res.Strict)
	for i := range res.Diagnostics {
		d := &res.Diagnostics[i]
		fmt.Fprintf(&b, "%s (%s) %s: %s\n", d.Code, d.Loss, diag.Locate(d.Source, d.Span.Start).Pointer, d.Message())
	}
	return b.String()
}

// indented is JSON with an indentation of two spaces and a newline at the end.
func indented(t *testing.T, b []byte) []byte {
	t.Helper()
	v := jsontext.Value(bytes.Clone(b))
	if err := v.Indent(jsontext.WithIndent("  ")); err != nil {
		t.Fatalf("the output is not JSON: %v\n%s", err, b)
	}
	return append(v, '\n')
}
