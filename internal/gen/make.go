package gen

import (
	"math/big"
	"strconv"
	"strings"
)

// mode is how much of what a schema allows is put into an instance.
type mode uint8

const (
	least  mode = iota // required members, least lengths, first choices
	most               // every member, some more elements, last choices
	random             // any of it
	// common takes no branch of any union: what holds whichever it is.
	common
)

const (
	maxDepth  = 6    // of optional members
	maxLength = 2000 // of strings
	maxItems  = 64
	maxExtras = 64
)

// sizes are how large what is made may become.
type sizes struct{ length, items, extras int }

// near is for instances that are made in numbers, far for one that has to pass
// a bound.
var (
	near = sizes{maxLength, maxItems, maxExtras}
	far  = sizes{1 << 18, 4096, 4096}
)

// make returns an instance that is meant to satisfy all the schemas.
func (g *generator) make(schemas []*value, m mode, depth int) *value {
	if g.budget--; g.budget < 0 || depth > 4*maxDepth {
		return null
	}
	if depth > maxDepth {
		m = least
	}
	f := g.flatten(schemas, m, nil)
	return g.build(&f, m, depth)
}

func (g *generator) build(f *facets, m mode, depth int) *value {
	for _, n := range f.nodes {
		if c := n.get("const"); c != nil {
			return c
		}
	}
	types := f.types()
	if len(types) == 0 {
		return null
	}
	if fit := f.members(types); len(fit) > 0 {
		switch m {
		case least:
			return fit[0]
		case most:
			return fit[len(fit)-1]
		}
		return fit[g.rand.IntN(len(fit))]
	}
	t := types[0]
	switch m {
	case random:
		t = types[g.rand.IntN(len(types))]
	case most: // the last that is not null
		for _, u := range types {
			if u != "null" {
				t = u
			}
		}
	}
	return g.typed(f, t, m, depth)
}

func (g *generator) typed(f *facets, t string, m mode, depth int) *value {
	switch t {
	case "object":
		return g.object(f, m, depth)
	case "array":
		return g.array(f, m, depth)
	case "string":
		return g.text(f, m)
	case "integer", "number":
		return g.number(f, t == "integer", m)
	case "boolean":
		if m == most {
			return yes
		}
		return no
	}
	return null
}

// members are the values that every enum holds and whose type is allowed.
func (f *facets) members(types []string) []*value {
	var fit []*value
	first := true
	f.each("enum", func(e *value) {
		if first {
			for _, k := range e.kids {
				if typeFits(k, types) {
					fit = append(fit, k)
				}
			}
			first = false
			return
		}
		var both []*value
		for _, a := range fit {
			for _, b := range e.kids {
				if a.equal(b) {
					both = append(both, a)
					break
				}
			}
		}
		fit = both
	})
	return fit
}

func typeFits(v *value, types []string) bool {
	for _, t := range types {
		switch {
		case v.kind == '"' && t == "string", v.kind == '{' && t == "object", v.kind == '[' && t == "array", v.kind == 'n' && t == "null",
			(v.kind == 't' || v.kind == 'f') && t == "boolean", v.kind == '0' && t == "number":
			return true
		case v.kind == '0' && t == "integer":
			if r := rational(v); r != nil && r.IsInt() {
				return true
			}
		}
	}
	return false
}

// member collects the schemas that apply to an object's member, and whether the
// object may have it at all.
func (g *generator) member(f *facets, name string) (schemas []*value, admitted bool) {
	admitted = true
	declared := false
	for _, n := range f.nodes {
		known := false
		if p := n.object("properties"); p != nil {
			if s := p.get(name); s != nil {
				schemas, known = append(schemas, s), true
			}
		}
		if p := n.object("patternProperties"); p != nil {
			for i, re := range p.names {
				if g.patterns.matches(re, name) {
					schemas, known = append(schemas, p.kids[i]), true
				}
			}
		}
		if known {
			declared = true
			continue
		}
		if a := n.get("additionalProperties"); a != nil {
			schemas = append(schemas, a)
			admitted = admitted && a.kind != 'f'
		}
	}
	if !declared && len(schemas) == 0 {
		f.each("unevaluatedProperties", func(u *value) {
			schemas = append(schemas, u)
			admitted = admitted && u.kind != 'f'
		})
	}
	return schemas, admitted
}

func (g *generator) object(f *facets, m mode, depth int) *value {
	var names []string
	have := map[string]bool{}
	add := func(name string) {
		if !have[name] {
			have[name] = true
			names = append(names, name)
		}
	}
	required := map[string]bool{}
	f.each("required", func(r *value) {
		for _, k := range r.kids {
			required[k.text] = true
		}
	})
	limit := f.atMost("maxProperties", 1<<20)
	for _, n := range f.nodes {
		if p := n.object("properties"); p != nil {
			for i, name := range p.names {
				if required[name] || p.kids[i].kind != 'f' && (m == most && len(names) < limit || m == random && g.rand.IntN(2) == 0) {
					add(name)
				}
			}
		}
	}
	f.each("required", func(r *value) {
		for _, k := range r.kids {
			add(k.text)
		}
	})
	if m != least {
		f.each("patternProperties", func(p *value) {
			for i, re := range p.names {
				if name, ok := match(re, 1); ok && p.kids[i].kind != 'f' && len(names) < limit {
					add(name)
				}
			}
		})
		f.each("additionalProperties", func(a *value) {
			if a.kind == '{' && len(a.names) > 0 && len(names) < limit {
				add(g.name(f, 0))
			}
		})
	}
	for i := 0; len(names) < min(f.atLeast("minProperties", g.most.extras), g.most.extras) && i < g.most.extras; i++ {
		add(g.name(f, i))
	}
	// What a member brings along: dependentRequired, dependentSchemas, dependencies.
	for i := 0; i < len(names) && i < 1000; i++ {
		for _, kw := range [...]string{"dependentRequired", "dependencies"} {
			f.each(kw, func(d *value) {
				if list := d.array(names[i]); list != nil {
					for _, k := range list.kids {
						add(k.text)
					}
				}
			})
		}
	}
	if depth < 2*maxDepth {
		if dep := f.dependents(have); len(dep) > 0 {
			more := g.flatten(append(dep, f.nodes...), m, nil)
			return g.object(&facets{nodes: undependent(more.nodes)}, m, 2*maxDepth)
		}
	}
	obj := &value{kind: '{', names: make([]string, 0, len(names)), kids: make([]*value, 0, len(names))}
	for _, name := range names {
		schemas, admitted := g.member(f, name)
		if !admitted && !required[name] {
			continue
		}
		obj.names = append(obj.names, name)
		obj.kids = append(obj.kids, g.make(schemas, m, depth+1))
	}
	return obj
}

// dependents are the schemas that apply because a member is there.
func (f *facets) dependents(have map[string]bool) []*value {
	var out []*value
	for _, kw := range [...]string{"dependentSchemas", "dependencies"} {
		f.each(kw, func(d *value) {
			for i, name := range d.names {
				if have[name] && d.kids[i].kind == '{' {
					out = append(out, d.kids[i])
				}
			}
		})
	}
	return out
}

// undependent keeps a second look from finding the same dependents.
func undependent(nodes []*value) []*value {
	out := make([]*value, len(nodes))
	for i, n := range nodes {
		for _, kw := range [...]string{"dependentSchemas", "dependencies"} {
			if j := n.find(kw); j >= 0 {
				n = n.without(j)
			}
		}
		out[i] = n
	}
	return out
}

// name is the i'th name for a member that no one declared.
func (g *generator) name(f *facets, i int) string {
	var rules []*value
	f.each("propertyNames", func(p *value) { rules = append(rules, p) })
	if len(rules) > 0 {
		nf := g.flatten(rules, least, nil)
		if fit := nf.members([]string{"string"}); len(fit) > 0 {
			return fit[i%len(fit)].text
		}
		if t := g.text(&nf, least); t.kind == '"' && t.text != "" {
			last := len(t.text) - 1 // AA, AB, AC: as long and probably as right
			return t.text[:last] + string(rune(t.text[last])+rune(i))
		}
	}
	if i == 0 {
		return "extra"
	}
	return "extra" + strconv.Itoa(i)
}

// element collects the schemas that apply to an array's i'th element, and
// whether there may be one.
func (f *facets) element(i int) (schemas []*value, admitted bool) {
	admitted = true
	put := func(s *value) {
		if s != nil {
			schemas = append(schemas, s)
			admitted = admitted && s.kind != 'f'
		}
	}
	for _, n := range f.nodes {
		tuple, rest := n.array("prefixItems"), n.get("items")
		if rest != nil && rest.kind == '[' {
			tuple, rest = rest, n.get("additionalItems")
		}
		if tuple != nil && i < len(tuple.kids) {
			put(tuple.kids[i])
		} else if rest != nil {
			put(rest)
		} else if tuple != nil {
			put(n.get("unevaluatedItems"))
		}
	}
	return schemas, admitted
}

// tuple is the longest list of positional schemas.
func (f *facets) tuple() int {
	n := 0
	for _, kw := range [...]string{"prefixItems", "items"} {
		f.each(kw, func(v *value) {
			if v.kind == '[' {
				n = max(n, len(v.kids))
			}
		})
	}
	return n
}

func (g *generator) array(f *facets, m mode, depth int) *value {
	var contains []*value
	f.each("contains", func(c *value) { contains = append(contains, c) })
	n := f.atLeast("minItems", g.most.items)
	if len(contains) > 0 {
		n = max(n, 1, f.atLeast("minContains", g.most.items))
	}
	switch m {
	case most:
		n = max(n, 2, f.tuple())
	case random:
		n += g.rand.IntN(3)
	}
	n = min(n, g.most.items, f.atMost("maxItems", g.most.items))
	unique := false
	f.each("uniqueItems", func(u *value) { unique = unique || u.kind == 't' })
	if unique {
		n = min(n, 4*maxItems) // each is compared with each
	}
	arr := &value{kind: '['}
	for i := range n {
		schemas, admitted := f.element(i)
		if !admitted {
			break
		}
		if i < max(1, f.atLeast("minContains", g.most.items)) {
			schemas = append(schemas, contains...)
		}
		kid := g.make(schemas, m, depth+1)
		if unique {
			kid = g.distinct(arr.kids, kid, schemas, depth)
		}
		arr.kids = append(arr.kids, kid)
	}
	return arr
}

// distinct returns kid, or another instance of its schemas if it is among the
// elements already.
func (g *generator) distinct(among []*value, kid *value, schemas []*value, depth int) *value {
	repeated := func(k *value) bool {
		for _, a := range among {
			if a.equal(k) {
				return true
			}
		}
		return false
	}
	for try := 0; try < 8 && repeated(kid); try++ {
		switch {
		case try < 4:
			kid = g.make(schemas, random, depth+1)
		case kid.kind == '"':
			kid = str(kid.text + strconv.Itoa(len(among)))
		case kid.kind == '0':
			if r := rational(kid); r != nil {
				kid = decimal(plus(r, int64(len(among)), 1))
			}
		}
	}
	return kid
}

func (g *generator) text(f *facets, m mode) *value {
	lo, hi := f.atLeast("minLength", g.most.length), f.atMost("maxLength", g.most.length)
	if lo > g.most.length {
		lo = 0 // too long to be worth it
	}
	fits := func(s string) bool {
		n := len([]rune(s))
		return n >= lo && n <= hi
	}
	best := ""
	var patterns []string
	f.each("pattern", func(p *value) { patterns = append(patterns, p.text) })
	for _, p := range patterns {
		reps := [...]int{0, 1, 2, 3, lo, hi}
		if m == most {
			reps = [...]int{3, 2, 1, 0, lo, hi}
		}
		for _, r := range reps {
			s, ok := match(p, min(r, maxLength))
			if !ok {
				continue
			}
			best = s
			all := fits(s)
			for _, q := range patterns {
				all = all && g.patterns.matches(q, s)
			}
			if all {
				return str(s)
			}
		}
	}
	if best != "" {
		return str(best)
	}
	f.each("format", func(v *value) {
		if s, ok := samples[v.text]; ok && best == "" {
			best = s
		}
	})
	if best != "" && fits(best) {
		return str(best)
	}
	n := lo
	if m == most || n == 0 && m == random {
		n = max(lo, 3)
	}
	return str(strings.Repeat("a", min(n, hi)))
}

func (g *generator) number(f *facets, integer bool, m mode) *value {
	lo, loX := f.bound("minimum", "exclusiveMinimum", 1)
	hi, hiX := f.bound("maximum", "exclusiveMaximum", -1)
	step := new(big.Rat)
	f.each("multipleOf", func(v *value) {
		if r := rational(v); r != nil && r.Sign() > 0 && (step.Sign() == 0 || r.Cmp(step) > 0) {
			step = r
		}
	})
	if integer && !step.IsInt() {
		// The least common multiple of 1 and a/b in lowest terms is a.
		step = new(big.Rat).SetInt(step.Num())
	}
	if step.Sign() == 0 && integer {
		step.SetInt64(1)
	}
	at := new(big.Rat)
	switch {
	case m == most && hi != nil:
		at = hi
	case lo != nil:
		at = lo
	case hi != nil && hi.Sign() < 0:
		at = hi
	case m == most:
		at = big.NewRat(3, 1)
	case m == random:
		at = big.NewRat(g.rand.Int64N(100), 1)
	}
	if step.Sign() > 0 {
		r := multiple(at, step)
		for range 2 { // multiple rounds up; the upper bound wants down
			if hi != nil && (r.Cmp(hi) > 0 || hiX && r.Cmp(hi) == 0) {
				r = new(big.Rat).Sub(r, step)
			}
		}
		if lo != nil && loX && r.Cmp(lo) == 0 {
			r = new(big.Rat).Add(r, step)
		}
		return decimal(r)
	}
	low, high := lo != nil && loX && at.Cmp(lo) == 0, hi != nil && hiX && at.Cmp(hi) == 0
	switch {
	case low && hi == nil:
		at = plus(at, 1, 1)
	case high && lo == nil:
		at = plus(at, -1, 1)
	case low || high: // between the two
		at = new(big.Rat).Mul(new(big.Rat).Add(lo, hi), big.NewRat(1, 2))
	}
	return decimal(at)
}
