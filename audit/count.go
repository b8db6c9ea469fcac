package audit

import (
	"bytes"
	"fmt"
	"math/bits"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// Measure returns the sizes of a schema that targets have limits on. The error
// is Check's.
func Measure(schema []byte, t *target.Target) (target.Counts, error) {
	w := walkers.Get().(*walker)
	defer w.release()
	w.begin(schema, t)
	w.sized = true
	w.root()
	w.counts.Bytes = compactLen(schema)
	return w.counts, w.err
}

// levels are the keywords that lead one level down.
var levels = ast.Set(ast.KwProperties, ast.KwPatternProperties, ast.KwAdditionalProperties, ast.KwItems, ast.KwPrefixItems)

// count adds a node that was read to the sizes.
func (w *walker) count(n *node) {
	c := &w.counts
	c.Depth = max(c.Depth, n.level)
	props := w.names[n.props.from:n.props.to]
	c.Properties += len(props)
	for i := range props {
		c.NameChars += utf8.RuneCount(props[i].text)
	}
	if n.root {
		for i := range w.defs {
			c.NameChars += utf8.RuneCount(w.defs[i].text)
		}
	}
	if n.isMap {
		required := w.names[n.required.from:n.required.to]
		if !sameNames(props, required) {
			w.required.build(required)
			for i := range props {
				if w.required.find(props[i].text) < 0 {
					c.Optional++
				}
			}
		}
	}
	if n.arrays.Has(ast.KwAnyOf) || n.arrays.Has(ast.KwOneOf) || n.typeForm == typeList && bits.OnesCount8(uint8(n.types)) > 1 {
		c.Unions++
	}
	for _, kw := range [...]ast.Kw{ast.KwAnyOf, ast.KwOneOf} {
		if n.arrays.Has(kw) {
			c.Branches = max(c.Branches, elements(w.raw(n, kw), nil))
		}
	}
	if isNumber(w.kind(n, ast.KwMaxItems)) {
		if v, err := strconv.Atoi(string(w.raw(n, ast.KwMaxItems))); err == nil && v < 1<<40 {
			c.MaxItemsSum += v
		} else {
			c.MaxItemsSum += 1 << 40
		}
	}
	if w.kind(n, ast.KwConst) != 0 {
		c.NameChars += chars(w.raw(n, ast.KwConst))
	}
	if w.kind(n, ast.KwEnum) == '[' {
		sum := 0
		many := elements(w.raw(n, ast.KwEnum), func(v []byte) { sum += chars(v) })
		c.EnumValues += many
		c.NameChars += sum
		if w.t.Limits.LongEnum > 0 && many > w.t.Limits.LongEnum {
			c.EnumChars = max(c.EnumChars, sum)
		}
	}
}

// chars is how many characters a value has: of a string those between the
// quotes.
func chars(raw []byte) int {
	if raw[0] == '"' {
		text, _ := jsontext.AppendUnquote(nil, raw)
		return utf8.RuneCount(text)
	}
	return len(raw)
}

// elements counts the elements of an array that was read once, and calls f with
// each.
func elements(raw []byte, f func([]byte)) int {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw), lenient)
	dec.ReadToken()
	n := 0
	for ; dec.PeekKind() != ']'; n++ {
		v, err := dec.ReadValue()
		if err != nil {
			return n
		}
		if f != nil {
			f(v)
		}
	}
	return n
}

// compactLen is the length of valid JSON without white space.
func compactLen(src []byte) int {
	n := 0
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case ' ', '\t', '\n', '\r':
		case '"':
			for n++; i+1 < len(src) && src[i+1] != '"'; i++ {
				n++
				if src[i+1] == '\\' {
					i++
					n++
				}
			}
			i++
			n++
		default:
			n++
		}
	}
	return n
}

// checkLimits reports the sizes above the target's limits.
func (w *walker) checkLimits() {
	if !w.sized {
		return
	}
	w.counts.Bytes = compactLen(w.src)
	for _, e := range append(w.t.Limits.Exceeded(&w.counts), w.t.Budget.Exceeded(&w.counts)...) {
		w.add(finding{at: w.start, rule: e.Rule, unfixable: true, msg: fmt.Sprintf("must not have more than %d %s; it has %d", e.Limit, e.What, e.Have)})
	}
}
