package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// breakCycles ends recursion where the target refuses it: a tool with a plain
// form falls back, of another the reference that closes a cycle ends in an open
// schema. Where a cycle through an optional property is accepted, a property on
// it becomes optional instead:
//
//	{"properties":{"next":{"$ref":"#"}},"required":["next"]} → {"properties":{"next":{"$ref":"#"}}}
func breakCycles(u *Unit, doc *ast.Document) *ast.Document {
	if !doc.Sum().Has(ast.KwRef) {
		return doc
	}
	c := &cycles{u: u, state: make([]uint8, len(doc.Defs)), level: make([]int, len(doc.Defs)), bodies: make([]*ast.Schema, len(doc.Defs))}
	for i := range doc.Defs {
		c.bodies[i] = doc.Defs[i].Body
	}
	root := c.round(doc, doc.Root)
	if c.closed > 0 { // a cycle without a required property on it
		clear(c.state)
		c.cut = true
		root = c.round(doc, root)
	}
	if u.failed {
		return doc
	}
	out := doc
	if root != doc.Root {
		out = out.WithRootBody(root)
	}
	for i := range c.bodies {
		if c.bodies[i] != doc.Defs[i].Body {
			out = withDef(out, doc, i, c.bodies[i])
		}
	}
	return out
}

type cycles struct {
	u      *Unit
	state  []uint8 // of definitions: 0 not seen, 1 open, 2 done
	bodies []*ast.Schema
	depth  int   // how many definitions are open
	level  []int // of an open definition: how many were open then, itself too
	closed int   // the highest level of a definition that a reference below leads back to
	cut    bool  // end cycles even where a property might become optional
}

// round goes through everything once and returns the root.
func (c *cycles) round(doc *ast.Document, root *ast.Schema) *ast.Schema {
	if r := doc.Root.HomeOf(); r != nil {
		c.visit(r.Def)
	} else {
		root = c.walk(root)
	}
	for i := range doc.Defs {
		c.visit(i)
	}
	return root
}

// visit goes through a definition; true means that it is open, so that the
// reference at hand closes a cycle.
func (c *cycles) visit(i int) (open bool) {
	switch c.state[i] {
	case 1:
		return true
	case 2:
		return false
	}
	c.state[i] = 1
	c.depth++
	c.level[i] = c.depth
	c.bodies[i] = c.walk(c.bodies[i])
	c.depth--
	c.state[i] = 2
	return false
}

// walk returns the schema without references that close a cycle. With
// CyclesOptional it does not look below an optional property: what is there may
// recur.
func (c *cycles) walk(s *ast.Schema) *ast.Schema {
	if !s.Sum().Has(ast.KwRef) || c.u.failed {
		return s
	}
	if k := s.Find(ast.KwRef); k != nil {
		r := k.Val.(*ast.Ref)
		if r.Def >= 0 && !r.Home && c.visit(r.Def) {
			if c.closed = max(c.closed, c.level[r.Def]); c.optional() && !c.cut {
				return s // the property above may become optional
			}
			return c.end(s, k, r)
		}
	}
	required := s.Required()
	out := s.MapChildren(func(at ast.Slot, child *ast.Schema) *ast.Schema {
		if at.Kw == ast.KwDefs && child.HomeOf() != nil {
			return child
		}
		if !c.optional() {
			return c.walk(child)
		}
		if at.Kw != ast.KwProperties {
			return c.walk(child)
		}
		if !s.Requires(at.Name) {
			return child
		}
		before := c.closed
		c.closed = 0
		walked := c.walk(child)
		// A cycle of definitions that are opened below does not pass here.
		if c.closed > 0 && c.closed <= c.depth && !c.cut {
			c.u.report(diag.CycleOptional, child.Span(), at.Name, "")
			required = withoutName(required, at.Name)
			c.closed = before
			return child
		}
		c.closed = max(c.closed, before)
		return walked
	})
	switch {
	case len(required) == len(s.Required()):
		return out
	case len(required) == 0:
		return out.Without(ast.Set(ast.KwRequired))
	}
	return out.With(ast.KwRequired, required)
}

func (c *cycles) optional() bool { return c.u.T.Cycles == target.CyclesOptional }

// end is what stands for a reference that closes a cycle.
func (c *cycles) end(s *ast.Schema, k *ast.Keyword, r *ast.Ref) *ast.Schema {
	if c.u.encodes(EncodeAny) {
		c.u.report(diag.RefRecursive, k.Span, r.Text, "string that holds JSON")
		return s.Only(ast.Annotations)
	}
	if c.u.T.Plain != nil && c.u.T.Fallback == target.FallbackOpen {
		c.u.fail(k.Span, "it is recursive")
		return s
	}
	kind, loss := "object", diag.Widened
	types := c.u.scope().possibleTypes(c.u.doc.Defs[r.Def].Body)
	if !types.Has(ast.Object) && types.Has(ast.String) {
		kind = "string"
	}
	if types&^(ast.Objects|ast.Strings) != 0 || types == ast.Objects|ast.Strings {
		loss |= diag.Narrowed
	}
	c.u.lost(diag.RefRecursive, loss, k.Span, r.Text, kind)
	return annotate(openEnd(k.Span, kind), s.Only(ast.Annotations))
}
