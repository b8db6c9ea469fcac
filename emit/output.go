package emit

import (
	"github.com/schemac/schemac/target"
)

// Output appends a structured output as the member of the request that l is, in
// an object of its own:
//
//	{"response_format":{"type":"json_schema","json_schema":{"name":"o","schema":{},"strict":true}}}
func Output(dst []byte, t *target.Target, l *target.OutputLayout, o *Tool, opt Options) []byte {
	text := append(output([]byte{'{'}, t, l, o), '}')
	return Format(dst, text, opt)
}

// Request appends the tools and a structured output as the members of one
// request: {"tools":[…],"response_format":{…}}.
func Request(dst []byte, t *target.Target, tools []Tool, l *target.OutputLayout, o *Tool, opt Options) []byte {
	text := append([]byte{'{'}, l.ToolsOpen...)
	text = list(text, t.Envelope.Layout(), t, tools)
	text = append(append(text, l.ToolsClose...), ',')
	return Format(dst, append(output(text, t, l, o), '}'), opt)
}

// output appends the member without the braces around it.
func output(dst []byte, t *target.Target, l *target.OutputLayout, o *Tool) []byte {
	taken := []string{"type", "name", "description", "strict", l.Schema}
	w := toolWriter{dst: append(dst, l.Open...), layout: &target.Layout{Schema: l.Schema, Taken: taken}, tool: o,
		strict: l.Flag && t.Strict != target.StrictNone, done: make(map[string]bool)}
	members := []string{l.Schema, "strict"}
	if l.Named {
		members = append([]string{"name", "description"}, members...)
		w.take(o.Extra)
		if has(o.Order, l.Schema) && has(o.Order, "name") {
			for _, name := range o.Order { // the author's order stays
				w.member(name)
			}
		}
	}
	for _, name := range members {
		w.member(name)
	}
	for i := range o.Extra {
		if l.Named {
			w.member(o.Extra[i].Name)
		}
	}
	return append(w.dst, l.Close...)
}
