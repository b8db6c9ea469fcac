package emit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

func TestTools(t *testing.T) {
	full := Tool{Name: "a", Description: "line\n\"quoted\" é", HasDescription: true, Strict: true,
		Schema: []byte("{\n  \"type\" : \"object\"\n}"),
		Extra:  []ast.Raw{{Name: "title", JSON: `"T, {x}: \" y"`}, {Name: "_meta", JSON: `{ "n": 1.0e+400 }`}}}
	bare := Tool{Name: "", Schema: []byte(`true`)}
	for _, c := range []struct {
		env    target.Envelope
		strict target.StrictRule
		want   string
	}{
		{target.EnvelopeOpenAIChat, target.StrictAchieved, `[{"type":"function","function":{"name":"a","description":"line\n\"quoted\" é","parameters":{"type":"object"},"strict":true,"title":"T, {x}: \" y","_meta":{"n":1.0e+400}}},{"type":"function","function":{"name":"","parameters":true,"strict":false}}]`},
		{target.EnvelopeOpenAIResponses, target.StrictNever, `[{"type":"function","name":"a","description":"line\n\"quoted\" é","parameters":{"type":"object"},"strict":true,"title":"T, {x}: \" y","_meta":{"n":1.0e+400}},{"type":"function","name":"","parameters":true,"strict":false}]`},
		{target.EnvelopeGoogle, target.StrictNone, `{"functionDeclarations":[{"name":"a","description":"line\n\"quoted\" é","parameters":{"type":"object"},"title":"T, {x}: \" y","_meta":{"n":1.0e+400}},{"name":"","parameters":true}]}`},
		{target.EnvelopeMCP, target.StrictNone, `{"tools":[{"name":"a","description":"line\n\"quoted\" é","inputSchema":{"type":"object"},"title":"T, {x}: \" y","_meta":{"n":1.0e+400}},{"name":"","inputSchema":true}]}`},
		{target.EnvelopeAnthropic, target.StrictNone, `[{"name":"a","description":"line\n\"quoted\" é","input_schema":{"type":"object"},"title":"T, {x}: \" y","_meta":{"n":1.0e+400}},{"name":"","input_schema":true}]`},
	} {
		tg := &target.Target{Envelope: c.env, Strict: c.strict}
		got := string(Tools([]byte("> "), tg, []Tool{full, bare}, Options{}))
		if diff := cmp.Diff("> "+c.want, got); diff != "" {
			t.Errorf("envelope %d\n%s", c.env, diff)
		}
		// Indented is the same with white space.
		indented := Tools(nil, tg, []Tool{full, bare}, Options{Indent: "\t"})
		if diff := cmp.Diff(c.want, string(Format(nil, indented, Options{}))); diff != "" {
			t.Errorf("envelope %d, indented\n%s", c.env, diff)
		}
		one := OneTool(nil, tg, &full, Options{})
		list := string(Tools(nil, tg, []Tool{full}, Options{}))
		l := c.env.Layout()
		if diff := cmp.Diff(list, l.ListOpen+string(one)+l.ListClose); diff != "" {
			t.Errorf("envelope %d, one tool\n%s", c.env, diff)
		}
	}
}

func TestToolsEmpty(t *testing.T) {
	for env, want := range map[target.Envelope]string{
		target.EnvelopeOpenAIChat: `[]`, target.EnvelopeGoogle: `{"functionDeclarations":[]}`, target.EnvelopeMCP: `{"tools":[]}`,
	} {
		if got := string(Tools(nil, &target.Target{Envelope: env}, nil, Options{})); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A member that schemac does not know never repeats one that it writes.
func TestToolsExtraTwice(t *testing.T) {
	tool := Tool{Name: "a", Schema: []byte(`{}`), Extra: []ast.Raw{{Name: "strict", JSON: `1`}, {Name: "x", JSON: `1`}, {Name: "x", JSON: `2`}, {Name: "parameters", JSON: `3`}}}
	got := string(OneTool(nil, &target.Target{Envelope: target.EnvelopeOpenAIChat, Strict: target.StrictAchieved}, &tool, Options{}))
	if want := `{"type":"function","function":{"name":"a","parameters":{},"strict":false,"x":1}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The author's order of a tool's members stays where the schema's member keeps
// its name; what is new follows.
func TestToolsOrder(t *testing.T) {
	tool := Tool{Name: "a", Description: "d", HasDescription: true, Schema: []byte(`{}`), Strict: true,
		Extra: []ast.Raw{{Name: "title", JSON: `1`}, {Name: "_meta", JSON: `2`}},
		Order: []string{"title", "name", "parameters", "_meta", "description"}}
	for _, c := range []struct {
		t    target.Target
		want string
	}{
		{target.Target{Envelope: target.EnvelopeGoogle}, `{"title":1,"name":"a","parameters":{},"_meta":2,"description":"d"}`},
		{target.Target{Envelope: target.EnvelopeOpenAIChat, Strict: target.StrictAchieved}, `{"type":"function","function":{"title":1,"name":"a","parameters":{},"_meta":2,"description":"d","strict":true}}`},
		{target.Target{Envelope: target.EnvelopeMCP}, `{"name":"a","description":"d","inputSchema":{},"title":1,"_meta":2}`},
	} {
		if got := string(OneTool(nil, &c.t, &tool, Options{})); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct{ in, compact, indented string }{
		{` { } `, `{}`, `{}`},
		{`[ ]`, `[]`, `[]`},
		{`"a b\"c\\"`, `"a b\"c\\"`, `"a b\"c\\"`},
		{`{"a" : [1,  2.50 , {"b":[ ]}], "c d": null}`, `{"a":[1,2.50,{"b":[]}],"c d":null}`,
			"{\n|  \"a\": [\n|    1,\n|    2.50,\n|    {\n|      \"b\": []\n|    }\n|  ],\n|  \"c d\": null\n|}"},
		{"[[[{}]]]", "[[[{}]]]", "[\n|  [\n|    [\n|      {}\n|    ]\n|  ]\n|]"},
	} {
		if got := string(Format(nil, []byte(c.in), Options{})); got != c.compact {
			t.Errorf("%s: compact %s, want %s", c.in, got, c.compact)
		}
		if got := string(Format(nil, []byte(c.in), Options{Indent: "  ", Prefix: "|"})); got != c.indented {
			t.Errorf("%s: indented\n%s\nwant\n%s", c.in, got, c.indented)
		}
	}
}
