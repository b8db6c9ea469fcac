package schemac

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/budget"
	"github.com/schemac/schemac/lower"
	"github.com/schemac/schemac/target"
)

// Counts returns the sizes of the compiled schema that targets have limits on;
// zero for a rejected one.
func (r *Result) Counts() target.Counts {
	if r.Schema == nil {
		return target.Counts{}
	}
	counts, _ := audit.Measure(r.Schema, r.Target) // what compile wrote is JSON
	return counts
}

// Usage is what the tools of one request use of their target's budgets.
type Usage struct {
	Target *target.Target
	// Tools are those with a schema, Strict those of them with the strict flag
	// set.
	Tools, Strict int
	// Demoted are those that could be strict alone and are not because of the
	// others.
	Demoted int
	// All are the sizes of all schemas together, StrictOnly those of the strict
	// ones; Depth, EnumChars and Branches are the largest of any.
	All, StrictOnly target.Counts
}

// Usage adds up the sizes of the results of each target, in the order of the
// targets' first results.
func (s *ToolSet) Usage() []Usage {
	var out []Usage
	at := map[*target.Target]int{}
	for i := range s.Results {
		r := &s.Results[i]
		j, ok := at[r.Target]
		if !ok {
			j = len(out)
			at[r.Target] = j
			out = append(out, Usage{Target: r.Target})
		}
		if r.Schema == nil {
			continue
		}
		u, counts := &out[j], r.Counts()
		u.Tools++
		addCounts(&u.All, &counts)
		if r.Strict {
			u.Strict++
			addCounts(&u.StrictOnly, &counts)
		}
		for k := range r.Diagnostics {
			if r.Diagnostics[k].Code == diag.BudgetExceeded {
				u.Demoted++
			}
		}
	}
	return out
}

func addCounts(sum, c *target.Counts) {
	sum.Properties += c.Properties
	sum.EnumValues += c.EnumValues
	sum.NameChars += c.NameChars
	sum.MaxItemsSum += c.MaxItemsSum
	sum.Bytes += c.Bytes
	sum.Optional += c.Optional
	sum.Unions += c.Unions
	sum.Depth = max(sum.Depth, c.Depth)
	sum.EnumChars = max(sum.EnumChars, c.EnumChars)
	sum.Branches = max(sum.Branches, c.Branches)
}

// fitRequest makes the results of the n'th of several targets fit one request:
// as many tools stay strict as the target's budgets allow, the others are
// lowered for its plain form. What cannot be helped is reported.
func (s *ToolSet) fitRequest(n, targets int, opt Options) {
	var strict, written []*Result
	for i := n; i < len(s.Results); i += targets {
		r := &s.Results[i]
		if r.Tool.Output != ast.NoOutput && r.Target.Budget.Uniform {
			continue // no tool, so it need not be like them
		}
		if r.Schema != nil {
			written = append(written, r)
		}
		if r.Strict {
			strict = append(strict, r)
		}
	}
	if len(written) == 0 {
		return
	}
	t := written[0].Target
	if b := &t.Budget; t.Plain != nil && *b != (target.Budget{}) {
		if b.Uniform && len(strict) < len(written) {
			for _, r := range strict {
				r.demote(opt, fmt.Sprintf("all tools of a request share one value of the flag, and %d of %d cannot be strict", len(written)-len(strict), len(written)))
			}
			strict = nil
		}
		// By name, so that the choice does not depend on the order of the tools.
		slices.SortStableFunc(strict, func(a, b *Result) int { return strings.Compare(a.Tool.Name, b.Tool.Name) })
		fitBudget(strict, b, opt)
	}
	s.checkRequest(t, written)
}

// fitBudget demotes the strict results that do not fit into the budget.
func fitBudget(strict []*Result, b *target.Budget, opt Options) {
	limits := []int{orNone(b.Optional), orNone(b.Unions)}
	items := make([]budget.Item, len(strict))
	optional, unions := 0, 0
	for i, r := range strict {
		c := r.Counts()
		items[i] = budget.Item{c.Optional, c.Unions}
		optional += c.Optional
		unions += c.Unions
	}
	if (b.Optional == 0 || optional <= b.Optional) && (b.Unions == 0 || unions <= b.Unions) && (b.Tools == 0 || len(strict) <= b.Tools) {
		return
	}
	why := fmt.Sprintf("the strict tools of the request would have %s", needs(len(strict), optional, unions, b))
	for i, keep := range budget.Choose(items, limits, b.Tools) {
		if !keep {
			strict[i].demote(opt, fmt.Sprintf("%s; this one has %d optional properties and %d unions", why, items[i][0], items[i][1]))
		}
	}
}

func orNone(limit int) int {
	if limit == 0 {
		return -1
	}
	return limit
}

// needs names the budgets that are exceeded: "25 of 24 optional properties".
func needs(tools, optional, unions int, b *target.Budget) string {
	words := ""
	for _, x := range [...]struct {
		have, limit int
		what        string
	}{{tools, b.Tools, "strict tools"}, {optional, b.Optional, "optional properties"}, {unions, b.Unions, "unions"}} {
		if x.limit == 0 || x.have <= x.limit {
			continue
		}
		if words != "" {
			words += ", "
		}
		words += strconv.Itoa(x.have) + " of " + strconv.Itoa(x.limit) + " " + x.what
	}
	return words
}

// demote lowers a strict result for the plain form of its target.
func (r *Result) demote(opt Options, why string) {
	doc := r.Tool.Doc
	d := diag.New(diag.BudgetExceeded, doc.Source, doc.Span, why, "")
	d.Target = r.Target
	low := lower.Demote(doc, r.Target, lower.Options{InlineNodes: opt.InlineNodes, Encode: opt.Encode}, []diag.Diagnostic{d})
	if low.Doc == nil {
		return // what strict mode takes the plain form takes
	}
	ds := make([]diag.Diagnostic, 0, len(r.Diagnostics))
	verdict := low.Verdict
	for _, d := range r.Diagnostics {
		if d.Pass == "" { // of the parser, or about the tool
			ds = append(ds, d)
			verdict |= d.Loss
		}
	}
	for _, d := range low.Diagnostics {
		d.Tool = r.Tool.Name
		ds = append(ds, d)
	}
	if opt.Strict == StrictRequire {
		d := diag.New(diag.StrictRequired, doc.Source, doc.Span, "", "")
		d.Tool = r.Tool.Name
		ds = append(ds, d)
	}
	r.words = r.Target.Plain.RefWords
	r.Schema, r.Strict, r.Verdict, r.Diagnostics, r.Plan = schemaBytes(doc, low.Doc, r.words, opt), low.Strict, verdict, ds, low.Plan
	r.out = low.Doc
	r.sayOutput()
}

// checkRequest reports what is too much for one request.
func (s *ToolSet) checkRequest(t *target.Target, written []*Result) {
	say := func(code diag.Code, have, limit int) {
		if limit > 0 && have > limit {
			first := written[0].Tool
			d := diag.New(code, first.Source, ast.Span{}, strconv.Itoa(have), strconv.Itoa(limit)+" ("+t.ID+")")
			d.Target = t
			s.Diagnostics = append(s.Diagnostics, d)
		}
	}
	tools := slices.DeleteFunc(slices.Clone(written), func(r *Result) bool { return r.Tool.Output != ast.NoOutput })
	say(diag.ToolCount, len(tools), t.Tool.Count)
	if t.Tool.Bytes > 0 {
		size := 0
		for _, r := range tools {
			size += len(r.EmitTool(nil, "")) + 1
		}
		say(diag.ToolBytes, size, t.Tool.Bytes)
	}
}

// repeated warns of tools that have the name of one in a source before theirs: no
// request takes both. Those within one source the parser has seen. ends are where
// the results of each source end.
func (s *ToolSet) repeated(ends []int, targets int) {
	if targets == 0 || len(ends) < 2 {
		return
	}
	first := make(map[string]*ast.Tool)
	from := 0
	for _, end := range ends {
		own := make(map[string]*ast.Tool)
		for i := from; i < end; i += targets {
			t := &s.Results[i].Tool
			if !t.HasName || t.Output != ast.NoOutput || own[t.Name] != nil {
				continue
			}
			own[t.Name] = t
			before := first[t.Name]
			if before == nil {
				first[t.Name] = t
				continue
			}
			where := ", first in " + before.Source.Name
			if before.Source.FirstLine > 0 {
				where += ":" + strconv.Itoa(before.Source.FirstLine)
			}
			d := diag.New(diag.DuplicateTool, t.Source, t.Span, strconv.Quote(t.Name), where)
			d.Tool = t.Name
			s.Diagnostics = append(s.Diagnostics, d)
		}
		from = end
	}
}

// checkTool reports what the target refuses of the tool around a schema.
func checkTool(tool *ast.Tool, t *target.Target, say func(diag.Code, string)) {
	if l := t.OutputLayout(tool.Output, false); tool.Output != ast.NoOutput && (l == nil || !l.Named) {
		return // it has no name there
	}
	if tool.HasName && !t.Tool.Name.Any() && !t.Tool.Name.Accepts(tool.Name) {
		code := diag.ToolName
		if t.Tool.Name.Advice {
			code = diag.ToolNameAdvice
		}
		say(code, tool.Name)
	}
	if t.Tool.Described && tool.HasDescription && tool.Description == "" {
		say(diag.ToolDescription, "")
	}
}

// withinLimits checks the sizes of what was lowered. A strict target that has a
// plain form takes that; for another the sizes are reported.
func withinLimits(doc *ast.Document, t *target.Target, low lower.Result, opt lower.Options) lower.Result {
	if low.Doc == nil || t.Limits == (target.Limits{}) && t.Budget == (target.Budget{}) || t.Plain != nil && !low.Strict {
		return low
	}
	counts, err := audit.Measure(schemaBytes(doc, low.Doc, t.RefWords, Options{}), t)
	if err != nil {
		return low // audit reports it
	}
	over := t.Limits.Exceeded(&counts)
	if t.Plain != nil {
		over = append(over, t.Budget.Exceeded(&counts)...)
	}
	if len(over) == 0 {
		return low
	}
	if t.Plain == nil || t.Fallback != target.FallbackOpen {
		for _, e := range over {
			d := diag.New(diag.LimitExceeded, doc.Source, doc.Span, strconv.Itoa(e.Have)+" "+e.What, strconv.Itoa(e.Limit))
			d.Target = t
			low.Diagnostics = append(low.Diagnostics, d)
		}
		return low
	}
	words := ""
	for i, e := range over {
		if i > 0 {
			words += ", "
		}
		words += fmt.Sprintf("%d %s of at most %d", e.Have, e.What, e.Limit)
	}
	d := diag.New(diag.StrictFallback, doc.Source, doc.Span, words, "")
	d.Target, d.Rule = t, target.RuleBudget
	if len(t.Limits.Exceeded(&counts)) > 0 {
		d.Rule = target.RuleLimits
	}
	return lower.Demote(doc, t, opt, []diag.Diagnostic{d})
}
