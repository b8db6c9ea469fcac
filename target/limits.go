package target

import "github.com/schemac/schemac/ast"

// Largest is the largest value of a keyword that counts.
type Largest struct {
	Kw  ast.Kw
	Max int
}

// Only is a keyword that is accepted on nodes of some types alone, and of null
// beside them.
type Only struct {
	Kw ast.Kw
	On ast.TypeSet
}

// NameRule is what a name may be; the zero value allows all.
type NameRule struct {
	// First and Rest are the characters of the first place and of the others,
	// as in a class of a regular expression: "a-zA-Z_". An empty First is Rest.
	First, Rest string
	// Max is how many characters there may be, 0 for any number.
	Max int
	// Reserved are names that are refused.
	Reserved []string
	// NotEmpty refuses the empty name.
	NotEmpty bool
	// Advice says that the rule is a recommendation: other names are taken.
	Advice bool
	// RootOnly says that the rule is about the properties of the root alone.
	RootOnly bool
}

// Any reports whether the rule allows every name.
func (r *NameRule) Any() bool {
	return r.First == "" && r.Rest == "" && r.Max == 0 && len(r.Reserved) == 0 && !r.NotEmpty
}

// Accepts reports whether the name keeps the rule.
func (r *NameRule) Accepts(name string) bool {
	for _, n := range r.Reserved {
		if n == name {
			return false
		}
	}
	if name == "" {
		return !r.NotEmpty && r.Rest == ""
	}
	n := 0
	for _, c := range name {
		class := r.Rest
		if n == 0 && r.First != "" {
			class = r.First
		}
		if class != "" && !inClass(class, c) {
			return false
		}
		n++
	}
	return r.Max == 0 || n <= r.Max
}

func inClass(class string, c rune) bool {
	for i := 0; i < len(class); i++ {
		if i+2 < len(class) && class[i+1] == '-' {
			if rune(class[i]) <= c && c <= rune(class[i+2]) {
				return true
			}
			i += 2
		} else if rune(class[i]) == c {
			return true
		}
	}
	return false
}

// Limits are sizes that one schema may have; zero is no limit.
type Limits struct {
	Properties  int // declared properties in the whole schema
	Depth       int // levels: edges through properties and items
	EnumValues  int // members of all enums
	NameChars   int // characters of names, enum and const values together
	LongEnum    int // an enum with more members than this …
	EnumChars   int // … may have so many characters in its strings
	Branches    int // branches of one anyOf
	MaxItemsSum int // the sum of all maxItems
	Bytes       int // of the schema as compact JSON
}

// Budget are sizes that all strict tools of one request may have together; zero
// is no limit.
type Budget struct {
	Tools    int // strict tools
	Optional int // properties that required does not name
	Unions   int // properties with an anyOf or a list of types
	// Uniform wants one value of the strict flag for all tools of a request.
	Uniform bool
}

// ToolLimits are limits on the tools around the schemas; zero is no limit.
type ToolLimits struct {
	Name  NameRule // of the tool's name
	Count int      // tools of a request
	Bytes int      // of all tools of a request as JSON
	// Described refuses an empty description; an absent one is allowed.
	Described bool
}

// Counts are the sizes of one schema, or the sums over several.
type Counts struct {
	Properties  int `json:"properties"`
	Depth       int `json:"depth"`
	EnumValues  int `json:"enumValues"`
	NameChars   int `json:"nameChars"`
	EnumChars   int `json:"enumChars"` // of the longest enum above Limits.LongEnum
	Branches    int `json:"branches"`  // of the largest anyOf
	MaxItemsSum int `json:"maxItemsSum"`
	Bytes       int `json:"bytes"`
	Optional    int `json:"optional"`
	Unions      int `json:"unions"`
}

// Excess is a size above its limit.
type Excess struct {
	Rule, What  string // "limit-depth", "levels of nesting"
	Have, Limit int
}

// Exceeded lists the sizes above their limits, in a fixed order.
func (l *Limits) Exceeded(c *Counts) []Excess {
	var out []Excess
	for _, e := range [...]Excess{
		{"limit-properties", "properties", c.Properties, l.Properties},
		{"limit-depth", "levels of nesting", c.Depth, l.Depth},
		{"limit-enum-values", "enum values", c.EnumValues, l.EnumValues},
		{"limit-name-chars", "characters of names and enum values", c.NameChars, l.NameChars},
		{"limit-enum-chars", "characters in one enum", c.EnumChars, l.EnumChars},
		{"limit-branches", "branches of one anyOf", c.Branches, l.Branches},
		{"limit-max-items", "as the sum of maxItems", c.MaxItemsSum, l.MaxItemsSum},
		{"limit-bytes", "bytes", c.Bytes, l.Bytes},
	} {
		if e.Limit > 0 && e.Have > e.Limit {
			out = append(out, e)
		}
	}
	return out
}

// Exceeded lists the budgets that one schema alone exceeds.
func (b *Budget) Exceeded(c *Counts) []Excess {
	var out []Excess
	for _, e := range [...]Excess{
		{"limit-optional", "optional properties", c.Optional, b.Optional},
		{"limit-unions", "properties with a union", c.Unions, b.Unions},
	} {
		if e.Limit > 0 && e.Have > e.Limit {
			out = append(out, e)
		}
	}
	return out
}
