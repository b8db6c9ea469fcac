package ast

import "strings"

// Type is one of the seven type names of JSON Schema.
type Type uint8

const (
	Null Type = iota
	Boolean
	Object
	Array
	Number
	String
	Integer
	NumTypes int = iota
)

var typeNames = [NumTypes]string{"null", "boolean", "object", "array", "number", "string", "integer"}

// String is the name as a schema has it: "integer".
func (t Type) String() string { return typeNames[t] }

// LookupType returns the type spelled name exactly.
func LookupType(name string) (Type, bool) {
	switch name { // the compiler's search is faster than a loop
	case "null":
		return Null, true
	case "boolean":
		return Boolean, true
	case "object":
		return Object, true
	case "array":
		return Array, true
	case "number":
		return Number, true
	case "string":
		return String, true
	case "integer":
		return Integer, true
	}
	return 0, false
}

// TypeSet is a set of types without order. An integer is a number too: a set
// that holds Number accepts integers whether or not Integer is in it.
type TypeSet uint8

const (
	Nulls    TypeSet = 1 << Null
	Booleans TypeSet = 1 << Boolean
	Objects  TypeSet = 1 << Object
	Arrays   TypeSet = 1 << Array
	Strings  TypeSet = 1 << String
	Integers TypeSet = 1 << Integer
	// Numbers holds number and integer.
	Numbers TypeSet = 1<<Number | 1<<Integer
	// AnyType holds all seven.
	AnyType TypeSet = 1<<NumTypes - 1
)

// Has reports whether t is in the set.
func (s TypeSet) Has(t Type) bool { return s&(1<<t) != 0 }

// String lists the names in the order of the constants, for messages.
func (s TypeSet) String() string {
	var names []string
	for t := range NumTypes {
		if s.Has(Type(t)) {
			names = append(names, typeNames[t])
		}
	}
	return strings.Join(names, ", ")
}

// Types is the value of the keyword type: one name, or a list without
// repetition in the author's order. The zero value is not a valid type
// keyword. Four bits a type, bit 31 set when it was written as a list.
type Types uint32

const asList Types = 1 << 31

// OneType is `"type": "t"`.
func OneType(t Type) Types { return Types(t + 1) }

// TypeList is `"type": [ts…]`; repetitions are dropped.
func TypeList(ts ...Type) Types {
	out := asList
	n := 0
	for _, t := range ts {
		if !out.Has(t) {
			out |= Types(t+1) << (4 * n)
			n++
		}
	}
	return out
}

// Shape is ShapeTypes.
func (Types) Shape() Shape { return ShapeTypes }

// IsList reports whether the keyword is written as a JSON array.
func (ts Types) IsList() bool { return ts&asList != 0 }

// Len is the number of types, 1 for a single name.
func (ts Types) Len() int {
	n := 0
	for v := ts &^ asList; v != 0; v >>= 4 {
		n++
	}
	return n
}

// At returns the i'th type in the author's order.
func (ts Types) At(i int) Type { return Type(ts>>(4*i)&15) - 1 }

// Has reports whether t is named; it does not infer integer from number.
func (ts Types) Has(t Type) bool { return ts.Set().Has(t) }

// Set returns the named types without order.
func (ts Types) Set() TypeSet {
	var s TypeSet
	for v := ts &^ asList; v != 0; v >>= 4 {
		s |= 1 << (v&15 - 1)
	}
	return s
}

// Without returns the list with t removed and whether anything is left. A list
// that shrinks to one type becomes a single name.
func (ts Types) Without(t Type) (Types, bool) {
	var rest []Type
	for i := range ts.Len() {
		if ts.At(i) != t {
			rest = append(rest, ts.At(i))
		}
	}
	switch len(rest) {
	case 0:
		return 0, false
	case 1:
		return OneType(rest[0]), true
	}
	return TypeList(rest...), true
}

// String is the names joined by commas, for messages.
func (ts Types) String() string {
	names := make([]string, ts.Len())
	for i := range names {
		names[i] = ts.At(i).String()
	}
	return strings.Join(names, ", ")
}
