package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// report prints the diagnostics and the summary to stderr. In the formats that
// carry the diagnostics only errors are repeated there.
func (p *program) report(f *compileFlags, set *schemac.ToolSet, targets []*target.Target) {
	least := diag.Warning
	switch {
	case f.quiet, f.format != "text" && !f.verbose:
		least = diag.Error
	case f.verbose:
		least = diag.Note
	}
	ds, contexts := gather(set, least, len(targets))
	p.printDiagnostics(ds, contexts)
	if f.format == "text" && !f.quiet {
		for i, t := range targets {
			fmt.Fprintln(p.err, summary(set, i, len(targets), t))
		}
	}
}

// printDiagnostics prints diagnostics to stderr; contexts[i] says what ds[i] is
// about.
func (p *program) printDiagnostics(ds []diag.Diagnostic, contexts []string) {
	if len(ds) == 0 {
		return
	}
	p.err.Write(diag.AppendText(nil, ds, diag.TextOptions{
		Color:   p.colored(p.err),
		Context: func(i int) string { return contexts[i] },
	}))
}

// gather collects the diagnostics to print in the order of the sources, each
// once however many targets have it.
func gather(set *schemac.ToolSet, least diag.Severity, targets int) ([]diag.Diagnostic, []string) {
	type fact struct {
		src    *ast.Source
		span   ast.Span
		code   diag.Code
		tool   string
		a, b   string
		parsed bool
	}
	var ds []diag.Diagnostic
	var contexts []string
	for i := range set.Diagnostics {
		if d := &set.Diagnostics[i]; d.Severity >= least {
			ds = append(ds, *d)
			contexts = append(contexts, about(d.Tool, nil))
		}
	}
	for from := 0; from < len(set.Results); from += targets {
		seen := make(map[fact]int)
		var own []diag.Diagnostic
		var of [][]string
		for i := from; i < from+targets; i++ {
			r := &set.Results[i]
			for _, d := range r.Diagnostics {
				if d.Severity < least {
					continue
				}
				key := fact{d.Source, d.Span, d.Code, d.Tool, d.A, d.B, d.Pass == ""}
				at, ok := seen[key]
				if !ok {
					at = len(own)
					seen[key] = at
					own, of = append(own, d), append(of, nil)
				}
				if n := len(of[at]); n == 0 || of[at][n-1] != r.Target.ID {
					of[at] = append(of[at], r.Target.ID)
				}
			}
		}
		order := make([]int, len(own))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(own[a].Span.Start, own[b].Span.Start) })
		for _, i := range order {
			ds = append(ds, own[i])
			if len(of[i]) == targets {
				of[i] = nil // it is about the tool, whatever the target
				if targets == 1 {
					of[i] = []string{set.Results[from].Target.ID}
				}
			}
			contexts = append(contexts, about(own[i].Tool, of[i]))
		}
	}
	return ds, contexts
}

// about is "in tool "x", for a and b".
func about(tool string, targets []string) string {
	var parts []string
	if tool != "" {
		parts = append(parts, "in tool "+strconv.Quote(tool))
	}
	if len(targets) > 0 {
		parts = append(parts, "for "+strings.Join(targets, ", "))
	}
	return strings.Join(parts, ", ")
}

// summary is one line about the target-th of the targets:
//
//	openai-strict: 26 tools (20 strict): 3 exact, 22 narrowed, 1 rejected
//
// A tool with several losses counts for each of them.
func summary(set *schemac.ToolSet, index, targets int, t *target.Target) string {
	tools, strict, exact := 0, 0, 0
	bits := []diag.Loss{diag.Hinted, diag.Widened, diag.Narrowed, diag.Reshaped, diag.Fallback, diag.Rejected}
	counts := make([]int, len(bits))
	named := false
	for i := index; i < len(set.Results); i += targets {
		r := &set.Results[i]
		tools++
		named = named || r.Tool.HasName
		if r.Strict {
			strict++
		}
		if r.Verdict == diag.Exact {
			exact++
		}
		for j, bit := range bits {
			if r.Verdict&bit != 0 {
				counts[j]++
			}
		}
	}
	var b strings.Builder
	noun := "schema"
	if named {
		noun = "tool"
	}
	fmt.Fprintf(&b, "%s: %d %s", t.ID, tools, noun)
	if tools != 1 {
		b.WriteByte('s')
	}
	if t.Strict == target.StrictAchieved {
		fmt.Fprintf(&b, " (%d strict)", strict)
	}
	sep := ": "
	count := func(n int, what string) {
		if n > 0 {
			fmt.Fprintf(&b, "%s%d %s", sep, n, what)
			sep = ", "
		}
	}
	count(exact, "exact")
	for j, bit := range bits {
		count(counts[j], bit.Names()[0])
	}
	return b.String()
}
