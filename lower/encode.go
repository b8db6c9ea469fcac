package lower

import (
	"slices"
	"strconv"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// Encoding is a set of reversible encodings: other shapes for what a target
// cannot express, which the plan of the result undoes.
type Encoding uint8

const (
	// EncodeMaps writes an object with members that it does not declare as an
	// array of {key, value}.
	EncodeMaps Encoding = 1 << iota
	// EncodeTuples writes prefixItems as an object with the keys "0", "1", ….
	EncodeTuples
	// EncodeEnums writes enum values of a type the target refuses as strings.
	EncodeEnums
	// EncodeAny writes a schema that admits anything as a string of JSON.
	EncodeAny
	// EncodeRoot makes a root that is no plain object the one property of one.
	EncodeRoot
	// EncodeNearest writes the nearest schema that accepts at least as much
	// where a conjunction cannot be written exactly, instead of falling back.
	EncodeNearest

	// EncodeAll are all of them.
	EncodeAll = EncodeMaps | EncodeTuples | EncodeEnums | EncodeAny | EncodeRoot | EncodeNearest
)

// encodes reports whether an encoding is asked for and the target needs it.
func (u *Unit) encodes(e Encoding) bool {
	if u.Opt.Encode&e == 0 {
		return false
	}
	closed := u.T.Object&target.ObjectClosed != 0
	switch e {
	case EncodeMaps:
		return closed || !u.T.Keywords.Has(ast.KwAdditionalProperties)
	case EncodeTuples:
		return (closed || !u.T.Keywords.Has(ast.KwPrefixItems)) && u.T.Properties.Accepts("0")
	case EncodeEnums:
		return u.T.Enum != target.EnumAny
	case EncodeAny:
		switch u.T.Untyped {
		case target.UntypedAny, target.UntypedEnum, target.UntypedSix:
			return false // it is taken, or written exactly
		}
	}
	return true
}

// Sentences that tell the model how to write an encoded value.
const (
	wordsMap     = `A map, written as a list of entries: one {"key", "value"} for each member, no key twice.`
	wordsMore    = `Further members of this object, as entries: one {"key", "value"} for each, no key twice.`
	wordsTuple   = `A list, written by position: "0" is its first item.`
	wordsEnd     = `A null ends the list.`
	wordsItems   = `The items that follow, in order.`
	wordsJSON    = `Any JSON value, written as a JSON text in this string.`
	wordsEnum    = `One of these values, written as a JSON text in this string.`
	wordsPattern = `Matches the pattern `
)

// Names that encodings give to properties.
const (
	nameValue   = "value" // of the root that is wrapped, and of an entry
	nameKey     = "key"
	nameMembers = "additionalProperties"
	nameItems   = "items"
)

// freshName is a property name that is not declared and that the target takes.
func (u *Unit) freshName(name string, props ast.Map) string {
	out := name
	for n := 1; n < len(props)+3; n++ {
		if props.Lookup(out) == nil && u.T.Properties.Accepts(out) {
			break
		}
		if out = name + "_"; n > 1 {
			out = name + "_" + strconv.Itoa(n)
		}
	}
	return out
}

// wrapRoot makes the root the one property of an object:
//
//	{"type":"array","items":{…}} → {"type":"object","properties":{"value":{"type":"array",…}},"required":["value"]}
//
// A root that something refers to moves to $defs.
func (u *Unit) wrapRoot(doc *ast.Document) *ast.Document {
	u.wrapped = true
	body := doc.RootBody()
	at := body.Span()
	defs := body.Definitions()
	out := *doc
	base := ast.Set(ast.KwID, ast.KwSchema) // what references go by stays where it is
	value := body.Without(base.Or(ast.Set(ast.KwDefs)))
	if r := doc.Root.HomeOf(); r != nil {
		out.Defs = append([]ast.Def(nil), doc.Defs...)
		out.Defs[r.Def].Body = value
		defs, value = rootAmongDefs(body, r.Def)
	}
	kws := []ast.Keyword{
		{Kw: ast.KwType, Val: ast.OneType(ast.Object), Span: at},
		{Kw: ast.KwProperties, Val: ast.Map{{Name: nameValue, Pos: at.Start, Schema: value}}, Span: at},
		{Kw: ast.KwRequired, Val: ast.Names{nameValue}, Span: at},
	}
	if u.T.Keywords.Has(ast.KwAdditionalProperties) {
		kws = append(kws, ast.Keyword{Kw: ast.KwAdditionalProperties, Val: ast.NewBool(at, false), Span: at})
	}
	kws = append(slices.Clone(body.Only(base).Keywords()), kws...)
	if len(defs) > 0 {
		kws = append(kws, ast.Keyword{Kw: ast.KwDefs, Val: defs, Span: at})
	}
	out.Root = ast.New(at, kws)
	return &out
}

// rootAmongDefs are the definitions of a root with one more, the home of the
// definition def that was the root's own, and a reference to it.
func rootAmongDefs(body *ast.Schema, def int) (defs ast.Map, ref *ast.Schema) {
	taken := map[string]bool{}
	for _, m := range body.Definitions() {
		taken[m.Name] = true
	}
	at, name := body.Span(), fresh("root", taken)
	node := func(home bool) *ast.Schema {
		return ast.New(at, []ast.Keyword{{Kw: ast.KwRef, Span: at, Val: &ast.Ref{Def: def, Text: "#/$defs/" + name, Home: home}}})
	}
	return append(slices.Clone(body.Definitions()), ast.Member{Name: name, Pos: at.Start, Schema: node(true)}), node(false)
}
