package lower

import "github.com/schemac/schemac/ast"

// disjointAll answers whether no instance is accepted by two of the schemas: the
// question whether oneOf may be written as anyOf.
func (sc scope) disjointAll(branches []*ast.Schema) answer {
	n := min(len(branches), maxPairwise)
	p := sc.prover(questionBudget + n*n*32 + len(branches)*64)
	types := make([]ast.TypeSet, len(branches))
	for i, s := range branches {
		types[i] = p.possible(s)
	}
	// A type that a discriminator tells the branches apart on needs no pairs.
	open := ast.AnyType
	for t := range ast.TypeSet(ast.NumTypes) {
		var group []*ast.Schema
		for i, s := range branches {
			if types[i]&(1<<t) != 0 {
				group = append(group, s)
			}
		}
		if len(group) < 2 || p.distinctLiterals(group, 1<<t) || t == ast.TypeSet(ast.Object) && p.discriminated(group) {
			open &^= 1 << t
		}
	}
	if open == 0 {
		return yes
	}
	if len(branches) > maxPairwise {
		return unknown
	}
	out := yes
	for i := range branches {
		for j := range i {
			if types[i]&types[j]&open == 0 {
				continue
			}
			if len(p.pairs) > 1<<10 {
				clear(p.pairs) // what one pair found out is of little use to the next
			}
			apart, met := false, false
			p.within(pairBudget, func() {
				apart = p.apart(branches[i], branches[j], open)
				met = !apart && p.meetEvidently(branches[i], branches[j])
			})
			if met {
				return no
			}
			if !apart {
				out = unknown
			}
			if p.budget <= 0 || out == unknown && len(branches) > 64 {
				return unknown
			}
		}
	}
	return out
}

// maxPairwise is how many branches are compared two by two.
const maxPairwise = 2000

// discriminated reports whether one property, required by every schema of the
// group, has only values that no other schema of the group allows:
//
//	{"required":["kind"],"properties":{"kind":{"const":"a"}}}
//	{"required":["kind"],"properties":{"kind":{"enum":["b","c"]}}}
func (p *prover) discriminated(group []*ast.Schema) bool {
	for _, name := range p.facts(group[0]).required {
		if p.discriminates(group, name) {
			return true
		}
	}
	return false
}

func (p *prover) discriminates(group []*ast.Schema, name string) bool {
	seen := map[string]bool{}
	for _, s := range group {
		f := p.facts(s)
		if !p.spend(1 + len(f.required)) {
			return false
		}
		required := false
		for _, n := range f.required {
			required = required || n == name
		}
		if !required {
			return false
		}
		var values *listed
		for _, c := range p.property(f, name) {
			if values = p.values(c); values != nil {
				break
			}
		}
		if !addValues(values, seen, ast.AnyType) {
			return false
		}
	}
	return true
}

// distinctLiterals reports whether every schema of the group allows, of the
// given types, only values that no other one allows: a union of consts.
func (p *prover) distinctLiterals(group []*ast.Schema, types ast.TypeSet) bool {
	seen := map[string]bool{}
	for _, s := range group {
		if !p.spend(1) || !addValues(p.values(s), seen, types) {
			return false
		}
	}
	return true
}

// addValues adds the values of the types to seen; false if there are none or one
// was there before. Values repeated within one list are one value.
func addValues(values *listed, seen map[string]bool, types ast.TypeSet) bool {
	if values == nil {
		return false
	}
	own := make(map[string]bool, len(values.list))
	for _, v := range values.list {
		if !types.Has(v.typ) || own[v.key()] {
			continue
		}
		if seen[v.key()] {
			return false
		}
		own[v.key()] = true
		seen[v.key()] = true
	}
	return true
}
