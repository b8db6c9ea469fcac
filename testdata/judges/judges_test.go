// Package judges compiles real schemas and gives the outputs to programs that
// read them for a living: the protobuf messages of the Gemini API and of Vertex,
// Ollama's API types, the MCP Go SDK.
//
// It is a module of its own, so that none of them is a dependency of schemac.
package judges

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cloud.google.com/go/ai/generativelanguage/apiv1beta/generativelanguagepb"
	"cloud.google.com/go/aiplatform/apiv1/aiplatformpb"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/ollama/ollama/api"
	"github.com/rogpeppe/go-internal/txtar"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
)

// item is a schema to compile.
type item struct {
	id     string
	schema []byte
}

// items are the schemas of the project's own cases and, where they are there, of
// the recorded cases and the real tool lists.
func items(t *testing.T) []item {
	t.Helper()
	var out []item
	files, err := filepath.Glob("../*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			if f.Name == "in.json" {
				out = append(out, item{file, bytes.TrimSpace(f.Data)})
			}
		}
	}
	const shared = "../../../shared"
	files, _ = filepath.Glob(shared + "/corpus/mcp/*.json")
	if len(files) == 0 {
		t.Logf("%s is absent: only the project's own cases are judged", shared)
		return out
	}
	for _, file := range files {
		var list struct {
			Tools []struct {
				Name        string
				InputSchema json.RawMessage
			}
		}
		read(t, file, &list)
		for _, tool := range list.Tools {
			out = append(out, item{filepath.Base(file) + "#" + tool.Name, tool.InputSchema})
		}
	}
	files, _ = filepath.Glob(shared + "/cases/*.jsonl")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var c struct {
				ID     string
				Schema json.RawMessage
			}
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			if len(c.Schema) > 0 && c.Schema[0] == '{' {
				out = append(out, item{c.ID, c.Schema})
			}
		}
	}
	return out
}

func read(t *testing.T, file string, v any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// judge compiles every item for the target and shows the outputs to f.
func judge(t *testing.T, target string, f func(schema []byte) error) {
	t.Helper()
	judged, failed := 0, 0
	for _, it := range items(t) {
		res, err := schemac.Compile(it.schema, target, schemac.Options{})
		if err != nil || res.Verdict&diag.Rejected != 0 {
			continue
		}
		if bytes.Contains(res.Schema, []byte("1e400")) {
			continue // the judges hold numbers in a float64, which this one does not fit
		}
		judged++
		if err := f(res.Schema); err != nil {
			if failed++; failed <= 5 {
				t.Errorf("%s: %v\n  in  %.300s\n  out %.500s", it.id, err, it.schema, res.Schema)
			}
		}
	}
	if judged == 0 {
		t.Fatal("nothing was judged")
	}
	t.Logf("%s: %d outputs judged, %d refused", target, judged, failed)
}

// upper writes the types of a schema in upper case: protojson, unlike the
// servers, takes enum values in that spelling only. additional says that
// additionalProperties is a value, in which nothing is a message.
func upper(v any, additional bool) any {
	s, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := make(map[string]any, len(s))
	for k, e := range s {
		switch {
		case k == "type":
			if name, ok := e.(string); ok {
				e = strings.ToUpper(name)
			}
		case k == "properties", k == "defs":
			if m, ok := e.(map[string]any); ok {
				props := make(map[string]any, len(m))
				for name, p := range m {
					props[name] = upper(p, additional)
				}
				e = props
			}
		case k == "items", k == "additionalProperties" && !additional:
			e = upper(e, additional)
		case k == "anyOf":
			if list, ok := e.([]any); ok {
				branches := make([]any, len(list))
				for i := range list {
					branches[i] = upper(list[i], additional)
				}
				e = branches
			}
		}
		out[k] = e
	}
	return out
}

func message(schema []byte, m proto.Message) error {
	dec := json.NewDecoder(bytes.NewReader(schema))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return err
	}
	text, err := json.Marshal(upper(v, true))
	if err != nil {
		return err
	}
	return protojson.Unmarshal(text, m)
}

// TestContract/G7 of the contract: both Schema messages take what google emits,
// and Vertex's what vertex emits.
func TestContract(t *testing.T) {
	t.Run("G7/google/gemini", func(t *testing.T) {
		judge(t, "google", func(s []byte) error { return message(s, new(generativelanguagepb.Schema)) })
	})
	t.Run("G7/google/vertex", func(t *testing.T) {
		judge(t, "google", func(s []byte) error { return message(s, new(aiplatformpb.Schema)) })
	})
	t.Run("G7/cca/vertex", func(t *testing.T) {
		judge(t, "cloud-code-assist-claude", func(s []byte) error { return message(s, new(aiplatformpb.Schema)) })
	})
	t.Run("G7/vertex/vertex", func(t *testing.T) {
		judge(t, "vertex", func(s []byte) error { return message(s, new(aiplatformpb.Schema)) })
	})
}

// TestMessageRefuses shows that the judge refuses what the servers are reported
// to refuse.
func TestMessageRefuses(t *testing.T) {
	for _, schema := range []string{
		`{"type":["string","null"]}`, `{"type":"string","const":"a"}`, `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}`,
		`{"type":"integer","enum":[1]}`, `{"type":"array","items":[{"type":"string"}]}`, `{"type":"string","x-mcp-header":"A"}`,
	} {
		if message([]byte(schema), new(generativelanguagepb.Schema)) == nil {
			t.Errorf("the Gemini API's message takes %s", schema)
		}
		if message([]byte(schema), new(aiplatformpb.Schema)) == nil {
			t.Errorf("Vertex's message takes %s", schema)
		}
	}
	if err := message([]byte(`{"type":"object","additionalProperties":false}`), new(generativelanguagepb.Schema)); err == nil {
		t.Error("the Gemini API's message has additionalProperties now: google could keep it")
	}
}

// TestOllama decodes each output the way Ollama does and encodes it again:
// nothing may be refused, and nothing may get lost.
func TestOllama(t *testing.T) {
	judge(t, "ollama", func(schema []byte) error {
		var p api.ToolFunctionParameters
		if err := json.Unmarshal(schema, &p); err != nil {
			return err
		}
		again, err := json.Marshal(p)
		if err != nil {
			return err
		}
		var want, got any
		if err := json.Unmarshal(schema, &want); err != nil {
			return err
		}
		if err := json.Unmarshal(again, &got); err != nil {
			return err
		}
		return lost("root", want, got)
	})
}

// lost returns an error that names the first member of want that got lacks. The
// description of the root stands in the tool, empty lists and maps mean nothing.
func lost(path string, want, got any) error {
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		for k, e := range w {
			if path == "root" && k == "description" || empty(e) {
				continue
			}
			if strings.HasSuffix(path, ".required") {
				continue
			}
			if k == "required" && path != "root" {
				continue // kept by versions after 0.17
			}
			have, ok := g[k]
			if !ok {
				return fmt.Errorf("%s.%s gets lost", path, k)
			}
			if err := lost(path+"."+k, e, have); err != nil {
				return err
			}
		}
	case []any:
		g, ok := got.([]any)
		if !ok && len(w) == 1 { // a list of one type is printed as the type
			return nil
		}
		if len(g) != len(w) {
			return fmt.Errorf("%s has %d elements, not %d", path, len(g), len(w))
		}
		for i := range w {
			if err := lost(fmt.Sprintf("%s[%d]", path, i), w[i], g[i]); err != nil {
				return err
			}
		}
	default:
		if fmt.Sprint(want) != fmt.Sprint(got) {
			return fmt.Errorf("%s is %v, not %v", path, got, want)
		}
	}
	return nil
}

func empty(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	case string:
		return v == ""
	}
	return false
}

// TestMCP adds each output to a server of the MCP Go SDK as a tool's input
// schema, which panics unless the schema resolves and its root is an object.
func TestMCP(t *testing.T) {
	for _, target := range []string{"mcp", "mcp-2025-11-25"} {
		t.Run(target, func(t *testing.T) {
			judge(t, target, func(schema []byte) (err error) {
				defer func() {
					if p := recover(); p != nil {
						err = fmt.Errorf("%v", p)
					}
				}()
				server := mcp.NewServer(&mcp.Implementation{Name: "judge", Version: "1"}, nil)
				server.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(schema)}, nil)
				return nil
			})
		})
	}
}
