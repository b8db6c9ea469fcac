package budget

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChooseBruteForce compares the exact search with every set of up to 16
// items.
func TestChooseBruteForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		n := 1 + rnd.IntN(12)
		if round%20 == 0 {
			n = 16
		}
		items := make([]Item, n)
		for i := range items {
			items[i] = Item{rnd.IntN(12), rnd.IntN(9)}
		}
		limits := []int{rnd.IntN(30), rnd.IntN(20)}
		if round%7 == 0 {
			limits[1] = -1
		}
		most := rnd.IntN(n + 1)
		want := everySet(items, limits, orAll(most, n))
		if diff := cmp.Diff(want, Choose(items, limits, most)); diff != "" {
			t.Fatalf("round %d: items %v limits %v most %d (-brute force +Choose):\n%s", round, items, limits, most, diff)
		}
	}
}

func orAll(most, n int) int {
	if most == 0 {
		return n
	}
	return most
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name   string
		items  []Item
		limits []int
		most   int
		want   []bool
	}{
		{"nothing", nil, []int{3}, 0, []bool{}},
		{"all fit", []Item{{1}, {2}}, []int{3}, 0, []bool{true, true}},
		{"the dear one goes", []Item{{3}, {1}, {2}}, []int{3}, 0, []bool{false, true, true}},
		{"the earlier of equals stays", []Item{{2}, {2}}, []int{3}, 0, []bool{true, false}},
		{"at most two", []Item{{0}, {0}, {0}}, []int{3}, 2, []bool{true, true, false}},
		{"no limit", []Item{{9}}, []int{-1}, 0, []bool{true}},
		{"none fits", []Item{{9}}, []int{3}, 0, []bool{false}},
	} {
		if diff := cmp.Diff(c.want, Choose(c.items, c.limits, c.most)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Budgets too large for a table: the heuristic stays within them.
func TestChooseHeuristic(t *testing.T) {
	items := make([]Item, 40)
	for i := range items {
		items[i] = Item{i * 1000, 1_000_000 - i*1000}
	}
	limits := []int{1 << 20, 1 << 22}
	pick := Choose(items, limits, 0)
	if !fits(items, limits, pick) {
		t.Errorf("the choice exceeds its limits: %v", pick)
	}
	taken := 0
	for _, p := range pick {
		if p {
			taken++
		}
	}
	if taken != 4 {
		t.Errorf("%d taken, want 4", taken)
	}
}

func BenchmarkChoose500(b *testing.B) {
	items := make([]Item, 500)
	for i := range items {
		items[i] = Item{i % 7, i % 5}
	}
	for b.Loop() {
		Choose(items, []int{24, 16}, 20)
	}
}
