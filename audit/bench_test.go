package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/target"
)

// corpus returns the input schemas of real tool servers, or of the tools in
// testdata where the shared corpus is absent.
func corpus(tb testing.TB) [][]byte {
	tb.Helper()
	files, _ := filepath.Glob("../../shared/corpus/mcp/*.json")
	if len(files) == 0 {
		files, _ = filepath.Glob("testdata/*.json")
	}
	var schemas [][]byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		var list struct {
			Tools []struct {
				InputSchema json.RawMessage `json:"inputSchema"`
			} `json:"tools"`
		}
		if err := json.Unmarshal(text, &list); err != nil {
			tb.Fatalf("%s: %v", file, err)
		}
		for _, tool := range list.Tools {
			schemas = append(schemas, tool.InputSchema)
		}
	}
	return schemas
}

// open is a target that refuses nothing that a tool server prints: what is
// measured is the walk.
var open = target.Target{
	ID: "open", Keywords: everything, KeepUnknown: true, TypeList: true, TypeNull: true, BoolSchema: true,
	Object: target.ObjectDeclaredRequired,
	Audit:  target.Audit{Prefix: "open", Noun: "Schema", Unlisted: true},
}

// BenchmarkCheck audits every schema of the corpus. Its floor, a bare scan of
// the same tokens, is timed in turns with it: x-floor is the quotient of the
// fastest rounds, which is what matters on machines that differ.
func BenchmarkCheck(b *testing.B) {
	schemas := corpus(b)
	if len(schemas) == 0 {
		b.Skip("no schemas: neither the shared corpus nor testdata is there")
	}
	size := 0
	for _, s := range schemas {
		size += len(s)
	}
	var buf bytes.Buffer
	dec := jsontext.NewDecoder(&buf)
	scan := func() {
		for _, s := range schemas {
			buf = *bytes.NewBuffer(s)
			dec.Reset(&buf, lenient)
			for {
				if _, err := dec.ReadToken(); err != nil {
					break
				}
			}
		}
	}
	for _, t := range append([]*target.Target{&open}, target.All...) {
		b.Run(t.ID, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			floor, fastest, found := time.Hour, time.Hour, 0
			for b.Loop() {
				b.StopTimer()
				start := time.Now()
				scan()
				floor = min(floor, time.Since(start))
				b.StartTimer()
				start, found = time.Now(), 0
				for _, s := range schemas {
					vs, err := Check(s, t, Options{})
					if err != nil {
						b.Fatal(err)
					}
					found += len(vs)
				}
				fastest = min(fastest, time.Since(start))
			}
			b.ReportMetric(float64(fastest)/float64(floor), "x-floor")
			b.ReportMetric(float64(found)/float64(len(schemas)), "findings/schema")
		})
	}
}

func ExampleCheck() {
	schema := `{"type":"object","properties":{"pattern":{"type":"string","pattern":"^a"}},"required":[],"additionalProperties":false}`
	found, err := Check([]byte(schema), &target.OpenAIStrict, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range found {
		fmt.Println(v.Rule, v.Path, v.Pointer, v.Offset)
	}
	// Output:
	// strict-forbidden-key root.properties.pattern.pattern /properties/pattern/pattern 58
	// strict-object-required root.required /required 75
}
