package schemac_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

// tool is a tool with so many optional properties and so many required ones that
// are unions.
func toolJSON(name string, optional, unions int) string {
	var props, required []string
	for i := range optional {
		props = append(props, fmt.Sprintf(`"o%d":{"type":"string"}`, i))
	}
	for i := range unions {
		props = append(props, fmt.Sprintf(`"u%d":{"type":["string","null"]}`, i))
		required = append(required, fmt.Sprintf(`"u%d"`, i))
	}
	return fmt.Sprintf(`{"name":%q,"input_schema":{"type":"object","properties":{%s},"required":[%s],"additionalProperties":false}}`,
		name, strings.Join(props, ","), strings.Join(required, ","))
}

func compileSet(t *testing.T, id string, opt schemac.Options, tools ...string) *schemac.ToolSet {
	t.Helper()
	return schemac.CompileTools([]schemac.Source{{Name: "tools.json", Text: "[" + strings.Join(tools, ",") + "]"}},
		[]*target.Target{target.Lookup(id)}, opt)
}

func strictOnes(set *schemac.ToolSet) string {
	var out []string
	for i := range set.Results {
		if set.Results[i].Strict {
			out = append(out, set.Results[i].Tool.Name)
		}
	}
	return strings.Join(out, " ")
}

func TestBudgets(t *testing.T) {
	many := func(n, optional, unions int) (tools []string) {
		for i := range n {
			tools = append(tools, toolJSON(fmt.Sprintf("t%02d", i), optional, unions))
		}
		return tools
	}
	for _, c := range []struct {
		name, target string
		tools        []string
		want         string
	}{
		{"all fit", "anthropic-strict", []string{toolJSON("a", 12, 8), toolJSON("b", 12, 8)}, "a b"},
		{"the dear one goes", "anthropic-strict", []string{toolJSON("a", 20, 0), toolJSON("b", 5, 0), toolJSON("c", 12, 0)}, "b c"},
		{"the first by name of equals stays", "anthropic-strict", []string{toolJSON("a", 13, 0), toolJSON("b", 13, 0)}, "a"},
		{"unions", "anthropic-strict", []string{toolJSON("a", 0, 10), toolJSON("b", 0, 10), toolJSON("c", 0, 6)}, "a c"},
		{"one alone is too dear", "anthropic-strict", []string{toolJSON("a", 25, 0), toolJSON("b", 24, 0)}, "b"},
		{"twenty tools", "anthropic-strict", many(22, 1, 0), "t00 t01 t02 t03 t04 t05 t06 t07 t08 t09 t10 t11 t12 t13 t14 t15 t16 t17 t18 t19"},
		{"a broken tool costs nothing", "anthropic-strict", []string{`{"name":"bad","input_schema":7}`, toolJSON("a", 24, 0)}, "a"},
		{"one flag for all", "cerebras", []string{toolJSON("a", 1, 0), `{"name":"m","input_schema":{"type":"object","additionalProperties":{"type":"string"}}}`}, ""},
		{"one flag for all, all strict", "cerebras", []string{toolJSON("a", 1, 0), toolJSON("b", 0, 1)}, "a b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := compileSet(t, c.target, schemac.Options{}, c.tools...)
			if got := strictOnes(set); got != c.want {
				t.Errorf("strict: %q, want %q", got, c.want)
			}
			for i := range set.Results {
				r := &set.Results[i]
				demoted := strings.Contains(codes(r), string(diag.BudgetExceeded))
				if demoted && (r.Strict || r.Verdict&diag.Fallback == 0 || r.Schema == nil) {
					t.Errorf("%s is demoted: strict %v, verdict %s, schema %s", r.Tool.Name, r.Strict, r.Verdict, r.Schema)
				}
				for _, d := range r.Diagnostics {
					if d.Code == diag.AuditFailed {
						t.Errorf("%s: %s", r.Tool.Name, d.Message())
					}
				}
			}
		})
	}
}

func TestBudgetReport(t *testing.T) {
	set := compileSet(t, "anthropic-strict", schemac.Options{}, toolJSON("a", 20, 1), toolJSON("b", 6, 2))
	var got []string
	for i := range set.Results {
		for _, d := range set.Results[i].Diagnostics {
			got = append(got, d.Tool+": "+d.Message())
		}
	}
	want := []string{"b: strict mode is off for this tool: the strict tools of the request would have 26 of 24 optional properties; this one has 6 optional properties and 2 unions"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	usage := set.Usage()
	if len(usage) != 1 {
		t.Fatalf("%d targets", len(usage))
	}
	u := usage[0]
	u.Target = nil
	want2 := schemac.Usage{Tools: 2, Strict: 1, Demoted: 1,
		All:        target.Counts{Properties: 29, Depth: 1, NameChars: 68, Bytes: u.All.Bytes, Optional: 26, Unions: 3},
		StrictOnly: target.Counts{Properties: 21, Depth: 1, NameChars: 52, Bytes: u.StrictOnly.Bytes, Optional: 20, Unions: 1}}
	if diff := cmp.Diff(want2, u); diff != "" {
		t.Error(diff)
	}
	set = compileSet(t, "anthropic-strict", schemac.Options{Strict: schemac.StrictRequire}, toolJSON("a", 20, 0), toolJSON("b", 6, 0))
	if got := codes(&set.Results[1]); got != "budget-exceeded strict-required" {
		t.Errorf("with StrictRequire: %s", got)
	}
}

// Each target of several has a budget of its own, and so has each compilation.
func TestBudgetsByTarget(t *testing.T) {
	set := schemac.CompileTools([]schemac.Source{{Name: "tools.json", Text: "[" + toolJSON("a", 13, 0) + "," + toolJSON("b", 13, 0) + "]"}},
		[]*target.Target{target.Lookup("openai"), target.Lookup("anthropic-strict")}, schemac.Options{})
	var got []string
	for i := range set.Results {
		r := &set.Results[i]
		got = append(got, fmt.Sprintf("%s %s %v", r.Tool.Name, r.Target.ID, r.Strict))
	}
	want := []string{"a openai true", "a anthropic-strict true", "b openai true", "b anthropic-strict false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What is too much for a request, and what a provider refuses around a schema,
// is reported and nothing is cut.
func TestToolLimits(t *testing.T) {
	tools := []string{`{"name":"ok","description":"","input_schema":{"type":"object"}}`, `{"name":"a b","input_schema":{"type":"object"}}`}
	for i := range 127 {
		tools = append(tools, toolJSON(fmt.Sprintf("t%d", i), 0, 0))
	}
	set := compileSet(t, "openai-chat", schemac.Options{}, tools...)
	var got []string
	for _, d := range set.Diagnostics {
		got = append(got, d.Message())
	}
	if diff := cmp.Diff([]string{"there are 129 tools; the target takes 128 (openai-chat) a request"}, got); diff != "" {
		t.Error(diff)
	}
	if got := codes(&set.Results[1]); !strings.Contains(got, string(diag.ToolName)) {
		t.Errorf("a name with a space: %s", got)
	}
	if got := codes(&set.Results[0]); strings.Contains(got, string(diag.ToolName)) {
		t.Errorf("a good name: %s", got)
	}
	set = compileSet(t, "bedrock", schemac.Options{}, tools[0])
	if got := string(schemac.EmitTools(nil, target.Lookup("bedrock"), set.Results, "")); got != `{"toolConfig":{"tools":[{"toolSpec":{"name":"ok","inputSchema":{"json":{"type":"object"}}}}]}}` {
		t.Error(got)
	}
	set = compileSet(t, "bedrock-strict", schemac.Options{}, tools[0])
	if got := string(schemac.EmitTools(nil, target.Lookup("bedrock-strict"), set.Results, "")); got != `{"toolConfig":{"tools":[{"toolSpec":{"name":"ok","inputSchema":{"json":{"type":"object","additionalProperties":false}},"strict":true}}]}}` {
		t.Error(got)
	}
	if got := codes(&set.Results[0]); !strings.Contains(got, string(diag.ToolDescription)) {
		t.Errorf("an empty description: %s", got)
	}
	set = compileSet(t, "llama-cpp", schemac.Options{}, `{"name":"a","input_schema":{"type":"object","description":"`+strings.Repeat("x", 90_000)+`"}}`)
	if len(set.Diagnostics) != 1 || set.Diagnostics[0].Code != diag.ToolBytes {
		t.Errorf("a large tool: %v", set.Diagnostics)
	}
}

// A strict target with a plain form takes that when strict mode is off.
func TestPlainForm(t *testing.T) {
	in := `{"type":"object","properties":{"a":{"type":"string"}},"oneOf":[{"required":["a"]}]}`
	res, err := schemac.Compile([]byte(in), "openai", schemac.Options{Strict: schemac.StrictOff})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"a":{"type":"string"}},"description":"{anyOf: required [a]}"}`
	if string(res.Schema) != want || res.Strict || codes(res) != "strict-off one-of-to-any-of root-flattened" {
		t.Errorf("%s strict %v (%s)", res.Schema, res.Strict, codes(res))
	}
	// What the plain form gives up may be all that is in the way.
	in = `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false,"anyOf":[{"uniqueItems":true},{"propertyNames":{"maxLength":3}}]}`
	res, err = schemac.Compile([]byte(in), "openai", schemac.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !res.Strict {
		t.Errorf("not strict: %s (%s)", res.Schema, codes(res))
	}
}

// TestStrictToolSpec reads a request with the strict flag in its toolSpec and
// writes it back byte for byte, with the flag that was achieved.
func TestStrictToolSpec(t *testing.T) {
	tg := target.Lookup("bedrock-strict")
	for _, text := range []string{
		`{"toolConfig":{"tools":[{"toolSpec":{"name":"a","description":"A.","inputSchema":{"json":{"type":"object","additionalProperties":false}},"strict":true}}]}}`,
		`{"toolConfig":{"tools":[{"toolSpec":{"strict":false,"name":"a","inputSchema":{"json":{"type":"object","additionalProperties":true}}}}]}}`,
	} {
		found, err := parse.Find(&ast.Source{Name: "t.json", Text: text}, nil)
		if err != nil || len(found) != 1 || !found[0].HasStrict || found[0].Strict != strings.Contains(text, "true}}]") {
			t.Errorf("%s is read as %+v, %v", text, found, err)
		}
		set := schemac.CompileTools([]schemac.Source{{Name: "t.json", Text: text}}, []*target.Target{tg}, schemac.Options{})
		if got := string(schemac.EmitTools(nil, tg, set.Results, "")); got != text {
			t.Errorf("%s\nis written as %s", text, got)
		}
	}
}
