package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/restore"
)

// restoreFlags are the flags of schemac restore and schemac freeze.
type restoreFlags struct {
	plan     string
	ndjson   bool
	maxBytes int64
}

// direction is what one of the two commands does to arguments.
type direction func(*restore.Plan, []byte) ([]byte, error)

const planHelp = `
The plan is the member restore of the lines that compile writes with --format
ndjson, and the file TOOL.TARGET.restore.json that it writes with -o. The plan
null changes nothing.

--ndjson reads lines {"plan":…,"args":…} and answers each with one line at once,
{"args":…} or {"error":…}. With --plan too a line need not have a plan.
`

func (p *program) restoreCommand() *cobra.Command {
	return p.planCommand(&cobra.Command{
		Use:   "restore --plan FILE [FILE|-]",
		Short: "Map arguments that a model wrote back to the shape of the source schema",
		Long: `restore takes the arguments that a provider sends for a compiled schema and writes
them in the shape of the source: nulls that stand for absent members go, entries
become maps again, strings of JSON become values. Member order, the spelling of
numbers and members that no schema knows are kept. Arguments that are restored
already, or of another shape than the plan expects, are left as they are: validate
them after.
` + planHelp + exitHelp,
		Example: `  schemac compile -t openai-strict --strict require -o build tools.json
  schemac restore --plan build/get_weather.openai-strict.restore.json < args.json`,
	}, (*restore.Plan).Restore)
}

func (p *program) freezeCommand() *cobra.Command {
	return p.planCommand(&cobra.Command{
		Use:   "freeze --plan FILE [FILE|-]",
		Short: "Write arguments as a model would for a compiled schema",
		Long: `freeze is the other direction of restore: it takes arguments that are valid under
the source schema and writes what a model would have sent, for examples in a prompt
and for replaying a history at another provider.
` + planHelp + exitHelp,
		Example: `  schemac freeze --plan get_weather.openai-strict.restore.json < example.json`,
	}, (*restore.Plan).Freeze)
}

func (p *program) planCommand(cmd *cobra.Command, run direction) *cobra.Command {
	var f restoreFlags
	cmd.RunE = func(_ *cobra.Command, args []string) error { return p.mapArguments(&f, args, run) }
	fl := cmd.Flags()
	fl.StringVar(&f.plan, "plan", "", "the file with the plan")
	fl.BoolVar(&f.ndjson, "ndjson", false, "answer each line of input with a line")
	fl.Int64Var(&f.maxBytes, "max-bytes", defaultMaxBytes, "how large one input may be")
	return cmd
}

func (p *program) mapArguments(f *restoreFlags, args []string, run direction) error {
	switch {
	case len(args) > 1:
		return usagef("one FILE or none, this is %d", len(args))
	case f.maxBytes <= 0:
		return usagef("--max-bytes is %d: use a positive number", f.maxBytes)
	case f.plan == "" && !f.ndjson:
		return usagef("no plan: give --plan FILE, or --ndjson")
	}
	var plan *restore.Plan
	if f.plan != "" {
		s := file(f.plan, f.maxBytes)
		if s.Err != nil {
			p.unreadable(f.plan, s.Err)
			return nil
		}
		var err error
		if plan, err = restore.Load([]byte(s.Text)); err != nil {
			return inputError{fmt.Errorf("%s is not a restore plan: %w; give the file that compile wrote beside the schema", f.plan, err)}
		}
	}
	if f.ndjson {
		return p.mapLines(f, args, plan, run)
	}
	s := p.sources(args, f.maxBytes)[0]
	if s.Err != nil {
		p.unreadable(s.Name, s.Err)
		return nil
	}
	out, err := run(plan, []byte(s.Text))
	if err != nil {
		return inputError{fmt.Errorf("%s: the arguments cannot be mapped: %w", s.Name, err)}
	}
	p.out.Write(append(bytes.TrimSpace(out), '\n'))
	return nil
}

// unreadable reports an input that cannot be used.
func (p *program) unreadable(name string, err error) {
	d := diag.New(diag.Unreadable, &ast.Source{Name: name}, ast.Span{}, err.Error(), "")
	p.printDiagnostics([]diag.Diagnostic{d}, []string{""})
	p.exit(exitInput)
}

// mapLines answers lines {"plan":…,"args":…}.
func (p *program) mapLines(f *restoreFlags, args []string, plan *restore.Plan, run direction) error {
	in, name := p.in, "<stdin>"
	if len(args) == 1 && args[0] != "-" {
		file, err := os.Open(args[0])
		if err != nil {
			p.unreadable(args[0], reason(err))
			return nil
		}
		defer file.Close()
		in, name = file, args[0]
	}
	m := lineMapper{fixed: plan, run: run}
	lines := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := readLine(lines, f.maxBytes)
		if text := strings.TrimSpace(line); text != "" {
			out, failed := m.answer([]byte(text))
			if failed != nil {
				p.exit(exitInput)
				out = append(appendString([]byte(`{"error":`), failed.Error()), '}')
			}
			p.out.Write(append(out, '\n'))
			if err := p.out.Flush(); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			p.unreadable(name, err)
			return nil
		}
	}
}

// lineMapper remembers the last plan: lines come in runs of one tool.
type lineMapper struct {
	fixed, plan *restore.Plan
	text        []byte // of plan
	run         direction
}

func (m *lineMapper) answer(line []byte) ([]byte, error) {
	plan, args, err := readArguments(line)
	switch {
	case err != nil:
		return nil, err
	case args == nil:
		return nil, errors.New("the line has no member args")
	}
	use := m.fixed
	if plan != nil {
		if m.text == nil || !bytes.Equal(plan, m.text) {
			loaded, err := restore.Load(plan)
			if err != nil {
				return nil, err
			}
			m.plan, m.text = loaded, plan
		}
		use = m.plan
	} else if m.fixed == nil {
		return nil, errors.New("the line has no member plan")
	}
	out, err := m.run(use, args)
	if err != nil {
		return nil, err
	}
	v := jsontext.Value(out)
	if err := v.Compact(); err != nil {
		return nil, err
	}
	return append(append([]byte(`{"args":`), v...), '}'), nil
}

// readArguments takes a line apart; what is absent is nil.
func readArguments(line []byte) (plan, args []byte, err error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(line))
	if dec.PeekKind() != '{' {
		if _, err := dec.ReadToken(); err != nil {
			return nil, nil, err
		}
		return nil, nil, errors.New(`a line is an object {"plan":…,"args":…}`)
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, nil, err
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, nil, err
		}
		key := name.String()
		v, err := dec.ReadValue()
		if err != nil {
			return nil, nil, err
		}
		switch key {
		case "plan":
			plan = bytes.Clone(v)
		case "args":
			args = bytes.Clone(v)
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, nil, err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return nil, nil, errors.New("there is data after the object")
	}
	return plan, args, nil
}
