package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/generate"
)

func (p *program) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Check " + generate.ConfigName + ", or print its JSON Schema",
		Long: generate.ConfigName + ` says what schemac generate makes of which tools. Its paths are relative to
the folder it is in. The file of the current folder counts, else that of the
nearest folder above.

  {
    "targets": ["openai-strict", "mcp"],
    "sources": ["tools"],
    "outputs": [{"lang": "go", "out": "internal/tools/tools_schemac.go"}],
    "lock": "schemac.lock"
  }
`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "check [FILE]",
		Short: "Report what is wrong with a configuration, by file:line:col",
		Long: `check reads FILE, or the nearest ` + generate.ConfigName + `, and reports everything that is
wrong with it on stdout. It exits 1 if there is something.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := ""
			if len(args) == 1 {
				name = args[0]
			} else {
				var err error
				if name, err = findConfig("."); err != nil {
					return usageError{err}
				}
			}
			s := file(name, defaultMaxBytes)
			if s.Err != nil {
				return inputError{fmt.Errorf("cannot read %s: %w", name, s.Err)}
			}
			_, problems := generate.ParseConfig(&ast.Source{Name: s.Name, Text: s.Text})
			for _, problem := range problems {
				fmt.Fprintln(p.out, problem)
				p.exit(exitFindings)
			}
			return nil
		},
	}, &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of " + generate.ConfigName,
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := p.out.WriteString(generate.ConfigSchema)
			return err
		},
	})
	return cmd
}

// findConfig returns the configuration of a folder or of the nearest one above
// it, as a path from here.
func findConfig(dir string) (string, error) {
	for at := dir; ; at = filepath.Join(at, "..") {
		name := filepath.Join(at, generate.ConfigName)
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			return name, nil
		}
		abs, err := filepath.Abs(at)
		if err != nil || abs == filepath.Dir(abs) {
			return "", fmt.Errorf("there is no %s in this folder or above it: write one, or give -t, -o and FILE", generate.ConfigName)
		}
	}
}

// readConfig reads a configuration for use; nil if it has problems, which are
// reported then.
func (p *program) readConfig(name string) *generate.Config {
	s := file(name, defaultMaxBytes)
	src := &ast.Source{Name: s.Name, Text: s.Text}
	if s.Err != nil {
		p.printDiagnostics([]diag.Diagnostic{diag.New(diag.Unreadable, src, ast.Span{}, s.Err.Error(), "")}, []string{""})
		p.exit(exitInput)
		return nil
	}
	c, problems := generate.ParseConfig(src)
	for _, problem := range problems {
		fmt.Fprintln(p.err, problem)
		p.exit(exitInput)
	}
	if c != nil {
		c.Rebase(filepath.Dir(name))
	}
	return c
}
