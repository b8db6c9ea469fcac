package target

import (
	"strings"

	"github.com/schemac/schemac/ast"
)

// Rule is a set of the kinds of demands a provider can make. It ties what is
// said about a schema to the evidence for it.
type Rule uint64

const (
	// RuleKeywords is which keywords a node may have.
	RuleKeywords Rule = 1 << iota
	// RuleRoot is what the root may be.
	RuleRoot
	// RuleProperties is that an object has properties.
	RuleProperties
	// RuleClosed is that an object is closed.
	RuleClosed
	// RuleRequired is that every property is required.
	RuleRequired
	// RuleDeclared is that required names declared properties only.
	RuleDeclared
	// RuleItems is that an array, and nothing else, has items.
	RuleItems
	// RuleUnion is which combinators a node may have and what beside them.
	RuleUnion
	// RuleNull is how null is admitted.
	RuleNull
	// RuleEnum is what enum may hold.
	RuleEnum
	// RuleRef is which references a node may have.
	RuleRef
	// RuleTyped is that a node has a type.
	RuleTyped
	// RuleTypeList is whether type may be a list, and what may stand beside one.
	RuleTypeList
	// RuleTuple is whether prefixItems may stand.
	RuleTuple
	// RuleRegex is which regular expressions are accepted.
	RuleRegex
	// RuleOrder is how the order of properties is kept.
	RuleOrder
	// RuleHeader is which properties may be sent as headers.
	RuleHeader
	// RuleDialect is that the schema is valid against a metaschema.
	RuleDialect
	// RuleLiterals is that a choice of constants is an enum.
	RuleLiterals
	// RuleOpen is how additionalProperties is written on an open object.
	RuleOpen
	// RuleBooleans is whether true and false are schemas.
	RuleBooleans
	// RuleFormats is which values format may have.
	RuleFormats
	// RuleBounds is which values bounds and counts may have, and on what nodes.
	RuleBounds
	// RuleApplicable is that a keyword stands on a type it says something of.
	RuleApplicable
	// RuleNames is what properties may be called.
	RuleNames
	// RuleCycles is which recursion is accepted.
	RuleCycles
	// RuleLimits is how large a schema may be.
	RuleLimits
	// RuleBudget is how large the strict tools of a request may be together.
	RuleBudget
	// RuleTools is what the tools around the schemas may be, and how many.
	RuleTools
	// RuleStrict is what the strict flag says.
	RuleStrict

	lastRule = RuleStrict
	anyRule  = lastRule<<1 - 1
)

// Ground says which rules and keywords a piece of evidence supports.
type Ground struct {
	// Claim is how the Claim of one of the target's Evidence begins.
	Claim string
	Rules Rule
	// Keywords are those that the evidence speaks of by name.
	Keywords ast.KwSet
}

// Why returns the evidence for a rule, nil if the target has none. What speaks
// of the keyword by name comes first; k may be ast.Unknown. The meet of several
// targets answers with the evidence of the one that Whose returns.
func (t *Target) Why(r Rule, k ast.Kw) *Evidence {
	t = t.Whose(r, k)
	if k != ast.Unknown {
		for i := range t.Grounds {
			if t.Grounds[i].Keywords.Has(k) {
				return t.evidence(t.Grounds[i].Claim)
			}
		}
	}
	for i := range t.Grounds {
		if t.Grounds[i].Rules&r != 0 {
			return t.evidence(t.Grounds[i].Claim)
		}
	}
	return nil
}

func (t *Target) evidence(claim string) *Evidence {
	for i := range t.Evidence {
		if strings.HasPrefix(t.Evidence[i].Claim, claim) {
			return &t.Evidence[i]
		}
	}
	return nil
}

// Whose returns the target whose own rule it is: the first of a meet's parts
// that refuses the keyword or makes the demand as strictly as the meet does, t
// for every other target and where no part is the cause. k may be ast.Unknown.
func (t *Target) Whose(r Rule, k ast.Kw) *Target {
	if k != ast.Unknown && r&RuleKeywords != 0 {
		for _, p := range t.Parts {
			if !p.Keywords.Has(k) {
				return p
			}
		}
	}
	var any *Target
	for _, p := range t.Parts {
		if p.Demands()&r == 0 {
			continue
		}
		if p.degree(r) == t.degree(r) {
			return p
		}
		if any == nil {
			any = p
		}
	}
	if any != nil {
		return any
	}
	return t
}

// degree is how strict a rule with degrees is, 0 for the others.
func (t *Target) degree(r Rule) uint8 {
	switch r {
	case RuleRoot:
		return uint8(t.Root)
	case RuleUnion:
		return uint8(t.Union)
	case RuleEnum:
		return uint8(t.Enum)
	case RuleRef:
		return uint8(t.Ref)
	case RuleTyped:
		return uint8(t.Untyped)
	case RuleTypeList:
		return uint8(t.Types)
	case RuleRegex:
		return uint8(t.Regex)
	case RuleCycles:
		return uint8(t.Cycles)
	case RuleNull:
		return uint8(t.Null)
	case RuleBounds:
		return uint8(t.Bounds)
	}
	return 0
}

// ValueRule is the rule that decides about a keyword's value, where the keyword
// itself is accepted; RuleKeywords if there is none.
func (t *Target) ValueRule(k ast.Kw) Rule {
	rule := RuleApplicable
	switch k {
	case ast.KwFormat:
		rule = RuleFormats
	case ast.KwPattern, ast.KwPatternProperties:
		rule = RuleRegex
	case ast.KwEnum:
		rule = RuleEnum
	case ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum, ast.KwMultipleOf, ast.KwMinLength, ast.KwMaxLength,
		ast.KwMinItems, ast.KwMaxItems, ast.KwMinProperties, ast.KwMaxProperties:
		rule = RuleBounds
	}
	for _, r := range [...]Rule{rule, RuleApplicable} {
		if t.Demands()&r != 0 {
			return r
		}
	}
	return RuleKeywords
}

// Demands are the rules that the target makes: those that its data sets away
// from their zero value.
func (t *Target) Demands() Rule {
	var out Rule
	for _, d := range [...]struct {
		set  bool
		rule Rule
	}{
		{!all.AndNot(t.Keywords).Empty() || !t.KeepUnknown, RuleKeywords},
		{t.Root != RootAny || !t.RootRefuses.Empty() || !t.RootKeywords.Empty(), RuleRoot},
		{t.Object&ObjectProperties != 0, RuleProperties},
		{t.Object&ObjectClosed != 0, RuleClosed},
		{t.Object&ObjectAllRequired != 0, RuleRequired},
		{t.Object&ObjectDeclaredRequired != 0, RuleDeclared},
		{t.Object&ObjectOrdering != 0, RuleOrder},
		{t.Object&(ObjectExplicit|ObjectFlag) != 0, RuleOpen},
		{t.Array != ArrayAny || t.Audit.ItemsOnlyArray, RuleItems},
		{t.Union != UnionAny || !t.BesideUnion.Empty() || t.NoEcho, RuleUnion},
		{t.Literals != LiteralsAny, RuleLiterals},
		{t.Null != NullType || !t.TypeNull, RuleNull},
		{t.Enum != EnumAny, RuleEnum},
		{t.Ref != RefLocal || t.NoDataRef || t.PlainDefs, RuleRef},
		{t.Untyped != UntypedAny, RuleTyped},
		{!t.TypeList || t.Types != TypesAny, RuleTypeList},
		{!t.Keywords.Has(ast.KwPrefixItems), RuleTuple},
		{t.Regex != RegexAny, RuleRegex},
		{t.Cycles != CyclesAny, RuleCycles},
		{t.Bounds != BoundsAny || len(t.Largest) > 0 || t.Ordered, RuleBounds},
		{!t.BoolSchema, RuleBooleans},
		{t.Formats != nil, RuleFormats},
		{t.Applicable || len(t.Only) > 0, RuleApplicable},
		{!t.Properties.Any(), RuleNames},
		{t.Limits != Limits{}, RuleLimits},
		{t.Budget != Budget{}, RuleBudget},
		{!t.Tool.Name.Any() || t.Tool.Count > 0 || t.Tool.Bytes > 0 || t.Tool.Described, RuleTools},
		{t.Audit.Metaschema, RuleDialect},
		{t.Audit.Header != ast.Unknown, RuleHeader},
		{t.Strict != StrictNone, RuleStrict},
	} {
		if d.set {
			out |= d.rule
		}
	}
	return out
}
