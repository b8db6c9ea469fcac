package lower

import (
	"slices"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// others is what an object admits beside its properties.
type others struct {
	value *ast.Schema // of the output
	src   *ast.Schema
	shape *shape
	words string // about the keys
	span  ast.Span
}

// object closes an object, requires every property and writes the members it
// does not declare as entries.
func (r *reshaper) object(s, out *ast.Schema, b *below, at place) (*ast.Schema, *shape) {
	u := r.u
	var more *others
	if u.encodes(EncodeMaps) {
		more = r.opening(s, out, b, at)
	} else if u.T.Object&target.ObjectClosed != 0 {
		if k := out.Find(ast.KwPatternProperties); k != nil {
			u.fail(k.Span, "patternProperties makes an open map")
			return s, nil
		}
		if k := out.Find(ast.KwAdditionalProperties); k != nil && k.Val.(*ast.Schema).Form() != ast.FalseForm {
			u.fail(k.Span, "additionalProperties makes an open map")
			return s, nil
		}
	}
	if !s.Types().Has(ast.Object) {
		if s.Types() != 0 || u.T.Object&target.ObjectClosed != 0 || s.Form() != ast.ObjectForm {
			return out, nil
		}
		more = nil // it may be something else than an object, and stays what it is
	}
	if more != nil && len(out.Properties()) == 0 && !at.root && !at.arrays {
		u.report(diag.MapToEntries, more.span, "", "")
		r.drops(s, ast.Set(ast.KwType, ast.KwProperties, ast.KwRequired, ast.KwPatternProperties, ast.KwAdditionalProperties))
		kws := r.entries(more)
		return described(s, joinText(wordsMap, more.words), kws...), &shape{kind: restore.Entries, in: more.shape}
	}
	if u.encodes(EncodeMaps) {
		out = out.Without(ast.Set(ast.KwPatternProperties))
	}
	if more != nil {
		out = out.Without(ast.Set(ast.KwAdditionalProperties))
	}
	var in *shape
	if more == nil && !s.Has(ast.KwPatternProperties) {
		in = b.more
	}
	out, members := r.members(s, out, b, more != nil || in != nil)
	if out.Form() == ast.FalseForm {
		return out, nil
	}
	var sh *shape
	if len(members) > 0 || more != nil || in != nil {
		sh = &shape{kind: restore.Object, members: members, in: in}
	}
	if more != nil {
		sh.name, sh.hasRest, sh.rest = u.freshName(nameMembers, out.Properties()), true, more.shape
		u.report(diag.MapToMember, more.span, sh.name, "")
		if u.T.Object&target.ObjectClosed == 0 {
			// It cannot be said that there is nothing but the entries.
			u.lost(diag.KeywordStripped, diag.Widened, more.span, ast.KwAdditionalProperties.String(), "")
		}
		r.drops(s.Only(ast.Set(ast.KwType, ast.KwMinProperties, ast.KwMaxProperties)), ast.Set(ast.KwType))
		out = out.Without(ast.Set(ast.KwMinProperties, ast.KwMaxProperties))
		node := ast.New(more.span, append(r.entries(more),
			ast.Keyword{Kw: ast.KwDescription, Val: ast.Text(joinText(wordsMore, more.words)), Span: more.span}))
		props := append(append(ast.Map(nil), out.Properties()...), ast.Member{Name: sh.name, Pos: more.span.Start, Schema: node})
		set := []ast.Keyword{
			{Kw: ast.KwProperties, Val: props},
			{Kw: ast.KwRequired, Val: append(append(ast.Names(nil), out.Required()...), sh.name), Span: out.Span()},
		}
		if u.T.Object&target.ObjectClosed != 0 {
			set = append(set, ast.Keyword{Kw: ast.KwAdditionalProperties, Val: ast.NewBool(s.Span(), false), Span: out.Span()})
		}
		out = out.WithAll(set...)
	}
	return out, sh
}

// entries are the keywords of an array of {key, value}.
func (r *reshaper) entries(more *others) []ast.Keyword {
	at := more.span
	key := ast.New(at, []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(ast.String), Span: at}})
	kws := []ast.Keyword{
		{Kw: ast.KwType, Val: ast.OneType(ast.Object), Span: at},
		{Kw: ast.KwProperties, Val: ast.Map{{Name: nameKey, Pos: at.Start, Schema: key}, {Name: nameValue, Pos: at.Start, Schema: more.value}}, Span: at},
		{Kw: ast.KwRequired, Val: ast.Names{nameKey, nameValue}, Span: at},
	}
	if r.u.T.Object&target.ObjectClosed != 0 {
		kws = append(kws, ast.Keyword{Kw: ast.KwAdditionalProperties, Val: ast.NewBool(at, false), Span: at})
	}
	return []ast.Keyword{
		{Kw: ast.KwType, Val: ast.OneType(ast.Array), Span: at},
		{Kw: ast.KwItems, Val: ast.New(at, kws), Span: at},
	}
}

// opening is what an object admits beside its properties, nil if nothing. An
// object that says nothing about its members is closed, as elsewhere, unless
// there would be nothing left of it.
func (r *reshaper) opening(s, out *ast.Schema, b *below, pl place) *others {
	u := r.u
	var src, list ast.List
	var shapes []*shape
	var span ast.Span
	words := ""
	add := func(p, o *ast.Schema, sh *shape, k ast.Span) {
		if o.Form() == ast.FalseForm {
			return
		}
		if src == nil {
			span = k
		}
		src, list, shapes = append(src, p), append(list, o), append(shapes, sh)
	}
	patterns := out.PatternProperties()
	for i := range patterns {
		k := out.Find(ast.KwPatternProperties)
		if i == 0 {
			u.lost(diag.KeywordStripped, diag.Widened|diag.Hinted, k.Span, k.Name(), "")
			words = wordsPattern
		} else {
			words += " or "
		}
		words += quoteJSON(patterns[i].Name)
		add(s.PatternProperties()[i].Schema, patterns[i].Schema, at(b.patterns, i), k.Span)
	}
	if len(patterns) > 0 && !out.Has(ast.KwAdditionalProperties) {
		u.report(diag.ObjectClosed, out.Find(ast.KwPatternProperties).Span, "", "")
	}
	if k := out.Find(ast.KwAdditionalProperties); k != nil {
		if o := k.Val.(*ast.Schema); o.Form() != ast.FalseForm {
			words = ""
			add(s.AdditionalProperties(), o, b.more, k.Span)
		}
	} else if list == nil && u.T.Object&target.ObjectClosed != 0 && !pl.root && len(s.Properties()) == 0 {
		k := s.Find(ast.KwType)
		if k == nil || !u.encodes(EncodeAny) {
			return nil
		}
		any := ast.New(k.Span, nil)
		o, sh := r.anything(any)
		add(any, o, sh, k.Span)
	}
	if words != "" {
		words = "A key m" + words[1:] + "."
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return &others{r.typed(list[0]), src[0], shapes[0], words, span}
	}
	for i := range src {
		if r.admitsAnything(src[i]) {
			return &others{list[i], src[i], shapes[i], words, span}
		}
	}
	node := func(l ast.List) *ast.Schema {
		return ast.New(span, []ast.Keyword{{Kw: ast.KwAnyOf, Val: r.u.splice(l), Span: span}})
	}
	var distinct ast.List
	for _, o := range list {
		distinct = addKind(distinct, o)
	}
	if len(distinct) == 1 {
		return &others{distinct[0], src[0], shapes[0], words, span}
	}
	if u.T.Union == target.UnionNone {
		return nil
	}
	sh := &shape{kind: restore.Union, branches: shapes, src: src, out: list, span: span}
	r.choices = true
	return &others{node(list), node(src), sh, words, span}
}

// typed gives a value that admits anything what the target has for it, where it
// is not to be a string of JSON.
func (r *reshaper) typed(s *ast.Schema) *ast.Schema {
	if r.u.T.Untyped >= target.UntypedUnion && !s.HasAny(speaksForItself) {
		if s.Form() == ast.TrueForm {
			s = ast.New(s.Span(), nil)
		}
		return r.u.typed(s)
	}
	return s
}

// members requires every property where the target wants that, closes the object
// where it wants that, and returns what is undone in each property; every for
// those in which nothing is, too.
func (r *reshaper) members(s, out *ast.Schema, b *below, every bool) (*ast.Schema, []shapedMember) {
	u := r.u
	props := out.Properties()
	all := u.T.Object&target.ObjectAllRequired != 0
	required := nameList(s.Required())
	var members []shapedMember
	var changed ast.Map
	kept, requires, gone := 0, 0, 0
	for i := range props {
		name, p := props[i].Name, props[i].Schema
		if p.Form() == ast.FalseForm && u.encodes(EncodeNearest) {
			if required.has(name) {
				return p, nil
			}
			u.lost(diag.PropertyDropped, diag.Exact, p.Span(), name, "")
			if changed == nil {
				changed = slices.Clone(props)
			}
			changed[i-gone] = ast.Member{}
			changed = slices.Delete(changed, i-gone, i-gone+1)
			gone++
			continue
		}
		m := shapedMember{name: name, shape: at(b.props, i)}
		kept++
		must := required.has(name)
		if must {
			requires++
		}
		switch {
		case !all:
			if u.T.Null == target.NullOptional && must && p.Flag(ast.KwNullable) {
				m.null = restore.NullFill
			}
		case must:
		case r.admitsNull(s.Properties()[i].Schema, p):
			u.report(diag.RequiredAdded, p.Span(), name, "")
			m.null = restore.NullAdd
		case !u.T.TypeNull:
			u.report(diag.RequiredAdded, p.Span(), name, "") // null cannot be written
		default:
			u.report(diag.OptionalToNull, p.Span(), name, "")
			m.null = restore.NullDrop
			if changed == nil {
				changed = slices.Clone(props)
			}
			changed[i-gone].Schema = u.orNull(p)
		}
		if every || m.null != restore.NullKept || m.shape != nil {
			if members == nil {
				members = make([]shapedMember, 0, len(props)-i)
			}
			members = append(members, m)
		}
	}
	var set [3]ast.Keyword
	n := 0
	add := func(k ast.Kw, v ast.Value) {
		set[n] = ast.Keyword{Kw: k, Val: v, Span: out.Span()}
		n++
	}
	if changed != nil {
		add(ast.KwProperties, changed)
		props = changed
	}
	// A closed object without properties is accepted without required (U4).
	missing := !out.Has(ast.KwRequired) && (kept > 0 || !out.Has(ast.KwAdditionalProperties))
	if all && (requires != kept || len(s.Required()) != kept || gone > 0 || missing) {
		names := make(ast.Names, kept)
		for i := range props {
			names[i] = props[i].Name
		}
		add(ast.KwRequired, names)
	}
	if u.T.Object&target.ObjectClosed != 0 && !every && !out.Has(ast.KwAdditionalProperties) {
		u.report(diag.ObjectClosed, s.Find(ast.KwType).Span, "", "")
		add(ast.KwAdditionalProperties, ast.NewBool(s.Span(), false))
	}
	return out.WithAll(set[:n]...), members
}

// nameList finds names: in a short list by looking at each.
func nameList(list ast.Names) finder {
	f := finder{list: list}
	if len(list) > 12 {
		f.set = make(map[string]bool, len(list))
		for _, n := range list {
			f.set[n] = true
		}
	}
	return f
}

type finder struct {
	list ast.Names
	set  map[string]bool
}

func (f *finder) has(name string) bool {
	if f.set != nil {
		return f.set[name]
	}
	return slices.Contains(f.list, name)
}
