package parse

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// seen is what a test compares of a Found: "name schema", or "name !code" if it
// is broken, with the description and the other members behind it.
func seen(f *Found) string {
	s := f.Name
	if !f.HasName {
		s = "-"
	}
	switch {
	case f.Err != nil:
		s += " !" + string(f.Err.Code)
	case f.Schema == (ast.Span{}):
		s += " none"
	default:
		s += " " + f.Source.Slice(f.Schema)
	}
	if f.HasDescription {
		s += fmt.Sprintf(" %q", f.Description)
	}
	if f.HasStrict {
		s += fmt.Sprintf(" strict=%v", f.Strict)
	}
	for _, e := range f.Extra {
		s += " +" + e.Name + "=" + string(e.JSON)
	}
	return s
}

func findAll(t *testing.T, text string) (found []string, said []string, err error) {
	t.Helper()
	src := &ast.Source{Name: "test.json", Text: text}
	fs, err := Find(src, func(d diag.Diagnostic) { said = append(said, string(d.Code)) })
	for i := range fs {
		found = append(found, seen(&fs[i]))
	}
	return found, said, err
}

func TestFindForms(t *testing.T) {
	const s = `{"type":"object"}`
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"MCP list", `{"tools":[{"name":"a","description":"A","inputSchema":` + s + `,"title":"T","annotations":{"readOnlyHint":true}}]}`,
			[]string{`a ` + s + ` "A" +title="T" +annotations={"readOnlyHint":true}`}},
		{"MCP with members beside it", `{"server":"x","version":"1","tools":[{"name":"a","inputSchema":` + s + `},{"name":"b","inputSchema":true}]}`,
			[]string{`a ` + s, `b true`}},
		{"MCP in JSON-RPC", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":` + s + `}],"nextCursor":"c"}}`, []string{`a ` + s}},
		{"JSON-RPC batch", `[{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":` + s + `}]}},{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"b","inputSchema":` + s + `}]}}]`,
			[]string{`a ` + s, `b ` + s}},
		{"array of tools", `[{"name":"a","inputSchema":` + s + `},{"name":"b","input_schema":` + s + `,"cache_control":{"type":"ephemeral"}}]`,
			[]string{`a ` + s, `b ` + s + ` +cache_control={"type":"ephemeral"}`}},
		{"one tool", `{"name":"a","input_schema":` + s + `}`, []string{`a ` + s}},
		{"chat", `[{"type":"function","function":{"name":"a","description":"A","parameters":` + s + `,"strict":true}}]`, []string{`a ` + s + ` "A" strict=true`}},
		{"chat, members on both levels", `[{"type":"function","function":{"name":"a","x":1,"parameters":` + s + `},"y":2}]`, []string{`a ` + s + ` +x=1 +y=2`}},
		{"responses", `[{"type":"function","name":"a","parameters":` + s + `,"strict":false}]`, []string{`a ` + s + ` strict=false`}},
		{"request with format", `{"model":"m","messages":[{"role":"user","content":"{"}],"tools":[{"type":"function","function":{"name":"a","parameters":` + s + `}}],"response_format":{"type":"json_schema","json_schema":{"name":"out","strict":true,"schema":` + s + `}}}`,
			[]string{`a ` + s, `out ` + s + ` strict=true`}},
		{"responses request", `{"model":"m","input":"hi","tools":[{"type":"function","name":"a","parameters":` + s + `}],"text":{"format":{"type":"json_schema","name":"out","schema":` + s + `}}}`,
			[]string{`a ` + s, `out ` + s}},
		{"response format alone", `{"type":"json_schema","json_schema":{"name":"out","schema":` + s + `}}`, []string{`out ` + s}},
		{"flat response format alone", `{"type":"json_schema","name":"out","schema":` + s + `}`, []string{`out ` + s}},
		{"batch line", `{"custom_id":"1","method":"POST","url":"/v1","body":{"model":"m","tools":[{"type":"function","function":{"name":"a","parameters":` + s + `}}]}}`, []string{`a ` + s}},
		{"legacy functions", `{"model":"m","functions":[{"name":"a","parameters":` + s + `}]}`, []string{`a ` + s}},
		{"declarations", `{"functionDeclarations":[{"name":"a","parameters":{"type":"OBJECT"}}]}`, []string{`a {"type":"OBJECT"}`}},
		{"declarations, snake case, in tools", `{"contents":[],"tools":[{"function_declarations":[{"name":"a","parameters_json_schema":` + s + `}]},{"googleSearch":{}}]}`, []string{`a ` + s}},
		{"declarations, JSON schema", `[{"functionDeclarations":[{"name":"a","parametersJsonSchema":` + s + `,"behavior":"BLOCKING"}]}]`, []string{`a ` + s + ` +behavior="BLOCKING"`}},
		{"tool spec", `{"toolConfig":{"tools":[{"toolSpec":{"name":"a","description":"A","inputSchema":{"json":` + s + `}}},{"cachePoint":{"type":"default"}}]}}`, []string{`a ` + s + ` "A"`}},
		{"one tool spec", `{"toolSpec":{"name":"a","inputSchema":{"json":` + s + `}}}`, []string{`a ` + s}},
		{"bare schema", s, []string{`- ` + s}},
		{"boolean schema", ` true `, []string{`- true`}},
		{"empty schema", `{}`, []string{`- {}`}},
		{"array of schemas", `[{"type":"string"},true,{"name":"a","inputSchema":` + s + `}]`, []string{`- {"type":"string"}`, `- true`, `a ` + s}},
		{"schema in a list of tools", `{"tools":[{"title":"T","type":"object","properties":{}}]}`, []string{`- {"title":"T","type":"object","properties":{}}`}},
		{"NDJSON", `{"name":"a","inputSchema":` + s + "}\n\n" + s + "\r\n" + `{"tools":[{"name":"b","inputSchema":true}]}`, []string{`a ` + s, `- ` + s, `b true`}},
		{"no parameters", `{"tools":[{"name":"a"},{"name":"b","inputSchema":null},{"type":"function","name":"c"},{"type":"function","function":{"name":"d"}}]}`,
			[]string{`a none`, `b none`, `c none`, `d none`}},
		{"built-in tools", `{"tools":[{"type":"web_search"},{"type":"bash_20250124","name":"bash"},{"name":"a","input_schema":` + s + `}]}`, []string{`a ` + s}},
		{"escaped names", "[{\"n\\u0061me\":\"a\\n\\u00e9\",\"input\\u0053chema\":" + s + "}]", []string{"a\né " + s}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := findAll(t, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A schema is a schema whatever its members and properties are called.
func TestFindSchemaWins(t *testing.T) {
	for _, text := range []string{
		`{"type":"object","properties":{"tools":{"type":"array"}}}`,
		`{"type":"object","properties":{"name":{"type":"string"},"parameters":{"type":"object"}}}`,
		`{"properties":{},"tools":[{"name":"a","inputSchema":{}}]}`,
		`{"type":"object","name":"x","parameters":{"type":"object"}}`,
		`{"type":["object","null"],"name":"x","inputSchema":{}}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{}},"function":{"name":"x","parameters":{}}}`,
		`{"tools":1}`,
		`{"tools":{"type":"array"}}`,
		`{"result":{"tools":1}}`,
		`{"function":{}}`,
		`{"name":"just an unknown member"}`,
		`{"parameters":[1]}`,
		`{"description":"anything","text":{"format":{"type":"x"}}}`,
		`{"anyOf":[{"name":"a","inputSchema":{}}],"functionDeclarations":[]}`,
	} {
		got, said, err := findAll(t, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff([]string{"- " + text}, got); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
		if len(said) > 0 {
			t.Errorf("%s: said %v", text, said)
		}
	}
}

func TestContract(t *testing.T) {
	t.Run("U2 a broken tool is set aside", func(t *testing.T) {
		const s = `{"type":"object"}`
		deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
		for _, c := range []struct {
			name, tool, want string
			code             diag.Code // of the parser, if Find does not see it
		}{
			{"syntax in the schema", `{"name":"bad","inputSchema":{"type":}}`, `bad {"type":}`, diag.SyntaxError},
			{"syntax in the tool", `{"name":"bad" "inputSchema":{}}`, `- !syntax-error`, ""},
			{"duplicate in the schema", `{"name":"bad","inputSchema":{"a":1,"a":2}}`, `bad {"a":1,"a":2}`, diag.DuplicateMember},
			{"duplicate in the tool", `{"name":"bad","inputSchema":{},"name":"c"}`, `bad !duplicate-member`, ""},
			{"duplicate in the function", `{"type":"function","function":{"name":"bad","parameters":{},"parameters":{}}}`, `bad !duplicate-member`, ""},
			{"lone surrogate", `{"name":"bad","inputSchema":{"title":"\ud800"}}`, `bad {"title":"\ud800"}`, diag.InvalidUTF8},
			{"lone surrogate in the name", `{"name":"\ud800","inputSchema":{}}`, `- !invalid-utf8`, ""},
			{"not a schema", `{"name":"bad","inputSchema":3}`, `bad 3`, diag.NotASchema},
			{"not a schema, string", `{"name":"bad","parameters":"x"}`, `bad "x"`, diag.NotASchema},
			{"name is a number", `{"name":5,"inputSchema":{}}`, `- !no-tools`, ""},
			{"no name", `{"description":"d","x":1}`, `- !no-tools`, ""},
			{"an empty function", `{"type":"function","function":{}}`, `- !no-tools`, ""},
			{"a number", `7`, `- !no-tools`, ""},
			{"null", `null`, `- !no-tools`, ""},
			{"rubbish", `nope`, `- !no-tools`, ""},
			{"deep schema", `{"name":"bad","inputSchema":{"default":` + deep + `}}`, `bad {"default":` + deep + `}`, diag.TooDeep},
			{"deep annotation", `{"name":"bad","inputSchema":{},"_meta":` + deep + `}`, `bad !too-deep`, ""},
			{"broken annotation", `{"name":"bad","inputSchema":{},"_meta":{"a":01}}`, `bad !syntax-error`, ""},
		} {
			t.Run(c.name, func(t *testing.T) {
				text := `{"tools":[{"name":"first","inputSchema":` + s + `},` + c.tool + `,{"name":"last","inputSchema":` + s + `}]}`
				got, _, err := findAll(t, text)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff([]string{"first " + s, c.want, "last " + s}, got); diff != "" {
					t.Fatal(diff)
				}
				var said []diag.Diagnostic
				tools, err := Tools(&ast.Source{Name: "x", Text: text}, Options{}, func(d diag.Diagnostic) { said = append(said, d) })
				if err != nil || len(tools) != 3 || tools[0].Doc == nil || tools[1].Doc != nil || tools[2].Doc == nil {
					t.Fatalf("%v %v", tools, err)
				}
				if len(said) != 1 || c.code != "" && said[0].Code != c.code || said[0].Severity != diag.Error {
					t.Errorf("said %v", said)
				}
				if c.code != "" && said[0].Tool != "bad" {
					t.Errorf("the diagnostic is for tool %q", said[0].Tool)
				}
			})
		}
	})
	t.Run("U2 what cannot be read is an error", func(t *testing.T) {
		for _, c := range []struct {
			text string
			code diag.Code
			at   string
		}{
			{``, diag.EmptyInput, "x:1:1"},
			{" \n ", diag.EmptyInput, ""},
			{`{"tools":[`, diag.SyntaxError, "x:1:11"},
			{`{"tools":[}`, diag.SyntaxError, "x:1:11"},
			{`{"tools":[{"name":"a"}],}`, diag.SyntaxError, "x:1:24"},
			{"\ufeff{}", diag.ByteOrderMark, "x:1:1"},
			{`{} {}`, diag.TrailingData, "x:1:4"},
			{"{\n}\n{}", diag.TrailingData, "x:3:1"},
			{`3`, diag.NotASchema, "x:1:1"},
			{`"a"`, diag.NotASchema, "x:1:1"},
			{`null`, diag.NotASchema, "x:1:1"},
			{`{"tools":[],"tools":[]}`, diag.DuplicateMember, "x:1:13"},
			{`{"jsonrpc":"2.0","id":1,"error":{"code":-1}}`, diag.NoTools, "x:1:1"},
			{`{"model":"m","messages":[]}`, diag.NoTools, "x:1:1"},
		} {
			_, err := Find(&ast.Source{Name: "x", Text: c.text}, func(diag.Diagnostic) {})
			d, ok := err.(*diag.Diagnostic)
			if !ok || d.Code != c.code {
				t.Errorf("%q: %v, want %s", c.text, err, c.code)
				continue
			}
			if at := diag.Locate(d.Source, d.Span.Start).String(); c.at != "" && at != c.at {
				t.Errorf("%q: at %s, want %s", c.text, at, c.at)
			}
		}
	})
	t.Run("U2 a broken line of NDJSON is set aside", func(t *testing.T) {
		for _, bad := range []string{`{"name":"x","inputSchema":{`, `{"name":`, `{]`, `{"type":"string"} 1`} {
			for _, text := range []string{
				bad + "\n" + `{"name":"a","inputSchema":{}}` + "\n",
				`{"name":"a","inputSchema":{}}` + "\n" + bad + "\n",
			} {
				var said []diag.Diagnostic
				tools, err := Tools(&ast.Source{Name: "x", Text: text}, Options{}, func(d diag.Diagnostic) { said = append(said, d) })
				if err != nil {
					t.Errorf("%q: %v", text, err)
					continue
				}
				if len(tools) != 2 || (tools[0].Doc == nil) == (tools[1].Doc == nil) || len(said) != 1 {
					t.Errorf("%q: %v %v", text, tools, said)
				}
			}
		}
	})
}

func TestFindReports(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{`[{"name":"a","inputSchema":{}},{"name":"a","inputSchema":{}}]`, []string{"duplicate-tool"}},
		{"{\"name\":\"a\",\"inputSchema\":{}}\n{\"name\":\"a\",\"inputSchema\":{}}", []string{"duplicate-tool"}},
		{`{"tools":[]}`, []string{"no-tools"}},
		{`[]`, []string{"no-tools"}},
		{`{"tools":[{"type":"web_search"}]}`, []string{"tool-skipped"}},
		{`[{"name":"a","parameters":{},"parametersJsonSchema":{}}]`, []string{"member-ignored"}},
		{`[{"name":"a","parameters":{},"description":3}]`, []string{"keyword-malformed"}},
		{`{"server":01,"tools":[{"name":"a","inputSchema":{}}]}`, []string{"syntax-error"}},
	} {
		_, said, err := findAll(t, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if diff := cmp.Diff(c.want, said); diff != "" {
			t.Errorf("%s\n%s", c.text, diff)
		}
	}
}

func TestFindNDJSONLines(t *testing.T) {
	src := &ast.Source{Name: "x.ndjson", Text: "{\"name\":\"a\",\"inputSchema\":{}}\n\n  {\"name\":\"b\",\"inputSchema\":3}\n"}
	var said []diag.Diagnostic
	if _, err := Tools(src, Options{}, func(d diag.Diagnostic) { said = append(said, d) }); err != nil {
		t.Fatal(err)
	}
	if len(said) != 1 {
		t.Fatal(said)
	}
	got := diag.Locate(said[0].Source, said[0].Span.Start)
	if diff := cmp.Diff(diag.Place{Source: "x.ndjson", Line: 3, Column: 29, Pointer: "/inputSchema"}, got); diff != "" {
		t.Error(diff)
	}
}

// Every tool of the real lists is found, with the schema that another JSON
// reader sees there.
func TestFindCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../shared/corpus/mcp/*.json")
	if len(files) == 0 {
		t.Skip("the corpus ../shared/corpus/mcp is not there")
	}
	total := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Tools []struct {
				Name        string
				InputSchema json.RawMessage
			}
		}
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		found, err := Find(&ast.Source{Name: name, Text: string(text)}, func(d diag.Diagnostic) { t.Errorf("%s: %v", name, d.Error()) })
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != len(list.Tools) {
			t.Fatalf("%s: %d tools, want %d", name, len(found), len(list.Tools))
		}
		for i := range found {
			if found[i].Name != list.Tools[i].Name || found[i].Source.Slice(found[i].Schema) != string(list.Tools[i].InputSchema) {
				t.Errorf("%s: tool %d is %s", name, i, found[i].Name)
			}
		}
		total += len(found)
	}
	if total < 500 {
		t.Errorf("the corpus has %d tools", total)
	}
}

func BenchmarkFind(b *testing.B) {
	text, err := os.ReadFile("../../shared/corpus/mcp/mondaydotcomorg_monday-api-mcp.json")
	if err != nil {
		b.Skip("the corpus ../shared/corpus/mcp is not there")
	}
	src := &ast.Source{Name: "monday.json", Text: string(text)}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Find(src, func(diag.Diagnostic) {}); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzFind feeds arbitrary text: nothing panics, spans lie in the text, and what
// is no JSON is said.
func FuzzFind(f *testing.F) {
	for _, s := range []string{
		`{"tools":[{"name":"a","inputSchema":{}}]}`,
		`[{"type":"function","function":{"name":"a","parameters":{"type":"object"}}}]`,
		"{\"name\":\"a\",\"inputSchema\":{}}\n{\"x\":",
		`{"toolSpec":{"name":"a","inputSchema":{"json":true}}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		said := 0
		tools, err := Tools(&ast.Source{Name: "fuzz", Text: text}, Options{}, func(d diag.Diagnostic) {
			if d.Severity == diag.Error {
				said++
			}
			_ = d.Error()
		})
		if err != nil {
			_ = err.Error()
			return
		}
		for i := range tools {
			_ = tools[i].Source.Slice(tools[i].Span)
		}
		if said == 0 && !json.Valid([]byte(text)) && !strings.Contains(strings.TrimSpace(text), "\n") {
			t.Errorf("%q is not JSON and nothing was said", text)
		}
	})
}
