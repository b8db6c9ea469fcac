package gen

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// samples are one valid string for each format that validators know.
var samples = map[string]string{
	"date":                  "2024-02-29",
	"time":                  "12:34:56Z",
	"date-time":             "2024-02-29T12:34:56Z",
	"duration":              "P1DT2H",
	"email":                 "a@example.com",
	"idn-email":             "a@example.com",
	"hostname":              "example.com",
	"idn-hostname":          "example.com",
	"ipv4":                  "192.0.2.1",
	"ipv6":                  "2001:db8::1",
	"uri":                   "https://example.com/a",
	"url":                   "https://example.com/a",
	"uri-reference":         "/a",
	"iri":                   "https://example.com/a",
	"iri-reference":         "/a",
	"uri-template":          "/a/{b}",
	"uuid":                  "123e4567-e89b-12d3-a456-426614174000",
	"json-pointer":          "/a",
	"relative-json-pointer": "1/a",
	"regex":                 "^a$",
	"semver":                "1.2.3",
	"period":                "2024-02-29T12:34:56Z/P1D",
	"byte":                  "YQ==",
}

// wrong is a string that is of none of the formats that assert much.
const wrong = "\\ not {a ["

// match returns a string that the pattern matches, repeating what may repeat
// up to reps times; "" and false if it cannot tell.
func match(pattern string, reps int) (string, bool) { return matchAs(pattern, reps, likes) }

// likes are the characters that are taken from a class, the first that it has.
const likes = "a0A-_ "

// matchAs is match with other characters.
func matchAs(pattern string, reps int, likes string) (string, bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	if !sample(&b, re, reps, 0, likes) || b.Len() > maxLength {
		return "", false
	}
	return b.String(), true
}

func sample(b *strings.Builder, re *syntax.Regexp, reps, depth int, likes string) bool {
	if b.Len() > maxLength || depth > 100 {
		return false
	}
	times := func(lo, hi int) bool {
		n := max(lo, reps)
		if hi >= 0 {
			n = min(n, hi)
		}
		for range n {
			if !sample(b, re.Sub[0], reps, depth+1, likes) {
				return false
			}
		}
		return true
	}
	switch re.Op {
	case syntax.OpNoMatch:
		return false
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(pick(re.Rune, likes))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(likes[0])
	case syntax.OpCapture:
		return sample(b, re.Sub[0], reps, depth+1, likes)
	case syntax.OpStar:
		return times(0, -1)
	case syntax.OpPlus:
		return times(1, -1)
	case syntax.OpQuest:
		return times(0, 1)
	case syntax.OpRepeat:
		return times(re.Min, re.Max)
	case syntax.OpConcat:
		for _, s := range re.Sub {
			if !sample(b, s, reps, depth+1, likes) {
				return false
			}
		}
	case syntax.OpAlternate:
		return sample(b, re.Sub[min(reps, len(re.Sub)-1)], reps, depth+1, likes)
	}
	return true
}

// pick chooses a rune from the pairs of a class, a letter if there is one.
func pick(pairs []rune, likes string) rune {
	for _, like := range likes {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] <= like && like <= pairs[i+1] {
				return like
			}
		}
	}
	if len(pairs) == 0 {
		return 'a'
	}
	for i := 0; i+1 < len(pairs); i += 2 { // a printable one rather than U+0000
		if r := max(pairs[i], '!'); r <= pairs[i+1] && utf8.ValidRune(r) {
			return r
		}
	}
	return pairs[0]
}

// patterns compiles regular expressions once.
type patterns map[string]*regexp.Regexp

func (p patterns) matches(pattern, s string) bool {
	re, ok := p[pattern]
	if !ok {
		re, _ = regexp.Compile(pattern)
		p[pattern] = re
	}
	return re != nil && re.MatchString(s)
}
