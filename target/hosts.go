package target

import "github.com/schemac/schemac/ast"

// XAI is Grok, where every tool is strict.
var XAI = described.with(func(t *Target) {
	t.ID = "xai"
	t.Alias = []string{"grok"}
	t.Title = "xAI Grok (tools and structured outputs; always strict)"
	t.Keywords = strictCore.Or(bounds).AndNot(ast.Set(ast.KwMultipleOf)).Or(ast.Set(ast.KwConst, ast.KwTitle, ast.KwDefault, ast.KwFormat,
		ast.KwPattern, ast.KwPrefixItems, ast.KwMinProperties, ast.KwMaxProperties))
	t.Object = ObjectExplicit
	t.Enum = EnumFits
	t.Ref = RefDefs
	t.Cycles = CyclesNone
	t.Regex = RegexWhole
	t.Formats = []string{"date", "time", "date-time", "email", "uuid", "ipv4", "ipv6", "uri"}
	t.Largest = []Largest{{ast.KwMinLength, 2048}, {ast.KwMaxLength, 2048}, {ast.KwMinItems, 256}, {ast.KwMaxItems, 256},
		{ast.KwMinProperties, 64}, {ast.KwMaxProperties, 64}}
	t.Envelope = EnvelopeOpenAIChat
	t.Output = OutputChat
	t.Audit.Prefix, t.Audit.Noun = "xai", "xAI schema"
	t.Silent = []Silent{
		{Keywords: ast.Set(ast.KwNot, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwAllOf), Rules: []string{"format", "bound"}},
		{Keywords: ast.Set(ast.KwOneOf), Read: "anyOf"},
		{Rules: []string{"additional-properties"}, Read: "a closed object"},
		{Rules: []string{"pattern-unanchored"}, Read: "if it began with ^ and ended with $"},
	}
	t.Evidence = []Evidence{
		{"enforced: the basic types, enum, const, anyOf, local $ref and $defs without cycles, eight formats, bounds, lengths to 2048, items to 256, properties to 64, a subset of pattern", "docs.x.ai, Structured Outputs", "2026"},
		{"accepted and not enforced: not, if, allOf of several members, other formats, larger bounds; they are described instead", "docs.x.ai, Structured Outputs", "2026"},
		{"oneOf is read as anyOf; what beside an anyOf is enforced is not established, so it moves into the branches", "docs.x.ai, Structured Outputs", "2026"},
		{"additionalProperties is false when absent, so it is written out", "docs.x.ai, Structured Outputs", "2026"},
		{"refused: an empty enum or anyOf, true and false as a property's schema, minContains, maxContains, items as an array", "docs.x.ai, Structured Outputs", "2026"},
		{"an enum or const that contradicts the type makes other compilers leave the tool out", "pi-ai 18.2.11 strict-tool-validation.ts", "2026"},
		{"pattern: the whole string must match; no backreference, \\p, \\b, lookaround, inline flags; the dot matches a newline", "docs.x.ai, Structured Outputs", "2026"},
		{"the root is an object: a root union with a branch of another kind is refused", "codex2api#580; grok_conversation#25; lean-ctx#1397", "2026"},
		{"multipleOf and uniqueItems and all that is named nowhere: not established; they are described", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"accepted and not enforced", RuleFormats | RuleBounds, ast.Set(ast.KwNot, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwAllOf)},
		{"oneOf is read as anyOf", RuleUnion, ast.Set(ast.KwOneOf)},
		{"additionalProperties is false", RuleOpen, ast.KwSet{}},
		{"refused: an empty enum", RuleBooleans, ast.Set(ast.KwMinContains, ast.KwMaxContains)},
		{"an enum or const", RuleEnum, ast.KwSet{}},
		{"pattern: the whole string", RuleRegex, ast.Set(ast.KwPattern)},
		{"the root is an object", RuleRoot, ast.KwSet{}},
		{"enforced: the basic types", RuleRef | RuleCycles, ast.KwSet{}},
		{"multipleOf and uniqueItems", RuleKeywords, ast.KwSet{}},
	}
})

// Moonshot is MFJS, the dialect of Kimi's tools, at the strictest level of the
// provider's own checker.
var Moonshot = described.with(func(t *Target) {
	t.ID = "moonshot"
	t.Alias = []string{"kimi"}
	t.Title = "Moonshot AI Kimi (Moonshot Flavored JSON Schema)"
	t.Keywords = strictCore.Or(bounds).AndNot(ast.Set(ast.KwMultipleOf, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum)).
		Or(ast.Set(ast.KwTitle, ast.KwDefault, ast.KwPattern, ast.KwID))
	t.Object = ObjectDeclaredRequired
	t.BesideUnion = ast.Set(ast.KwTitle, ast.KwDescription)
	t.Literals = LiteralsEnum
	t.Types = TypesBare
	t.Enum = EnumScalars
	t.Ref = RefDefs
	t.Cycles = CyclesOptional
	t.Untyped = UntypedEnum
	t.Bounds = BoundsIntegral
	t.Applicable = true
	t.Ordered = true
	t.NoEcho = true
	t.PlainDefs = true
	t.Properties = NameRule{Reserved: []string{"$defs", "$ref", "anyOf", "required", "additionalProperties"}, NotEmpty: true}
	t.Limits = Limits{Properties: 3000, Depth: 30, EnumValues: 1000, Branches: 500, Bytes: 120_000}
	t.Tool = ToolLimits{Name: NameRule{First: "a-zA-Z_", Rest: "a-zA-Z0-9_-", NotEmpty: true}}
	t.Envelope = EnvelopeOpenAIChat
	t.Audit.Prefix, t.Audit.Noun = "moonshot", "Moonshot schema"
	t.Silent = []Silent{
		{Keywords: everything},
	}
	t.Evidence = []Evidence{
		{"the checker walle judges a schema; its texts are the API's. The rules are those of its level ultra, which is stricter than what the server needs", "MoonshotAI/walle 196bb0c", "2026-06-10"},
		{"unsupported keywords are refused by the level ultra and passed over by the level strict, which the server needs: const oneOf allOf not if multipleOf, exclusive bounds, format, examples and the rest", "walle conf.go and README", "2026-06-10"},
		{"type and other constraints stand in the branches of an anyOf, not beside it; a description is not the same in a branch", "walle; llm-for-zotero#416; vercel/ai#18921", "2026-09"},
		{"a list of types has nothing beside it but title and description, and an enum of one kind and null", "walle", "2026-06"},
		{"enum has a type, at least one member, and members of that type", "walle", "2026-06"},
		{"$ref is # or #/$defs/NAME with nothing beside it, $defs stands at the root, and NAME has no slash (nor, here, anything else that needs an escape)", "walle", "2026-06"},
		{"a recursion must be able to stop; an optional property on the way is one of the ways", "walle", "2026-06"},
		{"properties called $defs, $ref, anyOf, required, additionalProperties, or nothing at all, are refused", "walle", "2026-06"},
		{"required is an array of declared properties, each named once", "walle", "2026-06"},
		{"a keyword stands on a type that it constrains: no minimum on a string", "walle, level ultra", "2026-06"},
		{"bounds of an integer are integers, and the lower one is not above the upper one", "walle, level ultra", "2026-06"},
		{"true, false and null in place of a schema are refused, and items that is no object", "walle", "2026-06"},
		{"30 levels, 120000 bytes, 3000 properties, 1000 values of an enum (taken for the whole schema here), 500 branches; how levels are counted is believed", "walle", "2026-06-10"},
		{"the root type is object and a tool name does not begin with a digit", "openscience#295; kimi-cli#2531", "2026-09"},
	}
	t.Grounds = []Ground{
		{"type and other constraints", RuleUnion, ast.KwSet{}},
		{"a list of types", RuleTypeList, ast.KwSet{}},
		{"enum has a type", RuleEnum | RuleTyped, ast.KwSet{}},
		{"$ref is #", RuleRef, ast.KwSet{}},
		{"a recursion must", RuleCycles, ast.KwSet{}},
		{"properties called", RuleNames, ast.KwSet{}},
		{"required is an array", RuleDeclared, ast.KwSet{}},
		{"a keyword stands on", RuleApplicable, ast.KwSet{}},
		{"bounds of an integer", RuleBounds, ast.KwSet{}},
		{"true, false and null", RuleBooleans, ast.KwSet{}},
		{"30 levels", RuleLimits, ast.KwSet{}},
		{"the root type is object", RuleRoot | RuleTools, ast.KwSet{}},
		{"unsupported keywords are refused", RuleKeywords | RuleTuple | RuleLiterals, ast.KwSet{}},
	}
})

// Mistral is as far as it is established; the rest is openai-chat's.
var Mistral = OpenAIChat.with(func(t *Target) {
	t.ID = "mistral"
	t.Title = "Mistral AI tools"
	t.Keywords = t.Keywords.AndNot(ast.Set(ast.KwID, ast.KwAnchor, ast.KwDynamicAnchor, ast.KwDynamicRef, ast.KwVocabulary, ast.KwComment))
	t.KeepUnknown = false
	t.Ref = RefDefs
	t.Tool.Count = 0
	t.Strict = StrictNone
	t.Output = OutputChat
	t.Audit.Prefix, t.Audit.Noun = "mistral", "Mistral schema"
	t.Audit.Forbidden.Add(ast.KwID)
	t.Audit.Unlisted = true
	t.Evidence = []Evidence{
		{"$schema and $id are refused: failed to compile JSON schema", "inspect_ai#1562; client-python#91", "2026"},
		{"a boolean exclusiveMinimum and malformed nodes are refused", "pdf-reader-mcp#63", "2026"},
		{"unknown members of function are refused, so no strict flag is written", "litellm#13389", "2026"},
		{"that $anchor, $dynamicRef, $vocabulary, $comment and unknown members are refused like $id is believed: its grammar library refuses what it does not know", "llguidance docs/json_schema.md", "2026"},
		{"what is not named here follows openai-chat (believed)", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"$schema and $id", 0, ast.Set(ast.KwSchema, ast.KwID)},
		{"a boolean exclusiveMinimum", RuleDialect, legacy},
		{"that $anchor, $dynamicRef", RuleKeywords | RuleRef, ast.Set(ast.KwAnchor, ast.KwDynamicAnchor, ast.KwDynamicRef, ast.KwVocabulary, ast.KwComment)},
		{"what is not named here follows openai-chat (believed)", anyRule, ast.KwSet{}},
	}
})

// Groq is as far as it is established; the rest is openai-chat's.
var Groq = OpenAIChat.with(func(t *Target) {
	t.ID = "groq"
	t.Title = "Groq tools"
	t.Tool.Count = 0
	t.Strict = StrictNone
	t.Audit.Prefix, t.Audit.Noun = "groq", "Groq schema"
	t.Evidence = []Evidence{
		{"'required' without properties is refused", "strix#1088", "2026-08"},
		{"the model's arguments are checked against the schema (tool_use_failed): a schema that is too tight fails at run time", "strix#1204; ha-groq#20", "2026-08"},
		{"the keyword list of its strict mode is not established, so no flag is written", "no source", "2026"},
		{"what is not named here follows openai-chat (believed)", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"'required' without properties", RuleProperties, ast.KwSet{}},
		{"what is not named here follows openai-chat (believed)", anyRule, ast.KwSet{}},
	}
})

// Cerebras is its strict mode.
var Cerebras = strictMode.with(func(t *Target) {
	t.ID = "cerebras"
	t.Title = "Cerebras, strict tools and structured outputs"
	t.Object = ObjectProperties | ObjectClosed | ObjectDeclaredRequired
	t.Literals = LiteralsEnum
	t.Cycles = CyclesNone
	t.Limits = Limits{Properties: 500, Depth: 10, EnumValues: 500, LongEnum: 250, EnumChars: 7500, Bytes: 5000}
	t.Budget = Budget{Uniform: true}
	t.Audit.Prefix, t.Audit.Noun = "cerebras", "Cerebras schema"
	t.Evidence = []Evidence{
		{"all tools of a request share one value of strict: Tools with mixed values for 'strict' are not allowed; left out it counts as false", "code_puppy#368; Roo-Code#10334", "2026"},
		{"5000 characters, 10 levels, 500 properties, 500 enum values, 7500 characters in an enum of more than 250", "Cerebras, Structured Outputs", "2026"},
		{"no recursion, no $anchor, $defs and not definitions, no items: true, additionalProperties false everywhere", "Cerebras, Structured Outputs", "2026"},
		{"informational members, which constrain nothing, are refused: Unsupported JSON schema fields; that description is none of them is believed, for a tool is nothing without it", "Cerebras, Structured Outputs; claude-code-router#708", "2026"},
		{"items: false is taken with prefixItems; tuples are written as items here", "Cerebras, Structured Outputs", "2026"},
		{"which bounds, formats and patterns are taken is not established; they are described", "no source", "2026"},
		{"the root, properties, items, unions, enums, references, types and names: not established; they follow OpenAI's strict mode (believed)", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"informational members", 0, ast.Set(ast.KwTitle, ast.KwDefault, ast.KwExamples, ast.KwDeprecated, ast.KwReadOnly, ast.KwWriteOnly, ast.KwComment, ast.KwExample, ast.KwExternalDocs)},
		{"no recursion", RuleCycles | RuleClosed | RuleBooleans, ast.Set(ast.KwAnchor, ast.KwDefinitions, ast.KwAdditionalProperties)},
		{"all tools of a request", RuleBudget | RuleStrict, ast.KwSet{}},
		{"5000 characters", RuleLimits, ast.KwSet{}},
		{"items: false", RuleTuple, ast.Set(ast.KwPrefixItems)},
		{"which bounds", RuleKeywords, ast.KwSet{}},
		{"the root, properties", RuleRoot | RuleProperties | RuleDeclared | RuleItems | RuleUnion | RuleLiterals | RuleEnum | RuleRef | RuleTyped | RuleTypeList | RuleTools, ast.Set(ast.KwConst)},
	}
})

// DeepSeek is its strict mode (the beta endpoint).
var DeepSeek = strictMode.with(func(t *Target) {
	t.ID = "deepseek"
	t.Title = "DeepSeek, strict tools (beta endpoint)"
	t.Keywords = strictCore.Or(ast.Set(ast.KwPattern, ast.KwFormat, ast.KwDefault, ast.KwMinimum,
		ast.KwMaximum, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum, ast.KwMultipleOf))
	t.TypeList, t.Types = false, TypesAny
	t.Ref = RefNamed
	t.RefWords = ast.RefWords{Defs: "$def"}
	t.NoBranchRef = true
	t.PlainDefs = true
	t.Regex = RegexNoLookaround
	t.Formats = []string{"email", "hostname", "ipv4", "ipv6", "uuid"}
	t.Literals = LiteralsEnum
	t.Only = []Only{{ast.KwDefault, ast.Numbers}}
	t.Audit.Prefix, t.Audit.Noun = "deepseek", "DeepSeek schema"
	t.Evidence = []Evidence{
		{"every property is required and additionalProperties is false", "DeepSeek API guide, tool calls", "2026"},
		{"strings take pattern and the formats email, hostname, ipv4, ipv6, uuid, and no lengths; numbers take const, default and bounds; arrays take no counts", "DeepSeek API guide, tool calls", "2026"},
		{"a reference is a $ref of the form #/$def/NAME, and $def, not $defs, stands at the root; recursion is documented", "DeepSeek API guide, tool calls", "2026"},
		{"a $ref inside an anyOf is inlined by a client library; one that recurs goes by a definition that holds the anyOf", "rig-core 0.46", "2026"},
		{"what may stand beside a $ref, and whether # or a name that needs escaping is taken, is not established: nothing is left there, and neither is written", "no source", "2026"},
		{"lists of types that name object or array must be split; here all are", "rig-core 0.46", "2026"},
		{"there are no maps and no untyped values, and an allOf of one member must be merged", "rig-core 0.46", "2026"},
		{"lookaround in a pattern: not established; it is left out", "no source", "2026"},
		{"const is documented for numbers alone, so an enum says it everywhere; default is kept on numbers alone", "DeepSeek API guide, tool calls", "2026"},
		{"the root, items, the other combinators, tuples and names: not established; they follow OpenAI's strict mode (believed)", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"lookaround in a pattern", RuleRegex, ast.KwSet{}},
		{"const is documented", RuleLiterals | RuleApplicable, ast.Set(ast.KwConst, ast.KwDefault)},
		{"every property is required", RuleRequired | RuleClosed | RuleDeclared | RuleProperties, ast.KwSet{}},
		{"there are no maps", RuleTyped, ast.Set(ast.KwAllOf, ast.KwAdditionalProperties, ast.KwPatternProperties)},
		{"strings take pattern", RuleFormats | RuleKeywords, ast.Set(ast.KwMinLength, ast.KwMaxLength, ast.KwMinItems, ast.KwMaxItems, ast.KwFormat)},
		{"a reference is a $ref", RuleRef, ast.Set(ast.KwRef, ast.KwDefs)},
		{"lists of types", RuleTypeList, ast.KwSet{}},
		{"the root, items", RuleRoot | RuleItems | RuleUnion | RuleEnum | RuleBooleans | RuleTuple | RuleTools | RuleStrict, ast.KwSet{}},
	}
})

// Fireworks is as far as it is established; the rest is openai-chat's.
var Fireworks = OpenAIChat.with(func(t *Target) {
	t.ID = "fireworks"
	t.Title = "Fireworks AI tools"
	t.Keywords = t.Keywords.AndNot(ast.Set(ast.KwAllOf))
	t.Union = UnionAnyOf
	t.Tool.Count = 0
	t.Strict = StrictNone
	t.Audit.Prefix, t.Audit.Noun = "fireworks", "Fireworks schema"
	t.Audit.Forbidden.Add(ast.KwAllOf)
	t.Evidence = []Evidence{
		{"a branch without a type is refused: could not understand the instance; one maintainer could not reproduce it. What stands beside an anyOf moves into its branches", "pi#5352", "2026-06"},
		{"its grammar's keywords are not established, nor its strict mode, so no flag is written", "no source", "2026"},
		{"what is not named here follows openai-chat (believed)", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"a branch without a type", RuleUnion, ast.Set(ast.KwAllOf)},
		{"what is not named here follows openai-chat (believed)", anyRule, ast.KwSet{}},
	}
})
