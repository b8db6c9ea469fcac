package schemac_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// sources are n lists of tools, every third tool broken in another way.
func sources(n int) []schemac.Source {
	broken := []string{`{"type":}`, `3`, `{"$ref":"#/nope"}`, `{"a":1,"a":2}`}
	var out []schemac.Source
	for i := range n {
		var b strings.Builder
		b.WriteString(`{"tools":[`)
		for j := range 20 {
			if j > 0 {
				b.WriteByte(',')
			}
			schema := fmt.Sprintf(`{"type":"object","properties":{"p%d":{"type":"string","format":"uri"},"q":{"enum":["a","b"]}},"required":["q"]}`, j)
			if j%3 == 2 {
				schema = broken[(i+j)%len(broken)]
			}
			fmt.Fprintf(&b, `{"name":"tool_%d_%d","inputSchema":%s}`, i, j, schema)
		}
		b.WriteString(`]}`)
		out = append(out, schemac.Source{Name: fmt.Sprintf("list%d.json", i), Text: b.String()})
	}
	return out
}

// show is everything of a result that a caller sees.
func show(r *schemac.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s %v %v %v %s\n", r.Tool.Source.Name, r.Tool.Name, r.Target.ID, r.Strict, r.HasStrict, r.Verdict, r.Schema)
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		fmt.Fprintf(&b, "  %s %s %q %v\n", d.Code, d.Error(), d.Tool, d.Loss)
	}
	return b.String()
}

// One broken tool never fails the others, and the order of the results is that
// of the arguments whatever the number of workers.
func TestCompileTools(t *testing.T) {
	in := append(sources(9), schemac.Source{Name: "gone.json", Err: errors.New("no such file")}, schemac.Source{Name: "empty.json"})
	var want []string
	for _, workers := range []int{1, 2, 7, 0} {
		set := schemac.CompileTools(in, target.All, schemac.Options{Workers: workers})
		if n := (9*20 + 2) * len(target.All); len(set.Results) != n {
			t.Fatalf("%d results, want %d", len(set.Results), n)
		}
		var got []string
		for i := range set.Results {
			r := &set.Results[i]
			got = append(got, show(r))
			if r.Target != target.All[i%len(target.All)] {
				t.Fatalf("result %d is for %s", i, r.Target.ID)
			}
			if (r.Schema == nil) != (r.Verdict&diag.Rejected != 0) {
				t.Errorf("%s has the schema %s", got[i], r.Schema)
			}
			if r.Schema != nil && !json.Valid(r.Schema) {
				t.Errorf("%s is not JSON", r.Schema)
			}
			if broken := i < 9*20*len(target.All) && i/len(target.All)%20%3 == 2 || i >= 9*20*len(target.All); broken != (r.Schema == nil) {
				t.Errorf("broken is %v: %s", broken, got[i])
			}
			if r.Schema == nil && len(r.Diagnostics) == 0 {
				t.Errorf("rejected in silence: %s", got[i])
			}
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%d workers\n%s", workers, diff)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	if _, err := schemac.Compile([]byte(`{}`), "nope", schemac.Options{}); err == nil || !strings.Contains(err.Error(), target.Names()) {
		t.Errorf("unknown target: %v", err)
	}
	for text, want := range map[string]diag.Code{
		``: diag.EmptyInput, `{`: diag.SyntaxError, `[]`: diag.NotASchema, `{"a":1,"a":1}`: diag.DuplicateMember,
	} {
		r, err := schemac.Compile([]byte(text), "mcp", schemac.Options{})
		var d *diag.Diagnostic
		if r != nil || !errors.As(err, &d) || d.Code != want {
			t.Errorf("%q: %v %v", text, r, err)
		}
	}
	r, err := schemac.Compile([]byte(`{"$ref":"#/nope"}`), "mcp", schemac.Options{})
	if err != nil || r.Verdict != diag.Rejected || r.Schema != nil || len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != diag.RefDangling {
		t.Errorf("%v %v", r, err)
	}
}

// A result shares nothing that is written to: the source may change and results
// may be read at the same time.
func TestCompileOwnsItsBytes(t *testing.T) {
	in := []byte(`{"type":"object","properties":{}}`)
	r, err := schemac.Compile(in, "mcp", schemac.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := bytes.Clone(r.Schema)
	for i := range in {
		in[i] = 'x'
	}
	if !bytes.Equal(r.Schema, want) {
		t.Errorf("%s, want %s", r.Schema, want)
	}
}

func TestContractStrict(t *testing.T) {
	const plain = `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`
	const open = `{"type":"object","properties":{"a":{}}}`
	for _, c := range []struct {
		name, schema, target string
		opt                  schemac.Options
		strict               bool
		codes                []diag.Code
	}{
		{"S10 achieved", plain, "openai-strict", schemac.Options{}, true, nil},
		{"S10 not achieved", open, "openai-strict", schemac.Options{}, false, []diag.Code{diag.Unrepresentable, diag.StrictFallback}},
		{"S10 off", plain, "openai-strict", schemac.Options{Strict: schemac.StrictOff}, false, []diag.Code{diag.StrictOff}},
		{"S10 off globally", plain, "openai-strict", schemac.Options{NoStrict: true}, false, []diag.Code{diag.StrictOff}},
		{"S10 required and achieved", plain, "openai-strict", schemac.Options{Strict: schemac.StrictRequire}, true, nil},
		{"S10 required of an open object", open, "openai-strict", schemac.Options{Strict: schemac.StrictRequire}, true, []diag.Code{diag.AnyToJSON, diag.OptionalToNull, diag.ObjectClosed}},
		{"S10 required and off globally", plain, "openai-strict", schemac.Options{Strict: schemac.StrictRequire, NoStrict: true}, false, []diag.Code{diag.StrictOff, diag.StrictRequired}},
		{"S10 required of a target that never is", plain, "openai-responses", schemac.Options{Strict: schemac.StrictRequire}, false, []diag.Code{diag.StrictRequired}},
		{"S10 required of a target without the flag", plain, "mcp", schemac.Options{Strict: schemac.StrictRequire}, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := schemac.Compile([]byte(c.schema), c.target, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			var codes []diag.Code
			for i := range r.Diagnostics {
				codes = append(codes, r.Diagnostics[i].Code)
			}
			if diff := cmp.Diff(c.codes, codes); diff != "" || r.Strict != c.strict {
				t.Errorf("strict %v, want %v\n%s", r.Strict, c.strict, diff)
			}
			if !r.Strict && c.target == "openai-strict" && string(r.Schema) != c.schema {
				t.Errorf("S9: %s", r.Schema)
			}
			list := string(schemac.EmitTools(nil, r.Target, []schemac.Result{*r}, ""))
			if r.HasStrict && !strings.Contains(list, fmt.Sprintf(`"strict":%v`, c.strict)) {
				t.Errorf("the envelope says %s", list)
			}
		})
	}
}

func TestEmitTools(t *testing.T) {
	set := schemac.CompileTools([]schemac.Source{{Name: "x", Text: `[{"name":"a","inputSchema":true},{"name":"b","inputSchema":3},{"type":"object"}]`}},
		[]*target.Target{&target.MCP}, schemac.Options{})
	got := string(schemac.EmitTools(nil, &target.MCP, set.Results, ""))
	want := `{"tools":[{"name":"a","inputSchema":` + string(set.Results[0].Schema) + `},{"name":"tool","inputSchema":{"type":"object"}}]}`
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := string(set.Results[0].EmitTool([]byte("> "), "")); got != `> {"name":"a","inputSchema":`+string(set.Results[0].Schema)+`}` {
		t.Error(got)
	}
}

// Nothing that a schema says can open a file or a connection: no package that a
// program links through this one can, but for what fmt and friends need.
func TestContractNoLoader(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if slices.Contains([]string{"net", "net/http", "os/exec", "plugin"}, words[0]) {
			t.Errorf("%s is linked", words[0])
		}
		if strings.HasPrefix(words[0], "github.com/schemac/") {
			for _, w := range words[1:] {
				if slices.Contains([]string{"os", "io/fs", "io/ioutil", "syscall", "path/filepath"}, w) {
					t.Errorf("%s imports %s", words[0], w)
				}
			}
		}
		if strings.Contains(words[0], "internal/judge") || strings.Contains(words[0], "santhosh") {
			t.Errorf("%s is linked: it costs every process its init", words[0])
		}
	}
}

func TestOptionsReachTheStages(t *testing.T) {
	deep := strings.Repeat(`{"items":`, 40) + `{}` + strings.Repeat(`}`, 40)
	if _, err := schemac.Compile([]byte(deep), "mcp", schemac.Options{Depth: 20}); err == nil || !strings.Contains(err.Error(), "deeper than 20") {
		t.Errorf("depth: %v", err)
	}
	r, err := schemac.Compile([]byte(`{"type":"object","nullable":true,"properties":{"a":{"type":"number","minimum":1,"exclusiveMinimum":true}}}`), "openai-responses", schemac.Options{Draft: ast.Draft04, Indent: "\t"})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(r.Schema), "\n\t\"properties\": {\n") || !strings.Contains(string(r.Schema), `"exclusiveMinimum": 1`) {
		t.Errorf("%s", r.Schema)
	}
	var done []int
	schemac.CompileTools(sources(3), []*target.Target{&target.MCP}, schemac.Options{Progress: func(n, total int) { done = append(done, 100*total+n) }})
	if diff := cmp.Diff([]int{301, 302, 303}, done); diff != "" {
		t.Error(diff)
	}
}

// EmitRequest writes tools and structured outputs as the members of a request.
func TestEmitRequest(t *testing.T) {
	const tool = `{"name":"f","inputSchema":{"type":"object","properties":{}}}`
	const format = `{"type":"json_schema","json_schema":{"name":"o","schema":{"type":"object","properties":{}}}}`
	for _, c := range []struct{ id, in, want string }{
		{"openai-chat", `[` + tool + `]`, `[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}},"strict":false}}]`},
		{"openai-chat", format, `{"response_format":{"type":"json_schema","json_schema":{"name":"o","schema":{"type":"object","properties":{}},"strict":false}}}`},
		{"google", `[` + tool + `,` + format + `]`, `{"tools":[{"functionDeclarations":[{"name":"f","parameters":{"type":"object","properties":{}}}]}],"generationConfig":{"responseMimeType":"application/json","responseSchema":{"type":"object","properties":{}}}}`},
		{"mcp", `[` + tool + `,` + format + `]`, `[{"tools":[{"name":"f","inputSchema":{"type":"object","properties":{}}}]},{"type":"object","properties":{}}]`},
		{"google", `[` + format + `,` + format + `]`, `[{"generationConfig":{"responseMimeType":"application/json","responseSchema":{"type":"object","properties":{}}}},{"generationConfig":{"responseMimeType":"application/json","responseSchema":{"type":"object","properties":{}}}}]`},
		{"openai-chat", `{"tools":[]}`, `[]`},
	} {
		to := target.Lookup(c.id)
		set := schemac.CompileTools([]schemac.Source{{Name: "in", Text: c.in}}, []*target.Target{to}, schemac.Options{})
		if diff := cmp.Diff(c.want, string(schemac.EmitRequest(nil, to, set.Results, ""))); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.id, c.in, diff)
		}
		if got := string(schemac.EmitTools(nil, to, set.Results, "")); strings.Contains(got, `"o"`) {
			t.Errorf("a structured output is among the tools: %s", got)
		}
	}
	if got := schemac.EmitRequest(nil, nil, nil, ""); got != nil {
		t.Errorf("%s", got)
	}
}
