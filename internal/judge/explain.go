package judge

import (
	"cmp"
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
	return leaves(root)
}

// leaves are what an error comes down to, sorted and each once. Of a union whose
// branches all complain about one place it is one.
func leaves(e *jsonschema.ValidationError) []Violation {
	at := pointer(e.InstanceLocation)
	var out []Violation
	for _, c := range e.Causes {
		out = append(out, leaves(c)...)
	}
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf:
		slices.SortFunc(out, compare)
		out = slices.Compact(out)
		if len(out) > 0 && out[0].Pointer == out[len(out)-1].Pointer {
			for _, v := range out[1:] {
				out[0].Message += ", or " + v.Message
			}
			return out[:1]
		}
		return out
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			out = append(out, Violation{at + pointer([]string{name}), "the member " + strconv.Quote(name) + " is not known here"})
		}
	case nil:
		if len(e.Causes) == 0 {
			out = append(out, Violation{at, "not valid"})
		}
	default:
		if len(e.Causes) == 0 {
			out = append(out, Violation{at, strings.TrimPrefix(e.Error(), "at '"+at+"': ")})
		}
	}
	slices.SortFunc(out, compare)
	return slices.Compact(out)
}

func compare(a, b Violation) int {
	return cmp.Or(strings.Compare(a.Pointer, b.Pointer), strings.Compare(a.Message, b.Message))
}

// Failure is a keyword that an instance does not meet.
type Failure struct {
	Pointer string // the place in the instance
	Keyword string // "maxLength"; a union that no branch of fits is "anyOf"
}

// Failures returns the keywords that the instance, given as JSON text, does not
// meet, ordered by place and each once; nil if it is valid.
func (s *Schema) Failures(instance []byte) []Failure {
	var root *jsonschema.ValidationError
	if !errors.As(s.validate(instance), &root) {
		return nil
	}
	out := failures(nil, root)
	slices.SortFunc(out, func(a, b Failure) int {
		return cmp.Or(strings.Compare(a.Pointer, b.Pointer), strings.Compare(a.Keyword, b.Keyword))
	})
	return slices.Compact(out)
}

func failures(out []Failure, e *jsonschema.ValidationError) []Failure {
	keyword := ""
	if e.ErrorKind != nil {
		if path := e.ErrorKind.KeywordPath(); len(path) > 0 {
			keyword = path[0]
		}
	}
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf, *kind.Not, *kind.Contains, *kind.PropertyNames:
		// What is wrong within says less than the whole.
		return append(out, Failure{pointer(e.InstanceLocation), keyword})
	}
	if len(e.Causes) == 0 && keyword != "" {
		return append(out, Failure{pointer(e.InstanceLocation), keyword})
	}
	for _, c := range e.Causes {
		out = failures(out, c)
	}
	return out
}
