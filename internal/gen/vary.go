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
	emit := func(c class, part func() *value) {
		g.changes[c] = append(g.changes[c], change{v.base, v.at, part})
	}
	is := func(c class, part *value) { emit(c, func() *value { return part }) }

	g.varyType(&f, v.now, is)
	switch v.now.kind {
	case '0':
		g.varyNumber(&f, is)
	case '"':
		g.varyText(&f, is)
	case '[':
		g.varyArray(&f, v, emit)
	case '{':
		g.varyObject(&f, v, emit)
	}
	for _, not := range f.nots {
		emit(branches, func() *value { return g.make([]*value{not}, most, v.depth) })
		emit(branches, func() *value { return g.make([]*value{not}, least, v.depth) })
	}
	g.varyUnions(&f, v)
}

// varyUnions tries each branch of each union that was met here for the first
// time, and what can be varied within it.
func (g *generator) varyUnions(f *facets, v variation) {
	seen := v.seen
	fresh := 0
	for _, u := range f.unions {
		if !v.seen[u.at] {
			fresh++
		}
	}
	if fresh == 0 {
		return
	}
	seen = make(map[*value]bool, len(v.seen)+len(f.unions))
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
			for _, p := range [...]*value{part, small} {
				g.changes[branches] = append(g.changes[branches], change{v.base, v.at, func() *value { return p }})
			}
			if part.kind == '{' {
				objects = append(objects, part)
			}
			// Within the branch, around its own instance.
			base := change{v.base, v.at, func() *value { return part }}.apply()
			g.visits -= len(base.kids) / 64
			g.vary(variation{base, v.at, part, v.schemas, over, seen, v.depth + 1})
		}
		// Objects that satisfy two branches at once, if anything does.
		for i := 1; i < len(objects); i++ {
			a, b := objects[i-1], objects[i]
			g.changes[branches] = append(g.changes[branches], change{v.base, v.at, func() *value {
				both := a
				for j, name := range b.names {
					if both.find(name) < 0 {
						both = both.with(name, b.kids[j])
					}
				}
				return both
			}})
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

func (g *generator) varyType(f *facets, now *value, is func(class, *value)) {
	is(types, null)
	is(types, oneOfEach[1+g.rand.IntN(len(oneOfEach)-1)])
	for _, v := range oneOfEach {
		if v.kind != now.kind {
			is(types, v)
		}
	}
	for _, t := range f.types() {
		if v := g.typed(f, t, least, maxDepth); v.kind != now.kind {
			is(choice, v)
		}
	}
	f.each("enum", func(e *value) {
		if e.kind != '[' {
			return
		}
		for i := range g.some(len(e.kids), maxEnum) {
			is(choice, e.kids[i])
		}
	})
	f.each("const", func(c *value) {
		is(choice, c)
		switch c.kind {
		case '0':
			if r := rational(c); r != nil {
				is(choice, decimal(plus(r, 1, 1)))
				if r.IsInt() {
					is(choice, num(r.Num().String()+".0"))
				}
			}
		case '"':
			is(choice, str(c.text+"x"))
			is(choice, str(strings.ToUpper(c.text)))
		}
	})
	f.each("default", func(d *value) { is(choice, d) })
	for _, kw := range [...]string{"examples", "example"} {
		f.each(kw, func(e *value) {
			is(choice, e)
			for i := range min(len(e.kids), 2) {
				is(choice, e.kids[i])
			}
		})
	}
}

func (g *generator) varyNumber(f *facets, is func(class, *value)) {
	for _, t := range [...]string{"0", "-1", "1", "1.0", "1.5", "-0.5", "1e3", "9007199254740993", "-0"} {
		is(bounds, num(t))
	}
	for _, kw := range [...]string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
		f.each(kw, func(v *value) {
			if r := rational(v); r != nil {
				for _, d := range [...]*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 2), big.NewRat(-1, 2)} {
					is(bounds, decimal(new(big.Rat).Add(r, d)))
				}
			}
		})
	}
	f.each("multipleOf", func(v *value) {
		if r := rational(v); r != nil {
			for _, k := range [...]*big.Rat{big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(3, 2), big.NewRat(-3, 1), big.NewRat(7, 1)} {
				is(bounds, decimal(new(big.Rat).Mul(r, k)))
			}
			is(bounds, decimal(plus(r, 1, 1)))
		}
	})
}

func (g *generator) varyText(f *facets, is func(class, *value)) {
	is(lengths, str(""))
	is(shapes, str("é😀\u2028\""))
	is(shapes, str(wrong))
	for _, kw := range [...]string{"minLength", "maxLength"} {
		f.each(kw, func(v *value) {
			n := count(v, -2, maxLength)
			for d := -1; d <= 1; d++ {
				if l := n + d; l >= 0 && l <= maxLength {
					is(lengths, str(strings.Repeat("a", l)))
					is(lengths, str(strings.Repeat("é", l)))
				}
			}
		})
	}
	f.each("pattern", func(p *value) {
		for reps := range 4 {
			if s, ok := match(p.text, reps); ok {
				is(shapes, str(s))
				is(shapes, str("~"+s+"~"))
			}
		}
	})
	f.each("format", func(v *value) {
		if s, ok := samples[v.text]; ok {
			is(shapes, str(s))
			is(shapes, str(s+" "))
		}
	})
}

func (g *generator) varyArray(f *facets, v variation, emit func(class, func() *value)) {
	lengthen := func(n int) {
		emit(lengths, func() *value {
			arr := &value{kind: '[', kids: append([]*value{}, v.now.kids[:min(n, len(v.now.kids))]...)}
			for i := len(arr.kids); i < n; i++ {
				schemas, _ := f.element(i)
				arr.kids = append(arr.kids, g.make(schemas, random, v.depth+1))
			}
			return arr
		})
	}
	for n := range min(f.tuple(), 8) + 3 {
		lengthen(n)
	}
	for _, kw := range [...]string{"minItems", "maxItems", "minContains", "maxContains"} {
		f.each(kw, func(b *value) {
			n := count(b, -2, maxItems)
			for d := -1; d <= 1; d++ {
				if n+d >= 0 && n+d <= maxItems {
					lengthen(n + d)
				}
			}
		})
	}
	if len(v.now.kids) > 0 {
		first := v.now.kids[0]
		emit(lengths, func() *value { return elements(first, first) })
		last := v.now.kids[len(v.now.kids)-1]
		for _, e := range [...]*value{last, null, str("foreign"), noNames} {
			emit(extra, func() *value {
				return elements(append(v.now.kids[:len(v.now.kids):len(v.now.kids)], e)...)
			})
		}
	}
	f.each("contains", func(c *value) {
		for _, m := range [...]mode{least, most} {
			emit(extra, func() *value {
				return elements(append(v.now.kids[:len(v.now.kids):len(v.now.kids)], g.make([]*value{c}, m, v.depth+1))...)
			})
		}
	})
	for i := range min(len(v.now.kids), f.tuple()+2, 8) {
		schemas, _ := f.element(i)
		g.vary(variation{v.base, &place{v.at, i}, v.now.kids[i], schemas, nil, nil, v.depth + 1})
	}
}

func (g *generator) varyObject(f *facets, v variation, emit func(class, func() *value)) {
	emit(missing, func() *value { return noNames })
	emit(missing, func() *value { return g.build(f, least, v.depth) })
	for _, name := range [...]string{g.name(f, 0), "foreign", "__proto__", ""} {
		if v.now.find(name) >= 0 {
			continue
		}
		for _, e := range [...]*value{zero, null, str("foreign")} {
			emit(extra, func() *value { return v.now.with(name, e) })
		}
	}
	f.each("patternProperties", func(p *value) {
		for i := range g.some(len(p.names), maxBranch) {
			if name, ok := match(p.names[i], 2); ok {
				emit(extra, func() *value { return v.now.with(name, null) })
				emit(extra, func() *value {
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
			emit(extra, func() *value { return v.now.with(name, zero) })
			emit(extra, func() *value {
				schemas, _ := g.member(f, name)
				return v.now.with(name, g.make(schemas, least, v.depth+1))
			})
		}
	})
	for i := range g.some(len(v.now.kids), maxWide) {
		emit(missing, func() *value { return v.now.without(i) })
		schemas, _ := g.member(f, v.now.names[i])
		g.vary(variation{v.base, &place{v.at, i}, v.now.kids[i], schemas, nil, nil, v.depth + 1})
	}
}
