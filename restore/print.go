package restore

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// MarshalJSON returns the plan in the format of the package documentation,
// compact; the same plan gives the same bytes.
func (p *Plan) MarshalJSON() ([]byte, error) { return p.AppendJSON(nil), nil }

// AppendJSON appends the plan as JSON; a nil plan is null.
func (p *Plan) AppendJSON(dst []byte) []byte {
	if p == nil || p.ready() != nil {
		return append(dst, "null"...)
	}
	w := writer{append(dst, `{"v":1,"plan":`...)}
	w.step(p.root)
	if len(p.defs) > 0 {
		w.name("defs")
		w.steps(p.defs)
	}
	return append(w.dst, '}')
}

type writer struct{ dst []byte }

// name begins a member, after a comma if it is not the first.
func (w *writer) name(s string) {
	w.comma()
	w.string(s)
	w.dst = append(w.dst, ':')
}

func (w *writer) comma() {
	if last := w.dst[len(w.dst)-1]; last != '{' && last != '[' {
		w.dst = append(w.dst, ',')
	}
}

func (w *writer) string(s string) { w.dst, _ = jsontext.AppendQuote(w.dst, s) }

func (w *writer) names(key string, list []string) {
	if len(list) == 0 {
		return
	}
	w.name(key)
	w.dst = append(w.dst, '[')
	for _, s := range list {
		w.comma()
		w.string(s)
	}
	w.dst = append(w.dst, ']')
}

func (w *writer) raws(key string, list []string) {
	w.name(key)
	w.dst = append(w.dst, '[')
	for _, s := range list {
		w.comma()
		w.dst = append(w.dst, s...)
	}
	w.dst = append(w.dst, ']')
}

func (w *writer) steps(list []*Step) {
	w.dst = append(w.dst, '[')
	for _, s := range list {
		w.comma()
		w.step(s)
	}
	w.dst = append(w.dst, ']')
}

func (w *writer) step(s *Step) {
	w.dst = append(w.dst, '{')
	if s != nil {
		w.members(s)
	}
	w.dst = append(w.dst, '}')
}

func (w *writer) members(s *Step) {
	switch s.Kind {
	case Ref:
		w.name("ref")
		w.dst = strconv.AppendInt(w.dst, int64(s.Def), 10)
	case Object:
		w.object(s)
	case Items:
		w.name("items")
		w.step(s.In)
	case List:
		w.name("list")
		w.steps(s.Tuple)
		if !s.In.same() {
			w.name("in")
			w.step(s.In)
		}
	case Entries:
		w.name("entries")
		w.step(s.In)
	case Tuple:
		w.name("tuple")
		w.steps(s.Tuple)
		if len(s.Null) > 0 {
			w.name("null")
			w.dst = append(w.dst, '[')
			for _, n := range s.Null {
				w.comma()
				w.dst = strconv.AppendInt(w.dst, int64(n), 10)
			}
			w.dst = append(w.dst, ']')
		}
		w.rest(s)
	case Wrap:
		w.name("wrap")
		w.string(s.Name)
		w.name("in")
		w.step(s.In)
	case JSON:
		w.name("json")
		w.dst = append(w.dst, "true"...)
	case Enum:
		w.raws("enum", s.Values)
	case Union:
		w.name("any")
		w.dst = append(w.dst, '[')
		for i := range s.Branches {
			b := &s.Branches[i]
			w.comma()
			w.dst = append(w.dst, '{')
			if b.Out != nil {
				w.name("out")
				w.test(b.Out)
			}
			if b.Src != nil {
				w.name("src")
				w.test(b.Src)
			}
			if !b.Do.same() {
				w.name("do")
				w.step(b.Do)
			}
			w.dst = append(w.dst, '}')
		}
		w.dst = append(w.dst, ']')
	}
}

func (s *Step) same() bool { return s == nil || s.Kind == Same }

func (w *writer) object(s *Step) {
	w.name("object")
	w.dst = append(w.dst, '{')
	var rules [NullFill + 1][]string
	renamed := false
	for i := range s.Members {
		m := &s.Members[i]
		rules[m.Null] = append(rules[m.Null], m.Name)
		renamed = renamed || m.Renamed
		if !s.listed(m) {
			continue
		}
		w.name(m.Name)
		w.step(m.Step)
	}
	w.dst = append(w.dst, '}')
	w.names("null", rules[NullDrop])
	w.names("add", rules[NullAdd])
	w.names("fill", rules[NullFill])
	if renamed {
		w.name("as")
		w.dst = append(w.dst, '{')
		for i := range s.Members {
			if m := &s.Members[i]; m.Renamed {
				w.name(m.Name)
				w.string(m.As)
			}
		}
		w.dst = append(w.dst, '}')
	}
	if s.In != nil {
		w.name("in")
		w.step(s.In)
	}
	w.rest(s)
}

func (w *writer) rest(s *Step) {
	if s.Rest == nil {
		return
	}
	w.name("rest")
	w.dst = append(w.dst, '[')
	w.string(s.Name)
	w.dst = append(w.dst, ',')
	w.step(s.Rest)
	w.dst = append(w.dst, ']')
}

func (w *writer) test(t *Test) {
	w.dst = append(w.dst, '{')
	if t.Types != 0 {
		w.name("t")
		w.dst = append(w.dst, '"')
		for i := range len(typeLetters) {
			if t.Types&(1<<i) != 0 {
				w.dst = append(w.dst, typeLetters[i])
			}
		}
		w.dst = append(w.dst, '"')
	}
	if len(t.In) > 0 {
		w.raws("in", t.In)
	}
	w.names("has", t.Has)
	if t.Closed {
		w.raws("keys", nil)
		w.dst = w.dst[:len(w.dst)-1]
		for _, k := range t.Keys {
			w.comma()
			w.string(k)
		}
		w.dst = append(w.dst, ']')
	}
	if t.Others != nil {
		w.name("o")
		w.test(t.Others)
	}
	if len(t.Props) > 0 {
		w.name("p")
		w.dst = append(w.dst, '{')
		for i := range t.Props {
			w.name(t.Props[i].Name)
			w.test(t.Props[i].Test)
		}
		w.dst = append(w.dst, '}')
	}
	if t.Items != nil {
		w.name("i")
		w.test(t.Items)
	}
	w.dst = append(w.dst, '}')
}

// AppendStep appends one step as it stands in a plan.
func AppendStep(dst []byte, s *Step) []byte {
	w := writer{dst}
	w.step(s)
	return w.dst
}
