package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

func (p *program) reportCommand() *cobra.Command {
	var names []string
	var format, failOn string
	cmd := &cobra.Command{
		Use:   "report -t TARGET… [FILE|DIR|-]…",
		Short: "Compare tools and targets in a table",
		Long: `report compiles every tool for every target and prints a table: the verdict, the
size before and after, and how much of what providers limit the output uses. The
forms are text, json, markdown, and html: one page that needs nothing else and
opens from disk, with the difference and the diagnostics behind every cell.
Without -t it is for all targets. What is wrong with the inputs is on stderr.
` + exitHelp,
		Example: `  schemac report tools.json
  schemac report -t openai-strict,google --format html tools/ > report.html`,
		RunE: func(cmd *cobra.Command, args []string) error {
			targets := target.All
			if len(names) > 0 {
				var err error
				if targets, err = lookupTargets(names); err != nil {
					return err
				}
			}
			if err := oneOf("--format", format, "text", "json", "markdown", "html"); err != nil {
				return err
			}
			if err := oneOf("--fail-on", failOn, failLevels...); err != nil {
				return err
			}
			set := schemac.CompileTools(p.sources(args, defaultMaxBytes), targets, schemac.Options{NoStrict: isSet(os.Getenv(noStrict))})
			t := newTable(set, targets)
			switch format {
			case "text":
				p.out.WriteString(t.text())
			case "json":
				p.out.Write(t.json())
			case "markdown":
				p.out.WriteString(t.markdown())
			case "html":
				if err := t.html(p.out); err != nil {
					return err
				}
			}
			p.printInputErrors(set, len(targets))
			for i := range set.Results {
				if set.Results[i].Verdict&diag.Rejected != 0 {
					p.exit(exitInput)
				}
				if fails(failOn, &set.Results[i]) {
					p.exit(exitFindings)
				}
			}
			for _, d := range set.Diagnostics {
				if d.Severity == diag.Error {
					p.exit(exitInput)
				}
			}
			return nil
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&names, "target", "t", nil, "a target (repeatable; default all): "+target.Names())
	fl.StringVar(&format, "format", "text", "text, json, markdown or html")
	fl.StringVar(&failOn, "fail-on", "never", "exit 1 on: error, warning, reshaped, widened, narrowed or never")
	complete(cmd, "target", targetNames()...)
	complete(cmd, "format", "text", "json", "markdown", "html")
	complete(cmd, "fail-on", failLevels...)
	return cmd
}

// printInputErrors prints why tools have no output, and what is wrong with the
// sources: the table has the rest.
func (p *program) printInputErrors(set *schemac.ToolSet, targets int) {
	broken := each(set, func(r *schemac.Result, ds []diag.Diagnostic) []diag.Diagnostic {
		if r == nil {
			return ds
		}
		return slices.DeleteFunc(slices.Clone(ds), func(d diag.Diagnostic) bool { return d.Loss&diag.Rejected == 0 })
	})
	p.err.Write(appendEntries(nil, gather(broken, diag.Error, targets, false), p.colored(p.err)))
}

// table is the tools by the targets.
type table struct {
	targets []*target.Target
	rows    []row
}

// row is one tool.
type row struct {
	name, place string
	source      string // JSON, "" if the tool is broken
	before      usage
	cells       []cell // by target
}

// cell is one tool for one target.
type cell struct {
	r     *schemac.Result
	after usage
}

// usage is how much a schema uses of what providers limit.
type usage struct {
	bytes      int // without white space
	depth      int // of objects and arrays, references not followed
	properties int
	enums      int // values of all enums
	unions     int // nodes with anyOf, oneOf or several types
}

func newTable(set *schemac.ToolSet, targets []*target.Target) *table {
	t := &table{targets: targets}
	for from := 0; from < len(set.Results); from += len(targets) {
		first := &set.Results[from]
		at := diag.Locate(first.Tool.Source, first.Tool.Span.Start)
		w := row{name: first.Tool.Name, place: at.String()}
		if !first.Tool.HasName {
			w.name = "schema"
		}
		if first.Tool.Doc != nil {
			w.source = first.Tool.Source.Slice(first.Tool.Doc.Span)
			w.before = measure([]byte(w.source))
		}
		for i := from; i < from+len(targets); i++ {
			r := &set.Results[i]
			w.cells = append(w.cells, cell{r, measure(r.Schema)})
		}
		t.rows = append(t.rows, w)
	}
	return t
}

// measure reads a schema again. What cannot be read uses nothing but bytes.
func measure(schema []byte) usage {
	var u usage
	if schema == nil {
		return u
	}
	u.bytes = len(emit.Format(nil, schema, emit.Options{}))
	doc, err := parse.Schema(&ast.Source{Text: string(schema)}, parse.Options{Intent: true}, nil)
	if err != nil {
		return u
	}
	var walk func(s *ast.Schema, depth int)
	walk = func(s *ast.Schema, depth int) {
		if s.HasAny(ast.Set(ast.KwProperties, ast.KwItems, ast.KwPrefixItems)) {
			depth++
		}
		u.depth = max(u.depth, depth)
		u.properties += len(s.Properties())
		u.enums += len(s.Enum())
		if s.HasAny(ast.Set(ast.KwAnyOf, ast.KwOneOf)) || s.Types().Len() > 1 {
			u.unions++
		}
		s.EachChild(func(_ ast.Slot, c *ast.Schema) { walk(c, depth) })
	}
	walk(doc.RootBody(), 0)
	for i := range doc.Defs {
		if doc.Defs[i].Body != doc.RootBody() {
			walk(doc.Defs[i].Body, 0)
		}
	}
	return u
}

// verdict is the cell in words: "exact" or the losses.
func (c *cell) verdict() string { return c.r.Verdict.String() }

// strict is the flag in words, "" where there is none.
func (c *cell) strict() string {
	switch {
	case !c.r.HasStrict || c.r.Schema == nil:
		return ""
	case c.r.Strict:
		return "strict"
	}
	return "not strict"
}

// size is "120 → 95 B".
func (c *cell) size(before usage) string {
	if c.r.Schema == nil {
		return ""
	}
	return fmt.Sprintf("%d → %d B", before.bytes, c.after.bytes)
}

// limits is "depth 3, 12 properties, 4 enum values, 1 union".
func (u usage) limits() string {
	if u.bytes == 0 {
		return ""
	}
	parts := []string{fmt.Sprintf("depth %d", u.depth), plural(u.properties, "property")}
	if u.properties != 1 {
		parts[1] = fmt.Sprintf("%d properties", u.properties)
	}
	if u.enums > 0 {
		parts = append(parts, plural(u.enums, "enum value"))
	}
	if u.unions > 0 {
		parts = append(parts, plural(u.unions, "union"))
	}
	return strings.Join(parts, ", ")
}

// text is the table for a terminal: a block for each tool, so that it does not
// grow wider with the targets.
func (t *table) text() string {
	var b strings.Builder
	width := 0
	for _, tg := range t.targets {
		width = max(width, len(tg.ID))
	}
	for i := range t.rows {
		w := &t.rows[i]
		fmt.Fprintf(&b, "%s (%s)", printable(w.name), printable(w.place))
		if l := w.before.limits(); l != "" {
			fmt.Fprintf(&b, ": %d B, %s", w.before.bytes, l)
		}
		b.WriteByte('\n')
		for j := range w.cells {
			c := &w.cells[j]
			parts := []string{c.verdict()}
			for _, s := range []string{c.strict(), c.size(w.before), c.after.limits()} {
				if s != "" {
					parts = append(parts, s)
				}
			}
			fmt.Fprintf(&b, "  %-*s  %s\n", width, t.targets[j].ID, strings.Join(parts, "; "))
		}
	}
	for j, tg := range t.targets {
		exact := 0
		for i := range t.rows {
			if t.rows[i].cells[j].r.Verdict == diag.Exact {
				exact++
			}
		}
		if j == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%-*s  %d of %d exact\n", width+2, tg.ID, exact, len(t.rows))
	}
	return b.String()
}

// printable replaces what a terminal might obey.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return '\ufffd'
		}
		return r
	}, s)
}

func (t *table) markdown() string {
	var b strings.Builder
	b.WriteString("| tool |")
	for _, tg := range t.targets {
		b.WriteString(" " + tg.ID + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(t.targets)) + "\n")
	for i := range t.rows {
		w := &t.rows[i]
		b.WriteString("| " + escapeMarkdown(w.name) + " |")
		for j := range w.cells {
			c := &w.cells[j]
			parts := []string{c.verdict()}
			for _, s := range []string{c.strict(), c.size(w.before), c.after.limits()} {
				if s != "" {
					parts = append(parts, s)
				}
			}
			b.WriteString(" " + strings.Join(parts, "<br>") + " |")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var markdown = strings.NewReplacer("|", `\|`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "\n", " ", "\r", " ", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, `\`, `\\`)

func escapeMarkdown(s string) string { return markdown.Replace(printable(s)) }

// json is an array of the tools:
//
//	[{"tool","place","before":USAGE,"targets":[{"target","verdict":[…],"strict","after":USAGE,"errors","warnings","notes"}]}]
//
// USAGE is {"bytes","depth","properties","enumValues","unions"}.
func (t *table) json() []byte {
	var b bytes.Buffer
	b.WriteString("[")
	for i := range t.rows {
		w := &t.rows[i]
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"tool":%s,"place":%s,"before":%s,"targets":[`, appendString(nil, w.name), appendString(nil, w.place), w.before.json())
		for j := range w.cells {
			c := &w.cells[j]
			if j > 0 {
				b.WriteByte(',')
			}
			strict := "null"
			if c.r.HasStrict {
				strict = strconv.FormatBool(c.r.Strict)
			}
			var n [3]int
			for k := range c.r.Diagnostics {
				n[c.r.Diagnostics[k].Severity]++
			}
			fmt.Fprintf(&b, `{"target":%s,"verdict":%s,"strict":%s,"after":%s,"errors":%d,"warnings":%d,"notes":%d}`,
				appendString(nil, t.targets[j].ID), appendNames(nil, c.r.Verdict.Names()), strict, c.after.json(), n[diag.Error], n[diag.Warning], n[diag.Note])
		}
		b.WriteString("]}")
	}
	b.WriteString("]")
	return append(emit.Format(nil, b.Bytes(), emit.Options{Indent: "  "}), '\n')
}

func (u usage) json() string {
	if u.bytes == 0 {
		return "null"
	}
	return fmt.Sprintf(`{"bytes":%d,"depth":%d,"properties":%d,"enumValues":%d,"unions":%d}`, u.bytes, u.depth, u.properties, u.enums, u.unions)
}
