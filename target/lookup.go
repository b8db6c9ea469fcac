package target

import "strings"

// All are the targets in the order they are listed to people: the fixed
// five, then the others by family.
var All = []*Target{
	&OpenAIStrict, &OpenAIResponses, &Google, &CloudCodeAssistClaude, &MCP,
	&OpenAI, &AzureOpenAI, &OpenAIChat,
	&GoogleJSON, &Vertex,
	&Anthropic, &AnthropicStrict, &Bedrock,
	&XAI, &Moonshot, &Mistral, &Groq, &Cerebras, &DeepSeek, &Fireworks,
	&Ollama, &LlamaCPP, &LMStudio,
	&Cursor, &VSCodeCopilot, &Zed,
	&MCP20251125,
}

// Dated are earlier versions of targets of All; they are not listed, but Lookup
// finds them by a date or by their ID.
var Dated = []*Target{&OpenAI202408}

// Lookup finds a target by its ID or one of its aliases, nil if there is none.
//
// ID@DATE is the newest version of the target whose rules were in force at the
// date, YYYY, YYYY-MM or YYYY-MM-DD; nil if there is none so old. portable=A,B
// is the meet of the targets A and B.
func Lookup(name string) *Target {
	if list, ok := strings.CutPrefix(name, Portable+"="); ok {
		return lookupMeet(list)
	}
	if id, date, ok := strings.Cut(name, "@"); ok {
		return lookupDated(id, date)
	}
	for _, t := range All {
		if t.ID == name {
			return t
		}
		for _, a := range t.Alias {
			if a == name {
				return t
			}
		}
	}
	return nil
}

// lookupDated finds the version of a target at a date. A month is its last day,
// a year its last month: the text compares that way with "~" appended.
func lookupDated(id, date string) *Target {
	t := Lookup(id)
	if t == nil || !isDate(date) {
		return nil
	}
	base := t.ID
	if t.Of != "" {
		base = t.Of
	}
	var best *Target
	for _, list := range [...][]*Target{All, Dated} {
		for _, v := range list {
			if v.ID != base && v.Of != base || v.Since > date+"~" {
				continue
			}
			if best == nil || v.Since > best.Since {
				best = v
			}
		}
	}
	return best
}

// isDate reports whether text is YYYY, YYYY-MM or YYYY-MM-DD.
func isDate(text string) bool {
	if len(text) != 4 && len(text) != 7 && len(text) != 10 {
		return false
	}
	for i := range len(text) {
		dash := i == 4 || i == 7
		if dash != (text[i] == '-') || !dash && (text[i] < '0' || text[i] > '9') {
			return false
		}
	}
	return true
}

// Names lists the IDs, for messages: "openai-strict, openai-responses, …".
func Names() string {
	ids := make([]string, len(All))
	for i, t := range All {
		ids[i] = t.ID
	}
	return strings.Join(ids, ", ")
}
