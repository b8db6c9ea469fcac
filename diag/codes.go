package diag

// Code names one kind of fact. Its text is stable: users filter on it.
type Code string

// Info is the row of a code.
type Info struct {
	Code     Code
	Severity Severity
	Loss     Loss // the loss unless the place says otherwise
	// Message is one lower-case sentence; $1 and $2 are filled in.
	Message string
	// Help says what to do about it.
	Help string
}

// Codes of the parser.
const (
	SyntaxError       Code = "syntax-error"
	DuplicateMember   Code = "duplicate-member"
	InvalidUTF8       Code = "invalid-utf8"
	ByteOrderMark     Code = "byte-order-mark"
	TrailingData      Code = "trailing-data"
	TooDeep           Code = "too-deep"
	TooLarge          Code = "too-large"
	EmptyInput        Code = "empty-input"
	NotASchema        Code = "not-a-schema"
	NoTools           Code = "no-tools"
	UnknownDialect    Code = "unknown-dialect"
	RefDangling       Code = "ref-dangling"
	RefExternal       Code = "ref-external"
	KeywordMalformed  Code = "keyword-malformed"
	KeywordUnknown    Code = "keyword-unknown"
	KeywordFuture     Code = "keyword-future"
	KeywordUpgraded   Code = "keyword-upgraded"
	RefSiblingIgnored Code = "ref-sibling-ignored"
	RequiredRepeated  Code = "required-repeated"
	RequiredMoved     Code = "required-moved"
	TypeCase          Code = "type-case"
	TypeRepeated      Code = "type-repeated"
	NoEquivalent      Code = "no-equivalent"
)

// Codes of the envelope reader.
const (
	Unreadable    Code = "unreadable"
	Unwritable    Code = "unwritable"
	NoParameters  Code = "no-parameters"
	DuplicateTool Code = "duplicate-tool"
	ToolSkipped   Code = "tool-skipped"
	MemberIgnored Code = "member-ignored"
	MemberForeign Code = "member-foreign"
	OutputBare    Code = "output-bare"
)

// Codes of lowering.
const (
	KeywordStripped   Code = "keyword-stripped"
	AnnotationDropped Code = "annotation-dropped"
	MetaDropped       Code = "meta-dropped"
	DefaultInlined    Code = "default-inlined"
	ConstToEnum       Code = "const-to-enum"
	TypeInferred      Code = "type-inferred"
	TypeSplit         Code = "type-split"
	ObjectClosed      Code = "object-closed"
	PropertiesAdded   Code = "properties-added"
	ItemsAdded        Code = "items-added"
	OptionalToNull    Code = "optional-to-null"
	RequiredAdded     Code = "required-added"
	RequiredDropped   Code = "required-dropped"
	UnionFlattened    Code = "union-flattened"
	UnionCollapsed    Code = "union-collapsed"
	UnionMerged       Code = "union-merged"
	OneOfToAnyOf      Code = "one-of-to-any-of"
	AllOfMerged       Code = "all-of-merged"
	RefInlined        Code = "ref-inlined"
	RefHoisted        Code = "ref-hoisted"
	RefSiblings       Code = "ref-siblings"
	RefNullable       Code = "ref-nullable"
	RefRespelled      Code = "ref-respelled"
	RefRecursive      Code = "ref-recursive"
	RefBudget         Code = "ref-budget"
	RefStatic         Code = "ref-static"
	LiteralsToEnum    Code = "literals-to-enum"
	OneOfOverlap      Code = "one-of-overlap"
	UnionDistributed  Code = "union-distributed"
	UnionDropped      Code = "union-dropped"
	AllOfLossy        Code = "all-of-lossy"
	NeverDropped      Code = "never-dropped"
	KeywordIdle       Code = "keyword-idle"
	TupleStrict       Code = "tuple-strict"
	OrderingAdded     Code = "ordering-added"
	AnnotationsMoved  Code = "annotations-moved"
	UnevaluatedFolded Code = "unevaluated-folded"
	PropertyDropped   Code = "property-dropped"
	DefUnused         Code = "def-unused"
	NullableFolded    Code = "nullable-folded"
	NullToOptional    Code = "null-to-optional"
	HeaderDropped     Code = "header-dropped"
	RootDropped       Code = "root-dropped"
	RootTyped         Code = "root-typed"
	NullAlone         Code = "null-alone"
	NullDropped       Code = "null-dropped"
	EnumDropped       Code = "enum-dropped"
	EnumFiltered      Code = "enum-filtered"
	TupleToItems      Code = "tuple-to-items"
	AnyExpanded       Code = "any-expanded"
	AnyNarrowed       Code = "any-narrowed"
	FalseSchema       Code = "false-schema"
	RootWrapped       Code = "root-wrapped"
	RootFlattened     Code = "root-flattened"
	PatternLookaround Code = "pattern-lookaround"
	BoundsIntegral    Code = "bounds-integral"
	MapToEntries      Code = "map-to-entries"
	MapToMember       Code = "map-to-member"
	TupleToObject     Code = "tuple-to-object"
	TupleClosed       Code = "tuple-closed"
	TupleGaps         Code = "tuple-gaps"
	AnyToJSON         Code = "any-to-json"
	EnumToString      Code = "enum-to-string"
	UnionAmbiguous    Code = "union-ambiguous"
	BooleanWritten    Code = "boolean-written"
	AdditionalWritten Code = "additional-written"
	MapOpened         Code = "map-opened"
	UnionWidened      Code = "union-widened"
	PatternRewritten  Code = "pattern-rewritten"
	CycleOptional     Code = "cycle-optional"
	PropertyName      Code = "property-name"
	PropertyRenamed   Code = "property-renamed"
	ToolName          Code = "tool-name"
	ToolNameAdvice    Code = "tool-name-advice"
	ToolDescription   Code = "tool-description"
	ToolCount         Code = "tool-count"
	ToolBytes         Code = "tool-bytes"
	LimitExceeded     Code = "limit-exceeded"
	BudgetExceeded    Code = "budget-exceeded"
	Unrepresentable   Code = "unrepresentable"
	StrictFallback    Code = "strict-fallback"
	StrictOff         Code = "strict-off"
	StrictRequired    Code = "strict-required"
	EmptyFallback     Code = "empty-fallback"
	AuditFailed       Code = "audit-failed"
	Refused           Code = "refused"
	InternalError     Code = "internal-error"
)

var codes = [...]Info{
	{SyntaxError, Error, Rejected, "not valid JSON: $1", "correct the JSON at this place; often a comma or a closing bracket is missing before it"},
	{DuplicateMember, Error, Rejected, "the object has a second member named $1", "keep one of the two members"},
	{InvalidUTF8, Error, Rejected, "the string is not valid Unicode: $1", "encode the file as UTF-8 and pair surrogate escapes"},
	{ByteOrderMark, Error, Rejected, "the file begins with a byte order mark", "save the file as UTF-8 without a byte order mark"},
	{TrailingData, Error, Rejected, "there is data after the JSON value", "remove it, or pass newline-delimited JSON with one value a line"},
	{TooDeep, Error, Rejected, "the JSON is nested deeper than $1 levels", "raise the depth limit if the schema is meant to be this deep"},
	{TooLarge, Error, Rejected, "the schema has more than $1", "raise the limit if the schema is meant to be this large"},
	{EmptyInput, Error, Rejected, "the input is empty", "pass a JSON Schema or a tool list"},
	{NotASchema, Error, Rejected, "a schema is an object or a boolean, this is $1", "pass a JSON Schema or a tool list"},
	{NoTools, Error, Rejected, "no schema and no tool found: $1", "pass a JSON Schema or a tool list"},
	{UnknownDialect, Error, Rejected, "unknown dialect $1", "declare one of draft-03, -04, -06, -07, 2019-09, 2020-12"},
	{RefDangling, Error, Rejected, "the reference $1 finds no schema in the document", "define the target or correct the reference"},
	{RefExternal, Error, Rejected, "the reference $1 leaves the document", "schemac fetches nothing: copy the target into $$defs"},
	{KeywordMalformed, Warning, Exact, "$1 has an impossible value and is no keyword here: $2", "correct the value"},
	{KeywordUnknown, Note, Exact, "$1 is not a JSON Schema keyword", "correct the spelling, or leave it if a program of yours reads it"},
	{KeywordFuture, Warning, Exact, "$1 asserts nothing in $2", "declare a newer dialect if the keyword is meant"},
	{KeywordUpgraded, Note, Exact, "$1 is $2 in 2020-12", "nothing: both say the same; write the new spelling when you touch the schema"},
	{RefSiblingIgnored, Warning, Exact, "$1 beside $$ref is ignored in $2", "declare 2019-09 or later if the keyword is meant"},
	{RequiredRepeated, Note, Exact, "required names $1 twice", "name it once"},
	{RequiredMoved, Note, Exact, "required: true on the property $1 is in the parent's required now", "nothing: list the name in the parent's required when you touch the schema"},
	{TypeCase, Note, Exact, "the type $1 is spelled $2 in JSON Schema", "write the type in lower case"},
	{TypeRepeated, Note, Exact, "type names $1 twice", "name it once"},
	{NoEquivalent, Error, Rejected, "$1 has no equivalent in 2020-12: $2", "write the constraint in keywords of 2020-12"},

	{Unwritable, Error, Exact, "the file cannot be written: $1", "check its folder's permissions"},
	{Unreadable, Error, Rejected, "cannot be read: $1", "check the path, the permissions and the size"},
	{NoParameters, Note, Exact, "the tool has no schema; it takes an empty object", "nothing, if the tool takes no arguments"},
	{DuplicateTool, Warning, Exact, "the tool $1 is there twice$2", "rename one of the two: a provider takes each name once"},
	{ToolSkipped, Warning, Exact, "the list member $1 is built into a provider and has no schema; it was passed over", "add it to the request by hand where it exists"},
	{MemberForeign, Note, Exact, "the member $1 of another protocol's tool was left out", "nothing: the provider would refuse it beside the schema"},
	{OutputBare, Warning, Exact, "the schema of a structured output is written without an envelope: $1", "put it into the request by hand, or compile for a target that has a form for it"},
	{MemberIgnored, Warning, Exact, "$1 was ignored: the tool has a schema in another member", "keep one of the two"},

	{KeywordStripped, Warning, Widened, "$1 is not accepted and was dropped", "validate the arguments after the call"},
	{AnnotationDropped, Note, Exact, "the annotation $1 is not accepted and was dropped", "nothing: it does not constrain arguments; put what the model must know into description"},
	{MetaDropped, Note, Exact, "$1 is not accepted and was dropped", "nothing: it does not constrain arguments"},
	{DefaultInlined, Note, Exact, "default is not accepted; its value $1 is in the description", "nothing: the model reads the description; apply the default in your program"},
	{ConstToEnum, Note, Exact, "const became an enum of one value", "nothing: both say the same"},
	{TypeInferred, Note, Exact, "the type $1 was inferred from $2", "write the type"},
	{TypeSplit, Note, Exact, "the type list became one branch a type", "nothing: both say the same"},
	{ObjectClosed, Warning, Narrowed, "the object was closed: members it does not declare are refused", "declare every member"},
	{PropertiesAdded, Note, Exact, "an empty properties was added", "nothing: both say the same"},
	{ItemsAdded, Note, Exact, "items was added", "say what the items are: a model does better with it"},
	{OptionalToNull, Note, Reshaped, "the optional property $1 is required and may be null", "treat null for this property as absent"},
	{RequiredAdded, Warning, Narrowed, "the property $1, already nullable, is required now", "treat null for this property as absent"},
	{RequiredDropped, Warning, Widened, "required names $1, which properties does not declare", "declare the property"},
	{UnionFlattened, Note, Exact, "an anyOf directly inside an anyOf was spliced", "nothing: both say the same"},
	{UnionCollapsed, Warning, Narrowed | Widened, "the union was collapsed to $1", "split the tool or use one type"},
	{UnionMerged, Warning, Widened, "the object branches of $1 were merged into one object", "validate the arguments after the call"},
	{OneOfToAnyOf, Note, Exact, "oneOf became anyOf; its branches are disjoint", "nothing: both say the same"},
	{AllOfMerged, Note, Exact, "allOf was merged", "nothing: both say the same"},
	{RefInlined, Note, Exact, "the reference $1 was inlined", "nothing: both say the same"},
	{RefHoisted, Note, Exact, "the target of $1 moved to $2", "nothing: both say the same"},
	{RefSiblings, Note, Exact, "the keywords beside $$ref were combined with its target", "nothing: both say the same"},
	{RefNullable, Note, Exact, "the reference may be null: $2 is a nullable copy of $1", "nothing: both say the same"},
	{RefRespelled, Note, Exact, "references are written as $1, to $2", "nothing: both say the same"},
	{RefRecursive, Warning, Widened, "the recursive reference $1 ends in an open $2", "limit the recursion in the source"},
	{RefBudget, Warning, Widened, "inlining $1 would exceed the budget of $2 nodes; it ends in an open schema", "raise the inlining limit or use fewer references"},
	{RefStatic, Note, Exact, "the dynamic reference $1 became a plain one", "nothing, unless another schema is meant to override the anchor"},
	{LiteralsToEnum, Note, Exact, "the consts of $1 became an enum", "nothing: both say the same"},
	{OneOfOverlap, Warning, Widened, "oneOf became anyOf; its branches may overlap", "make the branches exclusive, by a const in a required property for example"},
	{UnionDistributed, Note, Exact, "the keywords beside $1 moved into its branches", "nothing: both say the same"},
	{UnionDropped, Warning, Widened, "$1 is described in words: it cannot stand beside other keywords", "validate the arguments after the call"},
	{AllOfLossy, Warning, Widened, "allOf was merged with losses: $1", "write the intersection as one schema"},
	{NeverDropped, Note, Exact, "a branch that accepts nothing was dropped", "remove the branch: no value can ever choose it"},
	{KeywordIdle, Note, Exact, "$1 says nothing about the type $2 and was dropped", "remove it, or write the type that it is about"},
	{TupleStrict, Warning, Exact, "the provider is reported to refuse prefixItems, which the target keeps", "write the tuple as an object"},
	{OrderingAdded, Note, Exact, "propertyOrdering was added", "nothing: it keeps the order in which you declared the properties"},
	{AnnotationsMoved, Note, Exact, "the annotations beside anyOf moved into its branches", "nothing: the model reads them in each branch"},
	{UnevaluatedFolded, Note, Exact, "$1 became $2, the same here", "nothing: both say the same"},
	{PropertyDropped, Warning, Widened, "the property $1 accepts nothing and was dropped", "remove the property, or validate that it is absent"},
	{DefUnused, Note, Exact, "nothing refers to the definition $1; it was dropped", "remove it from the source if nothing else needs it"},
	{NullableFolded, Note, Exact, "null became nullable", "nothing: both say the same"},
	{NullToOptional, Warning, Narrowed | Widened, "the property $1 may be absent instead of null", "treat an absent property as null"},
	{HeaderDropped, Warning, Exact, "the header annotation $1 cannot be honoured and was dropped", "name a header once, by an HTTP token, on a string, integer or boolean property of the root"},
	{RootDropped, Warning, Widened, "$1 was dropped: the root must be a plain object", "validate the arguments after the call"},
	{RootTyped, Note, Exact, "the type object was added to the root", "write \"type\": \"object\" at the root"},
	{NullAlone, Warning, Widened, "a schema that admits null alone became a nullable string", "remove the property: it carries no information"},
	{NullDropped, Warning, Narrowed, "null was left out: it is not accepted here", "treat an absent value as null"},
	{EnumDropped, Warning, Widened, "enum may only hold $1; the values are in the description", "validate the arguments after the call"},
	{EnumFiltered, Note, Exact, "enum members that $1 excludes were dropped", "remove the members from the source: no value can ever be one of them"},
	{TupleToItems, Warning, Widened, "the tuple became items", "validate the arguments after the call"},
	{AnyExpanded, Warning, Narrowed, "a schema that admits anything became a union of $1", "write the type"},
	{AnyNarrowed, Warning, Narrowed, "a schema that admits anything became $1", "write the type"},
	{FalseSchema, Warning, Widened, "a schema that admits nothing cannot be expressed: $1", "remove the place from the schema, and refuse values there after the call"},
	{RootWrapped, Note, Reshaped, "the root is the property $1 of an object", "take the arguments out of that property"},
	{RootFlattened, Warning, Widened, "the root's $1 is described in words: the root must be a plain object", "validate the arguments after the call"},
	{PatternLookaround, Warning, Widened, "the pattern $1 uses lookaround and was dropped", "write it without lookaround"},
	{BoundsIntegral, Note, Exact, "$1 became $2, the same for integers", "nothing: both say the same"},
	{MapToEntries, Note, Reshaped, "the open map became an array of {key, value}", "map the arguments back: schemac restore does"},
	{MapToMember, Note, Reshaped, "members beyond the declared ones are entries of the property $1", "map the arguments back: schemac restore does"},
	{TupleToObject, Note, Reshaped, "the tuple became an object with a property for each position", "map the arguments back: schemac restore does"},
	{TupleClosed, Warning, Narrowed, "the tuple was closed: items beyond its positions are refused", "write items beside prefixItems"},
	{TupleGaps, Warning, Widened, "the tuple may be written with a gap, which has no place in the source", "require its items with minItems"},
	{AnyToJSON, Note, Reshaped, "a schema that admits anything became a string that holds JSON", "map the arguments back: schemac restore does"},
	{EnumToString, Note, Reshaped, "the values of enum became strings that hold JSON", "map the arguments back: schemac restore does"},
	{UnionAmbiguous, Warning, Widened, "arguments of two branches look alike and need different steps back: $1", "make the branches exclusive, by a const in a required property for example"},
	{BooleanWritten, Note, Exact, "the schema $1 became $2", "nothing: both say the same"},
	{AdditionalWritten, Note, Exact, "additionalProperties: true was written out; the provider takes its absence for false", "nothing: it is what the schema means"},
	{MapOpened, Warning, Widened, "additionalProperties may only be true or false and became true", "validate the arguments after the call"},
	{UnionWidened, Warning, Widened, "the union is described in words: the target has none", "validate the arguments after the call"},
	{PatternRewritten, Note, Exact, "the pattern $1 became $2", "nothing: for the provider it is the same pattern"},
	{CycleOptional, Warning, Widened, "the property $1 is optional now: a recursion must pass an optional property", "make it optional in the source"},
	{PropertyName, Error, Exact, "the target refuses the property name \"$1\"", "rename the property"},
	{PropertyRenamed, Note, Reshaped, "the property \"$1\" is called \"$2\" for the target, which refuses its name", "restore the arguments with the plan, or rename the property"},
	{ToolNameAdvice, Warning, Exact, "the protocol advises against the tool name \"$1\"", "use letters, digits, _, - and ., or accept that a client may refuse it"},
	{ToolName, Error, Exact, "the target refuses the tool name $1", "rename the tool"},
	{ToolDescription, Warning, Exact, "the target refuses an empty description; it was left out", "describe the tool"},
	{ToolCount, Error, Exact, "there are $1 tools; the target takes $2 a request", "send fewer tools"},
	{ToolBytes, Error, Exact, "the tools are $1 bytes together; the target takes about $2 a request", "send fewer tools or shorten their descriptions"},
	{LimitExceeded, Error, Exact, "the schema has $1; the target takes $2", "split the tool or shorten the schema"},
	{BudgetExceeded, Warning, Fallback, "strict mode is off for this tool: $1", "make fewer parameters optional, avoid unions, or send fewer tools"},
	{Unrepresentable, Warning, Exact, "the target cannot express this: $1", "change the schema at this place, or use a target that can express it"},
	{StrictFallback, Warning, Fallback, "strict mode is off for this tool: $1", "change what the reason names, or do without strict mode for this tool"},
	{StrictOff, Note, Exact, "strict mode was turned off by the caller", "nothing: this is what was asked for"},
	{StrictRequired, Error, Exact, "strict mode is required but off for this tool", "change what the warnings for this tool name, or do without strict mode"},
	{EmptyFallback, Error, Fallback, "the tool takes an empty object now: $1", "change what the reason names: the provider cannot learn the arguments of this tool"},
	{Refused, Error, Exact, "$1: $2", "compile the schema for the target, or change it at this place"},
	{AuditFailed, Error, Exact, "the target would refuse the output: $1", "report this as a bug of schemac"},
	{InternalError, Error, Rejected, "internal error: $1", "report this as a bug of schemac"},
}

var byCode = func() map[Code]*Info {
	m := make(map[Code]*Info, len(codes))
	for i := range codes {
		m[codes[i].Code] = &codes[i]
	}
	return m
}()

// Info returns the code's row. It panics on a code that has none: that is a
// mistake in the program.
func (c Code) Info() *Info {
	i := byCode[c]
	if i == nil {
		panic("diag: no row for code " + string(c))
	}
	return i
}

// Codes returns every row in order.
func Codes() []Info { return codes[:] }
