package lower

import (
	"strconv"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// reshape gives every node its final shape and makes the plan that undoes it:
// it closes objects and requires every property, the optional ones nullable,
// and writes what the target has no words for in the encodings that are asked
// for.
//
// It is one walk, after all passes that keep the shape of arguments: the tree
// it finds speaks of arguments as the source does, the tree it leaves as the
// provider does, and both nodes are at hand where a step has to be made.
func reshape(u *Unit, doc *ast.Document) *ast.Document {
	if u.Opt.Encode != 0 {
		doc, _ = prune(doc, u.T) // what merging has left without a use
		u.doc = doc
	}
	given, doc := u.renaming(doc)
	u.doc = doc
	if given == nil && !u.wrapped && u.T.Object&target.ObjectClosed == 0 && u.T.Null != target.NullOptional &&
		!u.encodes(EncodeMaps) && !u.encodes(EncodeTuples) && !u.encodes(EncodeEnums) && !u.encodes(EncodeAny) {
		return doc
	}
	r := &reshaper{u: u, sc: u.scope(), defs: make([]*shape, len(doc.Defs)), names: given}
	body := doc.RootBody()
	root := -1
	if h := doc.Root.HomeOf(); h != nil {
		root = h.Def
	}
	visit := func(s *ast.Schema) (*ast.Schema, *shape) {
		n, sh := r.node(s, place{root: s == body, names: s == body || !u.T.Properties.RootOnly})
		if n.Form() == ast.FalseForm && u.encodes(EncodeNearest) {
			return r.nothing(s), nil
		}
		return n, sh
	}
	first, top := visit(body)
	out := doc.WithRootBody(first)
	var used []bool
	if u.Opt.Encode != 0 {
		used = reachable(doc)
	}
	for i := range doc.Defs {
		old := doc.Defs[i].Body
		if i == root || used != nil && !used[i] && old.Form() == ast.TrueForm { // true: left behind by prune
			continue
		}
		n, sh := visit(old)
		r.defs[i] = sh
		if n != old {
			out = withDef(out, doc, i, n)
		}
	}
	if u.failed {
		return doc
	}
	if u.wrapped && top != nil {
		top = &shape{kind: restore.Wrap, name: nameValue, in: top.members[0].shape}
	} else if u.wrapped {
		top = &shape{kind: restore.Wrap, name: nameValue}
	}
	if root >= 0 {
		r.defs[root] = top
		top = &shape{kind: restore.Ref, def: root}
	}
	r.out = out
	u.plan = r.plan(top)
	if u.Opt.Encode != 0 {
		out, _ = prune(out, u.T) // what stands behind a string of JSON now
	}
	return out
}

type reshaper struct {
	u    *Unit
	sc   *scope
	defs []*shape
	out  *ast.Document
	// choices says that a union has branches in which something is undone.
	choices bool
	// names are the other names of properties, nil if there are none.
	names names
}

// place is where a node stands.
type place struct {
	root   bool
	arrays bool // it is a branch beside one that admits arrays
	names  bool // its properties may have to be renamed
	aside  bool // it is a branch that only adds to what stands beside it
}

// shape is a step as it is found; what comes of it depends on the definitions.
type shape struct {
	kind     restore.Kind
	def      int
	members  []shapedMember
	in       *shape
	tuple    []*shape
	null     []int
	name     string
	rest     *shape
	hasRest  bool
	values   []string
	branches []*shape
	kinds    []restore.TypeSet // what tells the branches apart, where types do
	src, out ast.List          // the branches before and after, where they do not
	span     ast.Span
}

// either is the shape of a node that admits objects and arrays.
func either(object, array *shape) *shape {
	return &shape{kind: restore.Union, branches: []*shape{object, array}, kinds: []restore.TypeSet{restore.AnObject, restore.Array}}
}

type shapedMember struct {
	name string
	// as is the name in the source if it is another one.
	as      string
	renamed bool
	null    restore.NullRule
	shape   *shape
}

// below are the shapes of a node's children.
type below struct {
	props, patterns []*shape // nil if none has any
	list            []*shape // of prefixItems or anyOf
	items, more     *shape
}

// at is the shape of a member by its index.
func at(list []*shape, i int) *shape {
	if list == nil {
		return nil
	}
	return list[i]
}

// node returns the output for s. It is the schema false if nothing can be
// accepted, which the parent has to deal with.
func (r *reshaper) node(s *ast.Schema, at place) (*ast.Schema, *shape) {
	u := r.u
	if u.failed {
		return s, nil
	}
	if ref := s.Ref(); ref != nil {
		if ref.Home {
			return s, nil
		}
		if s.Len() > 1 && u.Opt.Encode&EncodeNearest != 0 {
			s = s.Only(ast.Set(ast.KwRef)) // what stands beside it was reported as lost
		}
		return s, &shape{kind: restore.Ref, def: ref.Def}
	}
	if u.Opt.Encode&EncodeNearest != 0 {
		s = r.tidied(s, at)
	}
	if !at.root && r.admitsAnything(s) {
		return r.anything(s)
	}
	if s.Has(ast.KwEnum) && len(s.Enum()) == 0 && u.encodes(EncodeNearest) {
		return ast.NewBool(s.Span(), false), nil
	}
	if out, sh := r.enum(s); out != nil {
		return out, sh
	}
	var b below
	out := r.children(s, at, &b)
	if u.failed {
		return s, nil
	}
	types := s.Types()
	var sh *shape
	switch {
	case s.Has(ast.KwAnyOf):
		out, sh = r.union(s, out, &b)
	case types.Has(ast.Array) && !types.Has(ast.Object):
		out, sh = r.array(s, out, &b)
	case types.Has(ast.Object) || types == 0 && s.HasAny(ast.Children) || s.HasAny(ast.Set(ast.KwPatternProperties, ast.KwAdditionalProperties)):
		out, sh = r.object(s, out, &b, at)
		if list := r.listed(&b, b.items); list != nil && (types == 0 || types.Has(ast.Array)) && (sh == nil || sh.kind == restore.Object) {
			sh = either(sh, list)
		}
	}
	if r.names != nil && at.names {
		return r.renamed(s, out, sh, at)
	}
	return out, sh
}

// tidied is a node that a lossy merge has left with more than can stand
// together, which the passes that deal with it do not see any more. What goes
// was reported as lost.
func (r *reshaper) tidied(s *ast.Schema, at place) *ast.Schema {
	if !at.root {
		s = s.Without(ast.Set(ast.KwDefs))
	}
	if s.Has(ast.KwAllOf) {
		s = mergeAllOf(r.u, s)
	}
	if k := s.Find(ast.KwAllOf); k != nil {
		r.u.lost(diag.KeywordStripped, diag.Widened, k.Span, k.Name(), "")
		s = s.Without(ast.Set(ast.KwAllOf))
	}
	allowed := outer.Or(ast.Set(ast.KwAnyOf))
	if s.Has(ast.KwAnyOf) && !s.Keys().AndNot(allowed).Empty() {
		if s = distribute(r.u, s); s.Has(ast.KwAnyOf) {
			s = s.Only(allowed)
		}
	}
	nested := false
	for _, b := range s.AnyOf() {
		nested = nested || b.Has(ast.KwAnyOf)
	}
	if !nested {
		return s
	}
	list := make(ast.List, len(s.AnyOf()))
	for i, b := range s.AnyOf() {
		list[i] = r.tidied(b, place{})
	}
	return flattenUnion(r.u, s.With(ast.KwAnyOf, list))
}

// admitsAnything reports whether s is to be a string of JSON.
func (r *reshaper) admitsAnything(s *ast.Schema) bool {
	if !r.u.encodes(EncodeAny) || s.Form() == ast.FalseForm {
		return false
	}
	if !s.HasAny(speaksForItself) {
		return !s.Has(ast.KwEnum)
	}
	for _, b := range s.AnyOf() {
		if r.admitsAnything(b) {
			return true
		}
	}
	return false
}

// anything is a string that holds JSON.
func (r *reshaper) anything(s *ast.Schema) (*ast.Schema, *shape) {
	r.u.report(diag.AnyToJSON, s.Span(), "", "")
	if !r.free(s) {
		r.drops(s, outer)
	}
	return described(s, wordsJSON, ast.Keyword{Kw: ast.KwType, Val: ast.OneType(ast.String), Span: s.Span()}), &shape{kind: restore.JSON}
}

// free reports whether s refuses nothing: it says nothing, or a branch does.
func (r *reshaper) free(s *ast.Schema) bool {
	if !s.Has(ast.KwAnyOf) {
		return s.Filter(says).IsEmpty()
	}
	for _, b := range s.AnyOf() {
		if r.free(b) {
			return true
		}
	}
	return false
}

// described is a node with the description and title of s, a sentence and some
// keywords.
func described(s *ast.Schema, words string, kws ...ast.Keyword) *ast.Schema {
	if k := s.Find(ast.KwTitle); k != nil {
		kws = append(kws, *k)
	}
	kws = append(kws, ast.Keyword{Kw: ast.KwDescription, Val: ast.Text(joinText(s.Description(), words)), Span: s.Span()})
	if k := s.Find(ast.KwNullable); k != nil {
		kws = append(kws, *k)
	}
	return ast.New(s.Span(), kws)
}

// drops reports the keywords that do not come along when s gets another shape.
func (r *reshaper) drops(s *ast.Schema, kept ast.KwSet) {
	for i := range s.Keywords() {
		k := &s.Keywords()[i]
		if kept.Has(k.Kw) || !says(k) || inert(s, k) {
			continue
		}
		r.u.lost(diag.KeywordStripped, diag.Widened, k.Span, k.Name(), "")
	}
}

// enum writes enum values that the target refuses as strings; nil if there is
// nothing to do.
func (r *reshaper) enum(s *ast.Schema) (*ast.Schema, *shape) {
	u := r.u
	if !u.encodes(EncodeEnums) || s.Types().Len() != 1 {
		return nil, nil
	}
	if c := s.Const(); c != "" && !s.Has(ast.KwEnum) {
		if t := dataType(c); t != ast.Object && t != ast.Array {
			return nil, nil
		}
		s = rename(s, ast.KwConst, ast.KwEnum).With(ast.KwEnum, ast.DataList{c})
	}
	k := s.Find(ast.KwEnum)
	if k == nil {
		return nil, nil
	}
	t := s.Types().At(0)
	switch {
	case t == ast.String, t == ast.Null, u.T.Enum == target.EnumTyped && t != ast.Object && t != ast.Array,
		u.T.Enum > target.EnumStrings && !refusesEnum(u.T, s):
		return nil, nil
	}
	rest := s.Without(ast.Set(ast.KwEnum, ast.KwNullable))
	p := r.sc.prover(questionBudget)
	var texts []string
	var names ast.DataList
	for _, d := range k.Val.(ast.DataList) {
		if v := parseData(d); v == nil || v.typ == ast.Null || p.accepts(rest, v) == no {
			continue
		}
		text := compactData(d)
		texts = append(texts, text)
		names = append(names, ast.Data(quoteJSON(text)))
	}
	if len(texts) == 0 {
		return ast.NewBool(s.Span(), false), nil
	}
	u.report(diag.EnumToString, k.Span, "", "")
	return described(s, wordsEnum,
		ast.Keyword{Kw: ast.KwType, Val: ast.OneType(ast.String), Span: s.Span()},
		ast.Keyword{Kw: ast.KwEnum, Val: names, Span: k.Span}), &shape{kind: restore.Enum, values: texts}
}

// children reshapes what is below s; the shapes go into b.
func (r *reshaper) children(s *ast.Schema, pl place, b *below) *ast.Schema {
	if !s.HasAny(ast.Children) {
		return s
	}
	arrays := false
	if r.u.encodes(EncodeMaps) {
		for _, c := range s.AnyOf() {
			arrays = arrays || r.sc.possibleTypes(c).Has(ast.Array)
		}
	}
	if n := len(s.AnyOf()) + len(s.PrefixItems()); n > 0 {
		b.list = make([]*shape, n)
	}
	out := s.MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
		n, sh := r.node(c, place{
			arrays: at.Kw == ast.KwAnyOf && arrays,
			names:  !r.u.T.Properties.RootOnly || pl.names && inPlace.Has(at.Kw),
			aside:  inPlace.Has(at.Kw) && at.Kw != ast.KwAnyOf,
		})
		switch at.Kw {
		case ast.KwProperties:
			if sh != nil {
				set(&b.props, len(s.Properties()), at.Index, sh)
			}
		case ast.KwPatternProperties:
			if sh != nil {
				set(&b.patterns, len(s.PatternProperties()), at.Index, sh)
			}
		case ast.KwAnyOf, ast.KwPrefixItems:
			b.list[at.Index] = sh
		case ast.KwItems:
			b.items = sh
		case ast.KwAdditionalProperties:
			b.more = sh
		}
		return n
	})
	return out
}

func set(list *[]*shape, n, i int, sh *shape) {
	if *list == nil {
		*list = make([]*shape, n)
	}
	(*list)[i] = sh
}

// nothing is what stands for a schema that accepts nothing, where it cannot be
// left out: an object without members.
func (r *reshaper) nothing(s *ast.Schema) *ast.Schema {
	r.u.report(diag.FalseSchema, s.Span(), "it accepts an empty object now", "")
	kws := []ast.Keyword{
		{Kw: ast.KwType, Val: ast.OneType(ast.Object), Span: s.Span()},
		{Kw: ast.KwProperties, Val: ast.Map{}, Span: s.Span()},
	}
	if r.u.T.Object&target.ObjectClosed != 0 {
		kws = append(kws, ast.Keyword{Kw: ast.KwRequired, Val: ast.Names{}, Span: s.Span()},
			ast.Keyword{Kw: ast.KwAdditionalProperties, Val: ast.NewBool(s.Span(), false), Span: s.Span()})
	}
	if k := s.Find(ast.KwDefs); k != nil {
		kws = append(kws, *k)
	}
	return ast.New(s.Span(), kws)
}

// union leaves out the branches that accept nothing.
func (r *reshaper) union(s, out *ast.Schema, b *below) (*ast.Schema, *shape) {
	src, list := s.AnyOf(), out.AnyOf()
	sh := &shape{kind: restore.Union, branches: b.list, src: src, out: list, span: s.Find(ast.KwAnyOf).Span}
	if r.u.encodes(EncodeNearest) {
		var keptSrc, kept ast.List
		var shapes []*shape
		for i := range list {
			if list[i].Form() != ast.FalseForm {
				keptSrc, kept, shapes = append(keptSrc, src[i]), append(kept, list[i]), append(shapes, b.list[i])
			}
		}
		if len(kept) == 0 {
			return ast.NewBool(s.Span(), false), nil
		}
		if len(kept) < len(list) {
			r.u.report(diag.NeverDropped, sh.span, "", "")
			out = out.With(ast.KwAnyOf, kept)
			sh.src, sh.out, sh.branches = keptSrc, kept, shapes
		}
	}
	for _, c := range sh.branches {
		if c != nil {
			r.choices = true
			return out, sh
		}
	}
	return out, nil
}

// array reshapes a list. A tuple becomes an object:
//
//	{"prefixItems":[A,B],"items":C} → {"properties":{"0":A,"1":B,"items":{"type":"array","items":C}}}
func (r *reshaper) array(s, out *ast.Schema, b *below) (*ast.Schema, *shape) {
	u := r.u
	never := out.Items() != nil && out.Items().Form() == ast.FalseForm
	if u.encodes(EncodeTuples) && (s.Has(ast.KwPrefixItems) || never) {
		return r.tuple(s, out, b)
	}
	var items *shape
	if !out.Has(ast.KwItems) && u.encodes(EncodeAny) && u.T.Array == target.ArrayItems && !out.Has(ast.KwPrefixItems) {
		var n *ast.Schema
		n, items = r.anything(ast.New(s.Find(ast.KwType).Span, nil))
		out = out.With(ast.KwItems, n)
	} else {
		items = b.items
	}
	return out, r.listed(b, items)
}

// listed is the shape of a list that stays one: nothing but nulls to drop in
// its members, in the order in which they stand.
func (r *reshaper) listed(b *below, rest *shape) *shape {
	any := rest != nil
	for _, c := range b.list {
		any = any || c != nil
	}
	switch {
	case !any:
		return nil
	case len(b.list) == 0:
		return &shape{kind: restore.Items, in: rest}
	}
	return &shape{kind: restore.List, tuple: b.list, rest: rest}
}

func (r *reshaper) tuple(s, out *ast.Schema, b *below) (*ast.Schema, *shape) {
	u := r.u
	at := s.Span()
	if k := s.Find(ast.KwPrefixItems); k != nil {
		at = k.Span
	}
	list := out.PrefixItems()
	rest := out.Items()
	n := len(list)
	most := -1
	if m, err := strconv.Atoi(s.Num(ast.KwMaxItems)); err == nil && m >= 0 {
		most = m
	}
	if rest == nil && (most < 0 || most > n) {
		u.lost(diag.TupleClosed, diag.Narrowed, at, "", "")
	}
	closed := rest == nil || rest.Form() == ast.FalseForm || most >= 0 && most <= n
	if most >= 0 && most < n {
		n = most
	}
	for i := range n {
		if list[i].Form() == ast.FalseForm {
			n, closed = i, true
			break
		}
	}
	least := 0
	if k := s.Find(ast.KwMinItems); k != nil {
		m, err := strconv.Atoi(s.Num(ast.KwMinItems))
		if err != nil || m > n {
			if closed {
				return ast.NewBool(s.Span(), false), nil
			}
			u.dropped(s, k)
			m = n
		}
		least = m
	}
	if k := s.Find(ast.KwMaxItems); k != nil && !closed {
		u.dropped(s, k)
	}
	r.drops(s, tupleBounds.Or(ast.Set(ast.KwType, ast.KwPrefixItems, ast.KwItems)))
	u.report(diag.TupleToObject, at, "", "")
	if u.T.Object&target.ObjectClosed == 0 {
		u.lost(diag.KeywordStripped, diag.Widened, at, ast.KwAdditionalProperties.String(), "")
	}
	sh := &shape{kind: restore.Tuple, tuple: make([]*shape, n)}
	var props ast.Map
	var required ast.Names
	optional := 0
	for i := range n {
		p := list[i]
		name := strconv.Itoa(i)
		sh.tuple[i] = b.list[i]
		if i >= least {
			if r.admitsNull(s.PrefixItems()[i], p) {
				u.report(diag.RequiredAdded, p.Span(), name, "")
			} else {
				p = r.orNull(p)
				sh.null = append(sh.null, i)
				optional++
			}
		}
		props = append(props, ast.Member{Name: name, Pos: p.Span().Start, Schema: p})
		required = append(required, name)
	}
	words := wordsTuple
	if optional > 0 {
		words += " " + wordsEnd
	}
	if !closed {
		sh.rest, sh.hasRest, sh.name = b.items, true, nameItems
		more := ast.New(rest.Span(), []ast.Keyword{
			{Kw: ast.KwType, Val: ast.OneType(ast.Array), Span: at},
			{Kw: ast.KwDescription, Val: ast.Text(wordsItems), Span: at},
			{Kw: ast.KwItems, Val: rest, Span: at},
		})
		props = append(props, ast.Member{Name: nameItems, Pos: at.Start, Schema: more})
		required = append(required, nameItems)
	}
	if len(sh.null) > 0 && (sh.null[0] < n-1 || !closed) {
		u.report(diag.TupleGaps, at, "", "")
	}
	if props == nil {
		props = ast.Map{}
		required = ast.Names{}
	}
	kws := []ast.Keyword{
		{Kw: ast.KwType, Val: ast.OneType(ast.Object), Span: at},
		{Kw: ast.KwProperties, Val: props, Span: at},
		{Kw: ast.KwRequired, Val: required, Span: at},
	}
	if u.T.Object&target.ObjectClosed != 0 {
		kws = append(kws, ast.Keyword{Kw: ast.KwAdditionalProperties, Val: ast.NewBool(at, false), Span: at})
	} else if len(required) == 0 {
		kws = kws[:2]
	}
	return described(s, words, kws...), sh
}

// orNull lets a schema be null too, in the target's spelling.
func (r *reshaper) orNull(s *ast.Schema) *ast.Schema {
	if r.u.T.Null == target.NullType {
		return r.u.orNull(s)
	}
	return s.With(ast.KwNullable, ast.Flag(true))
}

// admitsNull reports whether a null of the output would be the source's own.
func (r *reshaper) admitsNull(src, out *ast.Schema) bool {
	if !r.u.encodes(EncodeAny) {
		return r.sc.admitsNull(out)
	}
	return r.nullable(src, len(r.defs)+1)
}

func (r *reshaper) nullable(s *ast.Schema, hops int) bool {
	if s.Flag(ast.KwNullable) {
		return true
	}
	if r.admitsAnything(s) {
		return false // null is the text "null" in its string
	}
	if ref := s.Ref(); ref != nil {
		body := r.sc.body(ref)
		return body != nil && hops > 0 && r.nullable(body, hops-1)
	}
	for _, b := range s.AnyOf() {
		if r.nullable(b, hops) {
			return true
		}
	}
	return !s.Has(ast.KwAnyOf) && r.sc.admitsNull(s)
}
