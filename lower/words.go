package lower

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
)

// maxWords limits the words that describe a schema, in bytes; the rest is "…".
const maxWords = 400

// hint appends a note to the description, in the form of a spill block:
//
//	"Search." → "Search.\n\n{anyOf: required [a] | required [b]}"
func hint(s *ast.Schema, text string) *ast.Schema {
	block := "{" + cutText(text, maxWords) + "}"
	old := s.Description()
	switch {
	case strings.Contains(old, block):
		return s
	case old != "":
		block = old + "\n\n" + block
	}
	return s.With(ast.KwDescription, ast.Text(block))
}

func cutText(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// wordsOf describes the branches of a union: "string | {kind: "a", size?}".
func wordsOf(list ast.List) string {
	var w words
	w.list(list, 0)
	return w.String()
}

// words describes schemas for a model to read: types, literals and property
// names, two levels deep.
type words struct{ strings.Builder }

func (w *words) full() bool { return w.Len() > maxWords }

func (w *words) list(list ast.List, depth int) {
	for i, s := range list {
		if w.full() {
			return
		}
		if i > 0 {
			w.WriteString(" | ")
		}
		w.schema(s, depth)
	}
}

func (w *words) schema(s *ast.Schema, depth int) {
	switch {
	case s.Form() == ast.FalseForm:
		w.WriteString("nothing")
	case s.Has(ast.KwConst):
		w.WriteString(compactData(s.Const()))
	case s.Has(ast.KwEnum):
		for i, v := range s.Enum() {
			if w.full() {
				return
			}
			if i > 0 {
				w.WriteString(" | ")
			}
			w.WriteString(compactData(v))
		}
	case s.Has(ast.KwAnyOf):
		w.list(s.AnyOf(), depth)
	case s.Has(ast.KwOneOf):
		w.list(s.OneOf(), depth)
	case s.Has(ast.KwProperties) && (depth < 2 || !s.Has(ast.KwType)):
		w.object(s, depth)
	case s.Has(ast.KwRequired) && !s.Has(ast.KwProperties):
		w.WriteString("required [" + strings.Join(s.Required(), ", ") + "]")
	case s.Has(ast.KwItems) && depth < 2:
		w.WriteString("array of ")
		w.schema(s.Items(), depth+1)
	case s.Has(ast.KwType):
		w.WriteString(strings.ReplaceAll(s.Types().String(), ", ", " or "))
	default:
		w.WriteString("anything")
	}
	if s.Flag(ast.KwNullable) {
		w.WriteString(" or null")
	}
}

func (w *words) object(s *ast.Schema, depth int) {
	w.WriteByte('{')
	for i, m := range s.Properties() {
		if w.full() {
			break
		}
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(m.Name)
		if !s.Requires(m.Name) {
			w.WriteByte('?')
		}
		if m.Schema.HasAny(ast.Set(ast.KwConst, ast.KwEnum)) {
			w.WriteString(": ")
			w.schema(m.Schema, depth+1)
		}
	}
	w.WriteByte('}')
}

// compactData is instance JSON without insignificant white space; strings and
// numbers keep their spelling.
func compactData(d ast.Data) string {
	if !strings.ContainsAny(string(d), " \t\r\n") {
		return string(d)
	}
	v := jsontext.Value(string(d))
	if v.Compact() != nil {
		return string(d)
	}
	return string(v)
}

// bareJSON is instance JSON with a string written without quotes.
func bareJSON(d ast.Data) string {
	if strings.HasPrefix(string(d), `"`) {
		if text, err := jsontext.AppendUnquote(nil, string(d)); err == nil {
			return string(text)
		}
	}
	return compactData(d)
}

// quoteJSON is a string as JSON.
func quoteJSON(s string) string {
	out, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		return `""`
	}
	return string(out)
}

// identical reports whether two schemas are written alike: the same keywords in the
// same order with the same values.
func identical(a, b *ast.Schema) bool {
	if a == b {
		return true
	}
	if a.Form() != b.Form() || a.Keys() != b.Keys() || a.Len() != b.Len() {
		return false
	}
	x, y := a.Keywords(), b.Keywords()
	for i := range x {
		if x[i].Kw != y[i].Kw || !identicalValue(x[i].Val, y[i].Val) {
			return false
		}
	}
	return true
}

func identicalValue(a, b ast.Value) bool {
	switch a := a.(type) {
	case *ast.Schema:
		b, ok := b.(*ast.Schema)
		return ok && identical(a, b)
	case ast.List:
		b, ok := b.(ast.List)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !identical(a[i], b[i]) {
				return false
			}
		}
		return true
	case ast.Map:
		b, ok := b.(ast.Map)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i].Name != b[i].Name || !identical(a[i].Schema, b[i].Schema) {
				return false
			}
		}
		return true
	case ast.Types, ast.Text, ast.Flag, ast.Num, ast.Data:
		return a == b
	case ast.Names:
		b, ok := b.(ast.Names)
		return ok && slices.Equal(a, b)
	case ast.DataList:
		b, ok := b.(ast.DataList)
		return ok && slices.Equal(a, b)
	case *ast.Ref:
		b, ok := b.(*ast.Ref)
		return ok && a.Def == b.Def
	case *ast.Raw:
		b, ok := b.(*ast.Raw)
		return ok && *a == *b
	}
	return false
}
