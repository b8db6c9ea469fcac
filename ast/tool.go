package ast

// Tool is one tool of a tool list: a schema with a name, whatever envelope it
// was found in.
type Tool struct {
	// Name and Description are decoded; empty for a bare schema.
	Name        string
	Description string
	// HasName and HasDescription tell an empty string from an absent member.
	HasName, HasDescription bool
	// Extra are the other members of the tool object in order, verbatim:
	// title, annotations, outputSchema, cache_control. Members that belong to
	// the envelope (type, strict, parameters, inputSchema) are not among them.
	Extra []Raw
	// Order are the names of all members of the object that has the tool's name,
	// in the author's order.
	Order []string
	// Output is set if the schema is no tool's but that of a structured output: the
	// form in which the model's answer was asked for.
	Output OutputForm
	// Source is the text the tool is in: of NDJSON the one line.
	Source *Source
	// Span is the tool object in Source; the schema itself if it is bare.
	Span Span
	// Doc is the schema; nil if the tool is broken and was set aside.
	Doc *Document
}

// OutputForm is how a request asks for an answer of a certain schema.
type OutputForm uint8

const (
	// NoOutput is the schema of a tool.
	NoOutput OutputForm = iota
	// OutputNested is {"type":"json_schema","json_schema":{name,schema}}.
	OutputNested
	// OutputFlat is {"type":"json_schema",name,schema}.
	OutputFlat
	// OutputBare is a schema without a name: {"type":"json_schema",schema},
	// {"responseSchema":…}.
	OutputBare
)
