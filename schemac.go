package schemac

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/lower"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// StrictMode is what the caller wants of a target that has a strict flag.
type StrictMode uint8

const (
	// StrictAuto is strict where the schema can be expressed, else not.
	StrictAuto StrictMode = iota
	// StrictOff emits every schema as it is, not strict.
	StrictOff
	// StrictRequire is strict for every schema: what strict mode has no words
	// for is written in reversible encodings, which Result.Plan undoes. A tool
	// that is not strict all the same is an error (diag.StrictRequired).
	StrictRequire
)

// Encoding is a set of reversible encodings for targets without a strict flag.
type Encoding = lower.Encoding

const (
	// EncodeMaps writes an object with members that it does not declare as an
	// array of {key, value}.
	EncodeMaps = lower.EncodeMaps
	// EncodeTuples writes a tuple as an object with the keys "0", "1", ….
	EncodeTuples = lower.EncodeTuples
	// EncodeEnums writes enum values of a type the target refuses as strings.
	EncodeEnums = lower.EncodeEnums
	// EncodeAny writes a schema that admits anything, and what a recursion ends
	// in where there are no references, as a string of JSON.
	EncodeAny = lower.EncodeAny
	// EncodeRoot makes a root that is no plain object, a union or an array, the
	// one property of an object.
	EncodeRoot = lower.EncodeRoot
)

// Options are the choices of a compilation. The zero value is the default.
type Options struct {
	Strict StrictMode
	// NoStrict turns strict mode off whatever Strict says; with StrictRequire
	// that is an error for each tool.
	NoStrict bool
	// Encode are the encodings to use where a target has nothing better;
	// StrictRequire adds all that strict mode needs.
	Encode Encoding
	// Draft is the dialect of every schema, whatever it declares; Undeclared
	// lets each schema say it.
	Draft ast.Draft
	// Intent keeps assertions that a declared draft does not know, or ignores
	// beside $ref before 2019-09. A schema that declares no draft is read so
	// anyway.
	Intent bool
	// Resources are the documents that schemas may refer to, by absolute URI.
	// Nothing is ever fetched.
	Resources map[string][]byte
	// Depth limits how deep the JSON may be nested; 0 is parse.DefaultDepth.
	Depth int
	// InlineNodes limits how many nodes inlining may add to one schema; 0 is
	// lower.DefaultInlineNodes.
	InlineNodes int
	// Indent is one step of indentation for schemas that schemac writes; they
	// are compact if it is empty. A schema that did not change is the source's
	// own text.
	Indent string
	// Workers limits the goroutines of CompileTools; 0 is one a processor.
	Workers int
	// Progress, if set, is called by CompileTools after each source with the
	// number of sources done so far: 1, 2, and so on. Calls come one at a time,
	// from any goroutine.
	Progress func(done, total int)
	// Reuse, if set, is asked by CompileTools before a tool is compiled for a
	// target; schema is the extent of the tool's schema in its Source, zero if it
	// has none. A result that it returns is taken as it is; nil means to compile.
	// It is called from several goroutines.
	Reuse func(tool *ast.Tool, schema ast.Span, t *target.Target) *Result
}

// Result is one schema compiled for one target. It is not changed any more once
// it is returned and is safe for concurrent use.
type Result struct {
	// Tool is the tool it came from: name, description and unknown members. Its
	// Doc is nil if the tool is broken.
	Tool ast.Tool
	// Target is what it was compiled for.
	Target *target.Target
	// Schema is the output, nil if the verdict has diag.Rejected.
	Schema []byte
	// Strict is the value of the envelope's strict flag, HasStrict whether the
	// target's envelope has one.
	Strict, HasStrict bool
	// Plan maps the arguments that the provider sends back to the shape of the
	// source, and examples forward; nil if they have that shape.
	Plan *restore.Plan
	// Verdict is what happened to the set of accepted arguments: the union of
	// the losses of Diagnostics.
	Verdict diag.Loss
	// Diagnostics are all that was found and changed, the parser's first.
	Diagnostics []diag.Diagnostic

	out   *ast.Document // what Schema was printed from, nil if there is no output
	words ast.RefWords  // in which references were printed
}

// OutputPointers returns, for each of the diagnostics, the JSON Pointer into
// Schema of the place that it is about: what became of the node it names, or the
// node around it if it is gone. It is nil if there is no output. It walks the
// output: call it when something is printed.
func (r *Result) OutputPointers() []string {
	if r.out == nil {
		return nil
	}
	spans := make([]ast.Span, len(r.Diagnostics))
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Source == r.Tool.Source {
			spans[i] = d.Span
		}
	}
	return emit.Locate(r.out, spans, r.words)
}

// Origin is the reverse of OutputPointers: the span of the tool's source that
// the place with the JSON Pointer in Schema came from, or the nearest place
// around it that came from there. The result must have a schema.
func (r *Result) Origin(pointer string) ast.Span {
	if r.out == nil {
		return r.Tool.Span
	}
	return emit.Origin(r.out, pointer, r.words)
}

// Compile compiles one schema for the target with the given ID or alias. The
// text is a schema; for tool lists there is CompileTools.
//
// The error is target.Find's if there is no such target, and is a
// *diag.Diagnostic if the text is not JSON or no schema. A schema that parses
// and cannot be expressed is no error: see Result.Verdict.
func Compile(schema []byte, targetID string, opt Options) (*Result, error) {
	t, unknown := target.Find(targetID)
	if unknown != nil {
		return nil, unknown
	}
	src := &ast.Source{Name: "schema", Text: string(schema)}
	var ds []diag.Diagnostic
	doc, err := parseGuarded(func(sink diag.Sink) (*ast.Document, error) {
		return parse.Schema(src, opt.parse(), sink)
	}, src, ast.Span{}, &ds)
	if err != nil {
		return nil, err
	}
	r := compile(ast.Tool{Source: src, Span: doc.Span, Doc: doc}, t, ds, opt)
	return &r, nil
}

// Source is a text with one or more tools or schemas, in any of the forms that
// parse.Find knows.
type Source struct {
	Name string // for messages
	Text string
	// FirstLine is the number of the text's first line where it is a part of
	// something larger, such as a line of NDJSON; 0 means 1.
	FirstLine int
	// Err, if not nil, is why the text could not be read. It is reported like
	// anything that is wrong with a source, in its place among the results.
	Err error
}

// ToolSet is a compiled set of sources.
type ToolSet struct {
	// Results are the tools in the order of the sources, each for every target
	// in turn. A broken tool has results too, rejected; so has a source that
	// cannot be read, with an empty Tool.
	Results []Result
	// Diagnostics concern the sources beside their tools, and tools of several
	// sources that have one name.
	Diagnostics []diag.Diagnostic
}

// CompileTools compiles every tool of the sources for every target, in
// parallel. The result depends on nothing but the arguments. A tool that is
// broken is reported and the others compile; nothing a source says is an error
// of the whole.
func CompileTools(sources []Source, targets []*target.Target, opt Options) *ToolSet {
	type part struct {
		results []Result
		diags   []diag.Diagnostic
	}
	set := &ToolSet{}
	named := targets
	targets = slices.DeleteFunc(slices.Clone(targets), func(t *target.Target) bool { return t == nil })
	for range len(named) - len(targets) {
		set.Diagnostics = append(set.Diagnostics, internal("a target is nil", &ast.Source{}, ast.Span{}, ""))
	}
	parts := make([]part, len(sources))
	pool := make(chan struct{}, opt.workers())
	var report sync.Mutex
	done := 0
	var all sync.WaitGroup
	for i := range sources {
		pool <- struct{}{}
		all.Go(func() {
			parts[i].results, parts[i].diags = compileSource(sources[i], targets, opt, pool)
			<-pool
			if opt.Progress != nil {
				report.Lock()
				defer report.Unlock()
				done++
				opt.Progress(done, len(sources))
			}
		})
	}
	all.Wait()
	ends := make([]int, len(parts))
	for i := range parts {
		set.Results = append(set.Results, parts[i].results...)
		set.Diagnostics = append(set.Diagnostics, parts[i].diags...)
		ends[i] = len(set.Results)
	}
	set.repeated(ends, len(targets))
	for i := range targets {
		set.fitRequest(i, len(targets), opt)
	}
	return set
}

// compileSource compiles one source. It runs tools in further goroutines as far
// as the pool has room, else in its own.
func compileSource(s Source, targets []*target.Target, opt Options, pool chan struct{}) ([]Result, []diag.Diagnostic) {
	src := &ast.Source{Name: s.Name, Text: s.Text, FirstLine: s.FirstLine}
	var ds []diag.Diagnostic
	var found []parse.Found
	var err *diag.Diagnostic
	if s.Err != nil {
		d := diag.New(diag.Unreadable, src, ast.Span{}, s.Err.Error(), "")
		err = &d
	} else {
		found, err = find(src, &ds)
	}
	if err != nil {
		found = []parse.Found{{Tool: ast.Tool{Source: err.Source, Span: err.Span}, Err: err}}
	}
	results := make([]Result, len(found)*len(targets))
	var rest sync.WaitGroup
	const batch = 8 // tools are small: a goroutine for each costs more than it brings
	for from := 0; from < len(found); from += batch {
		to := min(from+batch, len(found))
		work := func() {
			for i := from; i < to; i++ {
				compileTool(&found[i], targets, opt, results[i*len(targets):(i+1)*len(targets)])
			}
		}
		select {
		case pool <- struct{}{}:
			rest.Go(func() { work(); <-pool })
		default:
			work()
		}
	}
	rest.Wait()
	return results, ds
}

// compileTool parses a tool once and compiles it for each target into out.
func compileTool(f *parse.Found, targets []*target.Target, opt Options, out []Result) {
	if opt.Reuse != nil && f.Err == nil {
		all := true
		for i, t := range targets {
			if r := opt.Reuse(&f.Tool, f.Schema, t); r != nil {
				out[i] = *r
			} else {
				all = false
			}
		}
		if all {
			return
		}
	}
	var ds []diag.Diagnostic
	doc, err := parseGuarded(func(sink diag.Sink) (*ast.Document, error) {
		return f.Parse(opt.parse(), sink)
	}, f.Source, f.Span, &ds)
	tool := f.Tool
	tool.Doc = doc
	if err != nil {
		err.Tool = f.Name
		ds = append(ds, *err)
	}
	for i, t := range targets {
		if out[i].Target == nil {
			out[i] = compile(tool, t, ds, opt)
			out[i].sayOutput()
		}
	}
}

// compile takes one parsed tool through the other stages for one target. parsed
// is what the parser reported and is not changed.
func compile(tool ast.Tool, t *target.Target, parsed []diag.Diagnostic, opt Options) (r Result) {
	r = Result{Tool: tool, Target: t, HasStrict: t.Strict != target.StrictNone}
	if tool.Doc == nil {
		r.Diagnostics = parsed
		r.Verdict = diag.Rejected
		return r
	}
	defer func() {
		if p := recover(); p != nil {
			r = Result{Tool: tool, Target: t, HasStrict: r.HasStrict, Verdict: diag.Rejected}
			r.Diagnostics = append(parsed[:len(parsed):len(parsed)], internal(p, tool.Source, tool.Doc.Span, tool.Name))
		}
	}()
	noStrict := opt.NoStrict || opt.Strict == StrictOff
	if !(noStrict && r.HasStrict) && taken(tool.Doc, t) {
		r.Strict = t.Strict == target.StrictAchieved
		r.Schema, r.out, r.words = []byte(tool.Source.Slice(tool.Doc.Span)), tool.Doc, t.RefWords
		say := func(code diag.Code, a string) {
			d := diag.New(code, tool.Source, tool.Doc.Span, a, "")
			d.Tool, d.Target = tool.Name, t
			r.Diagnostics = append(r.Diagnostics, d)
		}
		checkTool(&tool, t, say)
		return r
	}
	lopt := lower.Options{NoStrict: noStrict, InlineNodes: opt.InlineNodes, Encode: opt.Encode}
	if opt.Strict == StrictRequire && t.Strict == target.StrictAchieved {
		lopt.Encode = lower.EncodeAll
	}
	low := withinLimits(tool.Doc, t, lower.Run(tool.Doc, t, lopt), lopt)
	ds := low.Diagnostics
	if len(parsed) > 0 {
		ds = make([]diag.Diagnostic, 0, len(parsed)+len(low.Diagnostics))
	}
	for _, d := range parsed {
		if low.Doc != nil && d.Loss&diag.Rejected != 0 {
			// A dangling reference in a definition that nobody uses: what
			// matters is whether there is an output without it.
			d.Severity, d.Loss = min(d.Severity, diag.Warning), d.Loss&^diag.Rejected
		}
		ds = append(ds, d)
	}
	said := unresolved(parsed)
	for i := range low.Diagnostics {
		d := &low.Diagnostics[i]
		d.Tool = tool.Name
		if len(parsed) > 0 && !said[reference{d.Code, d.Span.End}] {
			ds = append(ds, *d)
		}
	}
	r.Verdict = low.Verdict
	for i := range ds {
		r.Verdict |= ds[i].Loss
	}
	r.Strict, r.Plan = low.Strict, low.Plan
	say := func(code diag.Code, a string) {
		d := diag.New(code, tool.Source, tool.Doc.Span, a, "")
		d.Tool, d.Target = tool.Name, t
		ds = append(ds, d)
	}
	for i := range tool.Extra {
		if slices.Contains(t.Envelope.Layout().Foreign, tool.Extra[i].Name) {
			say(diag.MemberForeign, tool.Extra[i].Name)
		}
	}
	if low.Doc == nil {
		r.Verdict |= diag.Rejected
	} else {
		judged := t
		if t.Plain != nil && !low.Strict {
			judged = t.Plain // what a strict target falls back to
		}
		open := judged == t && (t.Strict == target.StrictAchieved && noStrict || t.Fallback == target.FallbackOpen && r.Verdict&diag.Fallback != 0)
		if r.out = low.Doc; !open {
			r.words = judged.RefWords
		}
		r.Schema = schemaBytes(tool.Doc, low.Doc, r.words, opt)
		if !open { // there is nothing that an open schema has to fulfil
			found, err := audit.Check(r.Schema, judged, audit.Options{})
			if err != nil {
				say(diag.AuditFailed, err.Error())
			}
			for _, v := range found {
				if v.Unfixable {
					continue // reported with its own code
				}
				say(diag.AuditFailed, v.Path+": "+v.Rule+": "+v.Message)
			}
		}
	}
	checkTool(&tool, t, say)
	if opt.Strict == StrictRequire && r.HasStrict && !r.Strict {
		say(diag.StrictRequired, "")
	}
	r.Diagnostics = ds
	return r
}

// reference is a reference that finds nothing, by where it ends.
type reference struct {
	code diag.Code
	end  ast.Pos
}

// unresolved returns what the parser has said of references, for lower says it
// too, of the tree: the parser of the value, lower of the member.
func unresolved(parsed []diag.Diagnostic) map[reference]bool {
	var out map[reference]bool
	for i := range parsed {
		if d := &parsed[i]; d.Code == diag.RefDangling || d.Code == diag.RefExternal {
			if out == nil {
				out = make(map[reference]bool)
			}
			out[reference{d.Code, d.Span.End}] = true
		}
	}
	return out
}

// taken reports whether the target takes the source as it is although the tree
// reads it otherwise: nullable, an old spelling everywhere else, is the
// spelling of some targets, and some have words of their own for references.
func taken(doc *ast.Document, t *target.Target) bool {
	words := t.RefWords != ast.RefWords{}
	if !words && (!doc.Upgraded || !t.Keywords.Has(ast.KwNullable)) || t.Audit.Metaschema {
		return false
	}
	text := doc.Source.Slice(doc.Span)
	old := doc.Upgraded && t.Keywords.Has(ast.KwNullable) && (strings.Contains(text, `"nullable"`) || t.Audit.TypeUpper && upperTypes(text))
	if !old && !(words && strings.Contains(text, `"`+t.RefWords.Spell(ast.KwDefs)+`"`)) {
		return false
	}
	found, err := audit.Check([]byte(text), t, audit.Options{})
	return len(found) == 0 && err == nil
}

// upperTypes reports whether the text may name a type in upper case: whether the
// first string behind a "type" begins so.
func upperTypes(text string) bool {
	const member = `"type"`
	for {
		i := strings.Index(text, member)
		if i < 0 {
			return false
		}
		text = text[i+len(member):]
		if name := strings.TrimLeft(text, " \t\r\n:["); len(name) > 1 && name[0] == '"' && name[1] >= 'A' && name[1] <= 'Z' {
			return true
		}
	}
}

// schemaBytes is the output's text in the target's words for references: the
// source's own if nothing changed.
func schemaBytes(in, out *ast.Document, words ast.RefWords, opt Options) []byte {
	respelled := words != ast.RefWords{} && in.Sum().Overlaps(ast.Set(ast.KwRef, ast.KwDefs))
	if in == out && !in.Upgraded && !respelled {
		return []byte(in.Source.Slice(in.Span))
	}
	n := len(in.Source.Slice(in.Span))
	return emit.Schema(make([]byte, 0, n+n/4+64), out, emit.Options{Indent: opt.Indent, Words: words})
}

// EmitTools appends the tools in their target's own list form and returns the
// extended buffer. The results must be of one target; those without a schema are
// left out, and structured outputs, which are no tools: see EmitRequest. A tool
// without a name gets the name "tool".
func EmitTools(dst []byte, t *target.Target, results []Result, indent string) []byte {
	if t == nil {
		return dst
	}
	tools, _ := split(results)
	return emit.Tools(dst, t, tools, emit.Options{Indent: indent})
}

// split returns the tools of the results and the structured outputs.
func split(results []Result) (tools []emit.Tool, outputs []*Result) {
	tools = make([]emit.Tool, 0, len(results))
	for i := range results {
		switch r := &results[i]; {
		case r.Schema == nil:
		case r.Tool.Output != ast.NoOutput:
			outputs = append(outputs, r)
		default:
			tools = append(tools, r.tool())
		}
	}
	return tools, outputs
}

// EmitRequest appends what the results are in a request to their target:
//
//	[{"type":"function",…}]                      the list of EmitTools, of tools alone
//	{"response_format":{…}}                      a structured output
//	{"tools":[…],"response_format":{…}}          tools and one structured output
//
// A structured output for which the target has no form is its bare schema
// (diag.OutputBare). Where all that does not fit one request, as two structured
// outputs do not, it is an array of the parts, the tools first.
func EmitRequest(dst []byte, t *target.Target, results []Result, indent string) []byte {
	if t == nil {
		return dst
	}
	tools, outputs := split(results)
	opt := emit.Options{Indent: indent}
	if len(outputs) == 0 {
		return emit.Tools(dst, t, tools, opt)
	}
	if len(outputs) == 1 && len(tools) == 0 {
		return outputs[0].EmitTool(dst, indent)
	}
	if len(outputs) == 1 {
		if l, _ := outputs[0].layout(true); l != nil {
			o := outputs[0].tool()
			return emit.Request(dst, t, tools, l, &o, opt)
		}
	}
	parts := []byte{'['}
	if len(tools) > 0 {
		parts = append(emit.Tools(parts, t, tools, emit.Options{}), ',')
	}
	for i, o := range outputs {
		if i > 0 {
			parts = append(parts, ',')
		}
		parts = o.EmitTool(parts, "")
	}
	return emit.Format(dst, append(parts, ']'), opt)
}

// EmitTool appends the tool as it stands in its target's list, and a structured
// output as the member of a request, {"response_format":{…}}; nothing if it was
// rejected.
func (r *Result) EmitTool(dst []byte, indent string) []byte {
	if r.Schema == nil {
		return dst
	}
	opt := emit.Options{Indent: indent}
	tool := r.tool()
	if r.Tool.Output == ast.NoOutput {
		return emit.OneTool(dst, r.Target, &tool, opt)
	}
	l, _ := r.layout(false)
	if l == nil {
		return emit.Format(dst, r.Schema, opt)
	}
	return emit.Output(dst, r.Target, l, &tool, opt)
}

// layout is the form of a structured output in a request; nil and the reason if
// there is none.
func (r *Result) layout(besideTools bool) (l *target.OutputLayout, why string) {
	l = r.Target.OutputLayout(r.Tool.Output, besideTools)
	switch {
	case l == nil:
		return nil, "no form for one is known for the target"
	case l.Strict && !r.Strict:
		return nil, "the target takes one by its strict rules alone, and the schema does not meet them"
	}
	return l, ""
}

// sayOutput reports what a structured output loses with its envelope.
func (r *Result) sayOutput() {
	if r.Tool.Output == ast.NoOutput || r.Schema == nil {
		return
	}
	say := func(code diag.Code, a string) {
		d := diag.New(code, r.Tool.Source, r.Tool.Doc.Span, a, "")
		d.Tool = r.Tool.Name
		for i := range r.Diagnostics {
			if o := &r.Diagnostics[i]; o.Code == code && o.A == a {
				return // said before the tool was demoted
			}
		}
		r.Diagnostics = append(r.Diagnostics[:len(r.Diagnostics):len(r.Diagnostics)], d)
	}
	l, why := r.layout(false)
	if l == nil {
		say(diag.OutputBare, why)
	}
	if (l == nil || !l.Named) && r.Tool.HasDescription {
		say(diag.MemberForeign, "description")
	}
}

func (r *Result) tool() emit.Tool {
	t := emit.Tool{Name: r.Tool.Name, Description: r.Tool.Description, HasDescription: r.Tool.HasDescription,
		Schema: r.Schema, Strict: r.Strict, Extra: r.Tool.Extra, Order: r.Tool.Order}
	if foreign := r.Target.Envelope.Layout().Foreign; len(foreign) > 0 {
		t.Extra = slices.DeleteFunc(slices.Clone(t.Extra), func(m ast.Raw) bool { return slices.Contains(foreign, m.Name) })
	}
	switch {
	case r.Tool.HasName:
	case r.Tool.Output != ast.NoOutput:
		t.Name = "output"
	default:
		t.Name = "tool"
	}
	if r.Target.Tool.Described && t.Description == "" {
		t.HasDescription = false
	}
	return t
}

func (o *Options) parse() parse.Options {
	return parse.Options{Draft: o.Draft, Intent: o.Intent, Depth: o.Depth, Resources: o.Resources}
}

func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// find is parse.Find that turns a panic into an error.
func find(src *ast.Source, ds *[]diag.Diagnostic) (found []parse.Found, err *diag.Diagnostic) {
	defer func() {
		if p := recover(); p != nil {
			d := internal(p, src, ast.Span{}, "")
			found, err = nil, &d
		}
	}()
	found, e := parse.Find(src, func(d diag.Diagnostic) { *ds = append(*ds, d) })
	return found, asDiagnostic(e, src)
}

// parseGuarded runs a parser, collects what it reports and turns a panic into
// an error.
func parseGuarded(run func(diag.Sink) (*ast.Document, error), src *ast.Source, span ast.Span, ds *[]diag.Diagnostic) (doc *ast.Document, err *diag.Diagnostic) {
	defer func() {
		if p := recover(); p != nil {
			d := internal(p, src, span, "")
			doc, err = nil, &d
		}
	}()
	doc, e := run(func(d diag.Diagnostic) { *ds = append(*ds, d) })
	if err := asDiagnostic(e, src); err != nil {
		return nil, err
	}
	return doc, nil
}

// asDiagnostic returns a copy of a parser's error.
func asDiagnostic(err error, src *ast.Source) *diag.Diagnostic {
	if err == nil {
		return nil
	}
	d, ok := err.(*diag.Diagnostic)
	if !ok {
		d := internal(err, src, ast.Span{}, "")
		return &d
	}
	c := *d
	return &c
}

func internal(what any, src *ast.Source, span ast.Span, tool string) diag.Diagnostic {
	d := diag.New(diag.InternalError, src, span, fmt.Sprint(what), "")
	d.Tool = tool
	return d
}
