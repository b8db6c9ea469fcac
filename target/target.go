// Package target is what each provider accepts, as data: one file a provider
// family, no code that looks at a schema. A Target can be printed, compared and
// documented.
//
// Accepting is an allow-list: a keyword that is not in Keywords leaves the
// output, so that the next unknown keyword cannot leak. What data cannot say is
// a named rule (the enumerations below), each with a pass in lower and a rule in
// audit of its own.
package target

import (
	"strings"

	"github.com/schemac/schemac/ast"
)

// Target is one tool-calling dialect.
type Target struct {
	ID    string   // "openai-strict"
	Alias []string // other names the command takes
	Title string   // one line for people

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
	// TypeList accepts "type": [a, b].
	TypeList bool
	// TypeNull accepts "type": "null".
	TypeNull bool
	// BoolSchema accepts true and false in a subschema place.
	BoolSchema bool

	Fallback FallbackRule
	Envelope Envelope
	// Strict says that the tool envelope has a strict flag, and which.
	Strict StrictRule

	Audit    Audit
	Evidence []Evidence
	// Grounds tie the evidence to the rules above; see Why.
	Grounds []Ground
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
)

// ArrayRule is what arrays need.
type ArrayRule uint8

const (
	ArrayAny ArrayRule = iota
	// ArrayItems wants items on every array node.
	ArrayItems
)

// UnionRule is which combinators a node may have.
type UnionRule uint8

const (
	UnionAny UnionRule = iota
	// UnionNoOneOf allows anyOf and allOf.
	UnionNoOneOf
	// UnionAnyOf allows anyOf alone of the three, not directly inside another
	// anyOf and with no sibling but annotations.
	UnionAnyOf
	// UnionAnyOfAlone allows anyOf with no sibling keyword.
	UnionAnyOfAlone
	// UnionNone allows none.
	UnionNone
)

// LiteralsRule is what becomes of a union whose branches are bare consts.
type LiteralsRule uint8

const (
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
	EnumAny EnumRule = iota
	// EnumTyped wants enum members of the node's one primitive type.
	EnumTyped
	// EnumStrings wants non-empty strings on a string node.
	EnumStrings
)

// RefRule is which references a node may have.
type RefRule uint8

const (
	// RefLocal allows any reference within the document.
	RefLocal RefRule = iota
	// RefDefs allows "#/$defs/Name" and "#", and nothing beside it.
	RefDefs
	// RefNone allows none: they are inlined.
	RefNone
)

// UntypedRule is what becomes of a node that admits any type.
type UntypedRule uint8

const (
	UntypedAny UntypedRule = iota
	// UntypedFallback makes the tool fall back.
	UntypedFallback
	// UntypedUnion writes an anyOf of string, number, boolean, object and
	// array of string.
	UntypedUnion
	// UntypedString writes a string.
	UntypedString
)

// RegexRule is which regular expressions are accepted.
type RegexRule uint8

const (
	RegexAny RegexRule = iota
	// RegexNoLookaround refuses lookahead and lookbehind.
	RegexNoLookaround
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

// All are the targets in the order they are listed to people.
var All = []*Target{&OpenAIStrict, &OpenAIResponses, &Google, &CloudCodeAssistClaude, &MCP}

// Lookup finds a target by its ID or one of its aliases, nil if there is none.
func Lookup(name string) *Target {
	for _, t := range All {
		if t.ID == name {
			return t
		}
		for _, a := range t.Alias {
			if a == name {
				return t
			}
		}
	}
	return nil
}

// Names lists the IDs, for messages: "openai-strict, openai-responses, …".
func Names() string {
	ids := make([]string, len(All))
	for i, t := range All {
		ids[i] = t.ID
	}
	return strings.Join(ids, ", ")
}
