package lower

import (
	"slices"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// plan makes the plan of the shapes, nil if it is the identity: references to
// definitions in which there is nothing to do are nothing to do, and a union
// whose branches need the same steps needs no choice.
func (r *reshaper) plan(top *shape) *restore.Plan {
	f := &planner{reshaper: r, live: make([]bool, len(r.defs)), number: make([]int, len(r.defs))}
	for again := true; again; {
		again = false
		for i, sh := range r.defs {
			if !f.live[i] && f.lives(sh) {
				f.live[i], again = true, true
			}
		}
	}
	if !f.lives(top) {
		return nil
	}
	if !r.choices { // with those there may be something to report
		return restore.Later(func() (*restore.Step, []*restore.Step) { return f.all(top) })
	}
	root, defs := f.all(top)
	if root == nil {
		return nil
	}
	p, err := restore.New(root, defs)
	if err != nil {
		// A definition that is a union of itself: no argument tells how far to
		// go into it.
		r.u.fail(r.out.Span, "a definition is a union of itself")
		return nil
	}
	return p
}

// all are the steps of a plan.
func (f *planner) all(top *shape) (root *restore.Step, defs []*restore.Step) {
	root = f.step(top)
	for n := 0; n < len(f.order); n++ { // step appends to order
		defs = append(defs, f.step(f.defs[f.order[n]]))
	}
	return root, defs
}

type planner struct {
	*reshaper
	live   []bool // definitions in which there is something to do
	number []int  // of a definition in the plan, from 1
	order  []int
}

// lives reports whether a shape changes anything, as far as it is known of the
// definitions.
func (f *planner) lives(s *shape) bool {
	if s == nil {
		return false
	}
	switch s.kind {
	case restore.Ref:
		return f.live[s.def]
	case restore.Object:
		if s.hasRest || f.lives(s.in) {
			return true
		}
		for i := range s.members {
			if s.members[i].renamed || s.members[i].null != restore.NullKept || f.lives(s.members[i].shape) {
				return true
			}
		}
		return false
	case restore.Items:
		return f.lives(s.in)
	case restore.List:
		return f.lives(s.rest) || slices.ContainsFunc(s.tuple, f.lives)
	case restore.Union:
		return slices.ContainsFunc(s.branches, f.lives)
	}
	return true
}

// step is nil if there is nothing to do.
func (f *planner) step(s *shape) *restore.Step {
	if !f.lives(s) {
		return nil
	}
	out := &restore.Step{Kind: s.kind, Name: s.name, Null: s.null, Values: s.values}
	switch s.kind {
	case restore.Ref:
		if f.number[s.def] == 0 {
			f.order = append(f.order, s.def)
			f.number[s.def] = len(f.order)
		}
		out.Def = f.number[s.def] - 1
	case restore.Object:
		out.In = f.step(s.in)
		for i := range s.members {
			m := &s.members[i]
			if in := f.step(m.shape); in != nil || m.null != restore.NullKept || m.renamed || s.hasRest || out.In != nil {
				out.Members = append(out.Members, restore.Member{Name: m.name, As: m.as, Renamed: m.renamed, Null: m.null, Step: in})
			}
		}
	case restore.Items, restore.Entries, restore.Wrap:
		out.In = f.step(s.in)
	case restore.List, restore.Tuple:
		for _, t := range s.tuple {
			out.Tuple = append(out.Tuple, f.step(t))
		}
		if s.kind == restore.List {
			out.In = f.step(s.rest)
		}
	case restore.Union:
		return f.union(s)
	}
	if s.hasRest {
		if out.Rest = f.step(s.rest); out.Rest == nil {
			out.Rest = &restore.Step{}
		}
	}
	return out
}

// union is a choice between the steps of the branches.
func (f *planner) union(s *shape) *restore.Step {
	if s.kinds != nil {
		out := &restore.Step{Kind: restore.Union}
		for i, b := range s.branches {
			test := &restore.Test{Types: s.kinds[i]}
			if do := f.step(b); do != nil {
				out.Branches = append(out.Branches, restore.Branch{Out: test, Src: test, Do: do})
			}
		}
		return out
	}
	steps := make([]*restore.Step, len(s.branches))
	texts := make([]string, len(s.branches))
	same := true
	for i, b := range s.branches {
		steps[i] = f.step(b)
		texts[i] = string(stepText(steps[i]))
		same = same && texts[i] == texts[0]
	}
	if same {
		return steps[0]
	}
	before, after := f.tests(s.src, f.u.doc, steps, texts), f.tests(s.out, f.out, steps, texts)
	if why := after.alike + before.alike; why != "" {
		loss := diag.Exact // of examples only, which Freeze may give the wrong shape
		if after.alike != "" {
			why, loss = after.alike, diag.Widened
		}
		f.u.lost(diag.UnionAmbiguous, loss, s.span, why, "")
	}
	out := &restore.Step{Kind: restore.Union}
	for _, i := range choiceOrder(before.tests, after.tests) {
		if steps[i] == nil && !contested(i, steps, before.tests) && !contested(i, steps, after.tests) {
			continue // what passes no test is left alone
		}
		out.Branches = append(out.Branches, restore.Branch{Out: after.tests[i], Src: before.tests[i], Do: steps[i]})
	}
	return out
}

// stepText tells steps apart.
func stepText(s *restore.Step) []byte {
	if s == nil {
		return nil
	}
	return restore.AppendStep(nil, s)
}

// choiceOrder puts the branches that say much of a value before those that say
// little of it.
func choiceOrder(a, b []*restore.Test) []int {
	order := make([]int, len(a))
	for i := range order {
		order[i] = i
	}
	vague := func(t *restore.Test) int {
		switch {
		case len(t.In) > 0 || t.Types&restore.AnObject == 0:
			return 0
		case t.Closed && t.Others == nil || len(t.Props) > 0:
			return 1
		case len(t.Has) > 0 || t.Others != nil:
			return 2
		}
		return 3
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return max(vague(a[i]), vague(b[i])) - max(vague(a[j]), vague(b[j]))
	})
	return order
}

// contested reports whether a value of branch i might be taken for one of a
// branch that has something to do, by its type.
func contested(i int, steps []*restore.Step, tests []*restore.Test) bool {
	for j := range steps {
		if steps[j] != nil && overlap(tests[i].Types, tests[j].Types) != 0 {
			return true
		}
	}
	return false
}

// overlap is what two type sets share; 0 in one of them is any type.
func overlap(a, b restore.TypeSet) restore.TypeSet {
	const every = restore.Number<<1 - 1
	wide := func(s restore.TypeSet) restore.TypeSet {
		switch {
		case s == 0:
			return every
		case s&restore.Number != 0:
			return s | restore.Integer
		}
		return s
	}
	return wide(a) & wide(b)
}

// testSet are the tests of the branches of a union.
type testSet struct {
	tests []*restore.Test
	alike string // the branches that cannot be told apart, "" if all can
}

// tests asks as little as tells the branches apart that need different steps.
func (f *planner) tests(list ast.List, doc *ast.Document, steps []*restore.Step, texts []string) testSet {
	closes := f.u.T.Object&target.ObjectClosed != 0
	absent := doc == f.out && f.u.T.Null == target.NullOptional
	build := func(d detail) []*restore.Test {
		tests := make([]*restore.Test, len(list))
		for i, b := range list {
			tests[i] = tester{scope{doc}, d, closes, absent}.test(b, 0, 8)
		}
		return tests
	}
	const most = len(levels) - 2
	var best []*restore.Test
	var alike [][2]int
	for level := range levels {
		tests := build(levels[level])
		var pairs [][2]int
		for i := range list {
			for j := range i {
				if texts[i] != texts[j] && !testsApart(tests[i], tests[j], nil) {
					pairs = append(pairs, [2]int{j, i})
				}
			}
		}
		if best == nil || len(pairs) < len(alike) || level == most && len(pairs) == len(alike) {
			best, alike = tests, pairs
		}
		if len(pairs) == 0 {
			break
		}
	}
	used := marks{}
	for i := range list {
		for j := range i {
			if texts[i] != texts[j] && !testsApart(best[i], best[j], used) {
				used.differences(best[i], best[j])
			}
		}
	}
	set := testSet{tests: make([]*restore.Test, len(list))}
	for i := range best {
		set.tests[i] = used.only(best[i])
	}
	var full []*restore.Test // everything about the members
	if len(alike) > 0 {
		full = build(levels[most])
	}
	for _, pair := range alike {
		if i, j := pair[0], pair[1]; set.alike == "" && !agree(steps[i], steps[j], full[i], full[j]) {
			set.alike = wordsOf(ast.List{list[i], list[j]})
		}
	}
	return set
}

// agree reports whether two steps do the same to every value that passes both
// tests: they drop or add nulls of different members, which are not null there.
func agree(a, b *restore.Step, x, y *restore.Test) bool {
	rules := func(s *restore.Step) ([]restore.Member, bool) {
		if s == nil {
			return nil, true
		}
		return s.Members, s.Kind == restore.Object && s.Rest == nil
	}
	p, ok := rules(a)
	q, ok2 := rules(b)
	if !ok || !ok2 {
		return false
	}
	for _, pair := range [...][2][]restore.Member{{p, q}, {q, p}} {
		for _, m := range pair[0] {
			i := slices.IndexFunc(pair[1], func(n restore.Member) bool { return n.Name == m.Name })
			other := restore.Member{Name: m.Name}
			if i >= 0 {
				other = pair[1][i]
			}
			if string(stepText(m.Step)) != string(stepText(other.Step)) || m.As != other.As || m.Renamed != other.Renamed {
				return false
			}
			if m.Null == other.Null {
				continue
			}
			u, v := propTest(x, m.Name), propTest(y, m.Name)
			if !(u != nil && u.Types != 0 && u.Types&restore.Null == 0 || v != nil && v.Types != 0 && v.Types&restore.Null == 0) {
				return false
			}
		}
	}
	return true
}
