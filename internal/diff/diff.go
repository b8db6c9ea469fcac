// Package diff compares texts line by line and shows the difference: one below
// the other or side by side.
package diff

import "strings"

// Op is what happened to a line.
type Op uint8

const (
	Same Op = iota
	Removed
	Added
)

// Line is a line of either text, without its end.
type Line struct {
	Op   Op
	Text string
}

// maxEdits bounds the search for the shortest difference; beyond it what is
// between the common begin and end is shown as removed and added.
const maxEdits = 1000

// Lines returns a shortest difference that turns a into b (Myers 1986).
func Lines(a, b string) []Line {
	x, y := split(a), split(b)
	var head, tail []Line
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		head = append(head, Line{Same, x[0]})
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		tail = append(tail, Line{Same, x[len(x)-1]})
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	out := append(head, middle(x, y)...)
	for i := len(tail) - 1; i >= 0; i-- {
		out = append(out, tail[i])
	}
	return out
}

func split(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

// middle is Myers' greedy algorithm. trace[d] holds, for each diagonal, how far
// d edits reach in x.
func middle(x, y []string) []Line {
	n, m := len(x), len(y)
	if n == 0 || m == 0 {
		return whole(x, y)
	}
	limit := min(n+m, maxEdits)
	reach := make([]int, 2*limit+3)
	at := func(k int) int { return k + limit + 1 }
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, append([]int(nil), reach[at(-d)-1:at(d)+2]...))
		for k := -d; k <= d; k += 2 {
			i := 0
			if k == -d || k != d && reach[at(k-1)] < reach[at(k+1)] {
				i = reach[at(k+1)]
			} else {
				i = reach[at(k-1)] + 1
			}
			j := i - k
			for i < n && j < m && x[i] == y[j] {
				i, j = i+1, j+1
			}
			reach[at(k)] = i
			if i >= n && j >= m {
				return back(x, y, trace)
			}
		}
	}
	return whole(x, y)
}

// back follows the trace from the end to the begin.
func back(x, y []string, trace [][]int) []Line {
	var out []Line // from the end
	i, j := len(x), len(y)
	for d := len(trace) - 1; d >= 0; d-- {
		before := func(k int) int { return trace[d][k+d+1] }
		k := i - j
		from := k - 1
		if k == -d || k != d && before(k-1) < before(k+1) {
			from = k + 1
		}
		fi := 0
		if d > 0 {
			fi = before(from)
		}
		fj := fi - from
		for i > fi && j > fj && i > 0 && j > 0 && x[i-1] == y[j-1] {
			out = append(out, Line{Same, x[i-1]})
			i, j = i-1, j-1
		}
		if d == 0 {
			break
		}
		if from == k+1 {
			out = append(out, Line{Added, y[j-1]})
			j--
		} else {
			out = append(out, Line{Removed, x[i-1]})
			i--
		}
	}
	for a, b := 0, len(out)-1; a < b; a, b = a+1, b-1 {
		out[a], out[b] = out[b], out[a]
	}
	return out
}

func whole(x, y []string) []Line {
	out := make([]Line, 0, len(x)+len(y))
	for _, l := range x {
		out = append(out, Line{Removed, l})
	}
	for _, l := range y {
		out = append(out, Line{Added, l})
	}
	return out
}

// Row is a line of a view side by side.
type Row struct {
	Left, Right       string
	HasLeft, HasRight bool
	Same              bool
}

// Rows puts removed lines beside the added ones that follow them.
func Rows(lines []Line) []Row {
	var rows []Row
	for i := 0; i < len(lines); {
		if lines[i].Op == Same {
			rows = append(rows, Row{lines[i].Text, lines[i].Text, true, true, true})
			i++
			continue
		}
		var left, right []string
		for ; i < len(lines) && lines[i].Op != Same; i++ {
			if lines[i].Op == Removed {
				left = append(left, lines[i].Text)
			} else {
				right = append(right, lines[i].Text)
			}
		}
		for k := range max(len(left), len(right)) {
			var r Row
			if k < len(left) {
				r.Left, r.HasLeft = left[k], true
			}
			if k < len(right) {
				r.Right, r.HasRight = right[k], true
			}
			rows = append(rows, r)
		}
	}
	return rows
}
