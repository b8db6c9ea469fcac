package target

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemac/schemac/ast"
)

func TestIn(t *testing.T) {
	for _, c := range []struct {
		id, name string
		envelope Envelope
		output   OutputForm
	}{
		{"openai-strict", "responses", EnvelopeOpenAIResponses, OutputResponses},
		{"openai-responses", "chat", EnvelopeOpenAIChat, OutputChat},
		{"azure-openai", "chat", EnvelopeOpenAIChat, OutputChat},
		{"groq", "chat", EnvelopeOpenAIChat, OutputNone},
		{"google", "google", EnvelopeGoogle, OutputGoogle},
	} {
		of := Lookup(c.id)
		in := of.In(c.name)
		if in == nil || in.Envelope != c.envelope || in.Output != c.output || in.ID != c.id || in.Also != nil {
			t.Errorf("%s in %s: %+v", c.id, c.name, in)
		}
		if in == of {
			t.Errorf("%s: the target itself was changed", c.id)
		}
	}
	for _, c := range [][2]string{{"google", "chat"}, {"groq", "responses"}, {"openai", ""}, {"mcp", "google"}} {
		if Lookup(c[0]).In(c[1]) != nil {
			t.Errorf("%s has no envelope %q", c[0], c[1])
		}
	}
	if diff := cmp.Diff([]string{"chat", "responses"}, EnvelopeNames()); diff != "" {
		t.Error(diff)
	}
}

func TestOutputLayout(t *testing.T) {
	for _, c := range []struct {
		id     string
		form   ast.OutputForm
		beside bool
		want   OutputForm
	}{
		{"openai", ast.OutputNested, false, OutputChat},
		{"openai", ast.OutputFlat, false, OutputResponses},
		{"openai", ast.OutputFlat, true, OutputChat},
		{"openai-responses", ast.OutputBare, false, OutputResponses},
		{"xai", ast.OutputFlat, false, OutputChat},
		{"vertex", ast.OutputFlat, false, OutputGoogle},
		{"mcp", ast.OutputNested, false, OutputNone},
	} {
		got := OutputNone
		if l := Lookup(c.id).OutputLayout(c.form, c.beside); l != nil {
			got = l.Form
			if l.Evidence.Claim == "" || l.Evidence.Source == "" || l.Evidence.Date == "" {
				t.Errorf("%s: a form without evidence", c.id)
			}
		}
		if got != c.want {
			t.Errorf("%s, %v beside tools %v: %v, want %v", c.id, c.form, c.beside, got, c.want)
		}
	}
}
