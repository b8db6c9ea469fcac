package target

// Reply is a form in which a provider says that it refuses a tool's schema.
// Patterns are regular expressions of RE2; the named groups say what they find:
//
//	tool   the tool's name
//	index  the tool's number in the request, from 0
//	path   the place in the schema, spelled as Path says
//	key    the keyword that is refused
//	name   the property that is meant
//	value  the value that is refused
type Reply struct {
	Provider string
	// Before and After are put around the pattern of every rule.
	Before, After string
	Path          PathForm
	Rules         []ReplyRule
}

// ReplyRule is one thing a provider says.
type ReplyRule struct {
	// Pattern is what it says.
	Pattern string
	// Rule is the demand that was not met, for the evidence.
	Rule Rule
	// Keyword is the member that is meant where the pattern has no group key;
	// of several, "a|b", any.
	Keyword string
	// Means says the rule in one sentence, Fix what to do. $key, $name and
	// $value stand for the groups.
	Means, Fix string
}

// PathForm is how a provider spells a place in a schema.
type PathForm uint8

const (
	// PathNone is a reply that names no place.
	PathNone PathForm = iota
	// PathTuple is a list of quoted steps: 'properties', 'x', 'anyOf', '0'.
	PathTuple
	// PathJSONPath is $.properties.x.anyOf[0].
	PathJSONPath
	// PathProto is tools[0].function_declarations[5].parameters.properties[8].value.any_of[0],
	// where a member of a map is addressed by its number, or by its name.
	PathProto
	// PathDots is properties.x.anyOf.0, with "root" for the root.
	PathDots
	// PathNames is parameters.x.y: names of properties alone.
	PathNames
)
