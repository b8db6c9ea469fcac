package audit

import (
	"strconv"

	"github.com/schemac/schemac/target"
)

// propertyRefs are the references below one property of an open node: those
// from and up to to of the walker's.
type propertyRefs struct{ name, from, to int }

// noteOptional marks the references below the node's optional properties.
func (w *walker) noteOptional(n *node) {
	below := w.under[n.belowBase:]
	if len(below) == 0 || w.t.Cycles != target.CyclesOptional {
		return
	}
	w.required.build(w.names[n.required.from:n.required.to])
	for _, b := range below {
		if w.required.find(w.names[b.name].text) >= 0 {
			continue
		}
		for i := b.from; i < b.to; i++ {
			w.refs[i].optional = true
		}
	}
}

// checkCycles reports each reference that closes a cycle of those that count.
func (w *walker) checkCycles() {
	edges := make([][]int, len(w.defs)+1) // by owner, the references
	for i, r := range w.refs {
		if !r.optional {
			edges[r.owner] = append(edges[r.owner], i)
		}
	}
	w.props.build(w.defs)
	state := make([]uint8, len(edges)) // 1 open, 2 done
	var visit func(at int)
	visit = func(at int) {
		state[at] = 1
		for _, i := range edges[at] {
			text := string(w.unquote(w.refs[i].val))
			to := 0
			if text != "#" {
				name, ok := w.defName(text)
				if !ok {
					continue
				}
				if to = w.props.find([]byte(name)) + 1; to == 0 {
					continue
				}
			}
			switch state[to] {
			case 0:
				visit(to)
			case 1:
				r := w.refs[i]
				why := "must not recur"
				if w.t.Cycles == target.CyclesOptional {
					why = "must recur through an optional property only"
				}
				w.add(finding{at: r.at, rule: "cycle", key: w.spell(r.kw), val: r.val, msg: why + ": " + strconv.Quote(text)})
			}
		}
		state[at] = 2
	}
	for at := range edges {
		if state[at] == 0 {
			visit(at)
		}
	}
}
