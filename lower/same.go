package lower

import "github.com/schemac/schemac/ast"

// same reports whether two schemas say the same on their face, annotations and
// the order of members aside. It does not follow references: the same reference
// is the same.
func (p *prover) same(a, b *ast.Schema) bool {
	if a == b {
		return true
	}
	if !p.spend(1 + a.Len()) {
		return false
	}
	if never := a.Form() == ast.FalseForm; never || b.Form() == ast.FalseForm {
		return never && b.Form() == ast.FalseForm
	}
	n := 0
	for i := range a.Keywords() {
		k := &a.Keywords()[i]
		if !says(k) {
			continue
		}
		n++
		v := b.Get(k.Kw)
		if v == nil || !p.sameValue(k.Kw, k.Val, v) {
			return false
		}
	}
	for i := range b.Keywords() {
		if says(&b.Keywords()[i]) {
			n--
		}
	}
	return n == 0
}

func (p *prover) sameValue(kw ast.Kw, a, b ast.Value) bool {
	switch v := a.(type) {
	case *ast.Schema:
		w, ok := b.(*ast.Schema)
		return ok && p.same(v, w)
	case ast.List:
		w, ok := b.(ast.List)
		if !ok || len(v) != len(w) {
			return false
		}
		for i := range v {
			if !p.same(v[i], w[i]) {
				return false
			}
		}
		return true
	case ast.Map:
		w, ok := b.(ast.Map)
		return ok && p.sameMap(v, w)
	case ast.Types:
		w, ok := b.(ast.Types)
		return ok && withIntegers(v.Set()) == withIntegers(w.Set())
	case ast.Text:
		w, ok := b.(ast.Text)
		return ok && v == w
	case ast.Flag:
		w, ok := b.(ast.Flag)
		return ok && v == w
	case ast.Num:
		w, ok := b.(ast.Num)
		return ok && equalNum(string(v), string(w))
	case ast.Names:
		w, ok := b.(ast.Names)
		return ok && p.spend(len(v)*len(w)) && subset(v, w) && subset(w, v)
	case ast.Deps:
		w, ok := b.(ast.Deps)
		if !ok || len(v) != len(w) || !p.spend(len(v)) {
			return false
		}
		for i := range v {
			if v[i].Name != w[i].Name || !p.sameValue(kw, v[i].Names, w[i].Names) {
				return false
			}
		}
		return true
	case ast.Data:
		w, ok := b.(ast.Data)
		return ok && p.spend(1) && dataEqual(v, w)
	case ast.DataList:
		w, ok := b.(ast.DataList)
		if !ok || len(v) != len(w) || !p.spend(len(v)) {
			return false
		}
		for i := range v {
			if !dataEqual(v[i], w[i]) {
				return false
			}
		}
		return true
	case *ast.Ref:
		w, ok := b.(*ast.Ref)
		return ok && v.Def >= 0 && v.Def == w.Def
	}
	return false
}

// sameMap compares maps whose members may stand in any order.
func (p *prover) sameMap(a, b ast.Map) bool {
	if len(a) != len(b) || !p.spend(len(a)) {
		return false
	}
	at := indexMap(b)
	for i := range a {
		j, ok := at[a[i].Name]
		if !ok || !p.same(a[i].Schema, b[j].Schema) {
			return false
		}
	}
	return true
}

func indexMap(m ast.Map) map[string]int {
	at := make(map[string]int, len(m))
	for i := range m {
		at[m[i].Name] = i
	}
	return at
}
