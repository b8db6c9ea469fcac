// Package judge asks an independent JSON Schema validator. It is the only
// package that imports one, because linking it costs every process the time to
// compile five metaschemas at start.
//
// It guarantees that nothing a schema says opens a file or a socket: a URL that
// was not handed in with the call is an error. Numbers are compared exactly.
//
// What the validator is known to do differently from the specification:
//
//   - In 2020-12 it still honours dependencies and $recursiveRef, which that
//     draft does not know. A schema that holds them is judged more narrowly
//     than 2020-12 says.
//   - Regular expressions are Go's (RE2), see ecma. A pattern with lookaround
//     or a back reference does not compile, so neither does its schema:
//     callers have to skip such a schema. A string under "format": "regex" is
//     valid only if Go can compile it.
//   - Draft-03 is not supported.
//   - A repeated member name is not an error; the last one counts.
//   - Numbers beyond 1e±10000 are treated as 1e±10000 (see number.go).
package judge

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/schemac/schemac/ast"
)

// Options are the choices of Compile.
type Options struct {
	// Format makes the keyword format an assertion in every draft. Without it
	// the draft decides: it is one in draft-07 and before.
	Format bool
}

// Schema is a compiled schema. It is safe for concurrent use.
type Schema struct{ s *jsonschema.Schema }

// base is what relative references of a schema without $id resolve against. Its
// top-level domain never exists.
const base = "http://schema.invalid/schema"

// Compile compiles a schema, given as JSON text. With ast.Undeclared the
// schema's own $schema decides, and 2020-12 without one; any other draft is
// imposed whatever the schema declares. OpenAPI30 is judged as draft-04, so the
// caller has to fold nullable first. resources are further documents that
// references may reach, by absolute URL.
//
// It fails if the schema is not valid JSON, is not valid against its draft's
// metaschema, refers to something that is not there, or has a regular
// expression that Go cannot compile.
func Compile(schema []byte, draft ast.Draft, resources map[string][]byte, opt Options) (_ *Schema, err error) {
	defer recovered(&err)
	doc, err := read(schema, clamp)
	if err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(refuse{})
	c.UseRegexpEngine(ecma)
	if opt.Format {
		c.AssertFormat()
	}
	if draft != ast.Undeclared {
		d, err := library(draft)
		if err != nil {
			return nil, err
		}
		c.DefaultDraft(d)
		if root, ok := doc.(map[string]any); ok {
			delete(root, "$schema")
		}
	}
	for url, text := range resources {
		r, err := read(text, clamp)
		if err != nil {
			return nil, fmt.Errorf("the resource %s is not JSON: %w", url, err)
		}
		if err := c.AddResource(url, r); err != nil {
			return nil, fmt.Errorf("the resource %s: %w", url, err)
		}
	}
	if err := c.AddResource(base, doc); err != nil {
		return nil, err
	}
	s, err := c.Compile(base)
	if err != nil {
		return nil, err
	}
	return &Schema{s}, nil
}

func library(d ast.Draft) (*jsonschema.Draft, error) {
	switch d {
	case ast.Draft04, ast.OpenAPI30:
		return jsonschema.Draft4, nil
	case ast.Draft06:
		return jsonschema.Draft6, nil
	case ast.Draft07:
		return jsonschema.Draft7, nil
	case ast.Draft2019:
		return jsonschema.Draft2019, nil
	case ast.Draft2020:
		return jsonschema.Draft2020, nil
	}
	return nil, fmt.Errorf("the validator does not know %s", d)
}

// Valid reports whether the instance, given as JSON text, is valid. Text that is
// not JSON is not valid.
func (s *Schema) Valid(instance []byte) bool { return s.validate(instance) == nil }

// Validate returns nil if the instance is valid, else an error that names a
// place in the instance and what is wrong there.
func (s *Schema) Validate(instance []byte) error { return first(s.validate(instance)) }

func (s *Schema) validate(instance []byte) (err error) {
	defer recovered(&err)
	v, err := read(instance, clamp)
	if err != nil {
		return fmt.Errorf("the instance is not JSON: %w", err)
	}
	return s.s.Validate(v)
}

var metaschema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.UseLoader(refuse{})
	return c.Compile("https://json-schema.org/draft/2020-12/schema")
})

// Metaschema returns nil if schema, given as JSON text, is valid against the
// metaschema of 2020-12, whatever dialect it declares; else an error that names
// a place in it and what is wrong there. As in that draft, format asserts
// nothing: a pattern need not be a regular expression.
func Metaschema(schema []byte) (err error) {
	defer recovered(&err)
	doc, err := read(schema, sign)
	if err != nil {
		return fmt.Errorf("the schema is not JSON: %w", err)
	}
	m, err := metaschema()
	if err != nil {
		return err
	}
	return first(m.Validate(doc))
}

// refuse is the loader of every compiler here: the library's own opens files.
type refuse struct{}

func (refuse) Load(string) (any, error) { return nil, errors.New("schemac fetches nothing") }

// recovered turns a panic of the library into an error: what it does with
// hostile input is not ours to promise.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the validator failed: %v", p)
	}
}

func read(text []byte, number func(string) string) (any, error) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return numbers(v, number), nil
}

// first picks one of the places that the validator complains about. The
// library walks Go maps, so its order differs from run to run; the least
// pointer does not.
func first(err error) error {
	var root *jsonschema.ValidationError
	if !errors.As(err, &root) {
		return err
	}
	var place []string
	var said []string
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) > 0 {
			for _, c := range e.Causes {
				walk(c)
			}
			return
		}
		if said != nil {
			switch slices.Compare(e.InstanceLocation, place) {
			case 1:
				return
			case -1:
				said = nil
			}
		}
		if said == nil {
			place = e.InstanceLocation
		}
		if e.ErrorKind == nil { // the library did not care to say
			said = append(said, "not valid")
			return
		}
		said = append(said, e.Error())
	}
	walk(root)
	slices.Sort(said)
	said = slices.Compact(said)
	// Every text begins with the same place; say it once.
	prefix := "at '" + pointer(place) + "': "
	for i := range said {
		if i > 0 {
			said[i] = strings.TrimPrefix(said[i], prefix)
		}
	}
	return errors.New(strings.Join(said, ", or "))
}

func pointer(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(t))
	}
	return b.String()
}
