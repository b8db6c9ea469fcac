package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/parse"
)

// upgradeFlags are the flags of schemac upgrade.
type upgradeFlags struct {
	ndjson, compact, verbose, explain bool
	check, write, intent              bool
	draft                             string
	resources                         []string
	indent                            int
	maxBytes                          int64

	parse parse.Options // made of the above
}

func (p *program) upgradeCommand() *cobra.Command {
	var f upgradeFlags
	cmd := &cobra.Command{
		Use:   "upgrade [FILE|DIR|-]…",
		Short: "Rewrite schemas of older drafts as JSON Schema 2020-12",
		Long: `upgrade rewrites schemas of draft 03 to 2019-09 and OpenAPI 3.0 as 2020-12, so that
they accept exactly what they accepted before. In a tool list the schemas are
replaced where they stand, outputSchema too, and nothing else changes. A schema that is 2020-12
already comes back byte for byte. Without FILE, or for -, standard input is read;
of a DIR every *.json, *.ndjson and *.jsonl below it.

The dialect is the one that $schema declares, of an embedded resource its own; a
schema that declares none is read as the union of all drafts, with the newest
keywords active. A declared draft is read strictly: an assertion it does not know,
or that stands beside $ref before 2019-09, asserts nothing and is left out of the
result, with a warning. --intent keeps such assertions.

-w rewrites the files that change, each whole or not at all. --check writes nothing
but the names of the files that would change, and exits with 1 if there are any.
--explain says on standard error what was changed and why.

Nothing is fetched: documents that a schema refers to are given with --resource.
What has no equivalent in 2020-12 is refused and named.

--ndjson reads lines {"from":…,"schema":…} and answers each with one line at
once, {"schema":…} or {"error":…}. from is one of ` + draftNames + `,
or empty: the schema's own $schema decides.
` + exitHelp,
		Example: `  schemac upgrade old.json
  schemac upgrade --check schemas/ || schemac upgrade -w schemas/
  schemac upgrade --resource https://example.com/common.json=common.json order.json
  echo '{"from":"4","schema":{"minimum":0,"exclusiveMinimum":true}}' | schemac upgrade --ndjson`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.upgrade(&f, args) },
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.ndjson, "ndjson", false, "answer each line of input with a line")
	fl.StringVar(&f.draft, "draft", "", "dialect of the schemas, whatever they declare: "+draftNames)
	fl.BoolVar(&f.intent, "intent", false, "keep assertions that the declared draft does not know or ignores")
	fl.StringArrayVar(&f.resources, "resource", nil, "document that schemas refer to, as URL=FILE (repeatable)")
	fl.BoolVarP(&f.write, "write", "w", false, "rewrite the files that change")
	fl.BoolVar(&f.check, "check", false, "list the files that would change and exit with 1 if there are any")
	fl.BoolVar(&f.explain, "explain", false, "say what was changed and why")
	fl.IntVar(&f.indent, "indent", 2, "spaces for each level of an upgraded schema")
	fl.BoolVar(&f.compact, "compact", false, "write upgraded schemas without white space")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "print notes too, not only warnings and errors")
	fl.Int64Var(&f.maxBytes, "max-bytes", defaultMaxBytes, "how large one input may be")
	complete(cmd, "draft", strings.Split(draftNames, ", ")...)
	return cmd
}

func (p *program) upgrade(f *upgradeFlags, args []string) error {
	draft, ok := drafts[f.draft]
	if !ok {
		return usagef("--draft is %q: use one of %s", f.draft, draftNames)
	}
	if f.indent < 0 || f.indent > 16 {
		return usagef("--indent is %d: use 0 to 16", f.indent)
	}
	if f.maxBytes <= 0 {
		return usagef("--max-bytes is %d: use a positive number", f.maxBytes)
	}
	resources, err := readResources(f.resources, f.maxBytes)
	if err != nil {
		return err
	}
	f.parse = parse.Options{Draft: draft, Intent: f.intent, Resources: resources}
	if f.ndjson {
		if len(args) > 1 {
			return usagef("--ndjson reads one stream: give one FILE or none")
		}
		if f.write || f.check {
			return usagef("--ndjson answers line by line: -w and --check are for files")
		}
		return p.upgradeLines(args, f)
	}
	if f.write && f.check {
		return usagef("-w and --check exclude each other")
	}
	if f.write && (len(args) == 0 || slices.Contains(args, "-")) {
		return usagef("-w rewrites files: give FILE or DIR, not standard input")
	}
	opt := emit.Options{}
	if !f.compact {
		opt.Indent = strings.Repeat(" ", f.indent)
	}
	for _, s := range p.sources(args, f.maxBytes) {
		p.upgradeSource(s, f, opt)
	}
	return nil
}

// readResources reads the documents that --resource names.
func readResources(args []string, maxBytes int64) (map[string][]byte, error) {
	var out map[string][]byte
	for _, arg := range args {
		at := strings.LastIndexByte(arg, '=') // a URL may have = in its query
		if at <= 0 || at == len(arg)-1 {
			return nil, usagef("--resource is %q: write URL=FILE", arg)
		}
		s := file(arg[at+1:], maxBytes)
		if s.Err != nil {
			return nil, inputError{fmt.Errorf("--resource %s: cannot read the file: %w", arg, s.Err)}
		}
		if out == nil {
			out = make(map[string][]byte)
		}
		out[arg[:at]] = []byte(s.Text)
	}
	return out, nil
}

// upgradeSource writes a source's text with every schema replaced, to standard
// output or to the file it came from.
func (p *program) upgradeSource(s schemac.Source, f *upgradeFlags, opt emit.Options) {
	src := &ast.Source{Name: s.Name, Text: s.Text}
	var ds []diag.Diagnostic
	failed := false
	sink := func(d diag.Diagnostic) {
		if d.Code == diag.RefDangling || d.Code == diag.RefExternal {
			d.Severity = diag.Warning // the upgraded schema has it too: nothing is lost
		}
		if d.Severity >= diag.Warning || f.verbose || f.explain && d.Code != diag.KeywordUnknown {
			ds = append(ds, d)
		}
		if d.Severity == diag.Error {
			failed = true
			p.exit(exitInput)
		}
	}
	var found []parse.Found
	err := s.Err
	if err != nil {
		sink(diag.New(diag.Unreadable, src, ast.Span{}, err.Error(), ""))
	} else if found, err = parse.Find(src, sink); err != nil {
		var d *diag.Diagnostic
		if errors.As(err, &d) {
			sink(*d)
		}
	}
	if err == nil {
		var out []byte
		for i := 0; i < len(found); {
			// The tools of one text; of NDJSON every line is a text.
			text := found[i].Source
			var of []parse.Found
			for ; i < len(found) && found[i].Source == text; i++ {
				of = append(of, found[i])
			}
			out = replace(out, text, of, f.parse, opt, sink)
			if text.FirstLine > 0 {
				out = append(out, '\n')
			}
		}
		if len(found) == 0 {
			out = append(out, src.Text...)
		}
		if len(found) == 1 && found[0].Err == nil && len(out) > 0 && out[len(out)-1] != '\n' && string(out) != src.Text {
			out = append(out, '\n')
		}
		p.putUpgraded(s, f, out, failed, sink)
	}
	p.printDiagnostics(ds, contexts(ds))
}

// putUpgraded delivers a source's new text. A file with a schema that could not
// be upgraded is not rewritten.
func (p *program) putUpgraded(s schemac.Source, f *upgradeFlags, out []byte, failed bool, sink diag.Sink) {
	changed := string(out) != s.Text
	switch {
	case f.check:
		if changed {
			p.exit(exitFindings)
			fmt.Fprintln(p.out, s.Name)
		}
	case !f.write && failed && !changed:
		// Nothing of it was upgraded: the original is no answer.
	case !f.write:
		p.out.Write(out)
	case changed && !failed:
		if err := writeFile(s.Name, out); err != nil {
			sink(diag.New(diag.Unwritable, &ast.Source{Name: s.Name}, ast.Span{}, err.Error(), ""))
		}
	}
}

// replace appends the text with every schema in it upgraded.
func replace(dst []byte, src *ast.Source, found []parse.Found, how parse.Options, opt emit.Options, sink diag.Sink) []byte {
	done := ast.Pos(0)
	if src.FirstLine > 0 {
		opt = emit.Options{} // NDJSON: one value a line
	}
	for i := range found {
		f := &found[i]
		if f.Err != nil {
			sink(*f.Err)
			continue
		}
		spans := slices.Clone(f.Results)
		if f.Schema != (ast.Span{}) {
			spans = append(spans, f.Schema)
		}
		slices.SortFunc(spans, func(a, b ast.Span) int { return cmp.Compare(a.Start, b.Start) })
		for _, span := range spans {
			doc, err := f.ParseAt(span, how, sink)
			var d *diag.Diagnostic
			if errors.As(err, &d) {
				sink(*d)
				continue
			}
			if !doc.Upgraded {
				continue
			}
			dst = append(dst, src.Text[done:span.Start]...)
			at := opt
			at.Prefix = lead(src.Text[:span.Start])
			dst = emit.Schema(dst, doc, at)
			done = span.End
		}
	}
	return append(dst, src.Text[done:]...)
}

// lead is the white space that the last line of the text begins with.
func lead(text string) string {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// upgradeLines answers each line of a stream.
func (p *program) upgradeLines(args []string, f *upgradeFlags) error {
	in, name := p.in, "<stdin>"
	if len(args) == 1 && args[0] != "-" {
		s := p.sources(args, f.maxBytes)[0]
		if s.Err != nil {
			d := diag.New(diag.Unreadable, &ast.Source{Name: s.Name}, ast.Span{}, s.Err.Error(), "")
			p.printDiagnostics([]diag.Diagnostic{d}, []string{""})
			p.exit(exitInput)
			return nil
		}
		in, name = strings.NewReader(s.Text), s.Name
	}
	lines := bufio.NewReaderSize(in, 1<<16)
	for n := 1; ; n++ {
		line, err := readLine(lines, f.maxBytes)
		if text := strings.TrimSpace(line); text != "" {
			src := &ast.Source{Name: name, Text: line, FirstLine: n}
			p.out.Write(append(p.upgradeLine(src, f.parse), '\n'))
			if err := p.out.Flush(); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			d := diag.New(diag.Unreadable, &ast.Source{Name: name}, ast.Span{}, err.Error(), "")
			p.printDiagnostics([]diag.Diagnostic{d}, []string{""})
			p.exit(exitInput)
			return nil
		}
	}
}

// readLine reads up to the end of a line, which is not in the result.
func readLine(r *bufio.Reader, maxBytes int64) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if int64(len(line)) > maxBytes {
			return "", errors.New("the line is too long; raise --max-bytes if it is meant to be")
		}
		if err != bufio.ErrBufferFull {
			return string(bytes.TrimRight(line, "\r\n")), err
		}
	}
}

// upgradeLine is the answer to one line {"from":…,"schema":…}.
func (p *program) upgradeLine(src *ast.Source, how parse.Options) []byte {
	refuse := func(err error) []byte {
		p.exit(exitInput)
		words := err.Error()
		var d *diag.Diagnostic
		if errors.As(err, &d) {
			if at := diag.Locate(d.Source, d.Span.Start).Pointer; at != "" {
				words += " (at " + at + ")"
			}
		}
		return append(appendString([]byte(`{"error":`), words), '}')
	}
	from, schema, err := readRequest(src)
	if err != nil {
		if _, bad := parse.Schema(src, parse.Options{}, nil); bad != nil {
			err = bad // it is not even JSON: this says where
		}
		return refuse(err)
	}
	if from != "" {
		d, ok := drafts[from]
		if !ok {
			return refuse(errors.New("from is " + from + ": use one of " + draftNames + " or nothing"))
		}
		how.Draft = d
	}
	doc, err := parse.SchemaAt(src, schema, how, nil)
	if err != nil {
		return refuse(err)
	}
	out := []byte(`{"schema":`)
	if doc.Upgraded {
		out = emit.Schema(out, doc, emit.Options{})
	} else {
		out = emit.Format(out, []byte(src.Slice(doc.Span)), emit.Options{})
	}
	return append(out, '}')
}

// readRequest finds the members of a line. The schema's text is read by the
// parser only.
func readRequest(src *ast.Source) (from string, schema ast.Span, err error) {
	dec := jsontext.NewDecoder(bytes.NewBufferString(src.Text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	open, err := dec.ReadToken()
	if err != nil {
		return "", schema, err
	}
	if open.Kind() != '{' {
		return "", schema, errors.New(`a line is an object {"from":…,"schema":…}`)
	}
	has := false
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return "", schema, err
		}
		switch key := name.String(); key {
		case "schema":
			dec.PeekKind() // moves past the colon and white space
			v, err := dec.ReadValue()
			if err != nil {
				return "", schema, err
			}
			end := ast.Pos(dec.InputOffset())
			schema, has = ast.Span{Start: end - ast.Pos(len(v)), End: end}, true
		case "from":
			v, err := dec.ReadToken()
			if err != nil {
				return "", schema, err
			}
			if v.Kind() != '"' && v.Kind() != '0' && v.Kind() != 'n' {
				return "", schema, errors.New("from is not a string")
			}
			if v.Kind() != 'n' {
				from = v.String()
			}
		default:
			if err := dec.SkipValue(); err != nil {
				return "", schema, err
			}
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return "", schema, err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return "", schema, errors.New("there is data after the object")
	}
	if !has {
		return "", schema, errors.New("the line has no member schema")
	}
	return from, schema, nil
}
