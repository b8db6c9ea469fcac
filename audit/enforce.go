package audit

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/target"
)

// Enforcement says whether a strict flag tells the truth about what was emitted
// with it. A schema emitted as strict must meet the first target that promises
// strictness; one that is not must be the original, which is the upgraded
// schema before anything was made to fit, save for white space and the spelling
// of strings. The error is not nil only if the bytes are not JSON.
func Enforcement(original, emitted []byte, strict bool, opt Options) ([]Violation, error) {
	t := strictTarget()
	if t == nil {
		return nil, errors.New("no target promises strictness")
	}
	if strict {
		return Check(emitted, t, opt)
	}
	for _, text := range [][]byte{original, emitted} {
		if err := oneValue(text); err != nil {
			return nil, err
		}
	}
	if sameJSON(original, emitted) {
		return nil, nil
	}
	return []Violation{{
		Path:    "root",
		Rule:    t.Audit.Prefix + "-fail-open-original-schema",
		Message: t.Audit.Noun + " that cannot be met must leave the original schema as it was",
	}}, nil
}

func strictTarget() *target.Target {
	for _, t := range target.All {
		if t.Strict == target.StrictAchieved {
			return t
		}
	}
	return nil
}

// oneValue returns an error unless text is one JSON value.
func oneValue(text []byte) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(text), lenient)
	if err := dec.SkipValue(); err != nil {
		return notJSON(0, err)
	}
	if _, err := dec.ReadToken(); err == nil {
		return notJSON(dec.InputOffset(), errTrailing)
	} else if err != io.EOF {
		return notJSON(dec.InputOffset(), err)
	}
	return nil
}

// sameJSON compares two valid texts token by token. Order counts, and so does
// how a number is written.
func sameJSON(a, b []byte) bool {
	x := jsontext.NewDecoder(bytes.NewBuffer(a), lenient)
	y := jsontext.NewDecoder(bytes.NewBuffer(b), lenient)
	for {
		s, errX := x.ReadToken()
		t, errY := y.ReadToken()
		if errX != nil || errY != nil {
			return errX == io.EOF && errY == io.EOF
		}
		if s.Kind() != t.Kind() || s.String() != t.String() {
			return false
		}
	}
}
