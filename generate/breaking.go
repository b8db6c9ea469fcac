package generate

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/internal/proof"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

// Class is what a change means for those who use the tools.
type Class uint8

const (
	// Compatible asks nothing of anyone.
	Compatible Class = iota
	// PrefixLost means that the provider's list of tools does not begin with all
	// of the old one, so that a prompt that is cached with it is paid for again.
	PrefixLost
	// OverBudget means that a tool has grown beyond the budget.
	OverBudget
	// FallsBack means that a tool met its target and does not any more: strict
	// mode is off for it, or it takes an empty object.
	FallsBack
	// SourceBreaking means that a tool is gone, or that it refuses arguments that
	// it took: recorded calls, examples, other programs.
	SourceBreaking
)

var classNames = [...]string{"compatible", "prefix", "budget", "fallback", "source"}

// Name is the class in one word: compatible, prefix, budget, fallback or source.
func (c Class) Name() string { return classNames[c] }

// String is the class in words, such as "prompt-cache prefix lost".
func (c Class) String() string {
	return [...]string{"compatible", "prompt-cache prefix lost", "over budget", "falls back", "source breaking"}[c]
}

// Change is one difference between two sets.
type Change struct {
	Class Class
	Tool  string
	// Target is nil for what concerns the tool itself.
	Target *target.Target
	// Detail is the change in a few words.
	Detail string
}

// String is "search, for mcp: over budget: …".
func (c *Change) String() string {
	s := c.Tool
	if c.Target != nil {
		s += ", for " + c.Target.ID
	}
	return s + ": " + c.Class.String() + ": " + c.Detail
}

// CompareOptions are the choices of Compare.
type CompareOptions struct {
	// Budget is how many bytes a tool's Request may have; 0 is any number.
	Budget int
	// Draft is the dialect of every source, whatever it declares.
	Draft ast.Draft
}

// Compare returns what changed between two sets, by tools in the order of their
// names and then by targets, those that both sets have.
//
// Whether a changed schema refuses what it took is found out with instances: an
// independent validator is asked about some hundred that are made of both
// schemas, and about some that pass each keyword of the new schema that the old
// one does not have at the place. A change of which none shows it counts as
// compatible; one that the validator cannot judge counts as source breaking.
func Compare(old, new *Set, opt CompareOptions) []Change {
	var out []Change
	i, j := 0, 0
	for i < len(old.Tools) || j < len(new.Tools) {
		switch {
		case j == len(new.Tools) || i < len(old.Tools) && old.Tools[i].Name < new.Tools[j].Name:
			out = append(out, Change{SourceBreaking, old.Tools[i].Name, nil, "the tool is gone"})
			i++
		case i == len(old.Tools) || new.Tools[j].Name < old.Tools[i].Name:
			out = append(out, Change{Compatible, new.Tools[j].Name, nil, "the tool is new"})
			out = append(out, compareOutputs(nil, &new.Tools[j], opt)...)
			j++
		default:
			a, b := &old.Tools[i], &new.Tools[j]
			if !bytes.Equal(a.Source, b.Source) {
				out = append(out, compareSource(a, b, opt))
			} else if a.Description != b.Description {
				out = append(out, Change{Compatible, b.Name, nil, "the description changed"})
			}
			out = append(out, compareOutputs(a, b, opt)...)
			i, j = i+1, j+1
		}
	}
	for k, t := range new.Targets {
		if at := index(old.Targets, t); at >= 0 {
			if c, lost := comparePrefix(old, new, at, k); lost {
				out = append(out, c)
			}
		}
	}
	return out
}

func index(targets []*target.Target, t *target.Target) int {
	for i := range targets {
		if targets[i].ID == t.ID {
			return i
		}
	}
	return -1
}

// compareSource looks for arguments that the old schema took and the new refuses.
func compareSource(a, b *Tool, opt CompareOptions) Change {
	c := Change{SourceBreaking, b.Name, nil, ""}
	before, err := upgraded(a.Source, opt)
	if err == nil {
		var after []byte
		if after, err = upgraded(b.Source, opt); err == nil {
			var n *proof.Narrowing
			n, err = proof.Narrows(before, after)
			if err == nil && n != nil {
				c.Detail = narrowed(n, after)
				return c
			}
		}
	}
	if err != nil {
		c.Detail = "the schema changed and cannot be judged: " + err.Error()
		return c
	}
	return Change{Compatible, b.Name, nil, "the schema changed; nothing that it took and refuses now was found"}
}

// narrowed says which keywords refuse what, and shows an argument:
//
//	{"q":""} was taken and is not any more: at '': missing property 'n'; also narrowed: maxItems at /tags
func narrowed(n *proof.Narrowing, schema []byte) string {
	const most = 8
	var shown []judge.Failure
	words, list := "", "narrowed: "
	if n.Instance != nil {
		j, err := judge.Compile(schema, ast.Draft2020, nil, judge.Options{Format: true})
		words = short(n.Instance) + " was taken and is not any more"
		if err == nil {
			if err := j.Validate(n.Instance); err != nil {
				words += ": " + err.Error()
			}
			shown = j.Failures(n.Instance)
		}
		list = "; also narrowed: "
	}
	count := 0
	for _, k := range n.Keywords {
		if slices.Contains(shown, k) {
			continue
		}
		if count++; count > most {
			continue
		}
		words += list + k.Keyword
		if k.Pointer != "" {
			words += " at " + k.Pointer
		} else {
			words += " of the arguments"
		}
		list = ", "
	}
	if count > most {
		words += fmt.Sprintf(" and %d more", count-most)
	}
	return words
}

// upgraded is a source as 2020-12.
func upgraded(source []byte, opt CompareOptions) ([]byte, error) {
	doc, err := parse.Schema(&ast.Source{Name: "schema", Text: string(source)}, parse.Options{Draft: opt.Draft, Intent: true}, nil)
	if err != nil {
		return nil, err
	}
	if !doc.Upgraded {
		return source, nil
	}
	return emit.Schema(nil, doc, emit.Options{}), nil
}

// short is the beginning of a long instance.
func short(text []byte) string {
	const most = 200
	if len(text) <= most {
		return string(text)
	}
	return string(bytes.ToValidUTF8(text[:most], nil)) + "…"
}

// compareOutputs compares what became of a tool; a is nil if it is new.
func compareOutputs(a, b *Tool, opt CompareOptions) []Change {
	var out []Change
	for j := range b.Outputs {
		after := &b.Outputs[j]
		var before *Output
		if a != nil {
			for i := range a.Outputs {
				if a.Outputs[i].Target.ID == after.Target.ID {
					before = &a.Outputs[i]
				}
			}
			if before == nil {
				continue // the target is new
			}
		}
		add := func(class Class, detail string) {
			out = append(out, Change{class, b.Name, after.Target, detail})
		}
		n := len(out)
		if before != nil {
			switch {
			case before.Strict && !after.Strict:
				add(FallsBack, "it was strict and is not any more")
			case before.Verdict&diag.Fallback == 0 && after.Verdict&diag.Fallback != 0:
				add(FallsBack, "it met the target and does not any more")
			}
		}
		if size := len(after.Request); opt.Budget > 0 && size > opt.Budget && (before == nil || len(before.Request) <= opt.Budget) {
			add(OverBudget, fmt.Sprintf("it has %d bytes, the budget is %d", size, opt.Budget))
		}
		if before != nil && len(out) == n && before.Hash != after.Hash {
			detail := "the output changed"
			if before.Verdict != after.Verdict {
				detail += fmt.Sprintf(", from %s to %s", before.Verdict, after.Verdict)
			}
			add(Compatible, detail)
		}
	}
	return out
}

// comparePrefix finds the first tool of a target's list from which on it is not
// the old list any more. What follows the old tools costs nothing.
func comparePrefix(old, new *Set, i, j int) (Change, bool) {
	kept := 0
	for n := range old.Tools {
		before := old.Tools[n].Outputs[i].Request
		if n < len(new.Tools) && bytes.Equal(before, new.Tools[n].Outputs[j].Request) {
			kept += len(before)
			continue
		}
		total := 0
		for k := range old.Tools {
			total += len(old.Tools[k].Outputs[i].Request)
		}
		return Change{PrefixLost, old.Tools[n].Name, new.Targets[j], fmt.Sprintf("from this tool on; %d of %d bytes stay cached", kept, total)}, true
	}
	return Change{}, false
}
