package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac"
)

// Inputs are divided as parse.Find divides them: by lines, or not at all.
func TestStream(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 100_000) + `"}`
	for _, c := range []struct {
		in   string
		want []string // line:text
	}{
		{"", []string{"0:"}},
		{" \n\n", []string{"0: \n\n"}},
		{`{"a":1}`, []string{`0:{"a":1}`}},
		{"\n{\"a\":1}\n\n", []string{"0:\n{\"a\":1}\n"}},
		{"{\n\"a\":1}\n", []string{"0:{\n\"a\":1}\n"}},
		{"{}\n{}", []string{"1:{}", "2:{}"}},
		{"\n{}\r\n\r\n \n[1]\r\n{\n\n7", []string{"2:{}", "5:[1]", "6:{", "8:7"}},
		{"{} x\n{}\n", []string{"0:{} x\n{}\n"}},
		{long + "\n" + long + "\n", []string{"1:" + long, "2:" + long}},
	} {
		var got []string
		p := &program{in: strings.NewReader(c.in)}
		p.stream(nil, defaultMaxBytes, func(sources []schemac.Source) {
			for _, s := range sources {
				if s.Err != nil || s.Name != "<stdin>" {
					t.Errorf("%q: %v", c.in, s)
				}
				got = append(got, fmt.Sprintf("%d:%s", s.FirstLine, s.Text))
			}
		})
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%.80q: %s", c.in, diff)
		}
	}
}

// lines is NDJSON of n different tools.
func lines(n int) io.Reader {
	r, w := io.Pipe()
	go func() {
		for i := range n {
			_, err := fmt.Fprintf(w, `{"name":"tool_%d","description":"The tool %d of many.","inputSchema":{"type":"object","properties":{`+
				`"query":{"type":"string","minLength":2,"description":"words %d"},"limit":{"type":"integer","minimum":1,"maximum":%d,"default":10},`+
				`"filter":{"anyOf":[{"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"string","format":"date"}},"required":["kind"],"additionalProperties":false},`+
				`{"type":"object","properties":{"kind":{"const":"b"},"y":{"type":["number","null"]}},"required":["kind"],"additionalProperties":false}]}},`+
				`"required":["query"],"additionalProperties":false}}`+"\n", i, i, i, i+10)
			if err != nil {
				return
			}
		}
		w.Close()
	}()
	return r
}

// A stream's records are those of the same text read whole, and the shards of a
// stream are a partition of it.
func TestStreamRecords(t *testing.T) {
	text, err := io.ReadAll(lines(3000))
	if err != nil {
		t.Fatal(err)
	}
	compile := func(args ...string) []string {
		var out, errw bytes.Buffer
		if code := run(append([]string{"compile", "-t", "openai-strict,mcp", "--compact"}, args...), bytes.NewReader(text), &out, &errw); code != exitClean || errw.Len() > 0 {
			t.Fatalf("code %d, stderr %s", code, &errw)
		}
		return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	}
	stream := compile("--format", "ndjson")
	if len(stream) != 6000 {
		t.Fatalf("%d lines", len(stream))
	}
	whole := compile("--format", "json")
	if got := "[" + strings.Join(stream, ",") + "]"; got != whole[0] {
		t.Error("the stream differs from the whole")
	}
	in := make(map[string]int)
	for _, line := range stream {
		in[line]++
	}
	for _, part := range []string{"1/3", "2/3", "3/3"} {
		own := compile("--format", "ndjson", "--shard", part)
		if len(own) < 1600 || len(own) > 2400 {
			t.Errorf("the part %s has %d lines", part, len(own))
		}
		for _, line := range own {
			in[line]--
		}
	}
	for line, n := range in {
		if n != 0 {
			t.Fatalf("in the parts %d times less: %s", n, line)
		}
	}
}

func BenchmarkStream(b *testing.B) {
	for b.Loop() {
		if code := run([]string{"compile", "-t", "openai-strict", "--format", "ndjson"}, lines(10_000), io.Discard, io.Discard); code != exitClean {
			b.Fatal(code)
		}
	}
	b.ReportMetric(float64(b.N)*10_000/b.Elapsed().Seconds(), "tools/s")
}
