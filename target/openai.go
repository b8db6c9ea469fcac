package target

import "github.com/schemac/schemac/ast"

// OpenAIStrict is function calling with "strict": true by the smallest
// keyword set that every OpenAI-style strict mode takes. It is one of the fixed
// five.
var OpenAIStrict = Target{
	ID:    "openai-strict",
	Title: "OpenAI-style strict mode (function tools, structured outputs)",
	Keywords: ast.Set(ast.KwRef, ast.KwDefs, ast.KwType, ast.KwEnum, ast.KwAnyOf, ast.KwPrefixItems, ast.KwItems,
		ast.KwProperties, ast.KwAdditionalProperties, ast.KwRequired, ast.KwDescription),
	InlineDefault: true,
	Root:          RootPlain,
	Object:        ObjectProperties | ObjectClosed | ObjectAllRequired | ObjectDeclaredRequired,
	Array:         ArrayItems,
	Union:         UnionAnyOf,
	Null:          NullType,
	TypeNull:      true,
	Enum:          EnumTyped,
	Ref:           RefDefs,
	Untyped:       UntypedFallback,
	Fallback:      FallbackOpen,
	Envelope:      EnvelopeOpenAIChat,
	Also:          []Envelope{EnvelopeOpenAIResponses},
	Output:        OutputChat,
	Strict:        StrictAchieved,
	Audit: Audit{
		Prefix: "strict", Noun: "Strict schema",
		Forbidden: ast.Set(ast.KwFormat, ast.KwPattern, ast.KwMinLength, ast.KwMaxLength, ast.KwMinimum, ast.KwMaximum,
			ast.KwExclusiveMinimum, ast.KwExclusiveMaximum, ast.KwMinItems, ast.KwMaxItems, ast.KwUniqueItems, ast.KwMultipleOf,
			ast.KwSchema, ast.KwExamples, ast.KwDefault, ast.KwTitle, ast.KwComment, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwNot,
			ast.KwUnevaluatedProperties, ast.KwUnevaluatedItems, ast.KwPatternProperties, ast.KwPropertyNames, ast.KwContains,
			ast.KwMinContains, ast.KwMaxContains, ast.KwDependentRequired, ast.KwDependentSchemas, ast.KwContentEncoding,
			ast.KwContentMediaType, ast.KwContentSchema, ast.KwDeprecated, ast.KwReadOnly, ast.KwWriteOnly, ast.KwMinProperties,
			ast.KwMaxProperties, ast.KwDynamicRef, ast.KwDynamicAnchor, ast.KwConst, ast.KwNullable),
		Unlisted:   true,
		TupleItems: true, ItemsOnlyArray: true,
	},
	Evidence: []Evidence{
		{"every object must set additionalProperties to false", "openai-agents-python#1023; TanStack/ai#186", "2026-09"},
		{"every property must be in required; an undeclared name in required is refused", "vercel/ai#6484; openai-python#2004", "2026-09"},
		{"a node must have a type, an anyOf or a $ref", "apexive/odoo-llm#212", "2026-09"},
		{"an array must have items", "meilisearch-mcp#27", "2026-09"},
		{"enum members fit the node's type: enum value V does not validate against {'type': …}", "oh-my-pi#1835; oh-my-pi#2652", "2026"},
		{"oneOf and allOf are refused", "openai-node#1709; notion-mcp-server#102", "2026-09"},
		{"the root is a plain object: no oneOf, anyOf, allOf, enum, const, not", "langchainjs#9804; feigeCode/navop#247", "2026-09-20"},
		{"a $ref points at root $defs or at the root, and nothing stands beside it", "dotnet/extensions#6918; camel#3001", "2026-03"},
		{"formats, patterns and bounds are accepted by newer models, refused by Azure and fine-tuned ones; this target leaves them out", "pydantic-ai#7315; openai-agents-python#4390", "2026-08"},
		{"prefixItems is refused by api.openai.com (reported); this target keeps it, so a tuple is warned about", "pydantic-ai#7315", "2026-08"},
		{"minProperties, maxProperties, unevaluatedProperties: refused according to older documents, not seen lately", "structured outputs guide", "2025"},
		{"not, if, then, else, dependentRequired and dependentSchemas are refused; uniqueItems and propertyNames too", "structured outputs guide; jcode#687; oh-my-pi#209", "2026"},
		{"a schema that cannot be strict is sent with \"strict\": false: left out, the server tries to make it strict", "openai-go v3.100 FunctionToolParam.Strict; function calling guide", "2026"},
		{"what is named nowhere is left out: which annotations and unknown members are refused is not established", "no source", "2026"},
	},
	Grounds: []Ground{
		{"every object must set", RuleClosed, ast.Set(ast.KwAdditionalProperties, ast.KwPatternProperties)},
		{"every property must be", RuleRequired | RuleDeclared, ast.KwSet{}},
		{"a node must have a type", RuleTyped | RuleProperties | RuleBooleans, ast.KwSet{}},
		{"an array must have items", RuleItems, ast.KwSet{}},
		{"enum members fit", RuleEnum | RuleTypeList, ast.KwSet{}},
		{"oneOf and allOf are refused", RuleUnion, ast.Set(ast.KwOneOf, ast.KwAllOf)},
		{"the root is a plain object", RuleRoot, ast.KwSet{}},
		{"a $ref points at root", RuleRef, ast.KwSet{}},
		{"formats, patterns and bounds", 0, ast.Set(ast.KwFormat, ast.KwPattern, ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum,
			ast.KwExclusiveMaximum, ast.KwMultipleOf, ast.KwMinLength, ast.KwMaxLength, ast.KwMinItems, ast.KwMaxItems)},
		{"prefixItems is refused", RuleTuple, ast.KwSet{}},
		{"minProperties, maxProperties", 0, ast.Set(ast.KwMinProperties, ast.KwMaxProperties, ast.KwUnevaluatedProperties)},
		{"not, if, then", 0, ast.Set(ast.KwNot, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwDependentRequired, ast.KwDependentSchemas,
			ast.KwUniqueItems, ast.KwPropertyNames)},
		{"a schema that cannot be strict", RuleStrict, ast.KwSet{}},
		{"what is named nowhere", RuleKeywords, ast.KwSet{}},
	},
}

// OpenAIResponses is OpenAI without strict ("strict": false), in the Responses
// API and in Chat Completions. It is one of the fixed five.
var OpenAIResponses = Target{
	ID:          "openai-responses",
	Title:       "OpenAI without strict (Responses and Chat Completions, strict: false)",
	Keywords:    all.AndNot(ast.Set(ast.KwOneOf, ast.KwNullable)).AndNot(legacy),
	KeepUnknown: true,
	Root:        RootPlain,
	Object:      ObjectProperties,
	Array:       ArrayItems,
	Union:       UnionNoOneOf,
	Null:        NullType,
	TypeNull:    true,
	TypeList:    true,
	BoolSchema:  true,
	Regex:       RegexNoLookaround,
	Fallback:    FallbackEmpty,
	Envelope:    EnvelopeOpenAIResponses,
	Also:        []Envelope{EnvelopeOpenAIChat},
	Output:      OutputResponses,
	Strict:      StrictNever,
	Audit: Audit{
		Prefix: "responses", Noun: "Responses schema",
		Forbidden:  ast.Set(ast.KwOneOf, ast.KwNullable),
		Metaschema: true,
	},
	Evidence: []Evidence{
		{"the root must be an object without oneOf, anyOf, allOf, enum, const, not, in every mode", "vscode#307515; google-calendar-mcp#39; feigeCode/navop#247", "2026-09-20"},
		{"an object without properties and an array without items are refused at any depth", "openai-agents-python#449; streamnative-mcp-server#26", "2026-09"},
		{"lookaround in a pattern is refused", "opencode#32073; cline PR#14019", "2026-09"},
		{"a 2020-12 metaschema check runs first", "mcpadapt PR#80; griptape#2150", "2026-04"},
		{"nullable is no keyword: ignored or refused, so null is written as a type", "believed; OpenAPI 3.0 documents in the wild", "2026-09"},
		{"nested oneOf: refused when strict is omitted (oh-my-pi#920), taken with an explicit false (TanStack PR#786); converting is safe either way", "oh-my-pi#920; TanStack/ai PR#786", "2026-05"},
		{"strict is written as false: left out, the server tries to make the schema strict", "openai-go v3.100 FunctionToolParam.Strict; function calling guide", "2026"},
	},
	Grounds: []Ground{
		{"the root must be an object", RuleRoot, ast.KwSet{}},
		{"an object without properties", RuleProperties | RuleItems, ast.KwSet{}},
		{"lookaround in a pattern", RuleRegex, ast.KwSet{}},
		{"a 2020-12 metaschema", RuleDialect | RuleKeywords, ast.KwSet{}},
		{"nullable is no keyword", 0, ast.Set(ast.KwNullable)},
		{"nested oneOf", RuleUnion, ast.Set(ast.KwOneOf)},
		{"strict is written", RuleStrict, ast.KwSet{}},
	},
}

var (
	all = func() ast.KwSet {
		var s ast.KwSet
		for k := 1; k < ast.NumKw; k++ {
			s.Add(ast.Kw(k))
		}
		return s
	}()
	legacy = ast.Set(ast.KwDefinitions, ast.KwDependencies, ast.KwRecursiveRef, ast.KwRecursiveAnchor, ast.KwAdditionalItems, ast.KwLegacyID)
)
