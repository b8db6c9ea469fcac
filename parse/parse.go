// Package parse reads JSON Schema text into the tree of package ast, upgrading
// every older dialect to 2020-12 while it builds.
//
// It guarantees:
//
//   - Text that is not JSON, or no schema, is an error with its exact place:
//     duplicate members, lone surrogates, a byte order mark, trailing data and
//     nesting beyond the limit included. Nothing panics.
//   - Member order, positions, number text and instance data are those of the
//     source.
//   - The tree accepts exactly what the source accepts under its own dialect,
//     and Document.Upgraded is false if it is a literal reading.
//   - References are resolved against the document as it was written. Nothing
//     is ever fetched.
//   - Time and memory are linear in the text.
package parse

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// DefaultDepth is the limit on JSON nesting if Options.Depth is 0.
const DefaultDepth = 1000

// Options say how to read a schema. The zero value detects the dialect and
// reads it strictly.
type Options struct {
	// Draft forces a dialect on the root, whatever it declares. Undeclared
	// detects: a declared $schema decides, else the schema is read as 2020-12
	// with every legacy shape.
	Draft ast.Draft
	// Intent keeps assertions that the declared draft does not know
	// (`const` in draft 04) and those that stand beside $ref before 2019-09.
	// Strictly they assert nothing and are dropped.
	Intent bool
	// Depth limits JSON nesting; 0 means DefaultDepth.
	Depth int
	// Resources are remote documents by absolute URI without fragment.
	Resources map[string][]byte
}

// Schema reads src.Text, which is one JSON Schema and nothing else. Facts about
// it go to sink, which may be nil; a dangling or external reference is such a
// fact. An error means that there is no document and is a *diag.Diagnostic.
func Schema(src *ast.Source, opt Options, sink diag.Sink) (*ast.Document, error) {
	return SchemaAt(src, ast.Span{End: ast.Pos(len(src.Text))}, opt, sink)
}

// SchemaAt reads the schema that is the JSON value at span of src.Text, such as
// the inputSchema of a tool in a list. Positions are those in src; references
// see nothing but the value.
func SchemaAt(src *ast.Source, span ast.Span, opt Options, sink diag.Sink) (*ast.Document, error) {
	if uint64(len(src.Text)) > 1<<32-2 {
		return nil, fault(diag.TooLarge, src, 0, 0, "4 GiB")
	}
	if opt.Depth <= 0 {
		opt.Depth = DefaultDepth
	}
	mem := scratches.Get().(*scratch)
	defer mem.release()
	t, err := lexInto(src, span, opt.Depth, mem)
	if err != nil {
		return nil, err
	}
	if !t.isSchema(0) {
		c := t.cells[0]
		return nil, fault(diag.NotASchema, src, int(c.start), int(c.end), kindName(c.kind))
	}
	b := &builder{opt: opt, sink: sink, src: src, t: t, members: mem.members[:0], kws: mem.kws[:0]}
	doc, err := b.document()
	mem.members, mem.kws = b.members, b.kws
	return doc, err
}

func kindName(k jsontext.Kind) string {
	switch k {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "a boolean"
}

// quote is a name for messages.
func quote(s string) string { return strconv.Quote(s) }
