package parse_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/parse"
)

// benchSchemas are the input schemas of the real tool lists, or a few of our
// own where the corpus is absent.
func benchSchemas(b *testing.B) []string {
	files, _ := filepath.Glob("../../shared/corpus/mcp/*.json")
	sort.Strings(files)
	var out []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		var v any
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		if err := dec.Decode(&v); err != nil {
			b.Fatal(err)
		}
		out = append(out, inputSchemas(text)...)
	}
	if out == nil {
		for i := range 100 {
			out = append(out, fmt.Sprintf(`{"type":"object","properties":{"q%d":{"type":"string","description":"What to look for."},"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"tags":{"type":"array","items":{"type":"string"}}},"required":["q%d"],"additionalProperties":false}`, i, i))
		}
	}
	return out
}

// inputSchemas finds every member of that name.
func inputSchemas(text []byte) []string {
	var out []string
	dec := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			return out
		}
		if tok.Kind() == '"' && tok.String() == "inputSchema" {
			v, err := dec.ReadValue()
			if err != nil {
				return out
			}
			out = append(out, string(v))
		}
	}
}

func size(schemas []string) (n int64) {
	for _, s := range schemas {
		n += int64(len(s))
	}
	return n
}

// BenchmarkScan is the floor: jsontext reads every token and nothing is done.
func BenchmarkScan(b *testing.B) {
	schemas := benchSchemas(b)
	b.SetBytes(size(schemas))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range schemas {
			dec := jsontext.NewDecoder(bytes.NewBufferString(s))
			for {
				if _, err := dec.ReadToken(); err == io.EOF {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(schemas)), "ns/tool")
}

func BenchmarkParse(b *testing.B) {
	schemas := benchSchemas(b)
	b.SetBytes(size(schemas))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range schemas {
			if _, err := parse.Schema(&ast.Source{Text: s}, parse.Options{}, nil); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(schemas)), "ns/tool")
}

func BenchmarkEmit(b *testing.B) {
	schemas := benchSchemas(b)
	docs := make([]*ast.Document, len(schemas))
	for i, s := range schemas {
		docs[i], _ = parse.Schema(&ast.Source{Text: s}, parse.Options{}, nil)
	}
	b.SetBytes(size(schemas))
	b.ReportAllocs()
	var buf []byte
	for b.Loop() {
		for _, d := range docs {
			buf = emit.Schema(buf[:0], d, emit.Options{})
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(schemas)), "ns/tool")
}

// large is a draft-04 schema of about a megabyte, full of old spellings.
func large() string {
	var b strings.Builder
	b.WriteString(`{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://example.com/root.json","definitions":{`)
	for i := 0; b.Len() < 1<<20; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"d%d":{"type":"object","properties":{"a":{"$ref":"#/definitions/d%d"},"b":{"type":"number","minimum":0,"exclusiveMinimum":true},"c":{"type":"array","items":[{"type":"string","description":"the first"},{"type":"integer"}],"additionalItems":false}},"dependencies":{"a":["b"]},"required":["a"]}`, i, i/2)
	}
	b.WriteString(`}}`)
	return b.String()
}

// BenchmarkUpgrade reads a draft-04 schema and, for comparison, its 2020-12
// form.
func BenchmarkUpgrade(b *testing.B) {
	old := large()
	doc, err := parse.Schema(&ast.Source{Text: old}, parse.Options{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{"draft-04": old, "2020-12": string(emit.Schema(nil, doc, emit.Options{}))} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parse.Schema(&ast.Source{Text: text}, parse.Options{}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
