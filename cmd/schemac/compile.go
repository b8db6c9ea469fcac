package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// noStrict is the environment variable that turns strict mode off for every
// target: a way out when a provider misreports what it supports.
const noStrict = "SCHEMAC_NO_STRICT"

// compileFlags are the flags of schemac compile.
type compileFlags struct {
	targets, encode                      []string
	emit, strict, format, failOn, outDir string
	siblings, envelope                   string
	draft, shard                         string
	indent                               int
	compact, verbose, quiet, intent      bool
	resources                            []string
	asIs                                 bool // neither --indent nor --compact was given
	maxDepth, maxInline                  int
	maxBytes                             int64
	outputFlags
}

func (p *program) compileCommand() *cobra.Command {
	var f compileFlags
	var watch bool
	cmd := &cobra.Command{
		Use:   "compile -t TARGET… [FILE|DIR|-]…",
		Short: "Compile tool lists and schemas for targets",
		Long: `compile reads tool lists and schemas, rewrites each schema for each target and
reports what every change does to the set of accepted arguments.

Inputs are recognised by their structure: MCP tools/list, the tool lists, request
bodies and response formats of the model providers, a bare schema, an array of
any of them, and NDJSON. Without FILE, or for -, standard input is read; of a DIR
every *.json, *.ndjson and *.jsonl below it.

With one target and no -o, what stdout gets is ready for the provider: the tool
list in its envelope, or the schema if the input is a bare one (--emit says which
otherwise). Several bare schemas become an array, with null for a rejected one.
A bare schema that needs no change comes back byte for byte; so does a tool list
in the target's own form, unless --indent or --compact is given.

A structured output (response_format, text.format, output_config.format,
responseSchema) comes back as the member of a request that the target has for it,
{"response_format":{…}}, beside tools as {"tools":[…],"response_format":{…}}. Where a
provider has two APIs its form is that of the input; --envelope chat or responses says
which for tools and structured outputs alike. Where no form is known the bare schema is
written, with a warning.

Members of a tool that no protocol knows are carried along; a provider that refuses
them needs --siblings drop. Those that another protocol's tools have, as MCP's title
and annotations, are left out where the envelope is not its own.

A target may be ID@DATE, the rules that were in force at the date (openai@2025-01),
and portable=A,B,C, what the targets A, B and C all accept. Targets with budgets
for a request keep as many tools strict as fit into them, all tools that are
read being one request; the others take their plain form.

Several targets need -o DIR or --format json or ndjson. -o writes one file for
each tool and target, DIR/TOOL.TARGET.json, each whole or not at all. A tool
without a name is called "tool" in envelopes. Where arguments have to be mapped
back the plan is in DIR/TOOL.TARGET.restore.json.

--strict auto falls back to a schema that is not strict where strict mode has no
words for it. --strict require uses reversible encodings instead: a map becomes a
list of {key, value}, a tuple an object with the keys "0", "1", …, a schema that
admits anything a string of JSON, a root that is no plain object a property. The
description tells the model, the verdict says reshaped, and the plan undoes it.
--encode uses some of them for targets without a strict flag, too: maps, tuples,
enums (values that are no strings), any and root (a union or an array at the root).

--format ndjson writes a line for each tool and target:
  {"source","tool","target","strict","verdict":[…],"schema","diagnostics":
   [{"code","severity","loss":[…],"pointer","line","column","message"}],"restore"}
strict is null where the target's envelope has no such flag; schema is null if
the tool was rejected; the verdict is a list of exact, hinted, widened, narrowed,
reshaped, fallback, rejected; restore is the plan for schemac restore, null if
arguments need no mapping back. --format json writes the same as one array.

With --format ndjson inputs are compiled as they are read: NDJSON of any length
takes the same memory, and --max-bytes bounds a line of it. --shard 2/8 takes the
second of eight parts of the inputs, chosen by the text of a file or of a line of
NDJSON.

--fail-on makes losses count for the exit code:
  never      no (the default)
  narrowed   a tool is narrowed, falls back or is rejected
  widened    also: a tool is widened
  reshaped   also: a tool is reshaped, its arguments have to be mapped back
  error      a diagnostic is an error
  warning    a diagnostic is a warning or an error
` + outputHelp + `
` + noStrict + `=1 in the environment turns strict mode off, whatever --strict says.
` + exitHelp,
		Example: `  schemac compile -t openai-strict tools.json
  schemac compile -t google -t cca -o build tools/
  npx some-mcp-server list-tools | schemac compile -t mcp --format ndjson`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.asIs = !cmd.Flags().Changed("indent") && !cmd.Flags().Changed("compact")
			if !watch {
				return p.compile(&f, args)
			}
			return p.watch(args, f.written(), func() error {
				again := f // a run decides what is left open
				return p.compile(&again, args)
			})
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.targets, "target", "t", nil, "compile for this target (repeatable, or with commas between): "+target.Names())
	fl.StringVar(&f.emit, "emit", "", "what to write: tools or schema (default: tools for a tool list, schema for bare schemas)")
	fl.StringVar(&f.siblings, "siblings", "keep", "members of a tool that are not known, such as annotations: keep or drop")
	envelopeFlag(cmd, &f)
	fl.StringVar(&f.strict, "strict", "auto", "strict mode: auto, off, or require (reversible encodings where needed)")
	fl.StringSliceVar(&f.encode, "encode", nil, "reversible encodings to use where the target has nothing better: maps, tuples, enums, any, root")
	fl.StringVarP(&f.outDir, "out", "o", "", "write one file for each tool and target into this directory")
	fl.StringVar(&f.format, "format", "text", "text, json or ndjson")
	fl.StringVar(&f.failOn, "fail-on", "never", "exit 1 on: error, warning, reshaped, widened, narrowed or never")
	fl.StringVar(&f.shard, "shard", "", "compile only the I-th of N parts of the inputs: I/N, from 1/N to N/N")
	fl.StringVar(&f.draft, "draft", "", "dialect of every schema, whatever it declares: "+draftNames)
	fl.BoolVar(&f.intent, "intent", false, "keep assertions that a declared draft does not know or ignores")
	fl.StringArrayVar(&f.resources, "resource", nil, "document that schemas refer to, as URL=FILE (repeatable)")
	fl.IntVar(&f.indent, "indent", 2, "spaces for each level of the output")
	fl.BoolVar(&f.compact, "compact", false, "write no white space")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "print notes too, not only warnings and errors")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only, and no summary")
	fl.IntVar(&f.maxDepth, "max-depth", 0, "how deep JSON may be nested (default 1000)")
	fl.IntVar(&f.maxInline, "max-inline", 0, "how many nodes inlining may add to one schema (default 50000)")
	fl.Int64Var(&f.maxBytes, "max-bytes", defaultMaxBytes, "how large one input may be")
	fl.BoolVar(&watch, "watch", false, "compile again whenever an input changes, until interrupted")
	f.add(fl)
	complete(cmd, "target", targetNames()...)
	complete(cmd, "emit", "tools", "schema")
	complete(cmd, "siblings", "keep", "drop")
	complete(cmd, "encode", "maps", "tuples", "enums", "any", "root")
	complete(cmd, "strict", "auto", "off", "require")
	complete(cmd, "format", "text", "json", "ndjson")
	complete(cmd, "fail-on", failLevels...)
	return cmd
}

func targetNames() []string {
	var names []string
	for _, t := range target.All {
		names = append(names, t.ID)
		names = append(names, t.Alias...)
	}
	return names
}

// lookupTargets resolves the names, which may be joined by commas; a target that
// is named twice counts once. portable=A,B is one name.
func lookupTargets(args []string) ([]*target.Target, error) {
	names := splitTargets(args)
	if len(names) == 0 {
		return nil, usagef("no target: give -t with one of %s", target.Names())
	}
	var out []*target.Target
	seen := make(map[*target.Target]bool)
	for _, name := range names {
		t, err := target.Find(name)
		if err != nil {
			return nil, usageError{err}
		}
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out, nil
}

// lookupTargets resolves the targets and puts them into the envelope of
// --envelope.
func (f *compileFlags) lookupTargets() ([]*target.Target, error) {
	targets, err := lookupTargets(f.targets)
	if err != nil || f.envelope == "" {
		return targets, err
	}
	for i, t := range targets {
		if targets[i] = t.In(f.envelope); targets[i] == nil {
			var has []string
			for _, e := range t.Envelopes() {
				has = append(has, e.Layout().Name)
			}
			return nil, usagef("--envelope is %q, which is none of the provider of %s: use %s", f.envelope, t.ID, strings.Join(has, " or "))
		}
	}
	return targets, nil
}

// envelopeFlag adds --envelope.
func envelopeFlag(cmd *cobra.Command, f *compileFlags) {
	names := target.EnvelopeNames()
	cmd.Flags().StringVar(&f.envelope, "envelope", "", "the form of the tools, where the provider has several: "+strings.Join(names, ", ")+" (default: the target's own)")
	complete(cmd, "envelope", names...)
}

// lookupTarget resolves a name where one target is wanted.
func lookupTarget(name string) (*target.Target, error) {
	if name == "" {
		_, err := lookupTargets(nil)
		return nil, err
	}
	targets, err := lookupTargets([]string{name})
	if err != nil {
		return nil, err
	}
	if len(targets) > 1 {
		return nil, usagef("%q names %d targets: this takes one", name, len(targets))
	}
	return targets[0], nil
}

// splitTargets splits lists at commas.
func splitTargets(args []string) []string {
	var names []string
	for _, arg := range args {
		if strings.HasPrefix(arg, target.Portable+"=") {
			names = append(names, arg)
		} else {
			names = append(names, strings.Split(arg, ",")...)
		}
	}
	return names
}

func (p *program) compile(f *compileFlags, args []string) error {
	targets, err := f.lookupTargets()
	if err != nil {
		return err
	}
	opt, err := f.options()
	if err != nil {
		return err
	}
	if err := f.parse(); err != nil {
		return err
	}
	if f.format == "text" && f.outDir == "" && len(targets) > 1 {
		return usagef("several targets on stdout: give -o DIR, or --format json or ndjson")
	}
	if f.outDir != "" {
		if err := makeDir(f.outDir); err != nil {
			return err
		}
	}
	part, err := parseShard(f.shard)
	if err != nil {
		return err
	}
	if f.format == "ndjson" && f.outDir == "" && len(f.parsed) == 0 {
		p.compileStream(f, args, targets, opt, part)
		return nil
	}
	show := newProgress(p.err)
	if show != nil {
		opt.Progress = show.step
	}
	set := schemac.CompileTools(part.of(p.sources(args, f.maxBytes)), targets, opt)
	show.clear()
	set = f.relevel(set)

	if f.emit == "" {
		f.emit = defaultEmit(set)
	}
	f.dropSiblings(set)
	if f.outDir != "" {
		if err := f.writeFiles(set, len(targets)); err != nil {
			return err
		}
	}
	switch {
	case f.format != "text":
		p.writeRecords(f, set)
	case f.outDir == "":
		p.writeData(f, set, targets[0])
	}
	fresh := f.unknown(set)
	p.report(f, fresh, targets)
	p.rate(f, fresh)
	return p.writeOutputs(&f.outputFlags, set, fresh, len(targets), func(r *schemac.Result) bool {
		return r.Verdict&diag.Rejected != 0 || fails(f.failOn, r)
	})
}

// compileStream writes the ndjson form as the inputs come.
func (p *program) compileStream(f *compileFlags, args []string, targets []*target.Target, opt schemac.Options, part shard) {
	p.stream(args, f.maxBytes, func(sources []schemac.Source) {
		set := schemac.CompileTools(part.of(sources), targets, opt)
		set = f.relevel(set)
		p.writeRecords(f, set)
		fresh := f.unknown(set)
		p.report(f, fresh, targets)
		p.rate(f, fresh)
	})
}

// options checks the flags and turns them into the API's options.
func (f *compileFlags) options() (schemac.Options, error) {
	opt := schemac.Options{Depth: f.maxDepth, InlineNodes: f.maxInline}
	for _, err := range []error{
		oneOf("--emit", f.emit, "", "tools", "schema"),
		oneOf("--siblings", f.siblings, "keep", "drop"),
		oneOf("--strict", f.strict, "auto", "off", "require"),
		oneOf("--format", f.format, "text", "json", "ndjson"),
		oneOf("--fail-on", f.failOn, failLevels...),
	} {
		if err != nil {
			return opt, err
		}
	}
	var ok bool
	if opt.Draft, ok = drafts[f.draft]; !ok {
		return opt, usagef("--draft is %q: use one of %s", f.draft, draftNames)
	}
	if f.indent < 0 || f.indent > 16 {
		return opt, usagef("--indent is %d: use 0 to 16", f.indent)
	}
	if f.maxDepth < 0 || f.maxInline < 0 || f.maxBytes <= 0 {
		return opt, usagef("a limit is negative")
	}
	switch f.strict {
	case "off":
		opt.Strict = schemac.StrictOff
	case "require":
		opt.Strict = schemac.StrictRequire
	}
	for _, name := range f.encode {
		e, ok := encodings[name]
		if !ok {
			return opt, usagef("--encode is %q: use some of maps, tuples, enums, any, root", name)
		}
		opt.Encode |= e
	}
	opt.NoStrict = isSet(os.Getenv(noStrict))
	opt.Intent = f.intent
	var err error
	if opt.Resources, err = readResources(f.resources, f.maxBytes); err != nil {
		return opt, err
	}
	opt.Indent = f.step()
	return opt, nil
}

var encodings = map[string]schemac.Encoding{
	"maps": schemac.EncodeMaps, "tuples": schemac.EncodeTuples, "enums": schemac.EncodeEnums, "any": schemac.EncodeAny,
	"root": schemac.EncodeRoot,
}

// step is one step of indentation, "" for compact output.
func (f *compileFlags) step() string {
	if f.compact || f.format == "ndjson" {
		return ""
	}
	return strings.Repeat(" ", f.indent)
}

// isSet reads an environment variable that is a switch.
func isSet(v string) bool {
	switch strings.ToLower(v) {
	case "", "0", "false", "no", "off":
		return false
	}
	return true
}

// draftNames are the values of --draft and of "from".
const draftNames = "3, 4, 6, 7, 2019-09, 2020-12, openapi-3.0"

var drafts = map[string]ast.Draft{
	"": ast.Undeclared, "3": ast.Draft03, "4": ast.Draft04, "6": ast.Draft06, "7": ast.Draft07,
	"2019-09": ast.Draft2019, "2020-12": ast.Draft2020, "openapi-3.0": ast.OpenAPI30,
}

// defaultEmit is tools if anything that was read is a tool with a name or a
// structured output, or an empty list.
func defaultEmit(set *schemac.ToolSet) string {
	if len(set.Results) == 0 {
		return "tools"
	}
	for i := range set.Results {
		if t := &set.Results[i].Tool; t.HasName || t.Output != ast.NoOutput {
			return "tools"
		}
	}
	return "schema"
}

// unchanged reports whether the schema is a whole source's own text.
func unchanged(r *schemac.Result) bool {
	doc := r.Tool.Doc
	return doc != nil && r.Tool.Span == doc.Span && string(r.Schema) == doc.Source.Slice(doc.Span) &&
		strings.TrimSpace(doc.Source.Text) == string(r.Schema)
}

// writeData writes what is ready for the provider to stdout.
func (p *program) writeData(f *compileFlags, set *schemac.ToolSet, t *target.Target) {
	if f.emit == "tools" {
		if len(set.Results) > 0 && accepted(set) == 0 {
			return // everything was rejected, which the diagnostics say
		}
		list := schemac.EmitRequest(nil, t, set.Results, "")
		switch text, ok := asItWas(set, list); {
		case ok && f.asIs:
			p.out.WriteString(text)
		case f.step() == "":
			p.out.Write(append(list, '\n'))
		default:
			p.out.Write(append(emit.Format(nil, list, emit.Options{Indent: f.step()}), '\n'))
		}
		return
	}
	opt := emit.Options{Indent: f.step()}
	if len(set.Results) == 1 {
		r := &set.Results[0]
		switch {
		case r.Schema == nil:
		case unchanged(r):
			p.out.WriteString(r.Tool.Source.Text)
		default:
			p.out.Write(append(emit.Format(nil, r.Schema, opt), '\n'))
		}
		return
	}
	if accepted(set) == 0 {
		return
	}
	var list []byte
	for i := range set.Results {
		if i > 0 {
			list = append(list, ',')
		}
		if s := set.Results[i].Schema; s != nil {
			list = append(list, s...)
		} else {
			list = append(list, "null"...)
		}
	}
	list = append(append([]byte{'['}, list...), ']')
	p.out.Write(append(emit.Format(nil, list, opt), '\n'))
}

// asItWas returns the text of the only source if the list that came out is the
// same JSON.
func asItWas(set *schemac.ToolSet, list []byte) (string, bool) {
	if len(set.Results) == 0 || len(set.Diagnostics) > 0 || set.Results[0].Tool.Source.FirstLine > 0 {
		return "", false
	}
	src := set.Results[0].Tool.Source
	for i := range set.Results {
		if r := &set.Results[i]; r.Tool.Source != src || r.Schema == nil {
			return "", false
		}
	}
	return src.Text, string(emit.Format(nil, []byte(src.Text), emit.Options{})) == string(list)
}

func accepted(set *schemac.ToolSet) int {
	n := 0
	for i := range set.Results {
		if set.Results[i].Schema != nil {
			n++
		}
	}
	return n
}

// writeFiles writes one file for each tool and target.
func (f *compileFlags) writeFiles(set *schemac.ToolSet, targets int) error {
	var names fileNames
	name := ""
	for i := range set.Results {
		r := &set.Results[i]
		if i%targets == 0 {
			name = names.next(fileName(&r.Tool))
		}
		if r.Schema == nil {
			continue
		}
		var data []byte
		switch {
		case f.emit == "tools":
			data = append(r.EmitTool(nil, f.step()), '\n')
		case unchanged(r):
			data = []byte(r.Tool.Source.Text)
		default:
			data = append(emit.Format(nil, r.Schema, emit.Options{Indent: f.step()}), '\n')
		}
		path := filepath.Join(f.outDir, name+"."+r.Target.ID+".json")
		if err := writeFile(path, data); err != nil {
			return inputError{fmt.Errorf("cannot write %s: %w", path, reason(err))}
		}
		if err := writePlan(strings.TrimSuffix(path, ".json")+".restore.json", r.Plan); err != nil {
			return err
		}
	}
	return nil
}

// fileName is what the files of a tool are called.
func fileName(t *ast.Tool) string {
	if !t.HasName && t.Output != ast.NoOutput {
		return "output"
	}
	return t.Name
}

// writePlan writes a plan, or removes the one of an earlier run.
func writePlan(path string, plan *restore.Plan) error {
	if plan == nil {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return inputError{fmt.Errorf("cannot remove %s, which is no longer true: %w", path, reason(err))}
		}
		return nil
	}
	if err := writeFile(path, append(plan.AppendJSON(nil), '\n')); err != nil {
		return inputError{fmt.Errorf("cannot write %s: %w", path, reason(err))}
	}
	return nil
}

// writeRecords writes the json or ndjson form.
func (p *program) writeRecords(f *compileFlags, set *schemac.ToolSet) {
	var all []diag.Diagnostic
	for i := range set.Results {
		all = append(all, set.Results[i].Diagnostics...)
	}
	places := diag.Places(all)
	var line, list []byte
	for i := range set.Results {
		r := &set.Results[i]
		line = appendRecord(line[:0], r, places[:len(r.Diagnostics)])
		places = places[len(r.Diagnostics):]
		if f.format == "ndjson" {
			p.out.Write(append(line, '\n'))
			continue
		}
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, line...)
	}
	if f.format == "json" {
		list = append(append([]byte{'['}, list...), ']')
		p.out.Write(append(emit.Format(nil, list, emit.Options{Indent: f.step()}), '\n'))
	}
}

// rate sets the exit code.
func (p *program) rate(f *compileFlags, set *schemac.ToolSet) {
	for i := range set.Results {
		r := &set.Results[i]
		if r.Verdict&diag.Rejected != 0 {
			p.exit(exitInput)
		}
		if fails(f.failOn, r) {
			p.exit(exitFindings)
		}
		for j := range r.Diagnostics {
			switch r.Diagnostics[j].Code {
			case diag.InternalError:
				p.exit(exitInternal)
			case diag.StrictRequired, diag.AuditFailed:
				p.exit(exitFindings)
			}
			if refused(&r.Diagnostics[j]) {
				p.exit(exitFindings)
			}
		}
	}
	for i := range set.Diagnostics {
		if d := &set.Diagnostics[i]; refused(d) {
			p.exit(exitFindings)
		} else if d.Severity == diag.Error {
			p.exit(exitInput)
		} else if d.Severity == diag.Warning && f.failOn == "warning" {
			p.exit(exitFindings)
		}
	}
}

// refused reports whether the provider refuses the request for a name or a size,
// which compiling cannot change.
func refused(d *diag.Diagnostic) bool {
	switch d.Code {
	case diag.ToolName, diag.ToolDescription, diag.ToolCount, diag.ToolBytes, diag.LimitExceeded, diag.PropertyName:
		return d.Severity == diag.Error
	}
	return false
}

// failLevels are the values of --fail-on.
var failLevels = []string{"error", "warning", "reshaped", "widened", "narrowed", "never"}

// fails reports whether a result is at or above --fail-on.
func fails(on string, r *schemac.Result) bool {
	severity := func(least diag.Severity) bool {
		for i := range r.Diagnostics {
			if r.Diagnostics[i].Severity >= least {
				return true
			}
		}
		return false
	}
	const broken = diag.Fallback | diag.Rejected
	switch on {
	case "error":
		return severity(diag.Error)
	case "warning":
		return severity(diag.Warning)
	case "reshaped":
		return r.Verdict != diag.Exact
	case "widened":
		return r.Verdict&(diag.Widened|diag.Narrowed|broken) != 0
	case "narrowed":
		return r.Verdict&(diag.Narrowed|broken) != 0
	}
	return false
}
