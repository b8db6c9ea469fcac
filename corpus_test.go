package schemac_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/audit"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/judge"
)

// TestRealSchemas compiles real schemas of all kinds for every target: what
// comes out is valid 2020-12, passes the target's own audit or says why not, and compiles
// to itself.
func TestRealSchemas(t *testing.T) {
	every := 16
	if *everything {
		every = 1
	}
	n, failed := 0, 0
	for _, file := range sharedFiles(t, "corpus/real-schemas.jsonl") {
		i := 0
		for line := range bytes.Lines(mustRead(t, file)) {
			var c struct {
				ID     string          `json:"id"`
				Schema json.RawMessage `json:"schema"`
			}
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			i++
			for k, tg := range proved {
				if (i+k)%every != 0 {
					continue
				}
				res, err := schemac.Compile(c.Schema, tg.ID, schemac.Options{})
				if err != nil || res.Schema == nil {
					continue
				}
				n++
				judged := tg
				if tg.Plain != nil && !res.Strict {
					judged = tg.Plain
				}
				var found []audit.Violation
				if tg.Plain != nil || res.Verdict&diag.Fallback == 0 || !strings.Contains(codes(res), string(diag.StrictFallback)) {
					found, err = audit.Check(res.Schema, judged, audit.Options{Metaschema: judge.Metaschema})
				}
				again, twice := schemac.Compile(res.Schema, tg.ID, schemac.Options{})
				if twice == nil && !bytes.Equal(again.Schema, res.Schema) {
					twice = errors.New("compiled again: " + apart(again.Schema, res.Schema) + " was " + apart(res.Schema, again.Schema) + codes(again))
				}
				if err == nil {
					err = twice
				}
				found = slices.DeleteFunc(found, func(v audit.Violation) bool { return v.Unfixable })
				if err == nil && len(found) == 0 {
					if err = judge.Metaschema(res.Schema); err == nil || judge.Metaschema(c.Schema) != nil {
						continue
					}
				}
				if failed++; failed <= 10 {
					t.Errorf("%s for %s: %v %v\n  in  %s\n  out %s", c.ID, tg.ID, err, found, short(c.Schema), short(res.Schema))
				}
			}
		}
	}
	t.Logf("%d outputs, %d fail", n, failed)
}
