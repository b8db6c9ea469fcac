package generate_test

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/generate"
	"github.com/schemac/schemac/target"
)

// A Go file with constants, of a tool list.
func ExampleSet_Go() {
	list := `[{"name": "get-weather", "description": "Weather of a city.",
		"inputSchema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": false}}]`
	targets := []*target.Target{&target.OpenAIStrict}
	set, err := generate.New(schemac.CompileTools([]schemac.Source{{Name: "tools.json", Text: list}}, targets, schemac.Options{}), targets)
	if err != nil {
		log.Fatal(err) // a tool was rejected, or two of one name differ
	}
	text, err := set.Go(generate.GoOptions{Package: "tools"})
	if err != nil {
		log.Fatal(err) // the package's name is none
	}
	_, text, _ = bytes.Cut(text, []byte("// GetWeather is"))
	for line := range strings.Lines("// GetWeather is" + string(text)) {
		fmt.Print(strings.ReplaceAll(line[:min(len(line)-1, 90)], "\t", "  "), "\n")
	}
	// Output:
	// // GetWeather is the tool "get-weather":
	// //
	// //  Weather of a city.
	// var GetWeather = Tool{
	//   name:        "get-weather",
	//   description: "Weather of a city.",
	//   sourceHash:  "e48cd2c2a64aaba2921f7dcce28bd5a1c6519def281d563f201008eace527614",
	//   outputs: [...]Output{
	//     OpenAIStrict: {
	//       request:   headGetWeather_OpenAIStrict + schemaGetWeather_OpenAIStrict + tailGetWeather
	//       start:     uint32(len(headGetWeather_OpenAIStrict)),
	//       end:       uint32(len(headGetWeather_OpenAIStrict + schemaGetWeather_OpenAIStrict)),
	//       strict:    true,
	//       hasStrict: true,
	//     },
	//   },
	// }
	//
	// const (
	//   headGetWeather_OpenAIStrict   = `{"type":"function","function":{"name":"get-weather","des
	//   schemaGetWeather_OpenAIStrict = `{"type":"object","properties":{"city":{"type":"string"}}
	//   tailGetWeather_OpenAIStrict   = `,"strict":true}}`
	// )
}

// The lock file says what came of which source.
func ExampleSet_Lock() {
	list := `{"name": "ping", "inputSchema": {"type": "object", "properties": {}}}`
	targets := []*target.Target{&target.MCP}
	set, err := generate.New(schemac.CompileTools([]schemac.Source{{Name: "tools.json", Text: list}}, targets, schemac.Options{}), targets)
	if err != nil {
		log.Fatal(err)
	}
	_, tools, _ := strings.Cut(string(set.Lock()), "  },\n") // the targets' dates
	fmt.Print(tools)
	// Output:
	//   "tools": {
	//     "ping": {
	//       "source": "8243f0af367f188a376f2c17b5eabe872a2f7a979813e0d4e2be6d594c2aa259",
	//       "mcp": "7825a9d2d13e5ec6bd33ca96bc15ff6bc89b2983edb2258392abd0a70bf7ece5"
	//     }
	//   }
	// }
}

// What a change of a schema means for those who call the tool.
func ExampleCompare() {
	targets := []*target.Target{&target.OpenAIStrict}
	compile := func(list string) *generate.Set {
		set, err := generate.New(schemac.CompileTools([]schemac.Source{{Name: "tools.json", Text: list}}, targets, schemac.Options{}), targets)
		if err != nil {
			log.Fatal(err)
		}
		return set
	}
	old := compile(`{"name": "f", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}}`)
	new := compile(`{"name": "f", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "object"}}, "required": ["a"], "additionalProperties": false}}`)
	for _, c := range generate.Compare(old, new, generate.CompareOptions{}) {
		fmt.Println(c.String())
	}
	// Output:
	// f: source breaking: {} was taken and is not any more: at '': missing property 'a'
	// f, for openai-strict: compatible: the output changed, from reshaped to narrowed, reshaped
	// f, for openai-strict: prompt-cache prefix lost: from this tool on; 0 of 200 bytes stay cached
}

// All that is wrong with a configuration, by line and column.
func ExampleParseConfig() {
	_, problems := generate.ParseConfig(&ast.Source{Name: "schemac.json", Text: `{
  "targets": ["mcp"],
  "source": ["tools"],
  "outputs": [{"package": "my-tools", "out": "tools_schemac.go"}]
}`})
	for _, p := range problems {
		fmt.Println(p)
	}
	// Output:
	// schemac.json:1:1: missing property 'sources', or missing property 'types'
	// schemac.json:3:3: the member "source" is not known here
	// schemac.json:4:16: 'my-tools' does not match pattern '^[\\p{L}_][\\p{L}\\p{N}_]*$'
}
