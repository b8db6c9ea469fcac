package gen

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// value is JSON with member order and the text of numbers. It is never changed
// once it is made, so parts are shared freely.
type value struct {
	kind  jsontext.Kind // one of n t f " 0 { [
	text  string        // a string decoded, a number as written
	names []string      // of an object, beside kids
	kids  []*value
	index map[string]int // for lookups in a wide object that was read
}

var (
	null    = &value{kind: 'n'}
	yes     = &value{kind: 't'}
	no      = &value{kind: 'f'}
	zero    = &value{kind: '0', text: "0"}
	noItems = &value{kind: '['}
	noNames = &value{kind: '{'}
)

func str(s string) *value { return &value{kind: '"', text: s} }
func num(s string) *value { return &value{kind: '0', text: s} }

// read parses JSON; nil if it is none.
func read(text []byte) *value {
	dec := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, err := readValue(dec)
	if err != nil {
		return nil
	}
	return v
}

func readValue(dec *jsontext.Decoder) (*value, error) {
	tok, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch k := tok.Kind(); k {
	case '"', '0':
		return &value{kind: k, text: tok.String()}, nil
	case '[', '{':
		v := &value{kind: k}
		for dec.PeekKind() != k+2 { // ']' and '}'
			if k == '{' {
				name, err := dec.ReadToken()
				if err != nil {
					return nil, err
				}
				v.names = append(v.names, name.String())
			}
			kid, err := readValue(dec)
			if err != nil {
				return nil, err
			}
			v.kids = append(v.kids, kid)
		}
		if len(v.names) > 8 {
			v.index = make(map[string]int, len(v.names))
			for i, n := range v.names {
				v.index[n] = i
			}
		}
		_, err := dec.ReadToken()
		return v, err
	default:
		return &value{kind: k}, nil
	}
}

// find returns the number of an object's member, -1 if there is none.
func (v *value) find(name string) int {
	if v.index != nil {
		if i, ok := v.index[name]; ok {
			return i
		}
		return -1
	}
	for i, n := range v.names {
		if n == name {
			return i
		}
	}
	return -1
}

// get returns an object's member, nil if there is none.
func (v *value) get(name string) *value {
	if i := v.find(name); i >= 0 {
		return v.kids[i]
	}
	return nil
}

// object and array return a member of that kind, nil if it is another.
func (v *value) object(name string) *value { return v.getKind(name, '{') }
func (v *value) array(name string) *value  { return v.getKind(name, '[') }

func (v *value) getKind(name string, k jsontext.Kind) *value {
	if m := v.get(name); m != nil && m.kind == k {
		return m
	}
	return nil
}

// string returns a string member, "" if it is none.
func (v *value) string(name string) string {
	if m := v.getKind(name, '"'); m != nil {
		return m.text
	}
	return ""
}

func (v *value) append(dst []byte) []byte {
	switch v.kind {
	case 'n':
		return append(dst, "null"...)
	case 't':
		return append(dst, "true"...)
	case 'f':
		return append(dst, "false"...)
	case '0':
		return append(dst, v.text...)
	case '"':
		return appendString(dst, v.text)
	case '[':
		dst = append(dst, '[')
		for i, k := range v.kids {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = k.append(dst)
		}
		return append(dst, ']')
	default:
		dst = append(dst, '{')
		for i, k := range v.kids {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, v.names[i]), ':')
			dst = k.append(dst)
		}
		return append(dst, '}')
	}
}

func appendString(dst []byte, s string) []byte {
	// The error is about invalid UTF-8, which is written as U+FFFD.
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}

func (v *value) equal(w *value) bool {
	return v.kind == w.kind && len(v.kids) == len(w.kids) && bytes.Equal(v.append(nil), w.append(nil))
}

// with returns the object with a member added or replaced.
func (v *value) with(name string, kid *value) *value {
	if i := v.find(name); i >= 0 {
		return v.replace(i, kid)
	}
	return &value{kind: '{', names: append(v.names[:len(v.names):len(v.names)], name), kids: append(v.kids[:len(v.kids):len(v.kids)], kid)}
}

// replace returns v with one child replaced.
func (v *value) replace(i int, kid *value) *value {
	kids := make([]*value, len(v.kids))
	copy(kids, v.kids)
	kids[i] = kid
	return &value{kind: v.kind, names: v.names, kids: kids, index: v.index}
}

// without returns v with one child removed.
func (v *value) without(i int) *value {
	out := &value{kind: v.kind, kids: append(append([]*value{}, v.kids[:i]...), v.kids[i+1:]...)}
	if v.kind == '{' {
		out.names = append(append([]string{}, v.names[:i]...), v.names[i+1:]...)
	}
	return out
}

// elements returns the array of its arguments.
func elements(kids ...*value) *value { return &value{kind: '[', kids: kids} }
