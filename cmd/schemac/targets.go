package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

func (p *program) targetsCommand() *cobra.Command {
	var diff bool
	cmd := &cobra.Command{
		Use:   "targets [TARGET] | targets --diff A B",
		Short: "List the targets, or print what one accepts and the evidence for it",
		Long: `targets lists the targets. With the name of one it prints the keywords and the
rules of that target, and for each claim about the provider where and when it was
seen. With --diff it prints what differs between two: - is the first, + the second.

A target may be ID@DATE, the rules that were in force at the date, and
portable=A,B,C, what the targets A, B and C all accept.`,
		Example: `  schemac targets anthropic-strict
  schemac targets --diff openai@2025-01 openai
  schemac targets portable=openai,google,anthropic`,
		Args: func(cmd *cobra.Command, args []string) error {
			if diff && len(args) != 2 {
				return usagef("targets --diff takes two names")
			}
			if !diff && len(args) > 1 {
				return usagef("targets takes one name or none")
			}
			return nil
		},
		ValidArgs: targetNames(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, t := range target.All {
					names := strings.Join(append([]string{t.ID}, t.Alias...), ", ")
					fmt.Fprintf(p.out, "%-32s %s\n", names, t.Title)
				}
				return nil
			}
			var ts []*target.Target
			for _, arg := range args {
				t, err := lookupTarget(arg)
				if err != nil {
					return err
				}
				ts = append(ts, t)
			}
			if diff {
				p.printDiff(ts[0], ts[1])
				return nil
			}
			p.printTarget(ts[0])
			return nil
		},
	}
	cmd.Flags().BoolVar(&diff, "diff", false, "print what differs between two targets")
	return cmd
}

func (p *program) printTarget(t *target.Target) {
	fmt.Fprintf(p.out, "%s: %s\n", t.ID, t.Title)
	if len(t.Alias) > 0 {
		fmt.Fprintf(p.out, "also called %s\n", strings.Join(t.Alias, ", "))
	}
	if t.Since != "" {
		fmt.Fprintf(p.out, "these rules hold since %s\n", t.Since)
	}
	fmt.Fprintln(p.out, "\nRules")
	for _, r := range rules(t) {
		fmt.Fprintf(p.out, "  %-18s %s\n", r[0], r[1])
	}
	fmt.Fprintln(p.out, "\nKeywords accepted")
	p.printSet(t.Keywords, t.RefWords)
	if !t.Spill.Empty() {
		fmt.Fprintln(p.out, "\nKeywords that go into the description")
		p.printSet(t.Spill.AndNot(t.Keywords), t.RefWords)
	}
	evidence := t.Evidence
	if l := t.OutputLayout(ast.NoOutput, true); l != nil {
		evidence = append(evidence[:len(evidence):len(evidence)], l.Evidence)
	}
	if len(evidence) == 0 {
		return
	}
	fmt.Fprintln(p.out, "\nEvidence")
	for _, e := range evidence {
		fmt.Fprintf(p.out, "  - %s\n    %s (%s)\n", e.Claim, e.Source, e.Date)
	}
}

// printSet prints keywords as the target writes them, filling lines.
func (p *program) printSet(set ast.KwSet, words ast.RefWords) {
	line := " "
	for k := range set.All() {
		name := words.Spell(k)
		if k == ast.Unknown {
			continue
		}
		if len(line)+1+len(name) > 78 {
			fmt.Fprintln(p.out, line)
			line = " "
		}
		line += " " + name
	}
	fmt.Fprintln(p.out, line)
}
