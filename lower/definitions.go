package lower

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// prune drops the definitions that nothing reachable from the root refers to,
// where the target has its definitions in one place: an unused definition it
// cannot express must not cost the tool anything. It returns doc itself if
// there is none, or if the target takes references as they are.
func prune(doc *ast.Document, t *target.Target) (*ast.Document, []ast.Member) {
	if t.Ref == target.RefLocal || !doc.Sum().Has(ast.KwDefs) {
		return doc, nil
	}
	return dropUnused(doc, nil)
}

// dropMerged drops the definitions that were used in the source and are not any
// more.
func dropMerged(u *Unit, doc *ast.Document) *ast.Document {
	if !doc.Sum().Has(ast.KwDefs) {
		return doc
	}
	keep := reachable(u.source)
	for i := range keep {
		keep[i] = !keep[i]
	}
	out, _ := dropUnused(doc, keep)
	return out
}

// dropUnused drops the definitions that nothing reachable from the root refers
// to and returns them; doc itself if there is none. Those in keep stay.
func dropUnused(doc *ast.Document, keep []bool) (*ast.Document, []ast.Member) {
	used := reachable(doc)
	for i := range keep {
		used[i] = used[i] || keep[i]
	}
	var dropped []ast.Member
	var strip func(s *ast.Schema) *ast.Schema
	strip = func(s *ast.Schema) *ast.Schema {
		if !s.Sum().Has(ast.KwDefs) {
			return s
		}
		out := s.MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
			if at.Kw != ast.KwDefs {
				return strip(c)
			}
			if r := c.HomeOf(); r != nil && used[r.Def] || r == nil && keep != nil {
				return c
			}
			dropped = append(dropped, ast.Member{Name: at.Name, Schema: c})
			return nil
		})
		if defs := out.Definitions(); defs != nil && len(defs) == 0 {
			out = out.Without(ast.Set(ast.KwDefs))
		}
		return out
	}
	out := doc.WithRootBody(strip(doc.RootBody()))
	for i, ok := range used {
		if !ok || doc.Root.HomeOf() != nil && doc.Root.HomeOf().Def == i {
			continue
		}
		if body := strip(doc.Defs[i].Body); body != doc.Defs[i].Body {
			out = withDef(out, doc, i, body)
		}
	}
	if len(dropped) == 0 {
		return doc, nil
	}
	// The bodies nobody uses stay in Defs so that the indices hold; empty, so
	// that no pass spends time on them or trips over them.
	for i, ok := range used {
		if !ok {
			out = withDef(out, doc, i, ast.NewBool(doc.Defs[i].Body.Span(), true))
		}
	}
	return out, dropped
}

// withDef sets the body of a Def, copying doc and its Defs once.
func withDef(doc, orig *ast.Document, i int, body *ast.Schema) *ast.Document {
	if doc == orig || &doc.Defs[0] == &orig.Defs[0] {
		c := *doc
		c.Defs = append([]ast.Def(nil), doc.Defs...)
		doc = &c
	}
	doc.Defs[i].Body = body
	return doc
}

// reachable marks the Defs that the root refers to, directly or not. A
// definition's home in $defs is no use of it.
func reachable(doc *ast.Document) []bool {
	used := make([]bool, len(doc.Defs))
	var queue []int
	var visit func(s *ast.Schema)
	visit = func(s *ast.Schema) {
		if !s.Sum().Has(ast.KwRef) && !s.Sum().Has(ast.KwDynamicRef) {
			return
		}
		for _, k := range s.Keywords() {
			if r, ok := k.Val.(*ast.Ref); ok && r.Def >= 0 && !used[r.Def] {
				used[r.Def] = true
				queue = append(queue, r.Def)
			}
		}
		s.EachChild(func(at ast.Slot, c *ast.Schema) {
			if at.Kw != ast.KwDefs {
				visit(c)
			}
		})
	}
	visit(doc.Root)
	if r := doc.Root.HomeOf(); r != nil && !used[r.Def] {
		used[r.Def] = true
		queue = append(queue, r.Def)
	}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		visit(doc.Defs[i].Body)
	}
	return used
}

// hoistDefs gives every definition its home in the root's $defs:
//
//	{"properties":{"a":{"$ref":"#/properties/b"},"b":{…}}}
//	→ {"properties":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/b"}},"$defs":{"b":{…}}}
//
// A document that has all of them there already is left alone.
func hoistDefs(u *Unit, doc *ast.Document) *ast.Document {
	doc = ownRoot(u, doc)
	if u.canonicalDefs(doc) {
		return doc
	}
	used := reachable(doc)
	root := -1
	if r := doc.Root.HomeOf(); r != nil {
		root = r.Def
	}
	names := make([]string, len(doc.Defs))
	taken := map[string]bool{}
	var order []int
	add := func(i int, name string) {
		if i == root || names[i] != "" || !used[i] {
			return
		}
		names[i] = fresh(name, taken)
		order = append(order, i)
	}
	for _, m := range doc.RootBody().Definitions() { // the author's order first
		if r := m.Schema.HomeOf(); r != nil {
			add(r.Def, m.Name)
		}
	}
	for i := range doc.Defs {
		add(i, doc.Defs[i].Name)
	}

	var move func(s *ast.Schema) *ast.Schema
	move = func(s *ast.Schema) *ast.Schema {
		if !s.Sum().Has(ast.KwRef) && !s.Sum().Has(ast.KwDefs) {
			return s
		}
		s = s.Without(ast.Set(ast.KwDefs))
		if k := s.Find(ast.KwRef); k != nil {
			r := k.Val.(*ast.Ref)
			text := "#"
			if r.Def != root {
				text = "#/$defs/" + names[r.Def]
			}
			if r.Home || r.Text != text {
				if !r.Home {
					u.report(diag.RefHoisted, k.Span, r.Text, u.T.RefWords.Spell(ast.KwDefs))
				}
				s = s.With(ast.KwRef, &ast.Ref{Def: r.Def, Text: text})
			}
		}
		return s.MapChildren(func(_ ast.Slot, c *ast.Schema) *ast.Schema { return move(c) })
	}
	out := doc.Map(move)
	if len(order) > 0 {
		defs := make(ast.Map, len(order))
		for j, i := range order {
			home := ast.New(doc.Defs[i].Body.Span(), []ast.Keyword{{
				Kw: ast.KwRef, Val: &ast.Ref{Def: i, Text: "#/$defs/" + names[i], Home: true}, Span: doc.Defs[i].Body.Span()}})
			defs[j] = ast.Member{Name: names[i], Pos: doc.Defs[i].Pos, Schema: home}
		}
		out = out.WithRootBody(out.RootBody().With(ast.KwDefs, defs))
	}
	return out
}

// ownRoot gives a root that something refers to a body of its own beside the
// definition, where the target has no word for the root:
//
//	{"type":"object","properties":{"a":{"$ref":"#"}}}
//	→ {"type":"object","properties":{"a":{"$ref":"#/$defs/root"}},"$defs":{"root":{…}}}
func ownRoot(u *Unit, doc *ast.Document) *ast.Document {
	r := doc.Root.HomeOf()
	if r == nil || u.T.Ref != target.RefNamed {
		return doc
	}
	u.repeats()
	body := doc.Defs[r.Def].Body
	out := *doc
	out.Root = body
	out.Defs = append([]ast.Def(nil), doc.Defs...)
	out.Defs[r.Def].Body = body.Without(ast.Set(ast.KwDefs))
	if out.Defs[r.Def].Name == "" {
		out.Defs[r.Def].Name = "root"
	}
	return &out
}

// canonicalDefs reports whether every reference is "#" or "#/$defs/Name" to a
// member of the root's $defs, and $defs stands nowhere else.
func (u *Unit) canonicalDefs(doc *ast.Document) bool {
	refs := ast.Set(ast.KwRef, ast.KwDefs)
	if !doc.Sum().Overlaps(refs) {
		return true
	}
	body := doc.RootBody()
	names := make(map[int]string)
	for _, m := range body.Definitions() {
		if r := m.Schema.HomeOf(); r != nil && (pointerSafe(m.Name) || u.T.Ref == target.RefDefs && !u.T.PlainDefs) {
			names[r.Def] = m.Name
		}
	}
	home := -1
	if r := doc.Root.HomeOf(); r != nil {
		home = r.Def
	}
	ok := true
	var visit func(s *ast.Schema, root bool)
	visit = func(s *ast.Schema, root bool) {
		if !ok || !s.Sum().Overlaps(refs) {
			return
		}
		if s.Has(ast.KwDefs) && !root {
			ok = false
			return
		}
		if r := s.Ref(); r != nil && (r.Home || !(r.Def == home && r.Text == "#" || names[r.Def] != "" && u.pointsAt(r.Text, names[r.Def]))) {
			ok = false
			return
		}
		s.EachChild(func(at ast.Slot, c *ast.Schema) {
			if at.Kw == ast.KwDefs && root && c.HomeOf() != nil {
				return
			}
			visit(c, false)
		})
	}
	visit(body, true)
	for i := range doc.Defs {
		if doc.Defs[i].Body != body {
			visit(doc.Defs[i].Body, false)
		}
	}
	return ok
}

// unescaped is the name that a step of a pointer stands for, "" if it is none:
// "a/b" for "a~1b".
func unescaped(step string) string {
	if strings.Contains(step, "/") {
		return ""
	}
	name, err := url.PathUnescape(step)
	if err != nil {
		return ""
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
}

// fresh returns a member name for $defs that needs no escaping in a pointer
// and is not taken, made from the wish.
func fresh(wish string, taken map[string]bool) string {
	name := strings.Map(func(r rune) rune {
		if r < 0x80 && pointerSafe(string(r)) {
			return r
		}
		return '_'
	}, wish)
	if name == "" {
		name = "def"
	}
	base := name
	for n := 2; taken[name]; n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	taken[name] = true
	return name
}

// pointerSafe reports whether a name stands for itself in a URI fragment that
// is a JSON Pointer.
func pointerSafe(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.':
		default:
			return false
		}
	}
	return name != ""
}
