package restore

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// prepare checks a plan and builds the indices.
func (p *Plan) prepare() error {
	if p.root == nil {
		p.root = &Step{}
	}
	b := builder{p: p, ready: map[*Step]bool{}, state: make([]uint8, len(p.defs))}
	for i, d := range p.defs {
		if d == nil {
			return fmt.Errorf("plan: the definition %d is missing", i)
		}
	}
	for _, d := range p.defs {
		if err := b.step(d, 0); err != nil {
			return err
		}
	}
	if err := b.step(p.root, 0); err != nil {
		return err
	}
	for i := range p.defs {
		if err := b.acyclic(i); err != nil {
			return err
		}
	}
	return nil
}

type builder struct {
	p     *Plan
	ready map[*Step]bool
	state []uint8 // of a definition: 1 being visited, 2 known to end
}

// maxDepth limits how deep steps and tests are nested, other than by Ref.
const maxDepth = 2000

var errDeep = errors.New("plan: nested too deep")

func (b *builder) step(s *Step, depth int) error {
	if s == nil || b.ready[s] {
		return nil
	}
	if depth > maxDepth {
		return errDeep
	}
	b.ready[s] = true
	switch s.Kind {
	case Ref:
		if s.Def < 0 || s.Def >= len(b.p.defs) {
			return fmt.Errorf("plan: there is no definition %d", s.Def)
		}
	case Object:
		slices.SortStableFunc(s.Members, func(a, b Member) int { return s.rank(&a) - s.rank(&b) })
		names, sources := make([]string, len(s.Members)), make([]string, len(s.Members))
		for i := range s.Members {
			names[i], sources[i] = s.Members[i].Name, s.Members[i].source()
			if err := b.step(s.Members[i].Step, depth+1); err != nil {
				return err
			}
		}
		var twice string
		var ok bool
		if s.byName, twice, ok = newIndex(names); !ok {
			return fmt.Errorf("plan: the member %q is there twice", twice)
		}
		if s.bySource, twice, ok = newIndex(sources); !ok {
			return fmt.Errorf("plan: two members are called %q in the source", twice)
		}
		if _, taken := s.byName.find([]byte(s.Name)); taken && s.Rest != nil {
			return fmt.Errorf("plan: the member %q cannot hold the rest, it is declared", s.Name)
		}
	case Tuple, List:
		for _, i := range s.Null {
			if i < 0 || i >= len(s.Tuple) {
				return fmt.Errorf("plan: the tuple has no item %d", i)
			}
		}
		for _, t := range s.Tuple {
			if err := b.step(t, depth+1); err != nil {
				return err
			}
		}
	case Enum:
		for i, v := range s.Values {
			text := jsontext.Value(v)
			if err := text.Compact(); err != nil {
				return fmt.Errorf("plan: a value of enum: %w", err)
			}
			v, s.Values[i] = string(text), string(text)
			t, err := scan([]byte(v))
			if err != nil {
				return fmt.Errorf("plan: a value of enum: %w", err)
			}
			s.values = append(s.values, t)
		}
	case Union:
		for i := range s.Branches {
			br := &s.Branches[i]
			for _, t := range [...]*Test{br.Out, br.Src} {
				if err := t.prepare(depth); err != nil {
					return err
				}
			}
			if err := b.step(br.Do, depth+1); err != nil {
				return err
			}
		}
	}
	if err := b.step(s.Rest, depth+1); err != nil {
		return err
	}
	return b.step(s.In, depth+1)
}

func (t *Test) prepare(depth int) error {
	if t == nil || t.ready {
		return nil
	}
	if depth > maxDepth {
		return errDeep
	}
	t.ready = true
	t.has, _, _ = newIndex(t.Has)
	t.keys, _, _ = newIndex(t.Keys)
	props := make([]string, len(t.Props))
	for i := range t.Props {
		props[i] = t.Props[i].Name
		if err := t.Props[i].Test.prepare(depth + 1); err != nil {
			return err
		}
	}
	t.props, _, _ = newIndex(props)
	for _, v := range t.In {
		tp, err := scan([]byte(v))
		if err != nil {
			return fmt.Errorf("plan: a value of a test: %w", err)
		}
		t.in = append(t.in, tp)
	}
	if err := t.Others.prepare(depth + 1); err != nil {
		return err
	}
	return t.Items.prepare(depth + 1)
}

// acyclic proves that following the steps which stay at the same value ends.
func (b *builder) acyclic(def int) error {
	switch b.state[def] {
	case 1:
		return fmt.Errorf("plan: the definition %d leads to itself", def)
	case 2:
		return nil
	}
	b.state[def] = 1
	err := b.stays(b.p.defs[def])
	b.state[def] = 2
	return err
}

func (b *builder) stays(s *Step) error {
	if s == nil {
		return nil
	}
	switch s.Kind {
	case Ref:
		return b.acyclic(s.Def)
	case Wrap:
		return b.stays(s.In)
	case Union:
		for i := range s.Branches {
			if err := b.stays(s.Branches[i].Do); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *Member) source() string {
	if m.Renamed {
		return m.As
	}
	return m.Name
}

// listed reports whether a member stands in a step's "object" and not only in
// one of the lists beside it.
func (s *Step) listed(m *Member) bool {
	return s.Rest != nil || s.In != nil || !m.Step.same() || m.Null == NullKept && !m.Renamed
}

// rank orders members as they are written, so that a plan that was written and
// read adds nulls in the same order.
func (s *Step) rank(m *Member) int {
	if s.listed(m) {
		return 0
	}
	return 1 + int(m.Null+NullFill)%(int(NullFill)+1) // those with a new name alone last
}
