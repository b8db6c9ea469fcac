package target

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemac/schemac/ast"
)

// Portable is the ID of the meet of several targets: portable=openai,google.
const Portable = "portable"

func findMeet(list string) (*Target, error) {
	var ts []*Target
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, fmt.Errorf("target %q: a name is missing: write %s=A,B,… with targets for A and B", Portable+"="+list, Portable)
		}
		t, err := Find(name)
		if err != nil {
			return nil, fmt.Errorf("target %q: %w", Portable+"="+list, err)
		}
		ts = append(ts, t)
	}
	return Meet(ts...), nil
}

// Meet returns the target that accepts what all of the targets accept: the
// keywords of all, and of each rule the strictest. The envelope is the first
// one's. nil without targets.
//
// Where one of them can write null by a type only and another by a keyword
// only, null cannot be written at all. A strict mode that wants every property
// required could then express no optional property, so its plain form takes its
// place, and the flag is not set.
func Meet(ts ...*Target) *Target {
	if len(ts) == 0 {
		return nil
	}
	ts = slices.Clone(ts)
	if nullOf(ts) == NullOptional {
		for i, t := range ts {
			if t.Object&ObjectAllRequired != 0 {
				ts[i] = plainOf(t)
			}
		}
	}
	ids := make([]string, len(ts))
	for i, t := range ts {
		ids[i] = t.ID
	}
	m := *ts[0]
	m.ID, m.Alias = Portable+"="+strings.Join(ids, ","), nil
	m.Title = "what " + strings.Join(ids, ", ") + " all accept"
	m.Of, m.Since = "", ""
	m.Silent, m.Evidence, m.Grounds = nil, nil, nil
	m.Parts = nil
	for _, t := range ts { // the parts of a meet are its own
		if t.Parts == nil {
			m.Parts = append(m.Parts, t)
		}
		m.Parts = append(m.Parts, t.Parts...)
	}
	m.Null = nullOf(ts)
	m.Audit = Audit{Prefix: Portable, Noun: "Portable schema", Unlisted: true}
	for _, t := range ts {
		m.narrow(t)
	}
	m.Spill = spillWords
	if m.Null != NullType {
		m.TypeNull, m.TypeList, m.Types = false, false, TypesAny
	}
	if m.Null != NullKeyword {
		m.Keywords = m.Keywords.AndNot(ast.Set(ast.KwNullable))
	}
	if m.Object&(ObjectClosed|ObjectExplicit) != 0 && !m.Keywords.Has(ast.KwAdditionalProperties) {
		// One wants it written and another refuses it: leave it out. A closed
		// object is then as open as the others make it.
		m.Object &^= ObjectClosed | ObjectExplicit | ObjectAllRequired
	}
	if m.Object&ObjectOrdering != 0 && !m.Keywords.Has(ast.KwPropertyOrdering) {
		m.Object &^= ObjectOrdering
	}
	if slices.ContainsFunc(ts, func(t *Target) bool { return t.Ref != RefNone && t.RefWords != m.RefWords }) {
		m.Ref = RefNone // no spelling is everybody's
	}
	if m.Ref == RefNone {
		m.RefWords, m.BesideRef = ast.RefWords{}, ast.KwSet{}
		m.Keywords = m.Keywords.AndNot(ast.Set(ast.KwRef, ast.KwDefs))
	}
	if !m.Keywords.Has(ast.KwRef) || !m.Keywords.Has(ast.KwDefs) {
		m.Ref = RefNone
		m.Keywords = m.Keywords.AndNot(ast.Set(ast.KwRef, ast.KwDefs))
	}
	if m.Union >= UnionNone {
		m.Keywords = m.Keywords.AndNot(ast.Combinators)
		if m.Untyped >= UntypedUnion {
			m.Union, m.Untyped = UnionNone, UntypedString
		}
	}
	if m.Strict == StrictAchieved && m.Fallback != FallbackOpen {
		m.Strict = StrictNever
	}
	if m.Strict != StrictAchieved && m.Untyped == UntypedFallback {
		m.Untyped = UntypedUnion
	}
	if m.Types == TypesBare && (m.Object&(ObjectProperties|ObjectExplicit|ObjectClosed) != 0 || m.Array == ArrayItems) {
		// Beside a bare list there is no place for what objects and arrays need.
		m.TypeList, m.Types = false, TypesAny
	}
	if m.Array == ArrayItems && m.Untyped != UntypedAny && m.Untyped != UntypedDescribed {
		m.Audit.ItemsOnlyArray = true // lowering takes items from what is no array
	}
	if m.Untyped == UntypedSix && m.Array == ArrayItems {
		m.Untyped = UntypedUnion // an array of anything has no end of items
	}
	if m.Untyped == UntypedDescribed && !m.TypeList {
		m.Untyped = UntypedUnion
	}
	m.Plain = meetPlain(ts, &m)
	if m.Plain == nil {
		m.Budget = Budget{}
	}
	return &m
}

// nullOf is how null is written for all of the targets.
func nullOf(ts []*Target) NullRule {
	null := ts[0].Null
	for _, t := range ts[1:] {
		if t.Null != null {
			return NullOptional
		}
	}
	return null
}

// meetPlain is the meet of the plain forms where all of the targets are strict.
func meetPlain(ts []*Target, m *Target) *Target {
	if m.Strict != StrictAchieved {
		return nil
	}
	plain := make([]*Target, len(ts))
	for i, t := range ts {
		if plain[i] = t.Plain; plain[i] == nil {
			return nil
		}
	}
	return Meet(plain...)
}

// plainOf is a strict target's plain form.
func plainOf(t *Target) *Target {
	if t.Plain != nil {
		return t.Plain
	}
	return &OpenAIChat
}

// narrow makes every rule of m at least as strict as t's.
func (m *Target) narrow(t *Target) {
	m.Keywords = m.Keywords.And(t.Keywords)
	m.KeepUnknown = m.KeepUnknown && t.KeepUnknown
	m.Root = max(m.Root, t.Root)
	m.Object |= t.Object
	m.Array = max(m.Array, t.Array)
	m.Union = max(m.Union, t.Union)
	m.Literals = max(m.Literals, t.Literals)
	m.Enum = meetEnum(m.Enum, t.Enum)
	switch {
	case m.Ref == RefLocal:
		m.BesideRef = t.BesideRef // it takes anything there
	case t.Ref != RefLocal:
		m.BesideRef = m.BesideRef.And(t.BesideRef)
	}
	m.Ref = max(m.Ref, t.Ref)
	m.NoBranchRef = m.NoBranchRef || t.NoBranchRef
	m.Untyped = meetUntyped(m.Untyped, t.Untyped)
	m.Regex = max(m.Regex, t.Regex)
	m.Cycles = max(m.Cycles, t.Cycles)
	m.Bounds = max(m.Bounds, t.Bounds)
	m.Types = max(m.Types, t.Types)
	m.TypeList = m.TypeList && t.TypeList
	m.TypeNull = m.TypeNull && t.TypeNull
	m.BoolSchema = m.BoolSchema && t.BoolSchema
	m.JoinLiterals = m.JoinLiterals || t.JoinLiterals
	m.Applicable = m.Applicable || t.Applicable
	m.Ordered = m.Ordered || t.Ordered
	m.NoDataRef = m.NoDataRef || t.NoDataRef
	m.PlainDefs = m.PlainDefs || t.PlainDefs
	if m.RootKeywords.Empty() {
		m.RootKeywords = t.RootKeywords
	} else if !t.RootKeywords.Empty() {
		m.RootKeywords = m.RootKeywords.And(t.RootKeywords)
	}
	m.NoEcho = m.NoEcho || t.NoEcho
	m.Only = meetOnly(m.Only, t.Only)
	m.RootRefuses = m.RootRefuses.Or(t.RootRefuses)
	m.Formats = meetFormats(m.Formats, t.Formats)
	m.Largest = meetLargest(m.Largest, t.Largest)
	m.Fallback = max(m.Fallback, t.Fallback)
	m.Strict = meetStrict(m.Strict, t.Strict)
	m.Audit.TypeUpper = false
	m.Audit.ItemsOnlyArray = m.Audit.ItemsOnlyArray || t.Audit.ItemsOnlyArray
	m.Audit.Metaschema = m.Audit.Metaschema || t.Audit.Metaschema
	if m.BesideUnion.Empty() {
		m.BesideUnion = t.BesideUnion
	} else if !t.BesideUnion.Empty() {
		m.BesideUnion = m.BesideUnion.And(t.BesideUnion)
	}
	m.Properties = meetNames(m.Properties, t.Properties)
	m.Tool.Name = meetNames(m.Tool.Name, t.Tool.Name)
	m.Tool.Count = least(m.Tool.Count, t.Tool.Count)
	m.Tool.Bytes = least(m.Tool.Bytes, t.Tool.Bytes)
	m.Tool.Described = m.Tool.Described || t.Tool.Described
	l, k := &m.Limits, &t.Limits
	for _, p := range [...]struct{ a, b *int }{
		{&l.Properties, &k.Properties}, {&l.Depth, &k.Depth}, {&l.EnumValues, &k.EnumValues}, {&l.NameChars, &k.NameChars},
		{&l.LongEnum, &k.LongEnum}, {&l.EnumChars, &k.EnumChars}, {&l.Branches, &k.Branches}, {&l.MaxItemsSum, &k.MaxItemsSum},
		{&l.Bytes, &k.Bytes}, {&m.Budget.Tools, &t.Budget.Tools}, {&m.Budget.Optional, &t.Budget.Optional}, {&m.Budget.Unions, &t.Budget.Unions},
	} {
		*p.a = least(*p.a, *p.b)
	}
	m.Budget.Uniform = m.Budget.Uniform || t.Budget.Uniform
}

// least is the smaller of two limits, of which 0 is none.
func least(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// enumOrder are the enum rules from the widest to the narrowest.
var enumOrder = [...]EnumRule{EnumAny, EnumFits, EnumScalars, EnumTyped, EnumText, EnumStrings}

func meetEnum(a, b EnumRule) EnumRule {
	return enumOrder[max(slices.Index(enumOrder[:], a), slices.Index(enumOrder[:], b))]
}

// meetStrict is strict only if every target with the flag says so.
func meetStrict(a, b StrictRule) StrictRule {
	switch {
	case a == b:
		return a
	case a == StrictNone:
		return b
	case b == StrictNone:
		return a
	}
	return StrictNever
}

func meetFormats(a, b []string) []string {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	out := []string{}
	for _, f := range a {
		if slices.Contains(b, f) {
			out = append(out, f)
		}
	}
	return out
}

func meetLargest(a, b []Largest) []Largest {
	out := slices.Clone(a)
	for _, l := range b {
		i := slices.IndexFunc(out, func(o Largest) bool { return o.Kw == l.Kw })
		if i < 0 {
			out = append(out, l)
		} else {
			out[i].Max = min(out[i].Max, l.Max)
		}
	}
	return out
}

// meetUntyped is the stricter of two rules: a node that one of them wants typed
// for its enum and the other for its description is typed in any case.
func meetUntyped(a, b UntypedRule) UntypedRule {
	if min(a, b) == UntypedEnum && max(a, b) == UntypedDescribed {
		return UntypedUnion
	}
	return max(a, b)
}

func meetOnly(a, b []Only) []Only {
	out := slices.Clone(a)
	for _, o := range b {
		i := slices.IndexFunc(out, func(p Only) bool { return p.Kw == o.Kw })
		if i < 0 {
			out = append(out, o)
		} else {
			out[i].On &= o.On
		}
	}
	return out
}

// meetNames joins two rules. Of two sets of characters the shorter one counts:
// the sets of the providers contain one another.
func meetNames(a, b NameRule) NameRule {
	if a.Any() {
		return b
	}
	if b.Any() {
		return a
	}
	out := NameRule{
		First: narrower(cmpFirst(a), cmpFirst(b)), Rest: narrower(a.Rest, b.Rest), Max: least(a.Max, b.Max),
		NotEmpty: a.NotEmpty || b.NotEmpty, RootOnly: a.RootOnly && b.RootOnly, Advice: a.Advice && b.Advice,
	}
	out.Reserved = slices.Clone(a.Reserved)
	for _, n := range b.Reserved {
		if !slices.Contains(out.Reserved, n) {
			out.Reserved = append(out.Reserved, n)
		}
	}
	return out
}

func cmpFirst(r NameRule) string {
	if r.First == "" {
		return r.Rest
	}
	return r.First
}

func narrower(a, b string) string {
	if a == "" || b != "" && len(b) < len(a) {
		return b
	}
	return a
}
