package parse

import (
	"strings"

	"github.com/schemac/schemac/ast"
)

// spellings are the words for references that providers' own dialects have. A
// schema that a provider takes, or that was compiled for it, is read as what it
// means:
//
//	{"properties":{"a":{"ref":"#/defs/A"}},"defs":{"A":{"type":"string"}}}
//
// These are no words of JSON Schema, where ref and defs are unknown members. So
// they count in a schema that declares no dialect, has the definitions at its
// root and at least one reference that finds one of them; there a reference is
// what begins with "#/defs/". In every other schema they stay what they are.
var spellings = [...]ast.RefWords{
	{Ref: "ref", Defs: "defs"},
	{Defs: "$def"},
}

// refWords returns the words that the tape's root uses, if they are not those of
// 2020-12.
func (t *tape) refWords() (w ast.RefWords, ok bool) {
	if t.cells[0].kind != '{' {
		return w, false
	}
	for _, w := range spellings {
		defs, ok := t.find(0, w.Spell(ast.KwDefs))
		if ok && t.allSchemas(defs) && t.refersTo(0, w, defs) {
			return w, true
		}
	}
	return w, false
}

// allSchemas reports whether the value is an object of schemas.
func (t *tape) allSchemas(at uint32) bool {
	if t.cells[at].kind != '{' {
		return false
	}
	for i := at + 1; i < t.cells[at].next; i = t.cells[i+1].next {
		if !t.isSchema(i + 1) {
			return false
		}
	}
	return true
}

// refersTo reports whether the schema at the cell, or one below it, has a
// reference to a member of defs in these words. It descends by the shapes of the
// keyword table: the payload of an enum refers to nothing.
func (t *tape) refersTo(at uint32, w ast.RefWords, defs uint32) bool {
	if t.cells[at].kind != '{' {
		return false
	}
	for i := at + 1; i < t.cells[at].next; i = t.cells[i+1].next {
		name, val := t.str(i), i+1
		if name == w.Spell(ast.KwRef) {
			if t.names(val, w, defs) {
				return true
			}
			continue
		}
		shape := ast.Lookup(name).Info().Shape
		if val == defs {
			shape = ast.ShapeMap
		}
		found := false
		switch {
		case shape == ast.ShapeSchema && t.cells[val].kind == '{':
			found = t.refersTo(val, w, defs)
		case (shape == ast.ShapeList || shape == ast.ShapeSchema) && t.cells[val].kind == '[':
			for j := val + 1; j < t.cells[val].next && !found; j = t.cells[j].next {
				found = t.refersTo(j, w, defs)
			}
		case shape == ast.ShapeMap && t.cells[val].kind == '{':
			for j := val + 1; j < t.cells[val].next && !found; j = t.cells[j+1].next {
				found = t.refersTo(j+1, w, defs)
			}
		}
		if found {
			return true
		}
	}
	return false
}

// names reports whether the value is a reference to a member of defs.
func (t *tape) names(at uint32, w ast.RefWords, defs uint32) bool {
	if t.cells[at].kind != '"' {
		return false
	}
	rest, ok := strings.CutPrefix(t.str(at), w.Pointer())
	if !ok {
		return false
	}
	token, _, _ := strings.Cut(ast.Unescape(rest), "/")
	_, ok = t.find(defs, strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"))
	return ok
}

// respelled is the keyword of a member that the table does not know, in a schema
// with words of its own.
func (b *builder) respelled(at, name uint32) kw {
	switch text := b.t.str(name); {
	case b.t.remote:
	case at == 0 && text == b.words.Defs:
		return kwSpelledDefs
	case text != "" && text == b.words.Ref && b.t.cells[name+1].kind == '"' && strings.HasPrefix(b.t.str(name+1), b.words.Pointer()):
		return kwSpelledRef
	}
	return kw(ast.Unknown)
}

// spelledRef reads a reference in another spelling.
func (b *builder) spelledRef(n *node, m member) {
	b.upgrade(m, "$ref")
	b.join(n, ast.KwRef, b.reference(n, b.t.str(m.val), m.val), m)
}
