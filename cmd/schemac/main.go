// Command schemac compiles JSON Schemas of LLM tools for model providers, and
// audits what a provider would refuse. See schemac help.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// The exit codes. They are part of the interface and listed in the help.
const (
	exitClean    = 0
	exitFindings = 1
	exitUsage    = 2
	exitInput    = 3
	exitStale    = 5
	exitInternal = 70
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the command: arguments in, exit code out. A panic is exit 70 and one
// line.
func run(args []string, in io.Reader, out, errw io.Writer) (code int) {
	p := &program{in: in, out: bufio.NewWriterSize(out, 1<<16), stdout: out, err: errw}
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(errw, "schemac: internal error: %v\n  please report this as a bug, with the input\n", r)
			code = exitInternal
		}
	}()
	root := p.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(p.out)
	root.SetErr(errw)
	if err := unknownCommand(root, args); err != nil {
		p.fail(err)
	} else if err := root.Execute(); err != nil {
		p.fail(err)
	}
	if err := p.out.Flush(); err != nil {
		p.fail(inputError{fmt.Errorf("cannot write the output: %w", err)})
	}
	return p.code
}

// unknownCommand is the error of a command that does not exist, also behind
// help and below a command that has others; cobra would speak of its flags first,
// or show help and say nothing.
func unknownCommand(root *cobra.Command, args []string) error {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	names := words(args)
	help := len(names) > 0 && names[0] == "help"
	if help {
		names = names[1:]
	}
	if len(names) == 0 || names[0] == "" || names[0][0] == '_' {
		return nil // __complete is cobra's own
	}
	at := root
	for i, name := range names {
		next, _, err := at.Find([]string{name})
		if err == nil && next != at {
			at = next
			continue
		}
		if !help && !at.HasSubCommands() {
			return nil // an argument of a command
		}
		at.SuggestionsMinimumDistance = 2 // cobra sets it later
		hint := fmt.Sprintf("run '%s --help' for the commands", at.CommandPath())
		if !at.HasSubCommands() {
			hint = fmt.Sprintf("run '%s --help'", at.CommandPath())
		} else if like := at.SuggestionsFor(name); len(like) > 0 {
			hint = "did you mean " + strings.Join(like, " or ") + "?"
		}
		return usagef("unknown command %q: %s", strings.Join(names[:i+1], " "), hint)
	}
	return nil
}

// words are the arguments up to the first that is a flag of one command: what
// precedes a command's name is --color.
func words(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--color":
			i++
		case strings.HasPrefix(args[i], "--color="):
		case args[i] != "" && args[i][0] == '-':
			return out
		default:
			out = append(out, args[i])
		}
	}
	return out
}

// program is one run of the command.
type program struct {
	in     io.Reader
	out    *bufio.Writer
	stdout io.Writer // what out writes to
	err    io.Writer
	color  string // --color
	code   int
	// interrupt ends a watch; nil means the signals that do.
	interrupt <-chan os.Signal
}

// exit raises the exit code: of several reasons the gravest counts.
func (p *program) exit(code int) {
	rank := func(c int) int {
		switch c {
		case exitFindings:
			return 1
		case exitStale:
			return 2
		case exitInput:
			return 3
		case exitUsage:
			return 4
		case exitInternal:
			return 5
		}
		return 0
	}
	if rank(code) > rank(p.code) {
		p.code = code
	}
}

// usageError is a mistake in the arguments.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// inputError is an input that cannot be used.
type inputError struct{ error }

func (p *program) fail(err error) {
	fmt.Fprintf(p.err, "schemac: %v\n", err)
	var u usageError
	if errors.As(err, &u) || strings.HasPrefix(err.Error(), "unknown command ") || strings.HasPrefix(err.Error(), "accepts ") {
		p.exit(exitUsage)
		return
	}
	var i inputError
	var file *fs.PathError
	if errors.As(err, &i) || errors.As(err, &file) {
		p.exit(exitInput)
		return
	}
	p.exit(exitInternal)
}

const exitHelp = `
Exit codes:
  0   clean
  1   audit or breaking found something, or a loss at or above --fail-on, or a tool that is
      not strict under --strict require, or a name or a size that the provider refuses
  2   wrong usage
  3   an input could not be read or is no schema (the others were processed), or
      the output could not be written
  5   generate --check found a file that is stale
  70  internal error

Data goes to stdout, diagnostics to stderr. Nothing is ever fetched: no network,
no file but those that are named. (generate --types runs the go command.)
`

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "schemac",
		Short: "Compile JSON Schemas of LLM tools for model providers",
		Long: `schemac compiles JSON Schemas of LLM tools for model providers: it rewrites what a
provider would refuse, says what every change does to the set of accepted
arguments, and checks its own output with an independent audit.
` + exitHelp,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%w\n  run '%s --help' for the flags", err, cmd.CommandPath())
	})
	root.SetVersionTemplate("schemac {{.Version}}\n")
	root.Flags().Bool("version", false, "print the version of schemac and end")
	root.PersistentFlags().StringVar(&p.color, "color", "auto", "colour in diagnostics: auto, always or never (auto obeys NO_COLOR)")
	complete(root, "color", "auto", "always", "never")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		return oneOf("--color", p.color, "auto", "always", "never")
	}
	root.AddCommand(p.compileCommand(), p.auditCommand(), p.upgradeCommand(), p.restoreCommand(), p.freezeCommand(), p.targetsCommand(), p.explainCommand(), p.diffCommand(), p.reportCommand(), p.decodeCommand(), p.verifyCommand())
	root.AddCommand(p.generateCommand(), p.configCommand(), p.breakingCommand())
	return root
}

// oneOf is a usage error unless value is one of the allowed ones.
func oneOf(flag, value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	return usagef("%s is %q: use one of %s", flag, value, strings.Join(allowed, ", "))
}

// complete makes the shell complete a flag's values.
func complete(cmd *cobra.Command, flag string, values ...string) {
	// The error is for a flag that does not exist: a mistake in the program
	// that the completion test would show.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}
