package diag

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// AppendJSON appends the entries as one array of the objects of AppendNDJSON.
func AppendJSON(dst []byte, entries []Entry) []byte {
	at := locateEntries(entries)
	dst = append(dst, '[')
	for i := range entries {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n  "...)
		dst = appendEntry(dst, &entries[i], &at[i])
	}
	if len(entries) > 0 {
		dst = append(dst, '\n')
	}
	return append(dst, "]\n"...)
}

// AppendNDJSON appends a line for each entry:
//
//	{"code","severity","loss":[…],"message","help","tool","source","line","column",
//	 "endLine","endColumn","pointer","targets":[{"target","output"}],
//	 "labels":[{"text","line","column","endLine","endColumn","pointer"}],
//	 "evidence":{"target","claim","source","date"}}
//
// output is a JSON Pointer into the target's output, null if there is none;
// evidence is null if no provider's rule is the cause; of a portable target its
// target is the part whose rule it is.
func AppendNDJSON(dst []byte, entries []Entry) []byte {
	at := locateEntries(entries)
	for i := range entries {
		dst = appendEntry(dst, &entries[i], &at[i])
		dst = append(dst, '\n')
	}
	return dst
}

func appendEntry(dst []byte, e *Entry, at *regions) []byte {
	o := object{append(dst, '{')}
	o.text("code", string(e.Code))
	o.text("severity", e.Severity.String())
	o.texts("loss", e.Loss.Names())
	o.text("message", e.Message())
	o.text("help", e.Help())
	o.text("tool", e.Tool)
	o.text("source", at.primary.Source)
	o.region(&at.primary)
	o.name("targets")
	o.dst = append(o.dst, '[')
	for i, f := range e.For {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		o.dst = append(o.dst, '{')
		o.text("target", f.Target.ID)
		o.name("output")
		if f.HasOutput {
			o.dst = appendText(o.dst, f.Output)
		} else {
			o.dst = append(o.dst, "null"...)
		}
		o.dst = append(o.dst, '}')
	}
	o.dst = append(o.dst, ']')
	o.name("labels")
	o.dst = append(o.dst, '[')
	for i := range e.Notes {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		o.dst = append(o.dst, '{')
		o.text("text", e.Notes[i].Text)
		o.region(&at.notes[i])
		o.dst = append(o.dst, '}')
	}
	o.dst = append(o.dst, ']')
	o.name("evidence")
	if ev := e.Evidence(); ev == nil {
		o.dst = append(o.dst, "null"...)
	} else {
		o.dst = append(o.dst, '{')
		o.text("target", e.EvidenceTarget().ID)
		o.text("claim", ev.Claim)
		o.text("source", ev.Source)
		o.text("date", ev.Date)
		o.dst = append(o.dst, '}')
	}
	return append(o.dst, '}')
}

// object writes the members of a JSON object.
type object struct{ dst []byte }

// name begins a member.
func (o *object) name(name string) {
	if o.dst[len(o.dst)-1] != '{' {
		o.dst = append(o.dst, ',')
	}
	o.dst = appendText(o.dst, name)
	o.dst = append(o.dst, ':')
}

func (o *object) text(name, value string) {
	o.name(name)
	o.dst = appendText(o.dst, value)
}

func (o *object) number(name string, value int) {
	o.name(name)
	o.dst = strconv.AppendInt(o.dst, int64(value), 10)
}

func (o *object) texts(name string, values []string) {
	o.name(name)
	o.dst = append(o.dst, '[')
	for i, v := range values {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		o.dst = appendText(o.dst, v)
	}
	o.dst = append(o.dst, ']')
}

func (o *object) region(r *Region) {
	o.number("line", r.Line)
	o.number("column", r.Column)
	o.number("endLine", r.EndLine)
	o.number("endColumn", r.EndColumn)
	o.text("pointer", r.Pointer)
}

// appendText appends a JSON string. Names of files need not be Unicode; what is
// not becomes U+FFFD, which is all that the error of AppendQuote says.
func appendText(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
