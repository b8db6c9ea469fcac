package target

// Layout is an envelope as text around the tools and around each of them, and
// what a tool's members are called in it.
type Layout struct {
	Name                string   // what people call it
	ListOpen, ListClose string   // around the tools
	Open, Close         string   // around one tool
	Schema              string   // the schema's member
	Taken               []string // names that no unknown member may have
	Wrapped             bool     // the schema stands in {"json":…}
	// Foreign are members that another protocol's tools have and this one's
	// refuse; a member that no protocol knows is not among them.
	Foreign []string
}

// mcpMembers are the members of a tool of the Model Context Protocol that say
// nothing to a model provider, which refuses them: Unknown name "annotations"
// (MCP specification 2026-07-28; 9router#2199).
var mcpMembers = []string{"title", "annotations", "outputSchema", "execution", "icons", "_meta"}

var layouts = [...]Layout{
	EnvelopeOpenAIChat: {Name: "chat", ListOpen: `[`, ListClose: `]`, Open: `{"type":"function","function":{`, Close: `}}`,
		Schema: "parameters", Taken: []string{"name", "description", "parameters", "strict"}, Foreign: mcpMembers},
	EnvelopeOpenAIResponses: {Name: "responses", ListOpen: `[`, ListClose: `]`, Open: `{"type":"function",`, Close: `}`,
		Schema: "parameters", Taken: []string{"type", "name", "description", "parameters", "strict"}, Foreign: mcpMembers},
	EnvelopeGoogle: {Name: "google", ListOpen: `{"functionDeclarations":[`, ListClose: `]}`, Open: `{`, Close: `}`,
		Schema: "parameters", Taken: []string{"name", "description", "parameters", "parametersJsonSchema"}, Foreign: mcpMembers},
	EnvelopeMCP: {Name: "mcp", ListOpen: `{"tools":[`, ListClose: `]}`, Open: `{`, Close: `}`,
		Schema: "inputSchema", Taken: []string{"name", "description", "inputSchema"}},
	EnvelopeAnthropic: {Name: "anthropic", ListOpen: `[`, ListClose: `]`, Open: `{`, Close: `}`,
		Schema: "input_schema", Taken: []string{"name", "description", "input_schema", "strict"}, Foreign: mcpMembers},
	EnvelopeGoogleJSON: {Name: "google-json", ListOpen: `{"functionDeclarations":[`, ListClose: `]}`, Open: `{`, Close: `}`,
		Schema: "parametersJsonSchema", Taken: []string{"name", "description", "parameters", "parametersJsonSchema"}, Foreign: mcpMembers},
	EnvelopeBedrock: {Name: "bedrock", ListOpen: `{"toolConfig":{"tools":[`, ListClose: `]}}`, Open: `{"toolSpec":{`, Close: `}}`,
		Schema: "inputSchema", Taken: []string{"name", "description", "inputSchema", "strict"}, Wrapped: true, Foreign: mcpMembers},
}

// Layout returns the envelope's text and names.
func (e Envelope) Layout() *Layout { return &layouts[e] }
