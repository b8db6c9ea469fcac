package diag

import (
	"strconv"
	"strings"
)

// AppendGitHub appends the entries as workflow commands of GitHub Actions, which
// shows them beside the lines of a change:
//
//	::warning file=t.json,line=4,endLine=4,col=9,endColumn=24,title=keyword-stripped::format is not accepted and was dropped
func AppendGitHub(dst []byte, entries []Entry) []byte {
	at := locateEntries(entries)
	for i := range entries {
		e, r := &entries[i], &at[i].primary
		dst = append(dst, "::"...)
		dst = append(dst, [...]string{"notice", "warning", "error"}[e.Severity]...)
		dst = append(dst, ' ')
		if e.Source != nil {
			dst = append(dst, "file="+property(e.Source.Name)+","...)
		}
		if e.Source != nil && e.Code != Unreadable {
			dst = append(dst, "line="+strconv.Itoa(r.Line)+",endLine="+strconv.Itoa(r.EndLine)+","...)
			if r.Line == r.EndLine { // columns are refused otherwise
				dst = append(dst, "col="+strconv.Itoa(r.Column)+",endColumn="+strconv.Itoa(r.EndColumn)+","...)
			}
		}
		dst = append(dst, "title="+property(string(e.Code))+"::"...)
		words := clean(e.Message())
		if c := about(e); c != "" {
			words += "\n" + c
		}
		if h := e.Help(); h != "" {
			words += "\nhelp: " + clean(h)
		}
		dst = append(dst, command.Replace(words)...)
		dst = append(dst, '\n')
	}
	return dst
}

// about is "in tool "x", for a and b".
func about(e *Entry) string {
	var parts []string
	if e.Tool != "" {
		parts = append(parts, "in tool "+strconv.Quote(e.Tool))
	}
	if len(e.For) > 0 {
		ids := make([]string, len(e.For))
		for i := range e.For {
			ids[i] = e.For[i].Target.ID
		}
		parts = append(parts, "for "+strings.Join(ids, ", "))
	}
	return strings.Join(parts, ", ")
}

var command = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

var propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")

func property(s string) string { return propertyEscapes.Replace(s) }
