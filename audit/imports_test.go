package audit

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestStagesAreApart proves that the checker shares no code with what it
// checks, nor the stages with one another: only the vocabularies ast, diag and
// target are common to them.
func TestStagesAreApart(t *testing.T) {
	goCmd, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	const module = "github.com/schemac/schemac/"
	stages := []string{"parse", "lower", "emit", "audit"}
	for _, stage := range stages {
		out, err := exec.Command(goCmd, "list", "-deps", module+stage).Output()
		if err != nil {
			t.Fatalf("go list -deps %s: %v", stage, err)
		}
		deps := strings.Fields(string(out))
		for _, other := range stages {
			if other != stage && slices.Contains(deps, module+other) {
				t.Errorf("%s depends on %s", stage, other)
			}
		}
		for _, upper := range []string{"", "cmd/schemac"} {
			if slices.Contains(deps, strings.TrimSuffix(module+upper, "/")) {
				t.Errorf("%s depends on the package %q above it", stage, module+upper)
			}
		}
	}
}
