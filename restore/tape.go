package restore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// tape is a JSON text and where its values are, so that a step can look ahead,
// pass a value over and copy it as it stands.
type tape struct {
	text []byte
	at   []token
}

// token is a value or a member's name. The members of an object and the items of
// an array follow their own token.
type token struct {
	start, end uint32 // of the text; of an object and an array all of it
	next       uint32 // the token behind the value
}

var errLarge = errors.New("the JSON is larger than 4 GB")

// scan reads a text, which must be one JSON value.
func scan(text []byte) (tape, error) {
	if uint64(len(text)) > math.MaxUint32 {
		return tape{}, errLarge
	}
	t := tape{text: text, at: make([]token, 0, len(text)/8+4)}
	dec := jsontext.NewDecoder(bytes.NewBuffer(text))
	var room [16]uint32
	open := room[:0]
	pos := 0
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return tape{}, fmt.Errorf("not valid JSON: %w", err)
		}
		for text[pos] <= ' ' || text[pos] == ',' || text[pos] == ':' {
			pos++
		}
		end := int(dec.InputOffset())
		switch tok.Kind() {
		case '{', '[':
			open = append(open, uint32(len(t.at)))
			t.at = append(t.at, token{start: uint32(pos)})
		case '}', ']':
			o := &t.at[open[len(open)-1]]
			o.end, o.next = uint32(end), uint32(len(t.at))
			open = open[:len(open)-1]
		default:
			t.at = append(t.at, token{uint32(pos), uint32(end), uint32(len(t.at) + 1)})
		}
		pos = end
		if len(open) == 0 {
			break
		}
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		if err == nil {
			err = errors.New("there is more than one value")
		}
		return tape{}, fmt.Errorf("not valid JSON: %w", err)
	}
	return t, nil
}

// kind is the first byte of a value: one of n t f " { [ - 0…9.
func (t *tape) kind(i int) byte { return t.text[t.at[i].start] }

func (t *tape) raw(i int) []byte { return t.text[t.at[i].start:t.at[i].end] }

func (t *tape) next(i int) int { return int(t.at[i].next) }

// name is the decoded text of a string; the bytes may be the tape's own.
func (t *tape) name(i int) []byte {
	raw := t.raw(i)
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	out, _ := jsontext.AppendUnquote(nil, raw) // scan has read it without error
	return out
}

// place is the JSON Pointer of a value.
func (t *tape) place(i int) string {
	var b strings.Builder
	for at := 0; at != i; {
		object := t.kind(at) == '{'
		n, found := 0, false
		for j := at + 1; j < t.next(at) && !found; n++ {
			name := j
			if object {
				j++
			}
			if i >= j && i < t.next(j) {
				b.WriteByte('/')
				if object {
					b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(string(t.name(name))))
				} else {
					b.WriteString(strconv.Itoa(n))
				}
				at, found = j, true
			}
			j = t.next(j)
		}
		if !found {
			break
		}
	}
	return b.String()
}
