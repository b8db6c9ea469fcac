// Package validate judges arguments against the schema a tool came with: what is
// left to do after a call when the verdict says widened.
//
//	tool, err := validate.Source(result)      // once a tool
//	args, err := result.Plan.Restore(args)    // the source's shape first
//	if err := tool.Validate(args); err != nil {
//		// send err.Error() back to the model
//	}
//
// The judge is a validator that shares no code with the compiler. It is a
// package of its own because linking that validator costs every process some
// ten milliseconds at start: the compiler does not pay for it.
package validate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/judge"
)

// Tool is the source schema of one tool. It is safe for concurrent use.
type Tool struct{ schema *judge.Schema }

// Source makes the validator of the schema that a result was compiled from, as
// the compiler has read it: upgraded to 2020-12. format is asserted.
//
// It fails if the tool has no schema, and if the validator cannot take it: a
// pattern with lookaround, or a reference out of the document.
func Source(r *schemac.Result) (*Tool, error) {
	doc := r.Tool.Doc
	if doc == nil {
		return nil, errors.New("the tool was set aside and has no schema")
	}
	text := doc.Source.Slice(doc.Span)
	if doc.Upgraded {
		text = string(emit.Schema(nil, doc, emit.Options{}))
	}
	return Schema([]byte(text), ast.Draft2020)
}

// Schema makes the validator of a schema given as JSON text. With
// ast.Undeclared its $schema decides. It fails as Source does, and if the text
// is no valid schema.
func Schema(text []byte, draft ast.Draft) (*Tool, error) {
	s, err := judge.Compile(text, draft, nil, judge.Options{Format: true})
	if err != nil {
		return nil, fmt.Errorf("the schema cannot be used for validation: %w", err)
	}
	return &Tool{s}, nil
}

// Problem is one thing that is wrong with arguments.
type Problem struct {
	// Pointer is the JSON Pointer of the value, "" for the arguments as a whole.
	Pointer string
	// Message says what is wrong, for a model to act on.
	Message string
}

// Error is what Validate returns for arguments that are not valid. Its text has
// a line for each problem:
//
//	/unit must be one of "C", "F", is "K"
type Error struct{ Problems []Problem } // sorted by pointer, not empty

func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		at := p.Pointer
		if at == "" {
			at = "the value"
		}
		lines[i] = at + " " + p.Message
	}
	return strings.Join(lines, "\n")
}

// Validate returns nil if the arguments, in the shape of the source, are valid;
// else an *Error.
func (t *Tool) Validate(args []byte) error {
	list := t.schema.Problems(args)
	if len(list) == 0 {
		return nil
	}
	e := &Error{}
	for _, p := range list {
		e.Problems = append(e.Problems, Problem(p))
	}
	return e
}
