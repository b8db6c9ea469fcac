package target

import "github.com/schemac/schemac/ast"

// anthropicKeys is the pattern that Anthropic has for the properties of the
// root; nobody looks at those below it.
var anthropicKeys = NameRule{Rest: "a-zA-Z0-9_.-", Max: 64, NotEmpty: true, RootOnly: true}

// Anthropic is input_schema of the Messages API without strict.
var Anthropic = whole.with(func(t *Target) {
	t.ID = "anthropic"
	t.Alias = []string{"claude"}
	t.Title = "Anthropic Messages API tools (input_schema)"
	t.Properties = anthropicKeys
	t.Envelope = EnvelopeAnthropic
	t.Audit.Prefix, t.Audit.Noun = "anthropic", "Anthropic schema"
	t.Evidence = []Evidence{
		{"input_schema does not support oneOf, allOf, or anyOf at the top level, even beside type: object", "claude-code#5319, #27337, #40075; kilocode#12246", "2026-08"},
		{"property keys at the top level match ^[a-zA-Z0-9_.-]{1,64}$; those below are not looked at", "claude-code#79418; composio#3500; decocms/studio#6874", "2026-08"},
		{"the schema is valid against the 2020-12 metaschema", "claude-code#7365, #86664", "2026-08"},
		{"patternProperties with the pattern ^(.*)$ is reported to be refused by that check, which is not explained; it is kept", "openclaw#29416", "2026"},
		{"enum, const, not and $ref at the root are left out too; whether they are refused is not established", "no source", "2026"},
		{"boolean subschemas and {} : not established; they are kept", "no source", "2026"},
		{"$schema and nullable mean nothing there and are left out", "Messages API reference", "2026"},
		{"x-mcp-header speaks to clients of MCP and is left out; whether it is refused is not established", "MCP specification, revision 2026-07-28", "2026-07-28"},
	}
	t.Grounds = []Ground{
		{"input_schema does not support", RuleRoot, ast.Combinators},
		{"enum, const, not and $ref", 0, ast.Set(ast.KwEnum, ast.KwConst, ast.KwNot, ast.KwRef)},
		{"property keys at the top level", RuleNames, ast.KwSet{}},
		{"the schema is valid", RuleDialect, legacy},
		{"$schema and nullable", RuleKeywords, ast.Set(ast.KwSchema, ast.KwNullable)},
		{"x-mcp-header speaks", 0, ast.Set(ast.KwXMCPHeader)},
	}
})

// anthropicStrictEvidence is what holds for the subset wherever it is served.
var anthropicStrictEvidence = []Evidence{
	{"supported: the basic types, enum of scalars, const, anyOf, allOf without $ref inside, local $ref and $defs, default, required, additionalProperties: false on every object, ten formats, minItems 0 or 1, a subset of pattern", "Structured outputs guide", "2026"},
	{"refused: recursion, bounds, lengths, other item counts, open objects, oneOf", "Structured outputs guide; strands#2664; req_llm#302", "2026"},
	{"pattern without backreferences, lookaround, \\b and large counts; which count is too large is not said, and 1000 is believed", "Structured outputs guide", "2026"},
	{"20 strict tools, 24 optional parameters and 16 parameters with a union for all strict tools of a request", "Structured outputs guide; inbox-zero#2662; anthropic-sdk-python#1185", "2026"},
	{"compilation is reported to fail from 11 to 13 optional parameters already", "@ai-sdk/anthropic 4.0.105, comment", "2026"},
	{"a node without a type is refused by the SDKs; whether the API does is not established, nor that an array needs items", "anthropic-sdk-python HEAD", "2026-08"},
	{"the root and its keys are those of the plain form: an object without combinators, keys of a-zA-Z0-9_.-", "claude-code#5319, #79418", "2026-08"},
	{"allOf is taken without $ref inside, and merged all the same; what may stand beside an anyOf is not established", "Structured outputs guide", "2026"},
	{"a name in required that properties lacks: whether it is refused is not established; in a closed object nothing could meet it", "no source", "2026"},
	{"what is named nowhere is left out: title, examples and the like are not in the list", "Structured outputs guide", "2026"},
	{"the flag is written, true only where the rules are met", "Messages API reference", "2026"},
	{"required properties come first in the output, then optional ones", "Structured outputs guide", "2026"},
}

var anthropicStrictGrounds = []Ground{
	{"pattern without backreferences", RuleRegex, ast.Set(ast.KwPattern)},
	{"refused: recursion", RuleCycles | RuleClosed | RuleBounds, bounds.Or(ast.Set(ast.KwOneOf, ast.KwAdditionalProperties, ast.KwPatternProperties)).AndNot(ast.Set(ast.KwMinItems))},
	{"20 strict tools", RuleBudget, ast.KwSet{}},
	{"a node without a type", RuleTyped | RuleItems | RuleBooleans, ast.KwSet{}},
	{"the root and its keys", RuleRoot | RuleNames, ast.KwSet{}},
	{"allOf is taken", RuleUnion, ast.Set(ast.KwAllOf)},
	{"supported: the basic types", RuleEnum | RuleTypeList | RuleRef | RuleFormats, ast.Set(ast.KwFormat, ast.KwMinItems)},
	{"a name in required", RuleDeclared, ast.KwSet{}},
	{"what is named nowhere", RuleKeywords | RuleTuple, ast.KwSet{}},
	{"the flag is written", RuleStrict, ast.KwSet{}},
}

// AnthropicStrict is input_schema with "strict": true, and output_config.format.
var AnthropicStrict = described.with(func(t *Target) {
	t.ID = "anthropic-strict"
	t.Alias = []string{"claude-strict"}
	t.Title = "Anthropic Messages API, strict tools and structured outputs"
	t.Keywords = strictCore.Or(ast.Set(ast.KwConst, ast.KwDefault, ast.KwTitle, ast.KwFormat, ast.KwMinItems, ast.KwPattern))
	t.Object = ObjectClosed | ObjectDeclaredRequired
	t.Array = ArrayItems
	t.Types = TypesOneKind
	t.Enum = EnumScalars
	t.Ref = RefDefs
	t.Cycles = CyclesNone
	t.Untyped = UntypedFallback
	t.Regex = RegexSimple
	t.Formats = []string{"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"}
	t.Largest = []Largest{{ast.KwMinItems, 1}}
	t.Properties = anthropicKeys
	t.Budget = Budget{Tools: 20, Optional: 24, Unions: 16}
	t.Plain = &Anthropic
	t.Fallback = FallbackOpen
	t.Envelope = EnvelopeAnthropic
	t.Strict = StrictAchieved
	t.Output = OutputAnthropic
	t.Audit.Prefix, t.Audit.Noun = "anthropic-strict", "Anthropic strict schema"
	t.Evidence = anthropicStrictEvidence
	t.Grounds = anthropicStrictGrounds
})
