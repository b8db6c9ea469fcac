package audit

import (
	"bytes"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// ref is a reference, judged when the whole document is read.
type ref struct {
	member
	kw ast.Kw
	// owner is the definition it stands in, 0 for the root, else 1 + the
	// number in $defs; optional means that it is below an optional property.
	owner    int
	optional bool
}

// names are the keywords that references find schemas by.
var names = ast.Set(ast.KwID, ast.KwAnchor, ast.KwDynamicAnchor)

// noteNames keeps what a node calls itself.
func (w *walker) noteNames(n *node) {
	for kw := range n.has.And(names).All() {
		if w.kind(n, kw) != '"' {
			continue
		}
		text := w.unquote(n.members[kw].val)
		if kw != ast.KwID {
			w.anchors = append(w.anchors, text)
			continue
		}
		w.ids = append(w.ids, text)
		w.embedded = w.embedded || !n.root && len(text) > 0 && text[0] != '#'
	}
}

// judgeRef reports what stands beside a reference and keeps the reference.
func (w *walker) judgeRef(n *node) {
	if w.t.Ref == target.RefNone {
		return
	}
	for _, kw := range [...]ast.Kw{ast.KwRef, ast.KwDynamicRef} {
		if w.kind(n, kw) == '"' && !w.rules.refused.Has(kw) {
			w.refs = append(w.refs, ref{member: n.members[kw], kw: kw, owner: n.def})
		}
	}
	if w.t.Ref != target.RefDefs && w.t.Ref != target.RefNamed {
		return
	}
	if n.has.Has(ast.KwID) && !n.root && !w.rules.refused.Has(ast.KwID) {
		w.about(n, "nested-id", ast.KwID, `must have "$id" at the root only`)
	}
	atRoot := n.root && w.t.Root == target.RootPlain
	if n.has.Has(ast.KwRef) && !atRoot {
		taken := 1
		for range n.has.And(w.t.BesideRef).AndNot(w.rules.refused).All() {
			taken++
		}
		if n.listed > taken {
			msg := `must have nothing beside "` + w.spell(ast.KwRef) + `"`
			if !w.t.BesideRef.Empty() {
				msg += " but " + strings.ReplaceAll(w.t.BesideRef.String(), " ", " and ")
			}
			w.about(n, "ref-siblings", ast.KwRef, msg)
		}
		if w.t.NoBranchRef && n.branch {
			w.about(n, "ref-branch", ast.KwRef, `must not have "`+w.spell(ast.KwRef)+`" as a branch of "anyOf"`)
		}
	}
	if n.has.Has(ast.KwDefs) && !n.root && !w.rules.refused.Has(ast.KwDefs) {
		w.about(n, "nested-defs", ast.KwDefs, `must have "`+w.spell(ast.KwDefs)+`" at the root only`)
	}
}

// checkRefs reports the references that find no schema where the target looks.
func (w *walker) checkRefs() {
	if len(w.refs) == 0 {
		return
	}
	w.props.build(w.defs)
	var open []pointer // those that only the document can answer
	anchors, ids := setOf(w.anchors), setOf(w.ids)
	for i, r := range w.refs {
		text := string(w.unquote(r.val))
		name, isDef := w.defName(text)
		switch {
		case text == "#" && w.t.Ref != target.RefNamed, isDef && w.props.find([]byte(name)) >= 0:
		case w.t.Ref == target.RefNamed:
			w.badRef(r, text, `which is no schema in "`+w.spell(ast.KwDefs)+`" at the root`)
		case w.t.Ref == target.RefDefs:
			w.badRef(r, text, `which is neither "#" nor a schema in "`+w.spell(ast.KwDefs)+`" at the root`)
		case strings.HasPrefix(text, "#/"):
			open = append(open, pointer{ref: i, text: text})
		case strings.HasPrefix(text, "#"):
			if !anchors[text[1:]] && !w.embedded && !ids[text] {
				w.badRef(r, text, "which names no anchor")
			}
		case !w.hasID(text):
			w.badRef(r, text, "which is in another document")
		}
	}
	if w.t.Cycles != target.CyclesAny {
		w.checkCycles()
	}
	if len(open) == 0 || w.embedded {
		return // below an embedded $id a pointer starts there
	}
	resolve(w.src, open)
	for i := range open {
		if !open[i].found {
			w.badRef(w.refs[open[i].ref], open[i].text, "which finds no schema")
		}
	}
}

func (w *walker) badRef(r ref, text, why string) {
	w.add(finding{at: r.at, rule: "ref-target", key: w.spell(r.kw), val: r.val, msg: "must not refer to " + strconv.Quote(text) + ", " + why})
}

// manyIDs is where hasID stops comparing, to stay linear.
const manyIDs = 64

// hasID reports whether a reference with a URI may name a schema of this
// document: the URI is, or ends, some $id. With many of them it is believed.
func (w *walker) hasID(text string) bool {
	uri, _, _ := strings.Cut(text, "#")
	if uri == "" || len(w.ids) > manyIDs {
		return true
	}
	for _, id := range w.ids {
		have := strings.TrimSuffix(string(id), "#")
		if uri == have || strings.HasSuffix(have, "/"+strings.TrimPrefix(uri, "/")) || strings.HasSuffix(uri, "/"+have) {
			return true
		}
	}
	return false
}

func setOf(list [][]byte) map[string]bool {
	if len(list) == 0 {
		return nil
	}
	set := make(map[string]bool, len(list))
	for _, b := range list {
		set[string(b)] = true
	}
	return set
}

// defName returns Name of "#/$defs/Name", as the target writes it.
func (w *walker) defName(text string) (string, bool) {
	rest, ok := strings.CutPrefix(text, w.t.RefWords.Pointer())
	if !ok || strings.Contains(rest, "/") {
		return "", false
	}
	name, err := step(rest)
	return name, err == nil
}

// step decodes one step of a pointer in a URI fragment.
func step(s string) (string, error) {
	if strings.Contains(s, "%") {
		var err error
		if s, err = url.PathUnescape(s); err != nil {
			return "", err
		}
	}
	if !strings.Contains(s, "~") {
		return s, nil
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~"), nil
}

// pointer is a reference of the form "#/…".
type pointer struct {
	ref   int
	text  string
	found bool
}

// steps is a tree of the pointers' steps, so that one pass over the document
// answers all of them.
type steps struct {
	next map[string]*steps
	ends []int
}

func resolve(src []byte, open []pointer) {
	var root steps
	for i := range open {
		at := &root
		ok := true
		for part := range strings.SplitSeq(open[i].text[2:], "/") {
			name, err := step(part)
			if err != nil {
				ok = false
				break
			}
			if at.next == nil {
				at.next = map[string]*steps{}
			}
			if at.next[name] == nil {
				at.next[name] = &steps{}
			}
			at = at.next[name]
		}
		if ok {
			at.ends = append(at.ends, i)
		}
	}
	find(jsontext.NewDecoder(bytes.NewBuffer(src), lenient), &root, open)
}

// find reads one value and marks the pointers that end at a schema in it. It
// recurses no deeper than the document, whose nesting the decoder limits.
func find(dec *jsontext.Decoder, at *steps, open []pointer) error {
	kind := dec.PeekKind()
	if kind == '{' || kind == 't' || kind == 'f' {
		for _, i := range at.ends {
			open[i].found = true
		}
	}
	if len(at.next) == 0 || kind != '{' && kind != '[' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for i := 0; dec.PeekKind() != '}' && dec.PeekKind() != ']'; i++ {
		key := strconv.Itoa(i)
		if kind == '{' {
			tok, err := dec.ReadToken()
			if err != nil {
				return err
			}
			key = tok.String()
		}
		var err error
		if below := at.next[key]; below != nil {
			err = find(dec, below, open)
		} else {
			err = dec.SkipValue()
		}
		if err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}
