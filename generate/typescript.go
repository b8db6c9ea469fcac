package generate

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// TypeScript returns a module with the tools as constants. It exports
//
//	targets, type Target          the targets' names
//	tools, type ToolName          an entry for each tool and target, as const
//	list(target)                  the text of all tools as the provider's list
//
// An entry has strict (null where the target has no such flag), verdict, schema,
// request (the tool in the provider's form, as JSON text) and plan (null if
// arguments keep their shape). A number in schema that a JavaScript number cannot
// hold, and the order of members that are called like array indexes, are exact
// only in request. The module has no imports and does no work but that of its
// literals.
func (s *Set) TypeScript() []byte {
	var b bytes.Buffer
	b.WriteString("// " + generatedBy + "\n\nexport const targets = [")
	for i, t := range s.Targets {
		if i > 0 {
			b.WriteString(", ")
		}
		b.Write(text(nil, t.ID))
	}
	b.WriteString("] as const;\nexport type Target = (typeof targets)[number];\n\nexport const tools = {\n")
	for i := range s.Tools {
		t := &s.Tools[i]
		b.WriteString("  " + tsKey(t.Name) + ": {\n")
		b.WriteString("    name: " + string(text(nil, t.Name)) + ",\n")
		b.WriteString("    sourceHash: \"" + t.SourceHash + "\",\n")
		for j := range t.Outputs {
			o := &t.Outputs[j]
			b.WriteString("    " + tsKey(o.Target.ID) + ": {\n      strict: ")
			b.Write(o.flag(nil))
			b.WriteString(",\n      verdict: ")
			b.Write(o.losses(nil))
			b.WriteString(",\n      schema: ")
			b.Write(tsLiteral(o.Schema()))
			b.WriteString(",\n      request: ")
			b.Write(text(nil, string(o.Request)))
			b.WriteString(",\n      plan: ")
			if o.Plan == nil {
				b.WriteString("null")
			} else {
				b.Write(tsLiteral(o.Plan))
			}
			b.WriteString(",\n    },\n")
		}
		b.WriteString("  },\n")
	}
	b.WriteString("} as const;\nexport type ToolName = keyof typeof tools;\n\nconst around: Record<Target, readonly [string, string]> = {\n")
	for _, t := range s.Targets {
		open, end := listText(t)
		b.WriteString("  " + tsKey(t.ID) + ": [" + string(text(nil, open)) + ", " + string(text(nil, end)) + "],\n")
	}
	b.WriteString(`};

/** The JSON text of all tools as the list that goes into the provider's request. */
export function list(target: Target): string {
  const [open, close] = around[target];
  return open + Object.values(tools).map((tool) => tool[target].request).join(",") + close;
}
`)
	return b.Bytes()
}

// tsKey is a property of an object literal. {"__proto__": x} would set the
// prototype, {["__proto__"]: x} does not.
func tsKey(name string) string {
	quoted := string(text(nil, name))
	if name == "__proto__" {
		return "[" + quoted + "]"
	}
	return quoted
}

// tsLiteral is a JSON text as an expression: the same, but for members called
// __proto__.
func tsLiteral(json []byte) []byte {
	if !strings.Contains(string(json), "proto") && !bytes.Contains(json, []byte(`\u`)) {
		return json
	}
	dec := jsontext.NewDecoder(bytes.NewReader(json), jsontext.AllowDuplicateNames(true))
	var out []byte
	done := 0
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			return append(out, json[done:]...) // io.EOF: the text is JSON
		}
		end := int(dec.InputOffset())
		if kind, n := dec.StackIndex(dec.StackDepth()); tok.Kind() == '"' && kind == '{' && n%2 == 1 && tok.String() == "__proto__" {
			start := bytes.LastIndexByte(json[:end-1], '"')
			out = append(append(out, json[done:start]...), `["__proto__"]`...)
			done = end
		}
	}
}
