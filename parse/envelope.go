package parse

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
)

// Found is a tool that Find saw in a source: everything but its parsed schema.
type Found struct {
	// Tool has no Doc yet.
	ast.Tool
	// Schema is the extent of the schema, {} if the tool has none: it takes no
	// parameters then.
	Schema ast.Span
	// Results are the extents of the schemas of what the tool returns, outputSchema
	// for one. Their members are among Extra too.
	Results []ast.Span
	// Strict is the envelope's own strict flag, if HasStrict.
	Strict, HasStrict bool
	// Err says why the tool is broken; nil if it can be parsed.
	Err *diag.Diagnostic
}

// Find returns the tools of a source in order without parsing their schemas. It
// knows by structure, never by the source's name:
//
//	{"tools": […]}, {"result": {"tools": […]}}      MCP tools/list, also with members beside them
//	{"type": "function", "function": {name, parameters}}, {"type": "function", name, parameters}
//	{"model": …, "tools": […], "response_format": …}, {"body": {…}}      whole requests and their batches
//	{"type": "json_schema", "json_schema": {name, schema}}, {"type": "json_schema", name, schema}
//	{"output_config": {"format": {"type": "json_schema", schema}}}, {"generationConfig": {"responseSchema" | "responseJsonSchema": …}}
//	{name, "input_schema": …}, {name, "inputSchema": …}
//	{"functionDeclarations": [{name, parameters | parametersJsonSchema}]}, also in snake case
//	{"toolSpec": {name, "inputSchema": {"json": …}}}, {"toolConfig": {"tools": […]}}
//	a schema, an array of any of these, and NDJSON: one of these a line
//
// A schema wins: an object with properties, a valid type or the like is a bare
// schema whatever its other members are called, unless it stands in a list of
// tools. Each line of NDJSON is a Source of its own, with FirstLine set.
//
// A broken tool has Err set; what is wrong beside the tools goes to sink: a
// repeated name, a list member that is no function; sink may be nil. The error is a
// *diag.Diagnostic and means that nothing could be made of the source. An empty
// list is no error but reported.
func Find(src *ast.Source, sink diag.Sink) ([]Found, error) {
	if sink == nil {
		sink = func(diag.Diagnostic) {}
	}
	if uint64(len(src.Text)) > math.MaxUint32 {
		d := diag.New(diag.TooLarge, &ast.Source{Name: src.Name}, ast.Span{}, "4 GiB of text", "")
		return nil, &d
	}
	f := finder{scanner: scanner{text: src.Text}, src: src, sink: sink}
	if err := f.source(); err != nil {
		return nil, err
	}
	f.repeated()
	return f.found, nil
}

// Tools is Find with every schema parsed. A tool whose schema cannot be parsed,
// or that is broken otherwise, has no Doc, and sink has the reason.
func Tools(src *ast.Source, opt Options, sink diag.Sink) ([]ast.Tool, error) {
	if sink == nil {
		sink = func(diag.Diagnostic) {}
	}
	found, err := Find(src, sink)
	if err != nil {
		return nil, err
	}
	tools := make([]ast.Tool, len(found))
	for i := range found {
		doc, err := found[i].Parse(opt, sink)
		if d, ok := err.(*diag.Diagnostic); ok {
			sink(*d)
		}
		tools[i] = found[i].Tool
		tools[i].Doc = doc
	}
	return tools, nil
}

// Parse parses the tool's schema; what it reports carries the tool's name. A
// tool without a schema takes an empty object. The error is a *diag.Diagnostic
// and has not gone to sink.
func (f *Found) Parse(opt Options, sink diag.Sink) (*ast.Document, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	if sink == nil {
		sink = func(diag.Diagnostic) {}
	}
	if f.Schema == (ast.Span{}) {
		d := diag.New(diag.NoParameters, f.Source, f.Span, "", "")
		d.Tool = f.Name
		sink(d)
		root := ast.New(f.Span, []ast.Keyword{
			{Kw: ast.KwType, Val: ast.OneType(ast.Object), Span: f.Span},
			{Kw: ast.KwProperties, Val: ast.Map{}, Span: f.Span},
		})
		return &ast.Document{Source: f.Source, Span: f.Span, Upgraded: true, Root: root}, nil
	}
	return f.ParseAt(f.Schema, opt, sink)
}

// ParseAt is Parse for another schema of the tool, one of Results. It does not look
// at Err.
func (f *Found) ParseAt(span ast.Span, opt Options, sink diag.Sink) (*ast.Document, error) {
	if sink == nil {
		sink = func(diag.Diagnostic) {}
	}
	doc, err := SchemaAt(f.Source, span, opt, func(d diag.Diagnostic) {
		d.Tool = f.Name
		sink(d)
	})
	if d, ok := err.(*diag.Diagnostic); ok {
		named := *d
		named.Tool = f.Name
		return nil, &named
	}
	return doc, err
}

// finder collects the tools of one source.
type finder struct {
	scanner
	src   *ast.Source
	sink  diag.Sink
	found []Found
}

// source finds what the whole text is: one value, or one value a line.
func (f *finder) source() error {
	f.space()
	root, ok := f.value(true, 0)
	if ok {
		end := f.pos
		f.space()
		switch {
		case f.pos == len(f.text):
			return f.root(&root)
		case strings.IndexByte(f.text[end:f.pos], '\n') >= 0 && strings.IndexByte(f.text[root.span.Start:end], '\n') < 0:
			// {"name": "a", …}
			// {"name": "b", …}
			return f.lines()
		}
	}
	if f.oneALine() {
		return f.lines()
	}
	return f.whole()
}

// whole takes the text for a schema, which says best what is wrong with it.
func (f *finder) whole() error {
	if _, err := Schema(f.src, Options{}, func(diag.Diagnostic) {}); err != nil {
		return err
	}
	start := len(f.text) - len(strings.TrimLeft(f.text, " \t\r\n"))
	end := len(strings.TrimRight(f.text, " \t\r\n"))
	span := ast.Span{Start: ast.Pos(start), End: ast.Pos(end)}
	f.add(Found{Schema: span}, span)
	return nil
}

// oneALine reports whether the text is NDJSON with a broken line: all lines
// begin with a brace and one of them at least is a value.
func (f *finder) oneALine() bool {
	whole := false
	for line := range strings.Lines(f.text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if line[0] != '{' {
			return false
		}
		s := scanner{text: line}
		whole = whole || s.skip() && s.pos == len(line)
	}
	return whole
}

// lines finds the tools of every line. A line that is no value is a broken tool.
func (f *finder) lines() error {
	first := max(f.src.FirstLine, 1)
	for line := range strings.Lines(f.text) {
		if text := strings.TrimRight(line, "\r\n"); strings.TrimSpace(text) != "" {
			src := &ast.Source{Name: f.src.Name, Text: text, FirstLine: first}
			one := finder{scanner: scanner{text: text}, src: src, sink: f.sink}
			var err error
			one.space()
			root, ok := one.value(true, 0)
			one.space()
			if ok && one.pos == len(text) {
				err = one.root(&root)
			} else {
				err = one.whole()
			}
			f.found = append(f.found, one.found...)
			if d, bad := err.(*diag.Diagnostic); bad {
				f.found = append(f.found, Found{Tool: ast.Tool{Source: src, Span: d.Span}, Err: d})
			}
		}
		first++
	}
	return nil
}

// root takes the one value of a text.
func (f *finder) root(n *outline) error {
	switch {
	case n.broken && f.kind(n) == '[' && f.valid(n.span):
		d := diag.New(diag.TooLarge, f.src, n.span, strconv.Itoa(maxOpened)+" tools", "")
		return &d
	case n.broken:
		return f.whole()
	case f.kind(n) == '[':
		for i := range n.elems {
			f.element(&n.elems[i], false)
		}
		if len(n.elems) == 0 {
			f.empty(n)
		}
	case f.kind(n) == '{':
		return f.object(n)
	default:
		return f.whole()
	}
	return nil
}

// object takes an object that nothing is known of: a tool, an envelope or a
// schema. The error is for an envelope that cannot be read.
func (f *finder) object(n *outline) error {
	if !f.looksLikeSchema(n) {
		if f.tool(n, false) {
			return nil
		}
		if f.isEnvelope(n) {
			if n.dup >= 0 {
				return f.duplicate(n)
			}
			f.envelope(n)
			return nil
		}
		if what := f.otherMessage(n); what != "" {
			d := diag.New(diag.NoTools, f.src, n.span, what, "")
			return &d
		}
	}
	f.add(Found{Schema: n.span}, n.span)
	return nil
}

// evidence are the members that make an object a schema although it has members
// of an envelope too: {"properties": {…}, "tools": 1}.
var evidence = ast.Set(ast.KwRef, ast.KwDefs, ast.KwDefinitions, ast.KwProperties, ast.KwItems, ast.KwPrefixItems,
	ast.KwAllOf, ast.KwAnyOf, ast.KwOneOf, ast.KwNot, ast.KwIf, ast.KwEnum, ast.KwConst,
	ast.KwAdditionalProperties, ast.KwPatternProperties)

func (f *finder) looksLikeSchema(n *outline) bool {
	for i := range n.members {
		m := &n.members[i]
		if evidence.Has(ast.Lookup(m.name)) {
			return true
		}
		if m.name == "type" {
			// Not {"type": "function"}.
			if name, ok := f.textAt(n, "type"); ok {
				if _, ok := ast.LookupType(strings.ToLower(name)); ok {
					return true
				}
			} else if f.kind(&m.val) == '[' {
				return true
			}
		}
	}
	return false
}

// otherMessage says what an object is that comes from a protocol or provider
// but brings no tools, "" for all others.
func (f *finder) otherMessage(n *outline) string {
	for i := range n.members {
		if ast.Lookup(n.members[i].name) != ast.Unknown && n.members[i].name != "id" {
			return ""
		}
	}
	switch {
	case n.get("jsonrpc") != nil && n.get("error") != nil:
		return "the JSON-RPC response is an error"
	case n.get("jsonrpc") != nil:
		return "the JSON-RPC message lists no tools"
	case n.get("model") != nil, n.get("messages") != nil, n.get("contents") != nil:
		return "the request has neither tools nor a response format"
	}
	return ""
}

// lists are the members that hold tools.
var lists = [...]string{"tools", "functions", "functionDeclarations", "function_declarations"}

// wrappers are the members that hold an envelope.
var wrappers = [...]string{"result", "toolConfig", "response_format", "text", "format", "body", "params", "request",
	"output_config", "output_format", "generationConfig", "generation_config"}

// answers are the members that hold the schema of a structured output without
// more, below generationConfig.
var answers = [...]string{"responseSchema", "responseJsonSchema", "response_schema", "response_json_schema"}

func (f *finder) isEnvelope(n *outline) bool {
	for _, name := range lists {
		if f.arrayAt(n, name) != nil {
			return true
		}
	}
	for _, name := range wrappers {
		if w := f.objectAt(n, name); w != nil && (f.isEnvelope(w) || f.isFormat(w) && wraps(name, f.answerOf(w) != nil)) {
			return true
		}
	}
	return false
}

// isFormat recognizes a structured output: {"type": "json_schema", …}, or an
// object with a member of answers.
func (f *finder) isFormat(n *outline) bool {
	t, _ := f.textAt(n, "type")
	return t == "json_schema" || f.answerOf(n) != nil
}

// answerOf returns the schema in {"responseSchema": {…}}, nil if there is none.
func (f *finder) answerOf(n *outline) *outline {
	for _, name := range answers {
		if v := f.objectAt(n, name); v != nil {
			return v
		}
	}
	return nil
}

// envelope takes the tools of an object that isEnvelope, in the author's order.
func (f *finder) envelope(n *outline) {
	for i := range n.members {
		m := &n.members[i]
		switch {
		case f.kind(&m.val) == '[' && contains(lists[:], m.name):
			if m.val.broken {
				f.broken(&m.val)
			}
			for j := range m.val.elems {
				f.element(&m.val.elems[j], true)
			}
			if len(m.val.elems) == 0 && !m.val.broken {
				f.empty(&m.val)
			}
		case f.kind(&m.val) == '{' && contains(wrappers[:], m.name) && f.isEnvelope(&m.val):
			f.envelope(&m.val)
		case f.kind(&m.val) == '{' && contains(wrappers[:], m.name) && f.isFormat(&m.val) && wraps(m.name, f.answerOf(&m.val) != nil):
			if v := f.answerOf(&m.val); v != nil {
				f.answer(&m.val, v)
			} else {
				f.element(&m.val, true)
			}
		default:
			// Not ours, but a text that is not JSON is not passed over.
			if d := f.check(m.val.span); d != nil {
				f.sink(*d)
			}
		}
	}
}

// wraps reports whether a member of that name may hold a structured output.
func wraps(name string, answer bool) bool {
	return (name == "generationConfig" || name == "generation_config") == answer
}

// answer takes a schema that is a structured output of the object around it.
func (f *finder) answer(n, schema *outline) {
	t := Found{Schema: schema.span}
	t.Output = ast.OutputBare
	if d := f.duplicate(n); d != nil {
		t.Err = d
	}
	for i := range n.members {
		if m := &n.members[i]; &m.val != schema && t.Err == nil {
			t.Err = f.check(m.val.span)
		}
	}
	f.add(t, n.span)
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// element takes an element of a list. listed says that the list is known to
// hold tools; an array at the root may hold anything that a text may.
func (f *finder) element(n *outline, listed bool) {
	switch {
	case n.broken:
		f.broken(n)
		return
	case f.kind(n) != '{':
		if !listed {
			f.add(Found{Schema: n.span}, n.span) // true, or an error
			return
		}
		d := diag.New(diag.NoTools, f.src, n.span, "the list holds "+kindName(f.kind(n)), "")
		f.add(Found{Err: &d}, n.span)
		return
	case !listed:
		if err, ok := f.object(n).(*diag.Diagnostic); ok {
			f.add(Found{Err: err}, n.span)
		}
		return
	}
	switch {
	case f.tool(n, true):
	case f.looksLikeSchema(n):
		f.add(Found{Schema: n.span}, n.span)
	case f.isEnvelope(n):
		if d := f.duplicate(n); d != nil {
			f.add(Found{Err: d}, n.span)
			return
		}
		f.envelope(n)
	case f.isBuiltin(n):
		if d := f.check(n.span); d != nil {
			f.add(Found{Err: d}, n.span)
			return
		}
		f.sink(diag.New(diag.ToolSkipped, f.src, n.span, strconv.Quote(f.builtinName(n)), ""))
	default:
		d := diag.New(diag.NoTools, f.src, n.span, "the tool has no name", "")
		f.add(Found{Err: &d}, n.span)
	}
}

// isBuiltin recognizes list members for which the provider itself has the
// schema: {"type": "web_search"}, {"googleSearch": {}}.
func (f *finder) isBuiltin(n *outline) bool {
	if t, ok := f.textAt(n, "type"); ok {
		return t != "function"
	}
	return len(n.members) == 1 && f.kind(&n.members[0].val) == '{'
}

func (f *finder) builtinName(n *outline) string {
	if t, ok := f.textAt(n, "type"); ok {
		return t
	}
	return n.members[0].name
}

// add appends a tool.
func (f *finder) add(t Found, span ast.Span) {
	t.Source, t.Span = f.src, span
	if t.Err != nil && t.Err.Tool != t.Name {
		d := *t.Err
		d.Tool = t.Name
		t.Err = &d
	}
	f.found = append(f.found, t)
}

// broken adds a value that could not be opened as a broken tool.
func (f *finder) broken(n *outline) {
	d := f.check(n.span)
	if d == nil {
		no := diag.New(diag.TooLarge, f.src, n.span, strconv.Itoa(maxOpened)+" members", "")
		d = &no
	}
	f.add(Found{Err: d}, n.span)
}

func (f *finder) empty(n *outline) {
	d := diag.New(diag.NoTools, f.src, n.span, "the list is empty", "")
	d.Severity, d.Loss = diag.Warning, diag.Exact
	f.sink(d)
}

// duplicate is the error for a repeated member of an opened object; the result
// is nil if there is none.
func (f *finder) duplicate(n *outline) *diag.Diagnostic {
	if n.dup < 0 {
		return nil
	}
	m := &n.members[n.dup]
	d := diag.New(diag.DuplicateMember, f.src, m.key, f.src.Slice(m.key), "")
	return &d
}

// repeated warns of tools that have the name of one before them: no provider
// takes both.
func (f *finder) repeated() {
	first := make(map[string]int, len(f.found))
	for i := range f.found {
		t := &f.found[i]
		if !t.HasName || t.Output != ast.NoOutput {
			continue
		}
		j, ok := first[t.Name]
		if !ok {
			first[t.Name] = i
			continue
		}
		d := diag.New(diag.DuplicateTool, t.Source, t.Span, strconv.Quote(t.Name), "")
		d.Tool = t.Name
		if f.found[j].Source == t.Source {
			d.Notes = []diag.Label{{Span: f.found[j].Span, Text: "the first one is here"}}
		}
		f.sink(d)
	}
}

func (f *finder) valid(span ast.Span) bool {
	return jsontext.Value(f.src.Slice(span)).IsValid()
}

// maxSibling is how deep a value beside a schema may be.
const maxSibling = 1000

// check reads a value that is no schema and returns what is wrong with it.
func (f *finder) check(span ast.Span) *diag.Diagnostic {
	if f.valid(span) {
		return nil
	}
	_, err := lex(f.src, span, maxSibling)
	d, _ := err.(*diag.Diagnostic)
	if d != nil && d.Code == diag.TrailingData { // 01, nope
		no := diag.New(diag.SyntaxError, f.src, d.Span, "the value does not go on like this", "")
		d = &no
	}
	return d
}
