package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/internal/proof"
	"github.com/schemac/schemac/target"
)

func (p *program) verifyCommand() *cobra.Command {
	var names []string
	var n int
	var draft string
	cmd := &cobra.Command{
		Use:   "verify -t TARGET… [FILE|DIR|-]…",
		Short: "Test what schemac claims about your own schemas",
		Long: `verify compiles every tool and puts the claims to the test: it draws values around
the source and the output (bounds, missing and extra members, each branch of a
union, each type, and mutations), asks an independent JSON Schema validator about
each on both sides, and looks for one that contradicts the verdict:

  exact      the same values are accepted
  widened    nothing that the source accepts is refused
  narrowed   nothing is accepted that the source refuses
  reshaped   likewise, with null for absent members

Verdicts that allow both ways (widened and narrowed), a fallback and a rejected
tool claim nothing. A claim that holds for every value drawn is not proved; one
that fails is false, and verify prints the value and exits with 1. The output is
audited too.
` + exitHelp,
		Example: `  schemac verify -t openai-strict -t google tools.json
  schemac verify -t google -n 5000 tools.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			targets, err := lookupTargets(names)
			if err != nil {
				return err
			}
			d, ok := drafts[draft]
			if !ok {
				return usagef("--draft is %q: use one of %s", draft, draftNames)
			}
			if n < 0 || n == 0 && cmd.Flags().Changed("values") {
				return usagef("-n is %d: use a positive number", n)
			}
			p.verify(targets, d, n, args)
			return nil
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&names, "target", "t", nil, "a target (repeatable): "+target.Names())
	fl.IntVarP(&n, "values", "n", 0, "how many values to draw for each tool (default: as the size of the schema suggests, 60 to 460)")
	fl.StringVar(&draft, "draft", "", "dialect of every schema, whatever it declares: "+draftNames)
	complete(cmd, "target", targetNames()...)
	return cmd
}

// outcomes counts what became of the claims.
type outcomes struct{ held, failed, nothing, unjudged int }

func (p *program) verify(targets []*target.Target, draft ast.Draft, n int, args []string) {
	opt := schemac.Options{Draft: draft, NoStrict: isSet(os.Getenv(noStrict))}
	set := schemac.CompileTools(p.sources(args, defaultMaxBytes), targets, opt)
	count := make([]outcomes, len(targets))
	for i := range set.Results {
		p.verifyOne(&set.Results[i], draft, n, &count[i%len(targets)])
	}
	for i, t := range targets {
		c := &count[i]
		fmt.Fprintf(p.out, "%s: %d of %d claims hold", t.ID, c.held, c.held+c.failed)
		if c.nothing > 0 {
			fmt.Fprintf(p.out, ", %d without a claim", c.nothing)
		}
		if c.unjudged > 0 {
			fmt.Fprintf(p.out, ", %d cannot be judged", c.unjudged)
		}
		fmt.Fprintln(p.out)
	}
	p.err.Write(appendEntries(nil, gather(set, diag.Error, len(targets), false), p.colored(p.err)))
	for i := range set.Diagnostics {
		if set.Diagnostics[i].Severity == diag.Error {
			p.exit(exitInput)
		}
	}
}

func (p *program) verifyOne(r *schemac.Result, draft ast.Draft, n int, count *outcomes) {
	const open = diag.Widened | diag.Narrowed
	if r.Verdict&diag.Rejected != 0 || r.Tool.Doc == nil {
		p.exit(exitInput)
		count.nothing++
		return
	}
	if r.Verdict&diag.Fallback != 0 && r.Target.Fallback == target.FallbackOpen && r.Target.Plain == nil {
		// The schema is the source's own, upgraded: that is a claim too.
		p.check(r, draft, n, diag.Exact, count)
		return
	}
	if r.Verdict&diag.Fallback != 0 || r.Verdict&open == open {
		count.nothing++
	} else {
		p.check(r, draft, n, r.Verdict, count)
	}
	found, err := audit.Check(r.Schema, r.Target, audit.Options{Metaschema: judge.Metaschema})
	if err == nil && (r.Strict || r.Target.Strict != target.StrictAchieved) {
		for _, v := range found {
			fmt.Fprintf(p.out, "%s: the target would refuse the output: %s: %s: %s\n", p.subject(r), v.Path, v.Rule, v.Message)
			p.exit(exitFindings)
		}
	}
}

// check tests one claim and prints a witness against it.
func (p *program) check(r *schemac.Result, draft ast.Draft, n int, loss diag.Loss, count *outcomes) {
	source := r.Tool.Doc.Source.Slice(r.Tool.Doc.Span)
	w, err := proof.Check(proof.Claim{Source: []byte(source), Output: r.Schema, SourceDraft: draft, Loss: loss, Plan: r.Plan, Renamed: proof.RenamedBy(r.Diagnostics)}, n)
	switch {
	case errors.Is(err, proof.ErrSource), errors.Is(err, proof.ErrOutput):
		fmt.Fprintf(p.out, "%s: %s\n", p.subject(r), brief(err))
		count.unjudged++
	case err != nil:
		fmt.Fprintf(p.out, "%s: %v\n", p.subject(r), err)
		p.exit(exitInternal)
	case w != nil:
		count.failed++
		p.exit(exitFindings)
		fmt.Fprintf(p.out, "%s: the claim %q is false: %s\n  witness  %s\n", p.subject(r), loss, w.Why, w.Instance)
		if string(w.Judged) != string(w.Instance) {
			fmt.Fprintf(p.out, "  judged   %s on the other side\n", w.Judged)
		}
		fmt.Fprintf(p.out, "  source   %s\n  output   %s\n", accepts(w.SourceValid), accepts(w.OutputValid))
	default:
		count.held++
	}
}

// brief is an error's first sentence and its last line, where a validator says
// what it comes from.
func brief(err error) string {
	lines := strings.Split(err.Error(), "\n")
	if len(lines) == 1 {
		return lines[0]
	}
	head, _, _ := strings.Cut(lines[0], ": ")
	return head + ": " + strings.TrimLeft(lines[len(lines)-1], " -")
}

func accepts(valid bool) string {
	if valid {
		return "accepts it"
	}
	return "refuses it"
}

// subject names a tool and its target.
func (p *program) subject(r *schemac.Result) string {
	at := diag.Locate(r.Tool.Source, r.Tool.Span.Start)
	return fmt.Sprintf("%s: %s for %s", at, toolName(r), r.Target.ID)
}
