package target

import "github.com/schemac/schemac/ast"

// googleName is what both Google surfaces take for the name of a function; 128
// characters are documented since 2026-10, errors still say 64.
var googleName = NameRule{First: "a-zA-Z_", Rest: "a-zA-Z0-9_.:-", Max: 64, NotEmpty: true}

// GoogleJSON is parametersJsonSchema and responseJsonSchema: a free JSON value
// instead of the Schema message.
var GoogleJSON = described.with(func(t *Target) {
	t.ID = "google-json"
	t.Alias = []string{"gemini-json"}
	t.Title = "Gemini API and Vertex AI, parametersJsonSchema and responseJsonSchema"
	t.Keywords = ast.Set(ast.KwID, ast.KwDefs, ast.KwRef, ast.KwAnchor, ast.KwType, ast.KwFormat, ast.KwTitle, ast.KwDescription,
		ast.KwEnum, ast.KwItems, ast.KwPrefixItems, ast.KwMinItems, ast.KwMaxItems, ast.KwMinimum, ast.KwMaximum, ast.KwAnyOf,
		ast.KwProperties, ast.KwAdditionalProperties, ast.KwRequired, ast.KwPropertyOrdering)
	t.Literals = LiteralsEnum
	t.Types = TypesOneKindNoNull
	t.Enum = EnumText
	t.Ref = RefDefs
	t.Cycles = CyclesOptional
	t.Untyped = UntypedEnum
	t.Limits = Limits{MaxItemsSum: 900}
	t.Tool = ToolLimits{Name: googleName, Count: 512}
	t.Envelope = EnvelopeGoogleJSON
	t.Output = OutputGoogleJSON
	t.Audit.Prefix, t.Audit.Noun = "google-json", "Google JSON schema"
	t.Silent = []Silent{
		{Keywords: ast.Set(ast.KwOneOf), Read: "anyOf"},
		{Keywords: everything},
	}
	t.Evidence = []Evidence{
		{"the documented keywords: $id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering; others are ignored, not refused, so they are described instead", "generativelanguagepb v1beta; genai SDKs; Vertex discovery v1beta1", "2026-10"},
		{"oneOf is read as anyOf, so it is written as anyOf and an overlap is reported; what stands beside an anyOf moves into its branches (believed to be the safe form)", "generativelanguagepb v1beta, comment of response_json_schema", "2026-10"},
		{"enum holds strings and numbers; const is not in the list, so it becomes an enum", "generativelanguagepb v1beta, comment of response_json_schema; vercel/ai#20757", "2026-10"},
		{"a node with $ref may carry other members that begin with $ only", "generativelanguagepb v1beta; opencode#12295", "2026"},
		{"cycles are unrolled to a limited degree and may stand in optional properties only; nullable is not enough", "generativelanguagepb v1beta, comment of response_json_schema", "2026-10"},
		{"a sum of maxItems of about 960 is refused without a reason; 900 is left as the limit, which has moved between weeks", "python-genai#2170; open-historia#790", "2026"},
		{"nesting is limited at an undocumented depth, of 5 or more object levels: keep references instead of inlining them", "gemini-cli#5923; litellm#21014; recorded requests", "2026"},
		{"the root describes an object; whether a root union is taken is not established", "generativelanguagepb v1beta, parameters_json_schema", "2026-10"},
		{"true and false as schemas: not established; they are written as {} or left out", "no source", "2026"},
		{"a function name: a letter or underscore first, then A-Za-z0-9_.:-, 64 characters; 512 declarations a request", "gemini-cli#2966; Vertex discovery v1; gemini-cli#19083", "2026"},
		{"key order is not promised for function declarations; lists of types pass in live tests", "vercel/ai#20757; Schema of function declarations", "2026"},
	}
	t.Grounds = []Ground{
		{"oneOf is read as anyOf", RuleUnion, ast.Set(ast.KwOneOf)},
		{"enum holds strings", RuleEnum | RuleTypeList | RuleLiterals | RuleTyped, ast.Set(ast.KwConst)},
		{"a node with $ref", RuleRef, ast.KwSet{}},
		{"cycles are unrolled", RuleCycles, ast.KwSet{}},
		{"a sum of maxItems", RuleLimits, ast.KwSet{}},
		{"the root describes", RuleRoot, ast.KwSet{}},
		{"true and false as schemas", RuleBooleans, ast.KwSet{}},
		{"a function name", RuleTools, ast.KwSet{}},
		{"the documented keywords", RuleKeywords, ast.KwSet{}},
	}
})

// Vertex is the parameters field of Vertex AI with the fields that its Schema
// message has beyond what this project sends to both surfaces.
var Vertex = Google.with(func(t *Target) {
	t.ID = "vertex"
	t.Title = "Vertex AI function declarations (parameters) with all fields of its Schema message"
	t.Keywords = googleFields.Or(ast.Set(ast.KwFormat, ast.KwPattern, ast.KwMinimum, ast.KwMaximum, ast.KwMinLength, ast.KwMaxLength,
		ast.KwMinItems, ast.KwMaxItems, ast.KwAdditionalProperties, ast.KwRef, ast.KwDefs))
	t.Spill = spillWords
	t.JoinLiterals = true
	t.Ref = RefNamed
	t.RefWords = ast.RefWords{Ref: "ref", Defs: "defs"}
	t.BesideRef = ast.Set(ast.KwDescription, ast.KwDefault)
	t.PlainDefs = true
	t.Largest = int64Bounds
	t.Properties = NameRule{First: "a-zA-Z_", Rest: "a-zA-Z0-9_", Max: 64, NotEmpty: true}
	t.Tool = ToolLimits{Name: googleName, Count: 512}
	t.Output = OutputGoogle
	t.Audit.Prefix, t.Audit.Noun = "vertex", "Vertex schema"
	t.Audit.Forbidden = ast.KwSet{}
	t.Evidence = []Evidence{
		{"the Schema message has format, pattern, bounds, lengths, item counts and additionalProperties; a member without a field is refused", "aiplatformpb v1 and v1beta1; nakama#292; zed#44875", "2026-10"},
		{"it has ref, of the form #/defs/NAME, and defs at the root; a ref may have nothing but description and default beside it: Schema.ref was set alongside unsupported fields", "aiplatformpb v1; opencode#19075; gcli2api#374", "2026"},
		{"recursion through ref and defs: the message allows it, and where it is documented for the JSON Schema field it may stand in optional properties only; what the server does with it here is not established, nor whether it takes a ref as a branch of anyOf, below additionalProperties, or to a name that needs escaping (written without)", "aiplatformpb v1; no reply seen", "2026-10"},
		{"minimum and maximum have no presence in the message: 0 may count as absent", "aiplatformpb v1", "2026-10"},
		{"counts are int64", "aiplatformpb v1", "2026-10"},
		{"an anyOf is the only field of its node; every node has a type or is an anyOf of typed branches; the root is an OBJECT", "opencode#14788; vercel/ai#19000; tidebreak#1537; spring-ai#1373", "2026-08"},
		{"type is one name: Proto field is not repeating, cannot start list", "zed#53919", "2026-08"},
		{"items is one message and stands on arrays, which have it; a boolean or a list in its place is a parse error", "AstrBot#6029; hermes#38972; adk-rust#330; adk-python#4531", "2026"},
		{"required names declared properties only", "Antigravity-Manager#187; genkit#5656", "2026-08"},
		{"the Go message has no NULL type, the discovery document lists one", "aiplatformpb v1; Vertex discovery", "2026-10"},
		{"a parameter name: a letter or underscore first, then A-Za-z0-9_, 64 characters; no error text is known", "Vertex discovery v1", "2026-10"},
		{"enum holds non-empty strings on strings; INTEGER with format enum and strings is documented and not used here", "runlore#40; Vertex discovery", "2026"},
		{"properties is a map field: the order of its members is lost unless propertyOrdering lists them", "Schema message, field property_ordering", "2026-10"},
		{"that an object needs properties is an older rule of the Gemini API; an empty map is taken everywhere", "vercel/ai#3371; recorded requests", "2026"},
		{"a function name: a letter or underscore first, then A-Za-z0-9_.:-, 64 characters; 512 declarations a request", "gemini-cli#2966; Vertex discovery v1", "2026-10"},
	}
	t.Grounds = []Ground{
		{"it has ref, of the form", RuleRef, ast.Set(ast.KwRef, ast.KwDefs)},
		{"counts are int64", RuleBounds, ast.KwSet{}},
		{"an anyOf is the only", RuleTyped | RuleRoot, ast.Set(ast.KwAnyOf)},
		{"type is one name", RuleTypeList, ast.KwSet{}},
		{"items is one message", RuleItems | RuleBooleans | RuleTuple, ast.Set(ast.KwPrefixItems)},
		{"required names declared", RuleDeclared, ast.KwSet{}},
		{"the Go message has no NULL", RuleNull, ast.KwSet{}},
		{"a parameter name", RuleNames, ast.KwSet{}},
		{"enum holds non-empty", RuleEnum | RuleLiterals, ast.Set(ast.KwConst)},
		{"properties is a map field", RuleOrder, ast.KwSet{}},
		{"that an object needs properties", RuleProperties, ast.KwSet{}},
		{"a function name", RuleTools, ast.KwSet{}},
		{"the Schema message has format", RuleKeywords | RuleUnion, ast.KwSet{}},
	}
})

// int64Bounds are the counting keywords of the Schema messages, which are int64
// fields. A count that no list or text reaches is as good as none.
var int64Bounds = []Largest{
	{ast.KwMinItems, 1 << 53}, {ast.KwMaxItems, 1 << 53}, {ast.KwMinLength, 1 << 53}, {ast.KwMaxLength, 1 << 53},
	{ast.KwMinProperties, 1 << 53}, {ast.KwMaxProperties, 1 << 53},
}
