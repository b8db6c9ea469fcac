package schemac_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

// benchTools returns the schemas of real tools: of ../shared/corpus/mcp, or of
// testdata where that is absent.
func benchTools(b *testing.B) (schemas [][]byte, size int64) {
	b.Helper()
	items := testdataItems
	if _, err := os.Stat(shared); err == nil {
		items = mcpItems
	}
	for _, it := range items(b) {
		schemas = append(schemas, it.schema)
		size += int64(len(it.schema))
	}
	return schemas, size
}

// BenchmarkFloor is what reading the tokens alone costs.
func BenchmarkFloor(b *testing.B) {
	schemas, size := benchTools(b)
	perTool(b, schemas, size, func(s []byte) {
		dec := jsontext.NewDecoder(bytes.NewBuffer(s))
		for {
			if _, err := dec.ReadToken(); err != nil {
				return
			}
		}
	})
}

// BenchmarkParse is reading a schema into a tree.
func BenchmarkParse(b *testing.B) {
	schemas, size := benchTools(b)
	perTool(b, schemas, size, func(s []byte) {
		if _, err := parse.Schema(&ast.Source{Text: string(s)}, parse.Options{}, func(diag.Diagnostic) {}); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkCompile is parse, lower, emit and audit for one target.
func BenchmarkCompile(b *testing.B) {
	schemas, size := benchTools(b)
	for _, t := range target.All {
		b.Run(t.ID, func(b *testing.B) {
			perTool(b, schemas, size, func(s []byte) {
				if _, err := schemac.Compile(s, t.ID, schemac.Options{}); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// perTool runs f over every schema once an iteration and reports the mean time
// of one.
func perTool(b *testing.B, schemas [][]byte, size int64, f func([]byte)) {
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range schemas {
			f(s)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(schemas)), "ns/tool")
	b.ReportMetric(float64(size)/float64(len(schemas)), "B/tool")
}
