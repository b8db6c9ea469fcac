package parse

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// schemaMembers are the members that hold a tool's schema. If there are several
// the first of this list is taken.
var schemaMembers = [...]string{"inputSchema", "input_schema", "parametersJsonSchema", "parameters_json_schema", "parameters", "schema"}

// resultMembers are the members that hold the schema of what a tool returns.
var resultMembers = [...]string{"outputSchema", "output_schema", "responseJsonSchema", "response_json_schema"}

// tool takes an object that is a tool and reports whether it is one: it has a
// schema, or it is listed and has a name.
func (f *finder) tool(n *outline, listed bool) bool {
	in := n // the object that has the name
	for _, name := range [...]string{"function", "toolSpec", "json_schema"} {
		if w := f.objectAt(n, name); w != nil {
			in = w
			break
		}
	}
	schema := f.schemaOf(in, listed || in != n)
	if schema == nil {
		if !listed && (in == n || in.get("name") == nil) || in.get("name") == nil && in == n {
			return false
		}
		if t, ok := f.textAt(n, "type"); ok && t != "function" && in == n {
			return false // a built-in tool may have a name too
		}
		if in == n && f.looksLikeSchema(n) {
			return false
		}
	} else if in.get("name") == nil && in == n && f.looksLikeSchema(n) {
		return false
	}

	t := Found{}
	t.Output = f.outputForm(n, in)
	if schema != nil {
		t.Schema = schema.span
		if f.kind(schema) == '{' && len(schema.members) == 1 && schema.members[0].name == "json" {
			t.Schema = schema.members[0].val.span // {"inputSchema": {"json": {…}}}
		}
	}
	if d := f.duplicate(n); d != nil {
		t.Err = d
	}
	if in != n {
		d := f.duplicate(in)
		if d == nil && in.broken {
			d = f.check(in.span)
		}
		if d == nil && schema == nil && in.get("name") == nil { // {"function": {}}
			no := diag.New(diag.NoTools, f.src, in.span, "the tool has no name", "")
			d = &no
		}
		if d != nil {
			t.Err = d
		}
	}
	f.readMembers(&t, n, in, schema)
	f.add(t, n.span)
	return true
}

// outputForm says whether the object n is a structured output, and in which form;
// in is n or the object in it that has the name.
func (f *finder) outputForm(n, in *outline) ast.OutputForm {
	switch {
	case in == f.objectAt(n, "json_schema") && in != n:
		return ast.OutputNested
	case in != n || !f.isFormat(n):
		return ast.NoOutput
	case n.get("name") == nil:
		return ast.OutputBare
	}
	return ast.OutputFlat
}

// schemaOf returns the value of the member that holds a tool's schema, nil if
// there is none or it is null. Outside a list only an object or a boolean is
// taken for one, unless name and member speak for themselves:
//
//	{"name": "a", "inputSchema": 3}      a broken tool
//	{"name": "a", "parameters": 3}       a schema that knows no better
func (f *finder) schemaOf(n *outline, sure bool) *outline {
	_, named := f.textAt(n, "name")
	for _, name := range schemaMembers {
		m := n.get(name)
		if m == nil {
			continue
		}
		sure := sure || named && name != "parameters" && name != "schema"
		switch f.kind(&m.val) {
		case 'n':
		case '{', 't', 'f':
			return &m.val
		default:
			if sure {
				return &m.val
			}
		}
	}
	return nil
}

// readMembers reads the members of the tool n beside its schema; in is n or the
// object in it that has the name.
func (f *finder) readMembers(t *Found, n, in *outline, schema *outline) {
	for i := range n.members {
		m := &n.members[i]
		if n == in || in == nil {
			t.Order = append(t.Order, m.name)
		}
		if &m.val == schema {
			continue
		}
		if &m.val == in {
			f.readMembers(t, in, nil, schema)
			continue
		}
		if d := f.check(m.val.span); d != nil {
			if t.Err == nil {
				t.Err = d
			}
			continue
		}
		null := f.kind(&m.val) == 'n'
		text, isText := unquote(f.text[m.val.span.Start:m.val.span.End])
		switch {
		case m.name == "name" && isText && !t.HasName:
			t.Name, t.HasName = text, true
		case m.name == "name" && !isText && !null:
			d := diag.New(diag.NoTools, f.src, m.val.span, "the tool's name is "+kindName(f.kind(&m.val)), "")
			t.Err = &d
		case m.name == "description" && isText && !t.HasDescription:
			t.Description, t.HasDescription = text, true
		case m.name == "description" && !isText && !null:
			f.sink(diag.New(diag.KeywordMalformed, f.src, m.val.span, "description", "it is "+kindName(f.kind(&m.val))))
		case m.name == "strict":
			t.Strict, t.HasStrict = f.kind(&m.val) == 't', !null
		case m.name == "type", m.name == "name", m.name == "description":
		case contains(schemaMembers[:], m.name):
			if !null && t.Err == nil {
				f.sink(diag.New(diag.MemberIgnored, f.src, m.key, f.src.Slice(m.key), ""))
			}
		default:
			if contains(resultMembers[:], m.name) && f.kind(&m.val) == '{' {
				t.Results = append(t.Results, m.val.span)
			}
			t.Extra = append(t.Extra, ast.Raw{Name: m.name, JSON: ast.Data(f.text[m.val.span.Start:m.val.span.End])})
		}
	}
}
