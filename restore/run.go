package restore

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Restore takes arguments in the shape of the output schema and returns them in
// the shape of the source. It fails if they are not JSON, repeat a member's
// name or hold something that has no place in that shape; the error gives the
// place.
func (p *Plan) Restore(args []byte) ([]byte, error) { return p.run(args, false) }

// Freeze is the other direction: it takes arguments that are valid under the
// source and returns what a model would have written, for examples in a prompt
// and for replaying a history at another provider.
func (p *Plan) Freeze(args []byte) ([]byte, error) { return p.run(args, true) }

func (p *Plan) run(args []byte, forward bool) ([]byte, error) {
	t, err := scan(args)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return append([]byte(nil), args...), nil
	}
	if err := p.ready(); err != nil {
		return nil, err
	}
	r := run{plan: p, tape: t, forward: forward, dst: make([]byte, 0, len(args)+len(args)/4)}
	r.step(p.root, 0)
	if r.err != nil {
		return nil, r.err
	}
	return r.dst, nil
}

// run is one call of Restore or Freeze.
type run struct {
	tape
	plan    *Plan
	forward bool
	dst     []byte
	err     error // the first
}

func (r *run) fail(i int, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("at %q: %s", r.place(i), fmt.Sprintf(format, args...))
	}
}

func (r *run) copy(i int) { r.dst = append(r.dst, r.raw(i)...) }

// step appends the value i as the step says.
func (r *run) step(s *Step, i int) {
	for s != nil && s.Kind == Ref {
		s = r.plan.defs[s.Def]
	}
	if s == nil || r.err != nil {
		r.copy(i)
		return
	}
	switch s.Kind {
	case Object:
		if r.kind(i) == '{' {
			r.object(s, i)
			return
		}
	case Items:
		if r.kind(i) == '[' {
			r.items(s.In, i+1, r.next(i))
			return
		}
	case List:
		if r.kind(i) == '[' {
			r.list(s, i)
			return
		}
	case Entries:
		if r.forward && r.kind(i) == '{' {
			r.toEntries(s, i)
			return
		}
		if !r.forward && r.kind(i) == '[' {
			r.dst = append(r.dst, '{')
			r.fromEntries(s.In, i, nil, nil)
			r.dst = append(r.dst, '}')
			return
		}
	case Tuple:
		if r.forward && r.kind(i) == '[' {
			r.toTuple(s, i)
			return
		}
		if !r.forward && r.kind(i) == '{' {
			r.fromTuple(s, i)
			return
		}
	case Wrap:
		r.wrap(s, i)
		return
	case JSON:
		r.json(i)
		return
	case Enum:
		r.enum(s, i)
		return
	case Union:
		r.step(r.choose(s, i), i)
		return
	}
	r.copy(i)
}

// items appends the values from i to end as an array.
func (r *run) items(s *Step, i, end int) {
	r.dst = append(r.dst, '[')
	for ; i < end; i = r.next(i) {
		r.comma('[')
		r.step(s, i)
	}
	r.dst = append(r.dst, ']')
}

func (r *run) list(s *Step, i int) {
	r.dst = append(r.dst, '[')
	n := 0
	for j := i + 1; j < r.next(i); j = r.next(j) {
		r.comma('[')
		if n < len(s.Tuple) {
			r.step(s.Tuple[n], j)
		} else {
			r.step(s.In, j)
		}
		n++
	}
	r.dst = append(r.dst, ']')
}

// comma separates a member or an item from the one before it.
func (r *run) comma(open byte) {
	if n := len(r.dst); n > 0 && r.dst[n-1] != open {
		r.dst = append(r.dst, ',')
	}
}

func (r *run) quote(name string) { r.dst, _ = jsontext.AppendQuote(r.dst, name) }

func (r *run) wrap(s *Step, i int) {
	if r.forward {
		r.dst = append(r.dst, '{')
		r.quote(s.Name)
		r.dst = append(r.dst, ':')
		r.step(s.In, i)
		r.dst = append(r.dst, '}')
		return
	}
	if r.kind(i) == '{' {
		for j := i + 1; j < r.next(i); j = r.next(j + 1) {
			if string(r.name(j)) == s.Name {
				r.step(s.In, j+1)
				return
			}
		}
	}
	r.copy(i)
}

// json turns a string that holds JSON into the value. A string that holds
// something else is that string: the place admits it, and a model may forget
// the quotes.
func (r *run) json(i int) {
	if r.forward {
		v := jsontext.Value(append([]byte(nil), r.raw(i)...))
		if v.Compact() == nil {
			r.dst, _ = jsontext.AppendQuote(r.dst, v)
			return
		}
	} else if r.kind(i) == '"' {
		if v := jsontext.Value(r.name(i)); v.IsValid() {
			r.dst = append(r.dst, v...)
			return
		}
	}
	r.copy(i)
}

func (r *run) enum(s *Step, i int) {
	if r.forward {
		for k := range s.values {
			if equal(&s.values[k], 0, &r.tape, i) {
				r.quote(s.Values[k])
				return
			}
		}
	} else if r.kind(i) == '"' {
		text := r.name(i)
		for k := range s.Values {
			if s.Values[k] == string(text) {
				r.dst = append(r.dst, text...)
				return
			}
		}
	}
	r.copy(i)
}

// fromTuple turns {"0":v,"1":w} into [v,w].
func (r *run) fromTuple(s *Step, i int) {
	slots := make([]int, len(s.Tuple))
	rest := 0
	var more []int
	for j := i + 1; j < r.next(i); j = r.next(j + 1) {
		name := string(r.name(j))
		if s.Rest != nil && name == s.Name {
			rest = j + 1
			continue
		}
		n, err := strconv.Atoi(name)
		if err == nil && n >= 0 && n < len(slots) && strconv.Itoa(n) == name {
			slots[n] = j + 1
		} else {
			more = append(more, j+1)
		}
	}
	for _, n := range s.Null {
		if slots[n] > 0 && r.kind(slots[n]) == 'n' {
			slots[n] = 0
		}
	}
	gap := -1
	behind := func(at int) {
		if gap >= 0 {
			r.fail(at, "there is an item although item %d is missing", gap)
		}
	}
	r.dst = append(r.dst, '[')
	for n, j := range slots {
		if j == 0 {
			if gap < 0 {
				gap = n
			}
			continue
		}
		if gap >= 0 && r.kind(j) == 'n' {
			continue // it ends with the list, though this null might be an item
		}
		behind(j)
		r.comma('[')
		r.step(s.Tuple[n], j)
	}
	if rest > 0 && r.kind(rest) == '[' {
		for j := rest + 1; j < r.next(rest); j = r.next(j) {
			behind(j)
			r.comma('[')
			r.step(s.Rest, j)
		}
	} else if rest > 0 && r.kind(rest) != 'n' {
		more = append(more, rest)
	}
	for _, j := range more {
		behind(j)
		r.comma('[')
		r.copy(j)
	}
	r.dst = append(r.dst, ']')
}

// toTuple is the way back of fromTuple.
func (r *run) toTuple(s *Step, i int) {
	r.dst = append(r.dst, '{')
	j := i + 1
	for n := range s.Tuple {
		r.index(n)
		if j < r.next(i) {
			r.step(s.Tuple[n], j)
			j = r.next(j)
		} else {
			r.dst = append(r.dst, "null"...)
		}
	}
	if s.Rest != nil {
		r.comma('{')
		r.quote(s.Name)
		r.dst = append(r.dst, ':')
		r.items(s.Rest, j, r.next(i))
	} else {
		for n := len(s.Tuple); j < r.next(i); n++ {
			r.index(n)
			r.copy(j)
			j = r.next(j)
		}
	}
	r.dst = append(r.dst, '}')
}

func (r *run) index(n int) {
	r.comma('{')
	r.dst = append(r.dst, '"')
	r.dst = strconv.AppendInt(r.dst, int64(n), 10)
	r.dst = append(r.dst, '"', ':')
}
