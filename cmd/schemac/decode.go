package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

func (p *program) decodeCommand() *cobra.Command {
	var name, tools, format string
	cmd := &cobra.Command{
		Use:   "decode [-t TARGET] [--tools FILE] [ERROR|-]",
		Short: "Find in your tools what a provider's error message is about",
		Long: `decode reads the text of an error by which a provider refused a request: the
message, or the whole answer as JSON. It names the tool and the place, the rule
that was not met and what to do. With --tools it finds the place in that file,
the one the tools were compiled from with -t TARGET, or which was sent as it is.

Exit code 1 says that nothing in the text was recognised, 3 that the text cannot be
read or that FILE has something that is no tool and no schema.
`,
		Example: `  schemac decode -t openai-strict --tools tools.json < error.txt
  pbpaste | schemac decode`,
		Args: func(_ *cobra.Command, args []string) error { return atMostOne(args, "decode takes one ERROR file") },
		RunE: func(cmd *cobra.Command, args []string) error {
			var t *target.Target
			if name != "" {
				var err error
				if t, err = lookupTarget(name); err != nil {
					return err
				}
			}
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			if tools == "-" && (len(args) == 0 || args[0] == "-") {
				return usagef("the error and the tools cannot both be standard input")
			}
			return p.decode(t, tools, format, args)
		},
	}
	fl := cmd.Flags()
	fl.StringVarP(&name, "target", "t", "", "the target that the tools were compiled for: "+target.Names())
	fl.StringVar(&tools, "tools", "", "the file with the tools")
	fl.StringVar(&format, "format", "text", "text or json")
	complete(cmd, "target", targetNames()...)
	complete(cmd, "format", "text", "json")
	return cmd
}

func (p *program) decode(t *target.Target, tools, format string, args []string) error {
	in := p.sources(args, defaultMaxBytes)[0]
	if in.Err != nil {
		return inputError{fmt.Errorf("cannot read %s: %w", in.Name, in.Err)}
	}
	replies := recognise(in.Text)
	var set *schemac.ToolSet
	if tools != "" {
		to := t
		if to == nil {
			to = target.All[0] // any: the source is looked at too
		}
		set = schemac.CompileTools(p.sources([]string{tools}, defaultMaxBytes), []*target.Target{to}, schemac.Options{NoStrict: isSet(os.Getenv(noStrict))})
		// Broken tools are said: what the text is about may be among them.
		broken := 0
		for i := range set.Results {
			if set.Results[i].Tool.Doc == nil {
				broken++
				p.exit(exitInput)
			}
		}
		entries := gather(set, diag.Error, 1, false)
		for i := range entries {
			entries[i].For = nil // it is about the file
		}
		p.err.Write(appendEntries(nil, entries, p.colored(p.err)))
		if broken > 0 && broken == len(set.Results) {
			return nil
		}
	}
	var list []byte
	for i := range replies {
		hits := locateReply(&replies[i], set)
		if format == "json" {
			if list != nil {
				list = append(list, ',')
			}
			list = appendReply(list, &replies[i], hits, t)
			continue
		}
		p.writeReply(&replies[i], hits, t, set != nil)
	}
	if format == "json" {
		p.out.WriteString(pretty(append(append([]byte{'['}, list...), ']')) + "\n")
	}
	if len(replies) == 0 {
		fmt.Fprintln(p.err, "schemac: nothing in the text is an error about a schema that schemac knows")
		p.exit(exitFindings)
	}
	return nil
}

// reply is one thing that a text says.
type reply struct {
	form   *target.Reply
	rule   *target.ReplyRule
	said   string
	groups map[string]string
	index  int // of the tool, -1 if unknown
}

// compiled are the forms' patterns.
var compiled = sync.OnceValue(func() [][]*regexp.Regexp {
	out := make([][]*regexp.Regexp, len(target.Replies))
	for i, form := range target.Replies {
		for _, r := range form.Rules {
			out[i] = append(out[i], regexp.MustCompile(form.Before+"(?:"+r.Pattern+")"+form.After)) // a test compiles all
		}
	}
	return out
})

var toolIndex = regexp.MustCompile(`tools\[(\d+)\](?:\.function)?\.parameters`)

var declaration = regexp.MustCompile(`function_?[dD]eclarations\[(\d+)\]`)

// recognise returns what the text says, in its order, each once.
func recognise(text string) []reply {
	text = plainText(text)
	type match struct {
		at         []int
		form, rule int
	}
	var found []match
	for i, rules := range compiled() {
		for j, re := range rules {
			for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
				found = append(found, match{at, i, j})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.at[0] - b.at[0] })
	var out []reply
	seen := make(map[string]bool)
	end := 0
	for _, m := range found {
		if m.at[0] < end {
			continue
		}
		end = m.at[1]
		said := strings.TrimSpace(text[m.at[0]:m.at[1]])
		if seen[said] {
			continue
		}
		seen[said] = true
		r := reply{form: &target.Replies[m.form], said: said, groups: make(map[string]string), index: -1}
		r.rule = &r.form.Rules[m.rule]
		re := compiled()[m.form][m.rule]
		for k, name := range re.SubexpNames() {
			if name != "" && m.at[2*k] >= 0 && r.groups[name] == "" {
				r.groups[name] = text[m.at[2*k]:m.at[2*k+1]]
			}
		}
		if r.groups["tool"] == "<tool>" {
			delete(r.groups, "tool")
		}
		for _, s := range []string{r.groups["index"], first(declaration, r.groups["path"]), first(toolIndex, text)} {
			if n, err := strconv.Atoi(s); err == nil && r.index < 0 {
				r.index = n
			}
		}
		out = append(out, r)
	}
	return out
}

func first(re *regexp.Regexp, s string) string {
	if m := re.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

// plainText returns the strings of a text that is JSON, one a line, those that
// are JSON themselves opened too; another text as it is.
func plainText(text string) string {
	var b strings.Builder
	var open func(text string, depth int) bool
	open = func(text string, depth int) bool {
		text = strings.TrimSpace(text)
		if depth > 4 || text == "" || text[0] != '{' && text[0] != '[' || !jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true)) {
			return false
		}
		dec := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true))
		for {
			tok, err := dec.ReadToken()
			if err == io.EOF || err != nil {
				return true
			}
			if tok.Kind() == '"' {
				if s := tok.String(); !open(s, depth+1) {
					b.WriteString(s + "\n")
				}
			}
		}
	}
	if open(text, 0) {
		return b.String()
	}
	// The beginning may be a status line: "Error: 400 {…}".
	if i := strings.IndexAny(text, "{["); i > 0 && open(text[i:], 0) {
		return text[:i] + "\n" + b.String()
	}
	return strings.ReplaceAll(text, `\"`, `"`)
}

// fill puts the groups into a rule's words.
func (r *reply) fill(words string) string {
	return strings.NewReplacer("$$", "$", "$key", quoted(r.groups["key"]), "$name", quoted(r.groups["name"]), "$value", quoted(r.groups["value"])).Replace(words)
}

func quoted(s string) string {
	if s == "" {
		return "that"
	}
	return strconv.Quote(strings.Trim(s, `"`))
}

// keyword is the member of the node that is meant, "" if none is.
func (r *reply) keyword() string {
	if k := strings.TrimSpace(r.groups["key"]); k != "" {
		k, _, _ = strings.Cut(k, ",")
		return strings.Trim(k, `'" `)
	}
	return r.rule.Keyword
}

// evidence is what the target's data says of the rule.
func (r *reply) evidence(t *target.Target) *target.Evidence {
	if t == nil || r.rule.Rule == 0 {
		return nil
	}
	return t.Why(r.rule.Rule, ast.Lookup(r.keyword()))
}

func (p *program) writeReply(r *reply, hits []hit, t *target.Target, looked bool) {
	color := p.colored(p.stdout)
	src, span, place := (*ast.Source)(nil), ast.Span{}, diag.Place{}
	if len(hits) > 0 {
		src, span = hits[0].source, hits[0].span
		place = diag.Locate(src, span.Start)
	}
	words := r.form.Provider + ": " + r.fill(r.rule.Means)
	if src != nil {
		p.out.Write(diag.AppendExcerpt(nil, src, span, place, diag.Error, "refused", words, diag.TextOptions{Color: color}))
	} else {
		fmt.Fprintf(p.out, "%s%s\n", paint(color, bold, "error[refused]: "), printable(words))
	}
	say := func(kind, words string) {
		if words != "" {
			fmt.Fprintf(p.out, "   = %s%s\n", paint(color, bold, kind), printable(words))
		}
	}
	say("said: ", strings.Join(strings.Fields(r.said), " "))
	switch {
	case len(hits) > 0:
		say("", hits[0].where(place))
		for _, h := range hits[1:] {
			at := diag.Locate(h.source, h.span.Start)
			say("or ", at.String()+": "+h.where(at))
		}
		if hits[0].score == 1 && r.groups["path"] != "" {
			say("note: ", "there is no "+r.groups["path"]+"; this is the nearest place")
		}
		if hits[0].gone && hits[0].score > 1 {
			say("note: ", "the output of schemac compile -t "+hits[0].target+" does not have it: send that")
		}
	default:
		if n := r.groups["tool"]; n != "" {
			say("", "in tool "+strconv.Quote(n))
		} else if r.index >= 0 {
			say("", "in tool number "+strconv.Itoa(r.index)+", counted from 0")
		}
		if path := r.groups["path"]; path != "" {
			say("at: ", path)
		}
		if looked {
			say("note: ", "the tools have no such place: are they the ones that were sent?")
		}
	}
	if e := r.evidence(t); e != nil {
		say("because: ", e.Claim+" ("+e.Source+", "+e.Date+")")
	}
	say("help: ", r.fill(r.rule.Fix))
}

// where is "in tool "x", at /tools/0/…".
func (h *hit) where(p diag.Place) string {
	words := "at #" + p.Pointer
	if h.tool != "" {
		words = "in tool " + strconv.Quote(h.tool) + ", " + words
	}
	return words
}

// appendReply appends
//
//	{"provider","said","tool","index","path","keyword","rule","fix","evidence","places":[{"source","tool","line","column","pointer","gone"}]}
func appendReply(dst []byte, r *reply, hits []hit, t *target.Target) []byte {
	dst = append(dst, '{')
	for i, m := range [...][2]string{{"provider", r.form.Provider}, {"said", r.said}, {"tool", r.groups["tool"]}, {"path", r.groups["path"]},
		{"keyword", r.keyword()}, {"rule", r.fill(r.rule.Means)}, {"fix", r.fill(r.rule.Fix)}} {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, m[0]), ':')
		dst = appendString(dst, m[1])
	}
	dst = append(dst, `,"index":`...)
	if r.index < 0 {
		dst = append(dst, "null"...)
	} else {
		dst = strconv.AppendInt(dst, int64(r.index), 10)
	}
	dst = append(dst, `,"evidence":`...)
	if e := r.evidence(t); e == nil {
		dst = append(dst, "null"...)
	} else {
		dst = appendString(dst, e.Claim+" ("+e.Source+", "+e.Date+")")
	}
	dst = append(dst, `,"places":[`...)
	for i, h := range hits {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"source":`...)
		dst = appendString(dst, h.source.Name)
		dst = append(dst, `,"tool":`...)
		dst = appendString(dst, h.tool)
		dst = appendPlace(dst, diag.Locate(h.source, h.span.Start))
		dst = append(dst, `,"gone":`...)
		dst = strconv.AppendBool(dst, h.gone)
		dst = append(dst, '}')
	}
	return append(dst, "]}"...)
}
