package ast

// Draft is a dialect of JSON Schema. Zero means undeclared: 2020-12 plus the
// legacy shapes.
type Draft uint8

const (
	Undeclared Draft = iota
	Draft03
	Draft04
	Draft06
	Draft07
	Draft2019
	Draft2020
	OpenAPI30
)

var draftNames = [...]string{"undeclared", "draft-03", "draft-04", "draft-06", "draft-07", "2019-09", "2020-12", "openapi-3.0"}

// String is the name for people: "draft-07", "2019-09", "undeclared".
func (d Draft) String() string { return draftNames[d] }

// Document is one schema with everything it refers to. It is immutable: a pass
// that changes something returns another Document.
type Document struct {
	Source *Source
	// Span is the extent of the schema in Source.
	Span Span
	// Draft is what the source declared.
	Draft Draft
	// Upgraded reports that the tree is not a literal reading of the source:
	// an old spelling or a repair changed something.
	Upgraded bool
	Root     *Schema
	// Defs holds every schema that something refers to. Their bodies are not
	// reachable through Root except by a Ref.
	Defs []Def
}

// Def is the target of at least one reference.
type Def struct {
	// Name is a suggestion for a member name of $defs: the name the author
	// gave it there, else one made from its place. Not necessarily unique.
	Name string
	Pos  Pos
	Body *Schema
}

// RootBody returns the schema at the root: Root itself, or the Def it is the
// home of, when something refers to the root (`"$ref": "#"`).
func (d *Document) RootBody() *Schema {
	if r := d.Root.HomeOf(); r != nil {
		return d.Defs[r.Def].Body
	}
	return d.Root
}

// WithRootBody returns the document with the schema at the root replaced.
func (d *Document) WithRootBody(body *Schema) *Document {
	if body == d.RootBody() {
		return d
	}
	out := *d
	if r := d.Root.HomeOf(); r != nil {
		out.Defs = append([]Def(nil), d.Defs...)
		out.Defs[r.Def].Body = body
	} else {
		out.Root = body
	}
	return &out
}

// Map applies f to the root and to every Def's body and returns the document
// with the results; d itself if nothing changed. f is called once a body, the
// root first (through RootBody).
func (d *Document) Map(f func(*Schema) *Schema) *Document {
	out := d.WithRootBody(f(d.RootBody()))
	root := -1
	if r := d.Root.HomeOf(); r != nil {
		root = r.Def
	}
	for i := range d.Defs {
		if i == root {
			continue
		}
		body := f(d.Defs[i].Body)
		if body == d.Defs[i].Body {
			continue
		}
		if out == d || &out.Defs[0] == &d.Defs[0] {
			c := *out
			c.Defs = append([]Def(nil), out.Defs...)
			out = &c
		}
		out.Defs[i].Body = body
	}
	return out
}

// Sum is the set of keywords anywhere in the document.
func (d *Document) Sum() KwSet {
	sum := d.Root.Sum()
	for i := range d.Defs {
		sum = sum.Or(d.Defs[i].Body.Sum())
	}
	return sum
}
