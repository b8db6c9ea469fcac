package target

import (
	"slices"

	"github.com/schemac/schemac/ast"
)

// OutputForm is the provider's form of a structured output around its schema.
type OutputForm uint8

const (
	// OutputNone means that no form is known.
	OutputNone OutputForm = iota
	// OutputChat is "response_format":{"type":"json_schema","json_schema":{name,description,schema,strict}}.
	OutputChat
	// OutputResponses is "text":{"format":{"type":"json_schema",name,description,schema,strict}}.
	OutputResponses
	// OutputGoogle is "generationConfig":{"responseMimeType":"application/json","responseSchema":…}.
	OutputGoogle
	// OutputGoogleJSON is OutputGoogle with responseJsonSchema.
	OutputGoogleJSON
	// OutputAnthropic is "output_config":{"format":{"type":"json_schema",schema}}.
	OutputAnthropic
)

// OutputLayout is a structured output as text: a member of the request.
type OutputLayout struct {
	Form        OutputForm
	Open, Close string // around name, description, schema and strict, those that there are
	Schema      string // the schema's member
	Named       bool   // name and description are members
	Flag        bool   // strict is one
	Strict      bool   // the provider holds every such schema to its strict rules
	// ToolsOpen and ToolsClose are around the list of tools beside it.
	ToolsOpen, ToolsClose string
	Evidence              Evidence
}

var outputs = [...]OutputLayout{
	OutputChat: {Form: OutputChat, Open: `"response_format":{"type":"json_schema","json_schema":{`, Close: `}}`, Schema: "schema", Named: true, Flag: true,
		ToolsOpen: `"tools":`, Evidence: Evidence{"a structured output of Chat Completions is a response_format of type json_schema", "structured outputs guide", "2026"}},
	OutputResponses: {Form: OutputResponses, Open: `"text":{"format":{"type":"json_schema",`, Close: `}}`, Schema: "schema", Named: true, Flag: true,
		ToolsOpen: `"tools":`, Evidence: Evidence{"a structured output of the Responses API is a text.format of type json_schema", "structured outputs guide", "2026"}},
	OutputGoogle: {Form: OutputGoogle, Open: `"generationConfig":{"responseMimeType":"application/json",`, Close: `}`, Schema: "responseSchema",
		ToolsOpen: `"tools":[`, ToolsClose: `]`, Evidence: Evidence{"responseSchema of generationConfig is a Schema message, like parameters; Vertex calls it deprecated", "GenerationConfig of both APIs", "2026-10"}},
	OutputGoogleJSON: {Form: OutputGoogleJSON, Open: `"generationConfig":{"responseMimeType":"application/json",`, Close: `}`, Schema: "responseJsonSchema",
		ToolsOpen: `"tools":[`, ToolsClose: `]`, Evidence: Evidence{"responseJsonSchema of generationConfig is JSON Schema", "GenerationConfig of both APIs", "2026-10"}},
	OutputAnthropic: {Form: OutputAnthropic, Open: `"output_config":{"format":{"type":"json_schema",`, Close: `}}`, Schema: "schema", Strict: true,
		ToolsOpen: `"tools":`, Evidence: Evidence{"output_config.format has the rules of strict tools", "structured outputs guide", "2026"}},
}

// OutputLayout is how a structured output stands in a request to the target; nil
// if no form is known. Where the provider has two APIs, and so two forms, that of
// the author's own is taken, or beside tools that of the tools.
func (t *Target) OutputLayout(form ast.OutputForm, besideTools bool) *OutputLayout {
	o := t.Output
	if !besideTools && len(t.Also) > 0 {
		switch form {
		case ast.OutputNested:
			o = OutputChat
		case ast.OutputFlat:
			o = OutputResponses
		}
	}
	if o == OutputNone {
		return nil
	}
	return &outputs[o]
}

// Envelopes are the envelopes that the target's provider takes, its own first.
func (t *Target) Envelopes() []Envelope { return append([]Envelope{t.Envelope}, t.Also...) }

// In returns the target with the envelope of that name, "chat" or "responses" for
// one; nil if its provider has none.
func (t *Target) In(name string) *Target {
	for _, e := range t.Envelopes() {
		if e.Layout().Name != name {
			continue
		}
		out := *t
		out.Envelope, out.Also = e, nil
		switch {
		case out.Output == OutputNone:
		case e == EnvelopeOpenAIChat:
			out.Output = OutputChat
		case e == EnvelopeOpenAIResponses:
			out.Output = OutputResponses
		}
		return &out
	}
	return nil
}

// EnvelopeNames are the names of all envelopes that a target can be put into
// beside its own, for messages: chat, responses.
func EnvelopeNames() []string {
	var names []string
	for _, t := range All {
		if len(t.Also) == 0 {
			continue
		}
		for _, e := range t.Envelopes() {
			if name := e.Layout().Name; !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
