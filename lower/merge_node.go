package lower

import (
	"strings"

	"github.com/schemac/schemac/ast"
)

// node is the merging of one pair of nodes.
type node struct {
	m       *merger
	a, b    *ast.Schema
	val     [ast.NumKw]ast.Value // of the result; begins as a's
	changed ast.KwSet            // the keywords whose value is not a's
	why     string               // why the pair cannot be merged
}

// set gives the keyword a value that a does not have; nil removes it.
func (n *node) set(k ast.Kw, v ast.Value) {
	n.val[k] = v
	n.changed.Add(k)
	if v == nil && !n.a.Has(k) {
		n.changed = n.changed.AndNot(ast.Set(k))
	}
}

// refuse ends the merge. It returns false for the caller to return.
func (n *node) refuse(why string) bool {
	n.why = why
	return false
}

// pair returns the values of both; ok is false if one lacks the keyword, and
// then the other's value stands in the result.
func (n *node) pair(k ast.Kw) (x, y ast.Value, ok bool) {
	x, y = n.a.Get(k), n.b.Get(k)
	if x == nil && y != nil {
		n.set(k, y)
	}
	return x, y, x != nil && y != nil
}

// nullable settles nullable, which adds null to whatever stands beside it, and
// reports whether the result has it.
func (n *node) nullable() (bool, string) {
	x, y := n.a.Flag(ast.KwNullable), n.b.Flag(ast.KwNullable)
	switch {
	case !x && !y, x && y:
		return x, ""
	case x:
		switch n.m.accepts(n.b, nullValue) {
		case yes:
			return true, ""
		case no:
			n.set(ast.KwNullable, nil)
			return false, ""
		}
	case y:
		switch n.m.accepts(n.a, nullValue) {
		case yes:
			n.set(ast.KwNullable, ast.Flag(true))
			return true, ""
		case no:
			return false, ""
		}
	}
	return false, "whether null is accepted is uncertain"
}

// annotations takes from b what a does not say.
func (n *node) annotations() {
	for i := range n.b.Keywords() {
		k := &n.b.Keywords()[i]
		if k.Kw == ast.Unknown || says(k) || naming.Has(k.Kw) {
			continue
		}
		x := n.a.Get(k.Kw)
		if x == nil {
			n.set(k.Kw, k.Val)
			continue
		}
		switch v := k.Val.(type) {
		case ast.Flag:
			if w, ok := x.(ast.Flag); ok && bool(v) && !bool(w) {
				n.set(k.Kw, v)
			}
		case ast.Text:
			w, ok := x.(ast.Text)
			if !ok || k.Kw != ast.KwDescription || strings.Contains(string(w), string(v)) {
				continue
			}
			if w != "" {
				v = w + "\n" + v
			}
			n.set(k.Kw, v)
		case ast.Map:
			if w, ok := x.(ast.Map); ok && k.Kw == ast.KwDefs {
				n.definitions(w, v)
			}
		case ast.Names:
			if w, ok := x.(ast.Names); ok && k.Kw == ast.KwPropertyOrdering {
				if all := union(w, v); len(all) != len(w) {
					n.set(k.Kw, all)
				}
			}
		}
	}
}

// definitions adds b's members of $defs. One whose name is taken stays behind:
// references are indices into Document.Defs and lose nothing.
func (n *node) definitions(a, b ast.Map) {
	at := indexMap(a)
	out := a[:len(a):len(a)]
	for i := range b {
		if _, taken := at[b[i].Name]; !taken {
			out = append(out, b[i])
		}
	}
	if len(out) != len(a) {
		n.set(ast.KwDefs, out)
	}
}

// build puts the result together: a's members in a's order, then b's.
func (n *node) build() *ast.Schema {
	kws := make([]ast.Keyword, 0, n.a.Len()+n.b.Len())
	var done ast.KwSet
	put := func(k ast.Keyword) {
		if v := n.val[k.Kw]; v != nil && !done.Has(k.Kw) {
			done.Add(k.Kw)
			k.Val = v
			if r, ok := v.(*ast.Ref); ok && r.Home {
				k.Val = &ast.Ref{Def: r.Def, Text: r.Text}
			}
			kws = append(kws, k)
		}
	}
	names := map[string]bool{}
	for _, k := range n.a.Keywords() {
		if k.Kw != ast.Unknown {
			put(k)
			continue
		}
		names[k.Name()] = true
		kws = append(kws, k)
	}
	for _, k := range n.b.Keywords() {
		if k.Kw != ast.Unknown {
			put(k)
		} else if !names[k.Name()] {
			kws = append(kws, k)
			n.changed.Add(ast.Unknown)
		}
	}
	for k := range ast.NumKw {
		put(ast.Keyword{Kw: ast.Kw(k), Span: n.a.Span()})
	}
	if n.changed.Empty() {
		return n.a
	}
	return ast.New(n.a.Span(), kws)
}

// union is the names of a, then those of b that a lacks.
func union(a, b ast.Names) ast.Names {
	have := make(map[string]bool, len(a)+len(b))
	for _, s := range a {
		have[s] = true
	}
	out := a[:len(a):len(a)]
	for _, s := range b {
		if !have[s] {
			have[s] = true
			out = append(out, s)
		}
	}
	return out
}
