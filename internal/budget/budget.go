// Package budget chooses as many items as fit into several budgets at once.
package budget

import (
	"cmp"
	"slices"
)

// Exhaustive is how many items with a cost Choose looks at in every
// combination that matters; the result is optimal. Above it, and above
// MaxStates, it is a heuristic.
const Exhaustive = 16

// MaxStates bounds the table of exact search: items times the product of the
// budgets.
const MaxStates = 1 << 23

// Item is what one item costs of each budget. A cost is not negative.
type Item []int

// Choose returns which items to take so that as many as possible are taken, at
// most most of them (0 is no limit), and the sum of their costs is within every
// limit; a limit below 0 is none. Among sets of that size it is the one with
// the earliest items: the first place where two sets differ decides.
//
// It is optimal up to Exhaustive items, and beyond as long as the table of
// exact search stays within MaxStates. Otherwise items are taken cheapest
// first, the cost of an item being the largest share of any limit; equal ones
// in their order.
func Choose(items []Item, limits []int, most int) []bool {
	if most <= 0 || most > len(items) {
		most = len(items)
	}
	states := len(items) + 1
	for _, l := range limits {
		if l >= 0 && states <= MaxStates {
			states *= l + 1
		}
	}
	if states <= MaxStates {
		return exact(items, limits, most)
	}
	if len(items) <= Exhaustive {
		return everySet(items, limits, most)
	}
	return cheapest(items, limits, most)
}

// exact fills a table of how many of the items from i on fit into what is left
// of the limits, and reads the answer off it.
func exact(items []Item, limits []int, most int) []bool {
	width := 1
	stride := make([]int, len(limits)) // 0 for no limit
	for d, l := range limits {
		if l >= 0 {
			stride[d] = width
			width *= l + 1
		}
	}
	// step is how far taking the item moves in the table, false if it does not
	// fit into what is left at all.
	step := func(it Item, state int) (int, bool) {
		to := state
		for d, l := range limits {
			if l < 0 {
				continue
			}
			left := state / stride[d] % (l + 1)
			if it[d] > left {
				return 0, false
			}
			to -= it[d] * stride[d]
		}
		return to, true
	}
	best := make([][]int32, len(items)+1)
	best[len(items)] = make([]int32, width)
	for i := len(items) - 1; i >= 0; i-- {
		best[i] = make([]int32, width)
		for state := range width {
			n := best[i+1][state]
			if to, ok := step(items[i], state); ok {
				n = max(n, 1+best[i+1][to])
			}
			best[i][state] = n
		}
	}
	out := make([]bool, len(items))
	state := width - 1
	need := min(int32(most), best[0][state])
	for i := range items {
		if need == 0 {
			break
		}
		if to, ok := step(items[i], state); ok && 1+best[i+1][to] >= need {
			out[i], state = true, to
			need--
		}
	}
	return out
}

// everySet tries every set of at most Exhaustive items.
func everySet(items []Item, limits []int, most int) []bool {
	var best []bool
	size := -1
	for set := range 1 << len(items) {
		pick := make([]bool, len(items))
		n := 0
		for i := range items {
			// The first item is the highest bit, so that a larger number is an
			// earlier set.
			if set&(1<<(len(items)-1-i)) != 0 {
				pick[i] = true
				n++
			}
		}
		if n <= most && n >= size && fits(items, limits, pick) {
			best, size = pick, n
		}
	}
	return best
}

func fits(items []Item, limits []int, pick []bool) bool {
	for d, l := range limits {
		sum := 0
		for i := range items {
			if pick[i] {
				sum += items[i][d]
			}
		}
		if l >= 0 && sum > l {
			return false
		}
	}
	return true
}

func cheapest(items []Item, limits []int, most int) []bool {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compareShare(items[a], items[b], limits) })
	left := slices.Clone(limits)
	out := make([]bool, len(items))
	taken := 0
	for _, i := range order {
		if taken == most {
			break
		}
		ok := true
		for d := range limits {
			ok = ok && (limits[d] < 0 || items[i][d] <= left[d])
		}
		if !ok {
			continue
		}
		for d := range limits {
			left[d] -= items[i][d]
		}
		out[i] = true
		taken++
	}
	return out
}

// compareShare compares the largest shares a/limit of two items without
// fractions.
func compareShare(a, b Item, limits []int) int {
	num, den := share(a, limits)
	m, e := share(b, limits)
	return cmp.Compare(int64(num)*int64(e), int64(m)*int64(den))
}

func share(it Item, limits []int) (num, den int) {
	num, den = 0, 1
	for d, l := range limits {
		if l < 0 {
			continue
		}
		n, m := it[d], max(l, 1)
		if int64(n)*int64(den) > int64(num)*int64(m) {
			num, den = n, m
		}
	}
	return num, den
}
