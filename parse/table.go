package parse

import (
	"slices"

	"github.com/schemac/schemac/ast"
)

// kw is a keyword of any dialect: an ast.Kw, or one of the words below that
// 2020-12 has no row for.
type kw uint8

const (
	kwExtends kw = kw(ast.NumKw) + iota
	kwDisallow
	kwDivisibleBy
	kwSpelledRef      // a provider's own word for $ref, see spellings
	kwSpelledDefs     // and for $defs
	numKw         int = ast.NumKw + iota
)

// known says in which dialects a keyword has the meaning and the shape that it
// has in 2020-12. Where it has not, and no rule of legacy below speaks of it:
// an annotation is let through, an assertion asserts nothing.
var known = [ast.NumKw]drafts{
	ast.KwSchema:        all,
	ast.KwVocabulary:    from19,
	ast.KwID:            from06,
	ast.KwAnchor:        from19,
	ast.KwDynamicAnchor: from20,
	ast.KwRef:           all,
	ast.KwDynamicRef:    from20,
	ast.KwDefs:          all,
	ast.KwComment:       all,

	ast.KwType:              all,
	ast.KwEnum:              all,
	ast.KwConst:             from06,
	ast.KwMultipleOf:        from04,
	ast.KwMinimum:           all,
	ast.KwExclusiveMinimum:  from06,
	ast.KwMaximum:           all,
	ast.KwExclusiveMaximum:  from06,
	ast.KwMinLength:         all,
	ast.KwMaxLength:         all,
	ast.KwPattern:           all,
	ast.KwMinItems:          all,
	ast.KwMaxItems:          all,
	ast.KwUniqueItems:       all,
	ast.KwMinContains:       from19,
	ast.KwMaxContains:       from19,
	ast.KwMinProperties:     from04,
	ast.KwMaxProperties:     from04,
	ast.KwRequired:          from04,
	ast.KwDependentRequired: from19,

	ast.KwAllOf:                 from04,
	ast.KwAnyOf:                 from04,
	ast.KwOneOf:                 from04,
	ast.KwNot:                   from04,
	ast.KwIf:                    from07,
	ast.KwThen:                  from07,
	ast.KwElse:                  from07,
	ast.KwDependentSchemas:      from19,
	ast.KwPrefixItems:           from20,
	ast.KwItems:                 all,
	ast.KwContains:              from06,
	ast.KwProperties:            all,
	ast.KwPatternProperties:     all &^ oas,
	ast.KwAdditionalProperties:  all,
	ast.KwPropertyNames:         from06,
	ast.KwUnevaluatedItems:      from19,
	ast.KwUnevaluatedProperties: from19,

	ast.KwFormat: all,
}

// A rule reads one member whose meaning or spelling differs from 2020-12. It
// puts what the member means into the node, or nothing.
type rule uint8

const (
	ruleSchemaURI rule = iota + 1
	ruleIdentifier
	ruleAnchor
	ruleRecursiveRef
	ruleRecursiveAnchor
	ruleVocabulary
	ruleDefinitions
	ruleTypeUnion
	ruleDisallow
	ruleExtends
	ruleDivisibleBy
	ruleRequiredFlag
	ruleBound
	ruleExclusive
	ruleItems
	ruleAdditionalItems
	ruleDependencies
	ruleContainsAlone
	ruleContainsBound
	ruleNullable
	ruleExample
	ruleFormat
	ruleSpelledRef
)

// legacy is every old spelling: in these dialects the member of that name is
// read by that rule.
var legacy = [...]struct {
	name string
	in   drafts
	rule rule
}{
	{"$schema", all, ruleSchemaURI},
	{"id", d3 | d4 | und, ruleIdentifier},
	{"$id", from06 &^ d20, ruleIdentifier},
	{"$anchor", from19 &^ d20, ruleAnchor},
	{"$recursiveRef", d19 | und, ruleRecursiveRef},
	{"$recursiveAnchor", d19 | und, ruleRecursiveAnchor},
	{"$vocabulary", d19, ruleVocabulary},
	{"definitions", all &^ d20, ruleDefinitions},
	{"$defs", all &^ d20, ruleDefinitions},

	{"type", d3 | und, ruleTypeUnion},
	{"disallow", d3 | und, ruleDisallow},
	{"extends", d3 | und, ruleExtends},
	{"divisibleBy", d3 | und, ruleDivisibleBy},
	{"required", d3 | und, ruleRequiredFlag},
	{"minimum", d3 | d4 | oas | und, ruleBound},
	{"maximum", d3 | d4 | oas | und, ruleBound},
	{"exclusiveMinimum", d3 | d4 | oas | und, ruleExclusive},
	{"exclusiveMaximum", d3 | d4 | oas | und, ruleExclusive},

	{"items", all &^ d20, ruleItems},
	{"additionalItems", all &^ (d20 | oas), ruleAdditionalItems},
	{"dependencies", all &^ (d20 | oas), ruleDependencies},
	{"contains", d19, ruleContainsAlone},
	{"minContains", d19, ruleContainsBound},
	{"maxContains", d19, ruleContainsBound},

	{"nullable", oas | und, ruleNullable},
	{"example", oas, ruleExample},
	{"format", d3 | oas, ruleFormat},
}

// action is what a dialect does with a keyword.
type action struct {
	do   deed
	rule rule
}

type deed uint8

const (
	unknown deed = iota // no keyword here: kept verbatim
	literal             // read by the shape of the keyword table
	future              // known to a later dialect only
	special             // read by a rule
)

// haunting are old keywords that some 2020-12 validators still honour, so that
// they may not stay even where the dialect does not know them.
var haunting = []ast.Kw{ast.KwRecursiveRef, ast.KwRecursiveAnchor, ast.KwDependencies, ast.KwAdditionalItems}

// actions is known and legacy turned into one lookup.
var actions = func() (t [numDrafts][numKw]action) {
	for d := range t {
		for k := 1; k < ast.NumKw; k++ {
			info := ast.Kw(k).Info()
			switch {
			case known[k].has(ast.Draft(d)):
				t[d][k].do = literal
			case info.Class == ast.Annotation && ast.Kw(k) != ast.KwNullable, info.Class == ast.Content:
				t[d][k].do = literal
			case info.Class != ast.Legacy && ast.Kw(k) != ast.KwNullable:
				t[d][k].do = future
			case ast.Draft(d) != ast.Draft2020 && slices.Contains(haunting, ast.Kw(k)):
				t[d][k].do = future
			}
		}
	}
	t[ast.Undeclared][kwSpelledRef] = action{special, ruleSpelledRef}
	t[ast.Undeclared][kwSpelledDefs] = action{special, ruleDefinitions}
	for _, l := range legacy {
		for d := range t {
			if l.in.has(ast.Draft(d)) {
				t[d][lookup(l.name)] = action{special, l.rule}
			}
		}
	}
	return t
}()

const numDrafts = int(ast.OpenAPI30) + 1

func lookup(name string) kw {
	switch name {
	case "extends":
		return kwExtends
	case "disallow":
		return kwDisallow
	case "divisibleBy":
		return kwDivisibleBy
	}
	return kw(ast.Lookup(name))
}

func (k kw) String() string {
	switch k {
	case kwExtends:
		return "extends"
	case kwDisallow:
		return "disallow"
	case kwDivisibleBy:
		return "divisibleBy"
	case kwSpelledRef:
		return "ref"
	case kwSpelledDefs:
		return "defs"
	}
	return ast.Kw(k).String()
}

// apply reads the member by the rule. (A switch and not a func in the table:
// rules build schemas, which look into the table.)
func (b *builder) apply(r rule, n *node, m member) {
	switch r {
	case ruleSchemaURI:
		b.schemaURI(n, m)
	case ruleIdentifier:
		b.identifier(n, m)
	case ruleAnchor:
		b.anchor(n, m)
	case ruleRecursiveRef:
		b.recursiveRef(n, m)
	case ruleRecursiveAnchor:
		b.recursiveAnchor(n, m)
	case ruleVocabulary:
		b.vocabulary(n, m)
	case ruleDefinitions:
		b.definitions(n, m)
	case ruleTypeUnion:
		b.typeUnion(n, m)
	case ruleDisallow:
		b.disallow(n, m)
	case ruleExtends:
		b.extends(n, m)
	case ruleDivisibleBy:
		b.divisibleBy(n, m)
	case ruleRequiredFlag:
		b.requiredFlag(n, m)
	case ruleBound:
		b.bound(n, m)
	case ruleExclusive:
		b.exclusive(n, m)
	case ruleItems:
		b.items(n, m)
	case ruleAdditionalItems:
		b.additionalItems(n, m)
	case ruleDependencies:
		b.dependencies(n, m)
	case ruleContainsAlone:
		b.containsAlone(n, m)
	case ruleContainsBound:
		b.containsBound(n, m)
	case ruleNullable:
		b.nullable(n, m)
	case ruleExample:
		b.example(n, m)
	case ruleFormat:
		b.format(n, m)
	case ruleSpelledRef:
		b.spelledRef(n, m)
	}
}
