package generate

import (
	"github.com/schemac/schemac/target"
)

// LockName is the usual name of the lock file.
const LockName = "schemac.lock"

// Lock returns the text of the lock file, which says what came of which source,
// a line for each output so that changes are easy to review and to merge:
//
//	{
//	  "version": 1,
//	  "targets": {
//	    "mcp": "2026-09"
//	  },
//	  "tools": {
//	    "search": {
//	      "source": "5f1c…",
//	      "mcp": "09ab…"
//	    }
//	  }
//	}
//
// The date of a target is that of its newest evidence: an output of a released
// schemac changes only with its source or with that date.
func (s *Set) Lock() []byte {
	m := []byte(`{"version":1,"targets":{`)
	for i, t := range s.Targets {
		m = comma(m, i)
		m = append(text(m, t.ID), ':')
		m = text(m, TargetDate(t))
	}
	m = append(m, `},"tools":{`...)
	for i := range s.Tools {
		t := &s.Tools[i]
		m = comma(m, i)
		m = append(text(m, t.Name), `:{"source":"`...)
		m = append(append(m, t.SourceHash...), '"')
		for j := range t.Outputs {
			o := &t.Outputs[j]
			m = append(text(append(m, ','), o.Target.ID), `:"`...)
			m = append(append(m, o.Hash...), '"')
		}
		m = append(m, '}')
	}
	return indented(append(m, `}}`...))
}

// TargetDate is the date of a target's newest evidence, YYYY-MM or YYYY-MM-DD.
func TargetDate(t *target.Target) string {
	date := ""
	for _, e := range t.Evidence {
		date = max(date, e.Date)
	}
	return date
}
