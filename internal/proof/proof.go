// Package proof tests what the compiler claims about a schema: that its output
// accepts the same arguments, or no others, or no fewer.
//
// It makes instances around source and output, asks the independent validator
// about each on both sides and looks for one that contradicts the claim. It
// shares no code with parse and lower. A claim without a witness is not proved,
// but one with a witness is false.
package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/gen"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/restore"
)

// Claim is what a compile said.
type Claim struct {
	// Source and Output are JSON text. Output is of 2020-12, where
	// "nullable": true admits null too: Google's dialect says it so. References
	// may be in a provider's own words: see respelled.
	Source, Output []byte
	// SourceDraft is the dialect of Source; ast.Undeclared leaves it to its
	// $schema, and without one reads it as the compiler says it does: as
	// 2020-12 where old spellings and nullable count too.
	SourceDraft ast.Draft
	Loss        diag.Loss
	// Plan is the way arguments cross over, if they do; nil leaves that to what
	// the schemas suggest.
	Plan *restore.Plan
	// Renamed are the properties that the output calls otherwise. A further
	// member of an instance that is called as such a property is on the other
	// side cannot be told from it, and such an instance is left out.
	Renamed []Renamed
}

// Renamed is a property with two names.
type Renamed struct{ Source, Output string }

// RenamedBy is what the caller of the compiler can say of a result: the properties that
// its diagnostics call renamed.
func RenamedBy(ds []diag.Diagnostic) []Renamed {
	var out []Renamed
	for i := range ds {
		if d := &ds[i]; d.Code == diag.PropertyRenamed {
			out = append(out, Renamed{d.A, d.B})
		}
	}
	return out
}

// Collides reports whether an instance of one side, the source's if forth, has a
// member called as a renamed property is on the other side.
func (c *Claim) Collides(in []byte, forth bool) bool {
	for _, r := range c.Renamed {
		name := r.Source
		if forth {
			name = r.Output
		}
		quoted, err := json.Marshal(name)
		if err != nil || bytes.Contains(in, append(quoted, ':')) {
			return true
		}
	}
	return false
}

// Witness is an instance that contradicts a claim.
type Witness struct {
	Instance []byte // JSON text, as generated
	// Judged is Instance as it was judged on the other side when the claim
	// is Reshaped: with nulls added or dropped. Else it is Instance.
	Judged                   []byte
	SourceValid, OutputValid bool
	Why                      string // one sentence
}

// Error is the witness in one line.
func (w *Witness) String() string {
	s := fmt.Sprintf("%s: %s is valid under the source: %v, under the output: %v", w.Why, w.Instance, w.SourceValid, w.OutputValid)
	if !bytes.Equal(w.Instance, w.Judged) {
		s += fmt.Sprintf(" (as %s)", w.Judged)
	}
	return s
}

// ErrSource and ErrOutput mean that the validator cannot compile that side: a
// pattern with lookaround, a reference out of the document, an invalid schema.
// Nothing can be said about the claim then.
var (
	ErrSource = errors.New("the source cannot be judged")
	ErrOutput = errors.New("the output cannot be judged")
)

// Check looks among at most n instances for one that contradicts the claim, and
// returns the shortest; nil if there is none. If n is 0 there are as many
// instances as the size of the source suggests: enough to notice some 95 of 100
// assertions dropped from a real tool. format asserts on both sides.
//
//   - Without Widened nothing may be valid under the output and invalid under
//     the source.
//   - Without Narrowed nothing may be valid under the source and invalid under
//     the output.
//   - With Reshaped an instance crosses over the way arguments do: towards the
//     output a member that the output requires and that is absent becomes null,
//     towards the source a null that it neither requires nor admits goes. The
//     way of the Plan is tried too.
//   - With Fallback or Rejected nothing is claimed.
//
// The error wraps ErrSource or ErrOutput.
func Check(c Claim, n int) (*Witness, error) {
	if c.Loss&(diag.Fallback|diag.Rejected) != 0 {
		return nil, nil
	}
	if c.Loss&(diag.Widened|diag.Narrowed) == diag.Widened|diag.Narrowed {
		return nil, nil
	}
	if c.Loss == diag.Exact && bytes.Equal(c.Source, c.Output) {
		return nil, nil
	}
	c.Output = respelled(c.Output)
	if c.SourceDraft == ast.Undeclared {
		c.Source = respelled(c.Source)
	}
	source, sourceJudge, err := compileSource(c.Source, c.SourceDraft)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSource, err)
	}
	output, outputJudge, err := compileOutput(c.Output)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOutput, err)
	}
	if n == 0 {
		n = 60 + min(len(c.Source)/40, 400)
	}
	var best *Witness
	found := func(w Witness) {
		if best == nil || len(w.Instance) < len(best.Instance) {
			best = &w
		}
	}
	for _, in := range gen.Instances([][]byte{c.Source, c.Output}, n) {
		bySource, byOutput := sourceJudge.Valid(in), outputJudge.Valid(in)
		if bySource && !byOutput && c.Loss&diag.Narrowed == 0 && !c.Collides(in, true) {
			judged, ok := in, false
			if c.Loss&diag.Reshaped != 0 {
				list := frozen(in, output)
				if got, err := c.Plan.Freeze(in); err == nil {
					list = append(list, got)
				}
				judged, ok = anyValid(outputJudge, list)
			}
			if !ok {
				found(Witness{in, judged, true, false, "not narrowed is claimed, but the output refuses what the source accepts"})
			}
		}
		if byOutput && !bySource && c.Loss&diag.Widened == 0 && !c.Collides(in, false) {
			judged, ok := in, false
			if c.Loss&diag.Reshaped != 0 {
				list := thawed(in, source, output)
				if got, err := c.Plan.Restore(in); err == nil {
					list = append(list, got)
				}
				judged, ok = anyValid(sourceJudge, list)
			}
			if !ok {
				found(Witness{in, judged, false, true, "not widened is claimed, but the output accepts what the source refuses"})
			}
		}
	}
	return best, nil
}

// anyValid returns the first valid one, else the first.
func anyValid(j *judge.Schema, candidates [][]byte) ([]byte, bool) {
	for _, c := range candidates {
		if j.Valid(c) {
			return c, true
		}
	}
	return candidates[0], false
}

var assertFormat = judge.Options{Format: true}

func compileSource(text []byte, draft ast.Draft) (any, *judge.Schema, error) {
	doc, err := decode(text)
	if err != nil {
		return nil, nil, err
	}
	declared := draft != ast.Undeclared
	if root, ok := doc.(map[string]any); ok {
		_, said := root["$schema"]
		declared = declared || said
	}
	switch {
	case !declared:
		doc = fold(doc, tolerant)
	case draft == ast.OpenAPI30:
		doc = fold(doc, openAPI)
	default:
		j, err := judge.Compile(text, draft, nil, assertFormat)
		return doc, j, err
	}
	j, err := judge.Compile(encode(doc), draft, nil, assertFormat)
	if err != nil && !declared {
		// A reference into a tuple, say, finds nothing after folding: 2019-09
		// knows tuples and reads keywords beside $ref as 2020-12 does.
		if old, oldErr := judge.Compile(text, ast.Draft2019, nil, assertFormat); oldErr == nil {
			return doc, old, nil
		}
	}
	return doc, j, err
}

func compileOutput(text []byte) (any, *judge.Schema, error) {
	doc, err := decode(text)
	if err != nil {
		return nil, nil, err
	}
	if bytes.Contains(text, []byte(`"nullable"`)) {
		doc = fold(doc, orNull)
	}
	j, err := judge.Compile(encode(doc), ast.Draft2020, nil, assertFormat)
	return doc, j, err
}

// decode reads JSON with numbers as text.
func decode(text []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	err := dec.Decode(&v)
	return v, err
}

func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil // what decode made can be encoded
	}
	return bytes.TrimSpace(b.Bytes())
}

// Source compiles a source as Check reads it, and Output an output.
func Source(text []byte, draft ast.Draft) (*judge.Schema, error) {
	if draft == ast.Undeclared {
		text = respelled(text)
	}
	_, j, err := compileSource(text, draft)
	return j, err
}

// Output compiles an output as Check reads it.
func Output(text []byte) (*judge.Schema, error) {
	_, j, err := compileOutput(respelled(text))
	return j, err
}
