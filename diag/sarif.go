package diag

import (
	"net/url"
	"strings"
)

// SARIFSchema is the schema that the output of AppendSARIF names.
const SARIFSchema = "https://json.schemastore.org/sarif-2.1.0.json"

// AppendSARIF appends a log of SARIF 2.1.0 with one run: a rule for each code
// that occurs and a result for each entry, with regions in lines and columns of
// Unicode code points. version is schemac's own.
func AppendSARIF(dst []byte, entries []Entry, version string) []byte {
	at := locateEntries(entries)
	rules := make(map[Code]int)
	var order []Code
	for i := range entries {
		if c := entries[i].Code; rules[c] == 0 {
			order = append(order, c)
			rules[c] = len(order)
		}
	}
	o := object{append(dst, '{')}
	o.text("$schema", SARIFSchema)
	o.text("version", "2.1.0")
	o.name("runs")
	o.dst = append(o.dst, "[{"...)
	o.name("tool")
	o.dst = append(o.dst, '{')
	o.name("driver")
	o.dst = append(o.dst, '{')
	o.text("name", "schemac")
	o.text("version", version)
	o.text("informationUri", "https://github.com/schemac/schemac")
	o.name("rules")
	o.dst = append(o.dst, '[')
	for i, c := range order {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		info := c.Info()
		o.dst = append(o.dst, '{')
		o.text("id", string(c))
		o.message("shortDescription", template(info.Message))
		if info.Help != "" {
			o.message("help", template(info.Help))
		}
		o.name("defaultConfiguration")
		o.dst = append(o.dst, '{')
		o.text("level", info.Severity.String())
		o.dst = append(o.dst, "}}"...)
	}
	o.dst = append(o.dst, "]}}"...)
	o.text("columnKind", "unicodeCodePoints")
	o.name("results")
	o.dst = append(o.dst, '[')
	for i := range entries {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		o.dst = append(o.dst, '\n')
		o.result(&entries[i], &at[i], rules[entries[i].Code]-1)
	}
	o.dst = append(o.dst, "\n]}]}\n"...)
	return o.dst
}

// message writes {"text": words}.
func (o *object) message(name, words string) {
	o.name(name)
	o.dst = append(o.dst, '{')
	o.text("text", words)
	o.dst = append(o.dst, '}')
}

func (o *object) result(e *Entry, at *regions, rule int) {
	o.dst = append(o.dst, '{')
	o.text("ruleId", string(e.Code))
	o.number("ruleIndex", rule)
	o.text("level", e.Severity.String())
	words := e.Message()
	if h := e.Help(); h != "" {
		words += " (" + h + ")"
	}
	o.message("message", words)
	if e.Source != nil {
		o.name("locations")
		o.dst = append(o.dst, "[{"...)
		o.physical(e, &at.primary)
		o.name("logicalLocations")
		o.dst = append(o.dst, "[{"...)
		if e.Tool != "" {
			o.text("name", e.Tool)
		}
		o.text("fullyQualifiedName", "#"+at.primary.Pointer)
		o.text("kind", "value")
		o.dst = append(o.dst, "}]}]"...)
	}
	if len(at.notes) > 0 {
		o.name("relatedLocations")
		o.dst = append(o.dst, '[')
		for i := range at.notes {
			if i > 0 {
				o.dst = append(o.dst, ',')
			}
			o.dst = append(o.dst, '{')
			o.number("id", i)
			o.physical(e, &at.notes[i])
			o.message("message", e.Notes[i].Text)
			o.dst = append(o.dst, '}')
		}
		o.dst = append(o.dst, ']')
	}
	o.name("partialFingerprints")
	o.dst = append(o.dst, '{')
	o.text("schemac/v1", fingerprint(e, &at.primary))
	o.dst = append(o.dst, '}')
	o.name("properties")
	o.dst = append(o.dst, '{')
	o.texts("loss", e.Loss.Names())
	ids := make([]string, len(e.For))
	for i := range e.For {
		ids[i] = e.For[i].Target.ID
	}
	o.texts("targets", ids)
	if ev := e.Evidence(); ev != nil {
		o.text("evidence", ev.Claim+" ("+ev.Source+", "+ev.Date+")")
	}
	o.dst = append(o.dst, "}}"...)
}

func (o *object) physical(e *Entry, r *Region) {
	o.name("physicalLocation")
	o.dst = append(o.dst, '{')
	o.name("artifactLocation")
	o.dst = append(o.dst, '{')
	o.text("uri", fileURI(e.Source.Name))
	o.dst = append(o.dst, '}')
	if e.Code != Unreadable { // nothing of it has a line
		o.name("region")
		o.dst = append(o.dst, '{')
		o.number("startLine", r.Line)
		o.number("startColumn", r.Column)
		o.number("endLine", r.EndLine)
		o.number("endColumn", r.EndColumn)
		o.dst = append(o.dst, '}')
	}
	o.dst = append(o.dst, '}')
}

// fingerprint names the fact independently of the lines it stands in.
func fingerprint(e *Entry, r *Region) string {
	return string(e.Code) + "|" + e.Tool + "|" + r.Pointer + "|" + e.A + "|" + e.B
}

// fileURI is the name of a file as a URI reference.
func fileURI(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	u := url.URL{Path: name}
	if strings.HasPrefix(name, "/") {
		u.Scheme = "file"
	}
	return u.String()
}

// template is a code's message without its arguments: "…" stands for them.
func template(words string) string { return fill(words, "…", "…") }
