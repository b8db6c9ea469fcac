package diff

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func short(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString([...]string{" ", "-", "+"}[l.Op] + l.Text)
	}
	return b.String()
}

func TestLines(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"", "", ""},
		{"a\n", "a\n", " a"},
		{"", "a\nb\n", "+a+b"},
		{"a\nb", "", "-a-b"},
		{"a\nb\nc", "a\nc", " a-b c"},
		{"a\nc", "a\nb\nc", " a+b c"},
		{"a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc", "-a-b c+b a b-b a+c"},
		{"x", "y", "-x+y"},
	} {
		if diff := cmp.Diff(c.want, short(Lines(c.a, c.b))); diff != "" {
			t.Errorf("%q, %q: %s", c.a, c.b, diff)
		}
	}
}

// Whatever the texts, the lines rebuild both, and no common line is missed in
// small ones.
func TestLinesRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		lines := make([]string, n)
		for i := range lines {
			lines[i] = string(rune('a' + r.IntN(4)))
		}
		return strings.Join(lines, "\n")
	}
	for range 3000 {
		a, b := text(r.IntN(12)), text(r.IntN(12))
		check(t, a, b)
	}
	check(t, text(5000), text(5000)) // more edits than are searched for
}

func check(t *testing.T, a, b string) {
	t.Helper()
	var left, right []string
	for _, l := range Lines(a, b) {
		if l.Op != Added {
			left = append(left, l.Text)
		}
		if l.Op != Removed {
			right = append(right, l.Text)
		}
	}
	if strings.Join(left, "\n") != a || strings.Join(right, "\n") != b {
		t.Fatalf("%q to %q: %s", a, b, short(Lines(a, b)))
	}
}

func TestRows(t *testing.T) {
	got := Rows(Lines("a\nb\nc\nd", "a\nx\nd\ne"))
	want := []Row{{"a", "a", true, true, true}, {"b", "x", true, true, false}, {"c", "", true, false, false},
		{"d", "d", true, true, true}, {"", "e", false, true, false}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
