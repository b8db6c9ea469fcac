package diag

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// cause is the provider's rule behind a code. The keyword is the diagnostic's
// own first argument if the row names none and the argument is a keyword.
type cause struct {
	rule    target.Rule
	keyword ast.Kw
}

var causes = map[Code]cause{
	KeywordStripped:   {target.RuleKeywords, ast.Unknown},
	AnnotationDropped: {target.RuleKeywords, ast.Unknown},
	MetaDropped:       {target.RuleKeywords, ast.Unknown},
	UnevaluatedFolded: {target.RuleKeywords, ast.Unknown},
	DefaultInlined:    {target.RuleKeywords, ast.KwDefault},
	ConstToEnum:       {target.RuleKeywords, ast.KwConst},
	LiteralsToEnum:    {target.RuleKeywords, ast.KwConst},
	RefStatic:         {target.RuleKeywords, ast.KwDynamicRef},
	TypeInferred:      {target.RuleTyped, ast.Unknown},
	AnyExpanded:       {target.RuleTyped, ast.Unknown},
	AnyNarrowed:       {target.RuleTyped, ast.Unknown},
	FalseSchema:       {target.RuleTyped, ast.Unknown},
	NeverDropped:      {target.RuleTyped, ast.Unknown},
	PropertyDropped:   {target.RuleTyped, ast.Unknown},
	TypeSplit:         {target.RuleTypeList, ast.Unknown},
	ObjectClosed:      {target.RuleClosed, ast.Unknown},
	PropertiesAdded:   {target.RuleProperties, ast.Unknown},
	ItemsAdded:        {target.RuleItems, ast.Unknown},
	KeywordIdle:       {target.RuleKeywords, ast.Unknown},
	OptionalToNull:    {target.RuleRequired, ast.Unknown},
	RequiredAdded:     {target.RuleRequired, ast.Unknown},
	RequiredDropped:   {target.RuleDeclared, ast.Unknown},
	UnionFlattened:    {target.RuleUnion, ast.KwAnyOf},
	UnionCollapsed:    {target.RuleUnion, ast.KwAnyOf},
	UnionMerged:       {target.RuleUnion, ast.KwAnyOf},
	UnionDistributed:  {target.RuleUnion, ast.KwAnyOf},
	UnionDropped:      {target.RuleUnion, ast.KwAnyOf},
	AnnotationsMoved:  {target.RuleUnion, ast.KwAnyOf},
	OneOfToAnyOf:      {target.RuleUnion, ast.KwOneOf},
	OneOfOverlap:      {target.RuleUnion, ast.KwOneOf},
	AllOfMerged:       {target.RuleUnion, ast.KwAllOf},
	AllOfLossy:        {target.RuleUnion, ast.KwAllOf},
	RefInlined:        {target.RuleRef, ast.KwRef},
	RefHoisted:        {target.RuleRef, ast.KwRef},
	RefSiblings:       {target.RuleRef, ast.KwRef},
	RefRecursive:      {target.RuleRef, ast.KwRef},
	RefBudget:         {target.RuleRef, ast.KwRef},
	NullableFolded:    {target.RuleNull, ast.KwNullable},
	NullAlone:         {target.RuleNull, ast.KwNullable},
	NullDropped:       {target.RuleNull, ast.KwNullable},
	NullToOptional:    {target.RuleNull, ast.KwNullable},
	EnumDropped:       {target.RuleEnum, ast.Unknown},
	EnumFiltered:      {target.RuleEnum, ast.Unknown},
	TupleToItems:      {target.RuleTuple, ast.KwPrefixItems},
	TupleStrict:       {target.RuleTuple, ast.KwPrefixItems},
	RootDropped:       {target.RuleRoot, ast.Unknown},
	RootTyped:         {target.RuleRoot, ast.Unknown},
	RootWrapped:       {target.RuleRoot, ast.Unknown},
	RootFlattened:     {target.RuleRoot, ast.Unknown},
	PatternLookaround: {target.RuleRegex, ast.Unknown},
	MapToEntries:      {target.RuleClosed, ast.Unknown},
	MapToMember:       {target.RuleClosed, ast.Unknown},
	TupleToObject:     {target.RuleTuple, ast.KwPrefixItems},
	TupleClosed:       {target.RuleClosed, ast.Unknown},
	TupleGaps:         {target.RuleTuple, ast.KwPrefixItems},
	AnyToJSON:         {target.RuleTyped, ast.Unknown},
	EnumToString:      {target.RuleEnum, ast.Unknown},
	UnionAmbiguous:    {target.RuleUnion, ast.KwAnyOf},
	OrderingAdded:     {target.RuleOrder, ast.Unknown},
	HeaderDropped:     {target.RuleHeader, ast.Unknown},
}

// Evidence is what is known of the provider's rule that the diagnostic comes
// from, nil if no rule of a provider is the cause or nothing is known of it.
func (d *Diagnostic) Evidence() *target.Evidence {
	if d.Target == nil {
		return nil
	}
	c, ok := causes[d.Code]
	if !ok {
		if d.Rule == 0 {
			return nil
		}
		return d.Target.Why(d.Rule, ast.Unknown)
	}
	if c.rule == target.RuleKeywords && c.keyword == ast.Unknown {
		c.keyword = ast.Lookup(d.A)
	}
	return d.Target.Why(c.rule, c.keyword)
}
