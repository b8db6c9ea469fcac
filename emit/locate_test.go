package emit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
)

// span is where part first stands in text.
func span(text, part string) ast.Span {
	i := strings.Index(text, part)
	return ast.Span{Start: ast.Pos(i), End: ast.Pos(i + len(part))}
}

func TestLocate(t *testing.T) {
	const text = `{"properties":{"a/b":{"type":"string","format":"uri"}},"$defs":{"d":{"type":"null"}}}`
	node := ast.New(span(text, `{"type":"string","format":"uri"}`), []ast.Keyword{
		{Kw: ast.KwType, Val: ast.OneType(ast.String), Span: span(text, `"type":"string"`)}})
	null := ast.New(ast.Span{}, []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(ast.Null)}})
	wrapper := ast.New(node.Span(), []ast.Keyword{{Kw: ast.KwAnyOf, Val: ast.List{node, null}, Span: node.Span()}})
	root := ast.New(span(text, text), []ast.Keyword{
		{Kw: ast.KwProperties, Val: ast.Map{{Name: "a/b", Schema: wrapper}}, Span: span(text, `"properties":{"a/b":{"type":"string","format":"uri"}}`)},
		{Kw: ast.KwRef, Val: &ast.Ref{Def: 0}}})
	def := ast.Def{Name: "d", Body: ast.New(span(text, `{"type":"null"}`), []ast.Keyword{{Kw: ast.KwType, Val: ast.OneType(ast.Null), Span: span(text, `"type":"null"`)}})}
	doc := &ast.Document{Root: root, Defs: []ast.Def{def}}
	got := Locate(doc, []ast.Span{
		span(text, `"format":"uri"`),  // gone: the node around it, of two the outer one
		span(text, `"type":"string"`), // a keyword that stayed
		node.Span(),                   // two nodes have it: the outer one
		span(text, `"type":"null"`),   // in a definition without a home
		span(text, text),
		{},
		span(text, `"$defs"`), // gone, at the root
	}, ast.RefWords{})
	want := []string{"/properties/a~1b", "/properties/a~1b/anyOf/0/type", "/properties/a~1b", "/$defs/d/type", "", "", ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := Locate(doc, []ast.Span{span(text, `"type":"null"`)}, ast.RefWords{Defs: "defs"}); got[0] != "/defs/d/type" {
		t.Errorf("in the dialect's words it is at %s", got[0])
	}
	for pointer, part := range map[string]string{
		"":                              text,
		"/properties/a~1b":              `{"type":"string","format":"uri"}`,
		"/properties/a~1b/anyOf/0":      `{"type":"string","format":"uri"}`,
		"/properties/a~1b/anyOf/0/type": `"type":"string"`,
		"/properties/a~1b/anyOf/1/type": `{"type":"string","format":"uri"}`,
		"/properties/gone/x":            `"properties":{"a/b":{"type":"string","format":"uri"}}`,
		"/$defs/d/type":                 `"type":"null"`,
	} {
		if got := Origin(doc, pointer, ast.RefWords{}); got != span(text, part) {
			t.Errorf("%s came from %v, want %v", pointer, got, span(text, part))
		}
	}
}
