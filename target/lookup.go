package target

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// All are the targets in the order they are listed to people: the fixed
// five, then the others by family.
var All = []*Target{
	&OpenAIStrict, &OpenAIResponses, &Google, &CloudCodeAssistClaude, &MCP,
	&OpenAI, &AzureOpenAI, &OpenAIChat,
	&GoogleJSON, &Vertex,
	&Anthropic, &AnthropicStrict, &Bedrock, &BedrockStrict, &BedrockOther,
	&XAI, &Moonshot, &Mistral, &Groq, &Cerebras, &DeepSeek, &Fireworks,
	&Ollama, &LlamaCPP, &LMStudio,
	&Cursor, &VSCodeCopilot, &Zed,
	&MCP20251125,
}

// Dated are earlier versions of targets of All; they are not listed, but Lookup
// finds them by a date or by their ID.
var Dated = []*Target{&OpenAI202408}

// Lookup finds a target as Find does, nil if there is none.
func Lookup(name string) *Target {
	t, _ := Find(name)
	return t
}

// Find returns the target with the ID or alias.
//
// ID@DATE is the newest version of the target whose rules were in force at the
// date, YYYY, YYYY-MM or YYYY-MM-DD; the ID of a dated version names that
// version. portable=A,B is the meet of the targets A and B.
//
// The error says which part of the name is wrong and what there is instead.
func Find(name string) (*Target, error) {
	if list, ok := strings.CutPrefix(name, Portable+"="); ok {
		return findMeet(list)
	}
	if id, date, ok := strings.Cut(name, "@"); ok {
		return findDated(name, id, date)
	}
	for _, t := range All {
		if t.ID == name || slices.Contains(t.Alias, name) {
			return t, nil
		}
	}
	return nil, fmt.Errorf("unknown target %q: use one of %s, or %s=A,B,… for what several accept", name, Names(), Portable)
}

// findDated finds the version of a target at a date. A month is its last day,
// a year its last month: the text compares that way with "~" appended.
func findDated(name, id, date string) (*Target, error) {
	t, err := Find(id)
	if err != nil {
		return nil, err
	}
	if !isDate(date) {
		return nil, fmt.Errorf("target %q: %q is no date: write YYYY, YYYY-MM or YYYY-MM-DD", name, date)
	}
	base := t.ID
	if t.Of != "" {
		base = t.Of
	}
	var best, oldest *Target
	for _, list := range [...][]*Target{All, Dated} {
		for _, v := range list {
			if v.ID != base && v.Of != base {
				continue
			}
			if oldest == nil || v.Since < oldest.Since {
				oldest = v
			}
			if v.Since <= date+"~" && (best == nil || v.Since > best.Since) {
				best = v
			}
		}
	}
	if best == nil {
		return nil, fmt.Errorf("target %q: nothing is known of %s before %s, when %s began: use a later date or %s", name, base, oldest.Since, oldest.ID, oldest.ID)
	}
	return best, nil
}

// dates are the forms of a date, as time.Parse has them.
var dates = [...]string{"2006", "2006-01", "2006-01-02"}

func isDate(text string) bool {
	for _, form := range dates {
		if _, err := time.Parse(form, text); err == nil {
			return true
		}
	}
	return false
}

// Names lists the IDs, for messages: "openai-strict, openai-responses, …".
func Names() string {
	ids := make([]string, len(All))
	for i, t := range All {
		ids[i] = t.ID
	}
	return strings.Join(ids, ", ")
}
