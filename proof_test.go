package schemac_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/internal/proof"
	"github.com/schemac/schemac/target"
)

// The five properties that tie the stages together, over every schema at hand:
//
//   - complete: the audit finds nothing in an output, unless the verdict says
//     that the target was not met.
//   - necessary: what the audit accepts comes back byte for byte, and exact.
//   - honest: no instance contradicts the verdict.
//   - idempotent: an output compiles to itself.
//   - deterministic: two runs give the same bytes and say the same.
const (
	complete      = "complete"
	necessary     = "necessary"
	honest        = "honest"
	idempotent    = "idempotent"
	deterministic = "deterministic"
)

// item is a schema to compile.
type item struct {
	id     string
	schema []byte
	draft  ast.Draft // of a schema that does not declare one
}

func TestProperties(t *testing.T) {
	for _, source := range []struct {
		name  string
		every int // of which the targets outside the contract see one
		items func(testing.TB) []item
	}{
		{"testdata", 4, testdataItems},
		{"mcp", 16, mcpItems},
		{"cases", 1, caseItems},
		{"suite-2020-12", 11, func(t testing.TB) []item { return suiteItems(t, "draft2020-12", ast.Draft2020) }},
		{"suite-7", 13, func(t testing.TB) []item { return suiteItems(t, "draft7", ast.Draft07) }},
	} {
		t.Run(source.name, func(t *testing.T) {
			items := source.items(t)
			if len(items) == 0 {
				t.Skip("no schemas: nothing to prove")
			}
			r := report{every: source.every}
			if *everything {
				r.every = 1
			}
			r.run(items)
			t.Logf("%d schemas, %d compiled for %d targets; not compiled %d, not judged %d", len(items), r.compiled, len(proved), r.refused, r.unjudged)
			for _, property := range [...]string{complete, necessary, honest, idempotent, deterministic} {
				t.Run(property, func(t *testing.T) { r.print(t, property) })
			}
		})
	}
}

// failure is one property that does not hold for one schema and target.
type failure struct {
	property, id, target string
	schema               []byte
	group                string // failures that look alike
	detail               string
}

// everything makes each target see every schema; CI is content with a sample.
var everything = flag.Bool("everything", false, "prove the properties for every target over every schema")

// contracted is how many targets at the head of the list see every schema.
const contracted = 5

// proved are the targets that the properties are held to: the listed ones, the
// dated ones and some meets.
var proved = append(slices.Concat(target.All, target.Dated),
	target.Lookup("portable=openai-responses,google,anthropic"), target.Lookup("portable=openai,anthropic-strict,xai"),
	target.Lookup("portable=google-json,vertex,moonshot,ollama,cursor"), target.Lookup("portable=lm-studio,zed,deepseek"))

type report struct {
	every                       int
	mu                          sync.Mutex
	failures                    []failure
	compiled, refused, unjudged int
}

func (r *report) fail(property string, it item, t *target.Target, group, detail string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures = append(r.failures, failure{property, it.id, t.ID, it.schema, group, detail})
}

func (r *report) count(n *int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	*n++
}

func (r *report) run(items []item) {
	type numbered struct {
		item
		n int
	}
	work := make(chan numbered)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for it := range work {
				for i, t := range proved {
					// Each target sees other schemas, so that together they
					// see all.
					if i < contracted || (it.n+i)%r.every == 0 {
						r.check(it.item, t)
					}
				}
			}
		})
	}
	for n, it := range items {
		work <- numbered{it, n}
	}
	close(work)
	all.Wait()
}

func (r *report) check(it item, t *target.Target) {
	opt := schemac.Options{Draft: it.draft}
	res, err := schemac.Compile(it.schema, t.ID, opt)
	if err != nil || res.Verdict&diag.Rejected != 0 {
		r.count(&r.refused)
		if err == nil {
			for _, d := range res.Diagnostics {
				if d.Code == diag.InternalError {
					r.fail(deterministic, it, t, "internal error", d.Message())
				}
			}
		}
		return
	}
	r.count(&r.compiled)
	r.guard(complete, it, t, func() { r.complete(it, t, res) })
	r.guard(necessary, it, t, func() { r.necessary(it, t, res) })
	r.guard(honest, it, t, func() { r.honest(it, t, res) })

	// An output declares its dialect or is 2020-12, where nullable counts too:
	// what a schema is taken for that declares none.
	again, err := schemac.Compile(res.Schema, t.ID, schemac.Options{})
	switch {
	case err != nil:
		r.fail(idempotent, it, t, "error", err.Error())
	case !bytes.Equal(again.Schema, res.Schema):
		r.fail(idempotent, it, t, codes(again), "once  "+apart(res.Schema, again.Schema)+"\n     twice "+apart(again.Schema, res.Schema))
	}

	second, err := schemac.Compile(it.schema, t.ID, opt)
	switch {
	case err != nil:
		r.fail(deterministic, it, t, "error", err.Error())
	case !bytes.Equal(second.Schema, res.Schema):
		r.fail(deterministic, it, t, "bytes", "first  "+apart(res.Schema, second.Schema)+"\n     second "+apart(second.Schema, res.Schema))
	case codes(second) != codes(res) || second.Verdict != res.Verdict || second.Strict != res.Strict:
		r.fail(deterministic, it, t, "diagnostics", codes(res)+"\n     "+codes(second))
	}
}

// guard reports a panic as a failure, so that the others are still seen.
func (r *report) guard(property string, it item, t *target.Target, f func()) {
	defer func() {
		if p := recover(); p != nil {
			var where []byte
			for line := range bytes.Lines(debug.Stack()) {
				if bytes.Contains(line, []byte("/schemac/")) && !bytes.Contains(line, []byte("_test")) {
					where = bytes.TrimSpace(line)
					break
				}
			}
			r.fail(property, it, t, fmt.Sprint(p), fmt.Sprintf("panic: %v in %s", p, where))
		}
	}()
	f()
}

func (r *report) complete(it item, t *target.Target, res *schemac.Result) {
	if t.Plain != nil && !res.Strict {
		t = t.Plain // the fallback is held to the rules of the plain form
	}
	if res.Verdict&diag.Fallback != 0 && t.Fallback == target.FallbackOpen && t.Plain == nil {
		if res.Strict {
			r.fail(complete, it, t, "strict fallback", "the verdict is fallback but the flag says strict")
		}
		if err := judge.Metaschema(res.Schema); err != nil && judge.Metaschema(it.schema) == nil {
			r.fail(complete, it, t, "fallback is no schema", err.Error()+"\n     output "+short(res.Schema))
		}
		return
	}
	found, err := audit.Check(res.Schema, t, audit.Options{Metaschema: judge.Metaschema})
	if err != nil {
		r.fail(complete, it, t, "error", err.Error())
	}
	found = slices.DeleteFunc(found, func(v audit.Violation) bool {
		return v.Unfixable && (strings.Contains(codes(res), string(diag.LimitExceeded)) || strings.Contains(codes(res), string(diag.PropertyName)))
	})
	if len(found) > 0 {
		v := found[0]
		r.fail(complete, it, t, v.Rule, v.Path+": "+v.Rule+": "+v.Message+"\n     output "+short(res.Schema))
	}
}

func (r *report) necessary(it item, t *target.Target, res *schemac.Result) {
	found, err := audit.Check(it.schema, t, audit.Options{Metaschema: judge.Metaschema})
	if err != nil || len(found) > 0 || judge.Metaschema(it.schema) != nil {
		return
	}
	if it.draft != ast.Undeclared && it.draft != ast.Draft2020 || t.Null != target.NullKeyword && strings.Contains(codes(res), string(diag.KeywordUpgraded)) {
		return // the target reads it as 2020-12, where it means something else
	}
	if short(res.Schema) == short(it.schema) && !bytes.Equal(bytes.TrimSpace(res.Schema), bytes.TrimSpace(it.schema)) {
		r.fail(necessary, it, t, "white space", "only white space changed ("+codes(res)+")")
	} else if !bytes.Equal(bytes.TrimSpace(res.Schema), bytes.TrimSpace(it.schema)) {
		r.fail(necessary, it, t, "changed: "+codes(res), codes(res)+"\n     output "+short(res.Schema))
	} else if res.Verdict != diag.Exact {
		r.fail(necessary, it, t, "verdict: "+codes(res), res.Verdict.String()+" ("+codes(res)+")")
	}
}

func (r *report) honest(it item, t *target.Target, res *schemac.Result) {
	w, err := proof.Check(proof.Claim{Source: it.schema, Output: res.Schema, SourceDraft: it.draft, Loss: res.Verdict, Plan: res.Plan, Renamed: proof.RenamedBy(res.Diagnostics)}, 0)
	switch {
	case errors.Is(err, proof.ErrSource):
		r.count(&r.unjudged)
	case err != nil:
		r.fail(honest, it, t, "not judged", err.Error()+"\n     output "+short(res.Schema))
	case w != nil:
		r.fail(honest, it, t, w.Why+codes(res), fmt.Sprintf("%s\n     verdict %s (%s)\n     output %s", w, res.Verdict, codes(res), short(res.Schema)))
	}
}

// codes are the diagnostics' codes without repetition.
func codes(res *schemac.Result) string {
	var out []string
	for _, d := range res.Diagnostics {
		if c := string(d.Code); !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return strings.Join(out, " ")
}

// print reports the first ten failures, the shortest schemas first, at most two
// that look alike.
func (r *report) print(t *testing.T, property string) {
	var list []failure
	for _, f := range r.failures {
		if f.property == property {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return
	}
	slices.SortFunc(list, func(a, b failure) int {
		return cmp.Or(cmp.Compare(len(a.schema), len(b.schema)), cmp.Compare(a.id, b.id), cmp.Compare(a.target, b.target))
	})
	alike := map[string]int{}
	var out strings.Builder
	shown := 0
	for _, f := range list {
		if alike[f.target+f.group]++; alike[f.target+f.group] > 2 || shown == 10 {
			continue
		}
		shown++
		fmt.Fprintf(&out, "\n  %s %s\n     source %s\n     %s", f.target, f.id, short(f.schema), f.detail)
	}
	t.Errorf("%d schemas are not %s, in %d ways:%s", len(list), property, len(alike), out.String())
}

// short is at most 500 bytes of JSON in one line.
func short(text []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		b.Reset()
		b.Write(text)
	}
	s := b.String()
	if len(s) <= 500 {
		return s
	}
	cut := 500
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return fmt.Sprintf("%s… (%d bytes)", s[:cut], len(s))
}

// apart is the part of a around the first byte where b differs.
func apart(a, b []byte) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return fmt.Sprintf("at byte %d: …%s…", n, strings.ToValidUTF8(string(a[max(0, n-150):min(len(a), n+150)]), ""))
}

// testdataItems are the schemas of the repository's own cases: files of txtar
// archives and plain files whose name ends in .json.
func testdataItems(t testing.TB) []item {
	var items []item
	err := filepath.WalkDir("testdata", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch filepath.Ext(path) {
		case ".json":
			items = append(items, schemasIn(path, text)...)
		case ".txtar", ".txt":
			for _, f := range txtar.Parse(text).Files {
				if filepath.Ext(f.Name) == ".json" {
					items = append(items, schemasIn(path+"/"+f.Name, f.Data)...)
				}
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return items
}

// schemasIn returns the schemas of a tool list of MCP, or the text itself.
func schemasIn(id string, text []byte) []item {
	text = bytes.TrimSpace(text)
	var list struct {
		Tools []struct {
			Name        string
			InputSchema json.RawMessage
		}
	}
	if json.Unmarshal(text, &list) == nil && len(list.Tools) > 0 {
		var items []item
		for _, tool := range list.Tools {
			if len(tool.InputSchema) > 0 {
				items = append(items, item{id: id + "#" + tool.Name, schema: tool.InputSchema})
			}
		}
		return items
	}
	if !json.Valid(text) || len(text) == 0 || text[0] != '{' && text[0] != 't' && text[0] != 'f' {
		return nil
	}
	return []item{{id: id, schema: text}}
}

const shared = "../shared"

func sharedFiles(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(shared, pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("%s/%s is absent", shared, pattern)
	}
	return files
}

func mustRead(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// mcpItems are the input schemas of real servers' tools.
func mcpItems(t testing.TB) []item {
	var items []item
	for _, file := range sharedFiles(t, "corpus/mcp/*.json") {
		items = append(items, schemasIn(filepath.Base(file), mustRead(t, file))...)
	}
	return items
}

// caseItems are the schemas that real users saw fail.
func caseItems(t testing.TB) []item {
	var items []item
	for _, file := range sharedFiles(t, "cases/*.jsonl") {
		for line := range bytes.Lines(mustRead(t, file)) {
			var c struct {
				ID     string          `json:"id"`
				Schema json.RawMessage `json:"schema"`
			}
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if len(c.Schema) > 0 && c.Schema[0] == '{' {
				items = append(items, item{id: c.ID, schema: c.Schema})
			}
		}
	}
	return items
}

// suiteItems are the schemas of the required tests of a draft.
func suiteItems(t testing.TB, folder string, draft ast.Draft) []item {
	var items []item
	for _, file := range sharedFiles(t, "json-schema-test-suite/tests/"+folder+"/*.json") {
		var groups []struct {
			Description string          `json:"description"`
			Schema      json.RawMessage `json:"schema"`
		}
		if err := json.Unmarshal(mustRead(t, file), &groups); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, g := range groups {
			it := item{id: filepath.Base(file) + ": " + g.Description, schema: g.Schema, draft: draft}
			if bytes.Contains(g.Schema, []byte(`"$schema"`)) {
				it.draft = ast.Undeclared
			}
			items = append(items, it)
		}
	}
	return items
}
