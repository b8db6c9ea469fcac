package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

func (p *program) auditCommand() *cobra.Command {
	var names []string
	var format string
	var maxBytes int64
	cmd := &cobra.Command{
		Use:   "audit -t TARGET… [FILE|DIR|-]…",
		Short: "Report what a target would refuse in tool lists and schemas as they are",
		Long: `audit reads tool lists and schemas as they are, changes nothing, and reports
everything in them that the target would refuse. The inputs are those of
schemac compile.

A tool whose envelope says "strict": false is not held to the rules of a strict
target: it is passed over.

--format ndjson writes a line for each violation:
  {"source","tool","target","path","rule","message","key","value","pointer","line","column"}
key and value are null if the violation is not about one member. --format json
writes the same as one array.
` + exitHelp,
		Example: `  schemac audit -t google tools.json
  schemac compile -t cca --emit schema s.json | schemac audit -t cca`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.audit(names, format, maxBytes, args) },
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&names, "target", "t", nil, "audit for this target (repeatable): "+target.Names())
	fl.StringVar(&format, "format", "text", "text, json or ndjson")
	fl.Int64Var(&maxBytes, "max-bytes", defaultMaxBytes, "how large one input may be")
	complete(cmd, "target", targetNames()...)
	complete(cmd, "format", "text", "json", "ndjson")
	return cmd
}

// finding is a violation with where it was found.
type finding struct {
	tool  *parse.Found
	v     audit.Violation
	place diag.Place
}

func (p *program) audit(names []string, format string, maxBytes int64, args []string) error {
	targets, err := lookupTargets(names)
	if err != nil {
		return err
	}
	if err := oneOf("--format", format, "text", "json", "ndjson"); err != nil {
		return err
	}
	if maxBytes <= 0 {
		return usagef("--max-bytes is %d: use a positive number", maxBytes)
	}
	sources := p.sources(args, maxBytes)
	var list []byte
	for _, t := range targets {
		schemas, count := 0, 0
		for _, s := range sources {
			audited, found := p.auditSource(s, t)
			schemas += audited
			count += len(found)
			for i := range found {
				switch format {
				case "text":
					p.writeFinding(&found[i])
				case "ndjson":
					p.out.Write(append(appendFinding(nil, &found[i], t), '\n'))
				case "json":
					if list != nil {
						list = append(list, ',')
					}
					list = appendFinding(list, &found[i], t)
				}
			}
		}
		if format == "text" {
			fmt.Fprintf(p.err, "%s: %s, %s\n", t.ID, plural(schemas, "schema"), plural(count, "violation"))
		}
		if count > 0 {
			p.exit(exitFindings)
		}
	}
	if format == "json" {
		list = append(append([]byte{'['}, list...), ']')
		p.out.Write(append(emit.Format(nil, list, emit.Options{Indent: "  "}), '\n'))
	}
	return nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprint(n, " ", noun, "s")
}

// auditSource audits every schema of a source as it is and returns how many
// there are. What cannot be audited goes to stderr.
func (p *program) auditSource(s schemac.Source, t *target.Target) (schemas int, out []finding) {
	src := &ast.Source{Name: s.Name, Text: s.Text}
	var ds []diag.Diagnostic
	sink := func(d diag.Diagnostic) {
		if d.Severity >= diag.Warning {
			ds = append(ds, d)
		}
	}
	broken := func(d diag.Diagnostic) {
		sink(d)
		p.exit(exitInput)
	}
	if s.Err != nil {
		broken(diag.New(diag.Unreadable, src, ast.Span{}, s.Err.Error(), ""))
	}
	var found []parse.Found
	if s.Err == nil {
		var err error
		var d *diag.Diagnostic
		if found, err = parse.Find(src, sink); errors.As(err, &d) {
			broken(*d)
		}
	}
	for i := range found {
		f := &found[i]
		if f.Err != nil {
			broken(*f.Err)
			continue
		}
		if f.Schema == (ast.Span{}) || t.Strict == target.StrictAchieved && f.HasStrict && !f.Strict {
			continue
		}
		// The parser refuses what is not JSON with more words than audit.
		if _, err := f.Parse(parse.Options{Depth: audit.MaxDepth}, nil); err != nil {
			if d, ok := err.(*diag.Diagnostic); ok && !auditable(d.Code) {
				broken(*d)
				continue
			}
		}
		schemas++
		text := f.Source.Slice(f.Schema)
		vs, err := audit.Check([]byte(text), t, audit.Options{Metaschema: judge.Metaschema})
		if err != nil {
			d := diag.New(diag.SyntaxError, f.Source, f.Schema, err.Error(), "")
			d.Tool = f.Name
			broken(d)
			continue
		}
		for _, v := range vs {
			out = append(out, finding{tool: f, v: v})
		}
	}
	place(out)
	p.printDiagnostics(ds, contexts(ds))
	return schemas, out
}

// auditable reports whether a schema that the parser refuses for the code can
// be audited all the same: it is JSON and a schema, which is what counts.
func auditable(code diag.Code) bool {
	switch code {
	case diag.SyntaxError, diag.InvalidUTF8, diag.ByteOrderMark, diag.TrailingData, diag.TooDeep, diag.TooLarge, diag.EmptyInput, diag.NotASchema:
		return false
	}
	return true
}

func contexts(ds []diag.Diagnostic) []string {
	out := make([]string, len(ds))
	for i := range ds {
		out[i] = about(ds[i].Tool, nil)
	}
	return out
}

// place computes the places of the findings in their files, reading each source
// once. The pointer is the schema's in the file and the violation's in the
// schema.
func place(found []finding) {
	for from := 0; from < len(found); {
		src := found[from].tool.Source
		to := from
		var at []ast.Pos
		for ; to < len(found) && found[to].tool.Source == src; to++ {
			schema := found[to].tool.Schema.Start
			at = append(at, schema, schema+ast.Pos(found[to].v.Offset))
		}
		places := diag.LocateAll(src, at)
		for i := from; i < to; i++ {
			found[i].place = places[2*(i-from)+1]
			found[i].place.Pointer = places[2*(i-from)].Pointer + found[i].v.Pointer
		}
		from = to
	}
}

// appendFinding appends the ndjson line of a violation, without the line's end.
// Programs read this: members are neither added nor reordered.
func appendFinding(dst []byte, f *finding, t *target.Target) []byte {
	dst = append(dst, `{"source":`...)
	dst = appendString(dst, f.tool.Source.Name)
	dst = append(dst, `,"tool":`...)
	dst = appendString(dst, f.tool.Name)
	dst = append(dst, `,"target":`...)
	dst = appendString(dst, t.ID)
	dst = append(dst, `,"path":`...)
	dst = appendString(dst, f.v.Path)
	dst = append(dst, `,"rule":`...)
	dst = appendString(dst, f.v.Rule)
	dst = append(dst, `,"message":`...)
	dst = appendString(dst, f.v.Message)
	dst = append(dst, `,"key":`...)
	if f.v.Key == "" {
		dst = append(dst, "null"...)
	} else {
		dst = appendString(dst, f.v.Key)
	}
	dst = append(dst, `,"value":`...)
	if f.v.Value == nil {
		dst = append(dst, "null"...)
	} else {
		dst = emit.Format(dst, f.v.Value, emit.Options{})
	}
	dst = appendPlace(dst, f.place)
	return append(dst, '}')
}

func (p *program) writeFinding(f *finding) {
	words := f.v.Message
	if f.tool.HasName {
		words += fmt.Sprintf(" (tool %q, %s)", f.tool.Name, f.v.Path)
	} else {
		words += fmt.Sprintf(" (%s)", f.v.Path)
	}
	at := f.tool.Schema.Start + ast.Pos(f.v.Offset)
	p.out.Write(diag.AppendExcerpt(nil, f.tool.Source, ast.Span{Start: at, End: at + 1}, f.place, diag.Error, f.v.Rule, words,
		diag.TextOptions{Color: p.colored(p.err)}))
}
