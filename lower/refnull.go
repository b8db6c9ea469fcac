package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// nullRefs deals with what the passes before have left beside references, where
// null is written as a keyword. A reference that may be null refers to a copy of
// the definition that is nullable, or to the definition itself if it is nowhere
// referred to without null:
//
//	{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}]}
//	→ {"$ref":"#/$defs/a_or_null"} and "a_or_null":{…,"nullable":true}
//
// So recursion through a nullable property stays what it is. Annotations that may
// not stand beside a reference are dropped.
func nullRefs(u *Unit, doc *ast.Document) *ast.Document {
	if !doc.Sum().Has(ast.KwRef) {
		return doc
	}
	n := &nullRefer{u: u, defs: append([]ast.Def(nil), doc.Defs...), names: make([]string, len(doc.Defs)), plain: make([]bool, len(doc.Defs)),
		variant: map[int]int{}, taken: map[string]bool{}}
	for _, m := range doc.RootBody().Definitions() {
		n.taken[m.Name] = true
		if r := m.Schema.HomeOf(); r != nil {
			n.names[r.Def] = m.Name
		}
	}
	if r := doc.Root.HomeOf(); r != nil {
		n.plain[r.Def] = true
	}
	used := reachable(doc)
	body := doc.RootBody()
	n.count(body)
	for i := range doc.Defs {
		if used[i] {
			n.count(doc.Defs[i].Body)
		}
	}
	if !n.beside {
		return doc
	}
	root := n.rewrite(body)
	for i := range doc.Defs {
		if doc.Defs[i].Body != body && !n.done(i) {
			n.defs[i].Body = n.rewrite(n.defs[i].Body)
		}
	}
	if len(n.added) > 0 {
		root = root.With(ast.KwDefs, append(append(ast.Map(nil), root.Definitions()...), n.added...))
	}
	out := *doc
	out.Defs = n.defs
	return dropMerged(u, out.WithRootBody(root))
}

type nullRefer struct {
	u       *Unit
	defs    []ast.Def
	names   []string // of the definitions in the root's $defs
	taken   map[string]bool
	plain   []bool // something refers to the definition without null
	variant map[int]int
	added   ast.Map
	beside  bool // something stands beside a reference that may not
}

// done reports whether the definition is nullable by now and has been rewritten.
func (n *nullRefer) done(def int) bool { v, ok := n.variant[def]; return ok && v == def }

func (n *nullRefer) count(s *ast.Schema) {
	if !s.Sum().Has(ast.KwRef) {
		return
	}
	if r := s.Ref(); r != nil && !r.Home {
		n.beside = n.beside || !s.Keys().AndNot(n.u.T.BesideRef).AndNot(ast.Set(ast.KwRef)).Empty()
		n.plain[r.Def] = n.plain[r.Def] || !s.Flag(ast.KwNullable)
	}
	s.EachChild(func(at ast.Slot, c *ast.Schema) {
		if at.Kw != ast.KwDefs || c.HomeOf() == nil {
			n.count(c)
		}
	})
}

func (n *nullRefer) rewrite(s *ast.Schema) *ast.Schema {
	if !s.Sum().Has(ast.KwRef) {
		return s
	}
	if r := s.Ref(); r != nil {
		if r.Home {
			return s
		}
		if s.Has(ast.KwNullable) {
			k := s.Find(ast.KwNullable)
			null := s.Flag(ast.KwNullable)
			if s = s.Without(ast.Set(ast.KwNullable)); null {
				def := n.nullable(r.Def, k.Span)
				s = s.With(ast.KwRef, &ast.Ref{Def: def, Text: "#/$defs/" + n.names[def]})
			}
		}
		return s.Filter(func(k *ast.Keyword) bool {
			if k.Kw == ast.KwRef || n.u.T.BesideRef.Has(k.Kw) {
				return true
			}
			n.u.report(diag.AnnotationDropped, k.Span, k.Name(), "")
			return false
		})
	}
	return s.MapChildren(func(_ ast.Slot, c *ast.Schema) *ast.Schema { return n.rewrite(c) })
}

// nullable returns the definition that is def or null.
func (n *nullRefer) nullable(def int, at ast.Span) int {
	for range n.defs { // a definition that is a reference and nothing else
		r := n.defs[def].Body.Ref()
		if r == nil || n.defs[def].Body.Len() > 1 {
			break
		}
		def = r.Def
	}
	if v, ok := n.variant[def]; ok {
		return v
	}
	body := n.defs[def].Body
	if body.Form() != ast.ObjectForm || n.admitsNull(body) {
		return def
	}
	to := def
	if n.plain[def] {
		to = len(n.defs)
		name := fresh(n.names[def]+"_or_null", n.taken)
		n.names = append(n.names, name)
		n.defs = append(n.defs, ast.Def{Name: name, Pos: n.defs[def].Pos})
		n.plain = append(n.plain, false)
		n.added = append(n.added, ast.Member{Name: name, Pos: n.defs[def].Pos,
			Schema: ast.New(body.Span(), []ast.Keyword{{Kw: ast.KwRef, Val: &ast.Ref{Def: to, Text: "#/$defs/" + name, Home: true}, Span: body.Span()}})})
		n.u.report(diag.RefNullable, at, n.names[def], name)
	}
	n.variant[def] = to
	n.defs[to].Body = orNullable(body)
	n.defs[to].Body = n.rewrite(n.defs[to].Body)
	return to
}

func (n *nullRefer) admitsNull(body *ast.Schema) bool {
	if body.Flag(ast.KwNullable) {
		return true
	}
	for _, b := range body.AnyOf() {
		if b.Flag(ast.KwNullable) {
			return true
		}
	}
	return false
}

// orNullable lets a schema be null. Of a union one branch is enough, which is no
// reference if possible.
func orNullable(s *ast.Schema) *ast.Schema {
	list := s.AnyOf()
	if len(list) == 0 {
		return s.With(ast.KwNullable, ast.Flag(true))
	}
	return s.With(ast.KwAnyOf, nullableBranch(list))
}

func nullableBranch(list ast.List) ast.List {
	at := 0
	for i, b := range list {
		if !b.Has(ast.KwRef) {
			at = i
			break
		}
	}
	out := append(ast.List(nil), list...)
	out[at] = out[at].With(ast.KwNullable, ast.Flag(true))
	return out
}
