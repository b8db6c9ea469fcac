package generate

import (
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/schemac/schemac/target"
)

// reserved are the exported names that every generated package has beside its
// tools and targets.
var reserved = [...]string{"Target", "Tool", "Output", "Typed", "Loss", "All", "Lookup", "AppendList",
	"Exact", "Hinted", "Widened", "Narrowed", "Reshaped", "Fallback"}

// identify gives every tool its identifier. A name that another tool or the
// package itself has too is told apart by the first digits of the hash of the
// tool's name, in each of the tools: so no tool is ever called what another one
// was called before.
//
//	get-issue, get_issue → GetIssue_8ce0, GetIssue_0a21
//	target → Target_34a0
func (s *Set) identify() {
	count := make(map[string]int, len(s.Tools)+len(reserved))
	for _, name := range reserved {
		count[name]++
	}
	for _, t := range target.All { // also those that are not generated now
		count[TargetIdent(t)]++
	}
	for _, t := range s.Targets {
		count[TargetIdent(t)]++
	}
	for i := range s.Tools {
		t := &s.Tools[i]
		t.Ident = identifier(t.Name)
		count[t.Ident]++
	}
	used := make(map[string]bool, len(s.Tools))
	for i := range s.Tools {
		if t := &s.Tools[i]; count[t.Ident] == 1 {
			used[t.Ident] = true
		}
	}
	for i := range s.Tools {
		t := &s.Tools[i]
		if count[t.Ident] == 1 {
			continue
		}
		sum := hash([]byte(t.Name))
		for n := 4; ; n++ {
			if name := t.Ident + "_" + sum[:n]; !used[name] || n == len(sum) {
				t.Ident = name
				used[name] = true
				break
			}
		}
	}
}

// identifier is a tool's name as an exported identifier of Go, which is one of
// TypeScript too.
//
//	get_weather, get-weather, getWeather → GetWeather · 1st → Tool1st · "" → Tool
func identifier(name string) string {
	var b strings.Builder
	up := true
	for _, r := range name {
		switch {
		case r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
			continue
		case up:
			r = unicode.ToUpper(r)
			up = false
		}
		b.WriteRune(r)
	}
	id := b.String()
	if !token.IsIdentifier(id) || !token.IsExported(id) {
		id = "Tool" + id
	}
	return id
}

// TargetIdent is what generated Go calls a target: its ID in camel case, with the
// words of target.Spelling.
//
//	openai-strict → OpenAIStrict · mcp-2025-11-25 → MCP20251125
func TargetIdent(t *target.Target) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(t.ID, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if spelled := target.Spelling[word]; spelled != "" {
			word = spelled
		}
		first, n := utf8.DecodeRuneInString(word)
		b.WriteRune(unicode.ToUpper(first))
		b.WriteString(word[n:])
	}
	return identifier(b.String())
}
