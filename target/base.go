package target

import "github.com/schemac/schemac/ast"

// with returns a target that differs from t in what change sets: what providers
// have in common is said once. What names t and speaks for it (names, dates,
// audit rules, forms of structured outputs, what is silently lost, evidence) is
// not inherited. It copies, so change must replace slices and not write into
// them.
func (t Target) with(change func(t *Target)) Target {
	t.ID, t.Alias, t.Title, t.Of, t.Since = "", nil, "", "", ""
	t.Audit.Prefix, t.Audit.Noun = "", ""
	t.Also, t.Output = nil, OutputNone
	t.Silent, t.Evidence, t.Grounds = nil, nil, nil
	change(&t)
	return t
}

// object is the base of most targets: a tool's arguments are an object, null is
// a type, and type may be a list.
var object = Target{
	Root:         RootPlain,
	JoinLiterals: true,
	Null:         NullType,
	TypeNull:     true,
	TypeList:     true,
	Fallback:     FallbackEmpty,
}

// described is the base of the targets that take few keywords: what they do not
// take goes into the description, and of the combinators there is anyOf.
var described = object.with(func(t *Target) {
	t.Keywords = strictCore
	t.Spill = spillWords
	t.Union = UnionAnyOf
	t.Audit.Unlisted = true
})

// strictMode is the base of the strict modes that copy OpenAI's: closed objects
// with every property required, or the provider's plain form.
var strictMode = described.with(func(t *Target) {
	t.Object = ObjectProperties | ObjectClosed | ObjectAllRequired | ObjectDeclaredRequired
	t.Array = ArrayItems
	t.Types = TypesOneKind
	t.Enum = EnumTyped
	t.Ref = RefDefs
	t.Untyped = UntypedFallback
	t.Tool = ToolLimits{Name: openAIName}
	t.Plain = &OpenAIChat
	t.Fallback = FallbackOpen
	t.Envelope = EnvelopeOpenAIChat
	t.Strict = StrictAchieved
})

// whole is the base of the targets that take schemas whole: every keyword of
// 2020-12 and unknown members, as long as the metaschema accepts them.
var whole = object.with(func(t *Target) {
	t.Keywords = all.AndNot(ast.Set(ast.KwSchema, ast.KwNullable, ast.KwXMCPHeader)).AndNot(legacy)
	t.KeepUnknown = true
	t.BoolSchema = true
	t.Audit.Forbidden = ast.Set(ast.KwSchema, ast.KwNullable, ast.KwXMCPHeader)
	t.Audit.Metaschema = true
})
