package lower

import (
	"slices"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// literalsToEnum writes a union whose branches are consts and nothing else as
// an enum with a type:
//
//	{"anyOf":[{"const":"a"},{"const":"b","type":"string"}]} → {"enum":["a","b"],"type":"string"}
func literalsToEnum(u *Unit, s *ast.Schema) *ast.Schema {
	for _, kw := range [...]ast.Kw{ast.KwAnyOf, ast.KwOneOf} {
		k := s.Find(kw)
		if k == nil || s.HasAny(ast.Set(ast.KwEnum, ast.KwConst)) {
			continue
		}
		values, ok := literals(k.Val.(ast.List), kw == ast.KwOneOf)
		if !ok {
			continue
		}
		u.report(diag.LiteralsToEnum, k.Span, kw.String(), "")
		kws := append([]ast.Keyword(nil), s.Keywords()...)
		for i := range kws {
			if kws[i].Kw == kw {
				kws[i] = ast.Keyword{Kw: ast.KwEnum, Val: values, Span: k.Span}
			}
		}
		s = ast.New(s.Span(), kws)
		if len(values) > 0 && !s.HasAny(ast.Set(ast.KwType, ast.KwAnyOf, ast.KwOneOf, ast.KwAllOf, ast.KwRef)) {
			s = s.WithFirst(ast.KwType, literalTypes(values))
		}
	}
	return s
}

var literalKeys = ast.Set(ast.KwConst, ast.KwType)

// literals returns the values that a list of bare consts accepts. distinct is
// for oneOf: a value that two branches have is accepted by neither.
func literals(list ast.List, distinct bool) (ast.DataList, bool) {
	values := make(ast.DataList, 0, len(list))
	count := make(map[string]int, len(list))
	for _, b := range list {
		if !b.Has(ast.KwConst) || !b.Keys().AndNot(literalKeys).Empty() {
			return nil, false
		}
		v := b.Const()
		if b.Has(ast.KwType) && !matchesTypes(v, b.Types().Set()) {
			continue // the branch accepts nothing
		}
		key := dataKey(v)
		if count[key]++; count[key] == 1 {
			values = append(values, v)
		}
	}
	if !distinct || len(values) == len(list) {
		return values, true
	}
	return slices.DeleteFunc(values, func(v ast.Data) bool { return count[dataKey(v)] > 1 }), true
}

// literalSet collects values in order, each once.
type literalSet struct {
	list ast.DataList
	seen map[string]bool
}

func (s *literalSet) add(v ast.Data) {
	if s.seen == nil {
		s.seen = make(map[string]bool)
	}
	if key := dataKey(v); !s.seen[key] {
		s.seen[key] = true
		s.list = append(s.list, v)
	}
}

func containsData(list ast.DataList, d ast.Data) bool {
	for _, x := range list {
		if x == d || dataEqual(x, d) {
			return true
		}
	}
	return false
}

// literalTypes is the type keyword that fits the values: one name if they share
// one, else a list in order of appearance. Integers beside other numbers are
// numbers.
func literalTypes(values ast.DataList) ast.Types {
	var set ast.TypeSet
	for _, v := range values {
		set |= 1 << dataType(v)
	}
	var order []ast.Type
	for _, v := range values {
		t := dataType(v)
		if t == ast.Integer && set.Has(ast.Number) {
			t = ast.Number
		}
		order = append(order, t)
	}
	ts := ast.TypeList(order...)
	if ts.Len() == 1 {
		return ast.OneType(ts.At(0))
	}
	return ts
}

// constToEnum writes const as an enum of one value, or leaves that value of an
// enum that stands beside it.
func constToEnum(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwConst)
	if k == nil {
		return s
	}
	u.report(diag.ConstToEnum, k.Span, "", "")
	v := k.Val.(ast.Data)
	if !s.Has(ast.KwEnum) {
		kws := append([]ast.Keyword(nil), s.Keywords()...)
		for i := range kws {
			if kws[i].Kw == ast.KwConst {
				kws[i] = ast.Keyword{Kw: ast.KwEnum, Val: ast.DataList{v}, Span: k.Span}
			}
		}
		return ast.New(s.Span(), kws)
	}
	list := ast.DataList{}
	if containsData(s.Enum(), v) {
		list = append(list, v)
	}
	return s.Without(ast.Set(ast.KwConst)).With(ast.KwEnum, list)
}
