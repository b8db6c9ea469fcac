package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/diff"
)

//go:embed page.html
var pageText string

// page is what page.html shows. It is self-contained: no font, script or style
// is loaded from anywhere.
type page struct {
	Targets []string
	Rows    []pageRow
}

type pageRow struct {
	Name, Place string
	Words       string // what the filter looks at, in lower case
	Cells       []pageCell
}

type pageCell struct {
	ID, Target, Verdict, Strict, Size, Limits string
	Class                                     string // how grave it is, for the colour
	Said                                      []pageDiagnostic
	Diff                                      []diff.Row
}

type pageDiagnostic struct{ Severity, Code, Message, Place, Pointer, Output, Help, Because string }

func (t *table) html(w io.Writer) error {
	tmpl, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	var p page
	for _, tg := range t.targets {
		p.Targets = append(p.Targets, tg.ID)
	}
	for i := range t.rows {
		r := &t.rows[i]
		row := pageRow{Name: r.name, Place: r.place}
		words := []string{r.name}
		for j := range r.cells {
			c := &r.cells[j]
			cell := pageCell{ID: fmt.Sprintf("t%d-%s", i, t.targets[j].ID), Target: t.targets[j].ID, Verdict: c.verdict(),
				Strict: c.strict(), Size: c.size(r.before), Limits: c.after.limits(), Class: c.class()}
			words = append(words, cell.Verdict, cell.Strict)
			places, outputs := diag.Places(c.r.Diagnostics), c.r.OutputPointers()
			for k := range c.r.Diagnostics {
				d := &c.r.Diagnostics[k]
				said := pageDiagnostic{Severity: d.Severity.String(), Code: string(d.Code), Message: d.Message(), Pointer: places[k].Pointer, Help: d.Help()}
				if d.Source != nil {
					said.Place = places[k].String()
				}
				if outputs != nil {
					said.Output = "#" + outputs[k]
				}
				if e := d.Evidence(); e != nil {
					said.Because = e.Claim + " (" + e.Source + ", " + e.Date + ")"
				}
				cell.Said = append(cell.Said, said)
			}
			if r.source != "" && c.r.Schema != nil {
				if lines := diff.Lines(pretty([]byte(r.source)), pretty(c.r.Schema)); changed(lines) {
					cell.Diff = diff.Rows(lines)
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		row.Words = strings.ToLower(strings.Join(words, " "))
		p.Rows = append(p.Rows, row)
	}
	return tmpl.Execute(w, p)
}

// class is how grave the verdict is.
func (c *cell) class() string {
	switch v := c.r.Verdict; {
	case v&diag.Rejected != 0, v&diag.Fallback != 0 && !c.r.HasStrict:
		return "error"
	case v&(diag.Fallback|diag.Widened|diag.Narrowed) != 0:
		return "warning"
	case v != diag.Exact:
		return "note"
	}
	return "ok"
}
