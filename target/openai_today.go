package target

import "github.com/schemac/schemac/ast"

// bounds are the keywords that bound numbers, strings and arrays.
var bounds = ast.Set(ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum, ast.KwMultipleOf,
	ast.KwMinLength, ast.KwMaxLength, ast.KwMinItems, ast.KwMaxItems)

// spillWords are the keywords with a value that a model can use as text.
var spillWords = googleSpill.Or(ast.Set(ast.KwContentEncoding, ast.KwContentMediaType))

// strictCore are the keywords that every strict mode takes.
var strictCore = ast.Set(ast.KwRef, ast.KwDefs, ast.KwType, ast.KwEnum, ast.KwAnyOf, ast.KwItems, ast.KwProperties,
	ast.KwAdditionalProperties, ast.KwRequired, ast.KwDescription)

// openAIFormats are the formats that OpenAI's documents list.
var openAIFormats = []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}

// openAIName is what OpenAI documents for the name of a function.
var openAIName = NameRule{Rest: "a-zA-Z0-9_-", Max: 64, NotEmpty: true}

// openAILimits2024 are the sizes of a schema from 2024-08 on, which Azure still
// documents.
var openAILimits2024 = Limits{Properties: 100, Depth: 5, EnumValues: 500, NameChars: 15_000, LongEnum: 250, EnumChars: 7500}

// OpenAI is function calling with "strict": true on api.openai.com as it is
// today.
var OpenAI = strictMode.with(func(t *Target) {
	t.ID = "openai"
	t.Title = "OpenAI, strict mode as it is today (function tools, structured outputs)"
	t.Since = "2025-05"
	t.Keywords = strictCore.Or(bounds).Or(ast.Set(ast.KwConst, ast.KwTitle, ast.KwDefault, ast.KwPattern, ast.KwFormat))
	t.Regex = RegexNoLookaround
	t.Formats = openAIFormats
	t.Limits = Limits{Properties: 5000, Depth: 10, EnumValues: 1000, NameChars: 120_000, LongEnum: 250, EnumChars: 15_000}
	t.Tool.Count = 128
	t.Also = []Envelope{EnvelopeOpenAIResponses}
	t.Output = OutputChat
	t.Audit.Prefix, t.Audit.Noun = "openai", "OpenAI schema"
	t.Evidence = []Evidence{
		{"every object sets additionalProperties to false and requires every property, in anyOf branches, $defs and type lists too", "TanStack/ai#186 and PR#786; vercel/ai#6484", "2026-09"},
		{"formats other than date-time, time, date, duration, email, hostname, ipv4, ipv6, uuid: 'uri' is not a valid format", "structured outputs guide; git-mcp-server#47", "2026-09"},
		{"minimum, maximum, exclusive bounds, multipleOf, minItems and maxItems are accepted", "structured outputs guide; jcode#687", "2025-05"},
		{"minLength and maxLength are accepted and enforced although the guide lists them for fine-tuned models only", "pydantic-ai#7315 and PR#7400", "2026-08"},
		{"default is tolerated by api.openai.com", "openai-agents-python#4390", "2026-08"},
		{"pattern is accepted without lookaround, in every mode", "opencode#32073; cline PR#14019", "2026-09"},
		{"uniqueItems, prefixItems, propertyNames, oneOf and allOf are refused", "jcode#687; pydantic-ai#7315; oh-my-pi#209; openai-node#1709; notion-mcp-server#102", "2026-09"},
		{"enum members fit the type and are of one kind; null may stand among them where the type allows it", "oh-my-pi#1835; jsonschema-llm stress report", "2026"},
		{"$ref stands alone and points at root $defs or at the root; annotations beside it are refused in reports and emitted by the vendor's own SDKs, so they go on a wrapper", "camel#3001; dotnet/extensions#6918; openai-node 6.49", "2026-03"},
		{"the root is an object without oneOf, anyOf, allOf, enum, not, const", "langchainjs#9804; feigeCode/navop#247", "2026-09-20"},
		{"5000 properties, 10 levels, 1000 enum values, 120000 characters of names and values, 15000 in an enum of more than 250; how levels are counted is believed: an edge through properties or items, references not followed", "structured outputs guide; probes of 6000 parameters and 14 levels; ellmer#671", "2026"},
		{"a function name is 64 characters of A-Za-z0-9_-; 128 tools a request", "openai-go shared.go; hermes-agent#13037", "2026"},
		{"a schema that cannot be strict is sent with \"strict\": false: left out, the server tries to make it strict", "openai-go v3.100 FunctionToolParam.Strict; function calling guide", "2026"},
	}
})

// OpenAI202408 is strict mode as it was introduced.
var OpenAI202408 = strictMode.with(func(t *Target) {
	t.ID = "openai@2024-08"
	t.Title = "OpenAI, strict mode as it was introduced (2024-08 to 2025-05)"
	t.Of, t.Since = "openai", "2024-08"
	t.Keywords = strictCore.Or(ast.Set(ast.KwConst))
	t.Limits = openAILimits2024
	t.Tool.Count = 128
	t.Also = []Envelope{EnvelopeOpenAIResponses}
	t.Output = OutputChat
	t.Audit.Prefix, t.Audit.Noun = "openai", "OpenAI schema"
	t.Evidence = []Evidence{
		{"bounds, lengths and default were refused: 'exclusiveMinimum' is not permitted", "agentic#702; node-DeepResearch#79; openai-agents-python#474", "2025-03"},
		{"100 properties, 5 levels, 500 enum values, 15000 characters, 7500 in an enum of more than 250", "openai-node#1176; community 974416; openai-java validator", "2025"},
	}
})

// AzureOpenAI is strict mode on Azure, which documents the older, smaller set.
var AzureOpenAI = strictMode.with(func(t *Target) {
	t.ID = "azure-openai"
	t.Alias = []string{"azure"}
	t.Title = "Azure OpenAI and fine-tuned OpenAI models, strict mode (the 2024 keyword set)"
	t.Literals = LiteralsEnum
	t.Limits = openAILimits2024
	t.Tool.Count = 128
	t.Also = []Envelope{EnvelopeOpenAIResponses}
	t.Output = OutputChat
	t.Audit.Prefix, t.Audit.Noun = "azure", "Azure OpenAI schema"
	t.Evidence = []Evidence{
		{"pattern, format, lengths, bounds and item counts are listed as unsupported", "Azure Learn, structured outputs (undated copies)", "2025"},
		{"default is refused", "openai-agents-python#4390; dotnet/extensions#6266", "2026-08"},
		{"100 properties and 5 levels according to the page; a probe of 2026 shows 10 levels, so the page may be stale", "Azure Learn; probe on an Azure-hosted model", "2026"},
		{"whether const, title and the other annotations are taken is not established; they are left out", "no source", "2026"},
		{"parallel tool calls must be off with structured outputs", "Azure Learn, structured outputs", "2025"},
	}
})

// OpenAIChat is Chat Completions without strict, and the servers that copy it.
var OpenAIChat = whole.with(func(t *Target) {
	t.ID = "openai-chat"
	t.Alias = []string{"openai-compatible"}
	t.Title = "Chat Completions without strict, and the servers compatible with it"
	t.Keywords = t.Keywords.AndNot(ast.Set(ast.KwOneOf))
	t.Object = ObjectProperties
	t.Array = ArrayItems
	t.Union = UnionNoOneOf
	t.Regex = RegexNoLookaround
	t.Tool = ToolLimits{Name: openAIName, Count: 128}
	t.Envelope = EnvelopeOpenAIChat
	t.Strict = StrictNever
	t.Also = []Envelope{EnvelopeOpenAIResponses}
	t.Output = OutputChat
	t.Audit.Prefix, t.Audit.Noun = "chat", "Chat Completions schema"
	t.Audit.Forbidden.Add(ast.KwOneOf)
	t.Evidence = []Evidence{
		{"the root is an object without combinator, enum, const, not, in every mode", "google-calendar-mcp#39; vscode#307515", "2026-09-20"},
		{"an object without properties and an array without items are refused at any depth", "openai-agents-python#449; streamnative-mcp-server#26", "2026-09"},
		{"a 2020-12 metaschema check runs first", "mcpadapt PR#80; elevenlabs/packages#998", "2026-04"},
		{"lookaround in a pattern is refused", "cline PR#14019; better-ccflare#357", "2026-09"},
		{"$schema and nullable are left out: compatible servers refuse or ignore them", "inspect_ai#1562; litellm#13389", "2026"},
		{"strict is false when left out; it is written all the same", "function calling guide", "2026"},
	}
})
