package proof

import "github.com/schemac/schemac/ast"

// fold rewrites every schema with "nullable": true by f. It descends by the
// shapes of the keyword table, so a property called nullable and the payload of
// an enum stay what they are.
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
	if out["nullable"] != true {
		return out
	}
	delete(out, "nullable")
	return f(out)
}

func foldList(list []any, f func(map[string]any) any) []any {
	c := make([]any, len(list))
	for i := range list {
		c[i] = fold(list[i], f)
	}
	return c
}

// foldSource reads nullable as OpenAPI 3.0.3 and its users do: beside a type it
// adds the type null, and an enum without null still refuses it; beside a
// reference or a combinator it means "or null".
func foldSource(s map[string]any) any {
	switch t := s["type"].(type) {
	case string:
		s["type"] = []any{t, "null"}
		if t == "null" {
			s["type"] = t
		}
		return s
	case []any:
		for _, n := range t {
			if n == "null" {
				return s
			}
		}
		s["type"] = append(t[:len(t):len(t)], "null")
		return s
	}
	return foldOutput(s)
}

// foldOutput reads nullable as Google does: null is accepted, whatever else the
// schema says, for an enum there cannot hold null.
func foldOutput(s map[string]any) any {
	return map[string]any{"anyOf": []any{s, map[string]any{"type": "null"}}}
}
