package audit

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// valueKinds is a set of the kinds of JSON values that enum rules tell apart.
type valueKinds uint8

const (
	nullKind valueKinds = 1 << iota
	boolKind
	intKind
	fractionKind
	stringKind
	emptyKind
	objectKind
	arrayKind
)

// kindOf returns the kind of one valid JSON value.
func kindOf(raw []byte) valueKinds {
	switch raw[0] {
	case 'n':
		return nullKind
	case 't', 'f':
		return boolKind
	case '"':
		if len(raw) == 2 {
			return emptyKind
		}
		return stringKind
	case '{':
		return objectKind
	case '[':
		return arrayKind
	}
	if integral(raw) {
		return intKind
	}
	return fractionKind
}

// kindsOf are the kinds that instances of the types have.
func kindsOf(t ast.TypeSet) valueKinds {
	var k valueKinds
	for _, row := range [...]struct {
		types ast.TypeSet
		kinds valueKinds
	}{
		{ast.Nulls, nullKind}, {ast.Booleans, boolKind}, {ast.Objects, objectKind}, {ast.Arrays, arrayKind},
		{ast.Strings, stringKind | emptyKind}, {ast.Integers, intKind}, {ast.Numbers &^ ast.Integers, intKind | fractionKind},
	} {
		if t&row.types != 0 {
			k |= row.kinds
		}
	}
	return k
}

// integral reports whether a JSON number is an integer, whatever it is written
// as: 1.0, 15e-1 is not, 1.5e1 is. It works on the text, so 1e400 costs nothing.
func integral(num []byte) bool {
	num = bytes.TrimPrefix(num, []byte("-"))
	mantissa, exp := num, []byte(nil)
	if i := bytes.IndexAny(num, "eE"); i >= 0 {
		mantissa, exp = num[:i], num[i+1:]
	}
	whole, frac, _ := bytes.Cut(mantissa, []byte("."))
	frac = bytes.TrimRight(frac, "0")
	if len(frac) == 0 {
		whole = bytes.TrimLeft(whole, "0")
		if len(whole) == 0 {
			return true // zero
		}
	}
	negative := false
	if len(exp) > 0 && (exp[0] == '-' || exp[0] == '+') {
		negative = exp[0] == '-'
		exp = exp[1:]
	}
	const far = 1 << 40 // more than there are digits
	e := 0
	for _, c := range exp {
		e = min(10*e+int(c-'0'), far)
	}
	if !negative {
		return e >= len(frac)
	}
	if len(frac) > 0 {
		return e == 0
	}
	return e <= len(whole)-len(bytes.TrimRight(whole, "0"))
}

// judgeEnum reports an enum, or each of its members, that the enum rule refuses.
func (w *walker) judgeEnum(n *node) {
	if w.kind(n, ast.KwEnum) != '[' || w.t.Enum == target.EnumAny || w.rules.refused.Has(ast.KwEnum) {
		return
	}
	if n.enum == 0 {
		w.about(n, "enum-empty", ast.KwEnum, `must give "enum" at least one value`)
		return
	}
	// Without a usable type that is the finding, and at a plain root that
	// there is an enum.
	typed := n.typeForm == oneType || w.t.TypeList && n.typeForm == typeList
	switch w.t.Enum {
	case target.EnumFits, target.EnumScalars, target.EnumText:
		typed = n.typeForm != badType
	}
	if !typed || n.root && w.t.Root == target.RootPlain {
		return
	}
	var allowed valueKinds
	var msg string
	switch w.t.Enum {
	case target.EnumStrings:
		if n.types != ast.Strings {
			w.about(n, "enum-value", ast.KwEnum, `must have "enum" on strings only`)
			return
		}
		allowed, msg = stringKind, "must have non-empty strings in an enum"
	case target.EnumTyped:
		allowed, msg = kindsOf(n.types), "must have values of the node's type in its enum"
	default:
		allowed, msg = ^valueKinds(0), "must have values of the node's type in its enum"
		if n.typeForm != noType {
			allowed = kindsOf(n.types)
		}
		if w.t.Enum == target.EnumScalars {
			allowed &^= objectKind | arrayKind
		} else if w.t.Enum == target.EnumText {
			allowed &= stringKind | emptyKind | intKind | fractionKind
		}
	}
	if n.enum&^allowed != 0 {
		w.enumMembers(n.members[ast.KwEnum], allowed, msg)
	}
}

// enumMembers reads an enum again and reports its members of other kinds.
func (w *walker) enumMembers(m member, allowed valueKinds, msg string) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(w.src[m.val.from:m.val.to]), lenient)
	if _, err := dec.ReadToken(); err != nil {
		return
	}
	for dec.PeekKind() != ']' {
		val, err := dec.ReadValue()
		if err != nil {
			return // it was read once, so there is none
		}
		if kindOf(val)&^allowed != 0 {
			to := m.val.from + int(dec.InputOffset())
			w.add(finding{at: to - len(val), rule: "enum-value", msg: msg, key: "enum", val: span{to - len(val), to}})
		}
	}
}
