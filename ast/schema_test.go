package ast

import "testing"

func text(s string) Keyword { return Keyword{Kw: KwTitle, Val: Text(s)} }

func TestTypes(t *testing.T) {
	one := OneType(String)
	if one.IsList() || one.Len() != 1 || one.At(0) != String || one.Set() != Strings {
		t.Errorf("OneType(String) is %v", one)
	}
	list := TypeList(Null, Integer, Null, Object)
	if !list.IsList() || list.Len() != 3 || list.String() != "null, integer, object" {
		t.Errorf("the list is %v", list)
	}
	if rest, ok := list.Without(Integer); !ok || rest.String() != "null, object" || !rest.IsList() {
		t.Errorf("without integer it is %v", rest)
	}
	if rest, ok := TypeList(Null, String).Without(Null); !ok || rest != OneType(String) {
		t.Errorf("one type of two is %v", rest)
	}
	if _, ok := one.Without(String); ok {
		t.Error("nothing is left of one type without it")
	}
	all := TypeList(Null, Boolean, Object, Array, Number, String, Integer)
	if all.Len() != NumTypes || all.Set() != AnyType {
		t.Errorf("all types are %v", all)
	}
	for i := range NumTypes {
		if got, ok := LookupType(Type(i).String()); !ok || got != Type(i) {
			t.Errorf("LookupType(%q) = %v", Type(i), got)
		}
	}
	if _, ok := LookupType("String"); ok {
		t.Error("String is no type name")
	}
}

// TestCopyOnWrite shows that a rewrite shares what it does not change and
// leaves the original alone.
func TestCopyOnWrite(t *testing.T) {
	leaf := New(Span{1, 2}, []Keyword{{Kw: KwMinLength, Val: Num("1")}})
	other := New(Span{3, 4}, []Keyword{text("b")})
	root := New(Span{0, 9}, []Keyword{
		{Kw: KwType, Val: OneType(Object)},
		{Kw: KwProperties, Val: Map{{Name: "type", Schema: leaf}, {Name: "b", Schema: other}}},
	})
	if !root.Sum().Has(KwMinLength) || root.Has(KwMinLength) {
		t.Errorf("Sum is %v, Keys %v", root.Sum(), root.Keys())
	}
	if root.MapChildren(func(_ Slot, c *Schema) *Schema { return c }) != root {
		t.Error("a rewrite that changes nothing made a copy")
	}
	out := root.MapChildren(func(at Slot, c *Schema) *Schema {
		if at.Name == "type" {
			return c.Without(Set(KwMinLength))
		}
		return c
	})
	if out == root || out.Property("b") != other || out.Property("type").Len() != 0 || out.Sum().Has(KwMinLength) {
		t.Error("the copy is wrong")
	}
	if root.Property("type") != leaf || leaf.Len() != 1 {
		t.Error("the original changed")
	}
	if out.Span() != root.Span() || out.Property("type").Span() != leaf.Span() {
		t.Error("a span is lost")
	}
	gone := root.MapChildren(func(at Slot, c *Schema) *Schema {
		if at.Name == "b" {
			return nil
		}
		return c
	})
	if len(gone.Properties()) != 1 || gone.Property("type") != leaf {
		t.Error("a member that became nil is still there")
	}
}

func TestWith(t *testing.T) {
	s := New(Span{}, []Keyword{text("a"), {Kw: KwType, Val: OneType(String)}})
	if got := s.With(KwTitle, Text("b")); got.Text(KwTitle) != "b" || got.Keywords()[0].Kw != KwTitle || s.Text(KwTitle) != "a" {
		t.Error("With must replace in place")
	}
	if got := s.With(KwMinLength, Num("1")).Keywords(); got[2].Kw != KwMinLength {
		t.Error("With must append what is new")
	}
	if got := s.WithFirst(KwMinLength, Num("1")).Keywords(); got[0].Kw != KwMinLength || got[1].Kw != KwTitle {
		t.Error("WithFirst must prepend what is new")
	}
	if s.Without(Set(KwEnum)) != s || s.Only(Set(KwTitle, KwType)) != s || s.Only(Set(KwType)).Len() != 1 {
		t.Error("Without or Only is wrong")
	}
	if f := NewBool(Span{}, false); f.Form() != FalseForm || f.IsEmpty() || f.Without(Set(KwTitle)) != f {
		t.Error("false is wrong")
	}
	if tr := NewBool(Span{}, true); !tr.IsEmpty() || !New(Span{}, nil).IsEmpty() || s.IsEmpty() {
		t.Error("IsEmpty is wrong")
	}
}

// TestDocument shows that the root's home and the Defs are rewritten once each.
func TestDocument(t *testing.T) {
	body := New(Span{}, []Keyword{text("root")})
	home := New(Span{}, []Keyword{{Kw: KwRef, Val: &Ref{Def: 1, Home: true}}})
	other := New(Span{}, []Keyword{text("other")})
	doc := &Document{Root: home, Defs: []Def{{Body: other}, {Body: body}}}
	if doc.RootBody() != body || home.HomeOf() == nil || body.HomeOf() != nil {
		t.Fatal("the root is not the body of its Def")
	}
	if doc.Map(func(s *Schema) *Schema { return s }) != doc {
		t.Error("a rewrite that changes nothing made a copy")
	}
	calls := 0
	out := doc.Map(func(s *Schema) *Schema { calls++; return s.With(KwDescription, Text("d")) })
	if calls != 2 || !out.RootBody().Has(KwDescription) || !out.Defs[0].Body.Has(KwDescription) || out.Root != home {
		t.Errorf("%d calls, root %v", calls, out.RootBody().Keys())
	}
	if doc.RootBody() != body || doc.Defs[0].Body != other {
		t.Error("the original changed")
	}
}
