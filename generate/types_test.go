package generate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const argsGo = `// Package args are the arguments of the tools.
package args

import "example.com/app/internal/geo"

// Search looks for
// places.
//
// The second paragraph is for programmers.
type Search struct {
	Query  string    ` + "`json:\"query\" jsonschema:\"words to look for\"`" + `
	Near   *geo.Point ` + "`json:\"near,omitempty\"`" + `
	Limit  uint8     ` + "`json:\"limit,omitempty\"`" + `
	Tags   []string  ` + "`json:\"tags,omitempty\"`" + `
	Filter *Filter   ` + "`json:\"filter,omitempty\"`" + `
	hidden int
}

// A Filter holds filters.
type Filter struct {
	Common
	Name string   ` + "`json:\"name\"`" + `
	And  []Filter ` + "`json:\"and,omitempty\"`" + `
	Not  *Filter  ` + "`json:\"not,omitempty\" jsonschema:\"what must not be\"`" + `
}

type Common struct {
	Weight float64 ` + "`json:\"weight,omitempty\"`" + `
}

type Tree struct {
	Value string          ` + "`json:\"value\"`" + `
	Kids  map[string]Tree ` + "`json:\"kids,omitempty\"`" + `
	Next  *Tree           ` + "`json:\"next,omitempty\"`" + `
}
`

const typesTestGo = `package tools_test

import (
	"strings"
	"testing"

	"example.com/app/args"
	"example.com/app/internal/geo"
	"example.com/app/tools"
)

func TestDecode(t *testing.T) {
	s, err := tools.Search.Decode(tools.OpenAIStrict, []byte(` + "`" + `{"query":"tea","near":{"lat":1.5,"lon":2},"limit":null,"tags":null,"filter":{"weight":null,"name":"a","and":[{"weight":2,"name":"b","and":null,"not":null}],"not":null}}` + "`" + `))
	if err != nil {
		t.Fatal(err)
	}
	if s.Query != "tea" || *s.Near != (geo.Point{Lat: 1.5, Lon: 2}) || s.Limit != 0 || s.Tags != nil || s.Filter.And[0].Name != "b" || s.Filter.And[0].Weight != 2 || s.Filter.Not != nil {
		t.Errorf("%+v", s)
	}
	for _, c := range [][2]string{
		{"{\"query\":\"a\",\"limit\":300}", "search: at \"/limit\": there may be at most 255"},
		{"{\"near\":null}", "search: at \"\": the member \"query\" is missing"},
		{"{\"query\":\"a\",\"more\":1}", "search: at \"/more\": there is no member of that name"},
		{"{\"query\":\"a\",\"filter\":{\"name\":\"x\",\"not\":{\"name\":3}}}", "the type must be string"},
		{"{\"query\":3}", "search: at \"/query\": the type must be string"},
		{"[", "search: not valid JSON"},
		{"{\"query\":\"a\"} {}", "search: not valid JSON: there is more than one value"},
	} {
		if _, err := tools.Search.Decode(tools.MCP, []byte(c[0])); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v, want %s", c[0], err, c[1])
		}
	}
	var tree args.Tree
	if tree, err = tools.Trees.Decode(tools.MCP, []byte(` + "`" + `{"value":"a","kids":{"k":{"value":"b","next":{"value":"c"}}}}` + "`" + `)); err != nil || tree.Kids["k"].Next.Value != "c" {
		t.Errorf("%+v %v", tree, err)
	}
	if n := testing.AllocsPerRun(100, func() { _ = tools.Trees.For(tools.MCP).Schema() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if tools.Lookup("search") != &tools.Search.Tool || tools.Search.Description() != "Search looks for places." {
		t.Errorf("%q", tools.Search.Description())
	}
}
`

// A tool is made of a Go type of the module, of an internal package as well. The
// module needs no dependency for it, and its go.mod stays as it is.
func TestTypes(t *testing.T) {
	dir := module(t, map[string]string{
		"args/args.go":         argsGo,
		"internal/geo/geo.go":  "// Package geo has places.\npackage geo\n\n// Point is a place.\ntype Point struct {\n\tLat float64 `json:\"lat\"`\n\tLon float64 `json:\"lon\"`\n}\n",
		"tools/generate.go":    "// Package tools are the tools.\npackage tools\n\n//go:generate go tool schemac generate -q --types ../args.Search --types trees=../args.Tree --types ../internal/geo.Point -t openai-strict,mcp -o tools_schemac.go\n",
		"tools/tools_test.go":  typesTestGo,
		"same/same.go":         "// Package same has type and tool in one package.\npackage same\n\n// Echo repeats.\ntype Echo struct {\n\tText string `json:\"text\"`\n}\n",
		"same/use/use.go":      "package use\n\nimport (\n\t\"example.com/app/same\"\n)\n\nvar _ = &same.EchoTool\n",
		"broken/broken.go":     "package broken\n\ntype A struct{ F func() }\n\ntype b struct{}\n",
		"broken/main/main.go":  "package main\n\ntype A struct{}\n\nfunc main() {}\n",
		"broken/syntax/syn.go": "package syntax\n\ntype A struct{\n",
	})
	mod := read(t, dir, "go.mod") + read(t, dir, "go.sum")
	mustGo(t, dir, "generate", "./...")
	mustGo(t, dir, "test", "./args/...", "./tools/...")
	if diff := cmp.Diff(mod, read(t, dir, "go.mod")+read(t, dir, "go.sum")); diff != "" {
		t.Errorf("go.mod or go.sum changed:\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(dir, "args", "schemactypes")); err == nil {
		t.Error("the temporary program is in the module")
	}

	// The schemas are in the order of the declarations.
	mustGo(t, dir, "tool", "schemac", "generate", "-q", "--lang", "json", "-t", "mcp", "-o", "json", "--types", "./args.Search,example.com/app/args.Tree")
	for name, want := range map[string]string{
		"json/search.mcp.json": `"schema":{"type":"object","properties":{"query":{"type":"string","description":"words to look for"},` +
			`"near":{"type":["null","object"],"properties":{"lat":{"type":"number"},"lon":{"type":"number"}},"required":["lat","lon"],"additionalProperties":false},` +
			`"limit":{"type":"integer","minimum":0,"maximum":255},"tags":{"type":["null","array"],"items":{"type":"string"}},` +
			`"filter":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/Filter"}]}},` +
			`"$defs":{"Filter":{"type":"object","properties":{"weight":{"type":"number"},"name":{"type":"string"},` +
			`"and":{"type":["null","array"],"items":{"$ref":"#/$defs/Filter"}},` +
			`"not":{"description":"what must not be","anyOf":[{"type":"null"},{"$ref":"#/$defs/Filter"}]}},` +
			`"required":["name"],"additionalProperties":false}},"required":["query"],"additionalProperties":false},"request"`,
		"json/tree.mcp.json": `"schema":{"type":"object","properties":{"value":{"type":"string"},"kids":{"type":"object","additionalProperties":{"$ref":"#"}},` +
			`"next":{"anyOf":[{"type":"null"},{"$ref":"#"}]}},"required":["value"],"additionalProperties":false},"request"`,
	} {
		got := strings.Join(strings.Fields(read(t, dir, name)), "")
		if !strings.Contains(got, strings.Join(strings.Fields(want), "")) {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}

	// Type and generated code in one package.
	mustGo(t, dir, "tool", "schemac", "generate", "-q", "-t", "mcp", "--package", "same", "-o", "same/tools_schemac.go", "--types", "echo_tool=./same.Echo")
	mustGo(t, dir, "vet", "./same/...")

	for spec, want := range map[string]string{
		"./broken.A":        "type func() is unsupported",
		"./broken.b":        "is not exported",
		"./broken.Missing":  "undefined: of.Missing",
		"./broken/main.A":   "is a program",
		"./broken/syntax.A": "syntax error",
		"./nowhere.A":       "nowhere",
		"broken":            "use ./pkg.Type",
	} {
		out, code := goRun(t, dir, "tool", "schemac", "generate", "-t", "mcp", "-o", "x/x.go", "--types", spec)
		if code == 0 || !strings.Contains(out, want) || strings.Contains(out, "panic") {
			t.Errorf("%s: exit code %d, %s\nwant %s", spec, code, out, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("something was written")
	}
}
