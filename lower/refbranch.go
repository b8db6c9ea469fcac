package lower

import (
	"strconv"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// inlineBranches leaves no reference as a branch of an anyOf:
//
//	{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}]} → {"anyOf":[{"type":"object",…},{"type":"null"}]}
//
// A union that contains itself that way becomes a definition:
//
//	"node":{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/node"},{"type":"null"}]}}}
//	→ {"$ref":"#/$defs/node_union"} and
//	"node_union":{"anyOf":[{"type":"object","properties":{"next":{"$ref":"#/$defs/node_union"}}},{"type":"null"}]}
func inlineBranches(u *Unit, doc *ast.Document) *ast.Document {
	if !doc.Sum().Has(ast.KwAnyOf) || !doc.Sum().Has(ast.KwRef) {
		return doc
	}
	in := &branches{u: u, defs: append([]ast.Def(nil), doc.Defs...), open: map[*ast.Schema]bool{}, named: map[*ast.Schema]*ast.Ref{},
		closed: map[*ast.Schema]*ast.Schema{}, names: make([]string, len(doc.Defs)), taken: map[string]bool{}}
	for _, m := range doc.RootBody().Definitions() {
		in.taken[m.Name] = true
		if r := m.Schema.HomeOf(); r != nil {
			in.names[r.Def] = m.Name
		}
	}
	body := doc.RootBody()
	root := in.walk(body)
	changed := root != body
	used := reachable(doc)
	for i := range doc.Defs {
		if used[i] && doc.Defs[i].Body != body {
			in.defs[i].Body = in.walk(doc.Defs[i].Body)
			changed = changed || in.defs[i].Body != doc.Defs[i].Body
		}
	}
	if !changed || u.failed {
		return doc
	}
	if len(in.added) > 0 {
		root = root.With(ast.KwDefs, append(append(ast.Map(nil), root.Definitions()...), in.added...))
	}
	out := *doc
	out.Defs = in.defs
	return out.WithRootBody(root)
}

type branches struct {
	u      *Unit
	defs   []ast.Def
	names  []string
	taken  map[string]bool
	added  ast.Map
	open   map[*ast.Schema]bool
	named  map[*ast.Schema]*ast.Ref // unions that are definitions now
	closed map[*ast.Schema]*ast.Schema
}

func (in *branches) walk(s *ast.Schema) *ast.Schema {
	if in.u.failed || !s.Sum().Has(ast.KwRef) {
		return s
	}
	if k := s.Find(ast.KwRef); k != nil && s.Len() > 1 { // a union of which one branch was left
		return in.walk(in.u.absorb(k, s, s.Without(ast.Set(ast.KwRef))))
	}
	for _, b := range s.AnyOf() {
		if b.Has(ast.KwRef) {
			return in.union(s)
		}
	}
	return s.MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
		if at.Kw == ast.KwDefs && c.HomeOf() != nil {
			return c
		}
		return in.walk(c)
	})
}

// union expands the references among a union's branches.
func (in *branches) union(s *ast.Schema) *ast.Schema {
	if r := in.named[s]; r != nil {
		return refTo(r, s.Span())
	}
	if out := in.closed[s]; out != nil {
		in.spend(out, s)
		return out
	}
	if in.open[s] {
		in.named[s] = in.define(s)
		return refTo(in.named[s], s.Span())
	}
	in.open[s] = true
	var list ast.List
	null := false
	visiting := map[int]bool{}
	var add func(b, notes *ast.Schema)
	add = func(b, notes *ast.Schema) {
		if r := b.Ref(); r != nil {
			if visiting[r.Def] {
				return // the union of a union and itself
			}
			visiting[r.Def] = true
			in.u.repeats()
			in.u.report(diag.RefInlined, b.Find(ast.KwRef).Span, r.Text, "")
			body := in.u.doc.Defs[r.Def].Body.Without(placeKeys.Or(ast.Set(ast.KwDefs)))
			in.spend(body, s)
			if pureUnion(body) && body.Has(ast.KwAnyOf) {
				for _, c := range body.AnyOf() {
					add(c, body.Only(ast.Annotations))
				}
				return
			}
			add(body, notes)
			return
		}
		if isNull(b) {
			if null {
				return
			}
			null = true
		}
		list = append(list, fillIn(in.walk(b), notes))
	}
	none := ast.New(s.Span(), nil)
	for _, b := range s.AnyOf() {
		add(b, none)
	}
	in.open[s] = false
	if len(list) == 0 {
		in.u.fail(s.Span(), "a union of nothing but itself")
		return s
	}
	out := s.With(ast.KwAnyOf, list)
	if r := in.named[s]; r != nil {
		in.defs[r.Def].Body = out
		return refTo(r, s.Span())
	}
	in.closed[s] = out
	return out
}

// spend counts a copy. One that is too large ends the run.
func (in *branches) spend(copied, at *ast.Schema) {
	if !in.u.spend(size(copied, in.u.Opt.InlineNodes)) {
		in.u.fail(at.Span(), "its branches would be more than "+strconv.Itoa(in.u.Opt.InlineNodes)+" nodes without references")
	}
}

// define makes a definition of a union that is being expanded.
func (in *branches) define(s *ast.Schema) *ast.Ref {
	name := "union"
	for _, b := range s.AnyOf() {
		if r := b.Ref(); r != nil {
			name = in.names[r.Def] + "_union"
			break
		}
	}
	name = fresh(name, in.taken)
	r := &ast.Ref{Def: len(in.defs), Text: "#/$defs/" + name}
	in.defs = append(in.defs, ast.Def{Name: name, Pos: s.Span().Start, Body: s})
	in.names = append(in.names, name)
	home := *r
	home.Home = true
	in.added = append(in.added, ast.Member{Name: name, Pos: s.Span().Start, Schema: refTo(&home, s.Span())})
	return r
}

func refTo(r *ast.Ref, at ast.Span) *ast.Schema {
	return ast.New(at, []ast.Keyword{{Kw: ast.KwRef, Val: r, Span: at}})
}
