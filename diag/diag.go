// Package diag is what schemac says about a schema: coded facts with a
// severity, a loss and a place in the source, and their rendering.
//
// A Diagnostic is cheap to make: its words are put together only when it is
// printed, from the template of its Code (codes.go) and two arguments; lines,
// columns and JSON Pointers are computed only then too.
package diag

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// Severity is what the user should feel.
type Severity uint8

const (
	Note Severity = iota
	Warning
	Error
)

// String is note, warning or error.
func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// Loss is what happened to the set of accepted arguments: a set of the bits
// below, Exact if it is empty. The verdict on a tool is a Loss too, the union
// over its diagnostics, and may add Fallback and Rejected.
type Loss uint8

const (
	// Exact means that the same arguments are accepted.
	Exact Loss = 0
	// Hinted means that an enforced constraint became description text. It
	// always comes with Widened.
	Hinted Loss = 1 << (iota - 1)
	// Widened means that the provider accepts arguments the source rejects:
	// validate after the call.
	Widened
	// Narrowed means that the provider rejects arguments the source accepts.
	Narrowed
	// Reshaped means that arguments arrive in another shape.
	Reshaped
	// Fallback means that the target could not be met and its fallback schema
	// was emitted.
	Fallback
	// Rejected means that there is no output for the tool.
	Rejected
)

var lossNames = [...]string{"hinted", "widened", "narrowed", "reshaped", "fallback", "rejected"}

// Names lists the members in the order of the constants, ["exact"] if none.
func (l Loss) Names() []string {
	if l == Exact {
		return []string{"exact"}
	}
	var names []string
	for i, n := range lossNames {
		if l&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return names
}

// String is Names joined by commas: "hinted, widened".
func (l Loss) String() string { return strings.Join(l.Names(), ", ") }

// Diagnostic is one fact about a schema.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Loss     Loss
	// Source and Span are the primary place.
	Source *ast.Source
	Span   ast.Span
	// A and B fill $1 and $2 of the code's message and help.
	A, B string
	// Notes are further places, each with a label.
	Notes []Label
	// Tool is the name of the tool it is about, "" for a bare schema.
	Tool string
	// Pass is the pass that made the change, "" for the parser.
	Pass string
	// Target is the target whose rule is the cause, nil if it is about the
	// source alone. See Evidence.
	Target *target.Target
	// Rule is that rule where the code alone does not say it.
	Rule target.Rule
}

// Label is a further place and what is there.
type Label struct {
	Span ast.Span
	Text string
}

// New returns a diagnostic with the code's own severity and loss.
func New(code Code, src *ast.Source, span ast.Span, a, b string) Diagnostic {
	i := code.Info()
	return Diagnostic{Code: code, Severity: i.Severity, Loss: i.Loss, Source: src, Span: span, A: a, B: b}
}

// Message is the fact in one lower-case sentence without the place.
func (d *Diagnostic) Message() string { return fill(d.Code.Info().Message, d.A, d.B) }

// Help says what to do, "" if there is nothing to do.
func (d *Diagnostic) Help() string { return fill(d.Code.Info().Help, d.A, d.B) }

// Error makes a diagnostic usable as an error: the message and the place.
func (d *Diagnostic) Error() string {
	if d.Source == nil {
		return d.Message()
	}
	p := Locate(d.Source, d.Span.Start)
	return p.String() + ": " + d.Message()
}

func fill(template, a, b string) string {
	if !strings.Contains(template, "$") {
		return template
	}
	// One pass, so that arguments that contain $1 are not expanded again.
	var out strings.Builder
	for i := 0; i < len(template); i++ {
		if template[i] == '$' && i+1 < len(template) {
			switch template[i+1] {
			case '1':
				out.WriteString(a)
				i++
				continue
			case '2':
				out.WriteString(b)
				i++
				continue
			case '$': // "$$ref" is the text $ref
				out.WriteByte('$')
				i++
				continue
			}
		}
		out.WriteByte(template[i])
	}
	return out.String()
}

// Verdict is the union of the losses.
func Verdict(ds []Diagnostic) Loss {
	var l Loss
	for i := range ds {
		l |= ds[i].Loss
	}
	return l
}

// Sink receives diagnostics as they are found.
type Sink func(Diagnostic)
