package target

import "github.com/schemac/schemac/ast"

// Ollama keeps what its Go types have a field for and drops the rest unseen.
var Ollama = described.with(func(t *Target) {
	t.ID = "ollama"
	t.Title = "Ollama tools"
	t.Keywords = ast.Set(ast.KwType, ast.KwProperties, ast.KwRequired, ast.KwItems, ast.KwEnum, ast.KwAnyOf, ast.KwDescription)
	t.RootKeywords = ast.Set(ast.KwType, ast.KwItems, ast.KwRequired, ast.KwProperties)
	t.Object = ObjectProperties
	t.Literals = LiteralsEnum
	t.Ref = RefNone
	t.Envelope = EnvelopeOpenAIChat
	t.Audit.Prefix, t.Audit.Noun = "ollama", "Ollama schema"
	t.Silent = []Silent{
		{Keywords: ast.Set(ast.KwRef), Read: "{}"},
		{Keywords: everything, Rules: []string{"root-combiner", "root-key"}},
	}
	t.Evidence = []Evidence{
		{"the root keeps type, $defs, items, required, properties; a property keeps anyOf, type, items, description, enum, properties and, lately, required; all else is dropped without a word", "ollama api.Tool, v0.17.4 and HEAD; ollama#11444", "2026"},
		{"a list of types at the root, a boolean property or branch, a description that is no string are refused", "ollama api.Tool, v0.17.4 and HEAD", "2026"},
		{"what stands below items or in $defs is passed on as it is; it is held to the same rules here, for the templates of models print what the types have fields for", "ollama api.Tool, v0.17.4", "2026"},
		{"a root without the type object loses its meaning: the type is an empty text there", "ollama api.Tool, HEAD", "2026"},
		{"a reference under properties leaves {}", "ollama api.Tool, v0.17.4 and HEAD", "2026"},
		{"additionalProperties is dropped, so it is neither written nor enforced", "ollama api.Tool, v0.17.4 and HEAD", "2026"},
		{"what stands beside an anyOf moves into its branches, so that templates that print one of them lose nothing; a root has properties (believed)", "no source", "2026"},
	}
	t.Grounds = []Ground{
		{"a list of types at the root", RuleBooleans, ast.KwSet{}},
		{"a root without the type", RuleRoot, ast.KwSet{}},
		{"a reference under", RuleRef, ast.KwSet{}},
		{"additionalProperties is dropped", 0, ast.Set(ast.KwAdditionalProperties)},
		{"what stands beside", RuleUnion | RuleProperties, ast.KwSet{}},
		{"the root keeps type", RuleKeywords | RuleTuple | RuleLiterals, ast.KwSet{}},
	}
})

// llamaSilent is what the grammar loses or turns into something else.
var llamaSilent = []Silent{
	{Keywords: ast.Set(ast.KwOneOf), Read: "anyOf, without what stands beside it"},
	{Keywords: ast.Set(ast.KwAllOf), Read: "an empty object where its members are no objects, and not read at all beside properties"},
	{Rules: []string{"root-combiner"}, Read: "any JSON value"},
	{Keywords: ast.Set(ast.KwMultipleOf, ast.KwUniqueItems, ast.KwContains, ast.KwMinContains, ast.KwMaxContains, ast.KwPatternProperties,
		ast.KwPropertyNames, ast.KwMinProperties, ast.KwMaxProperties, ast.KwNot, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwNullable),
		Rules: []string{"anyof-siblings", "bound-type", "pattern-lookaround"}},
	{Rules: []string{"additional-properties"}, Read: "a closed object"},
	{Rules: []string{"untyped"}, Read: "any object where it is {}, and refused by older builds"},
	{Rules: []string{"enum-value"}, Read: "its enum, whatever the type"},
	{Rules: []string{"pattern-wide"}, Read: "a class with the quote in it, which can end the string"},
}

var llamaGrounds = []Ground{
	{"true, false, an unknown", RuleTyped | RuleBooleans, ast.KwSet{}},
	{"a pattern begins", RuleRegex, ast.KwSet{}},
	{"bounds count on", RuleBounds, ast.Set(ast.KwMinimum, ast.KwMaximum, ast.KwMultipleOf, ast.KwUniqueItems, ast.KwContains, ast.KwMinContains, ast.KwMaxContains, ast.KwPatternProperties, ast.KwPropertyNames, ast.KwMinProperties, ast.KwMaxProperties, ast.KwNot, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwNullable)},
	{"counts of 2000", 0, ast.Set(ast.KwMinLength, ast.KwMaxLength, ast.KwMinItems, ast.KwMaxItems)},
	{"what stands beside", RuleUnion, ast.Set(ast.KwOneOf, ast.KwAllOf, ast.KwAnyOf)},
	{"a root with an anyOf", RuleRoot, ast.KwSet{}},
	{"an object with properties", RuleOpen, ast.KwSet{}},
	{"const and enum win", RuleEnum, ast.KwSet{}},
	{"a reference is", RuleRef | RuleNames, ast.KwSet{}},
	{"the tools of a request", RuleTools, ast.KwSet{}},
	{"the formats date", RuleFormats, ast.Set(ast.KwFormat)},
	{"what is named nowhere", RuleKeywords, ast.KwSet{}},
}

// LlamaCPP is what llama.cpp turns into a grammar.
var LlamaCPP = described.with(func(t *Target) {
	t.ID = "llama-cpp"
	t.Alias = []string{"llama.cpp", "llamacpp"}
	t.Title = "llama.cpp server (json-schema-to-grammar)"
	t.Keywords = strictCore.Or(ast.Set(ast.KwConst, ast.KwTitle, ast.KwDefault, ast.KwPrefixItems, ast.KwPattern, ast.KwMinLength, ast.KwMaxLength,
		ast.KwMinItems, ast.KwMaxItems, ast.KwMinimum, ast.KwMaximum, ast.KwFormat))
	t.Object = ObjectExplicit
	t.Enum = EnumFits
	t.Ref = RefNamed
	t.NoDataRef = true
	t.PlainDefs = true
	t.Untyped = UntypedSix
	t.Regex = RegexGrammar
	t.Bounds = BoundsInteger
	t.Formats = []string{"date", "time", "date-time", "uuid"}
	t.Largest = []Largest{{ast.KwMinLength, 1999}, {ast.KwMaxLength, 1999}, {ast.KwMinItems, 1999}, {ast.KwMaxItems, 1999}}
	t.Properties = NameRule{Reserved: []string{"$ref"}}
	t.Tool = ToolLimits{Bytes: 90_000}
	t.Envelope = EnvelopeOpenAIChat
	t.Audit.Prefix, t.Audit.Noun = "llama", "llama.cpp schema"
	t.Silent = llamaSilent
	t.Evidence = []Evidence{
		{"true, false, an unknown type and an empty anyOf are refused; {} admits objects alone; a node without a type is refused by older builds", "llama.cpp b10256 and ec98e2002", "2026"},
		{"a pattern begins with ^ and ends with $; \\d, \\w, \\s, \\b, \\p are refused, lookaround is dropped (or crashes older builds), a dot or a negated class can match a quote", "llama.cpp b10256; kubernetes-mcp-server#758", "2026"},
		{"counts of 2000 and more are refused", "llama.cpp#25746, #23902; firecrawl#4512", "2026"},
		{"what stands beside anyOf or oneOf is ignored, and allOf beside properties; an allOf of scalars is an empty object", "llama.cpp b10256", "2026"},
		{"a root with an anyOf beside its type admits any JSON value", "llama.cpp b10256", "2026"},
		{"an object with properties and without additionalProperties is closed, and its order fixed", "llama.cpp b10256", "2026"},
		{"bounds count on integers alone; multipleOf, uniqueItems, contains, patternProperties, propertyNames, not and if are ignored", "llama.cpp b10256", "2026"},
		{"const and enum win over the type beside them", "llama.cpp b10256", "2026"},
		{"a reference is #/$defs/NAME without escapes; # is refused; a property called $ref breaks the resolver, and so does a member $ref in the values of enum and default", "llama.cpp b10256", "2026"},
		{"the tools of a request are about 97 to 100 KB of JSON together at most", "llama.cpp#25895", "2026"},
		{"the formats date, time, date-time and uuid have rules of their own (believed); others are described", "json-schema-to-grammar", "2026"},
		{"what is named nowhere is left out, exclusive bounds and most annotations among it; whether it is ignored is not established", "no source", "2026"},
	}
	t.Grounds = llamaGrounds
})

// LMStudio checks a tool's form and then does what llama.cpp does.
var LMStudio = LlamaCPP.with(func(t *Target) {
	t.ID = "lm-studio"
	t.Alias = []string{"lmstudio"}
	t.Title = "LM Studio tools"
	t.RootKeywords = ast.Set(ast.KwType, ast.KwProperties, ast.KwRequired, ast.KwAdditionalProperties, ast.KwDefs)
	t.Object = ObjectProperties | ObjectExplicit | ObjectFlag
	t.Silent = append([]Silent{{Rules: []string{"root-combiner", "root-key"}}}, llamaSilent...)
	t.Audit.Prefix, t.Audit.Noun = "lmstudio", "LM Studio schema"
	t.Evidence = []Evidence{
		{"the root has type object and properties; required is an array of strings, additionalProperties a boolean; other members of the root are dropped", "LM Studio's zod type; rakazo#851; generic-copilot#40", "2026"},
		{"then the rules of llama-cpp hold; that additionalProperties is a boolean is seen at the root and kept everywhere", "LM Studio; llama.cpp b10256", "2026"},
	}
	t.Grounds = []Ground{
		{"the root has type", RuleRoot | RuleProperties | RuleOpen, ast.KwSet{}},
		{"then the rules of llama-cpp", anyRule, ast.KwSet{}},
	}
})
