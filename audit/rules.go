package audit

import (
	"strconv"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// rules are the target's data as sets of keywords.
type rules struct {
	// refused are the keywords of which every occurrence may be a finding;
	// refuse says which rule it breaks. Unknown is in it if members that are
	// no keyword are refused.
	refused ast.KwSet
	// combiner are those of them that choose between schemas.
	combiner ast.KwSet
	unlisted ast.KwSet
	legacy   ast.KwSet
	// quiet are those whose content leaves the schema with them.
	quiet ast.KwSet
}

var (
	everything = func() ast.KwSet {
		var s ast.KwSet
		for k := range ast.NumKw {
			s.Add(ast.Kw(k))
		}
		return s
	}()
	legacy = func() ast.KwSet {
		var s ast.KwSet
		for k := range ast.NumKw {
			if ast.Kw(k).Info().Class == ast.Legacy {
				s.Add(ast.Kw(k))
			}
		}
		return s
	}()
	// stays are keywords whose schemas outlive them: a definition is inlined,
	// a branch is merged, an old spelling gets a new one.
	stays = ast.Combinators.Or(legacy).Or(ast.Set(ast.KwDefs, ast.KwPrefixItems))
)

func rulesOf(t *target.Target) rules {
	var r rules
	switch t.Union {
	case target.UnionNoOneOf:
		r.combiner = ast.Set(ast.KwOneOf)
	case target.UnionAnyOf, target.UnionAnyOfAlone:
		r.combiner = ast.Set(ast.KwOneOf, ast.KwAllOf)
	case target.UnionNone:
		r.combiner = ast.Combinators.Or(ast.Set(ast.KwNot))
	case target.UnionWords:
		r.combiner = ast.Combinators
	}
	if t.Audit.Unlisted {
		r.unlisted = everything.AndNot(t.Keywords)
		if t.KeepUnknown {
			r.unlisted = r.unlisted.AndNot(ast.Set(ast.Unknown))
		}
	}
	r.legacy = legacy.AndNot(t.Keywords)
	r.refused = t.Audit.Forbidden.Or(r.combiner).Or(r.unlisted).Or(r.legacy)
	if t.Null == target.NullOptional {
		r.refused.Add(ast.KwNullable)
	}
	r.quiet = t.Audit.Forbidden.Or(r.unlisted).AndNot(stays)
	return r
}

// refuse reports a member of rules.refused under the one rule it breaks.
func (w *walker) refuse(n *node, kw ast.Kw, text []byte, m member, c byte) {
	f := finding{at: m.at, key: string(text), val: m.val, keyed: true, kw: kw}
	switch a := &w.t.Audit; {
	case a.Forbidden.Has(kw):
		f.rule, f.msg = "forbidden-key", "must not use "+quote(text)
	case kw == ast.KwNullable && w.t.Null == target.NullOptional:
		f.rule, f.msg = "nullable-key", `must not use "nullable": make the property optional`
	case w.rules.combiner.Has(kw) && (c == '[' || kw == ast.KwNot):
		f.rule, f.msg = "combiner", "must not combine schemas with "+quote(text)
	case n.quiet:
		return
	case w.rules.unlisted.Has(kw):
		f.rule, f.msg = "unlisted-key", "has no member "+quote(text)
	case w.rules.legacy.Has(kw):
		f.rule, f.msg = "legacy-key", "is read as 2020-12, which has no keyword "+quote(text)
	default: // a refused combinator without branches, where unlisted members are taken
		f.rule, f.msg, f.malformed, f.keyed = "malformed", "must give "+quote(text)+" an array of schemas", true, false
	}
	w.add(f)
}

// quote is a member's name in a message.
func quote(text []byte) string { return strconv.Quote(string(text)) }
