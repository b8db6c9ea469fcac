// Package target is what each provider accepts, as data: one file a provider
// family, no code that looks at a schema. A Target can be printed, compared and
// documented.
//
// Accepting is an allow-list: a keyword that is not in Keywords leaves the
// output, so that the next unknown keyword cannot leak. What data cannot say is
// a named rule (the enumerations below), each with a pass in lower and a rule in
// audit of its own.
//
// The first five of All are fixed: their rules stay what they are even where a
// provider has become more generous, and clauses with numbers are tested for each
// of them. The letters in the names of those tests and of the cases in testdata
// are S for openai-strict, R for openai-responses, G for google, C for
// cloud-code-assist-claude, M for mcp, U for what holds for all and A for audit.
// The other targets follow what is known of their providers.
package target

import "github.com/schemac/schemac/ast"

// Target is one tool-calling dialect.
type Target struct {
	ID    string   // "openai-strict"
	Alias []string // other names the command takes
	Title string   // one line for people
	// Of is the ID that this is a dated version of, Since the date from which
	// these rules hold, YYYY-MM or YYYY-MM-DD. See Lookup.
	Of, Since string

	// Keywords are accepted in the output, each in every node unless a rule
	// below says otherwise.
	Keywords ast.KwSet
	// KeepUnknown lets members through that are no keyword at all.
	KeepUnknown bool
	// Spill are the keywords that, when dropped, are written into the
	// description as a block {pattern: "^a$", minimum: 0}.
	Spill ast.KwSet
	// InlineDefault writes a dropped default into an existing description as
	// " (default: X)".
	InlineDefault bool

	Root     RootRule
	Object   ObjectRule
	Array    ArrayRule
	Union    UnionRule
	Literals LiteralsRule
	Null     NullRule
	Enum     EnumRule
	Ref      RefRule
	Untyped  UntypedRule
	Regex    RegexRule
	Cycles   CycleRule
	Bounds   BoundsRule
	// Types is what may stand beside a list of types.
	Types TypesRule
	// TypeList accepts "type": [a, b].
	TypeList bool
	// TypeNull accepts "type": "null".
	TypeNull bool
	// BoolSchema accepts true and false in a subschema place.
	BoolSchema bool

	// Formats are the values of format that are accepted; nil accepts all.
	Formats []string
	// Largest are the largest values of keywords that count; a larger one is
	// dropped like a keyword that is refused.
	Largest []Largest
	// RefWords are what the target calls references and definitions; the zero
	// value is $ref and $defs.
	RefWords ast.RefWords
	// BesideRef are the annotations that may stand beside a reference under
	// RefDefs and RefNamed.
	BesideRef ast.KwSet
	// NoBranchRef refuses a reference as a branch of an anyOf.
	NoBranchRef bool
	// BesideUnion are the annotations that may stand beside an anyOf; an empty
	// set allows all, where the union rule does.
	BesideUnion ast.KwSet
	// JoinLiterals writes the literals that a property has in several variants of
	// an object as one enum when the variants become one object.
	JoinLiterals bool
	// Applicable refuses a keyword on a node of a type that it says nothing of:
	// minimum on a string.
	Applicable bool
	// Only are the keywords that are accepted on nodes of some types alone.
	Only []Only
	// Ordered refuses a lower bound above the upper one.
	Ordered bool
	// NoEcho refuses a branch of an anyOf that has its parent's description.
	NoEcho bool
	// NoDataRef refuses a member $ref in the values of enum, const and default:
	// the provider's resolver does not tell data from schemas.
	NoDataRef bool
	// PlainDefs refuses a definition whose name has a slash or needs an escape in
	// a pointer.
	PlainDefs bool
	// RootKeywords are those of Keywords that are accepted at the root; an empty
	// set accepts all there.
	RootKeywords ast.KwSet
	// RootRefuses are keywords refused at a plain root beside those that
	// RootPlain names.
	RootRefuses ast.KwSet
	// Properties is what a property may be called.
	Properties NameRule

	// Plain is the target whose rules hold where those of a strict mode cannot
	// be met: the same provider without strict. With it, FallbackOpen emits the
	// schema lowered for Plain instead of the source's own.
	Plain *Target
	// Limits are the sizes that one schema may have, Budget those of all strict
	// tools of one request together.
	Limits Limits
	Budget Budget
	// Tool are the limits on the tools around the schemas.
	Tool ToolLimits

	Fallback FallbackRule
	Envelope Envelope
	// Also are the envelopes of the provider's other APIs, with the same rules.
	Also []Envelope
	// Output is the form of a structured output.
	Output OutputForm
	// Strict says that the tool envelope has a strict flag, and which.
	Strict StrictRule

	Audit Audit
	// Silent is what the provider neither takes nor refuses; what it does not
	// take and that is not named here it refuses, or what it does is unknown.
	Silent   []Silent
	Evidence []Evidence
	// Grounds tie the evidence to the rules above; see Why.
	Grounds []Ground
	// Parts are the targets that a meet was made of; nil for all others.
	Parts []*Target
}

// Evidence is what supports a claim about a provider.
type Evidence struct {
	Claim  string // what the provider does
	Source string // a document, an issue, a quoted reply
	Date   string // when it was seen, YYYY-MM or YYYY-MM-DD
}

// RootRule is what the root may be.
type RootRule uint8

const (
	// RootAny accepts any schema at the root.
	RootAny RootRule = iota
	// RootTyped wants "type": "object" and allows anything beside it.
	RootTyped
	// RootPlain wants "type": "object" and no combinator, enum, const, not or
	// $ref beside it.
	RootPlain
)

// ObjectRule is a set of demands on nodes whose type is object.
type ObjectRule uint8

const (
	// ObjectProperties wants a properties map, empty if need be.
	ObjectProperties ObjectRule = 1 << iota
	// ObjectClosed wants "additionalProperties": false.
	ObjectClosed
	// ObjectAllRequired wants every property in required, in property order.
	ObjectAllRequired
	// ObjectDeclaredRequired wants nothing in required that properties lacks.
	ObjectDeclaredRequired
	// ObjectOrdering wants propertyOrdering where there is more than one
	// property.
	ObjectOrdering
	// ObjectExplicit wants additionalProperties written out on every object,
	// for a provider that takes its absence for false.
	ObjectExplicit
	// ObjectFlag takes true and false in additionalProperties and no schema.
	ObjectFlag
)

// ArrayRule is what arrays need.
type ArrayRule uint8

const (
	// ArrayAny wants nothing.
	ArrayAny ArrayRule = iota
	// ArrayItems wants items on every array node.
	ArrayItems
)

// UnionRule is which combinators a node may have.
type UnionRule uint8

const (
	// UnionAny allows anyOf, oneOf and allOf.
	UnionAny UnionRule = iota
	// UnionNoOneOf allows anyOf and allOf.
	UnionNoOneOf
	// UnionAnyOf allows anyOf alone of the three, not directly inside another
	// anyOf and with no sibling but annotations.
	UnionAnyOf
	// UnionAnyOfAlone allows anyOf with no sibling keyword.
	UnionAnyOfAlone
	// UnionNone allows none: one branch is left.
	UnionNone
	// UnionWords allows none: the node becomes what all branches share, and the
	// branches are described.
	UnionWords
)

// LiteralsRule is what becomes of a union whose branches are bare consts.
type LiteralsRule uint8

const (
	// LiteralsAny leaves it as it is.
	LiteralsAny LiteralsRule = iota
	// LiteralsEnum wants them written as one enum with a type.
	LiteralsEnum
)

// NullRule is how null is admitted.
type NullRule uint8

const (
	// NullType is the type "null", alone, in a list or as a branch.
	NullType NullRule = iota
	// NullKeyword is "nullable": true.
	NullKeyword
	// NullOptional means that null cannot be written: a nullable property
	// leaves required.
	NullOptional
)

// EnumRule is what enum may hold.
type EnumRule uint8

const (
	// EnumAny accepts any values.
	EnumAny EnumRule = iota
	// EnumTyped wants enum members of the node's one primitive type.
	EnumTyped
	// EnumStrings wants non-empty strings on a string node.
	EnumStrings
	// EnumFits wants at least one member, and all of them of the node's types.
	EnumFits
	// EnumScalars is EnumFits without objects and arrays.
	EnumScalars
	// EnumText is EnumFits with strings and numbers only.
	EnumText
)

// RefRule is which references a node may have.
type RefRule uint8

const (
	// RefLocal allows any reference within the document.
	RefLocal RefRule = iota
	// RefDefs allows "#/$defs/Name" and "#", in the target's RefWords, and
	// nothing beside it but BesideRef.
	RefDefs
	// RefNamed is RefDefs without "#".
	RefNamed
	// RefNone allows none: they are inlined.
	RefNone
)

// UntypedRule is what becomes of a node that admits any type.
type UntypedRule uint8

const (
	// UntypedAny accepts it.
	UntypedAny UntypedRule = iota
	// UntypedEnum accepts a node without a type unless it has an enum.
	UntypedEnum
	// UntypedDescribed accepts a node without a type unless it has a description
	// and no combinator.
	UntypedDescribed
	// UntypedFallback makes the tool fall back.
	UntypedFallback
	// UntypedUnion writes an anyOf of string, number, boolean, object and
	// array of string.
	UntypedUnion
	// UntypedString writes a string.
	UntypedString
	// UntypedSix writes an anyOf of the six types.
	UntypedSix
)

// RegexRule is which regular expressions are accepted.
type RegexRule uint8

const (
	// RegexAny accepts all.
	RegexAny RegexRule = iota
	// RegexNoLookaround refuses lookahead and lookbehind.
	RegexNoLookaround
	// RegexSimple refuses lookaround, backreferences, \b and \B, \p{…},
	// inline flags and counts of more than MaxRepeat.
	RegexSimple
	// RegexWhole is RegexSimple where a pattern always matches the whole string,
	// so that an open end must be written out.
	RegexWhole
	// RegexGrammar wants ^ and $ around the pattern, no escape that stands for
	// a class, no dot and no negated class, and counts below MaxRepeat.
	RegexGrammar
)

// MaxRepeat is the largest count of a quantifier {n,m} that the rules above
// RegexNoLookaround take; what the providers call too large is not documented,
// and llama.cpp stops at 2000.
const MaxRepeat = 1000

// CycleRule is which recursion through references is accepted.
type CycleRule uint8

const (
	// CyclesAny accepts any.
	CyclesAny CycleRule = iota
	// CyclesOptional wants an optional property on every cycle.
	CyclesOptional
	// CyclesNone refuses recursion.
	CyclesNone
)

// BoundsRule is which bounds of numbers are accepted.
type BoundsRule uint8

const (
	// BoundsAny accepts all.
	BoundsAny BoundsRule = iota
	// BoundsIntegral wants a bound of an integer to be one.
	BoundsIntegral
	// BoundsInteger takes bounds of integers alone, of at most 15 digits.
	BoundsInteger
)

// TypesRule is what may stand beside a list of types, where those are accepted.
type TypesRule uint8

const (
	// TypesAny accepts anything.
	TypesAny TypesRule = iota
	// TypesOneKind wants the members of an enum to be of one kind, null aside.
	TypesOneKind
	// TypesOneKindNoNull wants them of one kind, and null is one.
	TypesOneKindNoNull
	// TypesBare wants nothing beside them but title, description and an enum
	// of one kind, null aside.
	TypesBare
)

// FallbackRule is what is emitted for a tool that cannot meet the target.
type FallbackRule uint8

const (
	// FallbackOpen is the upgraded, otherwise untouched schema, not strict.
	FallbackOpen FallbackRule = iota
	// FallbackEmpty is {"type":"object","properties":{}}.
	FallbackEmpty
)

// StrictRule is the state of the envelope's strict flag.
type StrictRule uint8

const (
	// StrictNone means that the envelope has no such flag.
	StrictNone StrictRule = iota
	// StrictNever is always false.
	StrictNever
	// StrictAchieved is true if lowering met the target, false on fallback.
	StrictAchieved
)

// Envelope is the provider's form of a tool around its schema.
type Envelope uint8

const (
	// EnvelopeOpenAIChat is {"type":"function","function":{name,description,parameters,strict}}.
	EnvelopeOpenAIChat Envelope = iota
	// EnvelopeOpenAIResponses is {"type":"function",name,description,parameters,strict}.
	EnvelopeOpenAIResponses
	// EnvelopeGoogle is {name,description,parameters} in functionDeclarations.
	EnvelopeGoogle
	// EnvelopeMCP is {name,description,inputSchema}.
	EnvelopeMCP
	// EnvelopeAnthropic is {name,description,input_schema}.
	EnvelopeAnthropic
	// EnvelopeGoogleJSON is EnvelopeGoogle with parametersJsonSchema.
	EnvelopeGoogleJSON
	// EnvelopeBedrock is {toolSpec:{name,description,inputSchema:{json}}} in
	// toolConfig.
	EnvelopeBedrock
)

// Audit are the rules of audit.Check for the target: the prefix of the rule
// names and what each rule looks for.
type Audit struct {
	// Prefix begins the rule names: "strict" gives strict-forbidden-key.
	Prefix string
	// Noun names the target in messages: "Strict schema".
	Noun string
	// Forbidden are the keywords reported as PREFIX-forbidden-key.
	Forbidden ast.KwSet
	// Unlisted reports every other member outside Target.Keywords as
	// PREFIX-unlisted-key.
	Unlisted bool
	// Metaschema reports PREFIX-meta-schema-validation at root if the schema
	// is not a valid 2020-12 schema.
	Metaschema bool
	// TypeUpper takes type names in upper case too: the provider's own
	// spelling, "STRING".
	TypeUpper bool
	// TupleItems lets prefixItems stand for items under ArrayItems.
	TupleItems bool
	// ItemsOnlyArray reports PREFIX-items-non-array for items on a node of
	// another type.
	ItemsOnlyArray bool
	// Header is the keyword that sends a property as an HTTP header, Unknown
	// if there is none. PREFIX-header reports a value that is no token or is
	// used twice, and a place that cannot be sent.
	Header ast.Kw
}
