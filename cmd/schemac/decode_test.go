package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// TestDecodeCases recognises what users saw, and finds a place in the schema of
// the case for it.
func TestDecodeCases(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/cases/*.jsonl")
	if len(files) == 0 {
		t.Skip("../shared/cases is absent")
	}
	total, known, located := 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var c struct {
				ID, Target    string
				Schema        json.RawMessage
				ProviderError string `json:"provider_error"`
			}
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			e := c.ProviderError
			if e == "" || strings.HasPrefix(e, "(") || strings.Contains(e, "text not quoted") || strings.Contains(e, "text varies") || strings.HasPrefix(e, "Connect ") {
				continue // nothing that a provider says of a schema
			}
			total++
			replies := recognise(e)
			if len(replies) == 0 {
				t.Errorf("%s: not recognised: %s", c.ID, e)
				continue
			}
			known++
			set := schemac.CompileTools([]schemac.Source{{Name: "t.json", Text: `{"tools":[{"name":"F","inputSchema":` + string(c.Schema) + `}]}`}},
				[]*target.Target{&target.OpenAIStrict}, schemac.Options{})
			r := replies[0]
			delete(r.groups, "tool") // the case gives the schema alone
			r.index = -1
			hits := locateReply(&r, set)
			if len(hits) > 0 {
				located++
				t.Logf("%s: %.80s → %s %q", c.ID, r.said, diag.Locate(hits[0].source, hits[0].span.Start).Pointer, hits[0].source.Slice(hits[0].span))
			} else {
				t.Logf("%s: %.80s → nowhere in %s", c.ID, r.said, c.Schema)
			}
		}
	}
	t.Logf("%d messages, %d recognised, %d located", total, known, located)
	if located < total-2 { // of two the text names a property that the case calls otherwise
		t.Errorf("%d of %d located", located, total)
	}
}

// TestDecodePlaces reads each spelling of a place.
func TestDecodePlaces(t *testing.T) {
	const schema = `{"type":"object","properties":{"a b":{"type":["string","array"],"format":"uri"},"u":{"anyOf":[{"type":"string","pattern":"(?=x)"},{"type":"array","items":{"type":"object","properties":{"d.e":{"enum":["x",1]}}}}]}},"required":["z"]}`
	for _, c := range []struct{ said, want string }{
		{`In context=('properties', 'a b', 'type', '1'), array schema missing items.`, "/properties/a b/type"},
		{`context=('properties', 'u', 'anyof', '1', 'items', 'properties', 'd.e'), enum value 1 does not validate against {'type': 'string'}.`, "/properties/u/anyOf/1/items/properties/d.e/enum"},
		{`In context=('properties', 'a b'), 'uri' is not a valid format.`, "/properties/a b/format"},
		{`Invalid JSON schema: regex lookaround is not supported. Found at $.properties.u.anyOf[0].pattern.`, "/properties/u/anyOf/0/pattern"},
		{`Invalid JSON schema: regex lookaround is not supported. Found at $['properties']['u'].anyOf[0].pattern`, "/properties/u/anyOf/0/pattern"},
		{`Unknown name "pattern" at 'request.tools[0].function_declarations[0].parameters.properties[1].value.any_of[0]': Cannot find field.`, "/properties/u/anyOf/0/pattern"},
		{`Invalid value at 'tools[0].function_declarations[0].parameters.properties[1].value.any_of[1].items.properties[0].value.enum[1]' (TYPE_STRING), 1`, "/properties/u/anyOf/1/items/properties/d.e/enum/1"},
		{`* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[a b].items: missing field.`, "/properties/a b/type"},
		{`* GenerateContentRequest.tools[0].function_declarations[0].parameters.required[0]: property is not defined`, "/required"},
		{"Unable to submit request because `f` functionDeclaration `parameters.u` schema specified other fields alongside any_of.", "/properties/u/anyOf"},
		{"functionDeclaration `parameters.u` schema didn't specify the schema type field", "/properties/u"},
		{`At path 'properties.u.anyOf.1.items.properties.d.e': type is not defined`, "/properties/u/anyOf/1/items/properties/d.e"},
		{`At path 'required': required property 'z' is not defined in properties`, "/required"},
		{`tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`, "/properties"},
		{`The value at toolConfig.tools.0.toolSpec.inputSchema.json.type must be one of the following: object.`, "/type"},
		{`json: cannot unmarshal array into Go struct field ToolFunctionParameters.tools.function.parameters.required of type string`, "/required"},
		{`Pattern must start with '^' and end with '$'`, "/properties/u/anyOf/0/pattern"},
	} {
		replies := recognise(c.said)
		if len(replies) != 1 {
			t.Errorf("%s: %d replies", c.said, len(replies))
			continue
		}
		at, ok := find(&replies[0], readTree(schema), false)
		if ok != (c.want != "") || ok && at.pointer != c.want {
			t.Errorf("%s: at %q, %v, want %q", c.said, at.pointer, ok, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`In context=('properties', 'a'), 'oneOf' is not permitted.`, `{"type":"object","properties":{"a":{"oneOf":[true]}}}`)
	f.Add(`Unknown name "x" at 'tools[0].function_declarations[0].parameters.properties[9].value': Cannot find field`, `{"properties":{}}`)
	f.Fuzz(func(t *testing.T, said, schema string) {
		set := schemac.CompileTools([]schemac.Source{{Name: "t.json", Text: schema}}, []*target.Target{&target.Google}, schemac.Options{})
		for _, r := range recognise(said) {
			for _, h := range locateReply(&r, set) {
				if int(h.span.End) > len(h.source.Text) || h.span.Start > h.span.End {
					t.Errorf("%v of %d bytes", h.span, len(h.source.Text))
				}
			}
		}
	})
}
