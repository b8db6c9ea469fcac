package target

import (
	"slices"

	"github.com/schemac/schemac/ast"
)

// Bedrock is toolSpec.inputSchema.json of the Converse API. What holds for
// Claude holds for every family here: the model is not known when a schema is
// compiled.
var Bedrock = Anthropic.with(func(t *Target) {
	t.ID = "bedrock"
	t.Alias = []string{"bedrock-converse"}
	t.Title = "AWS Bedrock Converse tools (toolSpec.inputSchema.json)"
	t.Tool = ToolLimits{Described: true}
	t.Envelope = EnvelopeBedrock
	t.Audit.Prefix, t.Audit.Noun = "bedrock", "Bedrock schema"
	t.Evidence = []Evidence{
		{"the root type is object: inputSchema.json.type must be one of the following: object", "pi#8279, #8804; Converse API reference", "2026-08"},
		{"Claude models add Anthropic's checks: no combinator at the root, the key pattern, the 2020-12 metaschema", "senpi#1947; idp#709", "2026-09"},
		{"a description has at least one character where there is one", "ToolSpecification, API reference", "2026"},
		{"$schema, nullable and x-mcp-header are left out as for Anthropic; whether they are refused is not established", "no source", "2026"},
		{"the model is not known when a schema is compiled, so these are the rules for Claude, the strictest that are known; bedrock-other is for the other families", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"Claude models add", RuleRoot | RuleNames | RuleDialect, legacy.Or(ast.Combinators)},
		{"a description has", RuleTools, ast.KwSet{}},
		{"$schema, nullable", RuleKeywords, ast.Set(ast.KwSchema, ast.KwNullable, ast.KwXMCPHeader)},
	}
})

// BedrockStrict is toolSpec with "strict": true, which some families have, with
// Anthropic's subset.
var BedrockStrict = AnthropicStrict.with(func(t *Target) {
	t.ID = "bedrock-strict"
	t.Title = "AWS Bedrock Converse, strict tools (toolSpec.strict)"
	t.Since = "2026-02"
	t.Tool = Bedrock.Tool
	t.Plain = &Bedrock
	t.Envelope = EnvelopeBedrock
	t.Audit.Prefix, t.Audit.Noun = "bedrock-strict", "Bedrock strict schema"
	t.Evidence = slices.Concat([]Evidence{
		{"strict is a member of toolSpec since 2026-02; what the subset lacks is refused at once, oneOf for example, and so is more than 24 optional parameters in all", "AWS, Get validated JSON results; strands#2664", "2026-02"},
		{"additionalProperties is false on every object, or other compilers drop the flag", "@ai-sdk/amazon-bedrock 5.0.101", "2026"},
		{"which families have it is not established; one that has not refuses the flag in words of its own", "no source", "2026"},
		{"a description has at least one character where there is one", "ToolSpecification, API reference", "2026"},
	}, anthropicStrictEvidence)
	t.Grounds = slices.Concat([]Ground{
		{"strict is a member", RuleStrict | RuleBudget, ast.Set(ast.KwOneOf)},
		{"additionalProperties is false", RuleClosed, ast.Set(ast.KwAdditionalProperties)},
		{"a description has", RuleTools, ast.KwSet{}},
	}, anthropicStrictGrounds)
})

// BedrockOther is toolSpec.inputSchema.json for the families that are not
// Claude: Nova, Llama, Mistral and the rest.
var BedrockOther = Bedrock.with(func(t *Target) {
	t.ID = "bedrock-other"
	t.Title = "AWS Bedrock Converse tools, for models that are not Claude"
	t.Root = RootTyped
	t.Properties = NameRule{}
	t.Audit.Prefix, t.Audit.Noun = "bedrock-other", "Bedrock schema"
	t.Evidence = []Evidence{
		{"the root type is object: inputSchema.json.type must be one of the following: object", "pi#8279, #8804; Converse API reference", "2026-08"},
		{"families other than Claude take combinators at the root beside type: object, and have no pattern for keys", "senpi#1947; idp#709", "2026-09"},
		{"a description has at least one character where there is one", "ToolSpecification, API reference", "2026"},
		{"what Nova and the others accept of the keywords, and whether they check the schema at all, is not established; it is kept valid against the 2020-12 metaschema, and nothing is left out but $schema, nullable and x-mcp-header, which mean nothing to a model", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"the root type is object", RuleRoot, ast.KwSet{}},
		{"a description has", RuleTools, ast.KwSet{}},
		{"what Nova and the others", RuleKeywords | RuleDialect, ast.KwSet{}},
	}
})
