package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// A repeated type name counts once where no dialect is declared. A declared one
// forbids it.
func TestRepeatedTypes(t *testing.T) {
	for text, want := range map[string]struct {
		types string
		codes []diag.Code
	}{
		`{"type":["string","string"]}`:                                                          {"string", []diag.Code{diag.TypeRepeated}},
		`{"type":["null","string","null","string"]}`:                                            {"null, string", []diag.Code{diag.TypeRepeated, diag.TypeRepeated}},
		`{"type":["STRING","string"]}`:                                                          {"string", []diag.Code{diag.TypeCase, diag.TypeRepeated}},
		`{"type":["string","null"]}`:                                                            {"string, null", nil},
		`{"type":["string","strin","string"]}`:                                                  {"", []diag.Code{diag.KeywordMalformed}},
		`{"type":["string",{"minimum":1},"string"]}`:                                            {"", []diag.Code{diag.TypeRepeated, diag.KeywordUpgraded}},
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":["string","string"]}`: {"", []diag.Code{diag.KeywordMalformed}},
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":["string","string"]}`:      {"", []diag.Code{diag.KeywordMalformed}},
	} {
		var codes []diag.Code
		doc, err := Schema(&ast.Source{Text: text}, Options{}, func(d diag.Diagnostic) {
			if d.Code != diag.MetaDropped && !(d.Code == diag.KeywordUpgraded && d.A == "$schema") {
				codes = append(codes, d.Code)
			}
		})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := ""
		if ty, ok := doc.RootBody().Get(ast.KwType).(ast.Types); ok {
			got = ty.String()
		}
		if got != want.types {
			t.Errorf("%s: the types are %q, want %q", text, got, want.types)
		}
		if diff := cmp.Diff(want.codes, codes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
