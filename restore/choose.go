package restore

// choose returns the step of the branch that a value belongs to. If it passes
// no test the first branch of its type is taken, so that the parts of a value
// that is nearly right are still undone; nil if there is none.
func (r *run) choose(s *Step, i int) *Step {
	for b := range s.Branches {
		if r.passes(r.test(&s.Branches[b]), i) {
			return s.Branches[b].Do
		}
	}
	if r.kind(i) == '{' || r.kind(i) == '[' {
		for b := range s.Branches {
			if t := r.test(&s.Branches[b]); t != nil && t.Types != 0 && r.typed(t, i) {
				return s.Branches[b].Do
			}
		}
	}
	return nil
}

func (r *run) test(b *Branch) *Test {
	if r.forward {
		return b.Src
	}
	return b.Out
}

func (r *run) typed(t *Test, i int) bool {
	if t.Types == 0 {
		return true
	}
	switch r.kind(i) {
	case 'n':
		return t.Types&Null != 0
	case 't', 'f':
		return t.Types&Boolean != 0
	case '{':
		return t.Types&AnObject != 0
	case '[':
		return t.Types&Array != 0
	case '"':
		return t.Types&String != 0
	}
	return t.Types&Number != 0 || t.Types&Integer != 0 && integral(r.raw(i))
}

// passes costs at most the members of the value and of those below it that the
// test names: linear in the value for each union around it.
func (r *run) passes(t *Test, i int) bool {
	if t == nil {
		return true
	}
	if !r.typed(t, i) {
		return false
	}
	if t.in != nil {
		found := false
		for k := range t.in {
			if found = equal(&t.in[k], 0, &r.tape, i); found {
				break
			}
		}
		if !found {
			return false
		}
	}
	switch r.kind(i) {
	case '{':
		return r.membersPass(t, i)
	case '[':
		for j := i + 1; t.Items != nil && j < r.next(i); j = r.next(j) {
			if !r.passes(t.Items, j) {
				return false
			}
		}
	}
	return true
}

func (r *run) membersPass(t *Test, i int) bool {
	if len(t.Has) == 0 && !t.Closed && len(t.Props) == 0 {
		return true
	}
	has := 0
	for j := i + 1; j < r.next(i); j = r.next(j + 1) {
		name := r.name(j)
		if t.Closed {
			if _, ok := t.keys.find(name); !ok && (t.Others == nil || !r.passes(t.Others, j+1)) {
				return false
			}
		}
		if _, ok := t.has.find(name); ok {
			has++
		}
		if p, ok := t.props.find(name); ok && !r.passes(t.Props[p].Test, j+1) {
			return false
		}
	}
	return has == len(t.Has)
}
