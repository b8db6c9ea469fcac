package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"golang.org/x/text/width"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/diff"
	"github.com/schemac/schemac/target"
)

// narrowest is how few columns two texts side by side need.
const narrowest = 30

func (p *program) diffCommand() *cobra.Command {
	var name string
	var columns int
	var all bool
	cmd := &cobra.Command{
		Use:   "diff -t TARGET [FILE|DIR|-]…",
		Short: "Show each tool's schema beside what a target gets",
		Long: `diff compiles the tools and shows, for each one that changes, the source on the left
and the output on the right, with what that does to the accepted arguments. Both
sides are laid out alike, so that only differences of content show.
` + exitHelp,
		Example: `  schemac diff -t google tools.json | less -R`,
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := lookupTarget(name)
			if err != nil {
				return err
			}
			switch {
			case cmd.Flags().Changed("width") && columns < narrowest:
				return usagef("--width is %d: use %d or more", columns, narrowest)
			case columns == 0:
				if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err != nil || n <= 0 {
					columns = 120
				} else {
					columns = max(n, narrowest)
				}
			}
			p.diff(t, args, columns, all)
			return nil
		},
	}
	fl := cmd.Flags()
	fl.StringVarP(&name, "target", "t", "", "the target: "+target.Names())
	fl.IntVar(&columns, "width", 0, "columns of the view (default: COLUMNS, or 120)")
	fl.BoolVar(&all, "all", false, "show the lines that are the same too")
	complete(cmd, "target", targetNames()...)
	return cmd
}

func (p *program) diff(t *target.Target, args []string, columns int, all bool) {
	set := schemac.CompileTools(p.sources(args, defaultMaxBytes), []*target.Target{t}, schemac.Options{NoStrict: isSet(os.Getenv(noStrict))})
	color := p.colored(p.stdout)
	same := 0
	for i := range set.Results {
		r := &set.Results[i]
		if r.Verdict&diag.Rejected != 0 {
			p.exit(exitInput)
		}
		if r.Schema == nil {
			continue
		}
		source := r.Tool.Doc.Source.Slice(r.Tool.Doc.Span)
		lines := diff.Lines(pretty([]byte(source)), pretty(r.Schema))
		if !changed(lines) && !all {
			same++
			continue
		}
		place := diag.Locate(r.Tool.Source, r.Tool.Span.Start)
		title := fmt.Sprintf("%s: %s → %s: %s", place, toolName(r), t.ID, r.Verdict)
		if r.HasStrict {
			title += fmt.Sprintf(", strict: %v", r.Strict)
		}
		fmt.Fprintln(p.out, paint(color, bold, title))
		p.sideBySide(lines, columns, color, all)
		fmt.Fprintln(p.out)
	}
	if same > 0 {
		fmt.Fprintf(p.out, "%s unchanged\n", plural(same, "schema"))
	}
	p.printBroken(set)
}

// printBroken prints the errors of a set.
func (p *program) printBroken(set *schemac.ToolSet) {
	p.err.Write(appendEntries(nil, gather(set, diag.Error, 1, false), p.colored(p.err)))
	for i := range set.Diagnostics {
		if set.Diagnostics[i].Severity == diag.Error {
			p.exit(exitInput)
		}
	}
}

func toolName(r *schemac.Result) string {
	if !r.Tool.HasName {
		return "schema"
	}
	return strconv.Quote(r.Tool.Name)
}

func changed(lines []diff.Line) bool {
	for _, l := range lines {
		if l.Op != diff.Same {
			return true
		}
	}
	return false
}

// sideBySide writes the rows in two columns with a sign between them:
//
//	"type": "string",   |  "type": "string"
//	"format": "uri"     <
func (p *program) sideBySide(lines []diff.Line, columns int, color, all bool) {
	const context = 3
	rows := diff.Rows(lines)
	near := make([]bool, len(rows))
	for i := range rows {
		if all || !rows[i].Same {
			for j := max(0, i-context); j < min(len(rows), i+context+1); j++ {
				near[j] = true
			}
		}
	}
	half := (columns - 3) / 2
	for i, r := range rows {
		if !near[i] {
			if i == 0 || near[i-1] {
				fmt.Fprintln(p.out, paint(color, faint, "…"))
			}
			continue
		}
		left, right := fit(r.Left, half), strings.TrimRight(fit(r.Right, half), " ")
		sign := " "
		switch {
		case r.Same:
		case !r.HasRight:
			sign = "<"
		case !r.HasLeft:
			sign = ">"
		default:
			sign = "|"
		}
		if !r.Same {
			left, right = paint(color, red, left), paint(color, green, right)
		}
		p.out.WriteString(strings.TrimRight(left+" "+sign+" "+right, " ") + "\n")
	}
}

// fit cuts or pads a line to a number of columns. What does not print is
// replaced: a schema cannot write to the terminal.
func fit(line string, columns int) string {
	var b strings.Builder
	at := 0
	for _, r := range line {
		n := 1
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
			n = 0
		case !unicode.IsPrint(r):
			r = '\ufffd'
		default:
			if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
				n = 2
			}
		}
		if at+n > columns-1 && n > 0 {
			b.WriteString("…")
			at++
			break
		}
		b.WriteRune(r)
		at += n
	}
	b.WriteString(strings.Repeat(" ", max(0, columns-at)))
	return b.String()
}
