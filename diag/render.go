package diag

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// TextOptions are the choices of AppendText. The zero value is the default.
type TextOptions struct {
	// Color uses ANSI escape sequences.
	Color bool
	// Width is how many columns of a source line are shown; 0 means 100.
	Width int
	// Context, if set, returns words that say what the i'th diagnostic is about,
	// "" for none. By default that is the tool.
	Context func(i int) string
}

// AppendText appends the diagnostics for people, each with its source line and
// a caret, and returns the extended buffer:
//
//	tools.json:4:9: warning[keyword-stripped]: format is not accepted and was dropped (widened)
//	 4 |         "format": "uri"
//	   |         ^^^^^^^^^^^^^^^
//	   = at /tools/0/inputSchema/properties/url/format, in tool "fetch"
//	   = because: a member without a field in the Schema message is refused (zed#44875, 2026-09)
//	   = help: validate the arguments after the call
//
// Behind the message stands what the change does to the accepted arguments, if
// anything. What to do is said once for each code, and why once for each rule. Each source is read once however many
// diagnostics it has. A long line is cut
// around the caret. Characters of a source that do not print are replaced, so
// that a schema cannot write to the terminal.
func AppendText(dst []byte, ds []Diagnostic, opt TextOptions) []byte {
	if opt.Width <= 0 {
		opt.Width = 100
	}
	places, labels := locate(ds)
	t := text{dst: dst, opt: opt}
	helped := make(map[Code]bool)
	argued := make(map[*target.Evidence]bool)
	for i := range ds {
		t.diagnostic(&ds[i], places[i], labels[i])
		var where []string
		if places[i].Pointer != "" {
			where = append(where, "at "+places[i].Pointer)
		}
		if opt.Context != nil {
			if c := opt.Context(i); c != "" {
				where = append(where, c)
			}
		} else if ds[i].Tool != "" {
			where = append(where, "in tool "+strconv.Quote(ds[i].Tool))
		}
		if where != nil {
			t.remark("", strings.Join(where, ", "))
		}
		if e := ds[i].Evidence(); e != nil && !argued[e] {
			argued[e] = true
			t.remark("because: ", e.Claim+" ("+e.Source+", "+e.Date+")")
		}
		if help := ds[i].Help(); help != "" && !helped[ds[i].Code] {
			helped[ds[i].Code] = true
			t.remark("help: ", help)
		}
	}
	return t.dst
}

// AppendExcerpt appends one finding that is no Diagnostic in the same form:
// its place, a severity, a name, one sentence, and the source line of the span.
func AppendExcerpt(dst []byte, src *ast.Source, span ast.Span, p Place, s Severity, name, words string, opt TextOptions) []byte {
	if opt.Width <= 0 {
		opt.Width = 100
	}
	t := text{dst: dst, opt: opt, gutter: len(strconv.Itoa(p.Line))}
	t.header(p.String(), s, name, words)
	t.excerpt(src.Text, span, p.Line, severityColor(s))
	return t.dst
}

// Places computes the primary places, reading each source once. A diagnostic
// without a source has the zero Place.
func Places(ds []Diagnostic) []Place {
	places, _ := locate(ds)
	return places
}

// locate computes the places of the diagnostics and of their notes.
func locate(ds []Diagnostic) (places []Place, labels [][]Place) {
	type slot struct{ i, label int } // label -1 is the primary place
	type source struct {
		src   *ast.Source
		at    []ast.Pos
		slots []slot
	}
	var sources []*source // in the order of their first diagnostic
	index := make(map[*ast.Source]*source)
	places = make([]Place, len(ds))
	labels = make([][]Place, len(ds))
	for i := range ds {
		d := &ds[i]
		if d.Source == nil {
			continue
		}
		s := index[d.Source]
		if s == nil {
			s = &source{src: d.Source}
			index[d.Source] = s
			sources = append(sources, s)
		}
		s.at, s.slots = append(s.at, d.Span.Start), append(s.slots, slot{i, -1})
		labels[i] = make([]Place, len(d.Notes))
		for j := range d.Notes {
			s.at, s.slots = append(s.at, d.Notes[j].Span.Start), append(s.slots, slot{i, j})
		}
	}
	for _, s := range sources {
		for k, p := range LocateAll(s.src, s.at) {
			if at := s.slots[k]; at.label < 0 {
				places[at.i] = p
			} else {
				labels[at.i][at.label] = p
			}
		}
	}
	return places, labels
}

// text is a rendering under way.
type text struct {
	dst    []byte
	opt    TextOptions
	gutter int // columns of the line numbers of the current diagnostic
	cells  []cell
}

// cell is a character of an excerpt: what is shown of it, and how wide that is.
type cell struct {
	text  string
	width int
}

const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[1;36m"
	blue   = "\x1b[1;34m"
	reset  = "\x1b[0m"
)

func (t *text) color(code, s string) {
	if t.opt.Color {
		t.dst = append(t.dst, code...)
		t.dst = append(t.dst, s...)
		t.dst = append(t.dst, reset...)
		return
	}
	t.dst = append(t.dst, s...)
}

func severityColor(s Severity) string { return [...]string{cyan, yellow, red}[s] }

func (t *text) diagnostic(d *Diagnostic, p Place, labels []Place) {
	place := ""
	if d.Source != nil {
		place = p.String()
	}
	if d.Code == Unreadable {
		place = p.Source // nothing of it has a line
	}
	words := d.Message()
	if loss := d.Loss &^ Rejected; loss != Exact { // an error says that there is no output
		words += " (" + loss.String() + ")"
	}
	t.header(place, d.Severity, string(d.Code), words)
	t.gutter = len(strconv.Itoa(p.Line))
	for i := range labels {
		t.gutter = max(t.gutter, len(strconv.Itoa(labels[i].Line)))
	}
	if d.Source == nil || d.Source.Text == "" {
		return
	}
	t.excerpt(d.Source.Text, d.Span, p.Line, severityColor(d.Severity))
	for i := range labels {
		t.remark("note: ", d.Notes[i].Text)
		t.excerpt(d.Source.Text, d.Notes[i].Span, labels[i].Line, blue)
	}
}

// header appends "place: severity[name]: words".
func (t *text) header(place string, s Severity, name, words string) {
	if place != "" {
		t.color(bold, clean(place)+": ")
	}
	t.color(severityColor(s), s.String()+"["+name+"]")
	t.color(bold, ": "+clean(words))
	t.dst = append(t.dst, '\n')
}

func (t *text) margin(number string, sign string) {
	t.dst = append(t.dst, ' ')
	t.color(blue, strings.Repeat(" ", t.gutter-len(number))+number+" "+sign)
	t.dst = append(t.dst, ' ')
}

// remark appends "   = kind: words".
func (t *text) remark(kind, words string) {
	t.margin("", "=")
	t.color(bold, kind)
	t.dst = append(t.dst, clean(words)...)
	t.dst = append(t.dst, '\n')
}

// excerpt appends the line that the span begins in and a caret under the part
// of the span that is in it.
func (t *text) excerpt(src string, span ast.Span, number int, color string) {
	// No more of the line is looked at than can be shown.
	reach := 4 * t.opt.Width
	at := min(int(span.Start), len(src))
	from, cutLeft := 0, false
	if at > reach {
		from, cutLeft = at-reach, true
	}
	if nl := strings.LastIndexByte(src[from:at], '\n'); nl >= 0 {
		from, cutLeft = from+nl+1, false
	}
	to, cutRight := len(src), false
	if to > at+reach {
		to, cutRight = at+reach, true
	}
	if nl := strings.IndexByte(src[at:to], '\n'); nl >= 0 {
		to, cutRight = at+nl, false
	}
	for from < at && !utf8.RuneStart(src[from]) {
		from++
	}
	end := min(max(int(span.End), at), to)

	cells := t.cells[:0]
	total, start, stop := 0, 0, 0 // columns
	for i := from; i < to; {
		if i <= at {
			start = total
		}
		c, n := show(src[i:to], total)
		cells = append(cells, c)
		total += c.width
		i += n
		if i <= end {
			stop = total
		}
	}
	t.cells = cells
	if at >= to {
		start = total
	}
	stop = max(stop, start+1)

	// Cut to the window [left, right), with an ellipsis at either cut.
	left, right := 0, max(total, stop)
	if right > t.opt.Width {
		left = max(0, min(start-t.opt.Width/3, right-t.opt.Width))
		right = left + t.opt.Width
	}
	cutLeft, cutRight = cutLeft || left > 0, cutRight || right < total
	t.margin(strconv.Itoa(number), "|")
	if cutLeft {
		t.dst = append(t.dst, "…"...)
	}
	column := 0
	for _, c := range cells {
		if column >= left && column+c.width <= right {
			t.dst = append(t.dst, c.text...)
		} else if column < left && column+c.width > left {
			// Half of a wide character is cut off: keep the columns.
			t.dst = append(t.dst, strings.Repeat(" ", column+c.width-left)...)
		}
		column += c.width
	}
	if cutRight {
		t.dst = append(t.dst, "…"...)
	}
	t.dst = append(t.dst, '\n')

	t.margin("", "|")
	indent := start - left
	if cutLeft {
		indent++
	}
	t.dst = append(t.dst, strings.Repeat(" ", indent)...)
	t.color(color, strings.Repeat("^", max(1, min(stop, right)-start)))
	t.dst = append(t.dst, '\n')
}

// show returns what is shown of the first character of s at a column, and how
// many bytes it has.
func show(s string, column int) (cell, int) {
	if c := s[0]; c >= ' ' && c < 0x7f {
		return cell{s[:1], 1}, 1
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == '\t':
		w := 4 - column%4
		return cell{"    "[:w], w}, n
	case r == '\r':
		return cell{}, n
	case unicode.In(r, unicode.Mn, unicode.Me), r >= 0x1160 && r <= 0x11ff:
		return cell{s[:n], 0}, n // combining marks; the vowels and finals of Hangul
	case !unicode.IsPrint(r), r == utf8.RuneError:
		return cell{"\ufffd", 1}, n
	case wide(r):
		return cell{s[:n], 2}, n
	}
	return cell{s[:n], 1}, n
}

// wide reports whether terminals give the character two columns: those that
// Unicode calls East Asian Wide or Fullwidth, most emoji among them.
func wide(r rune) bool {
	if r < 0x1100 {
		return false
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return true
	}
	return false
}

// maxWords cuts messages: a value of a source can be as long as the source.
const maxWords = 400

// clean replaces the characters of a message that do not print. Text from a
// source gets into messages as names and values.
func clean(s string) string {
	if len(s) > maxWords {
		n := maxWords
		for !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n] + "…"
	}
	ok := true
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= 0x7f {
			ok = false
			break
		}
	}
	if ok {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\r':
			return ' '
		case !unicode.IsPrint(r):
			return '\ufffd'
		}
		return r
	}, s)
}
