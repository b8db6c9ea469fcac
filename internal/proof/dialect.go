package proof

import (
	"bytes"
	"strings"

	"github.com/schemac/schemac/ast"
)

// fold rewrites every schema object by f, the inner ones first. It descends by
// the shapes of the keyword table, so a property called nullable and the payload
// of an enum stay what they are. f may change its argument.
func fold(v any, f func(map[string]any) any) any {
	s, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := make(map[string]any, len(s))
	for name, val := range s {
		out[name] = val
		kw := ast.Lookup(name)
		switch kw.Info().Shape {
		case ast.ShapeSchema:
			if list, ok := val.([]any); ok && kw == ast.KwItems {
				out[name] = foldList(list, f)
			} else {
				out[name] = fold(val, f)
			}
		case ast.ShapeList:
			if list, ok := val.([]any); ok {
				out[name] = foldList(list, f)
			}
		case ast.ShapeMap:
			if m, ok := val.(map[string]any); ok {
				c := make(map[string]any, len(m))
				for k, sub := range m {
					c[k] = fold(sub, f)
				}
				out[name] = c
			}
		}
	}
	return f(out)
}

func foldList(list []any, f func(map[string]any) any) []any {
	c := make([]any, len(list))
	for i := range list {
		c[i] = fold(list[i], f)
	}
	return c
}

// tolerant reads a schema that declares no dialect: nullable admits null
// whatever else it says, an array of schemas in items is a tuple, a bound may be
// made exclusive by true, and a type that is named twice counts once.
func tolerant(s map[string]any) any {
	if list, ok := s["type"].([]any); ok {
		var once []any
		for _, name := range list {
			if !contains(once, name) {
				once = append(once, name)
			}
		}
		if once != nil {
			s["type"] = once
		}
	}
	for _, b := range [...][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		exclusive, ok := s[b[0]].(bool)
		if !ok {
			continue
		}
		delete(s, b[0])
		if limit, ok := s[b[1]]; ok && exclusive {
			s[b[0]] = limit
			delete(s, b[1])
		}
	}
	if list, ok := s["items"].([]any); ok && s["prefixItems"] == nil {
		delete(s, "items")
		if len(list) > 0 {
			s["prefixItems"] = list
		}
		if rest, ok := s["additionalItems"]; ok {
			s["items"] = rest
			delete(s, "additionalItems")
		}
	}
	if typed, ok := openAPI(s).(map[string]any); ok && s["nullable"] == true && typed["type"] != nil {
		if e, ok := typed["enum"].([]any); ok && !contains(e, nil) {
			typed["enum"] = append(e[:len(e):len(e)], nil)
		}
		if typed["const"] == nil && typed["allOf"] == nil && typed["anyOf"] == nil && typed["oneOf"] == nil && typed["$ref"] == nil {
			return typed // in place: references into it still find their way
		}
	}
	return orNull(s)
}

// openAPI reads nullable as OpenAPI 3.0.3 does: beside a type it adds the type
// null, and an enum without null still refuses it; elsewhere it says nothing.
func openAPI(s map[string]any) any {
	if s["nullable"] != true {
		return s
	}
	if t, ok := s["type"].(string); ok && t != "null" {
		s["type"] = []any{t, "null"}
	} else if list, ok := s["type"].([]any); ok && !contains(list, "null") {
		s["type"] = append(list[:len(list):len(list)], "null")
	}
	return s
}

// orNull reads nullable as Google does: null is accepted, whatever else the
// schema says, for an enum there cannot hold null.
func orNull(s map[string]any) any {
	if s["nullable"] != true {
		return s
	}
	delete(s, "nullable")
	return map[string]any{"anyOf": []any{s, map[string]any{"type": "null"}}}
}

// respelled writes references in 2020-12's words where the schema has a provider's
// own: ref to #/defs/NAME, or $ref to #/$def/NAME. They count where they find
// something in the root's definitions of that name, and the schema does not
// declare a dialect.
func respelled(text []byte) []byte {
	for _, w := range [...]struct{ ref, defs string }{{"ref", "defs"}, {"$ref", "$def"}} {
		if !bytes.Contains(text, []byte(`"`+w.defs+`"`)) {
			continue
		}
		v, err := decode(text)
		root, ok := v.(map[string]any)
		if err != nil || !ok || root["$schema"] != nil {
			continue
		}
		defs, ok := root[w.defs].(map[string]any)
		if !ok {
			continue
		}
		for _, d := range defs {
			switch d.(type) {
			case map[string]any, bool:
			default:
				ok = false
			}
		}
		found := false
		begin := "#/" + w.defs + "/"
		rewrite := func(s map[string]any) any {
			ref, isRef := s[w.ref].(string)
			if rest, local := strings.CutPrefix(ref, begin); isRef && local {
				name, _, _ := strings.Cut(rest, "/")
				if _, in := defs[strings.NewReplacer("~1", "/", "~0", "~").Replace(ast.Unescape(name))]; in {
					found = true
				}
				delete(s, w.ref)
				s["$ref"] = "#/$defs/" + rest
			}
			return s
		}
		moved := make(map[string]any, len(root)+1)
		for name, val := range root {
			moved[name] = val
		}
		delete(moved, w.defs)
		if old, both := root["$defs"].(map[string]any); both {
			all := make(map[string]any, len(old)+len(defs))
			for name, d := range old {
				all[name] = d
			}
			for name, d := range defs {
				all[name] = d
			}
			defs = all
		}
		moved["$defs"] = defs
		if out := fold(moved, rewrite); ok && found {
			return encode(out)
		}
	}
	return text
}
