package main

import (
	"slices"
	"testing"

	"github.com/schemac/schemac/diag"
)

// withoutExample are the codes that no small schema causes, and why.
var withoutExample = map[diag.Code]string{
	diag.NoEquivalent:    "it takes a metaschema that a program registers",
	diag.TooLarge:        "it takes a very large input",
	diag.Unwritable:      "it is about a file",
	diag.Unreadable:      "it is about a file",
	diag.Refused:         "schemac audit says it, of a schema as it is",
	diag.AuditFailed:     "it is a bug if it happens",
	diag.InternalError:   "it is a bug if it happens",
	diag.ToolName:        "it is about a tool around its schema",
	diag.ToolNameAdvice:  "it is about a tool around its schema",
	diag.ToolDescription: "it is about a tool around its schema",
	diag.ToolCount:       "it takes many tools",
	diag.ToolBytes:       "it takes large tools",
	diag.BudgetExceeded:  "it takes several tools",
}

// TestExplanations compiles every example and demands its code.
func TestExplanations(t *testing.T) {
	seen := map[diag.Code]int{}
	for _, e := range explanations() {
		seen[e.Code]++
		if e.Meaning == "" {
			t.Errorf("%s: no meaning", e.Code)
		}
		if (e.Target == "") != (withoutExample[e.Code] != "") {
			t.Errorf("%s: has an example: %v", e.Code, e.Target != "")
		}
		if e.Target == "" {
			continue
		}
		r, err := e.compile()
		if err != nil {
			t.Errorf("%s: %v", e.Code, err)
			continue
		}
		if !slices.ContainsFunc(r.all, func(d diag.Diagnostic) bool { return d.Code == e.Code }) {
			var codes []diag.Code
			for _, d := range r.all {
				codes = append(codes, d.Code)
			}
			t.Errorf("%s: the example causes %v, schema %s", e.Code, codes, r.Schema)
		}
	}
	for _, i := range diag.Codes() {
		if seen[i.Code] != 1 {
			t.Errorf("%s is explained %d times", i.Code, seen[i.Code])
		}
	}
}
