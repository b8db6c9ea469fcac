package diag

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// Case is one tool compiled for one target, a test case of AppendJUnit.
type Case struct {
	Source, Tool, Target string
	// Verdict is what is said of it: "exact" or the losses.
	Verdict string
	// Failed makes it a failure.
	Failed  bool
	Entries []Entry
}

// AppendJUnit appends the cases as a JUnit report: a suite for each target, a
// test case for each tool. What is said of a tool is the text of its failure, or
// its output if it did not fail.
func AppendJUnit(dst []byte, cases []Case) []byte {
	type suite struct {
		target          string
		cases           []Case
		failures, total int
	}
	var suites []*suite
	index := make(map[string]*suite)
	failures := 0
	for _, c := range cases {
		s := index[c.Target]
		if s == nil {
			s = &suite{target: c.Target}
			index[c.Target] = s
			suites = append(suites, s)
		}
		s.cases = append(s.cases, c)
		s.total++
		if c.Failed {
			s.failures++
			failures++
		}
	}
	b := bytes.NewBuffer(dst)
	b.WriteString(xml.Header)
	fmt.Fprintf(b, "<testsuites name=\"schemac\" tests=\"%d\" failures=\"%d\" errors=\"0\">\n", len(cases), failures)
	for _, s := range suites {
		fmt.Fprintf(b, "  <testsuite name=%s tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"0\">\n", attribute(s.target), s.total, s.failures)
		for i := range s.cases {
			c := &s.cases[i]
			name := c.Tool
			if name == "" {
				name = "schema"
			}
			fmt.Fprintf(b, "    <testcase name=%s classname=%s file=%s>", attribute(name), attribute(c.Target+"."+c.Source), attribute(c.Source))
			words := plainLines(c.Entries)
			switch {
			case c.Failed:
				fmt.Fprintf(b, "\n      <failure message=%s type=%s>", attribute(c.Verdict), attribute(gravest(c.Entries)))
				escapeXML(b, words)
				b.WriteString("</failure>\n    ")
			case words != "":
				b.WriteString("\n      <system-out>")
				escapeXML(b, words)
				b.WriteString("</system-out>\n    ")
			}
			b.WriteString("</testcase>\n")
		}
		b.WriteString("  </testsuite>\n")
	}
	b.WriteString("</testsuites>\n")
	return b.Bytes()
}

// plainLines are the entries in the form file:line:col: severity[code]: message.
func plainLines(entries []Entry) string {
	at := locateEntries(entries)
	var b strings.Builder
	for i := range entries {
		e := &entries[i]
		if e.Source != nil {
			b.WriteString(at[i].primary.String() + ": ")
		}
		b.WriteString(e.Severity.String() + "[" + string(e.Code) + "]: " + clean(e.Message()) + "\n")
	}
	return b.String()
}

// gravest is the code of the first of the gravest entries.
func gravest(entries []Entry) string {
	code, worst := "loss", -1
	for i := range entries {
		if s := int(entries[i].Severity); s > worst {
			code, worst = string(entries[i].Code), s
		}
	}
	return code
}

func attribute(s string) string {
	var b bytes.Buffer
	escapeXML(&b, s)
	return `"` + b.String() + `"`
}

// escapeXML writes text; what XML cannot hold becomes U+FFFD.
func escapeXML(b *bytes.Buffer, s string) {
	// The error is the buffer's, which has none.
	_ = xml.EscapeText(b, []byte(s))
}
