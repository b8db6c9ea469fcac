package ast

import "strings"

// Kw identifies a keyword of the table below. The zero value, Unknown, stands
// for every member of a schema that no row names, and for a known keyword whose
// value has an impossible shape; both are kept as *Raw.
type Kw uint8

// Shape is the form of a keyword's value in a 2020-12 schema.
type Shape uint8

const (
	ShapeRaw      Shape = iota // *Raw: any JSON, kept verbatim with its member name
	ShapeSchema                // *Schema
	ShapeList                  // List: a non-empty array of schemas
	ShapeMap                   // Map: an object of schemas
	ShapeTypes                 // Types: one type name or a list of them
	ShapeText                  // Text: a string
	ShapeFlag                  // Flag: a boolean
	ShapeNum                   // Num: a number, kept as written
	ShapeCount                 // Num: a non-negative integer, kept as written
	ShapeNames                 // Names: an array of strings
	ShapeDeps                  // Deps: an object of string arrays
	ShapeData                  // Data: instance JSON, kept verbatim
	ShapeDataList              // DataList: an array of instance JSON
	ShapeRef                   // *Ref: a reference to a schema
)

// Class is what a keyword is for (JSON Schema core, section 7, and the
// vocabularies of 2020-12).
type Class uint8

const (
	Core Class = iota
	Applicator
	Assertion
	Annotation
	Content // contentEncoding and its siblings: annotations about encoded strings
	Legacy  // an old spelling; the tree never holds one, audit descends through it
)

// The keywords. The order is the table's order and has no other meaning.
const (
	Unknown Kw = iota

	KwSchema // $schema
	KwVocabulary
	KwID
	KwAnchor
	KwDynamicAnchor
	KwRef
	KwDynamicRef
	KwDefs
	KwComment

	KwType
	KwEnum
	KwConst
	KwMultipleOf
	KwMinimum
	KwExclusiveMinimum
	KwMaximum
	KwExclusiveMaximum
	KwMinLength
	KwMaxLength
	KwPattern
	KwMinItems
	KwMaxItems
	KwUniqueItems
	KwMinContains
	KwMaxContains
	KwMinProperties
	KwMaxProperties
	KwRequired
	KwDependentRequired

	KwAllOf
	KwAnyOf
	KwOneOf
	KwNot
	KwIf
	KwThen
	KwElse
	KwDependentSchemas
	KwPrefixItems
	KwItems
	KwContains
	KwProperties
	KwPatternProperties
	KwAdditionalProperties
	KwPropertyNames
	KwUnevaluatedItems
	KwUnevaluatedProperties

	KwFormat
	KwContentEncoding
	KwContentMediaType
	KwContentSchema

	KwTitle
	KwDescription
	KwDefault
	KwDeprecated
	KwReadOnly
	KwWriteOnly
	KwExamples

	KwDiscriminator // OpenAPI
	KwXML
	KwExternalDocs
	KwExample
	KwPropertyOrdering // Schema messages of protocol buffers
	KwNullable         // likewise, and OpenAPI 3.0
	KwXMCPHeader       // x-mcp-header of MCP 2026-07-28

	KwDefinitions // deprecated in 2020-12 but still in its metaschema
	KwDependencies
	KwRecursiveRef
	KwRecursiveAnchor
	KwAdditionalItems // 2019-09 and before
	KwLegacyID        // draft-04 id

	NumKw int = iota
)

// Info is one row of the keyword table.
type Info struct {
	Name  string
	Shape Shape
	Class Class
	// On is the set of instance types the keyword constrains; zero means that
	// it is independent of the type. Annotations are independent.
	On TypeSet
	// With names the siblings the keyword's meaning depends on: dropping or
	// moving one without the other changes what the schema accepts.
	With KwSet
}

var infos = [NumKw]Info{
	Unknown: {"", ShapeRaw, Annotation, 0, KwSet{}},

	KwSchema:        {"$schema", ShapeText, Core, 0, KwSet{}},
	KwVocabulary:    {"$vocabulary", ShapeData, Core, 0, KwSet{}},
	KwID:            {"$id", ShapeText, Core, 0, KwSet{}},
	KwAnchor:        {"$anchor", ShapeText, Core, 0, KwSet{}},
	KwDynamicAnchor: {"$dynamicAnchor", ShapeText, Core, 0, KwSet{}},
	KwRef:           {"$ref", ShapeRef, Core, 0, KwSet{}},
	KwDynamicRef:    {"$dynamicRef", ShapeRef, Core, 0, KwSet{}},
	KwDefs:          {"$defs", ShapeMap, Core, 0, KwSet{}},
	KwComment:       {"$comment", ShapeText, Core, 0, KwSet{}},

	KwType:              {"type", ShapeTypes, Assertion, 0, KwSet{}},
	KwEnum:              {"enum", ShapeDataList, Assertion, 0, KwSet{}},
	KwConst:             {"const", ShapeData, Assertion, 0, KwSet{}},
	KwMultipleOf:        {"multipleOf", ShapeNum, Assertion, Numbers, KwSet{}},
	KwMinimum:           {"minimum", ShapeNum, Assertion, Numbers, KwSet{}},
	KwExclusiveMinimum:  {"exclusiveMinimum", ShapeNum, Assertion, Numbers, KwSet{}},
	KwMaximum:           {"maximum", ShapeNum, Assertion, Numbers, KwSet{}},
	KwExclusiveMaximum:  {"exclusiveMaximum", ShapeNum, Assertion, Numbers, KwSet{}},
	KwMinLength:         {"minLength", ShapeCount, Assertion, Strings, KwSet{}},
	KwMaxLength:         {"maxLength", ShapeCount, Assertion, Strings, KwSet{}},
	KwPattern:           {"pattern", ShapeText, Assertion, Strings, KwSet{}},
	KwMinItems:          {"minItems", ShapeCount, Assertion, Arrays, KwSet{}},
	KwMaxItems:          {"maxItems", ShapeCount, Assertion, Arrays, KwSet{}},
	KwUniqueItems:       {"uniqueItems", ShapeFlag, Assertion, Arrays, KwSet{}},
	KwMinContains:       {"minContains", ShapeCount, Assertion, Arrays, Set(KwContains)},
	KwMaxContains:       {"maxContains", ShapeCount, Assertion, Arrays, Set(KwContains)},
	KwMinProperties:     {"minProperties", ShapeCount, Assertion, Objects, KwSet{}},
	KwMaxProperties:     {"maxProperties", ShapeCount, Assertion, Objects, KwSet{}},
	KwRequired:          {"required", ShapeNames, Assertion, Objects, KwSet{}},
	KwDependentRequired: {"dependentRequired", ShapeDeps, Assertion, Objects, KwSet{}},

	KwAllOf:                 {"allOf", ShapeList, Applicator, 0, KwSet{}},
	KwAnyOf:                 {"anyOf", ShapeList, Applicator, 0, KwSet{}},
	KwOneOf:                 {"oneOf", ShapeList, Applicator, 0, KwSet{}},
	KwNot:                   {"not", ShapeSchema, Applicator, 0, KwSet{}},
	KwIf:                    {"if", ShapeSchema, Applicator, 0, Set(KwThen, KwElse)},
	KwThen:                  {"then", ShapeSchema, Applicator, 0, Set(KwIf)},
	KwElse:                  {"else", ShapeSchema, Applicator, 0, Set(KwIf)},
	KwDependentSchemas:      {"dependentSchemas", ShapeMap, Applicator, Objects, KwSet{}},
	KwPrefixItems:           {"prefixItems", ShapeList, Applicator, Arrays, Set(KwItems)},
	KwItems:                 {"items", ShapeSchema, Applicator, Arrays, Set(KwPrefixItems)},
	KwContains:              {"contains", ShapeSchema, Applicator, Arrays, Set(KwMinContains, KwMaxContains)},
	KwProperties:            {"properties", ShapeMap, Applicator, Objects, Set(KwPatternProperties, KwAdditionalProperties)},
	KwPatternProperties:     {"patternProperties", ShapeMap, Applicator, Objects, Set(KwProperties, KwAdditionalProperties)},
	KwAdditionalProperties:  {"additionalProperties", ShapeSchema, Applicator, Objects, Set(KwProperties, KwPatternProperties)},
	KwPropertyNames:         {"propertyNames", ShapeSchema, Applicator, Objects, KwSet{}},
	KwUnevaluatedItems:      {"unevaluatedItems", ShapeSchema, Applicator, Arrays, applicators},
	KwUnevaluatedProperties: {"unevaluatedProperties", ShapeSchema, Applicator, Objects, applicators},

	KwFormat:           {"format", ShapeText, Assertion, 0, KwSet{}},
	KwContentEncoding:  {"contentEncoding", ShapeText, Content, Strings, KwSet{}},
	KwContentMediaType: {"contentMediaType", ShapeText, Content, Strings, Set(KwContentSchema)},
	KwContentSchema:    {"contentSchema", ShapeSchema, Content, Strings, Set(KwContentMediaType)},

	KwTitle:       {"title", ShapeText, Annotation, 0, KwSet{}},
	KwDescription: {"description", ShapeText, Annotation, 0, KwSet{}},
	KwDefault:     {"default", ShapeData, Annotation, 0, KwSet{}},
	KwDeprecated:  {"deprecated", ShapeFlag, Annotation, 0, KwSet{}},
	KwReadOnly:    {"readOnly", ShapeFlag, Annotation, 0, KwSet{}},
	KwWriteOnly:   {"writeOnly", ShapeFlag, Annotation, 0, KwSet{}},
	KwExamples:    {"examples", ShapeDataList, Annotation, 0, KwSet{}},

	KwDiscriminator:    {"discriminator", ShapeData, Annotation, 0, KwSet{}},
	KwXML:              {"xml", ShapeData, Annotation, 0, KwSet{}},
	KwExternalDocs:     {"externalDocs", ShapeData, Annotation, 0, KwSet{}},
	KwExample:          {"example", ShapeData, Annotation, 0, KwSet{}},
	KwPropertyOrdering: {"propertyOrdering", ShapeNames, Annotation, 0, Set(KwProperties)},
	KwNullable:         {"nullable", ShapeFlag, Assertion, 0, KwSet{}},
	KwXMCPHeader:       {"x-mcp-header", ShapeData, Annotation, 0, KwSet{}},

	KwDefinitions:     {"definitions", ShapeMap, Legacy, 0, KwSet{}},
	KwDependencies:    {"dependencies", ShapeMap, Legacy, Objects, KwSet{}}, // or Names per member
	KwRecursiveRef:    {"$recursiveRef", ShapeText, Legacy, 0, KwSet{}},
	KwRecursiveAnchor: {"$recursiveAnchor", ShapeFlag, Legacy, 0, KwSet{}}, // an $anchor string in the 2020-12 metaschema
	KwAdditionalItems: {"additionalItems", ShapeSchema, Legacy, Arrays, KwSet{}},
	KwLegacyID:        {"id", ShapeText, Legacy, 0, KwSet{}},
}

// applicators are the siblings whose annotations unevaluatedItems and
// unevaluatedProperties look at.
var applicators = Set(KwAllOf, KwAnyOf, KwOneOf, KwNot, KwIf, KwThen, KwElse, KwDependentSchemas, KwRef, KwDynamicRef,
	KwPrefixItems, KwItems, KwContains, KwProperties, KwPatternProperties, KwAdditionalProperties)

// Sets of keywords that passes and targets speak of.
var (
	// Combinators are the keywords with branches.
	Combinators = Set(KwAllOf, KwAnyOf, KwOneOf)
	// Annotations say nothing about which instances are accepted. format is
	// an assertion here although 2020-12 lets a validator ignore it.
	Annotations = classSet(Annotation)
	// Children are the keywords whose value holds schemas.
	Children = shapeSet(ShapeSchema, ShapeList, ShapeMap)
)

func classSet(c Class) KwSet {
	var set KwSet
	for k := range infos {
		if infos[k].Class == c {
			set.Add(Kw(k))
		}
	}
	return set
}

func shapeSet(shapes ...Shape) KwSet {
	var set KwSet
	for k := range infos {
		for _, s := range shapes {
			if infos[k].Shape == s {
				set.Add(Kw(k))
			}
		}
	}
	return set
}

// OnType returns the keywords that constrain instances of a type in t alone:
// OnType(Strings) holds minLength, but not enum, which constrains every type.
func OnType(t TypeSet) KwSet {
	var set KwSet
	for k := range infos {
		if infos[k].On&t != 0 {
			set.Add(Kw(k))
		}
	}
	return set
}

// String is the keyword as it is written in a schema, "" for Unknown.
func (k Kw) String() string { return infos[k].Name }

// Info returns the keyword's row.
func (k Kw) Info() *Info { return &infos[k] }

// byHash is an open hash table of the names: every member of every schema is
// looked up, and a map takes three times as long.
var byHash = func() (table [256]Kw) {
	for k := 1; k < NumKw; k++ {
		h := hash(infos[k].Name)
		for table[h] != Unknown {
			h++
		}
		table[h] = Kw(k)
	}
	return table
}()

// hash spreads the keywords; it wraps around at the table's end.
func hash(name string) uint8 {
	n := len(name)
	return uint8(n)*7 + name[0]*31 + name[n/2]*17 + name[n-1]*5
}

// Lookup returns the keyword spelled name, Unknown if the table has none.
// Names are compared exactly: "Type" and "x-type" are unknown.
func Lookup(name string) Kw {
	if name == "" {
		return Unknown
	}
	for h := hash(name); ; h++ {
		if k := byHash[h]; k == Unknown || infos[k].Name == name {
			return k
		}
	}
}

// KwSet is a set of keywords; the zero value is empty.
type KwSet [2]uint64

// Set returns the set of the given keywords.
func Set(kws ...Kw) KwSet {
	var s KwSet
	for _, k := range kws {
		s.Add(k)
	}
	return s
}

// Add puts k into the set.
func (s *KwSet) Add(k Kw)             { s[k>>6] |= 1 << (k & 63) }
func (s KwSet) Has(k Kw) bool         { return s[k>>6]&(1<<(k&63)) != 0 }
func (s KwSet) Or(t KwSet) KwSet      { return KwSet{s[0] | t[0], s[1] | t[1]} }
func (s KwSet) And(t KwSet) KwSet     { return KwSet{s[0] & t[0], s[1] & t[1]} }
func (s KwSet) AndNot(t KwSet) KwSet  { return KwSet{s[0] &^ t[0], s[1] &^ t[1]} }
func (s KwSet) Empty() bool           { return s[0]|s[1] == 0 }
func (s KwSet) Overlaps(t KwSet) bool { return s[0]&t[0]|s[1]&t[1] != 0 }

// All yields the members in table order.
func (s KwSet) All() func(yield func(Kw) bool) {
	return func(yield func(Kw) bool) {
		for k := 0; k < NumKw; k++ {
			if s.Has(Kw(k)) && !yield(Kw(k)) {
				return
			}
		}
	}
}

// String lists the members' names, for messages and tests.
func (s KwSet) String() string {
	var b strings.Builder
	for k := range s.All() {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if k == Unknown {
			b.WriteString("(unknown)")
		} else {
			b.WriteString(k.String())
		}
	}
	return b.String()
}
