package emit

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// Tool is what stands in a provider's tool envelope.
type Tool struct {
	Name, Description string
	// HasDescription tells an empty description from an absent one.
	HasDescription bool
	// Schema is the JSON of the lowered schema.
	Schema []byte
	// Strict is the flag's value where the envelope has one.
	Strict bool
	// Extra are members that schemac does not know; they follow the known ones.
	Extra []ast.Raw
}

// layout is an envelope as text around the tools and around each of them, and
// what the members are called.
type layout struct {
	listOpen, listClose string // around the tools
	open, close         string // around one tool
	schema              string // the schema's member
	taken               []string
}

var layouts = [...]layout{
	target.EnvelopeOpenAIChat:      {`[`, `]`, `{"type":"function","function":{`, `}}`, "parameters", []string{"name", "description", "parameters", "strict"}},
	target.EnvelopeOpenAIResponses: {`[`, `]`, `{"type":"function",`, `}`, "parameters", []string{"type", "name", "description", "parameters", "strict"}},
	target.EnvelopeGoogle:          {`{"functionDeclarations":[`, `]}`, `{`, `}`, "parameters", []string{"name", "description", "parameters", "parametersJsonSchema"}},
	target.EnvelopeMCP:             {`{"tools":[`, `]}`, `{`, `}`, "inputSchema", []string{"name", "description", "inputSchema"}},
	target.EnvelopeAnthropic:       {`[`, `]`, `{`, `}`, "input_schema", []string{"name", "description", "input_schema"}},
}

// Tools appends the tools in the target's list form, such as
// {"functionDeclarations":[…]}, and returns the extended buffer. The schemas
// must be valid JSON; what else they are is not looked at.
func Tools(dst []byte, t *target.Target, tools []Tool, opt Options) []byte {
	l := &layouts[t.Envelope]
	if opt.Indent == "" {
		return l.tools(dst, t, tools)
	}
	return Format(dst, l.tools(nil, t, tools), opt)
}

// OneTool appends one tool as it stands in the target's list.
func OneTool(dst []byte, t *target.Target, tool *Tool, opt Options) []byte {
	l := &layouts[t.Envelope]
	if opt.Indent == "" {
		return l.tool(dst, t, tool)
	}
	return Format(dst, l.tool(nil, t, tool), opt)
}

func (l *layout) tools(dst []byte, t *target.Target, tools []Tool) []byte {
	dst = append(dst, l.listOpen...)
	for i := range tools {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = l.tool(dst, t, &tools[i])
	}
	return append(dst, l.listClose...)
}

func (l *layout) tool(dst []byte, t *target.Target, tool *Tool) []byte {
	dst = append(dst, l.open...)
	dst = append(dst, `"name":`...)
	dst = quote(dst, tool.Name)
	if tool.HasDescription {
		dst = append(dst, `,"description":`...)
		dst = quote(dst, tool.Description)
	}
	dst = append(dst, `,"`...)
	dst = append(dst, l.schema...)
	dst = append(dst, `":`...)
	dst = Format(dst, tool.Schema, Options{})
	if t.Strict != target.StrictNone {
		dst = append(dst, `,"strict":`...)
		if tool.Strict {
			dst = append(dst, "true"...)
		} else {
			dst = append(dst, "false"...)
		}
	}
	for i := range tool.Extra {
		e := &tool.Extra[i]
		if l.has(e.Name) || repeated(tool.Extra[:i], e.Name) {
			continue // a second member of the name would make the output invalid
		}
		dst = append(dst, ',')
		dst = quote(dst, e.Name)
		dst = append(dst, ':')
		dst = Format(dst, []byte(e.JSON), Options{})
	}
	return append(dst, l.close...)
}

func (l *layout) has(name string) bool {
	for _, n := range l.taken {
		if n == name {
			return true
		}
	}
	return false
}

func repeated(before []ast.Raw, name string) bool {
	for i := range before {
		if before[i].Name == name {
			return true
		}
	}
	return false
}

// quote appends a JSON string; what is not valid Unicode, which no source holds,
// becomes U+FFFD.
func quote(dst []byte, s string) []byte {
	out, err := jsontext.AppendQuote(dst, s)
	if err != nil && out == nil {
		return append(dst, `""`...)
	}
	return out
}
