package audit

import (
	"bytes"
	"math/bits"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// judgeValues reports keywords that the target takes, but not with this value
// or not on this node.
func (w *walker) judgeValues(n *node) {
	if w.t.Formats != nil && w.kind(n, ast.KwFormat) == '"' && !w.rules.refused.Has(ast.KwFormat) {
		text := w.unquote(n.members[ast.KwFormat].val)
		known := false
		for _, f := range w.t.Formats {
			known = known || f == string(text)
		}
		if !known {
			w.about(n, "format", ast.KwFormat, "must not use the format "+quote(text))
		}
	}
	for _, l := range w.t.Largest {
		if isNumber(w.kind(n, l.Kw)) && !w.rules.refused.Has(l.Kw) && above(w.raw(n, l.Kw), l.Max) {
			w.about(n, "bound", l.Kw, `must not set "`+l.Kw.String()+`" above `+strconv.Itoa(l.Max))
		}
	}
	if w.t.Bounds != target.BoundsAny {
		w.judgeBounds(n)
	}
	if w.t.Ordered {
		w.judgeOrder(n)
	}
	if w.t.NoDataRef {
		for kw := range n.has.And(payloads).AndNot(w.rules.refused).All() {
			if hasRefMember(w.raw(n, kw)) {
				w.about(n, "data-ref", kw, `must have no member "$ref" in the value of "`+kw.String()+`"`)
			}
		}
	}
	for _, o := range w.t.Only {
		if n.has.Has(o.Kw) && !w.rules.refused.Has(o.Kw) && (n.types == 0 || n.types&^(o.On|ast.Nulls) != 0) {
			w.about(n, "inapplicable-key", o.Kw, `must not have "`+o.Kw.String()+`" on a node of this type`)
		}
	}
	if w.t.Applicable && n.types != 0 {
		for kw := range n.has.AndNot(w.rules.refused).All() {
			if on := kw.Info().On; on != 0 && on&n.types == 0 {
				w.about(n, "inapplicable-key", kw, `must not have "`+kw.String()+`" on a node of another type`)
			}
		}
	}
}

func (w *walker) raw(n *node, kw ast.Kw) []byte {
	v := n.members[kw].val
	return w.src[v.from:v.to]
}

// above reports whether a number is greater than most, which is at least 1. A
// number that is written with an exponent counts as great.
func above(num []byte, most int) bool {
	if num[0] == '-' {
		return false
	}
	whole, frac, _ := bytes.Cut(num, []byte("."))
	if bytes.ContainsAny(num, "eE") {
		return bytes.ContainsAny(num, "123456789") && !integralAtMost(num, most)
	}
	n, err := strconv.Atoi(string(whole))
	return err != nil || n > most || n == most && len(bytes.TrimRight(frac, "0")) > 0
}

// integralAtMost reports whether a number with an exponent is at most most. It
// reads it only if it is short.
func integralAtMost(num []byte, most int) bool {
	i := bytes.IndexAny(num, "eE")
	exp, err := strconv.Atoi(string(bytes.TrimPrefix(num[i+1:], []byte("+"))))
	if err != nil || exp > 20 {
		return false
	}
	whole, frac, _ := bytes.Cut(num[:i], []byte("."))
	digits := string(whole) + string(frac)
	exp -= len(frac)
	for ; exp > 0; exp-- {
		digits += "0"
	}
	if exp < 0 {
		if cut := len(digits) + exp; cut <= 0 {
			return true
		} else if n, err := strconv.Atoi(digits[:cut]); err == nil {
			return n < most || n == most && len(bytes.Trim([]byte(digits[cut:]), "0")) == 0
		}
		return false
	}
	n, err := strconv.Atoi(digits)
	return err == nil && n <= most
}

func (w *walker) judgeBounds(n *node) {
	integer := n.types&ast.Integers != 0 && n.types&^(ast.Integers|ast.Nulls) == 0
	for _, kw := range [...]ast.Kw{ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum} {
		if !isNumber(w.kind(n, kw)) || w.rules.refused.Has(kw) {
			continue
		}
		text := bytes.TrimPrefix(w.raw(n, kw), []byte("-"))
		plain := len(bytes.Trim(text, "0123456789")) == 0
		switch {
		case w.t.Bounds == target.BoundsInteger && !integer:
			w.about(n, "bound-type", kw, `must have "`+kw.String()+`" on integers only`)
		case integer && !plain, w.t.Bounds == target.BoundsInteger && len(w.raw(n, kw)) > 15:
			w.about(n, "bound", kw, `must set "`+kw.String()+`" of an integer to a plain integer`)
		}
	}
}

// lowers are the bounds from below, with the ones from above.
var lowers = map[ast.Kw]ast.Kw{
	ast.KwMinimum: ast.KwMaximum, ast.KwMinLength: ast.KwMaxLength, ast.KwMinItems: ast.KwMaxItems, ast.KwMinProperties: ast.KwMaxProperties,
}

// judgeOrder reports a lower bound above the upper one.
func (w *walker) judgeOrder(n *node) {
	for kw := range n.has.AndNot(w.rules.refused).All() {
		upper, ok := lowers[kw]
		if !ok || !isNumber(w.kind(n, kw)) || w.rules.refused.Has(upper) || !isNumber(w.kind(n, upper)) {
			continue
		}
		if compareNumbers(w.raw(n, kw), w.raw(n, upper)) > 0 {
			w.about(n, "bound-order", kw, `must not set "`+kw.String()+`" above "`+upper.String()+`"`)
		}
	}
}

// payloads are the keywords whose values are instances.
var payloads = ast.Set(ast.KwEnum, ast.KwConst, ast.KwDefault)

// hasRefMember reports whether an object in a value has a member $ref.
func hasRefMember(raw []byte) bool {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw), lenient)
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			return false
		}
		kind, n := dec.StackIndex(dec.StackDepth())
		if kind == '{' && n%2 == 1 && tok.Kind() == '"' && tok.String() == "$ref" {
			return true
		}
	}
}

// judgeMap reports an additionalProperties that is absent where it must be
// written, or a schema where it must be a boolean.
func (w *walker) judgeMap(n *node) {
	kind := w.kind(n, ast.KwAdditionalProperties)
	if w.t.Object&target.ObjectExplicit != 0 && kind == 0 && (n.types&ast.Objects != 0 || n.isMap) {
		w.missing(n, "additional-properties", ast.KwAdditionalProperties, `must write "additionalProperties" out on every object`)
	}
	if w.t.Object&target.ObjectFlag != 0 && kind == '{' {
		w.about(n, "additional-properties-schema", ast.KwAdditionalProperties, `must have true or false in "additionalProperties"`)
	}
}

// judgeTypes reports what may not stand beside a list of types.
func (w *walker) judgeTypes(n *node) {
	if n.typeForm != typeList || !w.t.TypeList || w.t.Types == target.TypesAny {
		return
	}
	kinds := n.enum
	if kinds&fractionKind != 0 {
		kinds = kinds&^fractionKind | intKind
	}
	if kinds&emptyKind != 0 {
		kinds = kinds&^emptyKind | stringKind
	}
	if w.t.Types != target.TypesOneKindNoNull {
		kinds &^= nullKind
	}
	if bits.OnesCount8(uint8(kinds)) > 1 {
		w.about(n, "enum-kinds", ast.KwEnum, "must have enum values of one kind")
		return
	}
	if w.t.Types != target.TypesBare || bits.OnesCount8(uint8(n.types)) < 2 {
		return
	}
	bare := ast.Set(ast.KwType, ast.KwTitle, ast.KwDescription, ast.KwEnum)
	manyTypes := bits.OnesCount8(uint8(n.types)) > 2 || n.types&ast.Nulls == 0
	if !n.has.AndNot(w.rules.refused).AndNot(bare).Empty() || n.enum != 0 && manyTypes {
		w.about(n, "type-siblings", ast.KwType, "must have nothing but title and description beside a list of types")
	}
}

// judgeName reports a property whose name the target refuses.
func (w *walker) judgeName(n *node, p name) {
	rule := &w.t.Properties
	if n.quiet || rule.Any() || rule.RootOnly && !n.root || rule.Accepts(string(p.text)) {
		return
	}
	w.add(finding{at: p.at, rule: "property-name", unfixable: true, msg: "must not have a property called " + quote(p.text), key: string(p.text)})
}
