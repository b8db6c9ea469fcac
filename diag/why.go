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
	LiteralsToEnum:    {target.RuleLiterals, ast.KwConst},
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
	RefNullable:       {target.RuleRef, ast.KwRef},
	RefRespelled:      {target.RuleRef, ast.KwRef},
	RefRecursive:      {target.RuleCycles, ast.Unknown},
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
	BooleanWritten:    {target.RuleBooleans, ast.Unknown},
	AdditionalWritten: {target.RuleOpen, ast.Unknown},
	MapOpened:         {target.RuleOpen, ast.Unknown},
	UnionWidened:      {target.RuleUnion, ast.KwAnyOf},
	PatternRewritten:  {target.RuleRegex, ast.KwPattern},
	BoundsIntegral:    {target.RuleBounds, ast.Unknown},
	CycleOptional:     {target.RuleCycles, ast.Unknown},
	PropertyName:      {target.RuleNames, ast.Unknown},
	PropertyRenamed:   {target.RuleNames, ast.Unknown},
	ToolName:          {target.RuleTools, ast.Unknown},
	ToolNameAdvice:    {target.RuleTools, ast.Unknown},
	ToolDescription:   {target.RuleTools, ast.Unknown},
	ToolCount:         {target.RuleTools, ast.Unknown},
	ToolBytes:         {target.RuleTools, ast.Unknown},
	LimitExceeded:     {target.RuleLimits, ast.Unknown},
	BudgetExceeded:    {target.RuleBudget, ast.Unknown},
}

// milder are the rules that stand in for another where the target has no
// evidence for that: recursion ends where references are inlined.
var milder = map[target.Rule]target.Rule{
	target.RuleCycles:   target.RuleRef,
	target.RuleLiterals: target.RuleKeywords,
	target.RuleBooleans: target.RuleTyped,
	target.RuleBounds:   target.RuleKeywords,
}

// Evidence is what is known of the provider's rule that the diagnostic comes
// from, nil if no rule of a provider is the cause or nothing is known of it.
func (d *Diagnostic) Evidence() *target.Evidence {
	if d.Target == nil {
		return nil
	}
	rule, keyword := d.cause()
	if rule == 0 {
		return nil
	}
	if e := d.Target.Why(rule, keyword); e != nil || milder[rule] == 0 {
		return e
	}
	return d.Target.Why(milder[rule], keyword)
}

// EvidenceTarget is the target that Evidence is about: the diagnostic's own, or
// the one of a portable target's parts that is the cause. nil as Evidence is.
func (d *Diagnostic) EvidenceTarget() *target.Target {
	if d.Evidence() == nil {
		return nil
	}
	rule, keyword := d.cause()
	if d.Target.Why(rule, keyword) == nil {
		rule = milder[rule]
	}
	return d.Target.Whose(rule, keyword)
}

// cause is the rule and the keyword that the diagnostic is about, 0 if no rule
// of a provider is the cause.
func (d *Diagnostic) cause() (target.Rule, ast.Kw) {
	c, ok := causes[d.Code]
	if !ok {
		return d.Rule, ast.Unknown
	}
	if c.rule != target.RuleKeywords || c.keyword != ast.Unknown {
		return c.rule, c.keyword
	}
	k := ast.Lookup(d.A)
	if d.Rule != 0 {
		return d.Rule, ast.Unknown // the value is refused, not the keyword
	}
	if k != ast.Unknown && d.Target.Keywords.Has(k) {
		return d.Target.ValueRule(k), k
	}
	return target.RuleKeywords, k
}
