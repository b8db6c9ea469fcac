package lower

import "github.com/schemac/schemac/ast"

// answer is the outcome of a question about schemas. unknown is an honest
// answer: nobody may act on it as if it were yes or no.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)

func (a answer) String() string { return [...]string{"unknown", "yes", "no"}[a] }

func answerOf(b bool) answer {
	if b {
		return yes
	}
	return no
}

// not swaps yes and no.
func (a answer) not() answer { return [...]answer{unknown, no, yes}[a] }

// both is the conjunction.
func (a answer) both(b answer) answer {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return unknown
}

// scope resolves references for the questions of this package: what a schema
// can accept, whether two schemas are disjoint, what their intersection is. It
// guards against cycles itself, and every question has a budget of work.
type scope struct{ doc *ast.Document }

// follow goes through references without siblings, homes included. It returns
// nil for a dangling reference and for a cycle of nothing but references.
func (sc scope) follow(s *ast.Schema) *ast.Schema {
	for range sc.defs() + 1 {
		r := s.Ref()
		if r == nil || s.Len() != 1 {
			return s
		}
		if s = sc.body(r); s == nil {
			return nil
		}
	}
	return nil
}

// body is what the reference refers to, nil if it is dangling.
func (sc scope) body(r *ast.Ref) *ast.Schema {
	if r == nil || r.Def < 0 || r.Def >= sc.defs() {
		return nil
	}
	return sc.doc.Defs[r.Def].Body
}

func (sc scope) defs() int {
	if sc.doc == nil {
		return 0
	}
	return len(sc.doc.Defs)
}

// prover is the state of one question.
type prover struct {
	scope
	budget  int
	level   int // how many properties and items deep
	types   map[*ast.Schema]ast.TypeSet
	known   map[*ast.Schema]*facts
	sets    map[listedAt]*listed
	lits    map[*ast.Schema]*listed
	judged  map[judgement]answer
	pairs   map[pair]bool
	regexps map[string]*regexpOrNil
}

// The budgets are in steps, a step being about one keyword looked at.
const (
	questionBudget = 1 << 16
	pairBudget     = 1 << 12
)

func (sc scope) prover(budget int) *prover {
	return &prover{
		scope: sc, budget: budget,
		types:   map[*ast.Schema]ast.TypeSet{},
		known:   map[*ast.Schema]*facts{},
		sets:    map[listedAt]*listed{},
		lits:    map[*ast.Schema]*listed{},
		judged:  map[judgement]answer{},
		pairs:   map[pair]bool{},
		regexps: map[string]*regexpOrNil{},
	}
}

// spend takes n steps from the budget and reports whether it had them.
func (p *prover) spend(n int) bool {
	if p.budget < n {
		p.budget = 0
		return false
	}
	p.budget -= n
	return true
}

// within runs f with at most n steps of the budget.
func (p *prover) within(n int, f func()) {
	n = min(n, p.budget)
	rest := p.budget - n
	p.budget = n
	f()
	p.budget += rest
}
