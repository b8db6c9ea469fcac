package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Problem is one thing that is wrong with an instance.
type Problem struct {
	// Pointer is the JSON Pointer of the value, "" for the instance itself.
	Pointer string
	// Message says what to do, in words for whoever wrote the value: "must be an
	// integer, is a string".
	Message string
}

// Problems lists what is wrong with the instance, sorted by pointer; nil if it
// is valid. Of a union that no branch of accepts, the branch is spoken of that
// the value is nearest to.
func (s *Schema) Problems(instance []byte) []Problem {
	err := s.validate(instance)
	if err == nil {
		return nil
	}
	var root *jsonschema.ValidationError
	if !errors.As(err, &root) {
		return []Problem{{"", "is not valid: " + err.Error()}}
	}
	list := problems(root)
	slices.SortFunc(list, func(a, b Problem) int {
		if c := strings.Compare(a.Pointer, b.Pointer); c != 0 {
			return c
		}
		return strings.Compare(a.Message, b.Message)
	})
	return slices.Compact(list)
}

func problems(e *jsonschema.ValidationError) []Problem {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if len(e.Causes) > 0 {
			return nearest(e)
		}
	case *kind.PropertyNames:
		var said []string
		for _, c := range e.Causes {
			for _, p := range problems(c) {
				said = append(said, p.Message)
			}
		}
		slices.Sort(said)
		k := e.ErrorKind.(*kind.PropertyNames)
		return []Problem{{pointer(e.InstanceLocation), fmt.Sprintf("must not have a member %q: the name %s", k.Property, strings.Join(slices.Compact(said), " and "))}}
	}
	if len(e.Causes) == 0 {
		return []Problem{{pointer(e.InstanceLocation), words(e.ErrorKind)}}
	}
	var list []Problem
	for _, c := range e.Causes {
		list = append(list, problems(c)...)
	}
	return list
}

// nearest are the problems of one branch: the one that the value gets furthest
// into, then the one with the fewest problems.
func nearest(e *jsonschema.ValidationError) []Problem {
	type branch struct {
		list  []Problem
		depth int
		text  string
	}
	var best *branch
	var here []string // what each branch wants of the value itself
	for _, c := range e.Causes {
		b := &branch{list: problems(c), depth: 1 << 30}
		for _, p := range b.list {
			b.depth = min(b.depth, strings.Count(p.Pointer, "/"))
			b.text += p.Pointer + p.Message
			if p.Pointer == pointer(e.InstanceLocation) {
				here = append(here, p.Message)
			}
		}
		if best == nil || b.depth > best.depth || b.depth == best.depth && (len(b.list) < len(best.list) ||
			len(b.list) == len(best.list) && b.text < best.text) {
			best = b
		}
	}
	if at := pointer(e.InstanceLocation); len(here) == len(e.Causes) && len(best.list) == 1 && best.list[0].Pointer == at {
		slices.Sort(here)
		return []Problem{{at, strings.Join(slices.Compact(here), ", or ")}}
	}
	return best.list
}

func words(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case nil:
		return "is not valid"
	case *kind.Type:
		return "must be " + article(k.Want) + ", is " + article([]string{k.Got})
	case *kind.Enum:
		return "must be " + values(k.Want) + ", is " + value(k.Got)
	case *kind.Const:
		return "must be " + value(k.Want) + ", is " + value(k.Got)
	case *kind.Required:
		return "lacks the " + names("member", k.Missing)
	case *kind.DependentRequired:
		return fmt.Sprintf("lacks the %s, which %q needs beside it", names("member", k.Missing), k.Prop)
	case *kind.Dependency:
		return fmt.Sprintf("lacks the %s, which %q needs beside it", names("member", k.Missing), k.Prop)
	case *kind.AdditionalProperties:
		return "must not have the " + names("member", k.Properties)
	case *kind.AdditionalItems:
		return fmt.Sprintf("has %d items too many", k.Count)
	case *kind.FalseSchema:
		return "must not be there"
	case *kind.Not:
		return "is a value that is excluded"
	case *kind.OneOf:
		return "fits more than one of the alternatives, must fit one"
	case *kind.MinLength:
		return fmt.Sprintf("must have at least %d characters, has %d", k.Want, k.Got)
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %d characters, has %d", k.Want, k.Got)
	case *kind.MinItems:
		return fmt.Sprintf("must have at least %d items, has %d", k.Want, k.Got)
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %d items, has %d", k.Want, k.Got)
	case *kind.MinProperties:
		return fmt.Sprintf("must have at least %d members, has %d", k.Want, k.Got)
	case *kind.MaxProperties:
		return fmt.Sprintf("must have at most %d members, has %d", k.Want, k.Got)
	case *kind.UniqueItems:
		return fmt.Sprintf("must not repeat an item: items %d and %d are equal", k.Duplicates[0], k.Duplicates[1])
	case *kind.Pattern:
		return fmt.Sprintf("must match the regular expression %s, is %q", k.Want, k.Got)
	case *kind.Format:
		return fmt.Sprintf("must be a valid %s, is %s", k.Want, value(k.Got))
	case *kind.Minimum:
		return "must be at least " + decimal(k.Want) + ", is " + decimal(k.Got)
	case *kind.Maximum:
		return "must be at most " + decimal(k.Want) + ", is " + decimal(k.Got)
	case *kind.ExclusiveMinimum:
		return "must be greater than " + decimal(k.Want) + ", is " + decimal(k.Got)
	case *kind.ExclusiveMaximum:
		return "must be less than " + decimal(k.Want) + ", is " + decimal(k.Got)
	case *kind.MultipleOf:
		return "must be a multiple of " + decimal(k.Want) + ", is " + decimal(k.Got)
	case *kind.Contains, *kind.MinContains:
		return "lacks an item of the kind that it must contain"
	case *kind.MaxContains:
		return fmt.Sprintf("has too many items of one kind, at most %d are allowed", k.Want)
	}
	text := (&jsonschema.ValidationError{ErrorKind: k}).Error()
	return strings.TrimPrefix(text, "at '': ")
}

func article(types []string) string {
	types = slices.Clone(types)
	slices.SortFunc(types, func(a, b string) int { // null last
		switch {
		case a == b:
			return 0
		case a == "null":
			return 1
		case b == "null":
			return -1
		}
		return strings.Compare(a, b)
	})
	out := make([]string, len(types))
	for i, t := range types {
		switch t {
		case "null":
			out[i] = t
		case "object", "array", "integer":
			out[i] = "an " + t
		default:
			out[i] = "a " + t
		}
	}
	return strings.Join(out, " or ")
}

func names(noun string, list []string) string {
	list = slices.Clone(list)
	slices.Sort(list)
	for i := range list {
		list[i] = fmt.Sprintf("%q", list[i])
	}
	if len(list) > 1 {
		noun += "s"
	}
	return noun + " " + strings.Join(list, ", ")
}

const maxShown = 20 // values of an enum, and ten times as many bytes of a value

func values(list []any) string {
	var out []string
	for i, v := range list {
		if i == maxShown {
			out = append(out, "…")
			break
		}
		out = append(out, value(v))
	}
	if len(out) == 1 {
		return out[0]
	}
	return "one of " + strings.Join(out, ", ")
}

func value(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	if len(text) > 10*maxShown {
		return strings.ToValidUTF8(string(text[:10*maxShown]), "") + "…"
	}
	return string(text)
}

func decimal(r *big.Rat) string {
	if r.IsInt() {
		if s := r.Num().String(); len(s) <= 30 {
			return s
		}
	}
	n, exact := r.FloatPrec()
	if exact && n <= 30 {
		return r.FloatString(n)
	}
	return r.FloatString(10)
}
