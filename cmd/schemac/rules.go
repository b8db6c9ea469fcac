package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// rules are the target's rules and limits in words, each with a name.
func rules(t *target.Target) [][2]string {
	var out [][2]string
	add := func(name, words string) {
		if words != "" {
			out = append(out, [2]string{name, words})
		}
	}
	add("root", word(t.Root, "anything", `"type": "object", with anything beside it`, `"type": "object", without combinator, enum, const, not or `+t.RefWords.Spell(ast.KwRef)+` beside it`))
	add("root refuses", t.RootRefuses.String())
	add("root takes", t.RootKeywords.String())
	add("object", objectWords(t.Object))
	add("array", word(t.Array, "", "has items"))
	add("unions", word(t.Union, "anyOf, oneOf and allOf", "anyOf and allOf", "anyOf", "anyOf, with nothing beside it", "none; one branch is left", "none; they are described"))
	add("beside anyOf", t.BesideUnion.String())
	add("literals", word(t.Literals, "", "a union of consts is an enum"))
	add("null", word(t.Null, `the type "null"`, `"nullable": true`, "cannot be written; a nullable property is optional"))
	add("enum", word(t.Enum, "any values", "values of the node's one primitive type", "non-empty strings", "at least one value, all of the node's types",
		"scalars of the node's types", "strings and numbers of the node's types"))
	add("references", refWords(t))
	add("recursion", word(t.Cycles, "", "through an optional property", "none"))
	add("no type", word(t.Untyped, "accepted", "accepted without an enum", "accepted without a description", "makes the tool fall back", "becomes a union of types", "becomes a string", "becomes a union of the six types"))
	add("type lists", typeListWords(t))
	add("pattern", word(t.Regex, "", "without lookaround", `without lookaround, backreference, \b, \p, inline flags`, `the same, and matches the whole string`,
		`the same, between ^ and $, without \d \w \s, dot and negated class`))
	add("format", strings.Join(t.Formats, ", "))
	add("numbers", word(t.Bounds, "", "bounds of integers are integers", "integers alone have bounds"))
	var largest []string
	for _, l := range t.Largest {
		largest = append(largest, l.Kw.String()+" "+strconv.Itoa(l.Max))
	}
	add("at most", strings.Join(largest, ", "))
	for _, o := range t.Only {
		add(o.Kw.String(), "on "+o.On.String()+" only")
	}
	if t.NoDataRef {
		add("values", "no member $ref in those of enum, const and default")
	}
	if t.PlainDefs {
		add("definitions", "of names that need no escape in a pointer")
	}
	if t.Ordered {
		add("bounds", "the lower one is not above the upper one")
	}
	if t.NoEcho {
		add("descriptions", "no branch repeats the one of its union")
	}
	if t.Applicable {
		add("keywords", "on the types that they constrain only")
	}
	add("property names", nameWords(&t.Properties))
	var also []string
	for _, a := range [...]struct {
		on    bool
		words string
	}{{t.TypeNull, `the type "null"`}, {t.BoolSchema, "true and false as schemas"}, {t.KeepUnknown, "unknown members"}} {
		if a.on {
			also = append(also, a.words)
		}
	}
	add("also", strings.Join(also, "; "))
	add("structured output", outputs[t.Output])
	if len(t.Also) > 0 {
		var names []string
		for _, e := range t.Envelopes() {
			names = append(names, e.Layout().Name)
		}
		add("envelopes", strings.Join(names, ", ")+" (--envelope)")
	}
	add("a schema has", limitWords(&t.Limits))
	add("a request has", budgetWords(t))
	add("tool names", nameWords(&t.Tool.Name))
	if t.Tool.Described {
		add("tool descriptions", "not empty, where there is one")
	}
	add("drops unseen", silentWords(t, false))
	add("reads unseen", silentWords(t, true))
	add("strict flag", word(t.Strict, "none", "always false", "true if the rules were met"))
	switch {
	case t.Plain != nil:
		add("fallback", "the schema for "+t.Plain.ID+", not strict")
	default:
		add("fallback", word(t.Fallback, "the source's schema, upgraded, not strict", "an object without properties"))
	}
	return out
}

// word is the i'th of the words, and its number if there is none.
func word[T ~uint8](i T, words ...string) string {
	if int(i) < len(words) {
		return words[i]
	}
	return "rule " + strconv.Itoa(int(i))
}

func objectWords(r target.ObjectRule) string {
	var out []string
	for _, o := range [...]struct {
		bit   target.ObjectRule
		words string
	}{
		{target.ObjectProperties, "has properties"},
		{target.ObjectClosed, "additionalProperties is false"},
		{target.ObjectAllRequired, "every property is required"},
		{target.ObjectDeclaredRequired, "required names declared properties only"},
		{target.ObjectOrdering, "propertyOrdering lists several properties"},
		{target.ObjectExplicit, "additionalProperties is written out"},
		{target.ObjectFlag, "additionalProperties is true or false"},
	} {
		if r&o.bit != 0 {
			out = append(out, o.words)
		}
	}
	return strings.Join(out, "; ")
}

// silentWords is what a provider drops, or reads as something else, without a
// word: keywords, and what rules of the audit find.
func silentWords(t *target.Target, read bool) string {
	var out []string
	for i := range t.Silent {
		s := &t.Silent[i]
		if (s.Read != "") != read {
			continue
		}
		var parts []string
		if s.Keywords.Has(ast.Unknown) {
			parts = append(parts, "every other keyword")
		} else if !s.Keywords.Empty() {
			parts = append(parts, strings.ReplaceAll(s.Keywords.String(), " ", ", "))
		}
		if len(s.Rules) > 0 {
			parts = append(parts, "the findings "+strings.Join(s.Rules, ", "))
		}
		words := strings.Join(parts, ", ")
		if read {
			words += " as " + s.Read
		}
		out = append(out, words)
	}
	return strings.Join(out, "; ")
}

func typeListWords(t *target.Target) string {
	if !t.TypeList {
		return "none; they become a union"
	}
	return word(t.Types, "accepted", "with an enum of one kind and null", "with an enum of one kind, null not among them", "with title, description and an enum beside them")
}

func nameWords(r *target.NameRule) string {
	if r.Any() {
		return ""
	}
	var out []string
	if r.First != "" {
		out = append(out, "["+r.First+"] first")
	}
	if r.Rest != "" {
		out = append(out, "["+r.Rest+"]")
	}
	if r.Max > 0 {
		out = append(out, "at most "+strconv.Itoa(r.Max))
	}
	if len(r.Reserved) > 0 {
		out = append(out, "not "+strings.Join(r.Reserved, ", "))
	}
	if r.NotEmpty {
		out = append(out, "not empty")
	}
	if r.RootOnly {
		out = append(out, "at the root")
	}
	return strings.Join(out, "; ")
}

func limitWords(l *target.Limits) string {
	var out []string
	for _, x := range [...]struct {
		n    int
		what string
	}{
		{l.Properties, "properties"}, {l.Depth, "levels"}, {l.EnumValues, "enum values"}, {l.NameChars, "characters of names and values"},
		{l.Branches, "branches of one anyOf"}, {l.MaxItemsSum, "as the sum of maxItems"}, {l.Bytes, "bytes"},
	} {
		if x.n > 0 {
			out = append(out, strconv.Itoa(x.n)+" "+x.what)
		}
	}
	if l.EnumChars > 0 {
		out = append(out, fmt.Sprintf("%d characters in an enum of more than %d", l.EnumChars, l.LongEnum))
	}
	return atMost(out)
}

func budgetWords(t *target.Target) string {
	var out []string
	for _, x := range [...]struct {
		n    int
		what string
	}{
		{t.Tool.Count, "tools"}, {t.Tool.Bytes, "bytes of tools"}, {t.Budget.Tools, "strict tools"},
		{t.Budget.Optional, "optional properties in strict tools"}, {t.Budget.Unions, "unions in strict tools"},
	} {
		if x.n > 0 {
			out = append(out, strconv.Itoa(x.n)+" "+x.what)
		}
	}
	words := atMost(out)
	if t.Budget.Uniform {
		words = strings.TrimPrefix(words+"; one strict flag for all", "; ")
	}
	return words
}

func atMost(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return "at most " + strings.Join(parts, ", ")
}

// printDiff prints the rules and keywords that two targets do not share.
func (p *program) printDiff(a, b *target.Target) {
	fmt.Fprintf(p.out, "- %s: %s\n+ %s: %s\n", a.ID, a.Title, b.ID, b.Title)
	x, y := rules(a), rules(b)
	find := func(list [][2]string, name string) string {
		for _, r := range list {
			if r[0] == name {
				return r[1]
			}
		}
		return ""
	}
	line := func(sign, name, words string) {
		if words != "" {
			fmt.Fprintf(p.out, "%s %-18s %s\n", sign, name, words)
		}
	}
	change := func(name, from, to string) {
		if from != to {
			line("-", name, from)
			line("+", name, to)
		}
	}
	for _, r := range x {
		change(r[0], r[1], find(y, r[0]))
	}
	for _, r := range y {
		if find(x, r[0]) == "" {
			line("+", r[0], r[1])
		}
	}
	known := func(s ast.KwSet) string { return s.AndNot(ast.Set(ast.Unknown)).String() }
	line("-", "accepts", known(a.Keywords.AndNot(b.Keywords)))
	line("+", "accepts", known(b.Keywords.AndNot(a.Keywords)))
	spillA, spillB := a.Spill.AndNot(a.Keywords), b.Spill.AndNot(b.Keywords)
	line("-", "describes", known(spillA.AndNot(spillB)))
	line("+", "describes", known(spillB.AndNot(spillA)))
	change("envelope", fmt.Sprint(envelopes[a.Envelope]), fmt.Sprint(envelopes[b.Envelope]))
}

// envelopes are the members that hold the schema in each envelope.
var envelopes = [...]string{
	target.EnvelopeOpenAIChat: "function.parameters", target.EnvelopeOpenAIResponses: "parameters",
	target.EnvelopeGoogle: "functionDeclarations[].parameters", target.EnvelopeMCP: "inputSchema", target.EnvelopeAnthropic: "input_schema",
	target.EnvelopeGoogleJSON: "functionDeclarations[].parametersJsonSchema", target.EnvelopeBedrock: "toolSpec.inputSchema.json",
}

// outputs are the members that hold the schema of a structured output.
var outputs = [...]string{
	target.OutputChat: "response_format.json_schema.schema", target.OutputResponses: "text.format.schema",
	target.OutputGoogle: "generationConfig.responseSchema", target.OutputGoogleJSON: "generationConfig.responseJsonSchema",
	target.OutputAnthropic: "output_config.format.schema",
}

// refWords are the references that a target takes, as it writes them.
func refWords(t *target.Target) string {
	name := strconv.Quote(t.RefWords.Pointer() + "NAME")
	beside := ", with nothing beside them"
	if !t.BesideRef.Empty() {
		beside += " but " + strings.ReplaceAll(t.BesideRef.String(), " ", " and ")
	}
	words := word(t.Ref, "within the document", name+` and "#"`+beside, name+beside, "none; they are inlined")
	if t.NoBranchRef {
		words += "; none is a branch of an anyOf"
	}
	return words
}
