package judge

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Violation is one thing that is wrong with an instance.
type Violation struct {
	Pointer string // the place in the instance
	Message string
}

// Explain returns all that is wrong with the instance, given as JSON text,
// ordered by place; nil if it is valid. A member that may not be there is the
// place itself.
func (s *Schema) Explain(instance []byte) []Violation {
	err := s.validate(instance)
	if err == nil {
		return nil
	}
	var root *jsonschema.ValidationError
	if !errors.As(err, &root) {
		return []Violation{{Message: err.Error()}}
	}
	var out []Violation
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, c := range e.Causes {
			walk(c)
		}
		if len(e.Causes) > 0 {
			return
		}
		at := pointer(e.InstanceLocation)
		switch k := e.ErrorKind.(type) {
		case nil:
			out = append(out, Violation{at, "not valid"})
		case *kind.AdditionalProperties:
			for _, name := range k.Properties {
				out = append(out, Violation{at + pointer([]string{name}), "the member " + strconv.Quote(name) + " is not known here"})
			}
		default:
			out = append(out, Violation{at, strings.TrimPrefix(e.Error(), "at '"+at+"': ")})
		}
	}
	walk(root)
	slices.SortFunc(out, func(a, b Violation) int {
		if c := strings.Compare(a.Pointer, b.Pointer); c != 0 {
			return c
		}
		return strings.Compare(a.Message, b.Message)
	})
	return slices.Compact(out)
}
