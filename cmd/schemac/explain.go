package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

func (p *program) explainCommand() *cobra.Command {
	var at, targetName string
	cmd := &cobra.Command{
		Use:   "explain [CODE] | --at FILE#/POINTER -t TARGET",
		Short: "Explain a diagnostic, or what became of one node of a schema",
		Long: `explain CODE says what a diagnostic means, shows a small schema that causes it and
what becomes of it, and says what to do. Without CODE it lists the codes.

explain --at FILE#/POINTER -t TARGET tells the history of one node: each pass of
the compiler that changed it, with the difference. The pointer is a JSON Pointer
into the file, as the diagnostics have it.
`,
		Example: `  schemac explain one-of-overlap
  schemac explain --at tools.json#/tools/0/inputSchema/properties/url -t google`,
		ValidArgs: codeNames(),
		Args:      func(_ *cobra.Command, args []string) error { return atMostOne(args, "explain takes one CODE") },
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case at != "" && len(args) > 0:
				return usagef("explain takes a CODE or --at, not both")
			case at != "":
				return p.history(at, targetName)
			case targetName != "":
				return usagef("-t goes with --at FILE#/POINTER")
			case len(args) == 0:
				p.listCodes()
				return nil
			}
			return p.explain(args[0])
		},
	}
	cmd.Flags().StringVar(&at, "at", "", "tell the history of this node, as FILE#/POINTER")
	cmd.Flags().StringVarP(&targetName, "target", "t", "", "the target of --at: "+target.Names())
	complete(cmd, "target", targetNames()...)
	return cmd
}

func atMostOne(args []string, words string) error {
	if len(args) > 1 {
		return usagef("%s", words)
	}
	return nil
}

func codeNames() []string {
	var names []string
	for _, i := range diag.Codes() {
		names = append(names, string(i.Code))
	}
	return names
}

func (p *program) listCodes() {
	for _, i := range diag.Codes() {
		fmt.Fprintf(p.out, "%-20s %-8s %-18s %s\n", i.Code, i.Severity, i.Loss, placeholders(i.Message))
	}
}

// explanations are all, in no order that matters.
func explanations() []explanation { return slices.Concat(explainParse, explainLower, explainTargets) }

func (p *program) explain(name string) error {
	if !isCode(name) {
		return usagef("there is no code %q%s; schemac explain lists them", name, didYouMean(name, codeNames()))
	}
	info := diag.Code(name).Info()
	fmt.Fprintf(p.out, "%s: %s, %s\n\n  %s\n", name, info.Severity, info.Loss, placeholders(info.Message))
	for _, e := range explanations() {
		if string(e.Code) != name {
			continue
		}
		fmt.Fprintf(p.out, "\n%s\n", wrap(e.Meaning, 78))
		if e.Target != "" {
			p.example(&e)
		}
	}
	fmt.Fprintf(p.out, "\nWhat to do: %s.\n", placeholders(info.Help))
	return nil
}

// example compiles an explanation's example and shows it in and out.
func (p *program) example(e *explanation) {
	r, err := e.compile()
	if err != nil {
		fmt.Fprintln(p.out, err) // a test compiles every example
		return
	}
	command := "schemac compile -t " + e.Target
	if e.Target == upgrade {
		command = "schemac upgrade"
	}
	if env, rest, ok := strings.Cut(e.Args, "=1 "); ok {
		command = env + "=1 " + command + " " + rest
	} else if e.Args != "" {
		command += " " + e.Args
	}
	fmt.Fprintf(p.out, "\nExample: %s on\n\n%s", command, indent(pretty([]byte(e.Input))))
	if r.Schema != nil {
		fmt.Fprintf(p.out, "\nwrites the schema\n\n%s", indent(pretty(r.Schema)))
	} else {
		fmt.Fprintf(p.out, "\nwrites nothing\n")
	}
	var ds []diag.Diagnostic
	for _, d := range r.all {
		if d.Code == e.Code {
			ds = append(ds, d)
			break
		}
	}
	fmt.Fprintf(p.out, "\nand says\n\n%s", indent(string(diag.AppendText(nil, ds, diag.TextOptions{Width: 70}))))
}

// compiledExample is the first result of an example and all that was said.
type compiledExample struct {
	schemac.Result
	all []diag.Diagnostic
}

func (e *explanation) compile() (*compiledExample, error) {
	if e.Target == upgrade {
		return e.upgrade()
	}
	var opt schemac.Options
	args := strings.Fields(e.Args)
	if len(args) > 0 && args[0] == noStrict+"=1" {
		opt.NoStrict, args = true, args[1:]
	}
	for i := 0; i+1 < len(args); i += 2 {
		n, _ := strconv.Atoi(args[i+1])
		switch args[i] {
		case "--strict":
			opt.Strict = map[string]schemac.StrictMode{"off": schemac.StrictOff, "require": schemac.StrictRequire}[args[i+1]]
		case "--encode":
			opt.Encode |= encodings[args[i+1]]
		case "--max-depth":
			opt.Depth = n
		case "--max-inline":
			opt.InlineNodes = n
		default:
			return nil, fmt.Errorf("the example has an unknown argument %s", args[i])
		}
	}
	targets, err := lookupTargets([]string{e.Target})
	if err != nil {
		return nil, err
	}
	set := schemac.CompileTools([]schemac.Source{{Name: "example.json", Text: e.Input}}, targets, opt)
	out := &compiledExample{all: slices.Clone(set.Diagnostics)}
	for i := range set.Results {
		if i == 0 {
			out.Result = set.Results[0]
		}
		out.all = append(out.all, set.Results[i].Diagnostics...)
	}
	return out, nil
}

func (e *explanation) upgrade() (*compiledExample, error) {
	out := &compiledExample{}
	doc, err := parse.Schema(&ast.Source{Name: "example.json", Text: e.Input}, parse.Options{}, func(d diag.Diagnostic) { out.all = append(out.all, d) })
	if err != nil {
		return nil, err
	}
	out.Schema = emit.Schema(nil, doc, emit.Options{})
	return out, nil
}

// placeholders writes $1 and $2 as words.
func placeholders(template string) string {
	return strings.NewReplacer("$$", "$", "$1", "…", "$2", "…").Replace(template)
}

// pretty is JSON with white space; what is no JSON stays as it is.
func pretty(text []byte) string {
	if !jsontext.Value(text).IsValid() {
		return string(text)
	}
	return string(emit.Format(nil, text, emit.Options{Indent: "  "}))
}

// indent puts four spaces before each line and ends the last one.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		b.WriteString("    " + strings.TrimRight(line, "\n") + "\n")
	}
	return b.String()
}

// wrap breaks words into lines.
func wrap(words string, width int) string {
	var b strings.Builder
	column := 0
	for _, w := range strings.Fields(words) {
		n := len([]rune(w))
		if column > 0 && column+1+n > width {
			b.WriteByte('\n')
			column = 0
		} else if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(w)
		column += n
	}
	return b.String()
}

// didYouMean is `, did you mean "x"?` if a name is close, else "".
func didYouMean(name string, names []string) string {
	best, least := "", 3
	for _, n := range names {
		if d := distance(name, n); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q", best)
}

// distance is how many letters have to change (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
