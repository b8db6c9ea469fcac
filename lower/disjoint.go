package lower

import (
	"maps"
	"slices"
	"strings"

	"github.com/schemac/schemac/ast"
)

// disjoint answers whether no instance is accepted by both schemas. yes is a
// proof: by types, by const and enum, by a property one of them requires, by
// ranges of numbers and sizes. no means that an instance both accept is
// evident.
func (sc scope) disjoint(a, b *ast.Schema) answer {
	p := sc.prover(questionBudget)
	met := false
	p.within(questionBudget/4, func() { met = p.meetEvidently(a, b) })
	switch {
	case met:
		return no
	case p.apart(a, b, ast.AnyType):
		return yes
	}
	return unknown
}

// values are the only values that s can accept, going by the first const or
// enum it is in conjunction with; nil if it has none.
func (p *prover) values(s *ast.Schema) *listed {
	if l, ok := p.lits[s]; ok {
		return l
	}
	f := p.facts(s)
	l := p.firstListed(f)
	if l != nil && f.nullable {
		l = &listed{append(l.list[:len(l.list):len(l.list)], nullValue), maps.Clone(l.keys)}
		l.keys[nullValue.key()] = true
	}
	if p.budget > 0 {
		p.lits[s] = l
	}
	return l
}

func (p *prover) firstListed(f *facts) *listed {
	for _, s := range f.nodes {
		for _, k := range [...]ast.Kw{ast.KwConst, ast.KwEnum} {
			if s.Has(k) {
				if l := p.listed(s, k); l.list != nil {
					return l
				}
			}
		}
	}
	return nil
}

// apart reports whether it is proved that no instance of the types in mask is
// accepted by both.
func (p *prover) apart(a, b *ast.Schema, mask ast.TypeSet) bool {
	if a = p.follow(a); a == nil {
		return false
	}
	if b = p.follow(b); b == nil {
		return false
	}
	rest := p.possible(a) & p.possible(b) & mask
	if rest == 0 {
		return true
	}
	q := pair{a, b, rest}
	if out, ok := p.pairs[q]; ok || a == b || !p.spend(4) {
		return out
	}
	p.pairs[q] = false // the answer for whoever comes here in a cycle
	out := p.provedApart(a, b, rest)
	p.pairs[q] = out
	if p.budget == 0 && !out {
		delete(p.pairs, q) // it may be proved with a new budget
	}
	return out
}

// pair is one question of apart.
type pair struct {
	a, b *ast.Schema
	mask ast.TypeSet
}

func (p *prover) provedApart(a, b *ast.Schema, rest ast.TypeSet) bool {
	if p.valuesApart(a, b, rest) || p.valuesApart(b, a, rest) {
		return true
	}
	fa, fb := p.facts(a), p.facts(b)
	if rest&ast.Numbers != 0 && numbersApart(fa, fb, rest) {
		rest &^= ast.Numbers
	}
	if rest&ast.Strings != 0 && stringsApart(fa, fb) {
		rest &^= ast.Strings
	}
	if rest&ast.Arrays != 0 && p.arraysApart(fa, fb) {
		rest &^= ast.Arrays
	}
	if rest&ast.Objects != 0 && p.objectsApart(fa, fb) {
		rest &^= ast.Objects
	}
	if rest == 0 {
		return true
	}
	return p.unionApart(fa, b, rest) || p.unionApart(fb, a, rest) || p.notApart(fa, b, fb, rest) || p.notApart(fb, a, fa, rest)
}

// valuesApart tries the only values a has, if they can be listed.
func (p *prover) valuesApart(a, b *ast.Schema, mask ast.TypeSet) bool {
	own, others := p.values(a), p.values(b)
	if own == nil || !p.spend(len(own.list)/16) {
		return false
	}
	for _, v := range own.list {
		if !mask.Has(v.typ) || others != nil && !others.keys[v.key()] {
			continue
		}
		if p.accepts(b, v) != no && p.accepts(a, v) != no {
			return false
		}
	}
	return true
}

func numbersApart(a, b *facts, types ast.TypeSet) bool {
	return emptyRange(tighterLow(a.low, b.low), tighterHigh(a.high, b.high), types&ast.Numbers == ast.Integers)
}

func stringsApart(a, b *facts) bool {
	if a.length.apart(b.length) {
		return true
	}
	for _, m := range a.nodes {
		prefix := regexPrefix(m.Text(ast.KwPattern))
		if prefix == "" {
			continue
		}
		for _, n := range b.nodes {
			other := regexPrefix(n.Text(ast.KwPattern))
			if other != "" && !strings.HasPrefix(prefix, other) && !strings.HasPrefix(other, prefix) {
				return true
			}
		}
	}
	return false
}

func (p *prover) arraysApart(a, b *facts) bool {
	if a.items.apart(b.items) {
		return true
	}
	if p.level >= maxLevel {
		return false
	}
	p.level++
	defer func() { p.level-- }()
	least := a.items
	least.tighten(b.items.min, "")
	for i := 0; i <= max(a.prefix, b.prefix) && cmpCount(i, least.min) < 0; i++ {
		if p.anyApart(p.itemAt(a, i), p.itemAt(b, i)) {
			return true
		}
	}
	return false
}

// objectsApart looks for a property that one of the two requires and that no
// value is right for in both. It is enough that one requires it: whatever both
// accept has the property then, and the other one judges it too.
func (p *prover) objectsApart(a, b *facts) bool {
	if a.props.apart(b.props) {
		return true
	}
	if p.level >= maxLevel {
		return false
	}
	p.level++
	defer func() { p.level-- }()
	for i, names := range [2][]string{a.required, b.required} {
		for _, name := range names {
			if !p.spend(1) {
				return false
			}
			if i == 1 && slices.Contains(a.required, name) {
				continue // was tried
			}
			if p.anyApart(p.property(a, name), p.property(b, name)) {
				return true
			}
		}
	}
	return false
}

// anyApart reports whether the conjunction of all the schemas is proved empty.
func (p *prover) anyApart(a, b []*ast.Schema) bool {
	if p.meet(a)&p.meet(b) == 0 {
		return true
	}
	for _, x := range a {
		for _, y := range b {
			if p.apart(x, y, ast.AnyType) {
				return true
			}
		}
	}
	return false
}

// unionApart tries the branches of a one by one.
func (p *prover) unionApart(a *facts, b *ast.Schema, mask ast.TypeSet) bool {
	if a.nullable && mask.Has(ast.Null) {
		return false
	}
	for _, n := range a.nodes {
		for _, kw := range [...]ast.Kw{ast.KwAnyOf, ast.KwOneOf} {
			list := n.List(kw)
			all := len(list) > 0
			for _, c := range list {
				if all = all && p.apart(c, b, mask); !all {
					break
				}
			}
			if all {
				return true
			}
		}
	}
	return false
}

// notApart looks for {"not": N} in a where b implies N.
func (p *prover) notApart(a *facts, b *ast.Schema, fb *facts, mask ast.TypeSet) bool {
	if (a.nullable || fb.nullable) && mask.Has(ast.Null) {
		return false
	}
	for _, n := range a.nodes {
		if c := n.Not(); c != nil && p.implies(b, fb, c, mask) {
			return true
		}
	}
	return false
}

// implies reports whether everything of the types in mask that b accepts is
// accepted by n. It knows n of type and required, and n that b repeats.
func (p *prover) implies(b *ast.Schema, fb *facts, n *ast.Schema, mask ast.TypeSet) bool {
	for _, m := range fb.nodes {
		if m == n || p.same(m, n) {
			return true
		}
	}
	if n.Form() == ast.FalseForm {
		return false
	}
	for i := range n.Keywords() {
		k := &n.Keywords()[i]
		switch {
		case !says(k):
		case k.Kw == ast.KwType:
			if p.possible(b)&mask&^withIntegers(n.Types().Set()) != 0 {
				return false
			}
		case k.Kw == ast.KwRequired:
			if mask&ast.Objects != 0 && !subset(n.Required(), fb.required) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func subset(names ast.Names, of []string) bool {
	for _, n := range names {
		found := false
		for _, m := range of {
			if found = m == n; found {
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// samples are tried as evidence that two schemas meet.
var samples = [...]*value{
	nullValue,
	{typ: ast.Boolean, text: "true"},
	{typ: ast.Integer, text: "0"},
	{typ: ast.Integer, text: "1"},
	{typ: ast.Number, text: "0.5"},
	{typ: ast.String, text: ""},
	{typ: ast.String, text: "a"},
	{typ: ast.Array},
	{typ: ast.Object},
}

// maxEvidence is how many listed values are tried.
const maxEvidence = 64

// meetEvidently reports whether a simple value or a listed one is certainly
// accepted by both.
func (p *prover) meetEvidently(a, b *ast.Schema) bool {
	meets := func(v *value) bool { return p.accepts(a, v) == yes && p.accepts(b, v) == yes }
	for i := range samples {
		// A copy: a value remembers its key.
		v := *samples[i]
		if meets(&v) {
			return true
		}
	}
	for _, s := range [...]*ast.Schema{a, b} {
		l := p.values(s)
		if l == nil {
			continue
		}
		for _, v := range l.list[:min(len(l.list), maxEvidence)] {
			if meets(v) {
				return true
			}
		}
	}
	return false
}
