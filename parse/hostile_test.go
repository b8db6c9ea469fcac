package parse_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/parse"
)

// repeat joins n pieces by commas.
func repeat(n int, piece func(int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(piece(i))
	}
	return b.String()
}

// hostile are schemas of about n pieces that would take quadratic time or worse
// if anything were done naively.
var hostile = []struct {
	name string
	text func(n int) string
}{
	{"many properties", func(n int) string {
		return `{"properties":{` + repeat(n, func(i int) string { return `"p` + strconv.Itoa(i) + `":{"type":"string"}` }) + `}}`
	}},
	{"references into one map", func(n int) string {
		return `{"$defs":{` + repeat(n, func(i int) string {
			return `"d` + strconv.Itoa(i) + `":{"$ref":"#/$defs/d` + strconv.Itoa((i*7+1)%n) + `"}`
		}) + `}}`
	}},
	{"references into one list", func(n int) string {
		return `{"anyOf":[` + repeat(n, func(i int) string { return `{"not":{"$ref":"#/anyOf/` + strconv.Itoa((i*7+1)%n) + `"}}` }) + `]}`
	}},
	{"references into a tuple", func(n int) string {
		return `{"items":[` + repeat(n, func(i int) string { return `{"not":{"$ref":"#/items/` + strconv.Itoa((i*7+1)%n) + `"}}` }) + `]}`
	}},
	{"dangling references", func(n int) string {
		return `{"anyOf":[` + repeat(n, func(i int) string { return `{"$ref":"#a` + strconv.Itoa(i) + `"}` }) + `]}`
	}},
	{"external references", func(n int) string {
		return `{"anyOf":[` + repeat(n, func(i int) string { return `{"$ref":"http://e.com/a` + strconv.Itoa(i) + `"}` }) + `]}`
	}},
	{"a chain of references", func(n int) string {
		return `{"$defs":{` + repeat(n, func(i int) string {
			return `"d` + strconv.Itoa(i) + `":{"$ref":"#/$defs/d` + strconv.Itoa(i+1) + `"}`
		}) + `,"d` + strconv.Itoa(n) + `":{}}}`
	}},
	{"homeless targets of one name", func(n int) string {
		return `{"x":[` + repeat(n, func(i int) string { return `{"y":{"not":{}}}` }) + `],"anyOf":[` + repeat(n, func(i int) string { return `{"$ref":"#/x/` + strconv.Itoa(i) + `/y/not"}` }) + `]}`
	}},
	{"anchors found one after the other", func(n int) string {
		return `{"x":[` + repeat(n, func(i int) string {
			return `{"$anchor":"a` + strconv.Itoa(i) + `","not":{"$ref":"#/x/` + strconv.Itoa(i+1) + `"}}`
		}) + `,{}],"anyOf":[{"$ref":"#/x/0"},` + repeat(n, func(i int) string { return `{"$ref":"#a` + strconv.Itoa(i) + `"}` }) + `]}`
	}},
	{"definitions of equal names", func(n int) string {
		defs := repeat(n, func(i int) string { return `"d` + strconv.Itoa(i) + `":{}` })
		return `{"definitions":{` + defs + `},"$defs":{` + defs + `}}`
	}},
	{"resources", func(n int) string {
		return `{"$defs":{` + repeat(n, func(i int) string {
			return `"d` + strconv.Itoa(i) + `":{"$id":"http://e.com/` + strconv.Itoa(i) + `","$ref":"` + strconv.Itoa((i+1)%n) + `"}`
		}) + `}}`
	}},
	{"equal ids", func(n int) string {
		return `{"$defs":{` + repeat(n, func(i int) string { return `"d` + strconv.Itoa(i) + `":{"$id":"http://e.com/a","$ref":"#"}` }) + `}}`
	}},
	{"a long enum", func(n int) string {
		return `{"enum":[` + repeat(n, strconv.Itoa) + `]}`
	}},
	{"a long required", func(n int) string {
		return `{"required":[` + repeat(n, func(i int) string { return `"r` + strconv.Itoa(i/2) + `"` }) + `]}`
	}},
	{"properties that are required", func(n int) string {
		return `{"properties":{` + repeat(n, func(i int) string { return `"p` + strconv.Itoa(i) + `":{"required":true}` }) + `}}`
	}},
	{"unknown keywords", func(n int) string {
		return `{` + repeat(n, func(i int) string { return `"x` + strconv.Itoa(i) + `":{}` }) + `}`
	}},
}

// TestHostile reads and prints each of them; BenchmarkHostile shows that time
// is linear.
func TestHostile(t *testing.T) {
	for _, h := range hostile {
		text := h.text(3000)
		doc, err := parse.Schema(&ast.Source{Text: text}, parse.Options{}, nil)
		if err != nil {
			t.Errorf("%s: %v", h.name, err)
			continue
		}
		checkTree(t, doc)
		out := emit.Schema(nil, doc, emit.Options{})
		if !doc.Upgraded && !strings.Contains(text, `"x"`) && string(out) != text {
			t.Errorf("%s: printed otherwise", h.name)
		}
	}
}

// BenchmarkHostile has the same MB/s at both sizes if time is linear.
func BenchmarkHostile(b *testing.B) {
	for _, h := range hostile {
		for _, n := range []int{1000, 16000} {
			text := h.text(n)
			b.Run(strings.ReplaceAll(h.name, " ", "-")+"/"+strconv.Itoa(n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					doc, err := parse.Schema(&ast.Source{Text: text}, parse.Options{}, nil)
					if err != nil {
						b.Fatal(err)
					}
					emit.Schema(nil, doc, emit.Options{})
				}
			})
		}
	}
}
