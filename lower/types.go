package lower

import (
	"math/bits"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// speaksForItself are the keywords that say what a node is; one of them is
// enough.
var speaksForItself = ast.Set(ast.KwType, ast.KwAnyOf, ast.KwOneOf, ast.KwAllOf, ast.KwRef)

// inferType gives a node without a type the one its keywords imply. Enum
// members have types of their own, so that is exact; "properties" alone admits
// every string too, so that narrows.
func inferType(u *Unit, s *ast.Schema) *ast.Schema {
	if u.root && u.T.Plain != nil && s.Types().IsList() && s.Types().Has(ast.Object) {
		loss := diag.Narrowed
		if s.Types().Len() == 1 {
			loss = diag.Exact
		}
		u.lost(diag.RootTyped, loss, s.Find(ast.KwType).Span, "", "")
		return s.With(ast.KwType, ast.OneType(ast.Object)) // arguments are an object
	}
	if s.Form() != ast.ObjectForm || s.HasAny(speaksForItself) {
		return s
	}
	if u.root && u.T.Plain != nil {
		u.lost(diag.RootTyped, diag.Narrowed, s.Span(), "", "")
		s = s.WithFirst(ast.KwType, ast.OneType(ast.Object)) // arguments are an object
		return u.dropIdle(s, ast.OnType(ast.AnyType&^ast.Objects))
	}
	if enum := s.Enum(); len(enum) > 0 {
		ts := literalTypes(enum)
		u.report(diag.TypeInferred, s.Find(ast.KwEnum).Span, ts.String(), ast.KwEnum.String())
		return s.WithFirst(ast.KwType, ts)
	}
	if u.T.Untyped == target.UntypedEnum {
		return s
	}
	if k := s.Find(ast.KwConst); k != nil {
		ts := literalTypes(ast.DataList{k.Val.(ast.Data)})
		u.report(diag.TypeInferred, k.Span, ts.String(), ast.KwConst.String())
		return s.WithFirst(ast.KwType, ts)
	}
	var set ast.TypeSet
	var because *ast.Keyword
	for i := range s.Keywords() {
		k := &s.Keywords()[i]
		info := k.Kw.Info()
		if info.Class != ast.Assertion && info.Class != ast.Applicator || inert(s, k) {
			continue
		}
		if u.T.Untyped == target.UntypedFallback && info.Class != ast.Applicator {
			continue // a bound says too little to make strict what is not
		}
		if k.Kw == ast.KwFormat {
			set |= ast.Strings
		} else {
			set |= info.On
		}
		if because == nil && set != 0 {
			because = k
		}
	}
	if set == 0 {
		return s
	}
	var order []ast.Type
	for _, t := range [...]ast.Type{ast.Object, ast.Array, ast.String, ast.Number} {
		if set.Has(t) {
			order = append(order, t)
		}
	}
	ts := ast.TypeList(order...)
	if len(order) == 1 {
		ts = ast.OneType(order[0])
	}
	u.lost(diag.TypeInferred, diag.Narrowed, because.Span, ts.String(), because.Name())
	return s.WithFirst(ast.KwType, ts)
}

// filterEnum drops the members that the node's type excludes anyway, and the
// types that no member has.
func filterEnum(u *Unit, s *ast.Schema) *ast.Schema {
	s = dropNeverEnums(u, s)
	k := s.Find(ast.KwEnum)
	if k == nil {
		return s
	}
	if u.root && u.T.Root == target.RootPlain && u.T.Plain != nil {
		return s // it leaves the root whatever it holds
	}
	list, ts := k.Val.(ast.DataList), s.Types()
	kept := make(ast.DataList, 0, len(list))
	var present ast.TypeSet
	for _, v := range list {
		if ts != 0 && !matchesTypes(v, ts.Set()) {
			continue
		}
		t := dataType(v)
		if (t == ast.Object || t == ast.Array) && !u.encodes(EncodeEnums) {
			switch {
			case u.T.Enum == target.EnumTyped, u.T.Enum == target.EnumScalars && u.T.Fallback == target.FallbackOpen:
				u.fail(k.Span, "enum holds an "+t.String())
				return s
			case u.T.Enum == target.EnumScalars, u.T.Enum == target.EnumText:
				return s // the whole enum is described
			}
		}
		present |= 1 << t
		kept = append(kept, v)
	}
	if len(kept) == 0 {
		if u.encodes(EncodeNearest) {
			return ast.NewBool(s.Span(), false)
		}
		if u.T.Untyped == target.UntypedFallback {
			u.fail(k.Span, "enum has no member that its type allows")
			return s
		}
		u.report(diag.FalseSchema, k.Span, "enum has no member that its type allows", "")
		return s.Without(ast.Set(ast.KwEnum))
	}
	if len(kept) < len(list) {
		u.report(diag.EnumFiltered, k.Span, ts.String(), "")
		s = s.With(ast.KwEnum, kept)
	}
	if ts.Len() < 2 {
		return s
	}
	var order []ast.Type
	for i := range ts.Len() {
		t := ts.At(i)
		if present.Has(t) || t == ast.Number && present&ast.Numbers != 0 {
			order = append(order, t)
		}
	}
	if len(order) == ts.Len() {
		return s
	}
	out := ast.TypeList(order...)
	if len(order) == 1 {
		out = ast.OneType(order[0])
	}
	u.report(diag.EnumFiltered, k.Span, "enum", "")
	return s.With(ast.KwType, out)
}

// dropNeverEnums drops the branches of a union whose enum has no member of
// their type: {"type":"null","enum":["a"]} accepts nothing.
func dropNeverEnums(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAnyOf)
	if k == nil {
		return s
	}
	list := k.Val.(ast.List)
	kept := make(ast.List, 0, len(list))
	for _, b := range list {
		if b.Has(ast.KwEnum) && len(ofTypes(b.Enum(), b.Types())) == 0 {
			u.report(diag.NeverDropped, b.Span(), "", "")
			continue
		}
		kept = append(kept, b)
	}
	if len(kept) == len(list) || len(kept) == 0 {
		return s
	}
	return s.With(ast.KwAnyOf, kept)
}

// ofTypes returns the values that a type keyword allows; zero allows all.
func ofTypes(list ast.DataList, ts ast.Types) ast.DataList {
	if ts == 0 {
		return list
	}
	out := make(ast.DataList, 0, len(list))
	for _, v := range list {
		if matchesTypes(v, ts.Set()) {
			out = append(out, v)
		}
	}
	return out
}

// mustSplit reports whether a list of types, which the target takes, may not
// stand beside what the node has.
func (u *Unit) mustSplit(s *ast.Schema) bool {
	kinds := ast.TypeSet(0)
	for _, v := range s.Enum() {
		t := dataType(v)
		if t == ast.Integer {
			t = ast.Number
		}
		kinds |= 1 << t
	}
	if u.T.Types != target.TypesOneKindNoNull {
		kinds &^= ast.Nulls
	}
	if bits.OnesCount8(uint8(kinds)) > 1 {
		return true
	}
	if u.Opt.Encode != 0 && s.Types().Len() > 1 && u.mayEncode(s) {
		return true // encodings are for one type at a time
	}
	if u.T.Types != target.TypesBare || s.Types().Len() < 2 {
		return false
	}
	if !s.Keys().AndNot(bareTypes).Empty() {
		return true
	}
	return s.Has(ast.KwEnum) && (s.Types().Len() > 2 || !s.Types().Has(ast.Null))
}

// mayEncode reports whether a node of several types is an array or an object that
// a strict target cannot have as it is.
func (u *Unit) mayEncode(s *ast.Schema) bool {
	set := s.Types().Set()
	array, object := set.Has(ast.Array), set.Has(ast.Object)
	ap := s.AdditionalProperties()
	return array && object || array && (!s.Has(ast.KwItems) || s.Has(ast.KwPrefixItems)) ||
		object && (ap == nil || ap.Form() != ast.FalseForm || s.Has(ast.KwPatternProperties))
}

// bareTypes are the keywords that TypesBare allows beside a list of types; what
// the target refuses anyway and describes leaves the node later.
var bareTypes = ast.Set(ast.KwType, ast.KwTitle, ast.KwDescription, ast.KwEnum)

// outer are the keywords that stay on a node when its constraints move into the
// branches of a union.
var outer = ast.Annotations.Or(ast.Set(ast.KwDefs, ast.KwSchema, ast.KwID, ast.KwAnchor, ast.KwDynamicAnchor, ast.KwComment, ast.KwVocabulary, ast.KwNullable))

// splitTypes writes a type list as a union, each branch with the keywords and
// enum members that fit its type:
//
//	{"type":["string","null"],"minLength":1} → {"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}
func splitTypes(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwType)
	if k == nil {
		return s
	}
	ts := k.Val.(ast.Types)
	if !ts.IsList() || u.T.TypeList && !u.mustSplit(s) {
		return s
	}
	if ts.Has(ast.Number) && ts.Has(ast.Integer) {
		ts, _ = ts.Without(ast.Integer) // an integer is a number
	}
	u.report(diag.TypeSplit, k.Span, "", "")
	if ts.Len() == 1 {
		return s.With(ast.KwType, ast.OneType(ts.At(0)))
	}
	branches := make(ast.List, 0, ts.Len())
	for i := range ts.Len() {
		t := ts.At(i)
		kws := []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(t), Span: k.Span}}
		for _, m := range s.Keywords() {
			if m.Kw == ast.KwType || outer.Has(m.Kw) {
				continue
			}
			if set := m.Kw.Info().On; set != 0 && !set.Has(t) {
				continue
			}
			if m.Kw == ast.KwFormat && t != ast.String {
				continue // formats of numbers are unknown to 2020-12 and refuse nothing
			}
			if m.Kw == ast.KwEnum {
				if t == ast.Null {
					continue // null has one value
				}
				m.Val = ofTypes(m.Val.(ast.DataList), ast.OneType(t))
			}
			kws = append(kws, m)
		}
		branches = append(branches, ast.New(s.Span(), kws))
	}
	kws := make([]ast.Keyword, 0, s.Len())
	for _, m := range s.Keywords() {
		switch {
		case m.Kw == ast.KwType:
			kws = append(kws, ast.Keyword{Kw: ast.KwAnyOf, Val: branches, Span: m.Span})
		case outer.Has(m.Kw):
			kws = append(kws, m)
		}
	}
	return ast.New(s.Span(), kws)
}
