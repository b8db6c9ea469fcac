package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/diff"
	"github.com/schemac/schemac/lower"
	"github.com/schemac/schemac/parse"
)

// history tells what each pass did to one node of a file.
func (p *program) history(at, targetName string) error {
	name, pointer, ok := strings.Cut(at, "#")
	if !ok {
		return usagef("--at is %q: write FILE#/POINTER, and FILE# for the whole", at)
	}
	t, err := lookupTarget(targetName)
	if err != nil {
		return err
	}
	s := p.sources([]string{name}, defaultMaxBytes)[0]
	tool, span, d := findNode(&ast.Source{Name: s.Name, Text: s.Text}, s.Err, pointer)
	if d != nil {
		p.printDiagnostics([]diag.Diagnostic{*d}, []string{""})
		p.exit(exitInput)
		return nil
	}
	if tool == nil {
		return usagef("--at: %s has no schema at %s", name, pointer)
	}
	var said []diag.Diagnostic
	doc, err := tool.Parse(parse.Options{Intent: true}, func(d diag.Diagnostic) { said = append(said, d) })
	var broken *diag.Diagnostic
	if errors.As(err, &broken) {
		p.printDiagnostics([]diag.Diagnostic{*broken}, []string{""})
		p.exit(exitInput)
		return nil
	}
	node := nodeSpan(doc, span)
	place := diag.Locate(tool.Source, node.Start)
	fmt.Fprintf(p.out, "%s: the node at #%s for %s\n", place, place.Pointer, t.ID)

	h := history{p: p, span: node, color: p.colored(p.stdout)}
	h.step("parse", "reads the schema as 2020-12", pretty([]byte(tool.Source.Slice(node))), nodeText(doc, node), said)
	type step struct {
		pass          *lower.Pass
		before, after *ast.Document
	}
	var steps []step
	res := lower.Run(doc, t, lower.Options{Observe: func(pass *lower.Pass, before, after *ast.Document) {
		steps = append(steps, step{pass, before, after})
	}})
	for _, s := range steps {
		var of []diag.Diagnostic
		for _, d := range res.Diagnostics {
			if d.Pass == s.pass.Name {
				of = append(of, d)
			}
		}
		if s.before == s.after && len(of) == 0 {
			continue
		}
		h.step(s.pass.Name, s.pass.Doc, nodeText(s.before, node), nodeText(s.after, node), of)
	}
	switch {
	case res.Doc == nil:
		fmt.Fprintf(p.out, "\nThe tool is rejected: there is no output.\n")
	case res.Verdict&diag.Fallback != 0:
		fmt.Fprintf(p.out, "\nThe tool falls back: nothing of this is in the output.\n")
	case h.steps == 0:
		fmt.Fprintf(p.out, "\nNo pass changed it.\n")
	}
	for _, d := range res.Diagnostics {
		if d.Loss&(diag.Fallback|diag.Rejected) != 0 {
			p.out.Write(diag.AppendText(nil, []diag.Diagnostic{d}, diag.TextOptions{Color: h.color}))
		}
	}
	return nil
}

// history is a telling under way.
type history struct {
	p     *program
	span  ast.Span
	color bool
	steps int
}

// step tells one pass, if it changed the node or said something about it.
func (h *history) step(name, doc, before, after string, said []diag.Diagnostic) {
	var own []diag.Diagnostic
	for _, d := range said {
		if h.span.Start <= d.Span.Start && d.Span.End <= h.span.End && d.Span != (ast.Span{}) {
			own = append(own, d)
		}
	}
	if before == after && len(own) == 0 {
		return
	}
	h.steps++
	fmt.Fprintf(h.p.out, "\n%s: %s\n", name, doc)
	for _, d := range own {
		fmt.Fprintf(h.p.out, "  %s[%s]: %s (%s)\n", d.Severity, d.Code, d.Message(), d.Loss)
	}
	switch {
	case before == after:
		fmt.Fprintf(h.p.out, "  the node itself stayed as it was\n")
	case after == "":
		fmt.Fprintf(h.p.out, "  the node left the schema\n")
	case before == "":
		fmt.Fprintf(h.p.out, "  the node came back into the schema\n")
	}
	if before != after && after != "" {
		h.p.out.WriteString(unified(diff.Lines(before, after), h.color))
	}
}

// unified is a difference with up to three lines around each change.
func unified(lines []diff.Line, color bool) string {
	const context = 3
	near := make([]bool, len(lines))
	for i := range lines {
		if lines[i].Op != diff.Same {
			for j := max(0, i-context); j < min(len(lines), i+context+1); j++ {
				near[j] = true
			}
		}
	}
	var b strings.Builder
	for i, l := range lines {
		switch {
		case !near[i]:
			if i > 0 && near[i-1] {
				b.WriteString("    …\n")
			}
			continue
		case l.Op == diff.Removed:
			b.WriteString("  " + paint(color, red, "- "+l.Text) + "\n")
		case l.Op == diff.Added:
			b.WriteString("  " + paint(color, green, "+ "+l.Text) + "\n")
		default:
			b.WriteString("    " + l.Text + "\n")
		}
	}
	return b.String()
}

const (
	red   = "\x1b[31m"
	green = "\x1b[32m"
	faint = "\x1b[2m"
	bold  = "\x1b[1m"
	reset = "\x1b[0m"
)

func paint(color bool, code, text string) string {
	if !color {
		return text
	}
	return code + text + reset
}

// findNode returns the tool whose schema holds the pointer, and the span of what
// is there. Of NDJSON it is the first line that has such a place.
func findNode(src *ast.Source, readErr error, pointer string) (*parse.Found, ast.Span, *diag.Diagnostic) {
	if readErr != nil {
		d := diag.New(diag.Unreadable, src, ast.Span{}, readErr.Error(), "")
		return nil, ast.Span{}, &d
	}
	found, err := parse.Find(src, func(diag.Diagnostic) {})
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return nil, ast.Span{}, d
	}
	for i := range found {
		f := &found[i]
		span, ok := spanAt(f.Source.Text, pointer)
		if f.Err == nil && ok && f.Schema.Start <= span.Start && span.End <= f.Schema.End && f.Schema != (ast.Span{}) {
			return f, span, nil
		}
		// A pointer to the tool means its schema.
		if f.Err == nil && ok && f.Schema != (ast.Span{}) && (span == f.Span || len(found) == 1 && span.Start <= f.Schema.Start && f.Schema.End <= span.End) {
			return f, f.Schema, nil
		}
	}
	return nil, ast.Span{}, nil
}

// spanAt is the extent of the value that a JSON Pointer names in a text.
func spanAt(text, pointer string) (ast.Span, bool) {
	value, _, ok := memberAt(text, pointer)
	return value, ok
}

// memberAt is spanAt, and the extent of the member whose value it is: with the
// name if it is in an object.
func memberAt(text, pointer string) (value, member ast.Span, ok bool) {
	if pointer != "" && pointer[0] != '/' {
		return value, member, false
	}
	dec := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	name := int64(-1) // where the last name begins
	for token := range jsontext.Pointer(pointer).Tokens() {
		if name, ok = step(dec, token); !ok {
			return value, member, false
		}
	}
	v, err := dec.ReadValue()
	if err != nil {
		return value, member, false
	}
	end := ast.Pos(dec.InputOffset())
	value = ast.Span{Start: end - ast.Pos(len(v)), End: end}
	member = value
	if name >= 0 {
		member.Start = ast.Pos(name)
	}
	return value, member, true
}

// step moves the decoder before the member or element that a token names, and
// returns where the member's name begins, -1 for an element.
func step(dec *jsontext.Decoder, token string) (int64, bool) {
	open, err := dec.ReadToken()
	if err != nil {
		return -1, false
	}
	switch open.Kind() {
	case '{':
		for dec.PeekKind() == '"' {
			raw, err := dec.ReadValue()
			if err != nil {
				return -1, false
			}
			at := dec.InputOffset() - int64(len(raw))
			if name, err := jsontext.AppendUnquote(nil, raw); err == nil && string(name) == token {
				return at, true
			}
			if dec.SkipValue() != nil {
				return -1, false
			}
		}
	case '[':
		n, err := strconv.Atoi(token)
		if err != nil || n < 0 {
			return -1, false
		}
		for ; n > 0 && dec.PeekKind() != ']'; n-- {
			if dec.SkipValue() != nil {
				return -1, false
			}
		}
		return -1, dec.PeekKind() != ']' && dec.PeekKind() != 0
	}
	return -1, false
}

// nodeSpan is the span of the smallest schema node around a place.
func nodeSpan(doc *ast.Document, at ast.Span) ast.Span {
	best := doc.Span
	eachNode(doc, func(s *ast.Schema) bool {
		span := s.Span()
		if span.Start <= at.Start && at.End <= span.End && span.End-span.Start < best.End-best.Start {
			best = span
		}
		return true
	})
	return best
}

// nodeText is the first and outermost node with the span as JSON, "" if it is
// not in the document. References in it are as the author wrote them.
func nodeText(doc *ast.Document, span ast.Span) string {
	var found *ast.Schema
	eachNode(doc, func(s *ast.Schema) bool {
		if s.Span() == span {
			found = s
		}
		return found == nil
	})
	if found == nil {
		return ""
	}
	alone := &ast.Document{Root: plain(doc, found)}
	return string(emit.Schema(nil, alone, emit.Options{Indent: "  "}))
}

// plain returns the node with definitions where the author wrote them.
func plain(doc *ast.Document, s *ast.Schema) *ast.Schema {
	if home := s.HomeOf(); home != nil {
		return plain(doc, doc.Defs[home.Def].Body)
	}
	return s.MapChildren(func(_ ast.Slot, c *ast.Schema) *ast.Schema { return plain(doc, c) })
}

// eachNode calls f for every node of the document, parents first, until it
// returns false.
func eachNode(doc *ast.Document, f func(*ast.Schema) bool) {
	more := true
	var walk func(s *ast.Schema)
	walk = func(s *ast.Schema) {
		if !more || s.HomeOf() != nil {
			return // the body is visited with the definitions
		}
		more = f(s)
		s.EachChild(func(_ ast.Slot, c *ast.Schema) { walk(c) })
	}
	walk(doc.Root)
	for i := range doc.Defs {
		walk(doc.Defs[i].Body)
	}
}
