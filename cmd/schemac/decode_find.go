package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// hit is a place in the tools that a reply may be about.
type hit struct {
	tool, target string
	source       *ast.Source
	span         ast.Span
	score        int
	// gone says that the place is in the source and not in what the target
	// gets: the source was sent as it is.
	gone bool
}

const maxHits = 4

// locateReply returns the places in the tools that fit the reply best.
func locateReply(r *reply, set *schemac.ToolSet) []hit {
	if set == nil {
		return nil
	}
	var hits []hit
	sent := 0 // rejected tools are not sent
	for i := range set.Results {
		res := &set.Results[i]
		if res.Tool.Doc == nil {
			continue
		}
		numbers := [2]int{sent, i}
		if res.Schema != nil {
			sent++
		}
		if h, ok := locateIn(r, res, numbers, len(set.Results) == 1); ok {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return b.score - a.score })
	for i := range hits {
		if hits[i].score < hits[0].score || i == maxHits {
			return hits[:i]
		}
	}
	return hits
}

// locateIn looks for the place in what the target gets and in the source.
// numbers are the tool's in either list, only says that there is no other.
func locateIn(r *reply, res *schemac.Result, numbers [2]int, only bool) (hit, bool) {
	best := hit{score: -1}
	source := res.Tool.Doc.Source.Slice(res.Tool.Doc.Span)
	for i, text := range [...]string{string(res.Schema), source} {
		sure := only
		if name := r.groups["tool"]; name != "" && res.Tool.HasName {
			if res.Tool.Name != name {
				continue
			}
			sure = true
		} else if r.index >= 0 {
			if numbers[i] != r.index {
				continue
			}
			sure = true
		}
		at, ok := find(r, readTree(text), sure)
		if !ok || at.score <= best.score {
			continue
		}
		h := hit{tool: res.Tool.Name, target: res.Target.ID, source: res.Tool.Source, score: at.score, gone: i == 1 && res.Schema != nil}
		if i == 0 {
			h.span = res.Origin(at.pointer)
		} else {
			_, h.span, _ = memberAt(source, at.pointer)
			h.span.Start += res.Tool.Doc.Span.Start
			h.span.End += res.Tool.Doc.Span.Start
		}
		best = h
	}
	return best, best.score >= 0
}

// tree is JSON with the order of its members.
type tree struct {
	kind     jsontext.Kind
	text     string // of a value that is no object and no array
	names    []string
	children []*tree
}

func readTree(text string) *tree {
	dec := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var read func() *tree
	read = func() *tree {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil
		}
		t := &tree{kind: tok.Kind()}
		switch tok.Kind() {
		case '{':
			for dec.PeekKind() == '"' {
				name, err := dec.ReadToken()
				if err != nil {
					return nil
				}
				s := name.String()
				c := read()
				if c == nil {
					return nil
				}
				t.names, t.children = append(t.names, s), append(t.children, c)
			}
			dec.ReadToken()
		case '[':
			for k := dec.PeekKind(); k != ']' && k != 0; k = dec.PeekKind() {
				c := read()
				if c == nil {
					return nil
				}
				t.children = append(t.children, c)
			}
			dec.ReadToken()
		default:
			t.text = tok.String()
		}
		return t
	}
	return read()
}

func (t *tree) member(name string) (*tree, string) {
	if t == nil || t.kind != '{' {
		return nil, ""
	}
	for i, n := range t.names {
		if n == name {
			return t.children[i], n
		}
	}
	return nil, ""
}

// keyword is a member by a keyword in the provider's spelling: any_of, anyof.
func (t *tree) keyword(name string) (*tree, string) {
	if c, n := t.member(name); c != nil {
		return c, n
	}
	if t == nil || t.kind != '{' {
		return nil, ""
	}
	flat := strings.ReplaceAll(name, "_", "")
	for i, n := range t.names {
		if strings.EqualFold(n, flat) || strings.EqualFold(strings.TrimPrefix(n, "$"), flat) {
			return t.children[i], n
		}
	}
	return nil, ""
}

// spot is somewhere in a tree. The score tells how well it fits.
type spot struct {
	pointer string
	score   int
}

// find returns the place that the reply means. If the tool is surely the one,
// the nearest place that is there will do.
func find(r *reply, root *tree, sure bool) (spot, bool) {
	if root == nil {
		return spot{}, false
	}
	path, floating := r.hops()
	if r.form.Path == target.PathNone || floating && len(path) == 0 {
		return search(r, root, sure)
	}
	at, ok := follow(r, root, "", path)
	if ok || !floating {
		return at, ok || sure
	}
	// "...properties[langs]" may begin anywhere.
	var best spot
	found := false
	eachObject(root, "", func(node *tree, pointer string) {
		if at, ok := follow(r, node, pointer, path); ok && (!found || at.score > best.score) {
			best, found = at, true
		}
	})
	return best, found
}

// follow walks the steps from a node. If one is not there the result is false
// and the nearest object.
func follow(r *reply, node *tree, pointer string, path []hop) (spot, bool) {
	type at struct {
		node    *tree
		pointer string
	}
	var walk func(node *tree, pointer string, owner at, path []hop) (at, at, bool)
	walk = func(node *tree, pointer string, owner at, path []hop) (at, at, bool) {
		if node == nil {
			return at{}, owner, false
		}
		if node.kind == '{' {
			owner = at{node, pointer}
		}
		if len(path) == 0 {
			return at{node, pointer}, owner, true
		}
		s := path[0]
		switch node.kind {
		case '{':
			switch {
			case s.ordinal:
				if n, err := strconv.Atoi(s.text); err == nil && n < len(node.children) && n >= 0 {
					return walk(node.children[n], pointer+"/"+escapeToken(node.names[n]), owner, path[1:])
				}
				if c, n := node.member(s.text); c != nil {
					return walk(c, pointer+"/"+escapeToken(n), owner, path[1:])
				}
			case s.name:
				for p, in := pointer, node; ; {
					if props, _ := in.member("properties"); props != nil {
						if c, n := props.member(s.text); c != nil {
							return walk(c, p+"/properties/"+escapeToken(n), owner, path[1:])
						}
					}
					items, _ := in.member("items")
					if items == nil {
						break
					}
					in, p = items, p+"/items"
				}
				fallthrough
			default:
				if c, n := node.keyword(s.text); c != nil {
					return walk(c, pointer+"/"+escapeToken(n), owner, path[1:])
				}
				// A name may have dots in it that were taken for steps.
				joined := s.text
				for k := 1; k < len(path) && !path[k].ordinal && k < 8; k++ {
					joined += "." + path[k].text
					if c, n := node.member(joined); c != nil {
						return walk(c, pointer+"/"+escapeToken(n), owner, path[k+1:])
					}
				}
			}
		case '[':
			if n, err := strconv.Atoi(s.text); err == nil && n >= 0 && n < len(node.children) {
				return walk(node.children[n], pointer+"/"+s.text, owner, path[1:])
			}
		default:
			// "type", "0" of a type that is one name here.
			if len(path) == 1 && strings.HasSuffix(pointer, "/type") {
				return at{node, pointer}, owner, true
			}
		}
		return at{}, owner, false
	}
	end, owner, ok := walk(node, pointer, at{}, path)
	if !ok {
		return spot{owner.pointer, 1}, false
	}
	out := spot{end.pointer, 2}
	if owner.node == nil {
		return out, true
	}
	if name := r.groups["name"]; name != "" && r.keyword() == "" {
		if props, _ := owner.node.member("properties"); props != nil {
			if c, n := props.member(name); c != nil {
				return spot{owner.pointer + "/properties/" + escapeToken(n), 3}, true
			}
		}
	}
	if k := r.keyword(); k != "" {
		if c, n := owner.node.keyword(k); c != nil {
			return spot{owner.pointer + "/" + escapeToken(n), 3}, true
		}
		// Beside a wrapper: {"anyOf": [{"format": …}, null]}.
		return out, true
	}
	out.score = 3
	if r.rule.Rule == target.RuleRoot && end.node == owner.node {
		for _, n := range besideRoot {
			if c, _ := owner.node.member(n); c != nil {
				out.pointer += "/" + n
				break
			}
		}
	}
	return out, true
}

// besideRoot are the keywords that a plain root may not have.
var besideRoot = []string{"oneOf", "anyOf", "allOf", "enum", "const", "not", "$ref", "ref"}

// search looks for what a reply without a place can be about: a node with the
// keyword, and with the value if the reply has one.
func search(r *reply, root *tree, sure bool) (spot, bool) {
	keywords, value := strings.Split(r.keyword(), "|"), jsonValue(r.groups["value"])
	if r.keyword() == "" && value == "" {
		at, odd := oddRoot(root)
		return at, sure || r.rule.Rule == target.RuleRoot && odd
	}
	out, found := spot{}, false
	eachObject(root, "", func(node *tree, pointer string) {
		for i, n := range node.names {
			if !found && means(node.children[i], n, keywords, value) {
				out, found = spot{pointer + "/" + escapeToken(n), 3}, true
			}
		}
	})
	if !found && sure {
		return spot{"", 1}, true
	}
	return out, found
}

// means reports whether a member is one of the keywords with the value, which
// may be unknown.
func means(c *tree, name string, keywords []string, value string) bool {
	if keywords[0] != "" {
		if !slices.Contains(keywords, name) {
			return false
		}
		for _, e := range c.children {
			if e.text == value {
				return true
			}
		}
		return value == "" || c.text == value || strings.HasSuffix(c.text, "/"+value) // of a reference the name
	}
	switch c.kind {
	case '{':
		return false
	case '[':
		return value[0] == '[' && ast.Lookup(name).Info().Shape == ast.ShapeSchema
	}
	return c.text == value
}

// jsonValue is a value that a provider printed as Python does, as JSON.
func jsonValue(s string) string {
	switch s {
	case "None":
		return "null"
	case "True":
		return "true"
	case "False":
		return "false"
	}
	return strings.Trim(s, `"`)
}

// oddRoot returns what makes a root no plain object.
func oddRoot(root *tree) (spot, bool) {
	for _, n := range besideRoot {
		if c, _ := root.member(n); c != nil {
			return spot{"/" + n, 2}, true
		}
	}
	t, _ := root.member("type")
	return spot{"", 1}, t == nil || t.text != "object"
}

// eachObject calls f for every object of the tree, the outer ones first.
func eachObject(t *tree, pointer string, f func(*tree, string)) {
	if t.kind == '{' {
		f(t, pointer)
	}
	for i, c := range t.children {
		token := strconv.Itoa(i)
		if t.kind == '{' {
			token = escapeToken(t.names[i])
		}
		eachObject(c, pointer+"/"+token, f)
	}
}

func escapeToken(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

// hop is one step of a provider's path.
type hop struct {
	text    string
	ordinal bool // the number or name of a member of a map
	name    bool // the name of a property
}

var (
	tupleStep = regexp.MustCompile(`'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\d+)`)
	pathStep  = regexp.MustCompile(`\[['"]([^'"]*)['"]\]|\[([^\]]*)\]|([^.\[\]]+)`)
)

// hops reads the reply's path. floating says that it may begin anywhere below
// the root.
func (r *reply) hops() (steps []hop, floating bool) {
	path := r.groups["path"]
	switch r.form.Path {
	case target.PathTuple:
		for _, m := range tupleStep.FindAllStringSubmatch(path, -1) {
			steps = append(steps, hop{text: m[1] + m[2] + m[3]})
		}
		return steps, path == "" && !strings.Contains(r.said, "context=") && (r.keyword() != "" || r.rule.Rule == target.RuleDialect)
	case target.PathJSONPath:
		path = strings.TrimPrefix(path, "$")
	case target.PathProto:
		floating = true
		for _, root := range []string{"parameters_json_schema", "parameters"} {
			if i := strings.Index(path, root); i >= 0 {
				path, floating = path[i+len(root):], false
				break
			}
		}
	case target.PathDots:
		path = strings.TrimPrefix(strings.TrimPrefix(path, "root"), ".")
		floating = path == "" && r.groups["path"] == "" && r.keyword() != ""
	case target.PathNames:
		path = strings.TrimPrefix(path, "parameters")
	}
	for _, m := range pathStep.FindAllStringSubmatch(path, -1) {
		switch {
		case r.form.Path == target.PathProto && m[2] != "":
			steps = append(steps, hop{text: m[2], ordinal: true})
		case r.form.Path == target.PathProto && m[3] == "value" && len(steps) > 0 && steps[len(steps)-1].ordinal:
		default:
			steps = append(steps, hop{text: m[1] + m[2] + m[3], name: r.form.Path == target.PathNames})
		}
	}
	return steps, floating
}
