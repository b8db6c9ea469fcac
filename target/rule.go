package target

import (
	"strings"

	"github.com/schemac/schemac/ast"
)

// Rule is a set of the kinds of demands a provider can make. It ties what is
// said about a schema to the evidence for it.
type Rule uint32

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
	// RuleTypeList is that type is one name.
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
// of the keyword by name comes first; k may be ast.Unknown.
func (t *Target) Why(r Rule, k ast.Kw) *Evidence {
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
