package diag

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// Entry is one diagnostic as reports for programs show it.
type Entry struct {
	*Diagnostic
	// For are the targets that have it; none if it is about a source alone.
	For []For
}

// For is a target that has a diagnostic.
type For struct {
	Target *target.Target
	// Output is the JSON Pointer into the output schema, meaningful if
	// HasOutput.
	Output    string
	HasOutput bool
}

// Region is the place of a span: of its begin and, with the line and column
// behind its last character, of its end.
type Region struct {
	Place
	EndLine, EndColumn int
}

// regions are the places of an entry.
type regions struct {
	primary Region
	notes   []Region
}

// locateEntries computes all places of the entries, reading each source once.
// An entry without a source has the zero Region.
func locateEntries(entries []Entry) []regions {
	type slot struct{ entry, note int } // note -1 is the primary place
	at := make(map[*ast.Source][]ast.Pos)
	slots := make(map[*ast.Source][]slot)
	var sources []*ast.Source // in the order of their first entry
	add := func(src *ast.Source, s slot, span ast.Span) {
		if _, ok := at[src]; !ok {
			sources = append(sources, src)
		}
		at[src] = append(at[src], span.Start, max(span.Start, span.End))
		slots[src] = append(slots[src], s)
	}
	out := make([]regions, len(entries))
	for i := range entries {
		d := entries[i].Diagnostic
		if d.Source == nil {
			continue
		}
		add(d.Source, slot{i, -1}, d.Span)
		out[i].notes = make([]Region, len(d.Notes))
		for j := range d.Notes {
			add(d.Source, slot{i, j}, d.Notes[j].Span)
		}
	}
	for _, src := range sources {
		places := LocateAll(src, at[src])
		for k, s := range slots[src] {
			r := Region{Place: places[2*k], EndLine: places[2*k+1].Line, EndColumn: places[2*k+1].Column}
			if s.note < 0 {
				out[s.entry].primary = r
			} else {
				out[s.entry].notes[s.note] = r
			}
		}
	}
	return out
}
