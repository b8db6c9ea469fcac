package audit

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/target"
)

// Violation is one thing that the target does not accept.
type Violation struct {
	// Path is the place in dots from the root: root.properties.x.anyOf[0]. A
	// name is written as it is, so a name with a dot makes it ambiguous;
	// Pointer never is.
	Path string
	// Rule is the target's prefix and the name of the rule: strict-forbidden-key.
	Rule string
	// Message is one sentence for people. It says what the provider does if that
	// is no refusal.
	Message string
	// Verdict is what the provider does with it, as far as it is known: refuse
	// it, drop it without a word, or read it as something else.
	Verdict target.Verdict
	// Key is the keyword or member it is about, "" if it is about a whole node.
	Key string
	// Value is the member's value, nil if there is none. It shares the memory
	// of the audited bytes.
	Value jsontext.Value
	// Pointer is the JSON Pointer of the offending member within the audited
	// bytes; of the node when the member is missing.
	Pointer string
	// Unfixable says that nothing lowering does can repair it, a size or a name:
	// lowering reports it too.
	Unfixable bool
	// Offset is where that member or node begins in the audited bytes.
	Offset int
}

// Options are what Check needs from outside.
type Options struct {
	// Metaschema returns an error if the bytes are no valid 2020-12 schema; nil
	// skips the metaschema rules.
	Metaschema func(schema []byte) error
}

// MaxDepth is how deep schemas may nest in audited bytes. It is above what
// lowering can make of a schema within the parser's limit.
const MaxDepth = 4000

// Check reports everything in the schema that the target would refuse, in
// document order; nil if there is nothing. The error is not nil only if the
// bytes are not one JSON value, or nest deeper than MaxDepth schemas; it says
// at which byte.
//
// An object that names a member twice is judged by the last one, as most
// programs read it, and the repetition is a finding of its own.
func Check(schema []byte, t *target.Target, opt Options) ([]Violation, error) {
	w := walkers.Get().(*walker)
	defer w.release()
	w.begin(schema, t)
	w.root()
	if w.err != nil {
		return nil, w.err
	}
	w.checkRefs()
	w.checkHeaders()
	w.checkLimits()
	if t.Audit.Metaschema && opt.Metaschema != nil {
		w.checkMetaschema(opt.Metaschema)
	}
	if len(w.found) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(w.found, func(a, b finding) int { return cmp.Compare(a.at, b.at) })
	return w.violations(), nil
}

// checkMetaschema reports a schema that is not valid 2020-12. The rules that
// report one malformed value would only repeat it and give way.
func (w *walker) checkMetaschema(valid func([]byte) error) {
	err := valid(w.src)
	if err == nil {
		return
	}
	w.found = slices.DeleteFunc(w.found, func(f finding) bool { return f.malformed })
	w.add(finding{at: w.start, rule: "meta-schema-validation", msg: "is not a valid JSON Schema 2020-12: " + err.Error()})
}

var walkers = sync.Pool{New: func() any { return newWalker() }}

// fail keeps the first error, with the byte it is at.
func (w *walker) fail(err error) {
	if w.err == nil {
		w.err = notJSON(int64(w.pos), err)
	}
}

var errTrailing = errors.New("data after the value")

func notJSON(at int64, err error) error {
	if s, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		at, err = s.ByteOffset, s.Err
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("not valid JSON at byte %d: %w", at, err)
}
