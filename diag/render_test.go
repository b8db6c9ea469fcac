package diag

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// at is the span of the first occurrence of part in the text.
func at(src *ast.Source, part string) ast.Span {
	i := strings.Index(src.Text, part)
	return ast.Span{Start: ast.Pos(i), End: ast.Pos(i + len(part))}
}

func TestAppendText(t *testing.T) {
	src := &ast.Source{Name: "t.json", Text: "{\n\t\"é漢字\": {\"format\": \"uri\"},\n  \"minimum\": \"3\"\n}"}
	format := New(KeywordStripped, src, at(src, `"format": "uri"`), "format", "")
	format.Tool = "fetch"
	minimum := New(KeywordMalformed, src, at(src, `"3"`), "minimum", "it is a string")
	minimum.Notes = []Label{{Span: at(src, `"format"`), Text: "seen here first"}}
	whole := New(NotASchema, src, ast.Span{Start: 0, End: ast.Pos(len(src.Text))}, "an array", "")
	again := format
	again.Tool = "other"
	end := New(SyntaxError, src, ast.Span{Start: ast.Pos(len(src.Text)), End: ast.Pos(len(src.Text))}, "x", "")
	none := New(Unreadable, &ast.Source{Name: "gone.json"}, ast.Span{}, "no such file", "")

	got := string(AppendText([]byte("> "), []Diagnostic{format, minimum, whole, again, end, none}, TextOptions{}))
	want := `> t.json:2:10: warning[keyword-stripped]: format is not accepted and was dropped (widened)
 2 |     "é漢字": {"format": "uri"},
   |               ^^^^^^^^^^^^^^^
   = at /é漢字/format, in tool "fetch"
   = help: validate the arguments after the call
t.json:3:14: warning[keyword-malformed]: minimum has an impossible value and is no keyword here: it is a string
 3 |   "minimum": "3"
   |              ^^^
   = note: seen here first
 2 |     "é漢字": {"format": "uri"},
   |               ^^^^^^^^
   = at /minimum
   = help: correct the value
t.json:1:1: error[not-a-schema]: a schema is an object or a boolean, this is an array
 1 | {
   | ^
   = help: pass a JSON Schema or a tool list
t.json:2:10: warning[keyword-stripped]: format is not accepted and was dropped (widened)
 2 |     "é漢字": {"format": "uri"},
   |               ^^^^^^^^^^^^^^^
   = at /é漢字/format, in tool "other"
t.json:4:2: error[syntax-error]: not valid JSON: x
 4 | }
   |  ^
   = help: correct the JSON at this place; often a comma or a closing bracket is missing before it
gone.json: error[unreadable]: cannot be read: no such file
   = help: check the path, the permissions and the size
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Carets stand under what they mean, whatever is before it on the line.
func TestAppendTextColumns(t *testing.T) {
	for name, c := range map[string]struct{ line, want string }{
		"tab":       {"\t\"x\": 1", "    \"x\": 1|         ^"},
		"tabs":      {"a\tb\t\"x\": 1", "a   b   \"x\": 1|             ^"},
		"wide":      {"\"漢字\": 1", "\"漢字\": 1|        ^"},
		"fullwidth": {"\"ＡＢ\": 1", "\"ＡＢ\": 1|        ^"},
		"emoji":     {"\"🚀✅\": 1", "\"🚀✅\": 1|        ^"},
		"combining": {"\"e\u0301\u0302\": 1", "\"e\u0301\u0302\": 1|     ^"},
		"jamo":      {"\"\u1112\u1161\u11ab\": 1", "\"\u1112\u1161\u11ab\": 1|      ^"},
		"variation": {"\"❤\ufe0f\": 1", "\"❤\ufe0f\": 1|     ^"},
		"invisible": {"\"a\u200bb\": 1", "\"a\ufffdb\": 1|       ^"},
		"invalid":   {"\"\xff\": 1", "\"\ufffd\": 1|     ^"},
	} {
		for _, end := range []string{"\n", "\r\n"} {
			src := &ast.Source{Name: "t", Text: "{" + end + c.line + end + "}"}
			d := New(KeywordUnknown, src, at(src, "1"), "x", "")
			lines := strings.Split(string(AppendText(nil, []Diagnostic{d}, TextOptions{})), "\n")
			text, caret, _ := strings.Cut(c.want, "|")
			if diff := cmp.Diff([]string{" 2 | " + text, "   | " + caret}, lines[1:3]); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}

// The evidence for a rule is shown once, with the first of its consequences.
func TestAppendTextBecause(t *testing.T) {
	src := &ast.Source{Name: "t", Text: `{"oneOf":[],"allOf":[]}`}
	one := New(OneOfOverlap, src, at(src, `"oneOf":[]`), "", "")
	all := New(AllOfMerged, src, at(src, `"allOf":[]`), "", "")
	one.Target, all.Target = &target.OpenAIStrict, &target.OpenAIStrict
	got := string(AppendText(nil, []Diagnostic{one, all}, TextOptions{}))
	if n := strings.Count(got, "   = because: oneOf and allOf are refused (openai-node#1709; "); n != 1 {
		t.Errorf("%d times in\n%s", n, got)
	}
}

// A tool list may be one line of 300 KB: the line is cut around the caret, and
// rendering does not read it again for each diagnostic.
func TestAppendTextLongLine(t *testing.T) {
	src := &ast.Source{Name: "t.json", Text: `{"a":"` + strings.Repeat("x", 5000) + `","format":"uri","b":"` + strings.Repeat("y", 5000) + `"}`}
	d := New(KeywordStripped, src, at(src, `"format":"uri"`), "format", "")
	got := string(AppendText(nil, []Diagnostic{d}, TextOptions{Width: 40}))
	want := `t.json:1:5009: warning[keyword-stripped]: format is not accepted and was dropped (widened)
 1 | …xxxxxxxxxxx","format":"uri","b":"yyyyyyy…
   |               ^^^^^^^^^^^^^^
   = at /format
   = help: validate the arguments after the call
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// A span that is longer than the window is underlined as far as it shows.
	d.Span = at(src, src.Text[6:5006])
	got = string(AppendText(nil, []Diagnostic{d}, TextOptions{Width: 20}))
	if !strings.Contains(got, "\n 1 | {\"a\":\"xxxxxxxxxxxxxx…\n   |       ^^^^^^^^^^^^^^\n") {
		t.Error(got)
	}
}

// What a source says cannot write to the terminal.
func TestAppendTextControl(t *testing.T) {
	src := &ast.Source{Name: "t\x1b[31m.json", Text: "{\"a\x1b[31m\u202e\u0301\": 1}"}
	d := New(KeywordUnknown, src, at(src, `1`), "a\x1b[31m\nb\u202e"+strings.Repeat("z", 1000), "")
	got := string(AppendText(nil, []Diagnostic{d}, TextOptions{}))
	if strings.ContainsAny(got, "\x1b\u202e") {
		t.Errorf("%q", got)
	}
	if lines := strings.Split(got, "\n"); len(lines) != 5 || len(lines[0]) > 600 {
		t.Errorf("%d lines, the first of %d bytes", len(lines), len(lines[0]))
	}
}

func TestAppendTextColor(t *testing.T) {
	src := &ast.Source{Name: "t.json", Text: `{"format":"uri"}`}
	d := New(KeywordStripped, src, at(src, `"format":"uri"`), "format", "")
	got := string(AppendText(nil, []Diagnostic{d}, TextOptions{Color: true}))
	plain := string(AppendText(nil, []Diagnostic{d}, TextOptions{}))
	if !strings.Contains(got, yellow+"warning[keyword-stripped]"+reset) {
		t.Errorf("%q", got)
	}
	for _, code := range []string{bold, red, yellow, cyan, blue, reset} {
		got = strings.ReplaceAll(got, code, "")
	}
	if diff := cmp.Diff(plain, got); diff != "" {
		t.Error(diff)
	}
}

func TestPlaces(t *testing.T) {
	a := &ast.Source{Name: "a", Text: "{\n\"x\": 1}"}
	b := &ast.Source{Name: "b", Text: `{"y": 2}`, FirstLine: 7}
	ds := []Diagnostic{
		New(KeywordUnknown, a, at(a, `"x"`), "", ""), New(KeywordUnknown, b, at(b, `2`), "", ""),
		{Code: KeywordUnknown}, New(KeywordUnknown, a, at(a, `{`), "", ""),
	}
	want := []Place{{"a", 2, 1, "/x"}, {"b", 7, 7, "/y"}, {}, {"a", 1, 1, ""}}
	if diff := cmp.Diff(want, Places(ds)); diff != "" {
		t.Error(diff)
	}
}

func FuzzAppendText(f *testing.F) {
	f.Add("{\"a\":\t1}", 3, 9, 10)
	f.Add("漢字\n\xff\xc3", 1, 2, 3)
	f.Fuzz(func(t *testing.T, text string, start, end, width int) {
		if start < 0 || end < start || end > len(text) {
			return
		}
		d := New(KeywordUnknown, &ast.Source{Name: "x", Text: text}, ast.Span{Start: ast.Pos(start), End: ast.Pos(end)}, "a", "b")
		got := AppendText(nil, []Diagnostic{d}, TextOptions{Width: width % 200})
		if n := strings.Count(string(got), "\n"); n != 2 && n != 4 {
			t.Errorf("%q", got)
		}
	})
}
