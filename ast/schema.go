package ast

// Form tells the two boolean schemas from the others.
type Form uint8

const (
	ObjectForm Form = iota // {…}
	TrueForm               // true
	FalseForm              // false
)

// Schema is one node: an ordered list of keywords. It is immutable; With,
// Without and MapChildren copy what they change and share the rest, so that
// pointer equality means unchanged.
type Schema struct {
	span Span
	form Form
	has  KwSet
	sum  KwSet
	kws  []Keyword
}

// Keyword is one member of a schema.
type Keyword struct {
	Val  Value
	Span Span // from the member's name to the end of its value
	Kw   Kw
}

// Name is the member's name as written in the output.
func (k *Keyword) Name() string {
	if raw, ok := k.Val.(*Raw); ok {
		return raw.Name
	}
	return k.Kw.String()
}

// New returns the schema {kws…}. span is the source text it stands for. The
// slice is taken over; no keyword but Unknown may stand in it twice.
func New(span Span, kws []Keyword) *Schema {
	s := &Schema{span: span, kws: kws}
	s.index()
	return s
}

// NewBool returns true or false.
func NewBool(span Span, value bool) *Schema {
	if value {
		return &Schema{span: span, form: TrueForm}
	}
	return &Schema{span: span, form: FalseForm}
}

// Reset makes s the schema {kws…}; the parser uses it to fill the nodes of a
// slab and to turn a node into the home of a Def before anyone else sees it.
func (s *Schema) Reset(span Span, form Form, kws []Keyword) {
	*s = Schema{span: span, form: form, kws: kws}
	s.index()
}

func (s *Schema) index() {
	s.has, s.sum = KwSet{}, KwSet{}
	for i := range s.kws {
		s.has.Add(s.kws[i].Kw)
		switch v := s.kws[i].Val.(type) {
		case *Schema:
			s.sum = s.sum.Or(v.sum)
		case List:
			for _, c := range v {
				s.sum = s.sum.Or(c.sum)
			}
		case Map:
			for j := range v {
				s.sum = s.sum.Or(v[j].Schema.sum)
			}
		}
	}
	s.sum = s.sum.Or(s.has)
}

// Span is the source text this node came from, kept through all rewrites.
func (s *Schema) Span() Span { return s.span }

// Form tells true and false from {…}.
func (s *Schema) Form() Form { return s.form }

// Sum is the set of keywords here and in every schema below, not following
// references.
func (s *Schema) Sum() KwSet { return s.sum }

// Keys is the set of keywords of this node.
func (s *Schema) Keys() KwSet { return s.has }

// Has reports whether the keyword is present.
func (s *Schema) Has(k Kw) bool { return s.has.Has(k) }

// HasAny reports whether any keyword of the set is present.
func (s *Schema) HasAny(set KwSet) bool { return s.has.Overlaps(set) }

// Keywords are the members in order. The caller must not change them.
func (s *Schema) Keywords() []Keyword { return s.kws }

// Len is the number of members.
func (s *Schema) Len() int { return len(s.kws) }

// Find returns the keyword's member, nil if it is absent.
func (s *Schema) Find(k Kw) *Keyword {
	if !s.has.Has(k) {
		return nil
	}
	for i := range s.kws {
		if s.kws[i].Kw == k {
			return &s.kws[i]
		}
	}
	return nil
}

// Get returns the keyword's value, nil if it is absent.
func (s *Schema) Get(k Kw) Value {
	if m := s.Find(k); m != nil {
		return m.Val
	}
	return nil
}

// IsEmpty reports whether the schema is `{}` or `true`: it accepts anything
// and says nothing.
func (s *Schema) IsEmpty() bool { return s.form == TrueForm || s.form == ObjectForm && len(s.kws) == 0 }

// HomeOf returns the reference if s is the home of a Def, else nil.
func (s *Schema) HomeOf() *Ref {
	if len(s.kws) == 1 && s.kws[0].Kw == KwRef {
		if r, ok := s.kws[0].Val.(*Ref); ok && r.Home {
			return r
		}
	}
	return nil
}

// With returns the schema with the keyword set to v: in its place if present,
// else as the last member with the span of the whole node.
func (s *Schema) With(k Kw, v Value) *Schema { return s.with(k, v, len(s.kws)) }

// WithFirst is With, but a keyword that is absent becomes the first member.
func (s *Schema) WithFirst(k Kw, v Value) *Schema { return s.with(k, v, 0) }

// WithAll is With for several keywords at once, of which none stands twice. A
// keyword that is absent becomes a last member, with the span it has here.
func (s *Schema) WithAll(set ...Keyword) *Schema {
	if len(set) == 0 {
		return s
	}
	n := len(s.kws)
	for i := range set {
		if !s.has.Has(set[i].Kw) {
			n++
		}
	}
	kws := append(make([]Keyword, 0, n), s.kws...)
	for _, k := range set {
		if !s.has.Has(k.Kw) {
			kws = append(kws, k)
			continue
		}
		for i := range s.kws {
			if kws[i].Kw == k.Kw {
				kws[i].Val = k.Val
			}
		}
	}
	return New(s.span, kws)
}

func (s *Schema) with(k Kw, v Value, at int) *Schema {
	if s.has.Has(k) {
		kws := append([]Keyword(nil), s.kws...)
		for i := range kws {
			if kws[i].Kw == k {
				kws[i].Val = v
			}
		}
		return New(s.span, kws)
	}
	kws := make([]Keyword, 0, len(s.kws)+1)
	kws = append(kws, s.kws[:at]...)
	kws = append(kws, Keyword{Val: v, Kw: k, Span: s.span})
	kws = append(kws, s.kws[at:]...)
	return New(s.span, kws)
}

// Without returns the schema less the keywords of the set; s itself if it has
// none of them.
func (s *Schema) Without(set KwSet) *Schema {
	if !s.has.Overlaps(set) {
		return s
	}
	return s.Filter(func(k *Keyword) bool { return !set.Has(k.Kw) })
}

// Only returns the schema with no other keywords than those of the set.
func (s *Schema) Only(set KwSet) *Schema {
	if s.has.AndNot(set).Empty() {
		return s
	}
	return s.Filter(func(k *Keyword) bool { return set.Has(k.Kw) })
}

// Filter returns the schema with the members that keep accepts; s itself if
// all stay.
func (s *Schema) Filter(keep func(*Keyword) bool) *Schema {
	var kws []Keyword // the copy, once something goes
	gone := false
	for i := range s.kws {
		switch {
		case !keep(&s.kws[i]):
			if !gone {
				gone = true
				kws = append(make([]Keyword, 0, len(s.kws)-1), s.kws[:i]...)
			}
		case gone:
			kws = append(kws, s.kws[i])
		}
	}
	if !gone {
		return s
	}
	out := New(s.span, kws)
	out.form = s.form
	return out
}

// Slot says where a child stands in its parent.
type Slot struct {
	Kw    Kw
	Name  string // the member's name, for a Map
	Index int    // the element's or member's number, for a List or a Map
}

// MapChildren applies f to every schema directly below s and returns s with the
// results; s itself if none changed. f may return nil to drop a member of a Map
// or an element of a List; a keyword whose single schema becomes nil, or whose
// List becomes empty, goes too.
func (s *Schema) MapChildren(f func(Slot, *Schema) *Schema) *Schema {
	if !s.has.Overlaps(Children) {
		return s
	}
	var kws []Keyword // the changed copy, once there is one
	gone := false
	for i := range s.kws {
		k := &s.kws[i]
		val, changed := mapValue(k, f)
		if !changed {
			continue
		}
		if kws == nil {
			kws = append([]Keyword(nil), s.kws...)
		}
		kws[i].Val = val
		gone = gone || val == nil
	}
	if kws == nil {
		return s
	}
	if gone {
		n := 0
		for i := range kws {
			if kws[i].Val != nil {
				kws[n] = kws[i]
				n++
			}
		}
		kws = kws[:n]
	}
	return New(s.span, kws)
}

func mapValue(k *Keyword, f func(Slot, *Schema) *Schema) (out Value, changed bool) {
	switch v := k.Val.(type) {
	case *Schema:
		c := f(Slot{Kw: k.Kw}, v)
		if c == v {
			return v, false
		}
		if c == nil {
			return nil, true
		}
		return c, true
	case List:
		var list List
		for i, old := range v {
			c := f(Slot{Kw: k.Kw, Index: i}, old)
			if list == nil && c != old {
				list = append(make(List, 0, len(v)), v[:i]...)
				changed = true
			}
			if changed && c != nil {
				list = append(list, c)
			}
		}
		if !changed {
			return v, false
		}
		if len(list) == 0 {
			return nil, true
		}
		return list, true
	case Map:
		var m Map
		for i := range v {
			c := f(Slot{Kw: k.Kw, Name: v[i].Name, Index: i}, v[i].Schema)
			if m == nil && c != v[i].Schema {
				m = append(make(Map, 0, len(v)), v[:i]...)
				changed = true
			}
			if changed && c != nil {
				m = append(m, Member{Name: v[i].Name, Pos: v[i].Pos, Schema: c})
			}
		}
		if !changed {
			return v, false
		}
		return m, true
	}
	return k.Val, false
}

// EachChild calls f for every schema directly below s, in order.
func (s *Schema) EachChild(f func(Slot, *Schema)) {
	if !s.has.Overlaps(Children) {
		return
	}
	for i := range s.kws {
		k := &s.kws[i]
		switch v := k.Val.(type) {
		case *Schema:
			f(Slot{Kw: k.Kw}, v)
		case List:
			for j, c := range v {
				f(Slot{Kw: k.Kw, Index: j}, c)
			}
		case Map:
			for j := range v {
				f(Slot{Kw: k.Kw, Name: v[j].Name, Index: j}, v[j].Schema)
			}
		}
	}
}

// Properties returns the declared properties in the author's order, nil if the keyword is
// absent; an empty map is not nil.
func (s *Schema) Properties() Map { v, _ := s.Get(KwProperties).(Map); return v }

// PatternProperties returns the schemas by the regular expressions of names, nil
// if the keyword is absent.
func (s *Schema) PatternProperties() Map { v, _ := s.Get(KwPatternProperties).(Map); return v }

// Definitions returns $defs, nil if it is absent. A definition that something refers
// to stands here as its home, with its body in Document.Defs.
func (s *Schema) Definitions() Map { v, _ := s.Get(KwDefs).(Map); return v }

// AdditionalProperties returns the schema of members that are not declared, nil
// if the keyword is absent: then they may be anything.
func (s *Schema) AdditionalProperties() *Schema { return s.schema(KwAdditionalProperties) }

// PropertyNames returns the schema that all names of members meet, nil if the
// keyword is absent.
func (s *Schema) PropertyNames() *Schema { return s.schema(KwPropertyNames) }

// UnevaluatedProperties returns the schema of members that no other keyword has
// looked at, nil if the keyword is absent.
func (s *Schema) UnevaluatedProperties() *Schema { return s.schema(KwUnevaluatedProperties) }

// Items returns the schema of the elements behind those of prefixItems, nil if the
// keyword is absent.
func (s *Schema) Items() *Schema { return s.schema(KwItems) }

// PrefixItems returns the schemas of a tuple by position, nil if the keyword is
// absent.
func (s *Schema) PrefixItems() List { return s.List(KwPrefixItems) }

// AllOf returns the schemas that all have to accept, nil if the keyword is absent.
func (s *Schema) AllOf() List { return s.List(KwAllOf) }

// AnyOf returns the schemas of which one has to accept, nil if the keyword is
// absent.
func (s *Schema) AnyOf() List { return s.List(KwAnyOf) }

// OneOf returns the schemas of which exactly one has to accept, nil if the keyword
// is absent.
func (s *Schema) OneOf() List { return s.List(KwOneOf) }

// Not returns the schema that must not accept, nil if the keyword is absent.
func (s *Schema) Not() *Schema { return s.schema(KwNot) }

// Required returns the names of the members that must be there, each once, nil if
// the keyword is absent.
func (s *Schema) Required() Names { v, _ := s.Get(KwRequired).(Names); return v }

// Types returns the keyword type; its zero value, which names none, if it is absent.
func (s *Schema) Types() Types { v, _ := s.Get(KwType).(Types); return v }

// Enum returns the values that are accepted, as JSON text, nil if the keyword is
// absent.
func (s *Schema) Enum() DataList { v, _ := s.Get(KwEnum).(DataList); return v }

// Const returns the only value that is accepted, as JSON text, "" if the keyword is
// absent; null is the text null.
func (s *Schema) Const() Data { v, _ := s.Get(KwConst).(Data); return v }

// Description returns the keyword decoded, "" if it is absent or empty: see Has.
func (s *Schema) Description() string { return s.Text(KwDescription) }

// Ref returns $ref, nil if it is absent.
func (s *Schema) Ref() *Ref { v, _ := s.Get(KwRef).(*Ref); return v }

// Text returns a keyword of shape text decoded, "" if it is absent.
func (s *Schema) Text(k Kw) string { v, _ := s.Get(k).(Text); return string(v) }

// Num returns a keyword of shape number or count as it is written, "" if it is
// absent.
func (s *Schema) Num(k Kw) string { v, _ := s.Get(k).(Num); return string(v) }

// Flag returns a boolean keyword, false if it is absent.
func (s *Schema) Flag(k Kw) bool { v, _ := s.Get(k).(Flag); return bool(v) }

// List returns a keyword of shape list, nil if it is absent.
func (s *Schema) List(k Kw) List { v, _ := s.Get(k).(List); return v }

func (s *Schema) schema(k Kw) *Schema { v, _ := s.Get(k).(*Schema); return v }

// Property returns the schema of a declared property, nil if there is none.
func (s *Schema) Property(name string) *Schema { return s.Properties().Lookup(name) }

// Requires reports whether required names the property.
func (s *Schema) Requires(name string) bool {
	for _, n := range s.Required() {
		if n == name {
			return true
		}
	}
	return false
}
