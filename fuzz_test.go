package schemac_test

import (
	"testing"

	"github.com/schemac/schemac"
)

// FuzzCompile holds the four properties, idempotence and determinism over
// whatever the fuzzer makes of the cases: nothing panics, and no claim is false.
// The second argument picks the target.
func FuzzCompile(f *testing.F) {
	for i, it := range testdataItems(f) {
		f.Add(it.schema, uint8(i))
	}
	f.Fuzz(func(t *testing.T, schema []byte, n uint8) {
		if len(schema) > 2000 {
			return // the properties are about shapes, which need no more room
		}
		tg := proved[int(n)%contracted]
		if _, err := schemac.Compile(schema, tg.ID, schemac.Options{}); err != nil {
			return
		}
		var r report
		r.check(item{id: "fuzz", schema: schema}, tg)
		for _, property := range [...]string{complete, necessary, honest, idempotent, deterministic} {
			r.print(t, property)
		}
	})
}
