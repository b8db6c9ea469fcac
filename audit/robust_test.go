package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/target"
)

func TestErrors(t *testing.T) {
	deep := strings.Repeat(`{"items":`, MaxDepth+1) + `{}` + strings.Repeat(`}`, MaxDepth+1)
	lists := `{"allOf":` + strings.Repeat(`[`, MaxDepth+1) + strings.Repeat(`]`, MaxDepth+1) + `}`
	tests := []struct{ name, schema, want string }{
		{"empty", ``, "not valid JSON at byte 0: unexpected EOF"},
		{"cut", `{"type":`, "not valid JSON at byte 8: unexpected EOF"},
		{"no value", `{"type":}`, "not valid JSON at byte 8: missing value after object name"},
		{"two values", `{"type":"object"} {}`, "not valid JSON at byte 18: data after the value"},
		{"wrong bracket", `{"allOf":[}`, "not valid JSON at byte 10: "},
		{"nul", "{\x00}", "not valid JSON at byte 1: "},
		{"invalid UTF-8", "{\"\xff\":1}", "not valid JSON at byte 2: "},
		{"lone surrogate", `{"title":"\ud800"}`, "not valid JSON at byte 10: "},
		{"in a payload", `{"const":{"a":tru}}`, "not valid JSON at byte "},
		{"deep schemas", deep, "schemas nest deeper than 4000 levels at byte 36000: flatten the schema"},
		{"deep lists", lists, "schemas nest deeper than 4000 levels at byte "},
		{"deep payload", `{"const":` + strings.Repeat(`[`, 100000), "not valid JSON at byte "},
	}
	for _, tt := range tests {
		for _, tgt := range target.All {
			vs, err := Check([]byte(tt.schema), tgt, Options{})
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%s: %s: got %d findings and error %v, want %s…", tt.name, tgt.ID, len(vs), err, tt.want)
			}
		}
	}
}

// TestDeepest proves that the limit is not one less than it says.
func TestDeepest(t *testing.T) {
	deep := strings.Repeat(`{"items":`, MaxDepth-1) + `{}` + strings.Repeat(`}`, MaxDepth-1)
	vs, err := Check([]byte(deep), &target.MCP, Options{})
	if diff := cmp.Diff([]string{"mcp-root-type root.type"}, summary(vs)); err != nil || diff != "" {
		t.Errorf("error %v, findings (-want +got):\n%s", err, diff)
	}
}

// TestFreshWalker runs without the buffers that other schemas have grown.
func TestFreshWalker(t *testing.T) {
	w := newWalker()
	w.begin([]byte(`{"items":[[{"allOf":[[[{}]]]}]]}`), &target.MCP)
	w.root()
	if w.err != nil {
		t.Error(w.err)
	}
}

// TestManyFindings proves that paths of findings are bounded in sum: a thousand
// levels above a hundred thousand findings would be gigabytes of paths.
func TestManyFindings(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(strings.Repeat(`{"anyOf":[`, MaxDepth-1) + `{`)
	for i := range 100000 {
		fmt.Fprintf(&b, `"x%d":0,`, i)
	}
	b.WriteString(`"type":"string"}` + strings.Repeat(`]}`, MaxDepth-1))
	vs, err := Check(b.Bytes(), &target.Google, Options{})
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, v := range vs {
		size += len(v.Path) + len(v.Pointer)
	}
	if size > 64*b.Len() {
		t.Errorf("%d bytes of paths for %d bytes", size, b.Len())
	}
	if last := vs[len(vs)-1]; last.Rule != "google-more-findings" {
		t.Errorf("the last finding is %v", last)
	}
}

// TestManyNames proves that required and properties meet in linear time, and
// that many names are compared as few are.
func TestManyNames(t *testing.T) {
	for _, n := range []int{1, fewNames, fewNames + 1, 50000} {
		var props, required []string
		for i := range n {
			props = append(props, fmt.Sprintf(`"p%d":{"type":"string"}`, i))
			required = append(required, fmt.Sprintf(`"p%d"`, n-i))
		}
		schema := `{"type":"object","properties":{` + strings.Join(props, ",") + `},"required":[` + strings.Join(required, ",") + `],"additionalProperties":false}`
		vs, err := Check([]byte(schema), &target.OpenAIStrict, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"strict-object-required root.required", "strict-object-required-extra root.required"}
		if diff := cmp.Diff(want, summary(vs)); diff != "" {
			t.Errorf("%d names: -want +got:\n%s", n, diff)
		}
		if !strings.Contains(vs[0].Message, `"p0"`) || !strings.Contains(vs[1].Message, fmt.Sprintf(`"p%d"`, n)) {
			t.Errorf("%d names: %q and %q", n, vs[0].Message, vs[1].Message)
		}
	}
}

func TestIntegral(t *testing.T) {
	for num, want := range map[string]bool{
		"0": true, "-0": true, "0.0": true, "0e5": true, "0e-5": true, "1": true, "1.0": true, "1.5": false, "1.5e1": true, "1.50e1": true,
		"1.55e1": false, "15e-1": false, "150e-1": true, "1e400": true, "1e-400": false, "1.0e-1": false, "10.0e-1": true,
		"9007199254740993": true, "1e99999999999999999999": true, "1e-99999999999999999999": false, "1.5E+1": true,
	} {
		if got := integral([]byte(num)); got != want {
			t.Errorf("integral(%s) = %v", num, got)
		}
	}
}

// TestReuse proves that nothing of one schema is left for the next.
func TestReuse(t *testing.T) {
	clean := closed(`{"$ref":"#/$defs/a"}`)
	clean = clean[:len(clean)-1] + `,"$defs":{"a":{"type":"string"}}}`
	dangling := closed(`{"$ref":"#/$defs/a"}`)
	for range 100 {
		for _, c := range []struct {
			schema string
			want   []string
		}{{clean, nil}, {dangling, []string{"strict-ref-target root.properties.x.$ref"}}} {
			vs, err := Check([]byte(c.schema), &target.OpenAIStrict, Options{})
			if diff := cmp.Diff(c.want, summary(vs)); err != nil || diff != "" {
				t.Fatalf("error %v, findings (-want +got):\n%s", err, diff)
			}
		}
	}
}

// TestNoGarbage proves that a clean schema costs no memory.
func TestNoGarbage(t *testing.T) {
	schema := []byte(closed(`{"description":"d","anyOf":[{"type":"string","enum":["a","b"]},{"type":"array","items":{"type":"number"}}]}`))
	allocs := testing.AllocsPerRun(100, func() {
		if vs, err := Check(schema, &target.OpenAIStrict, Options{}); len(vs) > 0 || err != nil {
			t.Fatal(vs, err)
		}
	})
	if allocs > 1 { // the pool may be emptied between runs
		t.Errorf("%v allocations", allocs)
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{
		`{}`, `true`, `[]`, `{"type":["string",null],"type":7}`, closed(`{"anyOf":[{"anyOf":[]}]}`), loose(`{"enum":["",1,1e400,{}]}`),
		`{"$ref":"#/a/0/~1%20","$id":"x","$anchor":"y","a":[true]}`, `{"properties":{"a":1,"a":{"x-mcp-header":"a"}},"required":["b","b"]}`,
		`{"patternProperties":{"(?=":{}},"pattern":"\\","items":[[{}]],"dependencies":{"a":["b"],"c":{}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, schema []byte) {
		before := bytes.Clone(schema)
		for _, tgt := range target.All {
			vs, err := Check(schema, tgt, Options{})
			if !bytes.Equal(before, schema) {
				t.Fatal("the input was changed")
			}
			if err == nil && !json.Valid(schema) {
				t.Fatal("no error for invalid JSON")
			}
			last := 0
			for _, v := range vs {
				if v.Offset < last || v.Offset >= len(schema) || !strings.HasPrefix(v.Path, "root") || !strings.HasPrefix(v.Rule, tgt.Audit.Prefix+"-") {
					t.Fatalf("%+v after offset %d", v, last)
				}
				if v.Value != nil && !json.Valid(v.Value) {
					t.Fatalf("the value of %+v is not JSON", v)
				}
				last = v.Offset
			}
			again, _ := Check(schema, tgt, Options{})
			if diff := cmp.Diff(vs, again); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}
