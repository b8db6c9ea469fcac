package gen

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Bound is a bound of a schema that is beyond what an instance can show: a
// string of a gigabyte.
type Bound struct {
	Pointer, Keyword string // the place in the instance, the keyword of the new schema
	Limit            string // its value
	// Base is an instance that has the place. If the old schema accepts it, it
	// accepts one that is beyond the bound too, which the new one refuses.
	Base []byte
}

const (
	maxProbes     = 2000
	maxProbeBytes = 64 << 20
)

// Probes compares two schemas place by place and returns instances around the
// old one that pass a bound of the new: a string of 5001 characters for a new
// maxLength of 5000. Nothing is promised of any of them; a validator has to be
// asked about both sides. bounds are those that are too far away, where what
// stands around them in the old schema cannot depend on the value.
func Probes(old, new []byte) (instances [][]byte, bounds []Bound) {
	a, b := read(old), read(new)
	if a == nil || b == nil {
		return nil, nil
	}
	p := prober{old: probing(a), new: probing(b), seen: map[string]bool{}}
	for _, m := range [...]mode{most, least} {
		p.old.budget = maxMake
		p.base = p.old.make([]*value{a}, m, 0)
		p.walk(probe{now: p.base, old: []*value{a}, new: []*value{b}, plain: true})
	}
	return p.instances, p.bounds
}

func probing(root *value) *generator {
	return &generator{root: root, rand: rand.New(rand.NewPCG(1, 1)), refs: map[string]*value{}, patterns: patterns{}, most: near, budget: maxMake}
}

// prober walks two schemas along an instance of the old one.
type prober struct {
	old, new  *generator
	base      *value
	visits    int
	bytes     int
	seen      map[string]bool
	instances [][]byte
	bounds    []Bound
}

// probe is a place in the base and the schemas of both sides that apply there.
type probe struct {
	path     []int // from the root
	pointer  string
	now      *value
	old, new []*value
	over     [2]choices
	// plain says that nothing around the place in the old schema depends on the
	// value, and that the schemas of both sides apply whatever else is there.
	plain bool
	depth int
}

func (p *prober) walk(at probe) {
	if p.visits++; p.visits > maxVisits || at.depth > 2*maxDepth || len(p.instances) > maxProbes || p.bytes > maxProbeBytes {
		return
	}
	of := p.old.flatten(at.old, most, at.over[0])
	nf := p.new.flatten(at.new, most, at.over[1])
	p.compare(&at, &of, &nf)
	p.branches(at, &of, &nf)
	plain := at.plain && p.old.steady(&of)
	if plain {
		p.beyond(&at, &of)
		nf := p.new.flatten(at.new, common, nil)
		plain = len(nf.unions) == 0 && p.new.sees(&nf)
	}
	down := func(i int, token string, old, new []*value) {
		path := append(at.path[:len(at.path):len(at.path)], i)
		token = strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
		p.walk(probe{path: path, pointer: at.pointer + "/" + token, now: at.now.kids[i], old: old, new: new, plain: plain, depth: at.depth + 1})
	}
	switch at.now.kind {
	case '{':
		for i, name := range at.now.names[:min(len(at.now.names), maxWide)] {
			old, _ := p.old.member(&of, name)
			new, _ := p.new.member(&nf, name)
			down(i, name, old, new)
		}
	case '[':
		for i := range min(len(at.now.kids), max(of.tuple(), nf.tuple())+1, 16) {
			old, _ := of.element(i)
			new, _ := nf.element(i)
			down(i, strconv.Itoa(i), old, new)
		}
	}
}

// branches follows each branch of a union that both sides have.
func (p *prober) branches(at probe, of, nf *facets) {
	for k, u := range of.unions {
		if _, chosen := at.over[0][u.at]; chosen {
			continue
		}
		for i := range min(len(u.branches), maxBranch) {
			next := at
			next.depth, next.plain = at.depth+1, false
			next.over[0] = at.over[0].with(u.at, i)
			if len(nf.unions) == len(of.unions) && len(nf.unions[k].branches) == len(u.branches) {
				next.over[1] = at.over[1].with(nf.unions[k].at, i)
			}
			bf := p.old.flatten(at.old, most, next.over[0])
			p.old.budget = maxMake
			next.now = p.old.build(&bf, most, at.depth)
			base := p.base
			p.base = put(base, reversed(at.path), next.now)
			p.walk(next)
			p.base = base
		}
		return // the others are met within
	}
}

func (c choices) with(at *value, i int) choices {
	out := make(choices, len(c)+1)
	for k, n := range c {
		out[k] = n
	}
	out[at] = i
	return out
}

func reversed(path []int) []int {
	out := make([]int, len(path))
	for i, n := range path {
		out[len(path)-1-i] = n
	}
	return out
}

// try adds the base with another part at the place.
func (p *prober) try(at *probe, part *value) {
	if part == nil || len(p.instances) > maxProbes || p.bytes > maxProbeBytes {
		return
	}
	text := put(p.base, reversed(at.path), part).append(nil)
	if key := string(text); len(text) < 4096 {
		if p.seen[key] {
			return
		}
		p.seen[key] = true
	}
	p.bytes += len(text)
	p.instances = append(p.instances, text)
}

// steadies are the keywords of a schema that do not look at what a member or an
// element is, beside handing it to the schemas of its place.
var steadies = map[string]bool{
	"$schema": true, "$ref": true, "$defs": true, "definitions": true, "$comment": true, "$anchor": true,
	"title": true, "description": true, "default": true, "examples": true, "deprecated": true, "readOnly": true, "writeOnly": true,
	"type": true, "properties": true, "required": true, "additionalProperties": true, "patternProperties": true, "propertyNames": true,
	"minProperties": true, "maxProperties": true, "dependentRequired": true, "items": true, "prefixItems": true,
	"minItems": true, "maxItems": true, "minLength": true, "maxLength": true, "allOf": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
}

func (g *generator) steady(f *facets) bool {
	if f.never || len(f.unions) > 0 || len(f.nots) > 0 || !g.sees(f) {
		return false
	}
	for _, n := range f.nodes {
		for _, name := range n.names {
			if !steadies[name] {
				return false
			}
		}
	}
	return true
}

// sees reports whether the nodes are all that applies to a place for sure:
// references lead where they seem to lead, and none is left out.
func (g *generator) sees(f *facets) bool {
	if len(f.nodes) >= maxNodes {
		return false
	}
	for _, n := range f.nodes {
		if n.find("$dynamicRef") >= 0 || n.find("$recursiveRef") >= 0 || n.find("$id") >= 0 {
			return false
		}
		if ref := n.get("$ref"); ref != nil && (!strings.HasPrefix(ref.text, "#") || g.resolve(ref.text) == nil) {
			return false
		}
	}
	return true
}

// beyond notes the bounds on sizes that no instance here can pass. Where the old
// schema is steady an instance of any size exists: a longer string, an array
// with more of its last element, an object with more members of any name.
func (p *prober) beyond(at *probe, of *facets) {
	nf := p.new.flatten(at.new, common, nil)
	if !p.new.sees(&nf) {
		return
	}
	for _, b := range [...]struct {
		keyword, typ string
		far          int
	}{{"maxLength", "string", far.length}, {"maxItems", "array", far.items}, {"maxProperties", "object", far.extras}} {
		limit := nf.atMost(b.keyword, b.far)
		new := tightest(&nf, b.keyword)
		if limit <= b.far || new == nil {
			continue // within reach, or there is none
		}
		if old := tightest(of, b.keyword); old != nil && old.Cmp(new) <= 0 {
			continue
		}
		if !p.grows(at.now, of, b.typ) {
			continue
		}
		p.bounds = append(p.bounds, Bound{Pointer: at.pointer, Keyword: b.keyword, Limit: new.RatString(), Base: p.base.append(nil)})
	}
}

// grows reports whether the value at a place of the old schema, which is steady,
// may be replaced by one of any size up to the old schema's own bound.
func (p *prober) grows(now *value, of *facets, typ string) bool {
	if !typeFits(now, []string{typ}) {
		return false
	}
	switch typ {
	case "array":
		i := len(now.kids)
		schemas, admitted := of.element(i)
		if !admitted || i < of.tuple() {
			return false
		}
		// More of the last element, if its schemas are those of the next one.
		last, _ := of.element(i - 1)
		return len(schemas) == 0 || i > 0 && i > of.tuple() && alike(last, schemas)
	case "object":
		for _, n := range of.nodes {
			for _, kw := range [...]string{"additionalProperties", "propertyNames", "patternProperties", "dependentRequired"} {
				if v := n.get(kw); v != nil && v.kind != 't' {
					return false
				}
			}
		}
	}
	return true
}

func alike(a, b []*value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
