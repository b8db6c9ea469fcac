package schemac_test

import (
	"fmt"
	"log"
	"os"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// One schema for one target: the strict flag, what was lost, and why.
func ExampleCompile() {
	schema := []byte(`{
		"type": "object",
		"properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
		"required": ["city"],
		"additionalProperties": false
	}`)
	r, err := schemac.Compile(schema, "openai-strict", schemac.Options{})
	if err != nil {
		log.Fatal(err) // unknown target, or no schema
	}
	fmt.Printf("%s\n", r.Schema)
	fmt.Println("strict:", r.Strict)
	fmt.Println("verdict:", r.Verdict)
	places := diag.Places(r.Diagnostics)
	for i, d := range r.Diagnostics {
		fmt.Printf("%s %s: %s\n", places[i].Pointer, d.Code, d.Loss)
	}
	// Output:
	// {"type":"object","properties":{"city":{"type":"string"},"days":{"anyOf":[{"type":"integer"},{"type":"null"}]}},"required":["city","days"],"additionalProperties":false}
	// strict: true
	// verdict: widened, reshaped
	// /properties/days/minimum keyword-stripped: widened
	// /properties/days optional-to-null: reshaped
}

// A schema that strict mode cannot express is emitted as it is, not strict.
func ExampleCompile_fallback() {
	schema := []byte(`{"type": "object", "properties": {"tags": {"type": "object", "additionalProperties": true}}}`)
	r, err := schemac.Compile(schema, "openai-strict", schemac.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\nstrict: %v\nverdict: %s\n", r.Schema, r.Strict, r.Verdict)
	// Output:
	// {"type": "object", "properties": {"tags": {"type": "object", "additionalProperties": true}}}
	// strict: false
	// verdict: fallback
}

// A tool list for several targets at once; then the list of one of them in its
// provider's envelope.
func ExampleCompileTools() {
	text, err := os.ReadFile("testdata/tools/library.json")
	if err != nil {
		log.Fatal(err)
	}
	set := schemac.CompileTools(
		[]schemac.Source{{Name: "library.json", Text: string(text)}},
		[]*target.Target{&target.OpenAIStrict, &target.MCP},
		schemac.Options{})
	for _, r := range set.Results {
		fmt.Printf("%-13s %-13s %s\n", r.Tool.Name, r.Target.ID, r.Verdict)
	}
	// Output:
	// search_books  openai-strict widened, reshaped
	// search_books  mcp           exact
	// reserve_book  openai-strict widened, reshaped
	// reserve_book  mcp           exact
	// rate_book     openai-strict fallback
	// rate_book     mcp           exact
}

// EmitTools writes the provider's tool envelope around the schemas.
func ExampleEmitTools() {
	list := `{"tools": [{"name": "ping", "description": "Ping a host.",
		"inputSchema": {"type": "object", "properties": {"host": {"type": "string"}}, "required": ["host"]}}]}`
	set := schemac.CompileTools([]schemac.Source{{Name: "list.json", Text: list}}, []*target.Target{&target.Google}, schemac.Options{})
	fmt.Printf("%s\n", schemac.EmitTools(nil, &target.Google, set.Results, "  "))
	// Output:
	// {
	//   "functionDeclarations": [
	//     {
	//       "name": "ping",
	//       "description": "Ping a host.",
	//       "parameters": {
	//         "type": "object",
	//         "properties": {
	//           "host": {
	//             "type": "string"
	//           }
	//         },
	//         "required": [
	//           "host"
	//         ]
	//       }
	//     }
	//   ]
	// }
}
