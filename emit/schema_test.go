package emit

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
)

func kw(k ast.Kw, v ast.Value) ast.Keyword { return ast.Keyword{Kw: k, Val: v} }

func obj(kws ...ast.Keyword) *ast.Schema { return ast.New(ast.Span{}, kws) }

func typ(t ast.Type) *ast.Schema { return obj(kw(ast.KwType, ast.OneType(t))) }

func ref(def int, text string) *ast.Schema { return obj(kw(ast.KwRef, &ast.Ref{Def: def, Text: text})) }

func home(def int) *ast.Schema { return obj(kw(ast.KwRef, &ast.Ref{Def: def, Home: true})) }

func member(name string, s *ast.Schema) ast.Member { return ast.Member{Name: name, Schema: s} }

// TestWords prints references in a dialect's own words. A property and an unknown
// member of that name stay what they are.
func TestWords(t *testing.T) {
	str := typ(ast.String)
	words := Options{Words: ast.RefWords{Ref: "ref", Defs: "defs"}}
	for _, c := range []struct {
		name string
		doc  ast.Document
		opt  Options
		want string
	}{
		{"in $defs", ast.Document{
			Root: obj(kw(ast.KwItems, ref(0, "#/$defs/a")), kw(ast.KwProperties, ast.Map{member("$ref", str), member("defs", home(1)), member("b", ref(1, "#/properties/defs"))}),
				kw(ast.KwDefs, ast.Map{member("a", home(0))})),
			Defs: []ast.Def{{Name: "a", Body: obj(kw(ast.KwNot, ref(0, "#/$defs/a")))}, {Name: "b", Body: str}},
		}, words, `{"items":{"ref":"#/defs/a"},"properties":{"$ref":{"type":"string"},"defs":{"type":"string"},"b":{"ref":"#/properties/defs"}},"defs":{"a":{"not":{"ref":"#/defs/a"}}}}`},
		{"without a home", ast.Document{Root: obj(kw(ast.KwItems, ref(0, "#/x"))), Defs: []ast.Def{{Name: "a", Body: str}}}, words,
			`{"items":{"ref":"#/defs/a"},"defs":{"a":{"type":"string"}}}`},
		{"printed twice", ast.Document{Root: obj(kw(ast.KwItems, home(0)), kw(ast.KwNot, home(0))), Defs: []ast.Def{{Name: "a", Body: str}}}, words,
			`{"items":{"type":"string"},"not":{"ref":"#/items"}}`},
		{"the definitions alone", ast.Document{
			Root: obj(kw(ast.KwItems, ref(0, "#/$defs/a")), kw(ast.KwDefs, ast.Map{member("a", home(0))})), Defs: []ast.Def{{Name: "a", Body: str}},
		}, Options{Words: ast.RefWords{Defs: "$def"}}, `{"items":{"$ref":"#/$def/a"},"$def":{"a":{"type":"string"}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, string(Schema(nil, &c.doc, c.opt))); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// TestSchema prints trees as passes may leave them.
func TestSchema(t *testing.T) {
	str, num := typ(ast.String), typ(ast.Number)
	for _, c := range []struct {
		name string
		doc  ast.Document
		want string
	}{
		{"booleans", ast.Document{Root: ast.NewBool(ast.Span{}, true)}, `true`},
		{"every shape", ast.Document{Root: obj(
			kw(ast.KwType, ast.TypeList(ast.String)),
			kw(ast.KwEnum, ast.DataList{`"a"`, ` { "b" : [ 1 , 2.0 ] } `, `[]`, `{ }`}),
			kw(ast.KwEnum, ast.DataList{}),
			kw(ast.KwMinimum, ast.Num("1e400")),
			kw(ast.KwUniqueItems, ast.Flag(true)),
			kw(ast.KwRequired, ast.Names{}),
			kw(ast.KwDependentRequired, ast.Deps{{Name: "a", Names: ast.Names{"b"}}}),
			kw(ast.KwAllOf, ast.List{str, ast.NewBool(ast.Span{}, false)}),
			kw(ast.KwProperties, ast.Map{member("", num)}),
			kw(ast.Unknown, &ast.Raw{Name: "x-\"y", JSON: `{"k": "a b"}`}),
			kw(ast.KwRef, &ast.Ref{Def: ast.External, Text: "http://e.com/x#/y z"}),
			kw(ast.KwDescription, ast.Text("<a>&\u2028\u007f\t\"é")),
		)}, `{"type":["string"],"enum":["a",{"b":[1,2.0]},[],{}],"enum":[],"minimum":1e400,"uniqueItems":true,"required":[],"dependentRequired":{"a":["b"]},"allOf":[{"type":"string"},false],"properties":{"":{"type":"number"}},"x-\"y":{"k":"a b"},"$ref":"http://e.com/x#/y z","description":"<a>&` + "\u2028\u007f" + `\t\"é"}`},
		{"the author's spelling stays where it still leads", ast.Document{
			Root: obj(kw(ast.KwDefs, ast.Map{member("a b", home(0))}), kw(ast.KwAnyOf, ast.List{ref(0, "#/$defs/a%20b"), ref(0, "#/%24defs/a%20b"), ref(0, "#/definitions/a%20b")})),
			Defs: []ast.Def{{Name: "a b", Body: str}},
		}, `{"$defs":{"a b":{"type":"string"}},"anyOf":[{"$ref":"#/$defs/a%20b"},{"$ref":"#/%24defs/a%20b"},{"$ref":"#/$defs/a%20b"}]}`},
		{"names are escaped", ast.Document{
			Root: obj(kw(ast.KwProperties, ast.Map{member("a/b~c%\"é", home(0)), member("r", ref(0, "#/x"))})),
			Defs: []ast.Def{{Body: str}},
		}, `{"properties":{"a/b~c%\"é":{"type":"string"},"r":{"$ref":"#/properties/a~1b~0c%25%22%C3%A9"}}}`},
		{"the root is a home", ast.Document{Root: home(0), Defs: []ast.Def{{Name: "root", Body: obj(kw(ast.KwItems, ref(0, "#")), kw(ast.KwNot, ref(0, "#/old")))}}},
			`{"items":{"$ref":"#"},"not":{"$ref":"#"}}`},
		{"targets without a home", ast.Document{
			Root: obj(kw(ast.KwDefs, ast.Map{member("a", num)}), kw(ast.KwAllOf, ast.List{ref(0, "#/x/a"), ref(1, "#/y/a"), ref(0, "")})),
			Defs: []ast.Def{{Name: "a", Body: obj(kw(ast.KwNot, ref(2, "#/q")))}, {Name: "a", Body: str}, {Name: "", Body: num}, {Name: "unused", Body: str}},
		}, `{"$defs":{"a":{"type":"number"},"a_2":{"not":{"$ref":"#/$defs/def"}},"a_3":{"type":"string"},"def":{"type":"number"}},"allOf":[{"$ref":"#/$defs/a_2"},{"$ref":"#/$defs/a_3"},{"$ref":"#/$defs/a_2"}]}`},
		{"$defs come last if they are new", ast.Document{
			Root: obj(kw(ast.KwItems, ref(0, "#/x")), kw(ast.KwTitle, ast.Text("t"))), Defs: []ast.Def{{Name: "x", Body: str}},
		}, `{"items":{"$ref":"#/$defs/x"},"title":"t","$defs":{"x":{"type":"string"}}}`},
		{"a malformed $defs is in the way", ast.Document{
			Root: obj(kw(ast.Unknown, &ast.Raw{Name: "$defs", JSON: "1"}), kw(ast.KwItems, ref(0, "#/x"))), Defs: []ast.Def{{Name: "x", Body: str}},
		}, `{"$defs":1,"items":{"$ref":"#/$defs_2/x"},"$defs_2":{"x":{"type":"string"}}}`},
		{"the second home is a reference", ast.Document{
			Root: obj(kw(ast.KwItems, home(0)), kw(ast.KwContains, home(0))), Defs: []ast.Def{{Name: "x", Body: str}},
		}, `{"items":{"type":"string"},"contains":{"$ref":"#/items"}}`},
		{"a home inside a target without one", ast.Document{
			Root: obj(kw(ast.KwAnyOf, ast.List{ref(1, "#/b"), ref(0, "#/a")})),
			Defs: []ast.Def{{Name: "a", Body: obj(kw(ast.KwItems, home(1)))}, {Name: "b", Body: str}},
		}, `{"anyOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/a"}],"$defs":{"b":{"type":"string"},"a":{"items":{"$ref":"#/$defs/b"}}}}`},
		{"resources", ast.Document{
			Root: obj(kw(ast.KwID, ast.Text("http://e.com/root")), kw(ast.KwDefs, ast.Map{
				member("r", home(0)), member("n", home(1)),
			}), kw(ast.KwAllOf, ast.List{ref(0, "/sub/r"), ref(2, "sub/r#/definitions/x"), ref(2, "#/$defs/r/definitions/x"), ref(1, "http://e.com/root#/$defs/n")})),
			Defs: []ast.Def{
				{Name: "r", Body: obj(kw(ast.KwID, ast.Text("sub/r")), kw(ast.KwDefs, ast.Map{member("x", home(2))}), kw(ast.KwItems, ref(1, "/root#/definitions/n")), kw(ast.KwNot, ref(2, "#/definitions/x")))},
				{Name: "n", Body: num}, {Name: "x", Body: str},
			},
		}, `{"$id":"http://e.com/root","$defs":{"r":{"$id":"sub/r","$defs":{"x":{"type":"string"}},"items":{"$ref":"/root#/$defs/n"},"not":{"$ref":"#/$defs/x"}},"n":{"type":"number"}},"allOf":[{"$ref":"/sub/r"},{"$ref":"sub/r#/$defs/x"},{"$ref":"http://e.com/sub/r#/$defs/x"},{"$ref":"http://e.com/root#/$defs/n"}]}`},
		{"dynamic references", ast.Document{
			Root: obj(kw(ast.KwDefs, ast.Map{member("a", home(0))}), kw(ast.KwAllOf, ast.List{
				obj(kw(ast.KwDynamicRef, &ast.Ref{Def: 0, Text: "#n"})), obj(kw(ast.KwDynamicRef, &ast.Ref{Def: 0, Text: "#/definitions/a"})), ref(0, "#m"), ref(0, "#k"),
			})),
			Defs: []ast.Def{{Name: "a", Body: obj(kw(ast.KwDynamicAnchor, ast.Text("n")), kw(ast.KwAnchor, ast.Text("m")))}},
		}, `{"$defs":{"a":{"$dynamicAnchor":"n","$anchor":"m"}},"allOf":[{"$dynamicRef":"#n"},{"$dynamicRef":"#/$defs/a"},{"$ref":"#m"},{"$ref":"#/$defs/a"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := string(Schema([]byte("> "), &c.doc, Options{}))
			if d := cmp.Diff("> "+c.want, got); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
			if !json.Valid([]byte(got[2:])) {
				t.Error("not JSON")
			}
		})
	}
}

// TestIndent lays the same JSON out in lines.
func TestIndent(t *testing.T) {
	doc := &ast.Document{Root: obj(
		kw(ast.KwProperties, ast.Map{member("a", obj()), member("b", ast.NewBool(ast.Span{}, true))}),
		kw(ast.KwEnum, ast.DataList{`{"x":[],"y":[1,{"z":{}}]}`, "\"a:b,[\\\"\""}),
		kw(ast.KwAllOf, ast.List{obj()}),
		kw(ast.KwRequired, ast.Names{}),
	)}
	const want = `{
.  "properties": {
.    "a": {},
.    "b": true
.  },
.  "enum": [
.    {
.      "x": [],
.      "y": [
.        1,
.        {
.          "z": {}
.        }
.      ]
.    },
.    "a:b,[\""
.  ],
.  "allOf": [
.    {}
.  ],
.  "required": []
.}`
	if d := cmp.Diff(want, string(Schema(nil, doc, Options{Indent: "  ", Prefix: "."}))); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}
