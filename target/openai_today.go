package target

import (
	"slices"

	"github.com/schemac/schemac/ast"
)

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

// openAIStrictEvidence is what holds for strict mode whenever and wherever
// OpenAI's models run it.
var openAIStrictEvidence = []Evidence{
	{"every object sets additionalProperties to false and requires every property, in anyOf branches, $defs and type lists too", "TanStack/ai#186 and PR#786; vercel/ai#6484", "2026-09"},
	{"an object has properties, an array has items, and required names declared properties", "openai-agents-python#449; meilisearch-mcp#27; openai-python#2004", "2026-09"},
	{"a node has a type, an anyOf or a $ref: schema must have a 'type' key; that true, false and {} are refused for it is believed", "apexive/odoo-llm#212; llumiverse PR#131", "2026"},
	{"oneOf and allOf are refused; that nothing but annotations may stand beside an anyOf is believed", "openai-node#1709; notion-mcp-server#102; openai-java validator", "2026-09"},
	{"enum members fit the type and are of one kind; null may stand among them where the type allows it", "oh-my-pi#1835; jsonschema-llm stress report", "2026"},
	{"$ref stands alone and points at root $defs or at the root; annotations beside it are refused in reports and emitted by the vendor's own SDKs, so they go on a wrapper", "camel#3001; dotnet/extensions#6918; openai-node 6.49", "2026-03"},
	{"the root is an object without oneOf, anyOf, allOf, enum, not, const", "langchainjs#9804; feigeCode/navop#247", "2026-09-20"},
	{"what is named nowhere is left out: older documents refuse patternProperties, minProperties, contains and unevaluatedProperties; for examples, readOnly, deprecated and x-* no refusal is known", "structured outputs guide, older copies", "2025"},
	{"a function name is 64 characters of A-Za-z0-9_-; 128 tools a request", "openai-go shared.go; hermes-agent#13037", "2026"},
	{"a schema that cannot be strict is sent with \"strict\": false: left out, the server tries to make it strict", "openai-go v3.100 FunctionToolParam.Strict; function calling guide", "2026"},
}

var openAIStrictGrounds = []Ground{
	{"every object sets", RuleClosed | RuleRequired, ast.Set(ast.KwAdditionalProperties)},
	{"an object has properties", RuleProperties | RuleItems | RuleDeclared, ast.KwSet{}},
	{"a node has a type", RuleTyped | RuleBooleans, ast.KwSet{}},
	{"oneOf and allOf", RuleUnion, ast.Set(ast.KwOneOf, ast.KwAllOf)},
	{"enum members fit", RuleEnum | RuleTypeList, ast.KwSet{}},
	{"$ref stands alone", RuleRef, ast.KwSet{}},
	{"the root is an object", RuleRoot, ast.KwSet{}},
	{"what is named nowhere", RuleKeywords, ast.KwSet{}},
	{"a function name", RuleTools, ast.KwSet{}},
	{"a schema that cannot be strict", RuleStrict, ast.KwSet{}},
}

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
	t.Evidence = slices.Concat([]Evidence{
		{"formats other than date-time, time, date, duration, email, hostname, ipv4, ipv6, uuid: 'uri' is not a valid format", "structured outputs guide; git-mcp-server#47", "2026-09"},
		{"minimum, maximum, exclusive bounds, multipleOf, minItems and maxItems are accepted", "structured outputs guide; jcode#687", "2025-05"},
		{"minLength and maxLength are accepted and enforced although the guide lists them for fine-tuned models only", "pydantic-ai#7315 and PR#7400", "2026-08"},
		{"default is tolerated by api.openai.com", "openai-agents-python#4390", "2026-08"},
		{"pattern is accepted without lookaround, in every mode", "opencode#32073; cline PR#14019", "2026-09"},
		{"uniqueItems, prefixItems and propertyNames are refused", "jcode#687; pydantic-ai#7315; oh-my-pi#209", "2026-09"},
		{"not, if, then, else, dependentRequired and dependentSchemas are refused", "structured outputs guide", "2026"},
		{"5000 properties, 10 levels, 1000 enum values, 120000 characters of names and values, 15000 in an enum of more than 250; how levels are counted is believed: an edge through properties or items, references not followed", "structured outputs guide; probes of 6000 parameters and 14 levels; ellmer#671", "2026"},
	}, openAIStrictEvidence)
	t.Grounds = slices.Concat([]Ground{
		{"formats other than", RuleFormats, ast.Set(ast.KwFormat)},
		{"minimum, maximum, exclusive", 0, ast.Set(ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum, ast.KwMultipleOf, ast.KwMinItems, ast.KwMaxItems)},
		{"minLength and maxLength", 0, ast.Set(ast.KwMinLength, ast.KwMaxLength)},
		{"default is tolerated", 0, ast.Set(ast.KwDefault)},
		{"pattern is accepted", RuleRegex, ast.Set(ast.KwPattern)},
		{"uniqueItems, prefixItems", RuleTuple, ast.Set(ast.KwUniqueItems, ast.KwPrefixItems, ast.KwPropertyNames)},
		{"not, if, then", 0, ast.Set(ast.KwNot, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwDependentRequired, ast.KwDependentSchemas)},
		{"5000 properties", RuleLimits, ast.KwSet{}},
	}, openAIStrictGrounds)
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
	t.Evidence = slices.Concat([]Evidence{
		{"bounds, lengths and default were refused: 'exclusiveMinimum' is not permitted", "agentic#702; node-DeepResearch#79; openai-agents-python#474", "2025-03"},
		{"100 properties, 5 levels, 500 enum values, 15000 characters, 7500 in an enum of more than 250", "openai-node#1176; community 974416; openai-java validator", "2025"},
		{"prefixItems and what else is not named was refused; that pattern and format were is not established", "pydantic-ai#7315; structured outputs guide", "2025"},
	}, openAIStrictEvidence)
	t.Grounds = slices.Concat([]Ground{
		{"bounds, lengths and default", 0, bounds.Or(ast.Set(ast.KwDefault))},
		{"100 properties", RuleLimits, ast.KwSet{}},
		{"prefixItems and what else", RuleKeywords | RuleTuple, ast.Set(ast.KwPrefixItems, ast.KwPattern, ast.KwFormat)},
	}, openAIStrictGrounds)
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
	t.Evidence = slices.Concat([]Evidence{
		{"pattern, format, lengths, bounds and item counts are listed as unsupported", "Azure Learn, structured outputs (undated copies)", "2025"},
		{"default is refused", "openai-agents-python#4390; dotnet/extensions#6266", "2026-08"},
		{"100 properties and 5 levels according to the page; a probe of 2026 shows 10 levels, so the page may be stale", "Azure Learn; probe on an Azure-hosted model", "2026"},
		{"whether const, title and the other annotations are taken is not established; they are left out", "no source", "2026"},
		{"prefixItems is refused by OpenAI; Azure is believed to follow", "pydantic-ai#7315", "2026-08"},
		{"parallel tool calls must be off with structured outputs", "Azure Learn, structured outputs", "2025"},
	}, openAIStrictEvidence)
	t.Grounds = slices.Concat([]Ground{
		{"pattern, format, lengths", 0, bounds.Or(ast.Set(ast.KwPattern, ast.KwFormat))},
		{"default is refused", 0, ast.Set(ast.KwDefault)},
		{"100 properties", RuleLimits, ast.KwSet{}},
		{"whether const, title", RuleLiterals, ast.Set(ast.KwConst, ast.KwTitle, ast.KwExamples, ast.KwDeprecated, ast.KwReadOnly, ast.KwWriteOnly, ast.KwComment)},
		{"prefixItems is refused", RuleTuple, ast.Set(ast.KwPrefixItems)},
	}, openAIStrictGrounds)
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
		{"nested oneOf: refused when strict is omitted, taken with an explicit false; it becomes anyOf", "oh-my-pi#920; TanStack/ai PR#786", "2026-05"},
		{"$schema and nullable are left out: compatible servers refuse or ignore them", "inspect_ai#1562; litellm#13389", "2026"},
		{"x-mcp-header speaks to clients of MCP and is left out; whether it is refused is not established", "MCP specification, revision 2026-07-28", "2026-07-28"},
		{"a function name is 64 characters of A-Za-z0-9_-; 128 tools a request", "openai-go shared.go; hermes-agent#13037", "2026"},
		{"strict is false when left out; it is written all the same", "function calling guide", "2026"},
	}
	t.Grounds = []Ground{
		{"the root is an object", RuleRoot, ast.KwSet{}},
		{"an object without properties", RuleProperties | RuleItems, ast.KwSet{}},
		{"a 2020-12 metaschema", RuleDialect, legacy},
		{"lookaround in a pattern", RuleRegex, ast.Set(ast.KwPattern, ast.KwPatternProperties)},
		{"nested oneOf", RuleUnion, ast.Set(ast.KwOneOf)},
		{"$schema and nullable", RuleKeywords, ast.Set(ast.KwSchema, ast.KwNullable)},
		{"x-mcp-header speaks", 0, ast.Set(ast.KwXMCPHeader)},
		{"a function name", RuleTools, ast.KwSet{}},
		{"strict is false", RuleStrict, ast.KwSet{}},
	}
})
