package generate_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/generate"
	"github.com/schemac/schemac/target"
)

// Names that are no identifiers, that become the same one, or that the package
// has itself.
func TestIdent(t *testing.T) {
	var list []map[string]any
	for _, name := range []string{"get-issue", "get_weather", "getURL", "1st", "type", "", "é", "读", "a.b/c d", "x1y", "--", "Target", "mcp", "hinted", "all",
		"search", "Search", "search_", "\u202e", "a\u0301b", "_", "get weather"} {
		list = append(list, map[string]any{"name": name, "inputSchema": map[string]any{}})
	}
	text, _ := json.Marshal(list)
	got := make(map[string]string)
	seen := make(map[string]string)
	for _, tool := range compiled(t, string(text), schemac.Options{}, &target.MCP).Tools {
		got[tool.Name] = tool.Ident
		if other, ok := seen[tool.Ident]; ok || !token.IsIdentifier(tool.Ident) || !token.IsExported(tool.Ident) {
			t.Errorf("%q and %q are %s", tool.Name, other, tool.Ident)
		}
		seen[tool.Ident] = tool.Name
	}
	short := func(name string) string { return hashOf(name)[:4] }
	want := map[string]string{"get-issue": "GetIssue", "getURL": "GetURL", "1st": "Tool1st", "type": "Type", "é": "É", "读": "Tool读", "a.b/c d": "ABCD", "x1y": "X1y",
		"Target": "Target_" + short("Target"), "mcp": "Mcp", "hinted": "Hinted_" + short("hinted"), "all": "All_" + short("all"), "a\u0301b": "AB",
		"get_weather": "GetWeather_" + short("get_weather"), "get weather": "GetWeather_" + short("get weather")}
	for _, name := range []string{"search", "Search", "search_"} {
		want[name] = "Search_" + short(name)
	}
	for _, name := range []string{"", "--", "\u202e", "_"} {
		want[name] = "Tool_" + short(name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Every target has a name in Go, and each another one.
func TestTargetIdent(t *testing.T) {
	seen := make(map[string]bool)
	for _, tg := range target.All {
		id := generate.TargetIdent(tg)
		if !token.IsExported(id) || !token.IsIdentifier(id) || seen[id] || strings.Contains(id, "_") {
			t.Errorf("%s is %q", tg.ID, id)
		}
		seen[id] = true
	}
	for id, want := range map[string]string{"openai-strict": "OpenAIStrict", "mcp-2025-11-25": "MCP20251125", "openai@2024-08": "OpenAI202408",
		"cloud-code-assist-claude": "CloudCodeAssistClaude", "some-new_one": "SomeNewOne", "1": "Tool1", "": "Tool", "é-x": "ÉX"} {
		if got := generate.TargetIdent(&target.Target{ID: id}); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
}

// Whatever stands in names, descriptions and schemas, the Go file has the bytes.
func TestGoAwkward(t *testing.T) {
	var list []map[string]any
	for i, text := range []string{"`", "*/ // \n\n\tx", "\x00\x01\x7f", "\ufeff", "\u2028\u2029", "\r\n", "${x} \\u0041 \\", "//go:generate rm\n//go:build ignore", "</script>", "\u202e\U0001f600", `"`} {
		list = append(list, map[string]any{"name": fmt.Sprintf("n%d%s", i, text), "description": text,
			"inputSchema": map[string]any{"type": "object", "description": text, "properties": map[string]any{text: map[string]any{"type": "string", "enum": []string{text + "."}}}}})
	}
	text, _ := json.Marshal(list)
	set := compiled(t, string(text), schemac.Options{}, target.All...)
	src, err := set.Go(generate.GoOptions{Package: "p"})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(src), "\n//go:") {
		t.Error("a description became a directive")
	}
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	values := make(map[string]string)
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if lit, ok := first(v.Values).(*ast.BasicLit); ok && lit.Kind == token.STRING {
				values[v.Names[0].Name], err = strconv.Unquote(lit.Value)
				if err != nil {
					t.Error(err)
				}
			}
		}
	}
	for _, tool := range set.Tools {
		for _, o := range tool.Outputs {
			id := tool.Ident + "_" + generate.TargetIdent(o.Target)
			if got := values["head"+id] + values["schema"+id] + values["tail"+id]; got != string(o.Request) || values["schema"+id] != string(o.Schema()) {
				t.Errorf("%s: %s\nwant %s", id, got, o.Request)
			}
			if !json.Valid(o.Schema()) || !json.Valid(o.Request) {
				t.Errorf("%s is not JSON", id)
			}
		}
	}
	for _, pkg := range []string{"", "_", "a-b", "func", "1"} {
		if _, err := set.Go(generate.GoOptions{Package: pkg}); err == nil {
			t.Errorf("the package name %q was taken", pkg)
		}
	}
}

func first(list []ast.Expr) ast.Expr {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// An empty set is a package too.
func TestGoEmpty(t *testing.T) {
	set := compiled(t, `{"tools":[]}`, schemac.Options{}, &target.MCP)
	if _, err := set.Go(generate.GoOptions{Package: "p"}); err != nil {
		t.Error(err)
	}
	if got := string(set.Request(nil, 0)); got != `{"tools":[]}` {
		t.Error(got)
	}
}

// The manifest lists every other file with its hash.
func TestManifest(t *testing.T) {
	set := compiled(t, read(t, "..", "testdata", "tools", "library.json"), schemac.Options{}, &target.Google, &target.OpenAIStrict)
	files := set.JSON(func(name string) string { return "x-" + name })
	var m struct {
		Version int
		Targets []string
		Tools   []struct {
			Name, Ident, SourceHash string
			Outputs                 map[string]struct{ File, SHA256, OutputHash string }
		}
	}
	last := files[len(files)-1]
	if err := json.Unmarshal(last.Data, &m); err != nil || last.Name != generate.ManifestName || m.Version != 1 {
		t.Fatalf("%v %s", err, last.Name)
	}
	if diff := cmp.Diff([]string{"openai-strict", "google"}, m.Targets); diff != "" {
		t.Error(diff)
	}
	lock := string(set.Lock())
	n := 0
	for _, tool := range m.Tools {
		for id, o := range tool.Outputs {
			n++
			i := slices.IndexFunc(files, func(f generate.File) bool { return f.Name == o.File })
			if i < 0 || hashOf(string(files[i].Data)) != o.SHA256 || o.File != "x-"+tool.Name+"."+id+".json" {
				t.Errorf("%s for %s: %+v", tool.Name, id, o)
			}
			if !strings.Contains(lock, `"`+id+`": "`+o.OutputHash+`"`) || !strings.Contains(lock, `"source": "`+tool.SourceHash+`"`) {
				t.Errorf("%s for %s is not in the lock file", tool.Name, id)
			}
		}
	}
	if n != len(files)-1 || n != 6 {
		t.Errorf("%d files, %d listed", len(files), n)
	}
}

// The hash is that of the source's bytes without white space, not of what the
// compiler makes of them.
func TestSourceHash(t *testing.T) {
	set := compiled(t, `[{"name":"a","inputSchema": {"type" : "object", "definitions": {"x": {}}, "default": " a " } }, {"type":"function","function":{"name":"b"}}]`, schemac.Options{}, &target.MCP)
	if got, want := set.Lookup("a").SourceHash, hashOf(`{"type":"object","definitions":{"x":{}},"default":" a "}`); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if set.Lookup("b").SourceHash != hashOf("{}") || set.Lookup("c") != nil {
		t.Error("a tool without a schema")
	}
}

// A lock file tells the reasons of a change apart.
func TestLockChanges(t *testing.T) {
	const a, b = `{"name":"a","inputSchema":{"type":"object","properties":{"x":{}}}}`, `{"name":"b","inputSchema":{"type":"object","properties":{}}}`
	lock := string(compiled(t, "["+a+","+b+"]", schemac.Options{}, &target.MCP).Lock())
	date := generate.TargetDate(&target.MCP)
	for _, c := range []struct {
		old, text string
		want      []string
	}{
		{lock, "[" + a + "," + b + "]", nil},
		{lock, "[" + strings.Replace(a, "x", "y", 1) + "," + b + "]", []string{"a, for mcp: the source changed"}},
		{lock, "[" + strings.Replace(a, `"a",`, `"a","description":"A",`, 1) + "," + b + "]", []string{"a, for mcp: schemac, the options or the description changed"}},
		{strings.Replace(strings.Replace(lock, date, "2020-01", 1), `"mcp": "`, `"mcp": "0`, 3), "[" + a + "," + b + "]", []string{
			"a, for mcp: the target changed, it was of 02020-01 and is of " + date, "b, for mcp: the target changed, it was of 02020-01 and is of " + date}},
		{lock, "[" + a + "," + strings.Replace(b, `"b"`, `"c"`, 1) + "]", []string{"c: it is new", "b: it is gone"}},
		{strings.Replace(lock, `"mcp"`, `"other"`, 3), a, []string{"a, for mcp: the target is new", "b: it is gone"}},
		{"{}", a, nil},
		{"", a, nil},
	} {
		if diff := cmp.Diff(c.want, compiled(t, c.text, schemac.Options{}, &target.MCP).LockChanges([]byte(c.old))); diff != "" {
			t.Error(diff)
		}
	}
}
