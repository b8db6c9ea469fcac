package generate_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/generate"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

// allTexts are all that can be generated of a set.
func allTexts(t *testing.T, set *generate.Set) map[string]string {
	t.Helper()
	text, err := set.Go(generate.GoOptions{Package: "tools"})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{"go": string(text), "ts": string(set.TypeScript()), "lock": string(set.Lock())}
	n := 0
	for _, f := range set.JSON(func(string) string { n++; return fmt.Sprint(n) }) {
		out["json/"+f.Name] = string(f.Data)
	}
	return out
}

// texts are tool lists: the repository's own, and those of real servers where
// they are at hand.
func texts(t *testing.T) []string {
	out := []string{read(t, "..", "testdata", "tools", "library.json"),
		`[{"name":"enum","inputSchema":{"type":"object","properties":{"a":{"enum":[ 1 , {"x" : [ 1 , 2 ]}],"default": { "x" : [ 1 , 2 ] },"examples":[ [ 1 , "a b" ] ]},
		  "b":{"type":"array","description":"B","default":[ 1 , 2 ],"items":{"type":"integer","multipleOf":2}},"c":{"const": { "k" : 1 }},"d":{"type":"object","patternProperties":{"^x-":{}}}}}}]`}
	files, err := filepath.Glob("../../shared/corpus/mcp/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Log("../../shared/corpus is absent: only the repository's own tools are tried")
	}
	for i, file := range files {
		if i%8 == 0 {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(text))
		}
	}
	return out
}

// What is generated depends on the set of tools, the targets and the options
// alone: not on white space, the order of sources and of a tool's members, the
// number of workers or how tools are divided into sources.
func TestStable(t *testing.T) {
	for i, text := range texts(t) {
		set, err := generate.New(schemac.CompileTools([]schemac.Source{{Name: "a.json", Text: text}}, target.All, schemac.Options{}), target.All)
		if err != nil {
			t.Logf("text %d is left out: %v", i, err)
			continue
		}
		want := allTexts(t, set)
		found, err := parse.Find(&ast.Source{Name: "a.json", Text: text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		rnd := rand.New(rand.NewPCG(1, uint64(i)))
		for round := range 4 {
			var sources []schemac.Source
			for _, f := range found {
				sources = append(sources, schemac.Source{Name: fmt.Sprintf("%d.json", rnd.Int()), Text: permuted(t, f, rnd, round)})
			}
			rnd.Shuffle(len(sources), func(i, j int) { sources[i], sources[j] = sources[j], sources[i] })
			targets := slices.Clone(target.All)
			rnd.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
			set, err := generate.New(schemac.CompileTools(sources, targets, schemac.Options{Workers: 1 + round*3}), targets)
			if err != nil {
				t.Fatal(err)
			}
			got := allTexts(t, set)
			if len(got) != len(want) {
				t.Fatalf("%d texts, want %d", len(got), len(want))
			}
			for name := range want {
				if got[name] != want[name] {
					t.Fatalf("text %d, round %d: %s differs:\n%s", i, round, name, firstDifference(want[name], got[name]))
				}
			}
		}
	}
}

// permuted is a tool with other white space and its members in another order.
func permuted(t *testing.T, f parse.Found, rnd *rand.Rand, round int) string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(f.Source.Slice(f.Span)))
	var members [][2]string
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
		quoted, _ := json.Marshal(name)
		members = append(members, [2]string{string(quoted), string(value)})
	}
	rnd.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	var b bytes.Buffer
	for i, m := range members {
		b.WriteString([]string{"{", ","}[min(i, 1)] + m[0] + ":" + m[1])
	}
	b.WriteString("}")
	return string(emit.Format(nil, b.Bytes(), emit.Options{Indent: strings.Repeat(" \t\n"[:round], round)}))
}

func firstDifference(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return "  " + strings.ToValidUTF8(a[max(0, n-200):min(len(a), n+100)], "") + "\n  " + strings.ToValidUTF8(b[max(0, n-200):min(len(b), n+100)], "")
}
