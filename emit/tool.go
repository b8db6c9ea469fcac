package emit

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// Tool is what stands in a provider's tool envelope.
type Tool struct {
	Name, Description string
	// HasDescription tells an empty description from an absent one.
	HasDescription bool
	// Schema is the JSON of the lowered schema.
	Schema []byte
	// Strict is the flag's value where the envelope has one.
	Strict bool
	// Extra are members that schemac does not know. They follow the known ones,
	// unless Order says otherwise.
	Extra []ast.Raw
	// Order are the names of the tool's members in the source, schema and all.
	// It is kept if the target calls the schema's member the same.
	Order []string
}

// Tools appends the tools in the target's list form, such as
// {"functionDeclarations":[…]}, and returns the extended buffer. The schemas
// must be valid JSON; what else they are is not looked at.
func Tools(dst []byte, t *target.Target, tools []Tool, opt Options) []byte {
	l := t.Envelope.Layout()
	if opt.Indent == "" {
		return list(dst, l, t, tools)
	}
	return Format(dst, list(nil, l, t, tools), opt)
}

// OneTool appends one tool as it stands in the target's list.
func OneTool(dst []byte, t *target.Target, tool *Tool, opt Options) []byte {
	l := t.Envelope.Layout()
	if opt.Indent == "" {
		return one(dst, l, t, tool)
	}
	return Format(dst, one(nil, l, t, tool), opt)
}

func list(dst []byte, l *target.Layout, t *target.Target, tools []Tool) []byte {
	dst = append(dst, l.ListOpen...)
	for i := range tools {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = one(dst, l, t, &tools[i])
	}
	return append(dst, l.ListClose...)
}

func one(dst []byte, l *target.Layout, t *target.Target, tool *Tool) []byte {
	w := toolWriter{dst: append(dst, l.Open...), layout: l, tool: tool, strict: t.Strict != target.StrictNone, done: make(map[string]bool)}
	w.take(tool.Extra)
	for _, name := range tool.Order {
		if name == l.Schema {
			// It stood in this envelope already: the author's order stays.
			for _, name := range tool.Order {
				w.member(name)
			}
			break
		}
	}
	for _, name := range [...]string{"name", "description", l.Schema, "strict"} {
		w.member(name)
	}
	for i := range tool.Extra {
		w.member(tool.Extra[i].Name)
	}
	return append(w.dst, l.Close...)
}

// toolWriter writes the members of a tool, each once.
type toolWriter struct {
	dst    []byte
	layout *target.Layout
	tool   *Tool
	strict bool // the envelope has the flag
	extra  map[string]ast.Data
	done   map[string]bool
}

// take makes the members known that schemac does not know.
func (w *toolWriter) take(extra []ast.Raw) {
	for i := range extra {
		if w.extra == nil {
			w.extra = make(map[string]ast.Data, len(extra))
		}
		if e := &extra[i]; w.extra[e.Name] == "" {
			w.extra[e.Name] = e.JSON
		}
	}
}

// member writes the member called name, if the tool has it.
func (w *toolWriter) member(name string) {
	if w.done[name] {
		return
	}
	var value []byte
	switch name {
	case "name":
		value = quote(nil, w.tool.Name)
	case "description":
		if w.tool.HasDescription {
			value = quote(nil, w.tool.Description)
		}
	case w.layout.Schema:
		value = w.tool.Schema
		if w.layout.Wrapped {
			value = append(append([]byte(`{"json":`), value...), '}')
		}
	case "strict":
		if w.strict {
			value = strconv.AppendBool(nil, w.tool.Strict)
		}
	}
	if value == nil && !has(w.layout.Taken, name) && w.extra[name] != "" {
		value = []byte(w.extra[name])
	}
	if value == nil {
		return
	}
	if len(w.done) > 0 {
		w.dst = append(w.dst, ',')
	}
	w.done[name] = true
	w.dst = quote(w.dst, name)
	w.dst = append(w.dst, ':')
	w.dst = Format(w.dst, value, Options{})
}

func has(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// quote appends a JSON string; what is not valid Unicode, which no source holds,
// becomes U+FFFD.
func quote(dst []byte, s string) []byte {
	out, err := jsontext.AppendQuote(dst, s)
	if err != nil && out == nil {
		return append(dst, `""`...)
	}
	return out
}
