package gen

import (
	"math/big"
	"strings"
)

// change is one instance that differs from a base in one place. The new part
// is computed only if the change is chosen.
type change struct {
	base *value
	at   *place
	part func() *value
}

// place is a path from the root of an instance.
type place struct {
	parent *place
	child  int
}

// class sorts changes, so that a schema of a thousand strings does not crowd
// out its one union.
type class uint8

const (
	branches class = iota // another branch of a union
	missing               // a member less
	extra                 // a member more
	lengths               // of arrays, tuples and strings
	bounds                // of numbers
	choice                // of enum and const
	types                 // another type, null
	shapes                // formats, patterns
	numClasses
)

const (
	maxWide   = 256  // members of one object that are varied
	maxBranch = 64   // branches of one union that are varied
	maxEnum   = 24   // members of one enum that are tried
	maxVisits = 4000 // places that are varied
)

// apply makes the instance of a change.
func (c change) apply() *value {
	var path []int
	for p := c.at; p != nil; p = p.parent {
		path = append(path, p.child)
	}
	return put(c.base, path, c.part())
}

// put replaces what is at a path, whose last step comes first.
func put(v *value, path []int, part *value) *value {
	if len(path) == 0 {
		return part
	}
	i := path[len(path)-1]
	return v.replace(i, put(v.kids[i], path[:len(path)-1], part))
}

// variation is a place in a base instance and what its schema says there.
type variation struct {
	base    *value
	at      *place
	now     *value
	schemas []*value
	over    choices
	seen    map[*value]bool // the unions whose branches are tried elsewhere
	depth   int
}

func (g *generator) vary(v variation) {
	if g.visits--; g.visits < 0 || v.depth > maxDepth {
		return
	}
	f := g.flatten(v.schemas, most, v.over)
	g.varyType(&f, &v)
	switch v.now.kind {
	case '0':
		g.varyNumber(&f, &v)
	case '"':
		g.varyText(&f, &v)
	case '[':
		g.varyArray(&f, &v)
	case '{':
		g.varyObject(&f, &v)
	}
	for _, not := range f.nots {
		g.must(&v, branches, func() *value { return g.make([]*value{not}, most, v.depth) })
		g.may(&v, branches, func() *value { return g.make([]*value{not}, least, v.depth) })
	}
	g.varyUnions(&f, v)
}

// must adds a change that shows whether a constraint of this place is there.
func (g *generator) must(v *variation, c class, part func() *value) {
	g.changes[0][c] = append(g.changes[0][c], change{v.base, v.at, part})
}

// may adds a change that adds variety.
func (g *generator) may(v *variation, c class, part func() *value) {
	g.changes[1][c] = append(g.changes[1][c], change{v.base, v.at, part})
}

func same(part *value) func() *value { return func() *value { return part } }

// varyUnions tries each branch of each union that was met here for the first
// time, and what can be varied within it.
func (g *generator) varyUnions(f *facets, v variation) {
	fresh := 0
	for _, u := range f.unions {
		if !v.seen[u.at] {
			fresh++
		}
	}
	if fresh == 0 {
		return
	}
	seen := make(map[*value]bool, len(v.seen)+len(f.unions))
	for k := range v.seen {
		seen[k] = true
	}
	for _, u := range f.unions {
		seen[u.at] = true
	}
	for _, u := range f.unions {
		if v.seen[u.at] {
			continue
		}
		var objects []*value
		for i := range g.some(len(u.branches), maxBranch) {
			over := make(choices, len(v.over)+1)
			for k, n := range v.over {
				over[k] = n
			}
			over[u.at] = i
			bf := g.flatten(v.schemas, most, over)
			part := g.build(&bf, most, v.depth)
			lf := g.flatten(v.schemas, least, over)
			small := g.build(&lf, least, v.depth)
			g.must(&v, branches, same(part))
			g.may(&v, branches, same(small))
			if part.kind == '{' {
				objects = append(objects, part)
			}
			// Within the branch, around its own instance.
			base := change{v.base, v.at, same(part)}.apply()
			g.visits -= len(base.kids) / 64
			g.vary(variation{base, v.at, part, v.schemas, over, seen, v.depth + 1})
		}
		// Objects that satisfy two branches at once, if anything does.
		for i := 1; i < len(objects); i++ {
			a, b := objects[i-1], objects[i]
			g.must(&v, branches, func() *value {
				both := a
				for j, name := range b.names {
					if both.find(name) < 0 {
						both = both.with(name, b.kids[j])
					}
				}
				return both
			})
		}
	}
}

// some yields 0…n-1, or a deterministic choice of limit of them.
func (g *generator) some(n, limit int) func(func(int) bool) {
	return func(yield func(int) bool) {
		if n <= limit {
			for i := range n {
				if !yield(i) {
					return
				}
			}
			return
		}
		for i := range limit { // one of each of limit stretches
			lo, hi := i*n/limit, (i+1)*n/limit
			if !yield(lo + g.rand.IntN(hi-lo)) {
				return
			}
		}
	}
}

var oneOfEach = [...]*value{
	null, yes, no, zero, num("1.5"), str(""), str("foreign"), noItems, elements(zero), noNames,
	{kind: '{', names: []string{"foreign"}, kids: []*value{zero}},
}

func (g *generator) varyType(f *facets, v *variation) {
	var other []*value
	for _, o := range oneOfEach {
		if o.kind != v.now.kind {
			other = append(other, o)
			g.may(v, types, same(o))
		}
	}
	g.must(v, types, same(other[g.rand.IntN(len(other))]))
	if v.now.kind != 'n' {
		g.must(v, types, same(null))
	}
	for _, t := range f.types() {
		if o := g.typed(f, t, least, maxDepth); o.kind != v.now.kind {
			g.must(v, choice, same(o))
		}
	}
	f.each("enum", func(e *value) {
		if e.kind != '[' {
			return
		}
		g.must(v, choice, same(str("foreign")))
		for i := range g.some(len(e.kids), maxEnum) {
			if g.rand.IntN(4) == 0 {
				g.must(v, choice, same(e.kids[i]))
			} else {
				g.may(v, choice, same(e.kids[i]))
			}
		}
	})
	f.each("const", func(c *value) {
		g.may(v, choice, same(c))
		switch c.kind {
		case '0':
			if r := rational(c); r != nil {
				g.must(v, choice, same(decimal(plus(r, 1, 1))))
				if r.IsInt() {
					g.may(v, choice, same(num(r.Num().String()+".0")))
				}
			}
		case '"':
			g.must(v, choice, same(str(c.text+"x")))
			g.may(v, choice, same(str(strings.ToUpper(c.text))))
		}
	})
	f.each("default", func(d *value) { g.may(v, choice, same(d)) })
	for _, kw := range [...]string{"examples", "example"} {
		f.each(kw, func(e *value) {
			g.may(v, choice, same(e))
			for i := range min(len(e.kids), 2) {
				g.may(v, choice, same(e.kids[i]))
			}
		})
	}
}

func (g *generator) varyNumber(f *facets, v *variation) {
	if types := f.types(); len(types) > 0 && types[0] == "integer" {
		g.must(v, bounds, same(num("1.5")))
	}
	for _, t := range [...]string{"0", "-1", "1", "1.0", "1.5", "-0.5", "1e3", "9007199254740993", "-0"} {
		g.may(v, bounds, same(num(t)))
	}
	for _, b := range [...]struct {
		keyword string
		outside int64
	}{{"minimum", -1}, {"maximum", 1}, {"exclusiveMinimum", 0}, {"exclusiveMaximum", 0}} {
		f.each(b.keyword, func(bound *value) {
			r := rational(bound)
			if r == nil {
				return
			}
			g.must(v, bounds, same(decimal(plus(r, b.outside, 1))))
			for _, d := range [...]*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 2), big.NewRat(-1, 2)} {
				g.may(v, bounds, same(decimal(new(big.Rat).Add(r, d))))
			}
		})
	}
	f.each("multipleOf", func(step *value) {
		if r := rational(step); r != nil {
			g.must(v, bounds, same(decimal(new(big.Rat).Mul(r, big.NewRat(3, 2)))))
			for _, k := range [...]*big.Rat{big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(-3, 1), big.NewRat(7, 1)} {
				g.may(v, bounds, same(decimal(new(big.Rat).Mul(r, k))))
			}
			g.may(v, bounds, same(decimal(plus(r, 1, 1))))
		}
	})
}

func (g *generator) varyText(f *facets, v *variation) {
	g.may(v, lengths, same(str("")))
	g.may(v, shapes, same(str("é😀\u2028\"")))
	g.may(v, shapes, same(str(wrong)))
	for _, b := range [...]struct {
		keyword string
		outside int
	}{{"minLength", -1}, {"maxLength", 1}} {
		f.each(b.keyword, func(bound *value) {
			n := count(bound, -2, maxLength)
			for d := -1; d <= 1; d++ {
				l := n + d
				if l < 0 || l > maxLength {
					continue
				}
				if d == b.outside {
					g.must(v, lengths, same(str(strings.Repeat("a", l))))
				} else {
					g.may(v, lengths, same(str(strings.Repeat("a", l))))
				}
				g.may(v, lengths, same(str(strings.Repeat("é", l))))
			}
		})
	}
	f.each("pattern", func(p *value) {
		g.must(v, shapes, same(str(wrong)))
		for reps := range 4 {
			if s, ok := match(p.text, reps); ok {
				g.may(v, shapes, same(str(s)))
				g.may(v, shapes, same(str("~"+s+"~")))
			}
		}
	})
	f.each("format", func(name *value) {
		g.must(v, shapes, same(str(wrong)))
		if s, ok := samples[name.text]; ok {
			g.may(v, shapes, same(str(s)))
			g.may(v, shapes, same(str(s+" ")))
		}
	})
}

func (g *generator) varyArray(f *facets, v *variation) {
	ofLength := func(n int) func() *value {
		return func() *value {
			arr := &value{kind: '[', kids: append([]*value{}, v.now.kids[:min(n, len(v.now.kids))]...)}
			for i := len(arr.kids); i < n; i++ {
				schemas, _ := f.element(i)
				arr.kids = append(arr.kids, g.make(schemas, random, v.depth+1))
			}
			return arr
		}
	}
	for n := range min(f.tuple(), 8) + 3 {
		g.may(v, lengths, ofLength(n))
	}
	if t := f.tuple(); t > 0 && t < maxItems {
		g.must(v, lengths, ofLength(t+1))
		g.must(v, lengths, ofLength(t-1))
	}
	for _, b := range [...]struct {
		keyword string
		outside int
	}{{"minItems", -1}, {"maxItems", 1}, {"minContains", -1}, {"maxContains", 1}} {
		f.each(b.keyword, func(bound *value) {
			n := count(bound, -2, maxItems)
			for d := -1; d <= 1; d++ {
				switch l := n + d; {
				case l < 0 || l > maxItems:
				case d == b.outside:
					g.must(v, lengths, ofLength(l))
				default:
					g.may(v, lengths, ofLength(l))
				}
			}
		})
	}
	more := func(e *value) *value { return elements(append(v.now.kids[:len(v.now.kids):len(v.now.kids)], e)...) }
	if len(v.now.kids) > 0 {
		first, last := v.now.kids[0], v.now.kids[len(v.now.kids)-1]
		twice := func() *value { return elements(first, first) }
		if f.has("uniqueItems") {
			g.must(v, lengths, twice)
		} else {
			g.may(v, lengths, twice)
		}
		for _, e := range [...]*value{last, null, str("foreign"), noNames} {
			g.may(v, extra, func() *value { return more(e) })
		}
	}
	f.each("contains", func(c *value) {
		g.must(v, extra, same(noItems))
		for _, m := range [...]mode{least, most} {
			g.may(v, extra, func() *value { return more(g.make([]*value{c}, m, v.depth+1)) })
		}
	})
	for i := range min(len(v.now.kids), f.tuple()+2, 8) {
		schemas, _ := f.element(i)
		g.vary(variation{v.base, &place{v.at, i}, v.now.kids[i], schemas, nil, nil, v.depth + 1})
	}
}

func (g *generator) varyObject(f *facets, v *variation) {
	g.may(v, missing, same(noNames))
	g.must(v, missing, func() *value { return g.build(f, least, v.depth) })
	for i, name := range [...]string{g.name(f, 0), "foreign", "__proto__", ""} {
		if v.now.find(name) >= 0 {
			continue
		}
		for j, e := range [...]*value{zero, null, str("foreign")} {
			add := func() *value { return v.now.with(name, e) }
			if i == 1 && j == 0 {
				g.must(v, extra, add)
			} else {
				g.may(v, extra, add)
			}
		}
	}
	f.each("patternProperties", func(p *value) {
		for i := range g.some(len(p.names), maxBranch) {
			if name, ok := match(p.names[i], 2); ok {
				g.must(v, extra, func() *value { return v.now.with(name, null) })
				g.may(v, extra, func() *value {
					schemas, _ := g.member(f, name)
					return v.now.with(name, g.make(schemas, least, v.depth+1))
				})
			}
		}
	})
	f.each("properties", func(p *value) {
		for i := range g.some(len(p.names), maxWide) {
			name := p.names[i]
			if v.now.find(name) >= 0 {
				continue
			}
			g.may(v, extra, func() *value { return v.now.with(name, zero) })
			g.may(v, extra, func() *value {
				schemas, _ := g.member(f, name)
				return v.now.with(name, g.make(schemas, least, v.depth+1))
			})
		}
	})
	for i := range g.some(len(v.now.kids), maxWide) {
		g.must(v, missing, func() *value { return v.now.without(i) })
		schemas, _ := g.member(f, v.now.names[i])
		g.vary(variation{v.base, &place{v.at, i}, v.now.kids[i], schemas, nil, nil, v.depth + 1})
	}
}
