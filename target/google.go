package target

import "github.com/schemac/schemac/ast"

// googleFields are the fields that the Schema messages of the Gemini API and of
// Vertex share and that this family emits.
var googleFields = ast.Set(ast.KwType, ast.KwTitle, ast.KwDescription, ast.KwNullable, ast.KwEnum, ast.KwItems, ast.KwProperties,
	ast.KwRequired, ast.KwAnyOf, ast.KwPropertyOrdering, ast.KwDefault, ast.KwExample, ast.KwMinProperties, ast.KwMaxProperties)

// googleSpill are the keywords a model can use although the provider cannot.
var googleSpill = ast.Set(ast.KwPattern, ast.KwFormat, ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum,
	ast.KwMultipleOf, ast.KwMinLength, ast.KwMaxLength, ast.KwMinItems, ast.KwMaxItems, ast.KwUniqueItems, ast.KwMinProperties,
	ast.KwMaxProperties, ast.KwExamples, ast.KwDefault, ast.KwEnum)

var googleForbidden = ast.Set(ast.KwSchema, ast.KwRef, ast.KwDefs, ast.KwDynamicRef, ast.KwDynamicAnchor, ast.KwExamples,
	ast.KwPrefixItems, ast.KwUnevaluatedProperties, ast.KwUnevaluatedItems, ast.KwPatternProperties, ast.KwAdditionalProperties,
	ast.KwMinItems, ast.KwMaxItems, ast.KwMinLength, ast.KwMaxLength, ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum,
	ast.KwExclusiveMaximum, ast.KwPattern, ast.KwFormat,
	ast.KwPropertyNames, ast.KwMultipleOf, ast.KwDependencies, ast.KwDependentSchemas, ast.KwDependentRequired, ast.KwDeprecated,
	ast.KwReadOnly, ast.KwWriteOnly, ast.KwComment, ast.KwXMCPHeader, ast.KwConst)

// Google is the parameters field of Gemini and Vertex function declarations:
// the intersection of both Schema messages. It is one of the fixed five.
var Google = Target{
	ID:       "google",
	Alias:    []string{"gemini"},
	Title:    "Gemini API and Vertex AI function declarations (parameters)",
	Keywords: googleFields,
	Spill:    googleSpill,
	Root:     RootPlain,
	Object:   ObjectProperties | ObjectDeclaredRequired | ObjectOrdering,
	Array:    ArrayItems,
	Union:    UnionAnyOfAlone,
	Literals: LiteralsEnum,
	Null:     NullKeyword,
	Enum:     EnumStrings,
	Ref:      RefNone,
	Untyped:  UntypedUnion,
	Fallback: FallbackEmpty,
	Envelope: EnvelopeGoogle,
	Output:   OutputGoogle,
	Audit: Audit{
		Prefix: "google", Noun: "Google schema",
		Forbidden:      googleForbidden,
		Unlisted:       true,
		TypeUpper:      true,
		ItemsOnlyArray: true,
	},
	Evidence: []Evidence{
		{"a member without a field in the Schema message is refused: Unknown name …: Cannot find field", "nakama#292; zed#44875; 9router#2309", "2026-09"},
		{"type is one name: Proto field is not repeating, cannot start list", "zed#53919", "2026-08"},
		{"the messages' own type names are upper case; lower case is taken too", "Schema.Type of generativelanguagepb v1beta and aiplatformpb v1", "2026-10"},
		{"enum holds strings: Invalid value at …enum[0] (TYPE_STRING), 60", "hermes-agent#15082", "2026-08"},
		{"enum only on STRING and no empty member", "9router#359; runlore#40", "2026-08"},
		{"an array has items, and only an array", "AstrBot#6029; hermes#38972", "2026-08"},
		{"required names declared properties only", "genkit#5656", "2026-08"},
		{"true and false in place of a schema are parse errors", "adk-python#4531; copilot-cli#4623", "2026"},
		{"Vertex: an anyOf is the only field of its node", "opencode#14788; vercel/ai#19000", "2026-08"},
		{"Vertex: every node has a type, or an anyOf of typed branches; the root is an OBJECT", "tidebreak#1537; spring-ai#1373", "2026-08"},
		{"Vertex's Schema message has no NULL type; the Gemini API's has", "aiplatformpb v1, generativelanguagepb v1beta", "2026-10"},
		{"properties is a map field: the order of its members is lost unless propertyOrdering lists them", "Schema message, field property_ordering", "2026-10"},
		{"the limit on nesting is not documented; reports speak of 4 to 6 levels", "Portkey#1616; presenton#327", "2026"},
	},
	Grounds: []Ground{
		{"a member without a field", RuleKeywords | RuleRef | RuleUnion | RuleTuple | RuleLiterals, ast.KwSet{}},
		{"type is one name", RuleTypeList, ast.KwSet{}},
		{"enum holds strings", RuleEnum, ast.KwSet{}},
		{"an array has items", RuleItems, ast.KwSet{}},
		{"true and false in place", RuleBooleans, ast.KwSet{}},
		{"required names declared", RuleDeclared, ast.KwSet{}},
		{"Vertex: an anyOf is the only", 0, ast.Set(ast.KwAnyOf)},
		{"Vertex: every node has a type", RuleTyped | RuleRoot | RuleProperties, ast.KwSet{}},
		{"Vertex's Schema message has no NULL", RuleNull, ast.KwSet{}},
		{"properties is a map field", RuleOrder, ast.Set(ast.KwPropertyOrdering)},
	},
}

// CloudCodeAssistClaude is Claude behind Google's Cloud Code Assist, which
// reads the legacy parameters field. It is one of the fixed five.
var CloudCodeAssistClaude = Target{
	ID:    "cloud-code-assist-claude",
	Alias: []string{"cca"},
	Title: "Claude through Google's Cloud Code Assist (parameters)",
	Keywords: googleFields.AndNot(ast.Set(ast.KwAnyOf, ast.KwNullable, ast.KwMinProperties, ast.KwMaxProperties,
		ast.KwPropertyOrdering, ast.KwExample)),
	Spill:    googleSpill,
	Root:     RootPlain,
	Object:   ObjectProperties | ObjectDeclaredRequired,
	Array:    ArrayItems,
	Union:    UnionNone,
	Null:     NullOptional,
	Enum:     EnumStrings,
	Ref:      RefNone,
	Untyped:  UntypedString,
	Fallback: FallbackEmpty,
	Envelope: EnvelopeGoogle,
	Audit: Audit{
		Prefix: "cca", Noun: "Cloud Code Assist schema",
		Forbidden: ast.Set(ast.KwSchema, ast.KwRef, ast.KwDefs, ast.KwDynamicRef, ast.KwDynamicAnchor, ast.KwPropertyNames,
			ast.KwDeprecated, ast.KwReadOnly, ast.KwWriteOnly, ast.KwComment, ast.KwConst),
		Unlisted:       true,
		Metaschema:     true,
		ItemsOnlyArray: true,
	},
	Evidence: []Evidence{
		{"only parameters is read; it becomes Anthropic's input_schema", "gcli2api#393; CLIProxyAPI#351", "2026"},
		{"the result is checked against the 2020-12 metaschema: JSON schema is invalid", "oh-my-pi#45; Antigravity2Api#4", "2026"},
		{"int64 fields (min/maxItems, min/maxLength, min/maxProperties) reach that check as strings and fail it (believed)", "protojson probe; Antigravity2Api#4", "2026"},
		{"the rules of the parameters field hold here too: items on arrays only, enum of non-empty strings on strings, required names declared properties (believed: seen on the Gemini API and Vertex)", "hermes#38972; runlore#40; genkit#5656", "2026"},
		{"unknown members are refused at the proto stage", "gsd-2#496; pi#2834; 9router#2199", "2026"},
		{"nullable and unions: reports conflict; leaving them out is safe", "oh-my-pi; CLIProxyAPI", "2026"},
	},
	Grounds: []Ground{
		{"int64 fields", 0, ast.Set(ast.KwMinItems, ast.KwMaxItems, ast.KwMinLength, ast.KwMaxLength, ast.KwMinProperties, ast.KwMaxProperties)},
		{"unknown members are refused", RuleKeywords | RuleRef | RuleTuple | RuleOrder, ast.KwSet{}},
		{"nullable and unions", RuleNull | RuleUnion | RuleTypeList, ast.Set(ast.KwNullable, ast.KwAnyOf)},
		{"the rules of the parameters field", RuleBooleans | RuleItems | RuleEnum | RuleDeclared | RuleTyped | RuleProperties | RuleRoot, ast.KwSet{}},
		{"the result is checked", RuleDialect, ast.KwSet{}},
	},
}
