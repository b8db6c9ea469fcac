package target

import (
	"slices"

	"github.com/schemac/schemac/ast"
)

// Silent is something that a provider takes without an error and does not take
// as it is meant: it drops it, or reads it as something else. The request
// passes, which is worse than a refusal for who relies on the schema.
type Silent struct {
	// Keywords are lost where the target does not have them; Unknown is among
	// them for members that are no keyword.
	Keywords ast.KwSet
	// Rules are rules of the audit, named without the target's prefix
	// ("anyof-siblings"): what a finding of theirs is about is lost.
	Rules []string
	// Read is what it is read as: "anyOf", "a closed object"; "" if it is dropped.
	Read string
}

// Verdict is what a provider does with what its target does not accept.
type Verdict uint8

const (
	// Refused is an error of the provider, or not known to be anything milder.
	Refused Verdict = iota
	// Ignored is dropped without a word.
	Ignored
	// Changed is read as something else without a word.
	Changed
)

func (v Verdict) String() string { return [...]string{"refused", "ignored", "changed"}[v] }

// Verdict returns what the provider does with a finding of the audit's rule,
// named without the prefix, and what it reads it as if that is Changed. keyed
// says that the finding is that there is the keyword k, Unknown for a member
// that is none.
func (t *Target) Verdict(rule string, keyed bool, k ast.Kw) (v Verdict, read string) {
	for i := range t.Silent {
		s := &t.Silent[i]
		if !(keyed && s.Keywords.Has(k)) && !slices.Contains(s.Rules, rule) {
			continue
		}
		if s.Read != "" {
			return Changed, s.Read
		}
		return Ignored, ""
	}
	return Refused, ""
}

// everything are all keywords and members that are none.
var everything = all.Or(ast.Set(ast.Unknown))
