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
	if f.toStderr() {
		return
	}
	p.err.Write(appendEntries(nil, gather(set, least, len(targets), false), p.colored(p.err)))
	if f.format == "text" && !f.quiet {
		usage := set.Usage() // one for each target, unless nothing was read
		for i, t := range targets {
			fmt.Fprintln(p.err, summary(set, i, len(targets), t))
			if i < len(usage) && (f.verbose || t.Budget != (target.Budget{})) {
				fmt.Fprintln(p.err, spent(&usage[i]))
			}
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

// appendEntries appends the entries as text.
func appendEntries(dst []byte, entries []diag.Entry, color bool) []byte {
	ds := make([]diag.Diagnostic, len(entries))
	for i := range entries {
		ds[i] = *entries[i].Diagnostic
	}
	return diag.AppendText(dst, ds, diag.TextOptions{Color: color, Context: func(i int) string {
		return about(entries[i].Tool, entries[i].For)
	}})
}

// gather collects the diagnostics to print in the order of the sources, each
// once however many targets have it. What the parser says is about the tool,
// whatever the target, if every target has it. pointers asks for the pointers
// into the outputs.
func gather(set *schemac.ToolSet, least diag.Severity, targets int, pointers bool) []diag.Entry {
	lists := diag.Warning // what concerns a list is in no tool's record: it is always said
	type fact struct {
		src    *ast.Source
		span   ast.Span
		code   diag.Code
		tool   string
		a, b   string
		parsed bool
	}
	var out []diag.Entry
	for i := range set.Diagnostics {
		if d := &set.Diagnostics[i]; d.Severity >= min(least, lists) {
			out = append(out, diag.Entry{Diagnostic: d})
		}
	}
	for from := 0; from < len(set.Results); from += targets {
		seen := make(map[fact]int)
		var own []diag.Entry
		for i := from; i < from+targets; i++ {
			r := &set.Results[i]
			var at []string
			if pointers {
				at = r.OutputPointers()
			}
			for j := range r.Diagnostics {
				d := &r.Diagnostics[j]
				if d.Severity < least {
					continue
				}
				key := fact{d.Source, d.Span, d.Code, d.Tool, d.A, d.B, d.Pass == ""}
				k, ok := seen[key]
				if !ok {
					k = len(own)
					seen[key] = k
					own = append(own, diag.Entry{Diagnostic: d})
				}
				e := &own[k]
				if n := len(e.For); n > 0 && e.For[n-1].Target == r.Target {
					continue
				}
				f := diag.For{Target: r.Target}
				if at != nil {
					f.Output, f.HasOutput = at[j], true
				}
				e.For = append(e.For, f)
			}
		}
		slices.SortStableFunc(own, func(a, b diag.Entry) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		for i := range own {
			if targets > 1 && len(own[i].For) == targets && !pointers {
				own[i].For = nil
			}
		}
		out = append(out, own...)
	}
	return out
}

// about is "in tool "x", for a and b".
func about(tool string, targets []diag.For) string {
	var parts []string
	if tool != "" {
		parts = append(parts, "in tool "+strconv.Quote(tool))
	}
	if len(targets) > 0 {
		ids := make([]string, len(targets))
		for i := range targets {
			ids[i] = targets[i].Target.ID
		}
		parts = append(parts, "for "+strings.Join(ids, ", "))
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

// spent is a line about the sizes of all tools as one request, and how much of
// the target's budgets the strict ones use:
//
//	anthropic-strict: strict: 2 of 20 tools, 24 of 24 optional, 3 of 16 unions, 1 demoted; all: 29 properties, …
func spent(u *schemac.Usage) string {
	var b strings.Builder
	b.WriteString(u.Target.ID + ": ")
	budget := &u.Target.Budget
	if u.Target.Strict == target.StrictAchieved {
		b.WriteString("strict: " + share(u.Strict, budget.Tools) + " tools, " + share(u.StrictOnly.Optional, budget.Optional) + " optional, " +
			share(u.StrictOnly.Unions, budget.Unions) + " unions")
		if u.Demoted > 0 {
			fmt.Fprintf(&b, ", %d demoted", u.Demoted)
		}
		b.WriteString("; ")
	}
	c := &u.All
	fmt.Fprintf(&b, "all: %d properties, %d optional, %d unions, %d enum values, %d levels, %d as the sum of maxItems, %d characters of names and values, %d bytes",
		c.Properties, c.Optional, c.Unions, c.EnumValues, c.Depth, c.MaxItemsSum, c.NameChars, c.Bytes)
	return b.String()
}

// share is "3 of 16", or "3" without a limit.
func share(n, limit int) string {
	if limit == 0 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d of %d", n, limit)
}
