package ast

// Value is the value of a keyword: one of the concrete types below, *Schema and
// Types. Its shape is the keyword table's, or ShapeRaw.
type Value interface{ Shape() Shape }

type (
	// List is an array of schemas: allOf, anyOf, oneOf, prefixItems.
	List []*Schema
	// Map is an object of schemas in the author's order: properties, $defs.
	// The names in it are never keywords.
	Map []Member
	// Text is a decoded string: title, description, pattern, format, $id.
	Text string
	// Flag is a boolean: uniqueItems, readOnly.
	Flag bool
	// Num is a number's text as written, "1.0" and "1e400" included.
	Num string
	// Names is an array of strings: required.
	Names []string
	// Deps is an object of string arrays: dependentRequired.
	Deps []Dep
	// Data is instance JSON, verbatim: const, default. No schema is inside.
	Data string
	// DataList is an array of instance JSON: enum, examples.
	DataList []Data
)

// Member is one named schema of a Map.
type Member struct {
	Name   string
	Pos    Pos // where the name begins
	Schema *Schema
}

// Dep is one member of dependentRequired.
type Dep struct {
	Name  string
	Names Names
}

// Raw is a member that is no keyword, or a keyword with an impossible value,
// such as `"minimum": "3"`. JSON is verbatim.
type Raw struct {
	Name string
	JSON Data
}

// Ref is a reference that the parser resolved.
type Ref struct {
	// Def is the index of the target in Document.Defs, or Dangling or
	// External.
	Def int
	// Text is the reference as the author wrote it.
	Text string
	// Home marks the node that stands where the author wrote the target: the
	// target's body lives in Defs and the home holds a Ref to it and nothing
	// else. A schema that nothing refers to has no home, it simply stands
	// where it is.
	Home bool
}

const (
	// Dangling is a reference into the document that finds no schema.
	Dangling = -1
	// External is a reference to another document.
	External = -2
)

// Shape is ShapeList.
func (List) Shape() Shape { return ShapeList }

// Shape is ShapeMap.
func (Map) Shape() Shape { return ShapeMap }

// Shape is ShapeText.
func (Text) Shape() Shape { return ShapeText }

// Shape is ShapeFlag.
func (Flag) Shape() Shape { return ShapeFlag }

// Shape is ShapeNum, also of keywords that count.
func (Num) Shape() Shape { return ShapeNum }

// Shape is ShapeNames.
func (Names) Shape() Shape { return ShapeNames }

// Shape is ShapeDeps.
func (Deps) Shape() Shape { return ShapeDeps }

// Shape is ShapeData.
func (Data) Shape() Shape { return ShapeData }

// Shape is ShapeDataList.
func (DataList) Shape() Shape { return ShapeDataList }

// Shape is ShapeRaw.
func (*Raw) Shape() Shape { return ShapeRaw }

// Shape is ShapeRef.
func (*Ref) Shape() Shape { return ShapeRef }

// Shape is ShapeSchema.
func (*Schema) Shape() Shape { return ShapeSchema }

// Lookup returns the member called name, nil if there is none.
func (m Map) Lookup(name string) *Schema {
	for i := range m {
		if m[i].Name == name {
			return m[i].Schema
		}
	}
	return nil
}
