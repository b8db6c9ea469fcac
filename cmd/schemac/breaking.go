package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/generate"
	"github.com/schemac/schemac/target"
)

// breakingFlags are the flags of schemac breaking.
type breakingFlags struct {
	compileFlags
	against []string
	classes []string
	budget  int
}

func (p *program) breakingCommand() *cobra.Command {
	f := breakingFlags{}
	cmd := &cobra.Command{
		Use:   "breaking --against OLD [-t TARGET…] [FILE|DIR|-]…",
		Short: "Say what changed between two sets of tools, and whether it breaks something",
		Long: `breaking compiles two sets of tools, OLD and the FILEs, and classifies what changed:

  source      a tool is gone, or refuses arguments that it took
  fallback    a tool was strict for a target, or met it, and is or does not any more
  budget      a tool has grown beyond --budget bytes
  prefix      the list of tools does not begin with all of the old list: a prompt
              that the provider has cached is paid for again from there on
  compatible  anything else

It exits 1 if there is a change of a class in --fail-on. Without -t and FILE targets,
sources and budget are those of ` + generate.ConfigName + `. Lists are compared in the order in which
generate writes them, by name.

Whether a schema refuses what it took is found out with instances: some drawn
around both schemas, and for each place some that pass every keyword which is new
or tighter there. There is an argument to show for a source breaking change, and
the keywords that refuse are named; a bound too far away to show one (a string of
a gigabyte) counts where nothing else in the old schema could imply it. What is
not found this way is called compatible. OLD may be what git has:

  git worktree add ../old main && schemac breaking --against ../old/tools tools
` + exitHelp,
		Example: `  schemac breaking --against old/tools.json -t openai-strict tools.json`,
		RunE:    func(cmd *cobra.Command, args []string) error { return p.breaking(&f, args) },
	}
	fl := cmd.Flags()
	fl.StringSliceVar(&f.against, "against", nil, "the old tools: a file or directory (repeatable)")
	fl.StringArrayVarP(&f.targets, "target", "t", nil, "compare for this target (repeatable): "+target.Names())
	fl.StringSliceVar(&f.classes, "fail-on", []string{"source", "fallback", "budget"}, "exit 1 on changes of these classes")
	fl.IntVar(&f.budget, "budget", 0, "how many bytes a tool may have in the provider's request (default: any number)")
	fl.StringVar(&f.format, "format", "text", "text or ndjson")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "say nothing of compatible changes")
	schemaFlags(cmd, &f.compileFlags)
	complete(cmd, "target", targetNames()...)
	complete(cmd, "fail-on", "source", "fallback", "budget", "prefix", "compatible")
	complete(cmd, "format", "text", "ndjson")
	return cmd
}

func (p *program) breaking(f *breakingFlags, args []string) error {
	if len(f.against) == 0 {
		return usagef("nothing to compare with: give --against OLD")
	}
	if f.budget < 0 {
		return usagef("--budget is %d: use a positive number", f.budget)
	}
	if err := oneOf("--format", f.format, "text", "ndjson"); err != nil {
		return err
	}
	for _, class := range f.classes {
		if err := oneOf("--fail-on", class, "source", "fallback", "budget", "prefix", "compatible"); err != nil {
			return err
		}
	}
	if len(f.targets) == 0 && len(args) == 0 {
		name, err := findConfig(".")
		if err != nil {
			return usageError{err}
		}
		c := p.readConfig(name)
		if c == nil {
			return nil
		}
		f.configure(c)
		args = c.Sources
		if f.budget == 0 {
			f.budget = c.Budget
		}
	}
	targets, err := f.lookupTargets()
	if err != nil {
		return err
	}
	f.failOn = "never"
	opt, err := f.options()
	if err != nil {
		return err
	}
	opt.Indent = ""
	before, err := p.toolSet(f, f.against, targets, opt)
	if err != nil {
		return err
	}
	after, err := p.toolSet(f, args, targets, opt)
	if err != nil {
		return err
	}
	for _, c := range generate.Compare(before, after, generate.CompareOptions{Budget: f.budget, Draft: opt.Draft}) {
		if slices.Contains(f.classes, c.Class.Name()) {
			p.exit(exitFindings)
		}
		if c.Class == generate.Compatible && f.quiet {
			continue
		}
		if f.format == "ndjson" {
			p.out.Write(append(appendChange(nil, &c), '\n'))
		} else {
			fmt.Fprintln(p.out, strings.ReplaceAll(c.String(), "\n", " "))
		}
	}
	return nil
}

// appendChange appends {"class","tool","target","detail"}; target is null for what
// concerns the tool itself.
func appendChange(dst []byte, c *generate.Change) []byte {
	dst = appendString(append(dst, `{"class":`...), c.Class.Name())
	dst = appendString(append(dst, `,"tool":`...), c.Tool)
	dst = append(dst, `,"target":`...)
	if c.Target == nil {
		dst = append(dst, "null"...)
	} else {
		dst = appendString(dst, c.Target.ID)
	}
	dst = appendString(append(dst, `,"detail":`...), c.Detail)
	return append(dst, '}')
}

// toolSet compiles one of the two sides. Errors are printed.
func (p *program) toolSet(f *breakingFlags, args []string, targets []*target.Target, opt schemac.Options) (*generate.Set, error) {
	set := schemac.CompileTools(p.sources(args, f.maxBytes), targets, opt)
	for i := range set.Results {
		r := &set.Results[i]
		r.Tool.Output = ast.NoOutput // it is compared like the schema of a tool
		r.Diagnostics = slices.DeleteFunc(slices.Clone(r.Diagnostics), func(d diag.Diagnostic) bool {
			return d.Code == diag.EmptyFallback || d.Code == diag.StrictRequired // the comparison says it
		})
	}
	f.dropSiblings(set)
	p.err.Write(appendEntries(nil, gather(set, diag.Error, len(targets), false), p.colored(p.err)))
	tools, err := generate.New(set, targets)
	if err != nil {
		return nil, inputError{err}
	}
	return tools, nil
}
