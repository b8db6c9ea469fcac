package lower

import (
	"strconv"

	"github.com/schemac/schemac/ast"
)

// facts is what a schema says on its face together with everything it is in
// conjunction with: the members of its allOf and the targets of its $ref, at
// any depth.
//
// Facts hold for every instance but null: a nullable node accepts null whatever
// stands beside it.
type facts struct {
	nodes    []*ast.Schema // the schema itself first
	nullable bool          // some node has nullable: true
	low      bound         // of numbers
	high     bound
	length   counts // of strings
	items    counts // of arrays
	props    counts // of objects
	required []string
	prefix   int                      // the longest prefixItems
	members  map[string][]*ast.Schema // what property found
}

// counts is a range of sizes; "" is no bound.
type counts struct{ min, max string }

func (c counts) empty() bool { return c.min != "" && c.max != "" && cmpNum(c.min, c.max) > 0 }

// apart reports whether no size is in both ranges.
func (c counts) apart(d counts) bool {
	return counts{c.min, d.max}.empty() || counts{d.min, c.max}.empty()
}

// tighten narrows the range; "" changes nothing.
func (c *counts) tighten(least, most string) {
	if least != "" && (c.min == "" || cmpNum(least, c.min) > 0) {
		c.min = least
	}
	if most != "" && (c.max == "" || cmpNum(most, c.max) < 0) {
		c.max = most
	}
}

// cmpCount compares a count with a number text; "" counts as zero.
func cmpCount(n int, text string) int {
	if text == "" {
		text = "0"
	}
	return cmpNum(strconv.Itoa(n), text)
}

const (
	maxNodes    = 64   // of one conjunction; the rest is not looked at
	maxRequired = 1000 // names
)

// facts collects and remembers what s says. To miss a node is sound: fewer
// facts describe more instances.
func (p *prover) facts(s *ast.Schema) *facts {
	if f := p.known[s]; f != nil {
		return f
	}
	f := &facts{}
	seen := map[*ast.Schema]bool{}
	names := map[string]bool{}
	p.collect(f, s, seen)
	for _, n := range f.nodes {
		f.add(n, names)
	}
	if p.budget > 0 {
		p.known[s] = f
	}
	return f
}

func (p *prover) collect(f *facts, s *ast.Schema, seen map[*ast.Schema]bool) {
	if seen[s] || len(f.nodes) >= maxNodes || !p.spend(1+s.Len()) {
		return
	}
	seen[s] = true
	f.nodes = append(f.nodes, s)
	if body := p.body(s.Ref()); body != nil {
		p.collect(f, body, seen)
	}
	for _, c := range s.AllOf() {
		p.collect(f, c, seen)
	}
}

func (f *facts) add(s *ast.Schema, names map[string]bool) {
	f.nullable = f.nullable || s.Flag(ast.KwNullable)
	f.low = tighterLow(f.low, bound{s.Num(ast.KwMinimum), false})
	f.low = tighterLow(f.low, bound{s.Num(ast.KwExclusiveMinimum), true})
	f.high = tighterHigh(f.high, bound{s.Num(ast.KwMaximum), false})
	f.high = tighterHigh(f.high, bound{s.Num(ast.KwExclusiveMaximum), true})
	f.length.tighten(s.Num(ast.KwMinLength), s.Num(ast.KwMaxLength))
	f.items.tighten(s.Num(ast.KwMinItems), s.Num(ast.KwMaxItems))
	f.props.tighten(s.Num(ast.KwMinProperties), s.Num(ast.KwMaxProperties))
	for _, n := range s.Required() {
		if !names[n] && len(f.required) < maxRequired {
			names[n] = true
			f.required = append(f.required, n)
		}
	}
	prefix := s.PrefixItems()
	f.prefix = max(f.prefix, len(prefix))
	for i, c := range prefix {
		if c.Form() == ast.FalseForm {
			f.items.tighten("", strconv.Itoa(i))
			break
		}
	}
	if rest := s.Items(); rest != nil && rest.Form() == ast.FalseForm {
		f.items.tighten("", strconv.Itoa(len(prefix)))
	}
	if c, ok := s.Get(ast.KwContains).(*ast.Schema); ok && c != nil {
		if s.Has(ast.KwMinContains) {
			f.items.tighten(s.Num(ast.KwMinContains), "")
		} else {
			f.items.tighten("1", "")
		}
	}
	if len(f.required) > 0 {
		f.props.tighten(strconv.Itoa(len(f.required)), "")
	}
}

// property lists the schemas that the property must match if it is there.
func (p *prover) property(f *facts, name string) []*ast.Schema {
	list, ok := f.members[name]
	if ok {
		return list
	}
	for _, s := range f.nodes {
		covered := false
		if c := s.Property(name); c != nil {
			list, covered = append(list, c), true
		}
		patterns := s.PatternProperties()
		for i := range patterns {
			switch p.matches(patterns[i].Name, name) {
			case yes:
				list, covered = append(list, patterns[i].Schema), true
			case unknown:
				covered = true // perhaps, so additionalProperties says nothing sure
			}
		}
		if c := s.AdditionalProperties(); c != nil && !covered {
			list = append(list, c)
		}
		if c := s.PropertyNames(); c != nil {
			if p.accepts(c, &value{typ: ast.String, text: name}) == no {
				list = append(list, neverSchema)
			}
		}
	}
	if p.budget > 0 {
		if f.members == nil {
			f.members = map[string][]*ast.Schema{}
		}
		f.members[name] = list
	}
	return list
}

// itemAt lists the schemas that the item at an index must match.
func (p *prover) itemAt(f *facts, i int) []*ast.Schema {
	var list []*ast.Schema
	for _, s := range f.nodes {
		if prefix := s.PrefixItems(); i < len(prefix) {
			list = append(list, prefix[i])
		} else if c := s.Items(); c != nil {
			list = append(list, c)
		}
	}
	return list
}

var neverSchema = ast.NewBool(ast.Span{}, false)
