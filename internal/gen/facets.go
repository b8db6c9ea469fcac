package gen

import (
	"math/big"
	"net/url"
	"strconv"
	"strings"
)

// facets is what a place of an instance has to satisfy at once: a schema with
// its allOf, its references and one branch of each union spread out.
type facets struct {
	nodes  []*value // schema objects; their combinators are already among them
	unions []union
	nots   []*value
	never  bool // false is among them
}

// union is a choice that was met on the way.
type union struct {
	at       *value // the list of branches, or the node with an if
	branches [][]*value
}

// choices overrides the branch taken, by the union's at.
type choices map[*value]int

const maxNodes = 200 // of one facets: an allOf of thousands is cut

// flatten spreads schemas that apply to one place.
func (g *generator) flatten(schemas []*value, m mode, over choices) facets {
	var f facets
	seen := map[*value]bool{}
	for _, s := range schemas {
		g.spread(&f, s, m, over, seen)
	}
	return f
}

func (g *generator) spread(f *facets, s *value, m mode, over choices, seen map[*value]bool) {
	if s.kind == 'f' {
		f.never = true
	}
	if s.kind != '{' || seen[s] || len(f.nodes) >= maxNodes {
		return
	}
	seen[s] = true
	f.nodes = append(f.nodes, s)
	for _, kw := range [...]string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if ref := s.get(kw); ref != nil && ref.kind == '"' {
			if t := g.resolve(ref.text); t != nil {
				g.spread(f, t, m, over, seen)
			}
		}
	}
	if all := s.array("allOf"); all != nil {
		for _, b := range all.kids {
			g.spread(f, b, m, over, seen)
		}
	}
	for _, kw := range [...]string{"anyOf", "oneOf"} {
		if list := s.array(kw); list != nil && len(list.kids) > 0 {
			u := union{at: list}
			for _, b := range list.kids {
				u.branches = append(u.branches, []*value{b})
			}
			g.choose(f, u, m, over, seen)
		}
	}
	if cond := s.get("if"); cond != nil {
		u := union{at: cond}
		yes, no := []*value{cond}, []*value{}
		if t := s.get("then"); t != nil {
			yes = append(yes, t)
		}
		if e := s.get("else"); e != nil {
			no = append(no, e)
		}
		u.branches = [][]*value{yes, no}
		g.choose(f, u, m, over, seen)
	}
	if n := s.get("not"); n != nil {
		f.nots = append(f.nots, n)
	}
}

func (g *generator) choose(f *facets, u union, m mode, over choices, seen map[*value]bool) {
	f.unions = append(f.unions, u)
	if m == common {
		return
	}
	i, ok := over[u.at]
	if !ok {
		switch m {
		case least:
			i = 0
		case random:
			i = g.rand.IntN(len(u.branches))
		case most: // the last branch that is not null
			for j, b := range u.branches {
				if len(b) > 0 && b[0].string("type") != "null" {
					i = j
				}
			}
		}
	}
	for _, b := range u.branches[min(i, len(u.branches)-1)] {
		g.spread(f, b, m, over, seen)
	}
}

// resolve follows a reference within the schema: #, a JSON Pointer, an anchor
// or an $id. It returns nil for every other.
func (g *generator) resolve(ref string) *value {
	if t, ok := g.refs[ref]; ok {
		return t
	}
	t := g.lookup(ref)
	g.refs[ref] = t
	return t
}

func (g *generator) lookup(ref string) *value {
	if ref == "" || ref == "#" {
		return g.root
	}
	if !strings.HasPrefix(ref, "#") {
		return g.anchor(ref)
	}
	frag, err := url.PathUnescape(ref[1:])
	if err != nil {
		return nil
	}
	if !strings.HasPrefix(frag, "/") {
		return g.anchor(frag)
	}
	v := g.root
	for tok := range strings.SplitSeq(frag[1:], "/") {
		tok = strings.ReplaceAll(strings.ReplaceAll(tok, "~1", "/"), "~0", "~")
		switch v.kind {
		case '{':
			v = v.get(tok)
		case '[':
			i, err := strconv.Atoi(tok)
			if err != nil || i < 0 || i >= len(v.kids) {
				return nil
			}
			v = v.kids[i]
		default:
			return nil
		}
		if v == nil {
			return nil
		}
	}
	return v
}

// anchor finds the first object anywhere that calls itself name.
func (g *generator) anchor(name string) *value {
	var find func(v *value) *value
	find = func(v *value) *value {
		if v.kind == '{' {
			for _, kw := range [...]string{"$anchor", "$dynamicAnchor", "$id", "id"} {
				if got := v.string(kw); got == name || got == "#"+name {
					return v
				}
			}
		}
		for _, k := range v.kids {
			if t := find(k); t != nil {
				return t
			}
		}
		return nil
	}
	return find(g.root)
}

// types lists the types that every node allows, in the order of the first that
// says anything; what the other keywords suggest, if none does.
func (f *facets) types() []string {
	var allowed []string
	said := false
	for _, n := range f.nodes {
		var here []string
		switch t := n.get("type"); {
		case t == nil:
			continue
		case t.kind == '"':
			here = []string{strings.ToLower(t.text)}
		case t.kind == '[':
			for _, k := range t.kids {
				here = append(here, strings.ToLower(k.text))
			}
		}
		if n.get("nullable") != nil && n.get("nullable").kind == 't' {
			here = append(here, "null")
		}
		if !said {
			allowed, said = here, true
			continue
		}
		var both []string
		for _, a := range allowed {
			for _, h := range here {
				switch {
				case a == h, a == "integer" && h == "number":
					both = append(both, a)
				case a == "number" && h == "integer":
					both = append(both, h)
				}
			}
		}
		allowed = both
	}
	if said {
		return allowed
	}
	return f.implied()
}

var implying = [...]struct {
	keywords string
	typ      string
}{
	{"properties required additionalProperties patternProperties minProperties maxProperties propertyNames dependentRequired dependentSchemas dependencies unevaluatedProperties", "object"},
	{"items prefixItems minItems maxItems uniqueItems contains unevaluatedItems additionalItems", "array"},
	{"minimum maximum exclusiveMinimum exclusiveMaximum multipleOf", "number"},
	{"minLength maxLength pattern format contentEncoding", "string"},
}

func (f *facets) implied() []string {
	var out []string
	for _, row := range implying {
		for kw := range strings.FieldsSeq(row.keywords) {
			if f.has(kw) {
				out = append(out, row.typ)
				break
			}
		}
	}
	if len(out) == 0 {
		out = []string{"string"}
	}
	return out
}

func (f *facets) has(kw string) bool {
	for _, n := range f.nodes {
		if n.find(kw) >= 0 {
			return true
		}
	}
	return false
}

// each calls do for the keyword's value in every node that has it.
func (f *facets) each(kw string, do func(*value)) {
	for _, n := range f.nodes {
		if v := n.get(kw); v != nil {
			do(v)
		}
	}
}

// atLeast and atMost are the tightest bounds on a length.
func (f *facets) atLeast(kw string, limit int) int {
	n := 0
	f.each(kw, func(v *value) { n = max(n, count(v, 0, limit)) })
	return n
}

func (f *facets) atMost(kw string, limit int) int {
	n := limit + 1
	f.each(kw, func(v *value) { n = min(n, count(v, limit+1, limit)) })
	return n
}

// bound is the tightest numeric bound of a pair of keywords and whether it is
// exclusive; sign is 1 for lower bounds, -1 for upper ones.
func (f *facets) bound(inclusive, exclusive string, sign int) (b *big.Rat, excl bool) {
	tighten := func(r *big.Rat, e bool) {
		if r == nil {
			return
		}
		if b == nil || r.Cmp(b)*sign > 0 || r.Cmp(b) == 0 && e {
			b, excl = r, e
		}
	}
	for _, n := range f.nodes {
		x := n.get(exclusive)
		tighten(rational(n.get(inclusive)), x != nil && x.kind == 't')
		tighten(rational(x), true)
	}
	return b, excl
}
