package lower

import (
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// TestPassOrder holds the table to what its rows say of each other.
func TestPassOrder(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range passes {
		if p.Name == "" || p.Doc == "" || p.Need == nil || (p.Node == nil) == (p.Whole == nil) {
			t.Errorf("pass %q is incomplete", p.Name)
		}
		if seen[p.Name] {
			t.Errorf("pass %s stands in the table twice", p.Name)
		}
		for _, name := range p.After {
			if !seen[name] {
				t.Errorf("pass %s must run after %s, which is not above it", p.Name, name)
			}
		}
		seen[p.Name] = true
	}
}

// TestPassNeeded finds passes that no target asks for.
func TestPassNeeded(t *testing.T) {
	for _, p := range passes {
		needed := false
		for _, tg := range target.All {
			needed = needed || p.Need(tg)
		}
		if !needed {
			t.Errorf("no target needs pass %s", p.Name)
		}
	}
}

func TestLooksAround(t *testing.T) {
	for pattern, want := range map[string]bool{
		"^(?!a)":        true,
		"(?<=a)b":       true,
		"(?<!a)b":       true,
		"a(?=b)":        true,
		`\(?=a`:         false,
		"[(?=]":         false,
		`[\](?=]x`:      false,
		"(?:a)":         false,
		"(?<name>a)":    false,
		`\\(?=a)`:       true,
		"":              false,
		"(":             false,
		`[a-z\\](?!x)y`: true,
	} {
		if got := looksAround(pattern); got != want {
			t.Errorf("looksAround(%q) = %v, want %v", pattern, got, want)
		}
	}
}

func TestFreshNames(t *testing.T) {
	taken := map[string]bool{}
	var got []string
	for _, wish := range []string{"a", "a", "x/y", "", "ünï", "a_2"} {
		got = append(got, fresh(wish, taken))
	}
	if want := "a a_2 x_y def _n_ a_2_2"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, " "), want)
	}
}

func TestPolarity(t *testing.T) {
	two := ast.New(ast.Span{}, []ast.Keyword{{Kw: ast.KwOneOf, Val: ast.List{ast.NewBool(ast.Span{}, true), ast.NewBool(ast.Span{}, true)}}})
	for _, c := range []struct {
		from polarity
		kw   ast.Kw
		want polarity
	}{
		{covariant, ast.KwProperties, covariant},
		{covariant, ast.KwNot, contravariant},
		{contravariant, ast.KwNot, covariant},
		{mixed, ast.KwNot, mixed},
		{covariant, ast.KwIf, mixed},
		{covariant, ast.KwOneOf, mixed},
	} {
		if got := c.from.below(two, c.kw); got != c.want {
			t.Errorf("below(%v, %v) = %v, want %v", c.from, c.kw, got, c.want)
		}
	}
}
