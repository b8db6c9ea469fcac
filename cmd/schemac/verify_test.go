package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// A claim that is false is caught, with the value that shows it.
func TestVerifyPrintsAWitness(t *testing.T) {
	set := schemac.CompileTools([]schemac.Source{{Name: "t.json", Text: `{"type":"object","properties":{"n":{"type":"integer","minimum":3}},"required":["n"]}`}},
		[]*target.Target{&target.Google}, schemac.Options{})
	r := &set.Results[0]
	if r.Verdict&diag.Widened == 0 {
		t.Fatalf("the verdict is %s", r.Verdict)
	}
	r.Verdict = diag.Exact // a lie
	var out bytes.Buffer
	p := &program{out: bufio.NewWriter(&out)}
	var count outcomes
	p.verifyOne(r, ast.Undeclared, 0, &count)
	if err := p.out.Flush(); err != nil {
		t.Fatal(err)
	}
	if count.failed != 1 || p.code != exitFindings || !strings.Contains(out.String(), `the claim "exact" is false`) || !strings.Contains(out.String(), `  witness  {"n":`) {
		t.Errorf("%+v, exit code %d: %s", count, p.code, out.String())
	}
}
