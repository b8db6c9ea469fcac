package proof

import (
	"encoding/json"
	"math/big"
	"net/url"
	"strconv"
	"strings"
)

const maxWalk = 300 // levels, of instance and references together

// frozen returns what a model that answers in the shape of the output would
// write for an instance of the source: the member that the output requires and
// the instance lacks is null. The instance itself comes last.
func frozen(in []byte, output any) [][]byte {
	v, err := decode(in)
	if err != nil {
		return [][]byte{in}
	}
	f := freezer{root: output}
	var out [][]byte
	if w, ok := f.freeze(v, output, 0); ok {
		out = append(out, encode(w))
	}
	if name := onlyProperty(output); name != "" { // the root was wrapped
		if w, ok := f.freeze(map[string]any{name: v}, output, 0); ok {
			out = append(out, encode(w))
		}
	}
	return append(out, in)
}

// onlyProperty is the name of an object schema's single property.
func onlyProperty(schema any) string {
	s, _ := schema.(map[string]any)
	p, _ := s["properties"].(map[string]any)
	if len(p) == 1 {
		for name := range p {
			return name
		}
	}
	return ""
}

type freezer struct{ root any }

// freeze adds the nulls and reports whether the result fits the schema as far
// as the keywords of strict mode go; the validator has the last word.
func (f freezer) freeze(v, schema any, depth int) (any, bool) {
	s, ok := schema.(map[string]any)
	if !ok || depth > maxWalk {
		return v, schema != false
	}
	if ref, ok := s["$ref"].(string); ok {
		if t, found := resolve(f.root, ref); found {
			if v, ok = f.freeze(v, t, depth+1); !ok {
				return v, false
			}
		}
	}
	if t, ok := s["type"]; ok && !hasType(v, t) {
		return v, false
	}
	if e, ok := s["enum"].([]any); ok && !contains(e, v) {
		return v, false
	}
	if c, ok := s["const"]; ok && !equal(c, v) {
		return v, false
	}
	if all, ok := s["allOf"].([]any); ok {
		for _, b := range all {
			if v, ok = f.freeze(v, b, depth+1); !ok {
				return v, false
			}
		}
	}
	for _, kw := range [...]string{"anyOf", "oneOf"} {
		branches, ok := s[kw].([]any)
		if !ok {
			continue
		}
		fits := false
		for _, b := range branches {
			if w, ok := f.freeze(v, b, depth+1); ok {
				v, fits = w, true
				break
			}
		}
		if !fits {
			return v, false
		}
	}
	switch v := v.(type) {
	case map[string]any:
		return f.freezeObject(v, s, depth)
	case []any:
		return f.freezeArray(v, s, depth)
	}
	return v, true
}

func (f freezer) freezeObject(v, s map[string]any, depth int) (any, bool) {
	props, _ := s["properties"].(map[string]any)
	out := make(map[string]any, len(v))
	for name, kid := range v {
		sub, ok := props[name]
		if !ok {
			if sub, ok = s["additionalProperties"]; !ok {
				out[name] = kid
				continue
			}
		}
		if out[name], ok = f.freeze(kid, sub, depth+1); !ok {
			return v, false
		}
	}
	required, _ := s["required"].([]any)
	for _, r := range required {
		name, _ := r.(string)
		if _, ok := out[name]; ok {
			continue
		}
		if sub, ok := props[name]; ok {
			if _, fits := f.freeze(nil, sub, depth+1); !fits {
				return v, false
			}
		}
		out[name] = nil
	}
	return out, true
}

func (f freezer) freezeArray(v []any, s map[string]any, depth int) (any, bool) {
	tuple, _ := s["prefixItems"].([]any)
	out := make([]any, len(v))
	for i, kid := range v {
		sub, ok := s["items"]
		if i < len(tuple) {
			sub, ok = tuple[i], true
		}
		if !ok {
			out[i] = kid
			continue
		}
		if out[i], ok = f.freeze(kid, sub, depth+1); !ok {
			return v, false
		}
	}
	return out, true
}

// thawed returns what arguments in the shape of the output may become before
// they are judged by the source: with the nulls dropped that the source neither
// requires nor admits; with all dropped that it does not require, for unions
// where a branch admits null and another does not; without the wrapper of the
// root; and last as they are.
func thawed(in []byte, source, output any) [][]byte {
	v, err := decode(in)
	if err != nil {
		return [][]byte{in}
	}
	t := thawer{root: source}
	var out [][]byte
	try := func(v any) {
		for _, all := range [...]bool{false, true} {
			t.all = all
			out = append(out, encode(t.thaw(v, []any{source}, 0)))
		}
	}
	try(v)
	if name := onlyProperty(output); name != "" {
		if m, ok := v.(map[string]any); ok && len(m) == 1 {
			if inner, ok := m[name]; ok {
				try(inner)
			}
		}
	}
	return append(out, in)
}

type thawer struct {
	root any
	all  bool // drop every null that is not required
}

func (t thawer) thaw(v any, schemas []any, depth int) any {
	if depth > maxWalk {
		return v
	}
	var nodes []node
	for _, s := range schemas {
		nodes = t.spread(nodes, s, false, 0)
	}
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, kid := range v {
			subs, required := members(nodes, name)
			if kid == nil && !required && (t.all || !t.admitNull(subs)) {
				continue
			}
			out[name] = t.thaw(kid, subs, depth+1)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, kid := range v {
			out[i] = t.thaw(kid, items(nodes, i), depth+1)
		}
		return out
	}
	return v
}

// node is a schema that applies to a place, for sure or in one branch of a
// union.
type node struct {
	s      map[string]any
	branch bool
}

func (t thawer) spread(nodes []node, schema any, branch bool, depth int) []node {
	s, ok := schema.(map[string]any)
	if !ok || depth > 50 || len(nodes) > 2000 {
		return nodes
	}
	nodes = append(nodes, node{s, branch})
	if ref, ok := s["$ref"].(string); ok {
		if target, found := resolve(t.root, ref); found {
			nodes = t.spread(nodes, target, branch, depth+1)
		}
	}
	for _, kw := range [...]string{"allOf", "anyOf", "oneOf"} {
		if list, ok := s[kw].([]any); ok {
			for _, b := range list {
				nodes = t.spread(nodes, b, branch || kw != "allOf", depth+1)
			}
		}
	}
	for _, kw := range [...]string{"then", "else"} {
		nodes = t.spread(nodes, s[kw], true, depth+1)
	}
	return nodes
}

func members(nodes []node, name string) (subs []any, required bool) {
	for _, n := range nodes {
		if props, ok := n.s["properties"].(map[string]any); ok {
			if s, ok := props[name]; ok {
				subs = append(subs, s)
			}
		}
		if list, ok := n.s["required"].([]any); ok && !n.branch {
			required = required || contains(list, name)
		}
	}
	return subs, required
}

func items(nodes []node, i int) (subs []any) {
	for _, n := range nodes {
		tuple, _ := n.s["prefixItems"].([]any)
		rest, ok := n.s["items"]
		if list, isTuple := rest.([]any); isTuple {
			tuple = list
			rest, ok = n.s["additionalItems"]
		}
		if i < len(tuple) {
			subs = append(subs, tuple[i])
		} else if ok {
			subs = append(subs, rest)
		}
	}
	return subs
}

// admitNull reports whether null may satisfy any of the schemas; if there is
// none it may.
func (t thawer) admitNull(schemas []any) bool {
	for _, s := range schemas {
		if t.null(s, 0) {
			return true
		}
	}
	return len(schemas) == 0
}

func (t thawer) null(schema any, depth int) bool {
	s, ok := schema.(map[string]any)
	if !ok || depth > 50 {
		return schema != false
	}
	if typ, ok := s["type"]; ok && !hasType(nil, typ) {
		return false
	}
	if e, ok := s["enum"].([]any); ok && !contains(e, nil) {
		return false
	}
	if c, ok := s["const"]; ok && c != nil {
		return false
	}
	if ref, ok := s["$ref"].(string); ok {
		if target, found := resolve(t.root, ref); found && !t.null(target, depth+1) {
			return false
		}
	}
	if all, ok := s["allOf"].([]any); ok {
		for _, b := range all {
			if !t.null(b, depth+1) {
				return false
			}
		}
	}
	for _, kw := range [...]string{"anyOf", "oneOf"} {
		if list, ok := s[kw].([]any); ok && len(list) > 0 {
			some := false
			for _, b := range list {
				some = some || t.null(b, depth+1)
			}
			if !some {
				return false
			}
		}
	}
	return true
}

// resolve follows "#" and JSON Pointers; found is false for other references.
func resolve(root any, ref string) (target any, found bool) {
	frag, ok := strings.CutPrefix(ref, "#")
	if !ok || frag != "" && frag[0] != '/' {
		return nil, false
	}
	if frag == "" {
		return root, true
	}
	frag, err := url.PathUnescape(frag)
	if err != nil {
		return nil, false
	}
	v := root
	for tok := range strings.SplitSeq(frag[1:], "/") {
		tok = strings.ReplaceAll(strings.ReplaceAll(tok, "~1", "/"), "~0", "~")
		switch w := v.(type) {
		case map[string]any:
			if v, ok = w[tok]; !ok {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(tok)
			if err != nil || i < 0 || i >= len(w) {
				return nil, false
			}
			v = w[i]
		default:
			return nil, false
		}
	}
	return v, true
}

func hasType(v, typ any) bool {
	if list, ok := typ.([]any); ok {
		for _, t := range list {
			if hasType(v, t) {
				return true
			}
		}
		return false
	}
	switch w := v.(type) {
	case nil:
		return typ == "null"
	case bool:
		return typ == "boolean"
	case string:
		return typ == "string"
	case []any:
		return typ == "array"
	case map[string]any:
		return typ == "object"
	case json.Number:
		if typ == "number" {
			return true
		}
		r := rational(w)
		return typ == "integer" && (r == nil || r.IsInt())
	}
	return false
}

func contains(list []any, v any) bool {
	for _, e := range list {
		if equal(e, v) {
			return true
		}
	}
	return false
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		if !ok || a == b {
			return ok
		}
		x, y := rational(a), rational(b)
		return x != nil && y != nil && x.Cmp(y) == 0
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k := range a {
			w, ok := b[k]
			if !ok || !equal(a[k], w) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case []any, map[string]any:
		return false
	}
	return a == b
}

// rational is nil for a number that is too large to compute with.
func rational(n json.Number) *big.Rat {
	if i := strings.IndexAny(string(n), "eE"); i >= 0 {
		if e, err := strconv.Atoi(string(n[i+1:])); err != nil || e > 1000 || e < -1000 {
			return nil
		}
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return nil
	}
	return r
}
