package lower

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// names are the properties that get another name, by the one of the source.
type names map[string]string

// renaming gives every property whose name the target refuses one that it
// takes. The plan undoes it, so it is done where the plan reaches: what is left
// keeps its name, and checkNames reports it.
//
//	{"properties":{"start date":A,"start_date":B}} → {"properties":{"start_date_2":A,"start_date":B}}
//
// One name gets the same other name wherever it stands, so that schemas which
// look at one instance still agree. Under a rule for the root alone only what
// looks at the root's instance is renamed; the document is then one in which
// nothing refers to the root.
func (u *Unit) renaming(doc *ast.Document) (names, *ast.Document) {
	rule := &u.T.Properties
	if rule.Any() {
		return nil, doc
	}
	n := &namer{u: u, sc: scope{doc}, rule: rule, taken: map[string]bool{}, pinned: map[string]bool{}, tried: map[string]int{}}
	n.find(doc)
	if len(n.refused) == 0 {
		return nil, doc
	}
	if rule.RootOnly {
		doc = u.lonelyRoot(doc)
		n.sc = scope{doc}
		n.visit(doc.RootBody(), reached)
	} else {
		n.each(doc, func(s *ast.Schema) { n.visit(s, reached) })
	}
	out := names{}
	for _, name := range n.refused {
		if n.pinned[name] {
			continue
		}
		if to, ok := n.choose(name); ok {
			n.taken[to] = true
			out[name] = to
		}
	}
	return out, doc
}

type namer struct {
	u        *Unit
	sc       scope
	rule     *target.NameRule
	refused  []string        // in the order of the document
	taken    map[string]bool // names that stand anywhere
	pinned   map[string]bool // names that have to stay
	patterns []string        // of patternProperties
	keys     ast.List        // of propertyNames
	followed map[int]bool    // definitions whose names are pinned
	tried    map[string]int  // the number that the last name of a spelling got
}

// each calls f with the root and every definition that is used.
func (n *namer) each(doc *ast.Document, f func(*ast.Schema)) {
	root := doc.RootBody()
	f(root)
	for i, used := range reachable(doc) {
		if used && doc.Defs[i].Body != root {
			f(doc.Defs[i].Body)
		}
	}
}

// eachRefused calls f with every property whose name is refused.
func (n *namer) eachRefused(doc *ast.Document, f func(ast.Member)) {
	var visit func(s *ast.Schema)
	visit = func(s *ast.Schema) {
		for _, m := range s.Properties() {
			if !n.rule.Accepts(m.Name) {
				f(m)
			}
		}
		if n.rule.RootOnly {
			return
		}
		s.EachChild(func(_ ast.Slot, c *ast.Schema) {
			if c.HomeOf() == nil {
				visit(c)
			}
		})
	}
	if n.rule.RootOnly {
		visit(doc.RootBody())
		return
	}
	n.each(doc, visit)
}

// find lists the names that are refused.
func (n *namer) find(doc *ast.Document) {
	seen := map[string]bool{}
	n.eachRefused(doc, func(m ast.Member) {
		if !seen[m.Name] {
			seen[m.Name] = true
			n.refused = append(n.refused, m.Name)
		}
	})
}

// reach is whether a plan can undo something at a place.
type reach uint8

const (
	reached reach = iota
	// alongside looks at the instance of a place that is reached, and its own
	// names are undone there: a branch of if.
	alongside
	unreached
)

// visit collects what stands in the way of another name.
func (n *namer) visit(s *ast.Schema, at reach) {
	own := at
	if s.Has(ast.KwAnyOf) && at == reached {
		own = unreached // the steps of the branches are all there is
	}
	concerned := at == alongside || s.HasAny(inPlace)
	for _, name := range mentions(s) {
		n.taken[name] = true
		concerned = concerned || !n.rule.Accepts(name)
		if own == unreached {
			n.pinned[name] = true
		}
	}
	for _, k := range s.Keywords() {
		switch v := k.Val.(type) {
		case ast.DataList:
			if k.Kw == ast.KwEnum && !refusesEnum(n.u.T, s) {
				for _, d := range v {
					n.pin(parseData(d))
				}
			}
		case ast.Data:
			if k.Kw == ast.KwConst {
				n.pin(parseData(v))
			}
		case *ast.Ref:
			if at == alongside && !v.Home {
				n.follow(v)
			}
		}
	}
	if concerned && n.u.T.Keywords.Has(ast.KwPatternProperties) { // else they go
		for _, m := range s.PatternProperties() {
			n.patterns = append(n.patterns, m.Name)
		}
	}
	if concerned && n.u.T.Keywords.Has(ast.KwPropertyNames) {
		if k := s.PropertyNames(); k != nil {
			n.keys = append(n.keys, k)
		}
	}
	s.EachChild(func(slot ast.Slot, c *ast.Schema) {
		if c.HomeOf() != nil || slot.Kw == ast.KwDefs || slot.Kw == ast.KwPropertyNames ||
			!n.u.T.Keywords.Has(slot.Kw) && !n.u.encodes(EncodeMaps) { // it goes
			return
		}
		to, same := n.below(s, slot.Kw, at)
		if same || !n.rule.RootOnly {
			n.visit(c, to)
		}
	})
}

// below is the reach of a child, and whether it looks at the same instance.
func (n *namer) below(s *ast.Schema, kw ast.Kw, at reach) (to reach, same bool) {
	switch kw {
	case ast.KwAnyOf:
		if n.rule.RootOnly {
			return alongside, true // the plan has one step for the root
		}
		return at, true
	case ast.KwProperties, ast.KwItems, ast.KwPrefixItems:
		if at != reached {
			return unreached, false
		}
		return reached, false
	case ast.KwAdditionalProperties:
		if at != reached || s.Has(ast.KwPatternProperties) {
			return unreached, false
		}
		return reached, false
	}
	if !inPlace.Has(kw) {
		return unreached, false
	}
	return max(at, alongside), true
}

// follow pins the names of a definition that looks at an instance whose names
// are undone: it may be used elsewhere too.
func (n *namer) follow(r *ast.Ref) {
	if n.followed[r.Def] {
		return
	}
	if n.followed == nil {
		n.followed = map[int]bool{}
	}
	n.followed[r.Def] = true
	if body := n.sc.body(r); body != nil {
		var pin func(s *ast.Schema)
		pin = func(s *ast.Schema) {
			for _, name := range mentions(s) {
				n.pinned[name] = true
			}
			if ref := s.Ref(); ref != nil {
				n.follow(ref)
			}
			s.EachChild(func(_ ast.Slot, c *ast.Schema) { pin(c) })
		}
		pin(body)
	}
}

// pin keeps the names in a literal: arguments are compared with it as a whole.
func (n *namer) pin(v *value) {
	if v == nil {
		return
	}
	for _, name := range v.names {
		n.pinned[name] = true
	}
	for _, item := range v.items {
		n.pin(item)
	}
}

// mentions are the names of properties of which a node says something itself.
func mentions(s *ast.Schema) []string {
	if !s.HasAny(namesProperties) {
		return nil
	}
	var out []string
	for _, m := range s.Properties() {
		out = append(out, m.Name)
	}
	out = append(out, s.Required()...)
	deps, _ := s.Get(ast.KwDependentRequired).(ast.Deps)
	for _, d := range deps {
		out = append(append(out, d.Name), d.Names...)
	}
	more, _ := s.Get(ast.KwDependentSchemas).(ast.Map)
	for _, m := range more {
		out = append(out, m.Name)
	}
	return out
}

var namesProperties = ast.Set(ast.KwProperties, ast.KwRequired, ast.KwDependentRequired, ast.KwDependentSchemas)

// choose is the name for a property: each character that is refused becomes
// "_", and a number tells it from others.
func (n *namer) choose(name string) (string, bool) {
	base := n.spell(name)
	first := max(n.tried[base], 1)
	for i := first; i <= first+len(n.taken)+2; i++ {
		suffix := ""
		switch {
		case i == 1:
		case len(n.rule.Reserved) > 0 && i == 2 && slices.Contains(n.rule.Reserved, base):
			suffix = "_"
		default:
			suffix = "_" + strconv.Itoa(i)
		}
		to := n.cut(base, len(suffix)) + suffix
		if !n.taken[to] && n.rule.Accepts(to) {
			n.tried[base] = i
			return to, n.alike(name, to)
		}
	}
	return "", false
}

// spell writes a name with the characters that are accepted, "property" if none
// of its own is left.
func (n *namer) spell(name string) string {
	if n.rule.Rest == "" { // it is a reserved word, or empty
		if name = strings.TrimLeft(name, "$"); name == "" {
			return unspelled
		}
		return name
	}
	rest, first := target.NameRule{Rest: n.rule.Rest}, target.NameRule{Rest: n.rule.First}
	kept := false
	out := strings.Map(func(c rune) rune {
		if c == utf8.RuneError || !rest.Accepts(string(c)) {
			return '_'
		}
		kept = kept || c != '_'
		return c
	}, name)
	if !kept {
		return unspelled
	}
	if n.rule.First != "" && !first.Accepts(out[:1]) {
		return "_" + out
	}
	return out
}

const unspelled = "property"

// cut leaves room for a suffix.
func (n *namer) cut(base string, room int) string {
	if n.rule.Max == 0 || utf8.RuneCountInString(base)+room <= n.rule.Max {
		return base
	}
	return string([]rune(base)[:max(n.rule.Max-room, 0)])
}

// alike reports whether the schemas that speak of names by their text say the
// same of both.
func (n *namer) alike(a, b string) bool {
	p := n.sc.prover(questionBudget)
	for _, pattern := range n.patterns {
		if x, y := p.matches(pattern, a), p.matches(pattern, b); x == unknown || x != y {
			return false
		}
	}
	for _, k := range n.keys {
		x, y := p.accepts(k, &value{typ: ast.String, text: a}), p.accepts(k, &value{typ: ast.String, text: b})
		if x == unknown || x != y {
			return false
		}
	}
	return true
}

// lonelyRoot is the document with a root that nothing refers to: a reference to
// it means a copy among the definitions.
func (u *Unit) lonelyRoot(doc *ast.Document) *ast.Document {
	if doc.Root.HomeOf() == nil {
		return doc
	}
	doc = hoistDefs(u, doc)
	r := doc.Root.HomeOf()
	if r == nil {
		return doc
	}
	u.repeats()
	body := doc.Defs[r.Def].Body
	defs, _ := rootAmongDefs(body, r.Def)
	out := withDef(doc, doc, r.Def, body.Without(ast.Set(ast.KwDefs)))
	out.Root = body.With(ast.KwDefs, defs)
	return out
}

// renamed gives the properties of s their other names in out, and the plan's
// step for them.
func (r *reshaper) renamed(s, out *ast.Schema, sh *shape, at place) (*ast.Schema, *shape) {
	if out.Form() == ast.FalseForm || sh != nil && sh.kind == restore.Entries {
		return out, sh
	}
	old := r.mentioned(s, out)
	if len(old) == 0 {
		return out, sh
	}
	out = r.rename(out, !at.aside)
	if !admitsObjects(s) {
		return out, sh
	}
	object := sh
	switch {
	case sh == nil:
		object = &shape{kind: restore.Object}
		sh = object
	case sh.kind == restore.Items, sh.kind == restore.List:
		object = &shape{kind: restore.Object}
		sh = either(object, sh)
	case sh.kind == restore.Union && sh.kinds != nil:
		object = sh.branches[0]
	case sh.kind != restore.Object:
		return out, sh
	}
	place := make(map[string]int, len(object.members))
	for i := range object.members {
		place[object.members[i].name] = i
	}
	for _, name := range old {
		i, ok := place[name]
		if !ok {
			i = len(object.members)
			object.members = append(object.members, shapedMember{})
		}
		m := &object.members[i]
		m.name, m.as, m.renamed = r.names[name], name, true
	}
	return out, sh
}

func admitsObjects(s *ast.Schema) bool {
	return s.Types() == 0 || s.Types().Has(ast.Object)
}

// mentioned are the names with another name of which a node says something: out
// in its own keywords, s, which is the same before, in schemas that look at its
// instance too. The branches of an anyOf have steps of their own.
func (r *reshaper) mentioned(s, out *ast.Schema) []string {
	var list []string
	seen := map[string]bool{}
	var add func(s *ast.Schema, below bool)
	visit := func(s *ast.Schema, unions bool) {
		s.EachChild(func(slot ast.Slot, c *ast.Schema) {
			if inPlace.Has(slot.Kw) && (slot.Kw != ast.KwAnyOf || unions) {
				add(c, true)
			}
		})
	}
	add = func(s *ast.Schema, below bool) {
		for _, name := range mentions(s) {
			if _, ok := r.names[name]; ok && !seen[name] {
				seen[name] = true
				list = append(list, name)
			}
		}
		if below && s.HasAny(inPlace) {
			visit(s, true)
		}
	}
	add(out, false)
	if s.HasAny(inPlace) {
		visit(s, r.u.T.Properties.RootOnly)
	}
	return list
}

// rename writes the other names in the keywords of one node. Where they are
// declared a property says what it is called in the source, for the model to read.
func (r *reshaper) rename(s *ast.Schema, declared bool) *ast.Schema {
	for _, k := range s.Keywords() {
		switch v := k.Val.(type) {
		case ast.Map:
			if k.Kw != ast.KwProperties && k.Kw != ast.KwDependentSchemas {
				continue
			}
			list := slices.Clone(v)
			for i := range list {
				to, ok := r.names[list[i].Name]
				if !ok {
					continue
				}
				if k.Kw == ast.KwProperties && declared {
					r.u.report(diag.PropertyRenamed, list[i].Schema.Span(), list[i].Name, to)
					list[i].Schema = r.called(list[i].Schema, list[i].Name)
				}
				list[i].Name = to
			}
			s = s.With(k.Kw, list)
		case ast.Names:
			s = s.With(k.Kw, r.names.list(v))
		case ast.Deps:
			list := slices.Clone(v)
			for i := range list {
				list[i].Name, list[i].Names = r.names.of(list[i].Name), r.names.list(list[i].Names)
			}
			s = s.With(k.Kw, list)
		case ast.Data:
			if k.Kw == ast.KwDefault {
				s = s.With(k.Kw, r.names.data(v, !r.u.T.Properties.RootOnly))
			}
		case ast.DataList:
			if k.Kw == ast.KwExamples {
				list := slices.Clone(v)
				for i := range list {
					list[i] = r.names.data(list[i], !r.u.T.Properties.RootOnly)
				}
				s = s.With(k.Kw, list)
			}
		}
	}
	return s
}

func (r *reshaper) called(s *ast.Schema, name string) *ast.Schema {
	if s.Form() != ast.ObjectForm || s.Has(ast.KwRef) && refsInDefs(r.u.T) {
		return s // a reference stands alone
	}
	return hint(s, "name: "+quoteJSON(name))
}

func (n names) of(name string) string {
	if to, ok := n[name]; ok {
		return to
	}
	return name
}

func (n names) list(old ast.Names) ast.Names {
	out := make(ast.Names, len(old))
	for i, name := range old {
		out[i] = n.of(name)
	}
	return out
}

// data renames the members of an annotation's value, below the first level too
// if deep.
func (n names) data(d ast.Data, deep bool) ast.Data {
	dec := jsontext.NewDecoder(strings.NewReader(string(d)), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var b strings.Builder
	enc := jsontext.NewEncoder(&b, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		kind, length := dec.StackIndex(dec.StackDepth())
		t, err := dec.ReadToken()
		if err != nil {
			break
		}
		if t.Kind() == '"' && kind == '{' && length%2 == 0 && (deep || dec.StackDepth() == 1) {
			t = jsontext.String(n.of(t.String()))
		}
		if enc.WriteToken(t) != nil {
			return d
		}
	}
	return ast.Data(strings.TrimSuffix(b.String(), "\n"))
}

// checkNames reports the properties whose name the target refuses and that could
// not get another one.
func checkNames(u *Unit, doc *ast.Document) *ast.Document {
	u.repeats()
	n := &namer{rule: &u.T.Properties}
	n.eachRefused(doc, func(m ast.Member) { u.report(diag.PropertyName, m.Schema.Span(), m.Name, "") })
	return doc
}
