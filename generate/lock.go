package generate

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

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

// LockChanges says why a lock file is not what Lock returns now, a line for each
// tool and target:
//
//	search, for mcp: the source changed
//	search, for mcp: the target changed, it was of 2026-07 and is of 2026-09
//	search, for mcp: schemac, the options or the description changed
//
// It returns nil for a text that is no lock file.
func (s *Set) LockChanges(old []byte) []string {
	var lock struct {
		Version int
		Targets map[string]string
		Tools   map[string]map[string]string
	}
	if json.Unmarshal(old, &lock) != nil || lock.Version != 1 {
		return nil
	}
	var out []string
	for i := range s.Tools {
		t := &s.Tools[i]
		was, ok := lock.Tools[t.Name]
		if !ok {
			out = append(out, t.Name+": it is new")
			continue
		}
		delete(lock.Tools, t.Name)
		for j := range t.Outputs {
			o := &t.Outputs[j]
			id := o.Target.ID
			why := ""
			switch date := TargetDate(o.Target); {
			case was[id] == o.Hash && was["source"] == t.SourceHash:
				continue
			case was[id] == "":
				why = "the target is new"
			case was["source"] != t.SourceHash:
				why = "the source changed"
			case lock.Targets[id] != date:
				why = fmt.Sprintf("the target changed, it was of %s and is of %s", lock.Targets[id], date)
			default:
				why = "schemac, the options or the description changed"
			}
			out = append(out, t.Name+", for "+id+": "+why)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lock.Tools)) {
		out = append(out, name+": it is gone")
	}
	return out
}
