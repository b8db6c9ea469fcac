package diag

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
)

// Place is where a position is, for people: the source's name, the line and the
// column (both from 1, the column counted in Unicode code points), and the JSON
// Pointer of the value or member that begins there, within the source's text.
type Place struct {
	Source  string
	Line    int
	Column  int
	Pointer string
}

// String is file:line:col.
func (p Place) String() string {
	return p.Source + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// Locate computes one place. For many positions of one source use LocateAll,
// which reads the text once.
func Locate(src *ast.Source, at ast.Pos) Place { return LocateAll(src, []ast.Pos{at})[0] }

// LocateAll computes the places of the positions in one pass over the text. The
// pointer of a position that is past an error in the text is the last one that
// could be computed.
func LocateAll(src *ast.Source, at []ast.Pos) []Place {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	places := make([]Place, len(at))
	lines(src, at, order, places)
	pointers(src, at, order, places)
	return places
}

func lines(src *ast.Source, at []ast.Pos, order []int, places []Place) {
	line, column := max(src.FirstLine, 1), 1
	done := 0
	for _, i := range order {
		p := min(int(at[i]), len(src.Text))
		for {
			nl := strings.IndexByte(src.Text[done:p], '\n')
			if nl < 0 {
				break
			}
			done += nl + 1
			line, column = line+1, 1
		}
		column += utf8.RuneCountInString(src.Text[done:p])
		done = p
		places[i].Source = src.Name
		places[i].Line = line
		places[i].Column = column
	}
}

// pointers walks the tokens and gives each position the pointer of the first
// token that ends after it: at `"a"` of `{"a":1}` that is /a.
func pointers(src *ast.Source, at []ast.Pos, order []int, places []Place) {
	dec := jsontext.NewDecoder(bytes.NewBufferString(src.Text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var last string
	for _, i := range order {
		for dec.InputOffset() <= int64(at[i]) {
			if _, err := dec.ReadToken(); err != nil {
				last = string(dec.StackPointer()) // {"a": [1, where the text ends
				for _, j := range order {
					if places[j].Pointer == "" && at[j] >= at[i] {
						places[j].Pointer = last
					}
				}
				return
			}
			if dec.InputOffset() > int64(at[i]) {
				last = string(dec.StackPointer())
			}
		}
		places[i].Pointer = last
	}
}
