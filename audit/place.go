package audit

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/target"
)

// violations turns the findings, which are in document order, into violations.
// It walks the bytes once more and stops at each finding's offset; where it
// stands then is the path.
func (w *walker) violations() []Violation {
	var (
		out    = make([]Violation, 0, len(w.found))
		prefix = w.t.Audit.Prefix + "-"
		dec    = jsontext.NewDecoder(bytes.NewBuffer(w.src), lenient)
		path   string
		ptr    jsontext.Pointer
		last   = -1
		// The paths of n findings d levels deep are n·d long: the sum is bounded
		// so that no schema can make it quadratic.
		budget = 1<<20 + 32*len(w.src)
		// A finding carries its member's value: n findings about one list of n
		// names would repeat it n times. The first of them always have it.
		values = 1<<20 + 8*len(w.src)
		suffix string // the last path with a missing member
		miss   string
	)
	for _, f := range w.found {
		if f.at != last {
			for dec.InputOffset() <= int64(f.at) {
				if _, err := dec.ReadToken(); err != nil {
					break // it was read once, so there is none
				}
			}
			path, ptr = dotted(dec)
			last, miss = f.at, ""
			budget -= len(path) + len(ptr)
		}
		v := Violation{Path: path, Rule: prefix + f.rule, Message: w.t.Audit.Noun + " " + f.msg, Key: f.key,
			Pointer: string(ptr), Unfixable: f.unfixable, Offset: f.at}
		var read string
		switch v.Verdict, read = w.t.Verdict(f.rule, f.keyed, f.kw); v.Verdict {
		case target.Ignored:
			v.Message += "; it is dropped without a word"
		case target.Changed:
			v.Message += "; it is read as " + read
		}
		if f.miss != "" {
			if f.miss != miss {
				miss, suffix = f.miss, path+"."+f.miss
				budget -= len(suffix)
			}
			v.Path = suffix
		}
		if n := f.val.to - f.val.from; n > 0 && values >= n {
			values -= n
			v.Value = jsontext.Value(w.src[f.val.from:f.val.to:f.val.to])
		}
		if budget < 0 {
			v = Violation{Path: "root", Rule: prefix + "more-findings", Offset: f.at,
				Message: "there are " + strconv.Itoa(len(w.found)-len(out)) + " more findings, too deep to list: repair the first ones"}
			return append(out, v)
		}
		out = append(out, v)
	}
	return out
}

// dotted returns the path and the JSON Pointer of the token read last.
func dotted(dec *jsontext.Decoder) (string, jsontext.Pointer) {
	ptr := dec.StackPointer()
	path := append(make([]byte, 0, len("root")+len(ptr)+8), "root"...)
	level := 0
	for tok := range ptr.Tokens() {
		level++
		if kind, _ := dec.StackIndex(level); kind == '[' {
			path = append(append(append(path, '['), tok...), ']')
		} else {
			path = append(append(path, '.'), tok...)
		}
	}
	return string(path), ptr
}
