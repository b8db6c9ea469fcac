package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/pflag"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
)

// outputFlags are the flags that say what becomes of the diagnostics.
type outputFlags struct {
	outputs, levels []string
	baseline        string

	parsed []output
	level  map[diag.Code]string
	known  map[string]bool // of the baseline
}

// output is one --output FORMAT=PATH.
type output struct{ format, path string }

var outputFormats = []string{"text", "json", "ndjson", "sarif", "github", "junit", "baseline"}

const outputHelp = `
--output writes the diagnostics in another form too, and may be repeated. For the
PATH - they go to stderr in place of the text. The formats:
  text      as on stderr, without colour
  json      an array of objects with all that is known: code, severity, loss,
            message, help, tool, place, labels, pointer into the output, evidence
  ndjson    the same, one a line
  sarif     SARIF 2.1.0, for code scanning
  github    workflow commands of GitHub Actions
  junit     a suite for each target, a case for each tool; a tool fails as
            --fail-on says, or if it was rejected
  baseline  for --baseline

--log-level CODE=LEVEL makes one kind of diagnostic an error, a warning or a
note, or turns it off (schemac explain lists the codes). --baseline FILE sets
aside what FILE knows: it is not printed, and --fail-on counts only the losses of
the rest. Lines may move; a diagnostic is known by its code, source, tool,
target, pointer and message.
`

func (f *outputFlags) add(fl *pflag.FlagSet) {
	fl.StringArrayVar(&f.outputs, "output", nil, "write the diagnostics to PATH, as FORMAT=PATH (repeatable): "+strings.Join(outputFormats, ", "))
	fl.StringArrayVar(&f.levels, "log-level", nil, "severity of one code, as CODE=off, note, warning or error (repeatable)")
	fl.StringVar(&f.baseline, "baseline", "", "set aside the diagnostics that this file of --output baseline=FILE knows")
}

// parse checks the flags and reads the baseline.
func (f *outputFlags) parse() error {
	f.parsed, f.level, f.known = nil, make(map[diag.Code]string), nil
	for _, o := range f.outputs {
		format, path, ok := strings.Cut(o, "=")
		if !ok || path == "" {
			return usagef("--output is %q: write FORMAT=PATH, with - for stderr", o)
		}
		if err := oneOf("--output", format, outputFormats...); err != nil {
			return err
		}
		for _, before := range f.parsed {
			if before.path == path {
				return usagef("--output writes two forms to %s: give each a PATH of its own", path)
			}
		}
		f.parsed = append(f.parsed, output{format, path})
	}
	for _, l := range f.levels {
		code, level, ok := strings.Cut(l, "=")
		if !ok {
			return usagef("--log-level is %q: write CODE=off, note, warning or error", l)
		}
		if err := oneOf("--log-level", level, "off", "note", "warning", "error"); err != nil {
			return err
		}
		if !isCode(code) {
			return usagef("--log-level: there is no code %q; schemac explain lists them", code)
		}
		f.level[diag.Code(code)] = level
	}
	if f.baseline == "" {
		return nil
	}
	text, err := os.ReadFile(f.baseline)
	if err != nil {
		return inputError{fmt.Errorf("--baseline: cannot read %s: %w; write one with --output baseline=%[1]s", f.baseline, reason(err))}
	}
	f.known = make(map[string]bool)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if !jsontext.Value(line).IsValid() {
			return inputError{fmt.Errorf("--baseline: %s is not a baseline; write one with --output baseline=%[1]s", f.baseline)}
		}
		f.known[line] = true
	}
	return nil
}

func isCode(name string) bool {
	return slices.ContainsFunc(diag.Codes(), func(i diag.Info) bool { return string(i.Code) == name })
}

// relevel returns the set with the severities of --log-level.
func (f *outputFlags) relevel(set *schemac.ToolSet) *schemac.ToolSet {
	if len(f.level) == 0 {
		return set
	}
	change := func(ds []diag.Diagnostic) []diag.Diagnostic {
		out := make([]diag.Diagnostic, 0, len(ds))
		for _, d := range ds {
			switch f.level[d.Code] {
			case "off":
				continue
			case "note":
				d.Severity = diag.Note
			case "warning":
				d.Severity = diag.Warning
			case "error":
				d.Severity = diag.Error
			}
			out = append(out, d)
		}
		return out
	}
	return each(set, func(_ *schemac.Result, ds []diag.Diagnostic) []diag.Diagnostic { return change(ds) })
}

// unknown returns the set without what the baseline knows; the verdicts are
// those of what is left.
func (f *outputFlags) unknown(set *schemac.ToolSet) *schemac.ToolSet {
	if f.known == nil {
		return set
	}
	out := each(set, func(r *schemac.Result, ds []diag.Diagnostic) []diag.Diagnostic {
		places := diag.Places(ds)
		rest := make([]diag.Diagnostic, 0, len(ds))
		for i := range ds {
			if !f.known[string(fact(r, &ds[i], places[i]))] {
				rest = append(rest, ds[i])
			}
		}
		return rest
	})
	for i := range out.Results {
		r := &out.Results[i]
		r.Verdict = diag.Verdict(r.Diagnostics) | r.Verdict&diag.Rejected
	}
	return out
}

// each returns a copy of the set with other diagnostics; r is nil for those of
// the sources.
func each(set *schemac.ToolSet, f func(r *schemac.Result, ds []diag.Diagnostic) []diag.Diagnostic) *schemac.ToolSet {
	out := &schemac.ToolSet{Diagnostics: f(nil, set.Diagnostics), Results: slices.Clone(set.Results)}
	for i := range out.Results {
		r := &out.Results[i]
		r.Diagnostics = f(r, r.Diagnostics)
	}
	return out
}

// fact is a line of a baseline.
func fact(r *schemac.Result, d *diag.Diagnostic, at diag.Place) []byte {
	targetID := ""
	if r != nil {
		targetID = r.Target.ID
	}
	dst := []byte{'{'}
	for i, m := range [...][2]string{{"code", string(d.Code)}, {"source", at.Source}, {"tool", d.Tool}, {"target", targetID},
		{"pointer", at.Pointer}, {"message", d.Message()}} {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, m[0]), ':')
		dst = appendString(dst, m[1])
	}
	return append(dst, '}')
}

// writeOutputs writes every --output. A baseline holds all, the other forms what
// is fresh; targets is how many results a tool has.
func (p *program) writeOutputs(f *outputFlags, all, fresh *schemac.ToolSet, targets int, failed func(*schemac.Result) bool) error {
	for _, o := range f.parsed {
		var data []byte
		if o.format == "baseline" {
			data = baseline(all)
		} else {
			data = render(o.format, fresh, targets, failed)
		}
		if err := p.put(o, data); err != nil {
			return err
		}
	}
	return nil
}

// put writes the data of an output.
func (p *program) put(o output, data []byte) error {
	if o.path == "-" {
		_, err := p.err.Write(data)
		return err
	}
	if err := writeFile(o.path, data); err != nil {
		return inputError{fmt.Errorf("cannot write %s: %w", o.path, reason(err))}
	}
	return nil
}

// written are the files and folders that a run writes.
func (f *compileFlags) written() []string {
	var out []string
	if f.outDir != "" {
		out = append(out, f.outDir)
	}
	for _, o := range f.outputs {
		if _, path, ok := strings.Cut(o, "="); ok && path != "-" {
			out = append(out, path)
		}
	}
	return out
}

// toStderr reports whether an output takes the place of the text.
func (f *outputFlags) toStderr() bool {
	return slices.ContainsFunc(f.parsed, func(o output) bool { return o.path == "-" })
}

func render(format string, set *schemac.ToolSet, targets int, failed func(*schemac.Result) bool) []byte {
	switch format {
	case "junit":
		return diag.AppendJUnit(nil, cases(set, failed))
	case "text":
		return renderEntries(format, gather(set, diag.Warning, targets, false))
	}
	return renderEntries(format, gather(set, diag.Note, targets, true))
}

func renderEntries(format string, entries []diag.Entry) []byte {
	switch format {
	case "text":
		return appendEntries(nil, entries, false)
	case "json":
		return diag.AppendJSON(nil, entries)
	case "ndjson":
		return diag.AppendNDJSON(nil, entries)
	case "sarif":
		return diag.AppendSARIF(nil, entries, version())
	default:
		return diag.AppendGitHub(nil, entries)
	}
}

// baseline is the sorted lines of all facts.
func baseline(set *schemac.ToolSet) []byte {
	var lines []string
	each(set, func(r *schemac.Result, ds []diag.Diagnostic) []diag.Diagnostic {
		places := diag.Places(ds)
		for i := range ds {
			lines = append(lines, string(fact(r, &ds[i], places[i]))+"\n")
		}
		return nil
	})
	slices.Sort(lines)
	return []byte(strings.Join(slices.Compact(lines), ""))
}

// cases are the results as test cases.
func cases(set *schemac.ToolSet, failed func(*schemac.Result) bool) []diag.Case {
	out := make([]diag.Case, len(set.Results))
	for i := range set.Results {
		r := &set.Results[i]
		c := diag.Case{Source: r.Tool.Source.Name, Tool: r.Tool.Name, Target: r.Target.ID, Verdict: r.Verdict.String(), Failed: failed(r)}
		for j := range r.Diagnostics {
			if r.Diagnostics[j].Severity >= diag.Warning {
				c.Entries = append(c.Entries, diag.Entry{Diagnostic: &r.Diagnostics[j]})
			}
		}
		out[i] = c
	}
	return out
}

// version is that of schemac's own module, "devel" where the build has none.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}
