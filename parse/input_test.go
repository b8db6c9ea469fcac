package parse_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/parse"
)

// TestRefused reads texts that are no schema: each error has its code and its
// place.
func TestRefused(t *testing.T) {
	deep := strings.Repeat(`{"not":`, 1001) + "1" + strings.Repeat("}", 1001)
	for _, c := range []struct {
		in   string
		code diag.Code
		at   string // line:column
		says string
	}{
		{``, diag.EmptyInput, "1:1", ""},
		{"  \n ", diag.EmptyInput, "1:1", ""},
		{`null`, diag.NotASchema, "1:1", "this is null"},
		{` "a"`, diag.NotASchema, "1:2", "this is a string"},
		{`17`, diag.NotASchema, "1:1", "this is a number"},
		{`[{}]`, diag.NotASchema, "1:1", "this is an array"},
		{`{"a":1,}`, diag.SyntaxError, "1:7", ""},
		{"{\n \"a\": tru\n}", diag.SyntaxError, "2:10", ""},
		{`{"a":1`, diag.SyntaxError, "1:7", "ends"},
		{`{"a" 1}`, diag.SyntaxError, "1:6", ""},
		{`{a:1}`, diag.SyntaxError, "1:2", ""},
		{`{"a":01}`, diag.SyntaxError, "1:7", ""},
		{`// c`, diag.SyntaxError, "1:1", ""},
		{"{\"a\":\"\x01\"}", diag.SyntaxError, "1:7", ""},
		{"{\n\"type\":1,\n  \"type\":2}", diag.DuplicateMember, "3:3", `"type"`},
		{`{"enum":[{"a":1,"\u0061":2}]}`, diag.DuplicateMember, "1:17", `"a"`},
		{"{\"a\":\"\xff\"}", diag.InvalidUTF8, "1:7", ""},
		{`{"a":"x\ud800y"}`, diag.InvalidUTF8, "1:8", ""},
		{`{"a":"\udc00"}`, diag.InvalidUTF8, "1:7", ""},
		{"\ufeff{}", diag.ByteOrderMark, "1:1", ""},
		{`{} {}`, diag.TrailingData, "1:4", ""},
		{"{}\n}", diag.TrailingData, "2:1", ""},
		{deep, diag.TooDeep, "1:7001", "1000"},
		{strings.Repeat(`[`, 100000), diag.TooDeep, "1:1001", "1000"},
		{`{"$schema":"http://example.com/mine"}`, diag.UnknownDialect, "1:12", "http://example.com/mine"},
	} {
		name := c.in[:min(len(c.in), 20)]
		src := &ast.Source{Name: "in", Text: c.in}
		doc, err := parse.Schema(src, parse.Options{}, nil)
		var d *diag.Diagnostic
		if doc != nil || !errors.As(err, &d) {
			t.Errorf("%q: %v, %v", name, doc, err)
			continue
		}
		p := diag.Locate(src, d.Span.Start)
		at := strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
		if d.Code != c.code || at != c.at || !strings.Contains(d.Message(), c.says) || d.Severity != diag.Error {
			t.Errorf("%q: %s at %s: %s; want %s at %s: …%s…", name, d.Code, at, d.Message(), c.code, c.at, c.says)
		}
	}
}

// TestReported reads schemas with something to say about. What is printed is
// the tree; each fact has its code and the text it is about.
func TestReported(t *testing.T) {
	for _, c := range []struct {
		name, in string
		opt      parse.Options
		want     string // printed; "" if as read
		says     []string
	}{
		{name: "malformed keywords stay in place", in: `{"minimum":"3","minLength":-1,"maxLength":1.5,"type":[],"enum":1,"items":null,"required":["a",1],"anyOf":[],"pattern":1,"uniqueItems":1,"properties":[],"multipleOf":0,"title":1}`,
			says: []string{
				`keyword-malformed "minimum":"3"`, `keyword-malformed "minLength":-1`, `keyword-malformed "maxLength":1.5`, `keyword-malformed "type":[]`,
				`keyword-malformed "enum":1`, `keyword-malformed "items":null`, `keyword-malformed "required":["a",1]`, `keyword-malformed "anyOf":[]`,
				`keyword-malformed "pattern":1`, `keyword-malformed "uniqueItems":1`, `keyword-malformed "properties":[]`, `keyword-malformed "multipleOf":0`, `keyword-malformed "title":1`}},
		{name: "counts", in: `{"minLength":2.0,"maxLength":1e2,"minItems":-0,"maxItems":120e-1}`},
		{name: "counts that are none", in: `{"minLength":0.5,"maxLength":1e-1,"minItems":-0.1}`,
			says: []string{`keyword-malformed "minLength":0.5`, `keyword-malformed "maxLength":1e-1`, `keyword-malformed "minItems":-0.1`}},
		{name: "types", in: `{"properties":{"a":{"type":"strin"},"b":{"type":["string","strin"]},"c":{"type":["string",1]},"d":{"type":1}}}`,
			says: []string{`keyword-malformed "type":"strin"`, `keyword-malformed "type":["string","strin"]`, `keyword-malformed "type":["string",1]`, `keyword-malformed "type":1`}},
		{name: "legal though odd", in: `{"enum":[],"required":[],"properties":{},"items":{},"default":null,"not":true,"contains":false,"prefixItems":[{}],"$defs":{"a":true}}`},
		{name: "members that are no schemas", in: `{"properties":{"a":null,"b":{"type":"string"},"c":"x"},"allOf":[1,{}]}`,
			want: `{"properties":{"a":{},"b":{"type":"string"},"c":{}},"allOf":[{},{}]}`,
			says: []string{`keyword-malformed null`, `keyword-malformed "x"`, `keyword-malformed 1`}},
		{name: "required repeated", in: `{"required":["a","b","a"]}`, want: `{"required":["a","b"]}`, says: []string{`required-repeated "a"`}},
		{name: "unknown keywords", in: `{"x-a":{"items":[{}]},"Type":"string"}`, says: []string{`keyword-unknown "x-a":{"items":[{}]}`, `keyword-unknown "Type":"string"`}},
		{name: "dangling", in: `{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#nope"},"c":{"$ref":"#/properties/a/$ref"},"d":{"$dynamicRef":"#q"}}}`,
			says: []string{`ref-dangling "#/$defs/x"`, `ref-dangling "#nope"`, `ref-dangling "#/properties/a/$ref"`, `ref-dangling "#q"`}},
		{name: "external", in: `{"properties":{"a":{"$ref":"other.json#/a"},"b":{"$ref":"file:///etc/passwd"}}}`,
			says: []string{`ref-external "other.json#/a"`, `ref-external "file:///etc/passwd"`}},
		{name: "a resource is used", in: `{"$ref":"http://example.com/a.json#/definitions/x"}`,
			opt:  parse.Options{Resources: map[string][]byte{"http://example.com/a.json": []byte(`{"definitions":{"x":{"$ref":"#/definitions/y"},"y":{"type":"string"}}}`)}},
			want: `{"$ref":"http://example.com/a.json#/$defs/x","$defs":{"a":{"$id":"http://example.com/a.json","$defs":{"x":{"$ref":"#/$defs/y"},"y":{"type":"string"}}}}}`,
			says: []string{`keyword-upgraded "http://example.com/a.json#/definitions/x"`}},
		{name: "a broken resource", in: `{"$ref":"http://example.com/a.json"}`, opt: parse.Options{Resources: map[string][]byte{"http://example.com/a.json": []byte(`{`)}},
			says: []string{`syntax-error `, `ref-external "http://example.com/a.json"`}},
		{name: "future, strict", in: `{"const":1,"title":"t"}`, opt: parse.Options{Draft: ast.Draft04}, want: `{"title":"t"}`, says: []string{`keyword-future "const":1`}},
		{name: "future, by intent", in: `{"const":1,"title":"t"}`, opt: parse.Options{Draft: ast.Draft04, Intent: true}},
		{name: "a tuple is no future by intent", in: `{"items":[{}],"prefixItems":[false]}`, opt: parse.Options{Draft: ast.Draft07, Intent: true}, want: `{"prefixItems":[{}]}`,
			says: []string{`keyword-upgraded "items":[{}]`, `keyword-future "prefixItems":[false]`}},
		{name: "siblings, strict", in: `{"properties":{"a":{"$ref":"#","maxLength":1,"title":"t"}}}`, opt: parse.Options{Draft: ast.Draft07},
			want: `{"properties":{"a":{"$ref":"#","title":"t"}}}`, says: []string{`ref-sibling-ignored "maxLength":1`}},
		{name: "siblings, by intent", in: `{"properties":{"a":{"$ref":"#","maxLength":1,"title":"t"}}}`, opt: parse.Options{Draft: ast.Draft07, Intent: true}},
		{name: "2020-12 keeps old spellings", in: `{"definitions":{"a":{}},"dependencies":{"a":["b"]},"nullable":true,"id":"#x","items":[{}]}`, opt: parse.Options{Draft: ast.Draft2020},
			says: []string{`keyword-unknown "definitions":{"a":{}}`, `keyword-unknown "dependencies":{"a":["b"]}`, `keyword-unknown "nullable":true`, `keyword-unknown "id":"#x"`, `keyword-malformed "items":[{}]`}},
		{name: "$schema is renamed", in: `{"$schema":"HTTPS://JSON-Schema.org/draft-06/schema"}`, want: `{"$schema":"https://json-schema.org/draft/2020-12/schema"}`,
			says: []string{`keyword-upgraded "$schema":"HTTPS://JSON-Schema.org/draft-06/schema"`}},
		{name: "types named twice", in: `{"type":["string","string"]}`, want: `{"type":["string"]}`, says: []string{`type-repeated "string"`}},
		{name: "types named twice, strict", in: `{"type":["string","string"]}`, opt: parse.Options{Draft: ast.Draft2020}, says: []string{`keyword-malformed "type":["string","string"]`}},
		{name: "type case", in: `{"type":"STRING"}`, want: `{"type":"string"}`, says: []string{`type-case "STRING"`}},
		{name: "required moved", in: `{"properties":{"a":{"required":true}}}`, want: `{"properties":{"a":{}},"required":["a"]}`, says: []string{`required-moved "a":{"required":true}`}},
		{name: "OpenAPI", in: `{"type":"string","format":"byte","example":"x","discriminator":{"propertyName":"p"}}`, opt: parse.Options{Draft: ast.OpenAPI30},
			want: `{"type":"string","contentEncoding":"base64","examples":["x"],"discriminator":{"propertyName":"p"}}`,
			says: []string{`keyword-upgraded "format":"byte"`, `keyword-upgraded "example":"x"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, doc, ds := upgrade(t, c.in, c.opt)
			if c.want == "" {
				if c.want = c.in; doc.Upgraded {
					t.Error("Upgraded, though it is a literal reading")
				}
			} else if !doc.Upgraded && c.opt.Resources == nil {
				t.Error("not Upgraded")
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
			var says []string
			for i := range ds {
				says = append(says, string(ds[i].Code)+" "+ds[i].Source.Slice(ds[i].Span))
				if ds[i].Message() == "" || strings.Contains(ds[i].Message(), "$1") {
					t.Errorf("message %q", ds[i].Message())
				}
			}
			if d := cmp.Diff(c.says, says); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

// TestDialect detects the declared dialects however they are spelled.
func TestDialect(t *testing.T) {
	for uri, want := range map[string]ast.Draft{
		"http://json-schema.org/draft-03/schema#":        ast.Draft03,
		"http://json-schema.org/draft-04/schema#":        ast.Draft04,
		"https://json-schema.org/draft-04/schema":        ast.Draft04,
		"http://json-schema.org/draft-06/schema":         ast.Draft06,
		"HTTP://JSON-SCHEMA.ORG/draft-07/schema#":        ast.Draft07,
		"http://json-schema.org/draft-07/hyper-schema#":  ast.Draft07,
		"https://json-schema.org/draft/2019-09/schema#":  ast.Draft2019,
		"http://json-schema.org/draft/2020-12/schema":    ast.Draft2020,
		"https://spec.openapis.org/oas/3.1/dialect/base": ast.Draft2020,
	} {
		if got, ok := parse.Dialect(uri); !ok || got != want {
			t.Errorf("%s: %v %v, want %v", uri, got, ok, want)
		}
	}
	for _, uri := range []string{"", "draft-07", "http://json-schema.org/draft-08/schema#", "http://example.com/draft-07/schema#", "ftp://json-schema.org/draft-07/schema"} {
		if got, ok := parse.Dialect(uri); ok {
			t.Errorf("%s: %v", uri, got)
		}
	}
}

// TestPositions reads a schema inside a larger text: positions are the text's,
// references see nothing but the schema.
func TestPositions(t *testing.T) {
	const text = `{"tools":[{"inputSchema": {"$defs":{"a":{"type":"x"}}, "$ref":"#/$defs/a"} }]}`
	at := strings.Index(text, `{"$defs"`)
	span := ast.Span{Start: ast.Pos(at), End: ast.Pos(strings.Index(text, " }]}"))}
	var ds []diag.Diagnostic
	src := &ast.Source{Name: "list", Text: text}
	doc, err := parse.SchemaAt(src, span, parse.Options{}, func(d diag.Diagnostic) { ds = append(ds, d) })
	if err != nil {
		t.Fatal(err)
	}
	if doc.Span != span || doc.RootBody().Span() != span {
		t.Errorf("span %v, want %v", doc.Span, span)
	}
	if len(ds) != 1 || src.Slice(ds[0].Span) != `"type":"x"` {
		t.Errorf("%v", ds)
	}
	if len(doc.Defs) != 1 || doc.Defs[0].Name != "a" || src.Slice(doc.Defs[0].Body.Span()) != `{"type":"x"}` {
		t.Errorf("%+v", doc.Defs)
	}
	home := doc.Root.Definitions().Lookup("a")
	if home.HomeOf() == nil || home.HomeOf().Def != doc.Root.Ref().Def {
		t.Error("the definition is no home of what $ref refers to")
	}
	if sum := doc.Root.Sum(); sum.Has(ast.KwType) || !sum.Has(ast.KwRef) {
		t.Errorf("sum %v: the body has moved away", sum)
	}
}

// TestSharing: two references to one target share a Def, in linear time and
// memory however often the schema doubles.
func TestSharing(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range 40 {
		b.WriteString(`"d` + strconv.Itoa(i) + `":{"allOf":[{"$ref":"#/$defs/d` + strconv.Itoa(i+1) + `"},{"$ref":"#/$defs/d` + strconv.Itoa(i+1) + `"}]},`)
	}
	b.WriteString(`"d40":{"type":"string"}}}`)
	got, doc, _ := upgrade(t, b.String(), parse.Options{})
	if got != b.String() || len(doc.Defs) != 41 {
		t.Errorf("%d defs\n%s", len(doc.Defs), got)
	}
}

// TestLinear reads 10 000 references into one large map, many of them twice.
func TestLinear(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$defs":{`)
	for i := range 10000 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"d` + strconv.Itoa(i) + `":{"$ref":"#/$defs/d` + strconv.Itoa((i*7+1)%10000) + `"}`)
	}
	b.WriteString(`}}`)
	got, doc, ds := upgrade(t, b.String(), parse.Options{})
	if got != b.String() || len(doc.Defs) != 10000 || ds != nil || doc.Upgraded {
		t.Errorf("%d defs, %d facts", len(doc.Defs), len(ds))
	}
}

// FuzzSchema: nothing panics, and what is printed is a schema again that prints
// the same.
func FuzzSchema(f *testing.F) {
	for _, s := range []string{
		`{}`, `true`, `{"$ref":"#"}`, `{"items":[{"$ref":"#/items/0"}],"additionalItems":false}`, `{"definitions":{"a":{"$id":"#a"}},"$ref":"#a"}`,
		`{"$schema":"http://json-schema.org/draft-03/schema#","type":["string",{"extends":{"$ref":"#"}}],"properties":{"a":{"required":true}}}`,
		`{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"items":{"$recursiveRef":"#"},"contains":{},"unevaluatedItems":false}`,
		`{"nullable":true,"$ref":"#/x","x":{"$id":"http://a/b","$ref":"c#/d"}}`, `{"dependencies":{"a":["b"],"c":{}},"minimum":1,"exclusiveMinimum":true}`,
		`{"$id":"a/b","$defs":{"c":{"$id":"d","$ref":"/a/b"},"e":{"$dynamicAnchor":"f"}},"$dynamicRef":"#f"}`,
	} {
		for d := range 8 {
			f.Add(s, uint8(d))
		}
	}
	f.Fuzz(func(t *testing.T, text string, draft uint8) {
		opt := parse.Options{Draft: ast.Draft(draft & 7), Intent: draft&8 != 0}
		doc, err := parse.Schema(&ast.Source{Name: "fuzz", Text: text}, opt, func(d diag.Diagnostic) { _ = d.Message() + d.Help() })
		if err != nil {
			_ = err.Error()
			return
		}
		checkTree(t, doc)
		out := emit.Schema(nil, doc, emit.Options{})
		// An undeclared schema is read as one again, any other is 2020-12 now.
		again := parse.Options{Draft: ast.Draft2020}
		if opt.Draft == ast.Undeclared {
			again.Draft = ast.Undeclared
		}
		doc2, err := parse.Schema(&ast.Source{Name: "again", Text: string(out)}, again, nil)
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, text, out)
		}
		out2 := emit.Schema(nil, doc2, emit.Options{})
		if doc2.Upgraded || string(out2) != string(out) {
			t.Fatalf("twice (%v):\n%s\n%s\n%s", doc2.Upgraded, text, out, out2)
		}
		indented := emit.Schema(nil, doc, emit.Options{Indent: "  "})
		if c := compact(t, indented); c != string(out) {
			t.Fatalf("indented:\n%s\n%s", out, c)
		}
	})
}
