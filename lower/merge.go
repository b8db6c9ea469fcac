package lower

import "github.com/schemac/schemac/ast"

// merge is the intersection of two schemas as one schema: out accepts exactly
// what both accept, or is nil and why says in a few words what stopped it.
//
//	{"type":"object","required":["a"]} ∩ {"properties":{"a":{}}}
//	→ {"type":"object","required":["a"],"properties":{"a":{}}}
//
// Members keep a's order, then b's. Where both have an annotation a's stays,
// but descriptions are joined. Untouched subtrees are shared; if b changes
// nothing the result is a. Two unions on one node are refused: see mergeUnion.
func (sc scope) merge(a, b *ast.Schema) (out *ast.Schema, why string) {
	return sc.merger(0).merge(a, b)
}

// mergeUnion is the product of two unions: the branches a[i] ∩ b[j] less those
// that provably accept nothing. As an anyOf it is exactly the conjunction of the
// two anyOf, and as a oneOf that of the two oneOf. It is nil if a pair cannot be
// merged or more than limit branches remain; one branch false if none does.
func (sc scope) mergeUnion(a, b ast.List, limit int) ast.List {
	out, _ := sc.merger(limit).product(a, b)
	return out
}

// flattenAllOf merges the members of allOf into the node: out has no allOf and
// accepts the same, or is nil and why says what stopped it. Two anyOf that meet
// become their product. A reference stays one if nothing has to be merged with
// it.
//
//	{"allOf":[{"$ref":"#/$defs/a"}],"description":"d"} → {"description":"d","$ref":"#/$defs/a"}
func (sc scope) flattenAllOf(s *ast.Schema) (out *ast.Schema, why string) {
	return sc.merger(maxProduct).flatten(s)
}

// merger is the state of one merge.
type merger struct {
	*prover
	work   int   // nodes left to look at
	unions int   // how many branches the product of two unions may have
	open   []int // the Defs whose bodies are being merged, outermost first
}

const mergeBudget = 1 << 15

func (sc scope) merger(unions int) *merger {
	return &merger{prover: sc.prover(4 * questionBudget), work: mergeBudget, unions: unions}
}

const tooLarge = "too large to merge"

// evaluators are the siblings that unevaluatedProperties and unevaluatedItems
// look at.
var evaluators = ast.KwUnevaluatedProperties.Info().With

var unevaluated = ast.Set(ast.KwUnevaluatedItems, ast.KwUnevaluatedProperties)

func (m *merger) merge(a, b *ast.Schema) (*ast.Schema, string) {
	if out := trivial(a, b); out != nil {
		return out, ""
	}
	m.work--
	if m.work < 0 {
		return nil, tooLarge
	}
	if silent(a) || silent(b) {
		return m.plainMerge(a, b)
	}
	if r, q := a.Ref(), b.Ref(); r != nil && q != nil && r.Def >= 0 && r.Def == q.Def && lone(a) && lone(b) {
		return m.plainMerge(a, b)
	}
	var level []int
	x, why := m.plain(a, nil, &level)
	if x == nil {
		return nil, why
	}
	y, why := m.plain(b, nil, &level)
	if y == nil {
		return nil, why
	}
	open := m.open
	m.open = append(open[:len(open):len(open)], level...)
	defer func() { m.open = open }()
	out, why := m.plainMerge(x, y)
	if out == x && x != a {
		return a, "" // b adds nothing to what a refers to
	}
	return out, why
}

// trivial is the intersection with true, {} or false, or with itself; else nil.
func trivial(a, b *ast.Schema) *ast.Schema {
	switch {
	case a == b, b.IsEmpty(), a.Form() == ast.FalseForm:
		return a
	case a.IsEmpty() && b.HomeOf() == nil, b.Form() == ast.FalseForm:
		return b
	}
	return nil
}

// lone reports whether the node is a reference with annotations at most.
func lone(s *ast.Schema) bool {
	if !s.Has(ast.KwRef) {
		return false
	}
	for i := range s.Keywords() {
		if k := &s.Keywords()[i]; k.Kw != ast.KwRef && says(k) {
			return false
		}
	}
	return true
}

// plain puts the target of $ref and the members of allOf into the node. chain
// are the Defs that led here without descending, level collects all of them.
func (m *merger) plain(s *ast.Schema, chain []int, level *[]int) (*ast.Schema, string) {
	if !s.HasAny(ast.Set(ast.KwRef, ast.KwAllOf)) {
		return s, ""
	}
	m.work--
	if m.work < 0 {
		return nil, tooLarge
	}
	var parts []*ast.Schema
	for i := range s.Keywords() {
		switch v := s.Keywords()[i].Val.(type) {
		case *ast.Ref:
			if s.Keywords()[i].Kw != ast.KwRef {
				continue
			}
			body, why := m.target(v, chain)
			if body == nil {
				return nil, why
			}
			*level = append(*level, v.Def)
			part, why := m.plain(body, append(chain[:len(chain):len(chain)], v.Def), level)
			if part == nil {
				return nil, why
			}
			parts = append(parts, part)
		case ast.List:
			if s.Keywords()[i].Kw != ast.KwAllOf {
				continue
			}
			for _, c := range v {
				part, why := m.plain(c, chain, level)
				if part == nil {
					return nil, why
				}
				parts = append(parts, part)
			}
		}
	}
	open := m.open
	m.open = append(open[:len(open):len(open)], *level...)
	defer func() { m.open = open }()
	return m.fold(s, parts, m.plainMerge)
}

// target is the body of a reference, fit to stand in a second place.
func (m *merger) target(r *ast.Ref, chain []int) (*ast.Schema, string) {
	body := m.body(r)
	if body == nil {
		return nil, "a reference finds no schema"
	}
	if len(chain) > maxChain {
		return nil, tooLarge
	}
	for _, list := range [2][]int{m.open, chain} {
		for _, d := range list {
			if d == r.Def {
				return nil, "the reference " + r.Text + " is recursive"
			}
		}
	}
	if body.Sum().Has(ast.KwDynamicRef) || body.Sum().Has(ast.KwDynamicAnchor) && m.doc.Sum().Has(ast.KwDynamicRef) {
		return nil, "$dynamicRef depends on its place"
	}
	return m.withoutHomes(body.Without(naming)), ""
}

// maxChain limits references to references.
const maxChain = 1000

// naming are the keywords that say which schema this is. A copy is another.
var naming = ast.Set(ast.KwSchema, ast.KwVocabulary, ast.KwID, ast.KwAnchor, ast.KwDynamicAnchor)

// withoutHomes turns the homes in a copied body into ordinary references: the
// home of a Def is in the original.
func (m *merger) withoutHomes(s *ast.Schema) *ast.Schema {
	if !s.Sum().Has(ast.KwRef) {
		return s
	}
	if r := s.HomeOf(); r != nil {
		return s.With(ast.KwRef, &ast.Ref{Def: r.Def, Text: r.Text})
	}
	return s.MapChildren(func(_ ast.Slot, c *ast.Schema) *ast.Schema { return m.withoutHomes(c) })
}

// fold merges the parts into s less its $ref and allOf. The parts come first
// where they are written before properties: the order of properties is the
// order a model writes them in. The annotations of s always come first.
func (m *merger) fold(s *ast.Schema, parts []*ast.Schema, merge func(a, b *ast.Schema) (*ast.Schema, string)) (*ast.Schema, string) {
	// unevaluated* look at the parts and nullable adds null to all of it, so
	// they come back last.
	rest := s.Without(unevaluated.Or(ast.Set(ast.KwAllOf, ast.KwRef, ast.KwNullable)))
	acc, last := rest, (*ast.Schema)(nil)
	if partsFirst(s) {
		acc = rest.Filter(func(k *ast.Keyword) bool { return !says(k) })
		last = rest.Filter(says)
	}
	var why string
	for _, c := range parts {
		if acc, why = merge(acc, c); acc == nil {
			return nil, why
		}
	}
	if last != nil {
		if acc, why = merge(acc, last); acc == nil {
			return nil, why
		}
	}
	if acc.Form() == ast.FalseForm {
		if s.Flag(ast.KwNullable) {
			acc = nullSchema(s.Span())
		}
		return acc, ""
	}
	if s.HasAny(unevaluated) {
		// What the parts evaluate is evaluated on the merged node too.
		if acc.HasAny(unevaluated.Or(ast.Set(ast.KwNullable))) {
			return nil, "unevaluated members depend on their siblings"
		}
		kws := append([]ast.Keyword(nil), acc.Keywords()...)
		for _, k := range s.Keywords() {
			if unevaluated.Has(k.Kw) {
				kws = append(kws, k)
			}
		}
		acc = ast.New(s.Span(), kws)
	}
	if s.Flag(ast.KwNullable) {
		acc = acc.With(ast.KwNullable, ast.Flag(true))
	}
	return acc, ""
}

// nullSchema accepts null only.
func nullSchema(span ast.Span) *ast.Schema {
	return ast.New(span, []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(ast.Null), Span: span}})
}

// partsFirst reports whether $ref or allOf is written before properties.
func partsFirst(s *ast.Schema) bool {
	for i := range s.Keywords() {
		switch s.Keywords()[i].Kw {
		case ast.KwRef, ast.KwAllOf:
			return s.Has(ast.KwProperties)
		case ast.KwProperties:
			return false
		}
	}
	return false
}

// flatten is flattenAllOf.
func (m *merger) flatten(s *ast.Schema) (*ast.Schema, string) {
	list := s.AllOf()
	if list == nil {
		return s, ""
	}
	m.work--
	if m.work < 0 {
		return nil, tooLarge
	}
	if s.Has(ast.KwRef) {
		var level []int
		return m.plain(s, nil, &level)
	}
	parts := make([]*ast.Schema, len(list))
	for i, c := range list {
		part, why := m.flatten(c)
		if part == nil {
			return nil, why
		}
		parts[i] = part
	}
	return m.fold(s, parts, m.merge)
}

// product is mergeUnion.
func (m *merger) product(a, b ast.List) (ast.List, string) {
	var out ast.List
	for _, x := range a {
		for _, y := range b {
			m.work--
			if m.work < 0 {
				return nil, tooLarge
			}
			if m.apart(x, y, ast.AnyType) {
				continue
			}
			c, why := m.merge(x, y)
			if c == nil {
				return nil, why
			}
			if c.Form() == ast.FalseForm {
				continue
			}
			if len(out) == m.unions {
				return nil, "the product of two unions has too many branches"
			}
			out = append(out, m.withoutHomes(c)) // the branch may stand in several
		}
	}
	if out == nil {
		out = ast.List{neverSchema}
	}
	return out, ""
}

// plainMerge merges two nodes that have no $ref and no allOf, or one of which
// says nothing.
func (m *merger) plainMerge(a, b *ast.Schema) (*ast.Schema, string) {
	if out := trivial(a, b); out != nil {
		return out, ""
	}
	if a.HasAny(unevaluated) && b.HasAny(evaluators.Or(unevaluated)) || b.HasAny(unevaluated) && a.HasAny(evaluators) {
		return nil, "unevaluated members depend on their siblings"
	}
	n := &node{m: m, a: a, b: b}
	for i := range a.Keywords() {
		if k := &a.Keywords()[i]; k.Kw != ast.Unknown {
			n.val[k.Kw] = k.Val
		}
	}
	null, why := n.nullable()
	if why != "" {
		return nil, why
	}
	if !n.assertions() || !n.applicators() {
		if n.why != "" && !m.apart(a, b, ast.AnyType) {
			return nil, n.why
		}
		if null {
			return nullSchema(a.Span()), ""
		}
		return ast.NewBool(a.Span(), false), ""
	}
	n.annotations()
	out := n.build()
	if out != a && m.possible(out) == 0 {
		return ast.NewBool(a.Span(), false), ""
	}
	return out, ""
}
