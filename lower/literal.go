package lower

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
)

// value is instance JSON taken apart. Numbers stay text.
type value struct {
	typ     ast.Type
	text    string   // a decoded string, a number's text, "true" or "false"
	items   []*value // of an array; of an object in the order of names
	names   []string // an object's member names, decoded
	keyText string
}

// nullValue has its key already: it is shared, so nobody may write to it.
var nullValue = &value{typ: ast.Null, keyText: "null"}

// parseData takes instance JSON apart; nil if it is not one JSON value. Of
// members with one name the last counts, as for most readers of JSON.
func parseData(d ast.Data) *value {
	if v := plainData(string(d)); v != nil {
		return v
	}
	dec := jsontext.NewDecoder(strings.NewReader(string(d)), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return readValue(dec)
}

// plainData is parseData for what enums mostly hold: a string without escapes,
// a literal, a short integer. It returns nil for everything else.
func plainData(text string) *value {
	switch text {
	case "":
		return nil
	case "null":
		return nullValue
	case "true", "false":
		return &value{typ: ast.Boolean, text: text}
	}
	if text[0] == '"' {
		if len(text) < 2 || text[len(text)-1] != '"' {
			return nil
		}
		for i := 1; i < len(text)-1; i++ {
			if c := text[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
				return nil
			}
		}
		return &value{typ: ast.String, text: text[1 : len(text)-1], keyText: text}
	}
	if len(text) > 9 || text[0] == '0' && len(text) > 1 {
		return nil
	}
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return nil
		}
	}
	return &value{typ: ast.Integer, text: text}
}

// readValue returns nil at the first error. The decoder limits the depth.
func readValue(dec *jsontext.Decoder) *value {
	tok, err := dec.ReadToken()
	if err != nil {
		return nil
	}
	switch tok.Kind() {
	case 'n':
		return nullValue
	case 't', 'f':
		return &value{typ: ast.Boolean, text: tok.String()}
	case '"':
		return &value{typ: ast.String, text: tok.String()}
	case '0':
		text := tok.String()
		return &value{typ: numType(text), text: text}
	case '[':
		v := &value{typ: ast.Array}
		for dec.PeekKind() != ']' {
			item := readValue(dec)
			if item == nil {
				return nil
			}
			v.items = append(v.items, item)
		}
		if _, err := dec.ReadToken(); err != nil {
			return nil
		}
		return v
	case '{':
		return readObject(dec)
	}
	return nil
}

func readObject(dec *jsontext.Decoder) *value {
	v := &value{typ: ast.Object}
	at := map[string]int{}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil
		}
		key := name.String() // before the token's buffer is reused
		item := readValue(dec)
		if item == nil {
			return nil
		}
		if i, ok := at[key]; ok {
			v.items[i] = item
			continue
		}
		at[key] = len(v.names)
		v.names = append(v.names, key)
		v.items = append(v.items, item)
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	return v
}

// member returns the value of an object's member, nil if it has none.
func (v *value) member(name string) *value {
	if i := slices.Index(v.names, name); i >= 0 && v.typ == ast.Object {
		return v.items[i]
	}
	return nil
}

// key is the same text for equal values and another one for different values.
func (v *value) key() string {
	if v.keyText == "" {
		v.keyText = string(v.appendKey(nil))
	}
	return v.keyText
}

func (v *value) appendKey(dst []byte) []byte {
	switch v.typ {
	case ast.Null:
		return append(dst, "null"...)
	case ast.Boolean:
		return append(dst, v.text...)
	case ast.String:
		dst, _ = jsontext.AppendQuote(dst, v.text)
		return dst
	case ast.Number, ast.Integer:
		return append(dst, numKey(v.text)...)
	case ast.Array:
		dst = append(dst, '[')
		for _, item := range v.items {
			dst = append(item.appendKey(dst), ',')
		}
		return append(dst, ']')
	}
	order := make([]int, len(v.names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(v.names[i], v.names[j]) })
	dst = append(dst, '{')
	for _, i := range order {
		dst, _ = jsontext.AppendQuote(dst, v.names[i])
		dst = append(v.items[i].appendKey(append(dst, ':')), ',')
	}
	return append(dst, '}')
}

// dataEqual reports whether two pieces of instance JSON are the same value:
// members in any order, numbers by value, strings decoded.
func dataEqual(a, b ast.Data) bool {
	if a == b {
		return true
	}
	x, y := parseData(a), parseData(b)
	return x != nil && y != nil && x.typ == y.typ && x.key() == y.key()
}

// dataKey is the same text for data that dataEqual calls equal.
func dataKey(d ast.Data) string {
	if v := parseData(d); v != nil {
		return v.key()
	}
	return "?" + string(d)
}

// dataType is the type of instance JSON; a number without a fraction, "1.0"
// included, is an Integer.
func dataType(d ast.Data) ast.Type {
	text := strings.TrimLeft(string(d), " \t\r\n")
	if text == "" {
		return ast.Null
	}
	switch text[0] {
	case 'n':
		return ast.Null
	case 't', 'f':
		return ast.Boolean
	case '"':
		return ast.String
	case '[':
		return ast.Array
	case '{':
		return ast.Object
	}
	return numType(text)
}

func numType(text string) ast.Type {
	if isIntegral(text) {
		return ast.Integer
	}
	return ast.Number
}

// withIntegers completes a set: where numbers are, integers are.
func withIntegers(set ast.TypeSet) ast.TypeSet {
	if set.Has(ast.Number) {
		set |= ast.Integers
	}
	return set
}

// matchesTypes reports whether the value is of one of the types.
func matchesTypes(d ast.Data, set ast.TypeSet) bool {
	return withIntegers(set).Has(dataType(d))
}
