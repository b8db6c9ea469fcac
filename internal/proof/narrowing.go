package proof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/gen"
	"github.com/schemac/schemac/internal/judge"
)

// Narrowing is how a schema of 2020-12 refuses what another one took.
type Narrowing struct {
	// Instance is the shortest that is known to show it, as JSON text; nil if
	// it is shown by Keywords alone.
	Instance []byte
	// Keywords are those of the new schema that refuse something, ordered by
	// place in the instance.
	Keywords []judge.Failure
}

// Narrows looks for instances that the old schema accepts and the new one
// refuses: among those that Check draws, and among some made for each place
// where the new schema has a keyword that the old one does not have there. A
// bound that is too far away for an instance counts if nothing in the old schema
// could depend on the value. nil means that nothing was found, which does not
// prove that there is nothing.
//
// The error wraps ErrSource, about the old schema, or ErrOutput.
func Narrows(old, new []byte) (*Narrowing, error) {
	w, err := Check(Claim{Source: old, Output: new, SourceDraft: ast.Draft2020, Loss: diag.Widened}, 0)
	if err != nil {
		return nil, err
	}
	before, err := Source(old, ast.Draft2020)
	if err != nil {
		return nil, err
	}
	after, err := Output(new)
	if err != nil {
		return nil, err
	}
	var out Narrowing
	take := func(in []byte) {
		if out.Instance == nil || len(in) < len(out.Instance) {
			out.Instance = in
		}
		out.Keywords = append(out.Keywords, after.Failures(in)...)
	}
	if w != nil {
		take(w.Instance)
	}
	probes, bounds := gen.Probes(old, new)
	for _, in := range probes {
		if !after.Valid(in) && before.Valid(in) {
			take(in)
		}
	}
	for _, b := range bounds {
		if before.Valid(b.Base) {
			out.Keywords = append(out.Keywords, judge.Failure{Pointer: b.Pointer, Keyword: b.Keyword})
		}
	}
	if out.Keywords == nil && out.Instance == nil {
		return nil, nil
	}
	slices.SortFunc(out.Keywords, func(a, b judge.Failure) int {
		return cmp.Or(strings.Compare(a.Pointer, b.Pointer), strings.Compare(a.Keyword, b.Keyword))
	})
	out.Keywords = slices.Compact(out.Keywords)
	return &out, nil
}
