package restore

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Load reads a plan in the format of the package documentation. null is the
// identity, a nil plan. The error says what is not a plan, or which version is
// needed.
func Load(text []byte) (*Plan, error) {
	t, err := scan(text)
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	if t.kind(0) == 'n' {
		return nil, nil
	}
	l := loader{tape: t}
	p := &Plan{}
	version := ""
	l.members(0, 0, func(name string, i int) {
		switch name {
		case "v":
			version = string(l.raw(i))
		case "plan":
			p.root = l.step(i, 1)
		case "defs":
			p.defs = l.steps(i, 1)
		default:
			l.unknown(i, name)
		}
	})
	if version != "" && version != strconv.Itoa(Version) {
		return nil, fmt.Errorf("plan: it is of version %s, this program reads version %d", version, Version)
	}
	switch {
	case l.err != nil:
		return nil, l.err
	case version == "" || p.root == nil:
		return nil, errors.New("plan: an object with v and plan was expected")
	}
	if err := p.prepare(); err != nil {
		return nil, err
	}
	return p, nil
}

// UnmarshalJSON makes *p the plan that text holds, as Load does; null, which
// cannot be a Plan's value, is a plan that does nothing.
func (p *Plan) UnmarshalJSON(text []byte) error {
	q, err := Load(text)
	if err != nil {
		return err
	}
	if q == nil {
		q = &Plan{root: &Step{}}
	}
	*p = *q
	return nil
}

type loader struct {
	tape
	err error // the first
}

func (l *loader) fail(i int, format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf("plan: at %q: %s", l.place(i), fmt.Sprintf(format, args...))
	}
}

func (l *loader) unknown(i int, name string) {
	l.fail(i, "%q is not known to version %d", name, Version)
}

// members calls f for every member of the object i.
func (l *loader) members(i, depth int, f func(name string, i int)) {
	if l.kind(i) != '{' {
		l.fail(i, "an object was expected")
		return
	}
	if depth > maxDepth {
		l.fail(i, "nested too deep")
		return
	}
	for j := i + 1; j < l.next(i) && l.err == nil; j = l.next(j + 1) {
		f(string(l.name(j)), j+1)
	}
}

// each calls f for every item of the array i.
func (l *loader) each(i int, f func(i int)) {
	if l.kind(i) != '[' {
		l.fail(i, "an array was expected")
		return
	}
	for j := i + 1; j < l.next(i) && l.err == nil; j = l.next(j) {
		f(j)
	}
}

func (l *loader) string(i int) string {
	if l.kind(i) != '"' {
		l.fail(i, "a string was expected")
		return ""
	}
	return string(l.name(i))
}

func (l *loader) strings(i int) []string {
	list := []string{}
	l.each(i, func(i int) { list = append(list, l.string(i)) })
	return list
}

func (l *loader) raws(i int) []string {
	list := []string{}
	l.each(i, func(i int) { list = append(list, string(l.raw(i))) })
	return list
}

func (l *loader) int(i int) int {
	n, err := strconv.Atoi(string(l.raw(i)))
	if err != nil {
		l.fail(i, "a number without fraction was expected")
	}
	return n
}

func (l *loader) steps(i, depth int) []*Step {
	var list []*Step
	l.each(i, func(i int) { list = append(list, l.step(i, depth+1)) })
	return list
}

func (l *loader) rest(s *Step, i, depth int) {
	n := 0
	l.each(i, func(i int) {
		switch n {
		case 0:
			s.Name = l.string(i)
		case 1:
			s.Rest = l.step(i, depth+1)
		}
		n++
	})
	if n != 2 {
		l.fail(i, "a name and a step were expected")
	}
}

// step reads a step: which one is said by one of its members.
func (l *loader) step(i, depth int) *Step {
	s := &Step{}
	kinds := 0
	is := func(k Kind) {
		s.Kind = k
		kinds++
	}
	var nulls, adds, fills, rest int
	var as [][2]string
	l.members(i, depth, func(name string, i int) {
		switch name {
		case "ref":
			is(Ref)
			s.Def = l.int(i)
		case "object":
			is(Object)
			l.members(i, depth, func(name string, i int) {
				s.Members = append(s.Members, Member{Name: name, Step: l.step(i, depth+1)})
			})
		case "items":
			is(Items)
			s.In = l.step(i, depth+1)
		case "list":
			is(List)
			s.Tuple = l.steps(i, depth)
		case "entries":
			is(Entries)
			s.In = l.step(i, depth+1)
		case "tuple":
			is(Tuple)
			s.Tuple = l.steps(i, depth)
		case "wrap":
			is(Wrap)
			s.Name = l.string(i)
		case "in":
			s.In = l.step(i, depth+1)
		case "json":
			is(JSON)
		case "enum":
			is(Enum)
			s.Values = l.raws(i)
		case "any":
			is(Union)
			l.each(i, func(i int) { s.Branches = append(s.Branches, l.branch(i, depth+1)) })
		case "null":
			nulls = i
		case "add":
			adds = i
		case "fill":
			fills = i
		case "as":
			l.members(i, depth, func(name string, i int) { as = append(as, [2]string{name, l.string(i)}) })
		case "rest":
			rest = i
		default:
			l.unknown(i, name)
		}
	})
	if kinds > 1 {
		l.fail(i, "a step does one thing")
	}
	switch s.Kind {
	case Object:
		at := make(map[string]int, len(s.Members))
		for k := range s.Members {
			at[s.Members[k].Name] = k
		}
		member := func(name string) *Member {
			if _, ok := at[name]; !ok {
				at[name] = len(s.Members)
				s.Members = append(s.Members, Member{Name: name})
			}
			return &s.Members[at[name]]
		}
		for rule, list := range [...]int{NullDrop: nulls, NullAdd: adds, NullFill: fills} {
			if list > 0 {
				l.each(list, func(i int) { member(l.string(i)).Null = NullRule(rule) })
			}
		}
		for _, a := range as {
			m := member(a[0])
			m.As, m.Renamed = a[1], true
		}
	case Tuple:
		if nulls > 0 {
			l.each(nulls, func(i int) { s.Null = append(s.Null, l.int(i)) })
		}
	}
	if rest > 0 && (s.Kind == Object || s.Kind == Tuple) {
		l.rest(s, rest, depth)
	}
	return s
}

func (l *loader) branch(i, depth int) Branch {
	var b Branch
	l.members(i, depth, func(name string, i int) {
		switch name {
		case "out":
			b.Out = l.test(i, depth+1)
		case "src":
			b.Src = l.test(i, depth+1)
		case "do":
			b.Do = l.step(i, depth+1)
		default:
			l.unknown(i, name)
		}
	})
	return b
}

func (l *loader) test(i, depth int) *Test {
	t := &Test{}
	l.members(i, depth, func(name string, i int) {
		switch name {
		case "t":
			for _, c := range l.string(i) {
				n := strings.IndexRune(typeLetters, c)
				if n < 0 {
					l.fail(i, "there is no type %q", c)
					return
				}
				t.Types |= 1 << n
			}
		case "in":
			t.In = l.raws(i)
		case "has":
			t.Has = l.strings(i)
		case "keys":
			t.Keys, t.Closed = l.strings(i), true
		case "p":
			l.members(i, depth, func(name string, i int) {
				t.Props = append(t.Props, Prop{name, l.test(i, depth+1)})
			})
		case "o":
			t.Others = l.test(i, depth+1)
		case "i":
			t.Items = l.test(i, depth+1)
		default:
			l.unknown(i, name)
		}
	})
	return t
}
