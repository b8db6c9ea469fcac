package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

func (p *program) targetsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "targets [TARGET]",
		Short: "List the targets, or print what one accepts and the evidence for it",
		Long: `targets lists the targets. With the name of one it prints the keywords and the
rules of that target, and for each claim about the provider where and when it was
seen.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
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
			ts, err := lookupTargets(args)
			if err != nil {
				return err
			}
			p.printTarget(ts[0])
			return nil
		},
	}
}

func (p *program) printTarget(t *target.Target) {
	fmt.Fprintf(p.out, "%s: %s\n", t.ID, t.Title)
	if len(t.Alias) > 0 {
		fmt.Fprintf(p.out, "also called %s\n", strings.Join(t.Alias, ", "))
	}
	fmt.Fprintln(p.out, "\nRules")
	for _, r := range rules(t) {
		fmt.Fprintf(p.out, "  %-12s %s\n", r[0], r[1])
	}
	fmt.Fprintln(p.out, "\nKeywords accepted")
	p.printSet(t.Keywords)
	if !t.Spill.Empty() {
		fmt.Fprintln(p.out, "\nKeywords that go into the description")
		p.printSet(t.Spill.AndNot(t.Keywords))
	}
	fmt.Fprintln(p.out, "\nEvidence")
	for _, e := range t.Evidence {
		fmt.Fprintf(p.out, "  - %s\n    %s (%s)\n", e.Claim, e.Source, e.Date)
	}
}

// printSet prints keywords, filling lines.
func (p *program) printSet(set ast.KwSet) {
	line := " "
	for k := range set.All() {
		name := k.String()
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

// rules are the target's named rules in words.
func rules(t *target.Target) [][2]string {
	var out [][2]string
	add := func(name, words string) {
		if words != "" {
			out = append(out, [2]string{name, words})
		}
	}
	add("root", [...]string{"anything", `"type": "object", with anything beside it`, `"type": "object", without combinator, enum, const, not or $ref beside it`}[t.Root])
	var object []string
	for _, r := range [...]struct {
		bit   target.ObjectRule
		words string
	}{
		{target.ObjectProperties, "has properties"},
		{target.ObjectClosed, "additionalProperties is false"},
		{target.ObjectAllRequired, "every property is required"},
		{target.ObjectDeclaredRequired, "required names declared properties only"},
		{target.ObjectOrdering, "propertyOrdering lists several properties"},
	} {
		if t.Object&r.bit != 0 {
			object = append(object, r.words)
		}
	}
	add("object", strings.Join(object, "; "))
	add("array", [...]string{"", "has items"}[t.Array])
	add("unions", [...]string{"anyOf, oneOf and allOf", "anyOf and allOf", "anyOf", "anyOf, with nothing beside it", "none"}[t.Union])
	add("null", [...]string{`the type "null"`, `"nullable": true`, "cannot be written; a nullable property is optional"}[t.Null])
	add("enum", [...]string{"any values", "values of the node's one primitive type", "non-empty strings"}[t.Enum])
	add("references", [...]string{"within the document", `"#/$defs/NAME" and "#", with nothing beside them`, "none; they are inlined"}[t.Ref])
	add("no type", [...]string{"accepted", "makes the tool fall back", "becomes a union of types", "becomes a string"}[t.Untyped])
	add("pattern", [...]string{"", "without lookaround"}[t.Regex])
	var types []string
	if t.TypeList {
		types = append(types, "lists of types")
	}
	if t.TypeNull {
		types = append(types, `the type "null"`)
	}
	if t.BoolSchema {
		types = append(types, "true and false as schemas")
	}
	if t.KeepUnknown {
		types = append(types, "unknown members")
	}
	add("also", strings.Join(types, "; "))
	add("strict flag", [...]string{"none", "always false", "true if the rules were met"}[t.Strict])
	add("fallback", [...]string{"the source's schema, upgraded, not strict", "an object without properties"}[t.Fallback])
	return out
}
