package restore

// object appends an object whose members are undone one by one.
func (r *run) object(s *Step, i int) {
	if r.forward {
		r.freezeObject(s, i)
	} else {
		r.restoreObject(s, i)
	}
}

func (r *run) restoreObject(s *Step, i int) {
	var seen []bool             // by member, where one may have to be filled in
	var unknown map[string]bool // members that are not declared, if entries may repeat them
	var there map[string]bool
	rest := 0
	r.dst = append(r.dst, '{')
	for j := i + 1; j < r.next(i); j = r.next(j + 1) {
		name := r.name(j)
		k, declared := s.byName.find(name)
		if !declared {
			if s.Rest != nil && string(name) == s.Name && (r.kind(j+1) == '[' || r.kind(j+1) == 'n') {
				rest = j + 1
				continue
			}
			if s.Rest != nil {
				if unknown == nil {
					unknown = map[string]bool{}
				}
				unknown[string(name)] = true
			}
			r.undeclared(s, &s.bySource, &there, i, j)
			continue
		}
		m := &s.Members[k]
		switch m.Null {
		case NullDrop:
			if r.kind(j+1) == 'n' {
				continue
			}
		case NullFill:
			if seen == nil {
				seen = make([]bool, len(s.Members))
			}
			seen[k] = true
		}
		r.comma('{')
		if m.Renamed {
			r.quote(m.As)
		} else {
			r.copy(j)
		}
		r.dst = append(r.dst, ':')
		r.step(m.Step, j+1)
	}
	if rest > 0 && r.kind(rest) == '[' {
		r.fromEntries(s.Rest, rest, &s.bySource, unknown)
	}
	for k := range s.Members {
		if m := &s.Members[k]; m.Null == NullFill && (seen == nil || !seen[k]) {
			r.null(m.source())
		}
	}
	r.dst = append(r.dst, '}')
}

// undeclared appends the member j of the object i, whose name no member of the
// step has on this side. other are the names of the other side: where a renamed
// member is called so there, and is present here, there would be two of them.
// there are the names of the object, once they were asked for.
func (r *run) undeclared(s *Step, other *index, there *map[string]bool, i, j int) {
	if k, taken := other.find(r.name(j)); taken && s.Members[k].Renamed {
		m := &s.Members[k]
		if r.forward { // what the provider sees would be read as that member
			r.fail(j+1, "the member %q is renamed to this name", m.As)
			return
		}
		if *there == nil {
			*there = map[string]bool{}
			for o := i + 1; o < r.next(i); o = r.next(o + 1) {
				(*there)[string(r.name(o))] = true
			}
		}
		if (*there)[m.Name] {
			r.fail(j+1, "the member %q is renamed to this name", m.Name)
			return
		}
	}
	r.comma('{')
	r.copy(j)
	r.dst = append(r.dst, ':')
	r.step(s.In, j+1)
}

func (r *run) null(name string) {
	r.comma('{')
	r.quote(name)
	r.dst = append(r.dst, ":null"...)
}

func (r *run) freezeObject(s *Step, i int) {
	var seen []bool
	others := 0
	r.dst = append(r.dst, '{')
	for j := i + 1; j < r.next(i); j = r.next(j + 1) {
		k, declared := s.bySource.find(r.name(j))
		if !declared {
			others++
			if s.Rest == nil {
				r.undeclared(s, &s.byName, nil, i, j)
			}
			continue
		}
		m := &s.Members[k]
		if seen == nil {
			seen = make([]bool, len(s.Members))
		}
		seen[k] = true
		if m.Null == NullFill && r.kind(j+1) == 'n' {
			continue
		}
		r.comma('{')
		if m.Renamed {
			r.quote(m.Name)
		} else {
			r.copy(j)
		}
		r.dst = append(r.dst, ':')
		r.step(m.Step, j+1)
	}
	for k := range s.Members {
		if m := &s.Members[k]; (m.Null == NullDrop || m.Null == NullAdd) && (seen == nil || !seen[k]) {
			r.null(m.Name)
		}
	}
	if s.Rest != nil {
		r.comma('{')
		r.quote(s.Name)
		r.dst = append(r.dst, ':', '[')
		for j := i + 1; others > 0 && j < r.next(i); j = r.next(j + 1) {
			if _, declared := s.bySource.find(r.name(j)); !declared {
				r.entry(s.Rest, j)
				others--
			}
		}
		r.dst = append(r.dst, ']')
	}
	r.dst = append(r.dst, '}')
}

// The members of an entry.
const (
	keyName   = "key"
	valueName = "value"
)

// entry appends {"key":…,"value":…} for the member j.
func (r *run) entry(s *Step, j int) {
	r.comma('[')
	r.dst = append(r.dst, `{"key":`...)
	r.copy(j)
	r.dst = append(r.dst, `,"value":`...)
	r.step(s, j+1)
	r.dst = append(r.dst, '}')
}

func (r *run) toEntries(s *Step, i int) {
	r.dst = append(r.dst, '[')
	for j := i + 1; j < r.next(i); j = r.next(j + 1) {
		r.entry(s.In, j)
	}
	r.dst = append(r.dst, ']')
}

// fromEntries appends the members that the array i holds as entries. Of two with
// one key the last counts, as for most readers of JSON; a member that is declared
// or there already is not for an entry to repeat.
func (r *run) fromEntries(s *Step, i int, declared *index, there map[string]bool) {
	type member struct{ key, value int }
	var list []member
	for j := i + 1; j < r.next(i); j = r.next(j) {
		m := member{}
		if r.kind(j) == '{' {
			for k := j + 1; k < r.next(j); k = r.next(k + 1) {
				switch string(r.name(k)) {
				case keyName:
					m.key = k + 1
				case valueName:
					m.value = k + 1
				}
			}
		}
		if m.key == 0 || r.kind(m.key) != '"' {
			r.fail(j, `an entry has a string "key"`)
			return
		}
		list = append(list, m)
	}
	var last map[string]int
	if len(list) > 1 {
		last = make(map[string]int, len(list))
		for n := range list {
			last[string(r.name(list[n].key))] = n
		}
	}
	for n, m := range list {
		key := r.name(m.key)
		if last != nil && last[string(key)] != n || there[string(key)] {
			continue
		}
		if declared != nil {
			if _, ok := declared.find(key); ok {
				continue
			}
		}
		r.comma('{')
		r.copy(m.key)
		r.dst = append(r.dst, ':')
		if m.value == 0 { // where null cannot be written
			r.dst = append(r.dst, "null"...)
			continue
		}
		r.step(s, m.value)
	}
}
