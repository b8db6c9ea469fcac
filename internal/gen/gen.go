// Package gen makes JSON instances from JSON Schemas, to be judged by a
// validator: some that should be valid, and around them what a schema is
// sensitive to. It promises variety, not validity, and the same instances for
// the same schemas every time.
//
// It reads schemas as plain JSON of any draft and shares no code with the
// compiler, whose claims its instances put to the test.
package gen

import (
	"hash/fnv"
	"math/rand/v2"
)

const (
	maxBytes = 4 << 20 // of all instances together
	maxMake  = 40000   // schema places that one instance is made from
	maxWork  = 200000  // that all instances of one schema are made from
)

type generator struct {
	root     *value
	rand     *rand.Rand
	refs     map[string]*value
	patterns patterns
	most     sizes
	budget   int                     // places that may still be made
	visits   int                     // places that may still be varied
	changes  [2][numClasses][]change // those that every place needs, then the others
}

// Instances returns at most n different instances, given as JSON text, around
// all the schemas together: for each the least and the greatest instance that
// should be valid, then, taking turns between the schemas, instances that
// differ from those in one place or two. A schema that is not JSON adds none.
// The time is linear in the size of the schemas and in n.
func Instances(schemas [][]byte, n int) [][]byte {
	var out collector
	out.seen = map[string]bool{}
	var gens []*generator
	var seeds [][]*value
	for _, s := range schemas {
		root := read(s)
		if root == nil {
			continue
		}
		h := fnv.New64a()
		h.Write(s)
		g := &generator{root: root, rand: rand.New(rand.NewPCG(h.Sum64(), 1)), refs: map[string]*value{}, patterns: patterns{}, most: near, visits: maxVisits}
		gens = append(gens, g)
		seeds = append(seeds, g.seeds())
	}
	for i := range 2 {
		for _, s := range seeds {
			out.add(s[i], n)
		}
	}
	for i, g := range gens {
		g.budget = maxWork
		for _, base := range seeds[i][:2] {
			g.vary(variation{base: base, now: base, schemas: []*value{g.root}})
		}
		for tier := range g.changes {
			for _, list := range g.changes[tier] {
				g.rand.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
			}
		}
	}
	var pools [][]change // turns consumes the lists
	for _, g := range gens {
		var all []change
		for tier := range g.changes {
			for _, list := range g.changes[tier] {
				all = append(all, list...)
			}
		}
		pools = append(pools, all)
	}
	out.turns(gens, 0, n-n/8)
	out.turns(gens, 1, n-n/8)
	// The rest of the seeds are for roots that need not be what they seem.
	for i := 2; len(out.list) < n-n/16; i++ {
		any := false
		for _, s := range seeds {
			if i < len(s) {
				out.add(s[i], n)
				any = true
			}
		}
		if !any {
			break
		}
	}
	out.pairs(gens, pools, n)
	out.turns(gens, 0, n)
	out.turns(gens, 1, n)
	return out.list
}

// seeds are the least, the greatest and some random instances, then one of each
// type.
func (g *generator) seeds() []*value {
	var out []*value
	for _, m := range [...]mode{least, most, random, random, random, random} {
		g.budget = maxMake
		out = append(out, g.make([]*value{g.root}, m, 0))
	}
	return append(out, oneOfEach[:]...)
}

// collector gathers instances without repetition.
type collector struct {
	list  [][]byte
	seen  map[string]bool
	bytes int
}

func (o *collector) add(v *value, n int) {
	if len(o.list) >= n || o.bytes > maxBytes {
		return
	}
	text := v.append(nil)
	if o.seen[string(text)] {
		return
	}
	o.seen[string(text)] = true
	o.bytes += len(text)
	o.list = append(o.list, text)
}

func (o *collector) full(n int) bool { return len(o.list) >= n || o.bytes > maxBytes }

// turns takes a change of each class of each schema in turn until there are n
// instances or no changes of the tier are left.
func (o *collector) turns(gens []*generator, tier, n int) {
	for left := true; left; {
		left = false
		for c := range numClasses {
			for _, g := range gens {
				if o.full(n) {
					return
				}
				if list := g.changes[tier][c]; len(list) > 0 {
					left = true
					g.changes[tier][c] = list[:len(list)-1]
					o.add(list[len(list)-1].apply(), n)
				}
			}
		}
	}
}

// pairs makes two changes at once, where the places allow it.
func (o *collector) pairs(gens []*generator, pools [][]change, n int) {
	for i, g := range gens {
		all := pools[i]
		if len(all) < 2 {
			continue
		}
		for range n / 8 {
			if o.full(n) {
				return
			}
			a, b := all[g.rand.IntN(len(all))], all[g.rand.IntN(len(all))]
			if v, ok := both(a, b); ok {
				o.add(v, n)
			}
		}
	}
}

// both applies b after a if b's place is still there.
func both(a, b change) (*value, bool) {
	if a.base != b.base {
		return nil, false
	}
	v := a.apply()
	var path []int
	for p := b.at; p != nil; p = p.parent {
		path = append(path, p.child)
	}
	was, now := b.base, v
	for i := len(path) - 1; i >= 0; i-- {
		k := path[i]
		if k >= len(now.kids) || now.kind != was.kind || was.kind == '{' && now.names[k] != was.names[k] {
			return nil, false
		}
		was, now = was.kids[k], now.kids[k]
	}
	return put(v, path, b.part()), true
}
