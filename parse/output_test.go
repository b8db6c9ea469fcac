package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
)

// The schema of a structured output is found wherever a request has it, and is
// told from that of a tool.
func TestFindOutputs(t *testing.T) {
	const s = `{"type":"object"}`
	type found struct {
		Name, Schema string
		Form         ast.OutputForm
		Broken       bool
	}
	for text, want := range map[string][]found{
		`{"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":` + s + `}}}`:                        {{"a", s, ast.OutputNested, false}},
		`{"type":"json_schema","json_schema":{"name":"a","schema":` + s + `}}`:                                            {{"a", s, ast.OutputNested, false}},
		`{"text":{"format":{"type":"json_schema","name":"a","schema":` + s + `},"verbosity":"low"}}`:                      {{"a", s, ast.OutputFlat, false}},
		`{"output_config":{"format":{"type":"json_schema","schema":` + s + `}}}`:                                          {{"", s, ast.OutputBare, false}},
		`{"output_format":{"type":"json_schema","schema":` + s + `}}`:                                                     {{"", s, ast.OutputBare, false}},
		`{"contents":[],"generationConfig":{"temperature":0.5,"responseSchema":` + s + `}}`:                               {{"", s, ast.OutputBare, false}},
		`{"generation_config":{"response_json_schema":` + s + `}}`:                                                        {{"", s, ast.OutputBare, false}},
		`{"tools":[{"name":"t","input_schema":` + s + `}],"output_config":{"format":{"type":"json_schema","schema":{}}}}`: {{"t", s, ast.NoOutput, false}, {"", `{}`, ast.OutputBare, false}},
		`{"tools":[{"name":"a","input_schema":` + s + `}],"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{}}}}`: {
			{"a", s, ast.NoOutput, false}, {"a", `{}`, ast.OutputNested, false}},
		`{"generationConfig":{"responseSchema":` + s + `,"x":nope}}`:                    {{"", s, ast.OutputBare, true}},
		`{"generationConfig":{"responseSchema":` + s + `,"responseSchema":` + s + `}}`:  {{"", s, ast.OutputBare, true}},
		`{"type":"function","name":"f","parameters":` + s + `}`:                         {{"f", s, ast.NoOutput, false}},
		`{"properties":{"responseSchema":{}},"generationConfig":{"responseSchema":{}}}`: {{"", `{"properties":{"responseSchema":{}},"generationConfig":{"responseSchema":{}}}`, ast.NoOutput, false}},
		`{"responseSchema":` + s + `}`:                                                  {{"", `{"responseSchema":` + s + `}`, ast.NoOutput, false}},
		`{"text":{"responseSchema":` + s + `}}`:                                         {{"", `{"text":{"responseSchema":` + s + `}}`, ast.NoOutput, false}},
	} {
		src := &ast.Source{Text: text}
		list, err := Find(src, nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []found
		for _, f := range list {
			got = append(got, found{f.Name, src.Slice(f.Schema), f.Output, f.Err != nil})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
