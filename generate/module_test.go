package generate_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// module makes a throw-away module that requires this repository by a replace
// directive and has schemac as a tool. Nothing is fetched: what the module cache
// lacks skips the test.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a module: skipped with -short")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not there")
	}
	repo, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod": "module example.com/app\n\ngo 1.26.0\n\n" +
			"require github.com/schemac/schemac v0.0.0\n\nreplace github.com/schemac/schemac => " + repo + "\n",
		"go.sum": string(sum),
	})
	mustGo(t, dir, "get", "-tool", "github.com/schemac/schemac/cmd/schemac")
	write(t, dir, files)
	return dir
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// goRun runs the go command in a module and returns what it printed and its exit
// code.
func goRun(t *testing.T, dir string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off", "GOWORK=off", "SCHEMAC_NO_STRICT=", "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "GOPROXY=off") {
		t.Skipf("the module cache lacks something and nothing is fetched:\n%s", out)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func mustGo(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, code := goRun(t, dir, args...)
	if code != 0 {
		t.Fatalf("go %s: exit code %d\n%s", strings.Join(args, " "), code, out)
	}
	return out
}

const libraryTest = `package tools_test

import (
	"encoding/json"
	"os"
	"sync"
	"testing"

	"example.com/app/tools"
)

var targets = map[string]tools.Target{"openai-strict": tools.OpenAIStrict, "google": tools.Google, "mcp": tools.MCP}

// What the generated package says is what the API says.
func TestAsTheAPI(t *testing.T) {
	text, err := os.ReadFile("want.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []struct {
		Name, Target, Schema, Request, Plan, Args, Restored string
		Strict, HasStrict                                   bool
		Loss                                                uint8
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if len(want) != 9 || len(tools.All()) != 3 {
		t.Fatal("the wrong number of tools")
	}
	for _, w := range want {
		target := targets[w.Target]
		if target.String() != w.Target {
			t.Errorf("%s is called %s", w.Target, target)
		}
		o := tools.Lookup(w.Name).For(target)
		strict, has := o.Strict()
		if o.Schema() != w.Schema || o.Request() != w.Request || o.Plan() != w.Plan || strict != w.Strict || has != w.HasStrict || uint8(o.Loss()) != w.Loss {
			t.Errorf("%s for %s: %s\nwant %s\n%+v", w.Name, w.Target, o.Request(), w.Request, w)
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if got, err := o.Restore([]byte(w.Args)); err != nil || string(got) != w.Restored {
					t.Errorf("%s for %s: %s %v, want %s", w.Name, w.Target, got, err, w.Restored)
				}
			})
		}
		all.Wait()
	}
	if tools.Lookup("none") != nil || tools.SearchBooks.For(99).Schema() != "" || tools.Target(99).String() != "unknown" {
		t.Error("something is there that is not")
	}
	if tools.SearchBooks.For(tools.OpenAIStrict).Loss()&tools.Widened == 0 || tools.SearchBooks.For(tools.MCP).Loss() != tools.Exact {
		t.Error("the losses are wrong")
	}
	list, err := os.ReadFile("list.json")
	if got := tools.AppendList(nil, tools.Google); err != nil || string(got) != string(list) {
		t.Errorf("%s %v", got, err)
	}
}

var sink int

// Reading allocates nothing.
func TestAllocs(t *testing.T) {
	buf := make([]byte, 0, 1<<16)
	n := testing.AllocsPerRun(100, func() {
		for _, tool := range tools.All() {
			o := tools.Lookup(tool.Name()).For(tools.OpenAIStrict)
			strict, _ := o.Strict()
			if strict {
				sink++
			}
			sink += len(o.Schema()) + len(o.Request()) + len(o.Plan()) + int(o.Loss()) + len(tool.SourceHash()) + len(tool.Description())
			buf = append(buf[:0], o.Schema()...)
		}
		buf = tools.AppendList(buf[:0], tools.Google)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
`

type want struct {
	Name, Target, Schema, Request, Plan, Args, Restored string
	Strict, HasStrict                                   bool
	Loss                                                uint8
}

// A module declares schemac as a tool and generates a package with go generate.
// The package says what the API says, allocates nothing to be read, initialises
// nothing and imports restore alone; --check finds the change of one byte.
func TestModule(t *testing.T) {
	library := read(t, "..", "testdata", "tools", "library.json")
	targets := []*target.Target{&target.OpenAIStrict, &target.Google, &target.MCP}
	set := schemac.CompileTools([]schemac.Source{{Name: "library.json", Text: library}}, targets, schemac.Options{})
	var wants []want
	for i := range set.Results {
		r := &set.Results[i]
		// generate writes the members of a tool in the usual order, whatever the
		// author's was.
		r.Tool.Order = nil
		slices.SortFunc(r.Tool.Extra, func(a, b ast.Raw) int { return strings.Compare(a.Name, b.Name) })
		schema, _ := json.Marshal(json.RawMessage(r.Schema))
		w := want{Name: r.Tool.Name, Target: r.Target.ID, Schema: string(schema), Request: string(r.EmitTool(nil, "")),
			Strict: r.Strict, HasStrict: r.HasStrict, Loss: uint8(r.Verdict), Args: `{"query":"go","language":null,"limit":null,"pickup":{"kind":"delivery","address":"x","date":null}}`}
		if r.Plan != nil {
			w.Plan = string(r.Plan.AppendJSON(nil))
		}
		restored, err := r.Plan.Restore([]byte(w.Args))
		if err != nil {
			t.Fatal(err)
		}
		w.Restored = string(restored)
		wants = append(wants, w)
	}
	text, err := json.Marshal(wants)
	if err != nil {
		t.Fatal(err)
	}
	var sorted []schemac.Result
	for _, name := range []string{"rate_book", "reserve_book", "search_books"} {
		for _, r := range set.Results {
			if r.Tool.Name == name && r.Target == &target.Google {
				sorted = append(sorted, r)
			}
		}
	}
	dir := module(t, map[string]string{
		"tools/generate.go":   "// Package tools are the tools of the library.\npackage tools\n\n//go:generate go tool schemac generate -q -t openai-strict,google,mcp -o tools_schemac.go library.json\n",
		"tools/library.json":  library,
		"tools/tools_test.go": libraryTest,
		"tools/want.json":     string(text),
		"tools/list.json":     string(schemac.EmitTools(nil, &target.Google, sorted, "")),
	})
	mustGo(t, dir, "generate", "./...")
	generated := filepath.Join(dir, "tools", "tools_schemac.go")
	before := read(t, generated)
	if out, err := exec.Command("gofmt", "-l", generated).CombinedOutput(); err == nil && len(out) > 0 {
		t.Errorf("gofmt would change it: %s", out)
	}
	if got := strings.TrimSpace(mustGo(t, dir, "list", "-f", "{{join .Imports \" \"}}", "./tools")); got != "github.com/schemac/schemac/restore" {
		t.Errorf("it imports %s", got)
	}
	mustGo(t, dir, "vet", "./...")
	test := []string{"test", "./..."}
	if out, _ := goRun(t, dir, "env", "CGO_ENABLED"); strings.TrimSpace(out) == "1" {
		if _, err := exec.LookPath("gcc"); err == nil {
			test = []string{"test", "-race", "-run", "AsTheAPI", "./..."}
			mustGo(t, dir, "test", "-run", "Allocs", "./...")
		}
	}
	mustGo(t, dir, test...)
	mustGo(t, dir, "test", "-c", "-o", "tools.test", "./tools")
	for line := range strings.Lines(mustGo(t, dir, "tool", "nm", "tools.test")) {
		if f := strings.Fields(line); len(f) > 2 && strings.HasPrefix(f[2], "example.com/app/tools.init") {
			t.Errorf("it is initialised when the program starts: %s", line)
		}
	}

	// A file that is up to date is left alone.
	info, err := os.Stat(generated)
	if err != nil {
		t.Fatal(err)
	}
	mustGo(t, dir, "generate", "./...")
	if again, err := os.Stat(generated); err != nil || !os.SameFile(info, again) || again.ModTime() != info.ModTime() {
		t.Errorf("it was written again: %v", err)
	}
	check := []string{"tool", "schemac", "generate", "--check", "-q", "-t", "openai-strict,google,mcp", "--package", "tools", "-o", "tools/tools_schemac.go", "tools/library.json"}
	if out, code := goRun(t, dir, check...); code != 0 || out != "" {
		t.Errorf("exit code %d: %s", code, out)
	}
	write(t, dir, map[string]string{"tools/tools_schemac.go": strings.Replace(before, "rate_book", "rate-book", 1)})
	line := 1 + strings.Count(before[:strings.Index(before, "rate_book")], "\n")
	out, code := goRun(t, dir, check...)
	if diff := cmp.Diff("tools/tools_schemac.go: is stale from line "+itoa(line)+" on\n", out); code != 5 || diff != "" {
		t.Errorf("exit code %d\n%s", code, diff)
	}
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }
