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
	var f auditFlags
	cmd := &cobra.Command{
		Use:   "audit -t TARGET… [FILE|DIR|-]…",
		Short: "Report what a target would refuse in tool lists and schemas as they are",
		Long: `audit reads tool lists and schemas as they are, changes nothing, and reports
everything in them that the target does not take: what its provider would refuse
(an error), and what it would drop or read as something else without a word (a
warning). The inputs are those of schemac compile.

A tool whose envelope says "strict": false is not held to the rules of a strict
target: it is passed over.

--format ndjson writes a line for each violation:
  {"source","tool","target","path","rule","message","key","value","pointer","line","column","verdict"}
key and value are null if the violation is not about one member; verdict is
refused, ignored or changed. --format json writes the same as one array.

--output writes the findings in another form too, as FORMAT=PATH, and may be
repeated: text, json, ndjson, sarif, github or junit, as schemac compile writes its
diagnostics; - is stderr. The code of each is refused, its message begins with the
rule, and what is not refused but lost is a warning. --draft reads every schema as of that dialect and warns of what asserts nothing
there; what a provider refuses does not depend on it.
` + exitHelp,
		Example: `  schemac audit -t google tools.json
  schemac audit -t openai-strict -q --output sarif=refused.sarif tools.json
  schemac compile -t cca --emit schema s.json | schemac audit -t cca`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.audit(&f, args) },
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.targets, "target", "t", nil, "audit for this target (repeatable): "+target.Names())
	fl.StringVar(&f.format, "format", "text", "text, json or ndjson")
	fl.StringVar(&f.draft, "draft", "", "dialect of every schema, whatever it declares: "+draftNames)
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "print no warnings and no summary")
	fl.StringArrayVar(&f.outputs, "output", nil, "write the findings to PATH, as FORMAT=PATH (repeatable): text, json, ndjson, sarif, github, junit")
	fl.Int64Var(&f.maxBytes, "max-bytes", defaultMaxBytes, "how large one input may be")
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

// auditFlags are the flags of schemac audit.
type auditFlags struct {
	targets       []string
	format, draft string
	quiet         bool
	maxBytes      int64
	outputFlags
}

// severity is an error for what is refused; what passes unseen is a warning.
func (f *finding) severity() diag.Severity {
	if f.v.Verdict == target.Refused {
		return diag.Error
	}
	return diag.Warning
}

func (p *program) audit(f *auditFlags, args []string) error {
	targets, err := lookupTargets(f.targets)
	if err != nil {
		return err
	}
	if err := oneOf("--format", f.format, "text", "json", "ndjson"); err != nil {
		return err
	}
	draft, ok := drafts[f.draft]
	if !ok {
		return usagef("--draft is %q: use one of %s", f.draft, draftNames)
	}
	if f.maxBytes <= 0 {
		return usagef("--max-bytes is %d: use a positive number", f.maxBytes)
	}
	if err := f.parse(); err != nil {
		return err
	}
	for _, o := range f.parsed {
		if o.format == "baseline" {
			return usagef("--output is %q: audit has no baseline", o.format+"="+o.path)
		}
	}
	sources := p.sources(args, f.maxBytes)
	var list []byte
	var all []audited
	for n, t := range targets {
		schemas, count := 0, 0
		for _, s := range sources {
			tools, found, broken := p.auditSource(s, t, draft, f.quiet)
			schemas += len(tools)
			count += len(found)
			if n > 0 {
				broken = nil // it is about the source, and said
			} else if !f.toStderr() {
				p.printDiagnostics(broken, contexts(broken))
			}
			all = append(all, audited{t, tools, found, broken})
			for i := range found {
				switch f.format {
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
		if f.format == "text" && !f.quiet && !f.toStderr() {
			fmt.Fprintf(p.err, "%s: %s, %s\n", t.ID, plural(schemas, "schema"), plural(count, "violation"))
		}
		if count > 0 {
			p.exit(exitFindings)
		}
	}
	if f.format == "json" {
		list = append(append([]byte{'['}, list...), ']')
		p.out.Write(append(emit.Format(nil, list, emit.Options{Indent: "  "}), '\n'))
	}
	return p.writeFindings(f.parsed, all)
}

// audited is what was found in a source for a target.
type audited struct {
	target *target.Target
	tools  []*parse.Found
	found  []finding
	broken []diag.Diagnostic // what could not be audited
}

// writeFindings writes every --output.
func (p *program) writeFindings(outputs []output, all []audited) error {
	if len(outputs) == 0 {
		return nil
	}
	var entries []diag.Entry
	var tests []diag.Case
	for i := range all {
		of := &all[i]
		for j := range of.broken {
			entries = append(entries, diag.Entry{Diagnostic: &of.broken[j]})
		}
		at := make(map[*parse.Found]int, len(of.tools))
		for _, t := range of.tools {
			at[t] = len(tests)
			tests = append(tests, diag.Case{Source: t.Source.Name, Tool: t.Name, Target: of.target.ID, Verdict: "accepted"})
		}
		for j := range of.found {
			f := &of.found[j]
			start := f.tool.Schema.Start + ast.Pos(f.v.Offset)
			d := diag.New(diag.Refused, f.tool.Source, ast.Span{Start: start, End: start + 1}, f.v.Rule, f.v.Message)
			d.Tool, d.Target, d.Severity = f.tool.Name, of.target, f.severity()
			e := diag.Entry{Diagnostic: &d, For: []diag.For{{Target: of.target}}}
			entries = append(entries, e)
			c := &tests[at[f.tool]]
			c.Verdict, c.Failed, c.Entries = "refused", true, append(c.Entries, e)
		}
	}
	for _, o := range outputs {
		data := renderEntries(o.format, entries)
		if o.format == "junit" {
			data = diag.AppendJUnit(nil, tests)
		}
		if err := p.put(o, data); err != nil {
			return err
		}
	}
	return nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprint(n, " ", noun, "s")
}

// auditSource audits every schema of a source as it is and returns the tools that
// have one, and what cannot be audited.
func (p *program) auditSource(s schemac.Source, t *target.Target, draft ast.Draft, quiet bool) (tools []*parse.Found, out []finding, ds []diag.Diagnostic) {
	src := &ast.Source{Name: s.Name, Text: s.Text}
	sink := func(d diag.Diagnostic) {
		if d.Severity == diag.Error || d.Severity == diag.Warning && !quiet {
			ds = append(ds, d)
		}
	}
	said := sink // what the dialect says, if one was named
	if draft == ast.Undeclared {
		said = nil
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
		if _, err := f.Parse(parse.Options{Depth: audit.MaxDepth, Draft: draft}, said); err != nil {
			if d, ok := err.(*diag.Diagnostic); ok && !auditable(d.Code) {
				broken(*d)
				continue
			}
		}
		tools = append(tools, f)
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
	return tools, out, ds
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
	dst = append(dst, `,"verdict":`...)
	dst = appendString(dst, f.v.Verdict.String())
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
	p.out.Write(diag.AppendExcerpt(nil, f.tool.Source, ast.Span{Start: at, End: at + 1}, f.place, f.severity(), f.v.Rule, words,
		diag.TextOptions{Color: p.colored(p.err)}))
}
