package proof

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/schemac/schemac/ast"
)

// mutant is a schema that lacks one assertion of the original.
type mutant struct {
	what string
	text []byte
}

// mutants drops each assertion that asserts something, one at a time.
func mutants(schema any) []mutant {
	var out []mutant
	root := schema
	var walk func(v any, path string)
	walk = func(v any, path string) {
		s, ok := v.(map[string]any)
		if !ok {
			return
		}
		names := make([]string, 0, len(s))
		for name := range s {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			val := s[name]
			kw := ast.Lookup(name)
			here := path + "/" + name
			switch info := kw.Info(); {
			case kw == ast.KwRequired:
				list, _ := val.([]any)
				for i := range list {
					s[name] = append(append([]any{}, list[:i]...), list[i+1:]...)
					out = append(out, mutant{fmt.Sprintf("%s/%d", here, i), encode(root)})
				}
				s[name] = val
			case kw == ast.KwAdditionalProperties && val == false, info.Class == ast.Assertion && kw != ast.KwNullable && val != false:
				if kw == ast.KwType && (s["enum"] != nil || s["const"] != nil) {
					continue // says it again
				}
				delete(s, name)
				out = append(out, mutant{here, encode(root)})
				s[name] = val
			case info.Shape == ast.ShapeMap:
				if m, ok := val.(map[string]any); ok {
					subs := make([]string, 0, len(m))
					for n := range m {
						subs = append(subs, n)
					}
					slices.Sort(subs)
					for _, n := range subs {
						walk(m[n], here+"/"+n)
					}
				}
			case info.Shape == ast.ShapeList:
				if list, ok := val.([]any); ok {
					for i := range list {
						walk(list[i], fmt.Sprintf("%s/%d", here, i))
					}
				}
			case info.Shape == ast.ShapeSchema:
				walk(val, here)
			}
		}
	}
	walk(schema, "")
	return out
}

// A dropped assertion that goes unreported is caught, in real tools, nearly
// always. A sample of them keeps the test short.
func TestDroppedAssertionsAreCaught(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/mcp/*.json")
	if len(files) == 0 {
		t.Skip("../shared/corpus/mcp is absent")
	}
	tried, caught, logged := 0, 0, 0
	i := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Tools []struct{ InputSchema json.RawMessage }
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		for _, tool := range doc.Tools {
			v, err := decode(tool.InputSchema)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mutants(v) {
				if i++; i%21 != 0 {
					continue
				}
				w, err := Check(Claim{Source: tool.InputSchema, Output: m.text}, 0)
				if err != nil {
					continue
				}
				tried++
				if w != nil {
					caught++
				} else if logged++; logged <= 15 {
					t.Logf("not caught: %s less %s\n   %.600s", file, m.what, tool.InputSchema)
				}
			}
		}
	}
	t.Logf("%d of %d caught", caught, tried)
	if tried < 200 || caught < tried*95/100 {
		t.Errorf("%d of %d caught", caught, tried)
	}
}
