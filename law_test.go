package schemac_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/gen"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/internal/proof"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// The laws of the way back:
//
//   - forth: Freeze of what is valid under the source is valid under the
//     output, or the verdict says narrowed.
//   - back: Restore of that is what it was.
//   - home: Restore of what is valid under the output is valid under the
//     source, or the verdict says widened.
//   - total: no other text makes Restore panic, and what comes out is JSON.
//   - reached: with StrictRequire every schema that has an output is strict and
//     the audit finds nothing; and the output compiles to itself.
//   - small: a plan is no larger than the schema it is for.
const (
	forth   = "forth"
	back    = "back"
	home    = "home"
	total   = "total"
	reached = "reached"
	small   = "small"
)

// way is one way to compile.
type way struct {
	target string
	opt    schemac.Options
}

var allEncodings = schemac.EncodeMaps | schemac.EncodeTuples | schemac.EncodeEnums | schemac.EncodeAny | schemac.EncodeRoot

var ways = []way{
	{"openai-strict", schemac.Options{}},
	{"openai-strict", schemac.Options{Strict: schemac.StrictRequire}},
	{"google", schemac.Options{Encode: allEncodings}},
	{"cca", schemac.Options{Encode: allEncodings}},
	{"cca", schemac.Options{}},
	{"openai", schemac.Options{}},
	{"deepseek", schemac.Options{}},
}

// alike are ways that do what the others do and one thing more, tried on fewer
// of many schemas.
var alike = []way{
	{"anthropic", schemac.Options{}},
	{"anthropic", schemac.Options{Encode: schemac.EncodeRoot}},
	{"anthropic-strict", schemac.Options{Strict: schemac.StrictRequire}},
	{"openai", schemac.Options{Strict: schemac.StrictRequire}},
	{"cerebras", schemac.Options{Strict: schemac.StrictRequire}},
	{"moonshot", schemac.Options{Encode: allEncodings}},
	{"vertex", schemac.Options{}},
	{"zed", schemac.Options{}},
	{"cursor", schemac.Options{}},
	{"llama-cpp", schemac.Options{}},
}

func (w way) String() string {
	s := w.target
	if w.opt.Strict == schemac.StrictRequire {
		s += " require"
	}
	if w.opt.Encode != 0 {
		s += " encode"
	}
	return s
}

var lawSchemas = flag.Int("laws", 400, "how many random schemas the laws of the way back are tried on")

func TestLaws(t *testing.T) {
	for _, source := range []struct {
		name  string
		items func(testing.TB) []item
	}{
		{"testdata", testdataItems},
		{"mcp", mcpItems},
		{"real", realItems},
		{"cases", caseItems},
		{"suite-2020-12", func(t testing.TB) []item { return suiteItems(t, "draft2020-12", ast.Draft2020) }},
		{"suite-7", func(t testing.TB) []item { return suiteItems(t, "draft7", ast.Draft07) }},
		{"random", randomItems},
	} {
		t.Run(source.name, func(t *testing.T) {
			l := &laws{strict: map[string]int{}, plans: map[string]int{}, total: map[string]int{}}
			items := source.items(t)
			queue := make(chan work)
			var all sync.WaitGroup
			for range runtime.GOMAXPROCS(0) {
				all.Go(func() {
					for w := range queue {
						for _, way := range w.ways {
							l.check(w.item, way)
						}
					}
				})
			}
			for i, it := range items {
				w := work{it, append(ways[:len(ways):len(ways)], alike...)}
				if len(items) > 200 && i%4 > 0 {
					w.ways = ways
				}
				queue <- w
			}
			close(queue)
			all.Wait()
			for _, w := range append(ways[:len(ways):len(ways)], alike...) {
				t.Logf("%s: %d schemas with output, %d strict, %d with a plan", w, l.total[w.String()], l.strict[w.String()], l.plans[w.String()])
			}
			for _, law := range [...]string{forth, back, home, total, reached, small} {
				t.Run(law, func(t *testing.T) { l.print(t, law) })
			}
		})
	}
}

type work struct {
	item
	ways []way
}

type laws struct {
	report
	strict, plans, total map[string]int
}

func (l *laws) check(it item, w way) {
	opt := w.opt
	opt.Draft = it.draft
	res, err := schemac.Compile(it.schema, w.target, opt)
	if err != nil || res.Schema == nil {
		return
	}
	l.mu.Lock()
	l.total[w.String()]++
	if res.Strict {
		l.strict[w.String()]++
	}
	if res.Plan != nil {
		l.plans[w.String()]++
	}
	l.mu.Unlock()
	tg := target.Lookup(w.target)
	fail := func(law, group, detail string) {
		l.fail(law, it, tg, group, fmt.Sprintf("%s: %s\n     output %s\n     plan %s\n     verdict %s (%s)", w, detail, short(res.Schema), short(res.Plan.AppendJSON(nil)), res.Verdict, codes(res)))
	}
	if opt.Strict == schemac.StrictRequire && !tooLarge(res) {
		l.reached(it, res, fail)
	}
	if res.Verdict&diag.Fallback != 0 {
		if res.Plan != nil && tg.Plain == nil {
			fail(small, "fallback", "a fallback has a plan")
		}
		return
	}
	plan := res.Plan.AppendJSON(nil)
	if res.Plan != nil {
		// A choice between branches whose properties are renamed names them on
		// both sides.
		most := max(len(it.schema), len(res.Schema))
		if strings.Contains(codes(res), string(diag.PropertyRenamed)) && bytes.Contains(plan, []byte(`"any":[`)) {
			most += most / 2
		}
		if len(plan) > most {
			fail(small, "size", fmt.Sprintf("the plan has %d bytes, the source %d, the output %d", len(plan), len(it.schema), len(res.Schema)))
		}
		if res.Verdict&diag.Reshaped == 0 && w.target != "cca" && !strings.Contains(codes(res), string(diag.RequiredAdded)) &&
			!strings.Contains(codes(res), string(diag.NullToOptional)) {
			fail(small, "verdict", "there is a plan, but the verdict does not say reshaped")
		}
	} else if res.Verdict&diag.Reshaped != 0 && !discards(codes(res)) { // or in a definition that has no use any more
		fail(small, "no plan", "the verdict says reshaped, but there is no plan")
	}
	loaded, err := restore.Load(plan)
	if err != nil {
		fail(total, "load", err.Error())
		return
	}
	source, err := proof.Source(it.schema, it.draft)
	if err != nil {
		return
	}
	output, err := proof.Output(res.Schema)
	if err != nil {
		fail(home, "output", err.Error())
		return
	}
	defer func() {
		if p := recover(); p != nil {
			fail(total, "panic", fmt.Sprint(p))
		}
	}()
	claim := proof.Claim{Renamed: proof.RenamedBy(res.Diagnostics)}
	n := 25 + min(len(it.schema)/100, 60)
	for _, v := range gen.Instances([][]byte{it.schema}, n) {
		if source.Valid(v) && !claim.Collides(v, true) {
			l.thereAndBack(v, loaded, res, output, fail)
		}
	}
	for _, v := range gen.Instances([][]byte{res.Schema}, n) {
		got, err := loaded.Restore(v)
		if !output.Valid(v) {
			if err == nil && !json.Valid(got) {
				fail(total, "json", fmt.Sprintf("%s gives %s", v, got))
			}
			continue
		}
		if res.Verdict&diag.Widened != 0 || claim.Collides(v, false) {
			continue
		}
		if err != nil {
			fail(home, "error"+codes(res), fmt.Sprintf("%s: %v", v, err))
		} else if !source.Valid(got) {
			fail(home, codes(res), fmt.Sprintf("%s\n     becomes %s", v, got))
		}
	}
}

// tooLarge reports whether a schema fell back for its size.
func tooLarge(res *schemac.Result) bool {
	for _, d := range res.Diagnostics {
		if d.Code == diag.StrictFallback && strings.Contains(d.A, " of at most ") {
			return true
		}
	}
	return false
}

// discards reports whether compiling may have thrown away what it had reshaped.
func discards(codes string) bool {
	for _, c := range [...]diag.Code{diag.RefSiblings, diag.AllOfMerged, diag.AllOfLossy, diag.FalseSchema, diag.RefInlined, diag.DefUnused} {
		if strings.Contains(codes, string(c)) {
			return true
		}
	}
	return false
}

func (l *laws) thereAndBack(v []byte, p *restore.Plan, res *schemac.Result, output *judge.Schema, fail func(law, group, detail string)) {
	frozen, err := p.Freeze(v)
	if err != nil {
		fail(forth, "error", fmt.Sprintf("%s: %v", v, err))
		return
	}
	if !output.Valid(frozen) {
		if res.Verdict&diag.Narrowed == 0 && !strings.Contains(codes(res), string(diag.UnionAmbiguous)) {
			fail(forth, codes(res), fmt.Sprintf("%s\n     becomes %s", v, frozen))
		}
		return
	}
	said := codes(res)
	if strings.Contains(said, string(diag.UnionAmbiguous)) {
		return
	}
	for _, d := range res.Diagnostics {
		// What the output does not accept by these may look like something else.
		union := d.Code == diag.ObjectClosed && bytes.Contains(res.Plan.AppendJSON(nil), []byte(`"any":[`))
		if d.Loss&diag.Narrowed != 0 && (union || d.Code != diag.ObjectClosed && d.Code != diag.RequiredAdded) {
			return
		}
	}
	got, err := p.Restore(frozen)
	if err != nil {
		fail(back, "error", fmt.Sprintf("%s becomes %s: %v", v, frozen, err))
		return
	}
	loose := strings.Contains(said, string(diag.RequiredAdded)) // an absent member comes back as null
	if !equalJSON(v, got, loose) {
		fail(back, said, fmt.Sprintf("%s\n     becomes %s\n     comes back as %s", v, frozen, got))
	}
}

// reached is the fourth law.
func (l *laws) reached(it item, res *schemac.Result, fail func(law, group, detail string)) {
	if !res.Strict {
		fail(reached, "open", "not strict")
		return
	}
	found, err := audit.Check(res.Schema, res.Target, audit.Options{Metaschema: judge.Metaschema})
	if err != nil {
		fail(reached, "error", err.Error())
	}
	for _, v := range found {
		fail(reached, v.Rule, v.Path+": "+v.Message)
	}
	again, err := schemac.Compile(res.Schema, res.Target.ID, schemac.Options{Strict: schemac.StrictRequire})
	switch {
	case err != nil:
		fail(reached, "again", err.Error())
	case !bytes.Equal(again.Schema, res.Schema):
		fail(reached, "again "+codes(again), "twice "+apart(again.Schema, res.Schema))
	case again.Plan != nil:
		fail(reached, "again", "the output has a plan itself")
	}
}

func equalJSON(a, b []byte, loose bool) bool {
	var x, y any
	for _, p := range [...]struct {
		text []byte
		v    *any
	}{{a, &x}, {b, &y}} {
		dec := json.NewDecoder(bytes.NewReader(p.text))
		dec.UseNumber()
		if dec.Decode(p.v) != nil {
			return false
		}
	}
	return equalValue(x, y, loose)
}

// equalValue compares numbers by value; loose lets a null stand for an absent
// member or a missing last item of b.
func equalValue(a, b any, loose bool) bool {
	switch x := a.(type) {
	case json.Number:
		y, ok := b.(json.Number)
		if !ok {
			return false
		}
		if x == y {
			return true
		}
		p, ok := new(big.Rat).SetString(string(x))
		q, ok2 := new(big.Rat).SetString(string(y))
		return ok && ok2 && p.Cmp(q) == 0
	case []any:
		y, ok := b.([]any)
		for loose && ok && len(y) > len(x) && y[len(y)-1] == nil {
			y = y[:len(y)-1]
		}
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !equalValue(x[i], y[i], loose) {
				return false
			}
		}
		return true
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			return false
		}
		for k, v := range x {
			w, ok := y[k]
			if !ok || !equalValue(v, w, loose) {
				return false
			}
		}
		for k, w := range y {
			if _, ok := x[k]; !ok && !(loose && w == nil) {
				return false
			}
		}
		return true
	}
	return a == b
}

// realItems are real schemas of all kinds.
func realItems(t testing.TB) []item {
	var items []item
	for _, file := range sharedFiles(t, "corpus/real-schemas.jsonl") {
		for line := range bytes.Lines(mustRead(t, file)) {
			var c struct {
				ID     string          `json:"id"`
				Schema json.RawMessage `json:"schema"`
			}
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if len(c.Schema) < 20_000 {
				items = append(items, upgraded(item{id: c.ID, schema: c.Schema}))
			}
		}
	}
	return items
}

// upgraded is the schema as the compiler reads it: real schemas use keywords
// that their dialect does not have, and mean them.
func upgraded(it item) item {
	src := &ast.Source{Text: string(it.schema)}
	doc, err := parse.Schema(src, parse.Options{Intent: true}, func(diag.Diagnostic) {})
	if err != nil {
		return it
	}
	return item{id: it.id, schema: emit.Schema(nil, doc, emit.Options{}), draft: ast.Draft2020}
}

// randomItems are small schemas put together by chance from what is reshaped.
func randomItems(testing.TB) []item {
	var items []item
	for i := range *lawSchemas {
		r := rand.New(rand.NewPCG(uint64(i), 7))
		s := randomSchema(r, 3)
		if r.IntN(2) == 0 {
			s = `{"type":"object","properties":{"a":` + s + `,"r":{"$ref":"#/$defs/d"}},"additionalProperties":false,"$defs":{"d":` + randomSchema(r, 2) + `}}`
		}
		items = append(items, item{id: fmt.Sprint("random ", i), schema: []byte(s), draft: ast.Draft2020})
		if i%2 == 0 { // names that providers refuse
			s = strings.NewReplacer(`"a"`, `"a b"`, `"b"`, `"$ref"`, `"c"`, `"if"`).Replace(s)
			items = append(items, item{id: fmt.Sprint("names ", i), schema: []byte(s), draft: ast.Draft2020})
		}
	}
	return items
}

func randomSchema(r *rand.Rand, depth int) string {
	leaf := []string{`{"type":"string"}`, `{"type":"integer"}`, `{"type":"null"}`, `{"type":["string","null"]}`, `{}`, `true`, `{"enum":["x",1,null]}`,
		`{"const":{"a":1}}`, `{"enum":[1,2]}`, `{"type":"boolean"}`, `{"const":"k"}`, `{"type":"object"}`, `{"type":"array"}`}
	if depth == 0 || r.IntN(6) == 0 {
		return leaf[r.IntN(len(leaf))]
	}
	sub := func() string { return randomSchema(r, depth-1) }
	switch r.IntN(9) {
	case 0, 1, 2:
		var b strings.Builder
		b.WriteString(`{"type":"object","properties":{`)
		var required []string
		for i, n := range []string{"a", "b", "c"} {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%q:%s", n, sub())
			if r.IntN(2) == 0 {
				required = append(required, n)
			}
		}
		names, _ := json.Marshal(append([]string{}, required...))
		fmt.Fprintf(&b, `},"required":%s`, names)
		switch r.IntN(3) {
		case 0:
			b.WriteString(`,"additionalProperties":` + sub())
		case 1:
			b.WriteString(`,"additionalProperties":false`)
		}
		b.WriteByte('}')
		return b.String()
	case 3:
		return `{"type":"object","additionalProperties":` + sub() + `}`
	case 4:
		return `{"type":"array","items":` + sub() + `}`
	case 5:
		s := `{"type":"array","prefixItems":[` + sub() + `,` + sub() + `]`
		if r.IntN(2) == 0 {
			s += `,"minItems":` + fmt.Sprint(r.IntN(3))
		}
		switch r.IntN(3) {
		case 0:
			s += `,"items":false`
		case 1:
			s += `,"items":` + sub()
		}
		return s + `}`
	case 6:
		return `{"anyOf":[` + sub() + `,` + sub() + `]}`
	case 7:
		return `{"allOf":[` + sub() + `,` + sub() + `]}`
	}
	return `{"anyOf":[{"type":"object","properties":{"k":{"const":"a"},"o":` + sub() + `},"required":["k"],"additionalProperties":false},` +
		`{"type":"object","properties":{"k":{"const":"b"},"o":` + sub() + `},"required":["k"],"additionalProperties":false}]}`
}
