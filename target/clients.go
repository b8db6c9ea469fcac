package target

import "github.com/schemac/schemac/ast"

// Cursor is what every model behind Cursor takes of an MCP tool.
var Cursor = object.with(func(t *Target) {
	t.ID = "cursor"
	t.Title = "Cursor (MCP tools of the client, for every model)"
	t.Keywords = all.AndNot(ast.Combinators).AndNot(ast.Set(ast.KwSchema, ast.KwNullable, ast.KwXMCPHeader, ast.KwPrefixItems, ast.KwRef, ast.KwDefs,
		ast.KwDynamicRef, ast.KwDynamicAnchor, ast.KwAnchor, ast.KwID)).AndNot(legacy)
	t.Spill = spillWords
	t.Object = ObjectProperties
	t.Union = UnionWords
	t.Literals = LiteralsEnum
	t.Null, t.TypeNull, t.TypeList = NullOptional, false, false
	t.Enum = EnumStrings
	t.Ref = RefNone
	t.BoolSchema = true
	t.Untyped = UntypedEnum
	t.Envelope = EnvelopeMCP
	t.Audit = Audit{Prefix: "cursor", Noun: "Cursor schema", Forbidden: ast.Set(ast.KwSchema, ast.KwXMCPHeader), Unlisted: true}
	t.Evidence = []Evidence{
		{"anyOf, oneOf or allOf anywhere fails the request on Claude Fable models; not alone, enums and bounds pass", "senpi#952; oh-my-pi#10432", "2026"},
		{"an enum that is not of strings and items as an array fail on the automatic models", "bb#2222; cursor#3778", "2026"},
		{"the client refuses arguments for a list of types: must be of type null,string, got string", "cursor#3540", "2026"},
		{"references and tuples by prefixItems: not established; they are inlined, and written as items", "no source", "2026"},
		{"a root that is no object and an object without properties: not established; a root is a plain object with properties, as for the models behind the client", "no source", "2026"},
		{"$schema, x-mcp-header and nullable are left out; whether a model behind the client refuses them is not established", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"anyOf, oneOf or allOf", RuleUnion, ast.Set(ast.KwAnyOf, ast.KwOneOf, ast.KwAllOf)},
		{"an enum that is not", RuleEnum | RuleTyped | RuleLiterals, ast.KwSet{}},
		{"the client refuses", RuleTypeList | RuleNull, ast.KwSet{}},
		{"references and tuples", RuleRef | RuleTuple, ast.Set(ast.KwRef, ast.KwDefs, ast.KwDynamicRef, ast.KwDynamicAnchor, ast.KwAnchor, ast.KwID, ast.KwPrefixItems)},
		{"a root that is no object", RuleRoot | RuleProperties, ast.KwSet{}},
		{"$schema, x-mcp-header", RuleKeywords, ast.Set(ast.KwSchema, ast.KwXMCPHeader, ast.KwNullable)},
	}
})

// VSCodeCopilot is what VS Code's Copilot Chat leaves of an MCP tool's schema.
var VSCodeCopilot = object.with(func(t *Target) {
	t.ID = "vscode-copilot"
	t.Alias = []string{"copilot"}
	t.Title = "VS Code Copilot Chat (MCP tools of the client)"
	t.Keywords = all.AndNot(ast.Set(ast.KwSchema, ast.KwNullable, ast.KwXMCPHeader, ast.KwPrefixItems, ast.KwUnevaluatedItems,
		ast.KwUnevaluatedProperties, ast.KwDependentRequired, ast.KwDependentSchemas, ast.KwMinContains, ast.KwMaxContains, ast.KwAnchor,
		ast.KwDynamicAnchor, ast.KwDynamicRef, ast.KwVocabulary, ast.KwContentSchema, ast.KwID)).AndNot(legacy)
	t.RootRefuses = ast.Set(ast.KwIf, ast.KwThen, ast.KwElse)
	t.Object = ObjectProperties | ObjectDeclaredRequired
	t.Array = ArrayItems
	t.BoolSchema = true
	t.Ref = RefDefs
	t.Envelope = EnvelopeMCP
	t.Audit = Audit{Prefix: "copilot", Noun: "Copilot schema", Forbidden: ast.Set(ast.KwSchema, ast.KwXMCPHeader), Unlisted: true, Metaschema: true}
	t.Silent = []Silent{
		{Keywords: everything, Rules: []string{"root-combiner", "ref-siblings", "required-undeclared"}},
		{Rules: []string{"root-type"}, Read: "an object that takes nothing"},
	}
	t.Evidence = []Evidence{
		{"Ajv checks the schema as draft-07, so what later drafts added means nothing; type: array without items is an error", "vscode-copilot-chat toolSchemaNormalizer.ts", "2026"},
		{"a root that is no object is replaced; oneOf, anyOf, allOf, not, if, then, else at the root are deleted; required names that are not declared are removed; properties is added, and an empty description replaced", "vscode-copilot-chat toolSchemaNormalizer.ts", "2026"},
		{"for gpt-4 models 20 keywords (bounds, lengths, patterns) are deleted and descriptions cut at 1024 characters, for Gemini models about 45 keywords: not applied here, the model is not known", "vscode-copilot-chat toolSchemaNormalizer.ts", "2026"},
		{"$ref is read as draft-07 does, ignoring what stands beside it", "JSON Schema draft-07", "2018-03"},
		{"$schema and x-mcp-header are the client's own and nothing to a model; nullable is no keyword of draft-07", "MCP specification, revision 2026-07-28; JSON Schema draft-07", "2026-07-28"},
	}
	t.Grounds = []Ground{
		{"$schema and x-mcp-header", 0, ast.Set(ast.KwSchema, ast.KwXMCPHeader, ast.KwNullable)},
		{"a root that is no object", RuleRoot | RuleProperties | RuleDeclared, ast.KwSet{}},
		{"$ref is read as", RuleRef, ast.KwSet{}},
		{"Ajv checks", RuleKeywords | RuleTuple | RuleItems | RuleDialect, ast.KwSet{}},
	}
})

// Zed is the subset form of Zed's tools, which it uses for some providers.
var Zed = described.with(func(t *Target) {
	t.ID = "zed"
	t.Title = "Zed (tools of the client, the subset for every provider)"
	t.Keywords = all.AndNot(ast.Set(ast.KwSchema, ast.KwNullable, ast.KwXMCPHeader, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwRef, ast.KwDefs,
		ast.KwDynamicRef, ast.KwDynamicAnchor, ast.KwFormat, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum, ast.KwOneOf, ast.KwAllOf,
		ast.KwAdditionalProperties, ast.KwUnevaluatedProperties)).AndNot(legacy)
	t.Object = ObjectProperties
	t.BoolSchema = true
	t.Untyped = UntypedDescribed
	t.Ref = RefNone
	t.Properties = NameRule{Reserved: []string{"if", "then", "else", "$ref"}}
	t.Envelope = EnvelopeMCP
	t.Audit.Prefix, t.Audit.Noun = "zed", "Zed schema"
	t.Silent = []Silent{
		{Keywords: ast.Set(ast.KwFormat, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum, ast.KwAdditionalProperties, ast.KwSchema)},
		{Keywords: ast.Set(ast.KwOneOf), Read: "anyOf"},
		{Rules: []string{"untyped-description"}, Read: "a string"},
	}
	t.Evidence = []Evidence{
		{"the subset form refuses if, then, else and $ref, and drops format, a boolean additionalProperties, exclusive bounds and optional", "zed crates/language_model/src/tool_schema.rs", "2026"},
		{"oneOf becomes anyOf; a node with a description alone becomes a string", "zed crates/language_model/src/tool_schema.rs", "2026"},
		{"a property called like a refused keyword fails too: the walk does not tell names from keywords", "zed crates/language_model/src/tool_schema.rs", "2026"},
		{"the root gets properties and loses $schema and title", "zed crates/language_model/src/tool_schema.rs", "2026"},
		{"allOf, unevaluatedProperties and the keywords that name schemas are left out for the providers behind the subset, which refuse them; zed itself passes them on (believed)", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"the subset form", RuleRef, ast.Set(ast.KwIf, ast.KwThen, ast.KwElse, ast.KwRef, ast.KwDefs, ast.KwFormat, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum, ast.KwAdditionalProperties)},
		{"oneOf becomes", RuleUnion | RuleTyped, ast.Set(ast.KwOneOf)},
		{"a property called", RuleNames, ast.KwSet{}},
		{"the root gets", RuleRoot | RuleProperties, ast.Set(ast.KwSchema, ast.KwTitle)},
		{"allOf, unevaluatedProperties", RuleKeywords, ast.Set(ast.KwAllOf, ast.KwUnevaluatedProperties)},
	}
})
