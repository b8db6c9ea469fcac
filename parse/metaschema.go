package parse

import (
	"embed"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// metaschemas are the official ones, by the path after https://json-schema.org/.
// A schema may refer to them as to any document ("this argument is a schema"),
// and nothing has to be fetched for it.
//
//go:embed metaschemas
var metaschemas embed.FS

// text returns the text of a document that is not the one being read.
func (b *builder) text(uri string) (string, bool) {
	if text, ok := b.opt.Resources[uri]; ok {
		return string(text), true
	}
	if text, ok := b.opt.Resources[uri+"#"]; ok {
		return string(text), true
	}
	for _, host := range [...]string{"http://json-schema.org/", "https://json-schema.org/"} {
		if path, ok := strings.CutPrefix(uri, host); ok {
			text, err := metaschemas.ReadFile("metaschemas/" + path)
			return string(text), err == nil
		}
	}
	return "", false
}

// vocabularies are the keywords that a vocabulary of 2019-09 or 2020-12
// defines, by the last part of its URI.
var vocabularies = [...]struct {
	name string
	has  func(ast.Kw) bool
}{
	{"core", func(k ast.Kw) bool { return k.Info().Class == ast.Core }},
	{"applicator", func(k ast.Kw) bool {
		return k.Info().Class == ast.Applicator && k != ast.KwUnevaluatedItems && k != ast.KwUnevaluatedProperties
	}},
	{"unevaluated", func(k ast.Kw) bool { return k == ast.KwUnevaluatedItems || k == ast.KwUnevaluatedProperties }},
	{"validation", func(k ast.Kw) bool {
		return k.Info().Class == ast.Assertion && k != ast.KwFormat && k != ast.KwNullable
	}},
	{"format", func(k ast.Kw) bool { return k == ast.KwFormat }},
	{"format-annotation", func(k ast.Kw) bool { return k == ast.KwFormat }},
	{"format-assertion", func(k ast.Kw) bool { return k == ast.KwFormat }},
}

// custom returns the draft of a metaschema among the resources, and the
// keywords of it that the metaschema's $vocabulary leaves out.
func (b *builder) custom(uri string, at ast.Span) (d ast.Draft, off ast.KwSet, ok bool) {
	uri = strings.TrimSuffix(uri, "#")
	text, ok := b.text(uri)
	if !ok {
		return 0, off, false
	}
	src := &ast.Source{Name: uri, Text: text}
	t, err := lex(src, ast.Span{End: ast.Pos(len(text))}, b.opt.Depth)
	if err != nil || t.cells[0].kind != '{' {
		return 0, off, false
	}
	i, ok := t.find(0, "$schema")
	if !ok || t.cells[i].kind != '"' {
		return 0, off, false
	}
	if d, ok = Dialect(t.str(i)); !ok {
		return 0, off, false
	}
	v, ok := t.find(0, "$vocabulary")
	if !ok || t.cells[v].kind != '{' || d != ast.Draft2019 && d != ast.Draft2020 {
		return d, off, true
	}
	var on ast.KwSet
	for j := v + 1; j < t.cells[v].next; j = t.cells[j+1].next {
		name := t.str(j)
		known := false
		for _, year := range [...]string{"2019-09", "2020-12"} {
			rest, ok := strings.CutPrefix(name, "https://json-schema.org/draft/"+year+"/vocab/")
			if !ok {
				continue
			}
			known = known || rest == "meta-data" || rest == "content"
			for i := range vocabularies {
				if vocabularies[i].name != rest {
					continue
				}
				known = true
				for k := range ast.NumKw {
					if vocabularies[i].has(ast.Kw(k)) || rest == "applicator" && d == ast.Draft2019 && vocabularies[2].has(ast.Kw(k)) {
						on.Add(ast.Kw(k))
					}
				}
			}
		}
		if !known && t.cells[j+1].kind == 't' {
			b.report(diag.NoEquivalent, at, "the vocabulary "+quote(name), "it is required by "+uri+" and not one of JSON Schema")
		}
	}
	for i := range vocabularies[1:] {
		for k := range ast.NumKw {
			if vocabularies[1:][i].has(ast.Kw(k)) && !on.Has(ast.Kw(k)) {
				off.Add(ast.Kw(k))
			}
		}
	}
	return d, off, true
}
