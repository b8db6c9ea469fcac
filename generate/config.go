package generate

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/parse"
	"github.com/schemac/schemac/target"
)

// ConfigName is the name of the configuration file, which is looked for in a
// folder and those above it.
const ConfigName = "schemac.json"

// ConfigSchema is the JSON Schema of the configuration file.
//
//go:embed schemac.schema.json
var ConfigSchema string

// Config is the configuration file: what is generated of which tools.
type Config struct {
	Schema    string            `json:"$schema"`
	Targets   []string          `json:"targets"`
	Sources   []string          `json:"sources"`
	Types     []string          `json:"types"`
	Strict    string            `json:"strict"` // "" is auto
	Encode    []string          `json:"encode"`
	Siblings  string            `json:"siblings"` // "" is keep
	Envelope  string            `json:"envelope"` // "" is the target's own
	Draft     string            `json:"draft"`
	Intent    bool              `json:"intent"`
	Resources map[string]string `json:"resources"` // files by their URI
	Outputs   []ConfigOutput    `json:"outputs"`
	Lock      string            `json:"lock"`
	Budget    int               `json:"budget"` // 0 is none
}

// ConfigOutput is one thing to write.
type ConfigOutput struct {
	Lang    string `json:"lang"` // "" is go
	Package string `json:"package"`
	Out     string `json:"out"`
}

// Problem is something wrong with a configuration, and where.
type Problem struct {
	Place   diag.Place
	Message string
}

// String is file:line:col: message.
func (p Problem) String() string { return p.Place.String() + ": " + p.Message }

var configJudge = sync.OnceValues(func() (*judge.Schema, error) {
	return judge.Compile([]byte(ConfigSchema), ast.Draft2020, nil, judge.Options{})
})

// ParseConfig reads a configuration. It returns either that or what is wrong
// with it, in the order of the text: what the JSON Schema says, targets that do
// not exist, and an output that stands there twice.
func ParseConfig(src *ast.Source) (*Config, []Problem) {
	at := func(pos ast.Pos, message string) []Problem {
		return []Problem{{diag.Locate(src, pos), message}}
	}
	if !jsontext.Value(src.Text).IsValid() {
		// The parser says best what is wrong with a text that is not JSON.
		_, err := parse.Schema(src, parse.Options{}, nil)
		if d, ok := err.(*diag.Diagnostic); ok {
			return nil, at(d.Span.Start, d.Message())
		}
		return nil, at(0, "not valid JSON")
	}
	j, err := configJudge()
	if err != nil {
		return nil, at(0, err.Error())
	}
	var out []Problem
	for _, v := range j.Explain([]byte(src.Text)) {
		out = append(out, at(position(src.Text, v.Pointer), v.Message)...)
	}
	if out != nil {
		slices.SortStableFunc(out, func(a, b Problem) int {
			return cmp.Or(cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(a.Place.Column, b.Place.Column))
		})
		return nil, out
	}
	var c Config
	if err := json.Unmarshal([]byte(src.Text), &c); err != nil {
		// The one number there is: 10.0 is an integer of JSON Schema.
		return nil, at(position(src.Text, "/budget"), "write the number without fraction and exponent")
	}
	for i, name := range c.Targets {
		if _, err := target.Find(name); err != nil {
			out = append(out, at(position(src.Text, "/targets/"+strconv.Itoa(i)), err.Error())...)
		}
	}
	if c.Envelope != "" {
		for _, name := range c.Targets {
			if t := target.Lookup(name); t != nil && t.In(c.Envelope) == nil {
				out = append(out, at(position(src.Text, "/envelope"), "the provider of "+t.ID+" has no envelope "+strconv.Quote(c.Envelope))...)
				break
			}
		}
	}
	seen := make(map[string]bool)
	for i, o := range c.Outputs {
		name := filepath.Clean(o.Out)
		if seen[name] {
			out = append(out, at(position(src.Text, "/outputs/"+strconv.Itoa(i)+"/out"), strconv.Quote(o.Out)+" is another output too")...)
		}
		seen[name] = true
	}
	if out != nil {
		return nil, out
	}
	return &c, nil
}

// Rebase makes the paths, which are relative to the folder of the configuration,
// relative to where the program runs.
func (c *Config) Rebase(dir string) {
	rebase := func(path *string) {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(dir, *path)
		}
	}
	for i := range c.Sources {
		rebase(&c.Sources[i])
	}
	for i := range c.Outputs {
		rebase(&c.Outputs[i].Out)
	}
	rebase(&c.Lock)
	for uri, file := range c.Resources { // each by itself: the order does not matter
		rebase(&file)
		c.Resources[uri] = file
	}
	for i, spec := range c.Types {
		tool, name, named := strings.Cut(spec, "=")
		if !named {
			name = spec
		}
		if !strings.HasPrefix(name, ".") {
			continue
		}
		name = filepath.ToSlash(filepath.Join(dir, name))
		if !filepath.IsAbs(name) && !strings.HasPrefix(name, "../") {
			name = "./" + name
		}
		if named {
			name = tool + "=" + name
		}
		c.Types[i] = name
	}
}

// position is where the member or element of a pointer begins.
func position(text, pointer string) ast.Pos {
	dec := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true))
	for {
		before := dec.InputOffset()
		if _, err := dec.ReadToken(); err != nil {
			return 0
		}
		if string(dec.StackPointer()) == pointer {
			skip := len(text[before:]) - len(strings.TrimLeft(text[before:], " \t\r\n,:"))
			return ast.Pos(int(before) + skip)
		}
	}
}
