package restore

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func load(t *testing.T, text string) *Plan {
	t.Helper()
	p, err := Load([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// TestSteps runs each kind of step in both directions.
func TestSteps(t *testing.T) {
	for _, c := range []struct{ name, plan, out, src string }{
		{"same", `{}`, `{"b": [1.0, 1e400]}`, `{"b": [1.0, 1e400]}`},
		{"null", `{"object":{},"null":["b","c"]}`, `{"a":null,"z":1.0,"b":null,"c":null}`, `{"a":null,"z":1.0}`},
		{"null below", `{"object":{"o":{"object":{},"null":["b"]}}}`, `{"o":{"b":null},"p":{"b":null}}`, `{"o":{},"p":{"b":null}}`},
		{"fill", `{"object":{},"fill":["b"]}`, `{"a":1}`, `{"a":1,"b":null}`},
		{"as", `{"object":{"x":{"json":true}},"as":{"x":"$x","y":"$y","z":""}}`, `{"x":"1","y":2,"z":3}`, `{"$x":1,"$y":2,"":3}`},
		{"others", `{"object":{"a":{}},"as":{"b":"$b"},"in":{"object":{},"as":{"x":"$x"}}}`, `{"a":{"x":1},"b":{"x":2},"c":{"x":3}}`, `{"a":{"x":1},"$b":{"x":2},"c":{"$x":3}}`},
		{"items", `{"items":{"object":{},"null":["b"]}}`, `[{"b":null},3,{"b":1,"c":null}]`, `[{},3,{"b":1,"c":null}]`},
		{"list", `{"list":[{},{"json":true}],"in":{"wrap":"v","in":{}}}`, `[1,"2",{"v":3},{"v":4}]`, `[1,2,3,4]`},
		{"entries", `{"entries":{"json":true}}`, `[{"key":"a\u0020b","value":"{\"x\":[1]}"},{"key":"c","value":"\"2\""}]`, `{"a\u0020b":{"x":[1]},"c":"2"}`},
		{"rest", `{"object":{"a":{}},"rest":["more",{"entries":{}}]}`, `{"a":1,"more":[{"key":"more","value":[{"key":"k","value":2}]}]}`, `{"a":1,"more":{"k":2}}`},
		{"tuple", `{"tuple":[{},{"json":true},{}],"null":[2]}`, `{"0":1,"1":"[]","2":null}`, `[1,[]]`},
		{"tuple rest", `{"tuple":[{}],"rest":["more",{"json":true}]}`, `{"0":null,"more":["1","2"]}`, `[null,1,2]`},
		{"wrap", `{"wrap":"value","in":{"entries":{}}}`, `{"value":[]}`, `{}`},
		{"json", `{"json":true}`, `"\"a\\\"b\""`, `"a\"b"`},
		{"enum", `{"enum":[1,{"a": true},null]}`, `"{\"a\":true}"`, `{"a":true}`},
		{"union", `{"any":[{"out":{"t":"s"},"src":{"t":"s"}},{"out":{"t":"a"},"src":{"t":"o"},"do":{"entries":{}}}]}`, `[{"key":"a","value":1}]`, `{"a":1}`},
		{"discriminated", `{"items":{"any":[{"out":{"p":{"k":{"in":["a"]}}},"src":{"p":{"k":{"in":["a"]}}},"do":{"object":{},"null":["b"]}},{"out":{"has":["k"]},"src":{"has":["k"]},"do":{"object":{},"null":["c"]}}]}}`,
			`[{"k":"a","c":null,"b":null},{"k":"b","b":null,"c":null}]`, `[{"k":"a","c":null},{"k":"b","b":null}]`},
		{"maps", `{"any":[{"out":{"t":"a"},"src":{"keys":["x"],"o":{"t":"o"}},"do":{"entries":{}}},{"out":{"t":"o"},"do":{"wrap":"v","in":{"json":true}}}]}`, `{"v":"{\"a\":1}"}`, `{"a":1}`},
		{"recursive", `{"ref":0}`, `{"v":1,"next":{"v":2,"next":null}}`, `{"v":1,"next":{"v":2}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, `{"v":1,"plan":`+c.plan+`,"defs":[{"object":{"next":{"ref":0}},"null":["next"]}]}`)
			got, err := p.Restore([]byte(c.out))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.src, string(got)); d != "" {
				t.Errorf("restore (-want +got):\n%s", d)
			}
			got, err = p.Freeze([]byte(c.src))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.out, string(got)); d != "" {
				t.Errorf("freeze (-want +got):\n%s", d)
			}
			again := load(t, string(p.AppendJSON(nil)))
			if d := cmp.Diff(string(p.AppendJSON(nil)), string(again.AppendJSON(nil))); d != "" {
				t.Errorf("the plan changes when it is written and read:\n%s", d)
			}
		})
	}
}

// TestOneWay are values that the other direction does not lead back to.
func TestOneWay(t *testing.T) {
	for _, c := range []struct{ name, plan, in, want string }{
		{"plain text is itself", `{"json":true}`, `"hello"`, `"hello"`},
		{"restored already", `{"object":{"m":{"entries":{}},"j":{"json":true}}}`, `{"m":{"a":1},"j":[2]}`, `{"m":{"a":1},"j":[2]}`},
		{"last key counts", `{"entries":{}}`, `[{"key":"a","value":1},{"value":2,"key":"b"},{"key":"a","value":3}]`, `{"b":2,"a":3}`},
		{"declared key", `{"object":{"a":{}},"rest":["r",{}]}`, `{"a":1,"r":[{"key":"a","value":2},{"key":"x","value":4}],"x":3}`, `{"a":1,"x":3}`},
		{"no value is null", `{"entries":{}}`, `[{"key":"a"}]`, `{"a":null}`},
		{"escaped name", `{"object":{},"null":["b"]}`, `{"\u0062":null}`, `{}`},
		{"added null", `{"object":{},"add":["b"]}`, `{"b":null}`, `{"b":null}`},
		{"renamed already", `{"object":{},"as":{"b":"$b"}}`, `{"$b":1}`, `{"$b":1}`},
		{"more items", `{"tuple":[{}]}`, `{"0":1,"1":2}`, `[1,2]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := load(t, `{"v":1,"plan":`+c.plan+`}`).Restore([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, string(got)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ plan, in, want string }{
		{`{"entries":{}}`, `[{"value":1}]`, `at "/0": an entry has a string "key"`},
		{`{"object":{"x/y":{"entries":{}}}}`, `{"x/y":[1]}`, `at "/x~1y/0": an entry`},
		{`{"tuple":[{},{}],"null":[0,1]}`, `{"0":null,"1":2}`, `at "/1": there is an item although item 0 is missing`},
		{`{"object":{},"as":{"b":"$b"}}`, `{"b":1,"$b":2}`, `at "/$b": the member "b" is renamed to this name`},
		{`{}`, `{"a":1,"a":2}`, `duplicate object member name`},
		{`{}`, `{"a":1}}`, `not valid JSON`},
		{`{}`, ``, `not valid JSON: unexpected EOF`},
		{`{}`, "\"\xff\"", `invalid UTF-8`},
		{`{"items":{}}`, strings.Repeat("[", 100000), `exceeded max depth`},
	} {
		_, err := load(t, `{"v":1,"plan":`+c.plan+`}`).Restore([]byte(c.in))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %.50s: %v, want %s", c.plan, c.in, err, c.want)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                           `not valid JSON`,
		`[]`:                         `an object was expected`,
		`{}`:                         `an object with v and plan`,
		`{"v":2,"plan":{},"x":1}`:    `version 2`,
		`{"v":1,"plan":{"zip":1}}`:   `at "/plan/zip": "zip" is not known`,
		`{"v":1,"plan":{"ref":0}}`:   `no definition 0`,
		`{"v":1,"plan":{"ref":1.5}}`: `without fraction`,
		`{"v":1,"plan":{"ref":0},"defs":[{"wrap":"a","in":{"any":[{"do":{"ref":0}}]}}]}`:              `leads to itself`,
		`{"v":1,"plan":{"items":{},"json":true}}`:                                                     `one thing`,
		`{"v":1,"plan":{"object":{"a":{}},"rest":["a",{}]}}`:                                          `it is declared`,
		`{"v":1,"plan":{"object":{},"as":{"a":"c","b":"c"}}}`:                                         `two members`,
		`{"v":1,"plan":{"tuple":[],"null":[0]}}`:                                                      `no item 0`,
		`{"v":1,"plan":` + strings.Repeat(`{"items":`, 5000) + `{}` + strings.Repeat(`}`, 5000) + `}`: `nested too deep`,
	} {
		if _, err := Load([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %s", text, err, want)
		}
	}
}

// TestLater makes the steps once, however many goroutines ask.
func TestLater(t *testing.T) {
	made := 0
	p := Later(func() (*Step, []*Step) {
		made++
		return &Step{Kind: Ref}, []*Step{{Kind: Object, Members: []Member{{Name: "b", Null: NullDrop}}}}
	})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got, err := p.Restore([]byte(`{"a":1,"b":null}`)); err != nil || string(got) != `{"a":1}` {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
	all.Wait()
	if got, want := string(p.AppendJSON(nil)), `{"v":1,"plan":{"ref":0},"defs":[{"object":{},"null":["b"]}]}`; made != 1 || got != want {
		t.Errorf("made %d times: %s", made, got)
	}
	bad := Later(func() (*Step, []*Step) { return &Step{Kind: Ref, Def: 1}, nil })
	if _, err := bad.Freeze([]byte(`{}`)); err == nil || !strings.Contains(err.Error(), "no definition 1") {
		t.Error(err)
	}
	if got := string(bad.AppendJSON(nil)); got != "null" {
		t.Error(got)
	}
}

func TestNilPlan(t *testing.T) {
	p := load(t, `null`)
	if p != nil {
		t.Fatal("null is not the nil plan")
	}
	got, err := p.Restore([]byte(`{"a": 1}`))
	if err != nil || string(got) != `{"a": 1}` {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := p.Restore([]byte(`{`)); err == nil {
		t.Error("no error for half an object")
	}
}

func FuzzRestore(f *testing.F) {
	f.Add([]byte(`{"v":1,"plan":{"object":{"a":{"entries":{}},"t":{"tuple":[{}],"null":[0]}},"null":["b"],"rest":["r",{"json":true}]}}`),
		[]byte(`{"a":[{"key":"k","value":1}],"t":{"0":null},"b":null,"r":[{"key":"z","value":"{}"}]}`))
	f.Add([]byte(`{"v":1,"plan":{"any":[{"out":{"t":"o","has":["a"],"keys":["a"],"p":{"a":{"in":[1]}}},"do":{"wrap":"a","in":{}}},{"src":{"t":"a","i":{"t":"i"}},"do":{"items":{"enum":[1,{}]}}}]}}`), []byte(`[1,1.0,{}]`))
	f.Fuzz(func(t *testing.T, plan, args []byte) {
		p, err := Load(plan)
		if err != nil {
			return
		}
		for _, run := range []func([]byte) ([]byte, error){p.Restore, p.Freeze} {
			out, err := run(args)
			if err != nil {
				continue
			}
			if _, err := scan(out); err != nil && !strings.Contains(err.Error(), "depth") {
				t.Errorf("%s of %s gives %s: %v", plan, args, out, err)
			}
		}
	})
}
