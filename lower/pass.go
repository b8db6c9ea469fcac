package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// Pass is one step of lowering. It reports what it changed and decides no
// policy: whether it runs, and on what, is a question to the target's data.
type Pass struct {
	Name string
	Doc  string
	// After names the passes that must have run before, each for the reason
	// given beside its row in the table.
	After []string
	// Need reports whether the target wants the pass at all.
	Need func(*target.Target) bool
	// On are the keywords the pass looks at: a subtree without any of them is
	// skipped. Nil or empty looks at every node.
	On func(*target.Target) ast.KwSet
	// Node rewrites one node; its children have been rewritten already. It
	// returns nil to drop the node from the list or map it stands in.
	Node func(*Unit, *ast.Schema) *ast.Schema
	// Down calls Node before the children are visited: for a pass that drops
	// subtrees whole.
	Down bool
	// Whole rewrites the document. A pass has one of Node and Whole.
	Whole func(*Unit, *ast.Document) *ast.Document
}

// passes run in this order, each once. After is checked by a test.
var passes = [...]Pass{
	{
		Name: "references", Doc: "sets aside a schema whose references cannot be resolved",
		Need: always, Whole: checkReferences,
	},
	{
		Name: "malformed", Doc: "drops keywords whose value is impossible",
		Need: func(t *target.Target) bool { return t.KeepUnknown },
		On:   on(ast.Unknown, ast.KwID), Node: dropMalformed,
	},
	{
		Name: "dynamic", Doc: "writes $dynamicRef as $ref",
		Need: refuses(ast.KwDynamicRef), On: on(ast.KwDynamicRef), Node: staticRef,
	},
	{
		Name: "drop", Doc: "drops applicators that the target refuses and no other pass can express",
		Need: func(t *target.Target) bool { return !dropSet(t).Empty() },
		On:   dropSet, Node: dropApplicators, Down: true,
	},
	{
		Name: "inline", Doc: "puts the target of every reference in its place",
		// dynamic: a $dynamicRef is a reference too.
		After: []string{"references", "dynamic"},
		Need:  func(t *target.Target) bool { return t.Ref == target.RefNone }, Whole: inlineRefs,
	},
	{
		Name: "root-ref", Doc: "puts the target of a reference at the root in its place",
		After: []string{"references", "dynamic"},
		Need:  func(t *target.Target) bool { return t.Root == target.RootPlain && t.Ref != target.RefNone }, Whole: inlineRootRef,
	},
	{
		Name: "hoist", Doc: "moves every definition to the root's $defs",
		// root-ref: a root that is a reference has no place for $defs beside it.
		After: []string{"root-ref"},
		Need:  refsInDefs, Whole: hoistDefs,
	},
	{
		Name: "cycles", Doc: "ends or loosens the recursion that the target refuses",
		After: []string{"root-ref", "hoist"},
		Need:  func(t *target.Target) bool { return t.Cycles != target.CyclesAny && t.Ref != target.RefNone }, Whole: breakCycles,
	},
	{
		Name: "never", Doc: "drops branches and properties that accept nothing",
		Need: func(t *target.Target) bool { return !t.BoolSchema },
		On:   func(*target.Target) ast.KwSet { return ast.Children }, Node: dropNever,
	},
	{
		Name: "one-of", Doc: "writes oneOf as anyOf",
		// drop, never: fewer and simpler branches are easier to tell apart.
		After: []string{"drop", "never"},
		Need:  func(t *target.Target) bool { return t.Union >= target.UnionNoOneOf }, On: on(ast.KwOneOf), Node: oneOfToAnyOf,
	},
	{
		Name: "strip", Doc: "drops the keywords that the target refuses",
		// one-of: the proof that branches are disjoint needs the bounds.
		After: []string{"drop", "one-of"},
		Need:  func(t *target.Target) bool { return t.Spill.Empty() || refsInDefs(t) },
		On:    func(t *target.Target) ast.KwSet { return refusedBy(stripKeeps(t)) }, Node: strip,
	},
	{
		Name: "ref-siblings", Doc: "leaves a reference alone on its node",
		// strip: a sibling that goes anyway needs no merge.
		After: []string{"hoist", "strip"},
		Need:  refsInDefs, On: on(ast.KwRef), Node: parentRef,
	},
	{
		Name: "all-of", Doc: "merges allOf into its node",
		// one-of: merging distributes over anyOf only. strip: what goes anyway
		// cannot stand in the way of a merge.
		After: []string{"one-of", "strip", "ref-siblings"},
		Need:  func(t *target.Target) bool { return t.Union >= target.UnionAnyOf }, On: on(ast.KwAllOf), Node: mergeAllOf,
	},
	{
		Name: "ref-alone", Doc: "leaves a reference alone on its node after a merge",
		After: []string{"ref-siblings", "all-of"},
		Need:  func(t *target.Target) bool { return refsInDefs(t) && !t.Spill.Empty() }, On: on(ast.KwRef), Node: mergedRef,
	},
	{
		Name: "ids", Doc: "drops $id below the root, where references go by $defs",
		After: []string{"hoist"},
		Need:  func(t *target.Target) bool { return refsInDefs(t) && t.Keywords.Has(ast.KwID) }, On: on(ast.KwID), Node: rootID,
	},
	{
		Name: "literals", Doc: "writes a union of consts as an enum",
		After: []string{"one-of"},
		Need:  func(t *target.Target) bool { return t.Literals == target.LiteralsEnum }, On: on(ast.KwAnyOf, ast.KwOneOf), Node: literalsToEnum,
	},
	{
		Name: "const", Doc: "writes const as an enum of one value",
		After: []string{"all-of", "literals"},
		Need:  refuses(ast.KwConst), On: on(ast.KwConst), Node: constToEnum,
	},
	{
		Name: "distribute", Doc: "moves the constraints beside an anyOf into its branches",
		After: []string{"all-of", "const"},
		Need:  func(t *target.Target) bool { return t.Union >= target.UnionAnyOf }, On: on(ast.KwAnyOf), Node: distribute,
	},
	{
		Name: "infer", Doc: "gives nodes the type their keywords imply",
		// distribute: a node with an anyOf has its type in the branches.
		After: []string{"const", "distribute"},
		Need: func(t *target.Target) bool {
			return t.Untyped != target.UntypedAny && t.Untyped != target.UntypedDescribed
		}, Node: inferType,
	},
	{
		Name: "enum-filter", Doc: "drops enum members of a type that the node excludes",
		After: []string{"infer"},
		Need:  func(t *target.Target) bool { return t.Enum != target.EnumAny }, On: on(ast.KwEnum), Node: filterEnum, Down: true,
	},
	{
		Name: "split", Doc: "writes a type list as one branch a type",
		// enum-filter: each branch takes the members of its type.
		After: []string{"infer", "enum-filter"},
		Need: func(t *target.Target) bool {
			return !t.TypeList || t.Types != target.TypesAny || t.Object&target.ObjectClosed != 0
		}, On: on(ast.KwType), Node: splitTypes,
	},
	{
		Name: "tuple", Doc: "writes prefixItems as items",
		Need: refuses(ast.KwPrefixItems), On: on(ast.KwPrefixItems), Node: tupleToItems,
	},
	{
		Name: "flatten", Doc: "splices an anyOf that is directly inside an anyOf",
		// split, tuple: both write an anyOf where there was none.
		After: []string{"distribute", "split", "tuple"},
		Need:  func(t *target.Target) bool { return t.Union >= target.UnionAnyOf }, On: on(ast.KwAnyOf), Node: flattenUnion,
	},
	{
		Name: "null", Doc: "writes the type null as nullable",
		After: []string{"flatten"},
		Need:  func(t *target.Target) bool { return !t.TypeNull }, On: on(ast.KwType), Node: nullToKeyword, Down: true,
	},
	{
		Name: "untyped", Doc: "gives a node that admits anything a type or a union of types",
		After: []string{"infer", "flatten"},
		Need:  func(t *target.Target) bool { return t.Untyped >= target.UntypedUnion }, Node: typeAny,
	},
	{
		Name: "booleans", Doc: "writes true and false as schemas",
		After: []string{"never", "untyped"},
		Need: func(t *target.Target) bool {
			return !t.BoolSchema && t.Untyped < target.UntypedFallback
		}, Node: writeBooleans,
	},
	{
		Name: "definitions", Doc: "gives definitions that admit anything a type, or writes them as objects",
		After: []string{"untyped", "booleans"},
		Need: func(t *target.Target) bool {
			return refsInDefs(t) && (t.Untyped >= target.UntypedUnion || !t.BoolSchema && t.Untyped != target.UntypedFallback)
		}, Whole: typeDefs,
	},
	{
		Name: "items", Doc: "gives every array items and nothing else items",
		After: []string{"tuple", "untyped"},
		Need:  func(t *target.Target) bool { return t.Array == target.ArrayItems }, Node: ensureItems,
	},
	{
		Name: "objects", Doc: "gives every object properties and prunes required",
		After: []string{"split", "never"},
		Need:  func(t *target.Target) bool { return t.Object != 0 }, Node: ensureProperties,
	},
	{
		Name: "collapse", Doc: "leaves one branch of every union",
		// objects: branches are compared in their final form.
		After: []string{"null", "untyped", "items", "objects"},
		Need:  func(t *target.Target) bool { return t.Union == target.UnionNone }, On: on(ast.KwAnyOf), Node: collapseUnion,
	},
	{
		Name: "root", Doc: "makes the root a plain object",
		After: []string{"all-of", "distribute", "objects", "collapse"},
		Need:  func(t *target.Target) bool { return t.Root != target.RootAny }, Whole: plainRoot,
	},
	{
		Name: "widen", Doc: "writes every union in words and leaves what its branches share",
		After: []string{"null", "objects", "root"},
		Need:  func(t *target.Target) bool { return t.Union == target.UnionWords }, On: on(ast.KwAnyOf), Node: widenUnion,
	},
	{
		Name: "close", Doc: "closes objects, requires every property, and encodes what cannot be expressed",
		// all-of: the branches of an allOf are open until they are merged. All
		// the others keep the shape of arguments; this one makes the plan.
		After: []string{"all-of", "items", "objects", "collapse", "root"},
		Need:  always, Whole: reshape,
	},
	{
		Name: "nullable", Doc: "lets a nullable property be absent where null cannot be written",
		// close: what it does to a property's null is in the plan.
		After: []string{"null", "collapse", "root", "close"},
		Need:  func(t *target.Target) bool { return t.Null == target.NullOptional }, On: on(ast.KwNullable), Node: optionalNull,
	},
	{
		Name: "branch-refs", Doc: "puts the target of a reference that is a branch in its place",
		// close: it writes an optional property as a union with null.
		After: []string{"flatten", "close"},
		Need:  func(t *target.Target) bool { return t.NoBranchRef && t.Ref != target.RefNone }, Whole: inlineBranches,
	},
	{
		Name: "unused", Doc: "drops definitions that nothing refers to any more",
		// all-of, ref-siblings, distribute: what they merge was referred to.
		After: []string{"hoist", "all-of", "ref-siblings", "distribute", "branch-refs"},
		Need:  refsInDefs, Whole: dropMerged,
	},
	{
		Name: "rest", Doc: "opens an object whose patterns the target refuses",
		// explicit, spill: they see what is left.
		After: []string{"all-of", "distribute"},
		Need: func(t *target.Target) bool {
			return !t.Keywords.Has(ast.KwPatternProperties) && t.Keywords.Has(ast.KwAdditionalProperties) && t.Object&target.ObjectClosed == 0
		}, On: on(ast.KwPatternProperties), Node: openRest,
	},
	{
		Name: "explicit", Doc: "writes additionalProperties out, as a boolean where it must be one",
		After: []string{"objects", "root", "untyped", "rest"},
		Need:  func(t *target.Target) bool { return t.Object&(target.ObjectExplicit|target.ObjectFlag) != 0 }, Node: explicitMaps,
	},
	{
		Name: "representable", Doc: "falls back if a node says nothing",
		After: []string{"close", "unused"},
		Need:  func(t *target.Target) bool { return t.Untyped == target.UntypedFallback }, Whole: checkRepresentable,
	},
	{
		Name: "beside-union", Doc: "leaves beside an anyOf only the annotations that may stand there",
		After: []string{"flatten", "null", "root"},
		Need:  func(t *target.Target) bool { return !t.BesideUnion.Empty() }, On: on(ast.KwAnyOf), Node: besideUnion,
	},
	{
		Name: "alone", Doc: "moves the annotations beside an anyOf into its branches",
		After: []string{"flatten", "null", "root"},
		Need:  func(t *target.Target) bool { return t.Union == target.UnionAnyOfAlone }, On: on(ast.KwAnyOf), Node: pushAnnotations,
	},
	{
		Name: "integral", Doc: "writes bounds of integers as inclusive integers",
		// split: the type says that it is an integer. all-of: bounds are merged.
		After: []string{"all-of", "split"},
		Need: func(t *target.Target) bool {
			return t.Keywords.Has(ast.KwMinimum) && (!t.Keywords.Has(ast.KwExclusiveMinimum) || t.Bounds != target.BoundsAny)
		}, On: on(ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum), Node: integralBounds,
	},
	{
		Name: "pattern", Doc: "writes patterns the way the target reads them",
		After: []string{"all-of", "split"},
		Need:  func(t *target.Target) bool { return t.Regex >= target.RegexWhole }, On: on(ast.KwPattern), Node: rewritePattern,
	},
	{
		Name: "spill", Doc: "writes refused keywords into the description and drops them",
		// Last of what reads constraints: every pass above may still need them.
		After: []string{"items", "objects", "collapse", "root", "nullable", "alone", "integral", "pattern"},
		Need:  func(t *target.Target) bool { return !t.Spill.Empty() }, On: spillSet, Node: spill,
	},
	{
		Name: "described", Doc: "gives a node with a description its types",
		// spill: it writes descriptions.
		After: []string{"flatten", "root", "spill"},
		Need:  func(t *target.Target) bool { return t.Untyped == target.UntypedDescribed }, On: on(ast.KwDescription), Node: typeDescribed,
	},
	{
		Name: "root-keywords", Doc: "drops from the root what the target takes elsewhere only",
		After: []string{"root", "spill"},
		Need:  func(t *target.Target) bool { return !t.RootKeywords.Empty() }, Whole: dropAtRoot,
	},
	{
		Name: "echo", Doc: "drops the description of a branch that repeats its parent's",
		// spill: it writes descriptions.
		After: []string{"flatten", "root", "spill"},
		Need:  func(t *target.Target) bool { return t.NoEcho }, On: on(ast.KwAnyOf), Node: dropEcho,
	},
	{
		Name: "null-refs", Doc: "leaves nothing beside a reference but what may stand there",
		// spill: what is described instead is gone, and the description is there.
		After: []string{"null", "alone", "close", "spill"},
		Need: func(t *target.Target) bool {
			return refsInDefs(t) && (t.Null == target.NullKeyword || !t.BesideRef.Empty())
		}, Whole: nullRefs,
	},
	{
		Name: "lookaround", Doc: "drops patterns that look around",
		Need: func(t *target.Target) bool { return t.Regex == target.RegexNoLookaround },
		On:   on(ast.KwPattern, ast.KwPatternProperties), Node: dropLookaround,
	},
	{
		Name: "header", Doc: "drops header annotations that no client can honour",
		After: []string{"root"},
		Need:  func(t *target.Target) bool { return t.Audit.Header != ast.Unknown }, Whole: checkHeaders,
	},
	{
		Name: "names", Doc: "reports properties whose name the target refuses",
		After: []string{"root"},
		Need:  func(t *target.Target) bool { return !t.Properties.Any() }, Whole: checkNames,
	},
	{
		Name: "words", Doc: "says what the target calls references",
		After: []string{"hoist", "null-refs"},
		Need:  func(t *target.Target) bool { return t.RefWords != ast.RefWords{} }, Whole: reportWords,
	},
	{
		Name: "ordering", Doc: "lists the properties in the order they are declared",
		After: []string{"objects", "root"},
		Need:  func(t *target.Target) bool { return t.Object&target.ObjectOrdering != 0 }, On: on(ast.KwProperties, ast.KwPropertyOrdering), Node: orderProperties,
	},
}

// refsInDefs reports whether every reference of the target points into the root's
// $defs.
func refsInDefs(t *target.Target) bool {
	return t.Ref == target.RefDefs || t.Ref == target.RefNamed
}

// refusedBy are the keywords that are not in keep. A member that is no keyword may
// be one, in another dialect.
func refusedBy(keep ast.KwSet) ast.KwSet {
	out := ast.KwSet{^uint64(0), ^uint64(0)}.AndNot(keep)
	out.Add(ast.Unknown)
	return out
}

func always(*target.Target) bool { return true }

func on(kws ...ast.Kw) func(*target.Target) ast.KwSet {
	set := ast.Set(kws...)
	return func(*target.Target) ast.KwSet { return set }
}

func refuses(k ast.Kw) func(*target.Target) bool {
	return func(t *target.Target) bool { return !t.Keywords.Has(k) }
}
