package gen

import (
	"math/big"
	"strconv"
	"strings"
)

// compare tries, for each keyword by which the new schema may ask more of a
// place than the old one, what the old schema admits and the keyword does not.
func (p *prober) compare(at *probe, of, nf *facets) {
	p.sizes(at, of, nf)
	p.numbers(at, of, nf)
	p.texts(at, of, nf)
	p.values(at, of, nf)
	p.arrays(at, of, nf)
	p.objects(at, of, nf)
}

// tightest is the least value of an upper bound, nil if there is none.
func tightest(f *facets, kw string) *big.Rat {
	var out *big.Rat
	f.each(kw, func(v *value) {
		if r := rational(v); r != nil && (out == nil || r.Cmp(out) < 0) {
			out = r
		}
	})
	return out
}

// admitted makes an instance of the old place that also fits another schema.
func (p *prober) admitted(at *probe, of *facets, schema *value, m mode) *value {
	p.old.budget, p.old.most = maxMake, far
	f := facets{nodes: append(of.nodes[:len(of.nodes):len(of.nodes)], schema), unions: of.unions, nots: of.nots}
	v := p.old.build(&f, m, at.depth)
	p.old.most = near
	return v
}

// rule is the schema {"type": typ, kw: v}.
func rule(typ, kw string, v *value) *value {
	return &value{kind: '{', names: []string{"type", kw}, kids: []*value{str(typ), v}}
}

// asked calls do for the values of a keyword of the new schema that the old one
// does not have at the place.
func asked(of, nf *facets, kw string, do func(*value)) {
	nf.each(kw, func(v *value) {
		old := false
		of.each(kw, func(o *value) { old = old || o.equal(v) })
		if !old {
			do(v)
		}
	})
}

// sizes passes bounds on lengths by one.
func (p *prober) sizes(at *probe, of, nf *facets) {
	for _, b := range [...]struct {
		keyword, typ, other string
		step, far           int
	}{
		{"maxLength", "string", "minLength", 1, far.length}, {"minLength", "string", "maxLength", -1, far.length},
		{"maxItems", "array", "minItems", 1, far.items}, {"minItems", "array", "maxItems", -1, far.items},
		{"maxProperties", "object", "minProperties", 1, far.extras}, {"minProperties", "object", "maxProperties", -1, far.extras},
	} {
		asked(of, nf, b.keyword, func(v *value) {
			n := count(v, -1, b.far)
			if n < 0 || n+b.step < 0 || n+b.step > b.far {
				return
			}
			outside := rule(b.typ, b.other, num(strconv.Itoa(n+b.step)))
			p.try(at, p.admitted(at, of, outside, least))
			p.try(at, p.admitted(at, of, outside, most))
		})
	}
}

// numbers passes bounds on numbers, and looks for a multiple of the old step
// that is none of the new.
func (p *prober) numbers(at *probe, of, nf *facets) {
	for _, b := range [...][2]string{{"maximum", "exclusiveMinimum"}, {"minimum", "exclusiveMaximum"}, {"exclusiveMaximum", "minimum"}, {"exclusiveMinimum", "maximum"}} {
		asked(of, nf, b[0], func(v *value) {
			if r := rational(v); r != nil {
				p.try(at, p.admitted(at, of, rule("number", b[1], decimal(r)), least))
			}
		})
	}
	asked(of, nf, "multipleOf", func(v *value) {
		step := rational(v)
		if step == nil || step.Sign() <= 0 {
			return
		}
		first := rational(p.admitted(at, of, rule("number", "minimum", zero), least))
		if first == nil {
			first = rational(p.admitted(at, of, rule("number", "maximum", zero), least))
		}
		if first == nil {
			return
		}
		by := []*big.Rat{big.NewRat(1, 1)}
		of.each("multipleOf", func(o *value) {
			if r := rational(o); r != nil && r.Sign() > 0 {
				by = append(by, r)
			}
		})
		by = append(by, big.NewRat(1, 2), new(big.Rat).Mul(step, big.NewRat(1, 2)))
		for _, d := range by {
			for k := range int64(6) {
				for _, sign := range [...]int64{1, -1} {
					r := new(big.Rat).Add(first, new(big.Rat).Mul(d, big.NewRat(k*sign, 1)))
					if !new(big.Rat).Quo(r, step).IsInt() {
						p.try(at, decimal(r))
					}
				}
			}
		}
	})
}

// alphabet are characters of which a pattern that asks for anything refuses one.
var alphabet = [...]string{"a", "A", "0", "-", "_", ".", " ", "/", "é", "~", "\n", "\\", "\x00"}

// texts looks for strings that a new pattern or format refuses.
func (p *prober) texts(at *probe, of, nf *facets) {
	if !allows(of, "string") {
		return
	}
	var tries []string
	collect := func() []string {
		if tries != nil {
			return tries
		}
		of.each("pattern", func(v *value) {
			for reps := range 6 {
				for _, n := range [...]int{reps, of.atLeast("minLength", 200)} {
					for _, like := range [...]string{likes, "0aA", "Aa0", "-_ .", "~/"} {
						if s, ok := matchAs(v.text, n, like); ok {
							tries = append(tries, s)
						}
					}
				}
			}
		})
		of.each("format", func(v *value) {
			if s, ok := samples[v.text]; ok {
				tries = append(tries, s)
			}
		})
		if e := of.members([]string{"string"}); len(e) > 0 {
			for _, v := range e[:min(len(e), maxEnum)] {
				tries = append(tries, v.text)
			}
		}
		n := of.atLeast("minLength", maxLength)
		tries = append(tries, "", wrong)
		for _, c := range alphabet {
			tries = append(tries, strings.Repeat(c, min(max(1, n), maxLength)))
		}
		tries = append(tries, "a b", "a"+strings.Repeat("0", 2*maxItems))
		return tries
	}
	asked(of, nf, "pattern", func(v *value) {
		kept := 0
		for _, s := range collect() {
			if kept < 8 && !p.new.patterns.matches(v.text, s) {
				kept++
				p.try(at, str(s))
			}
		}
	})
	asked(of, nf, "format", func(v *value) {
		for _, s := range collect() {
			p.try(at, str(s))
		}
		for _, name := range [...]string{"date", "date-time", "email", "uri", "uri-reference", "uuid", "hostname", "ipv4", "time"} {
			if name != v.text {
				p.try(at, str(samples[name]))
			}
		}
	})
}

// allows reports whether a type may be one of those of the place.
func allows(f *facets, typ string) bool {
	if !f.has("type") {
		return true
	}
	for _, t := range f.types() {
		if t == typ {
			return true
		}
	}
	return false
}

// values tries the types and the literals that the new schema leaves out.
func (p *prober) values(at *probe, of, nf *facets) {
	if nf.has("type") {
		types := of.types()
		if !of.has("type") {
			types = []string{"null", "boolean", "number", "string", "array", "object"}
		}
		now := nf.types()
		for _, t := range types {
			lost := true
			for _, u := range now {
				lost = lost && u != t && !(t == "integer" && u == "number")
			}
			if !lost {
				continue
			}
			if t == "number" {
				p.try(at, num("1.5"))
			}
			p.try(at, p.old.typed(of, t, least, at.depth))
		}
	}
	for _, kw := range [...]string{"enum", "const"} {
		asked(of, nf, kw, func(*value) {
			of.each("enum", func(e *value) {
				for _, k := range e.kids[:min(len(e.kids), 4*maxEnum)] {
					p.try(at, k)
				}
			})
			of.each("const", func(c *value) { p.try(at, c) })
			if !of.has("enum") && !of.has("const") {
				p.try(at, str("foreign"))
				p.try(at, p.old.build(of, least, at.depth))
				p.try(at, p.old.build(of, most, at.depth))
			}
		})
	}
}

// arrays repeats an element.
func (p *prober) arrays(at *probe, of, nf *facets) {
	if at.now.kind != '[' {
		return
	}
	asked(of, nf, "uniqueItems", func(v *value) {
		if v.kind != 't' {
			return
		}
		n := max(2, of.atLeast("minItems", maxItems))
		for _, m := range [...]mode{least, most} {
			schemas, _ := of.element(n - 1)
			p.old.budget = maxMake
			e := p.old.make(schemas, m, at.depth+1)
			arr := &value{kind: '['}
			for i := range n {
				if i < len(at.now.kids) && i < of.tuple() {
					arr.kids = append(arr.kids, at.now.kids[i])
				} else {
					arr.kids = append(arr.kids, e)
				}
			}
			p.try(at, arr)
		}
	})
}

// objects leaves out members that the new schema asks for, and adds some that it
// does not admit.
func (p *prober) objects(at *probe, of, nf *facets) {
	if at.now.kind != '{' {
		return
	}
	asked(of, nf, "required", func(r *value) {
		for _, k := range r.kids {
			if i := at.now.find(k.text); i >= 0 {
				p.try(at, at.now.without(i))
			} else {
				p.try(at, at.now)
			}
		}
	})
	add := func(v *value, name string) *value {
		schemas, _ := p.old.member(of, name)
		p.old.budget = maxMake
		return v.with(name, p.old.make(schemas, least, at.depth+1))
	}
	asked(of, nf, "dependentRequired", func(d *value) {
		for i, name := range d.names {
			with := add(at.now, name)
			for _, k := range d.kids[i].kids {
				if j := with.find(k.text); j >= 0 && k.text != name {
					p.try(at, with.without(j))
				} else {
					p.try(at, with)
				}
			}
		}
	})
	asked(of, nf, "propertyNames", func(rules *value) {
		pf := p.new.flatten([]*value{rules}, most, nil)
		names := []string{"", "foreign", wrong, "a b"}
		for _, c := range alphabet {
			names = append(names, c)
		}
		if n := pf.atMost("maxLength", maxLength); n <= maxLength {
			names = append(names, strings.Repeat("a", n+1))
		}
		if n := pf.atLeast("minLength", maxLength); n > 0 && n <= maxLength {
			names = append(names, strings.Repeat("a", n-1))
		}
		for _, name := range names {
			if at.now.find(name) < 0 {
				p.try(at, add(at.now, name))
			}
		}
		p.try(at, at.now)
	})
	for _, kw := range [...]string{"additionalProperties", "unevaluatedProperties"} {
		asked(of, nf, kw, func(*value) {
			p.try(at, at.now)
			for _, e := range [...]*value{null, zero, str("foreign"), noNames} {
				p.try(at, at.now.with("foreign", e))
			}
		})
	}
	asked(of, nf, "patternProperties", func(v *value) {
		for i := range v.names[:min(len(v.names), maxBranch)] {
			if name, ok := match(v.names[i], 2); ok {
				for _, e := range [...]*value{null, zero, str("foreign"), noNames} {
					p.try(at, at.now.with(name, e))
				}
			}
		}
	})
}
