package lower

import (
	"github.com/schemac/schemac/ast"
)

// possibleTypes is a superset of the types of the instances that s accepts. A
// set with Number holds Integer too; Integer alone means that every number it
// accepts is integral. The empty set proves that s accepts nothing.
func (sc scope) possibleTypes(s *ast.Schema) ast.TypeSet {
	return withIntegers(sc.prover(questionBudget).possible(s))
}

// admitsNull reports whether s certainly accepts null: a type list with null,
// nullable, an enum with null, a union with a branch that does, {} and true.
// It is false if some keyword beside may reject null.
func (sc scope) admitsNull(s *ast.Schema) bool {
	return sc.prover(questionBudget).accepts(s, nullValue) == yes
}

// neverAccepts reports whether s provably accepts nothing, as false does.
func (sc scope) neverAccepts(s *ast.Schema) bool { return sc.possibleTypes(s) == 0 }

// maxLevel is how many properties and items deep possible looks for a
// contradiction.
const maxLevel = 4

// possible computes possibleTypes. It is sound to stop anywhere with AnyType,
// which it does on a reference cycle and when the budget is spent.
func (p *prover) possible(s *ast.Schema) ast.TypeSet {
	if s.Form() == ast.FalseForm {
		return 0
	}
	if s.Len() == 0 {
		return ast.AnyType
	}
	if set, ok := p.types[s]; ok {
		return set
	}
	if !p.spend(1 + s.Len()) {
		return ast.AnyType
	}
	p.types[s] = ast.AnyType // the answer for whoever asks while we are at it
	set := ast.AnyType
	for _, k := range s.Keywords() {
		set &= p.possibleBy(s, &k)
	}
	set = p.withoutEmpty(s, set)
	if s.Flag(ast.KwNullable) {
		set |= ast.Nulls
	}
	p.types[s] = set
	if p.budget == 0 {
		delete(p.types, s)
	}
	return set
}

// possibleBy is what one keyword leaves possible.
func (p *prover) possibleBy(s *ast.Schema, k *ast.Keyword) ast.TypeSet {
	switch v := k.Val.(type) {
	case ast.Types:
		return withIntegers(v.Set())
	case ast.Data:
		if k.Kw == ast.KwConst {
			return 1 << dataType(v)
		}
	case ast.DataList:
		if k.Kw == ast.KwEnum {
			return p.enumTypes(s, v)
		}
	case *ast.Ref:
		if body := p.body(v); k.Kw == ast.KwRef && body != nil {
			return p.possible(body)
		}
	case ast.List:
		switch k.Kw {
		case ast.KwAllOf:
			set := ast.AnyType
			for _, c := range v {
				set &= p.possible(c)
			}
			return set
		case ast.KwAnyOf, ast.KwOneOf:
			var set ast.TypeSet
			for _, c := range v {
				set |= p.possible(c)
			}
			return set
		}
	case *ast.Schema:
		switch k.Kw {
		case ast.KwNot:
			return ^p.certain(v) & ast.AnyType
		case ast.KwIf:
			return p.branch(s, ast.KwThen) | p.branch(s, ast.KwElse)
		}
	}
	return ast.AnyType
}

// branch is what then or else leaves possible.
func (p *prover) branch(s *ast.Schema, k ast.Kw) ast.TypeSet {
	if c, ok := s.Get(k).(*ast.Schema); ok {
		return p.possible(c)
	}
	return ast.AnyType
}

// enumTypes are the types of the members that nothing else in s rejects.
func (p *prover) enumTypes(s *ast.Schema, list ast.DataList) ast.TypeSet {
	var set ast.TypeSet
	judge := len(list) <= 64
	for _, d := range list {
		t := ast.TypeSet(1) << dataType(d)
		if set&t != 0 {
			continue
		}
		if judge && p.budget > 0 {
			if v := parseData(d); v != nil && p.accepts(s, v) == no {
				continue
			}
		}
		set |= t
	}
	return set
}

// certain are the types of which s accepts every instance.
func (p *prover) certain(s *ast.Schema) ast.TypeSet {
	if s.Form() == ast.FalseForm {
		return 0
	}
	set := ast.AnyType
	for _, k := range s.Keywords() {
		switch k.Kw {
		case ast.KwType:
			if v, ok := k.Val.(ast.Types); ok {
				set &= withIntegers(v.Set())
			}
		case ast.KwConst, ast.KwEnum:
			// Only null has one instance.
			if p.accepts(s, nullValue) == yes {
				set &= ast.Nulls
			} else {
				return 0
			}
		default:
			if !says(&k) {
				continue
			}
			on := k.Kw.Info().On
			if on == 0 {
				return 0
			}
			set &^= on
		}
	}
	return set
}

// says reports whether the keyword may reject an instance, or may change what
// a sibling rejects. Everything unknown and malformed says nothing.
func says(k *ast.Keyword) bool {
	if _, raw := k.Val.(*ast.Raw); raw {
		return false
	}
	switch k.Kw {
	case ast.KwRef, ast.KwDynamicRef:
		return true
	}
	switch k.Kw.Info().Class {
	case ast.Applicator, ast.Assertion:
		return true
	}
	return false
}

// silent reports whether s accepts everything on its face: it has annotations
// at most.
func silent(s *ast.Schema) bool {
	if s.Form() == ast.FalseForm {
		return false
	}
	for i := range s.Keywords() {
		if says(&s.Keywords()[i]) {
			return false
		}
	}
	return true
}

// withoutEmpty takes the types out of set whose instances contradict s: numbers
// if minimum exceeds maximum, objects that must have a property that nothing
// matches.
func (p *prover) withoutEmpty(s *ast.Schema, set ast.TypeSet) ast.TypeSet {
	f := p.facts(s)
	if set&ast.Numbers != 0 && emptyRange(f.low, f.high, set&ast.Numbers == ast.Integers) {
		set &^= ast.Numbers
	}
	if set&ast.Strings != 0 && f.length.empty() {
		set &^= ast.Strings
	}
	if set&ast.Arrays != 0 && (f.items.empty() || p.itemsContradict(f)) {
		set &^= ast.Arrays
	}
	if set&ast.Objects != 0 && (f.props.empty() || p.propsContradict(f)) {
		set &^= ast.Objects
	}
	return set
}

// itemsContradict reports whether an item that must be there cannot be.
func (p *prover) itemsContradict(f *facts) bool {
	if p.level >= maxLevel {
		return false
	}
	p.level++
	defer func() { p.level-- }()
	for i := 0; i <= f.prefix && cmpCount(i, f.items.min) < 0; i++ {
		if p.meet(p.itemAt(f, i)) == 0 {
			return true
		}
	}
	for _, s := range f.nodes {
		if c, ok := s.Get(ast.KwContains).(*ast.Schema); ok && p.possible(c) == 0 {
			if s.Num(ast.KwMinContains) == "" || cmpNum(s.Num(ast.KwMinContains), "0") > 0 {
				return true
			}
		}
	}
	return false
}

// propsContradict reports whether a property that must be there cannot be.
func (p *prover) propsContradict(f *facts) bool {
	if f.props.max != "" && cmpCount(len(f.required), f.props.max) > 0 {
		return true
	}
	if p.level >= maxLevel {
		return false
	}
	p.level++
	defer func() { p.level-- }()
	for _, name := range f.required {
		if p.meet(p.property(f, name)) == 0 {
			return true
		}
	}
	return false
}

// meet is what the conjunction of the schemas leaves possible.
func (p *prover) meet(list []*ast.Schema) ast.TypeSet {
	set := ast.AnyType
	for _, s := range list {
		set &= p.possible(s)
	}
	return set
}
