package restore

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// arguments are about 1 KB with something to undo in each of their parts.
func arguments() (plan string, args []byte) {
	plan = `{"v":1,"plan":{"object":{"list":{"items":{"object":{},"null":["note","limit"]}},"labels":{"entries":{}},"extra":{"json":true}},"null":["cursor"]}}`
	var b strings.Builder
	b.WriteString(`{"query":"all the books about compilers","cursor":null,"list":[`)
	for i := range 8 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"item number %d","count":%d,"price":12.50,"note":null,"limit":null,"tags":["a","b"]}`, i, i)
	}
	b.WriteString(`],"labels":[{"key":"owner","value":"me"},{"key":"team","value":"core"}],"extra":"{\"a\":[1,2,3]}"}`)
	return plan, []byte(b.String())
}

func BenchmarkRestore(b *testing.B) {
	text, args := arguments()
	p, err := Load([]byte(text))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(args)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Restore(args); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFreeze(b *testing.B) {
	text, args := arguments()
	p, err := Load([]byte(text))
	if err != nil {
		b.Fatal(err)
	}
	if args, err = p.Restore(args); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(args)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Freeze(args); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTokenCopy is the measure: jsontext copying the tokens.
func BenchmarkTokenCopy(b *testing.B) {
	_, args := arguments()
	b.SetBytes(int64(len(args)))
	b.ReportAllocs()
	for b.Loop() {
		dec := jsontext.NewDecoder(bytes.NewBuffer(args))
		enc := jsontext.NewEncoder(new(bytes.Buffer))
		for {
			tok, err := dec.ReadToken()
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			if err := enc.WriteToken(tok); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkDeep shows that unions around a value cost no more than a factor.
func BenchmarkDeep(b *testing.B) {
	p, err := Load([]byte(`{"v":1,"plan":{"ref":0},"defs":[{"any":[{"out":{"t":"o","has":["n"],"p":{"n":{"t":"o","has":["n"]}}},"do":{"object":{"n":{"ref":0}}}},{"do":{"object":{"n":{"ref":0}}}}]}]}`))
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{100, 1000, 9000} {
		args := []byte(strings.Repeat(`{"n":`, n) + "1" + strings.Repeat("}", n))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(args)))
			for b.Loop() {
				if _, err := p.Restore(args); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
