package generate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/target"
)

// Set is what is generated: every tool for every target.
type Set struct {
	// Targets are in the order of target.All, whatever order they were given in.
	Targets []*target.Target
	// Tools are in the order of their names.
	Tools []Tool
}

// Tool is one tool for every target of its Set.
type Tool struct {
	// Name is the name that providers see. A schema without one is called after
	// its file: schemas/get_user.json is get_user.
	Name        string
	Description string
	// Ident is the tool's name in generated programs: GetUser.
	Ident string
	// Source is the JSON text of the schema before it was compiled, without
	// white space between its tokens; {} if the tool had none.
	Source []byte
	// SourceHash is the SHA-256 of Source in hexadecimal digits.
	SourceHash string
	// Outputs has one for each of Set.Targets.
	Outputs []Output
	// Type is the Go type that the schema was made of, nil if there is none.
	Type *GoType
}

// Output is a tool compiled for one target.
type Output struct {
	Target *target.Target
	// Request is the tool as it stands in the provider's list of tools, compact,
	// with its unknown members sorted by name; Request[Start:End] is its schema.
	Request    []byte
	Start, End int
	// Strict is the value of the strict flag, HasStrict whether there is one.
	Strict, HasStrict bool
	// Verdict is what happened to the set of accepted arguments.
	Verdict diag.Loss
	// Plan is the restore plan as JSON, nil if arguments keep their shape.
	Plan []byte
	// Hash is the SHA-256 of all of the above in hexadecimal digits.
	Hash string
}

// Schema is the compiled schema.
func (o *Output) Schema() []byte { return o.Request[o.Start:o.End] }

// GoType is the Go type of a tool's arguments.
type GoType struct {
	Package string // its import path
	Name    string
}

// New makes a Set of what schemac.CompileTools returned for the targets. Tools
// that are the same in every respect count once.
//
// The error names the tools that cannot be generated, one a line: those that
// were rejected, whose reason is among their diagnostics, structured outputs, which
// are no tools, and different ones of one name.
func New(set *schemac.ToolSet, targets []*target.Target) (*Set, error) {
	out := &Set{Targets: slices.Clone(targets)}
	order := make([]int, len(targets))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(rank(targets[a]), rank(targets[b])), cmp.Compare(targets[a].ID, targets[b].ID))
	})
	for i, from := range order {
		out.Targets[i] = targets[from]
	}
	var errs []error
	for from := 0; from+len(targets) <= len(set.Results) && len(targets) > 0; from += len(targets) {
		results := set.Results[from : from+len(targets)]
		t := newTool(&results[0])
		for _, i := range order {
			r := &results[i]
			if r.Tool.Output != ast.NoOutput {
				errs = append(errs, fmt.Errorf("%s: %s is a structured output and no tool: leave it out, or compile it", r.Tool.Source.Name, quoted(t.Name)))
				break
			}
			if r.Schema == nil {
				errs = append(errs, fmt.Errorf("%s: %s has no output for %s", r.Tool.Source.Name, quoted(t.Name), r.Target.ID))
				continue
			}
			t.Outputs = append(t.Outputs, newOutput(t.Name, r))
		}
		out.Tools = append(out.Tools, t)
	}
	if errs != nil {
		return nil, errors.Join(errs...)
	}
	if err := out.sort(); err != nil {
		return nil, err
	}
	return out, nil
}

// rank is the target's place in target.All, behind all of it if it has none.
func rank(t *target.Target) int {
	if i := slices.IndexFunc(target.All, func(a *target.Target) bool { return a.ID == t.ID }); i >= 0 {
		return i // also in another envelope
	}
	return len(target.All)
}

func quoted(name string) string { return fmt.Sprintf("the tool %q", name) }

// newTool is the tool without outputs.
func newTool(r *schemac.Result) Tool {
	t := Tool{Name: r.Tool.Name, Description: r.Tool.Description}
	if !r.Tool.HasName {
		t.Name = stem(r.Tool.Source.Name)
	}
	t.Source = sourceText(&r.Tool)
	t.SourceHash = hash(t.Source)
	return t
}

// sourceText is the JSON text of a tool's schema as it was written, without
// white space between its tokens; {} if the tool is broken or has none.
func sourceText(t *ast.Tool) []byte {
	if t.Doc == nil || t.HasName && t.Doc.Span == t.Span {
		return []byte("{}")
	}
	return emit.Format(nil, []byte(t.Source.Slice(t.Doc.Span)), emit.Options{})
}

// stem is what a schema without a name is called: the name of its file without
// extensions.
func stem(file string) string {
	base := filepath.Base(filepath.ToSlash(file))
	base, _, _ = strings.Cut(strings.TrimLeft(base, "."), ".")
	if base == "" || strings.HasPrefix(base, "<") {
		return "tool"
	}
	return base
}

func newOutput(name string, r *schemac.Result) Output {
	named := *r
	named.Tool.Name, named.Tool.HasName = name, true
	// The order of a tool's members means nothing, so it must not show.
	named.Tool.Order = nil
	named.Tool.Extra = slices.Clone(r.Tool.Extra)
	slices.SortStableFunc(named.Tool.Extra, func(a, b ast.Raw) int { return strings.Compare(a.Name, b.Name) })
	o := Output{Target: r.Target, Strict: r.Strict, HasStrict: r.HasStrict, Verdict: r.Verdict}
	o.Request = named.EmitTool(nil, "")
	// The schema begins where the envelope of another one differs.
	named.Schema = []byte("0")
	envelope := named.EmitTool(nil, "")
	for o.Start < len(envelope) && envelope[o.Start] == o.Request[o.Start] {
		o.Start++
	}
	o.End = len(o.Request) - (len(envelope) - o.Start - 1)
	if r.Plan != nil {
		o.Plan = r.Plan.AppendJSON(nil)
	}
	o.Hash = hash(fmt.Appendf(nil, "%s\n%s\n%s", o.Request, o.Plan, o.Verdict))
	return o
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// sort orders the tools, drops those that are there already and gives the others
// their identifiers.
func (s *Set) sort() error {
	slices.SortFunc(s.Tools, func(a, b Tool) int { return cmp.Or(strings.Compare(a.Name, b.Name), a.compare(&b)) })
	s.Tools = slices.CompactFunc(s.Tools, func(a, b Tool) bool { return a.Name == b.Name && a.compare(&b) == 0 })
	var errs []error
	for i := 1; i < len(s.Tools); i++ {
		if a, b := &s.Tools[i-1], &s.Tools[i]; a.Name == b.Name {
			errs = append(errs, fmt.Errorf("%s is there twice and not the same: rename one of them", quoted(a.Name)))
		}
	}
	if errs != nil {
		return errors.Join(errs...)
	}
	s.identify()
	return nil
}

// compare is 0 for tools that differ in nothing.
func (t *Tool) compare(u *Tool) int {
	c := strings.Compare(t.SourceHash, u.SourceHash)
	for i := 0; c == 0 && i < len(t.Outputs); i++ {
		c = bytes.Compare([]byte(t.Outputs[i].Hash), []byte(u.Outputs[i].Hash))
	}
	return c
}

// Lookup returns the tool of that name, nil if there is none.
func (s *Set) Lookup(name string) *Tool {
	i, ok := slices.BinarySearchFunc(s.Tools, name, func(t Tool, name string) int { return strings.Compare(t.Name, name) })
	if !ok {
		return nil
	}
	return &s.Tools[i]
}

// Request appends the whole tool list of the i-th target in its provider's form.
func (s *Set) Request(dst []byte, i int) []byte {
	open, end := listText(s.Targets[i])
	dst = append(dst, open...)
	for j := range s.Tools {
		if j > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, s.Tools[j].Outputs[i].Request...)
	}
	return append(dst, end...)
}

// listText is the text around a target's list of tools.
func listText(t *target.Target) (open, end string) {
	list := string(emit.Tools(nil, t, nil, emit.Options{}))
	at := strings.LastIndexByte(list, '[') + 1
	return list[:at], list[at:]
}
