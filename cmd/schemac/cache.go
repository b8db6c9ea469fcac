package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// cache keeps what became of schemas, in files named by the hash of all that it
// depends on: the schema, the target, the options and schemac itself. Files are
// whole or not there, and bear a hash of their own, so that runs may share it.
type cache struct {
	dir  string
	base string // what all keys begin with
	hits sync.Map
	// targets are the hashes of targets.
	targets sync.Map
}

// newCache makes the directory. The key has the version of a released schemac,
// else the hash of the program's file.
func newCache(dir string, opt schemac.Options) (*cache, error) {
	version, err := identity()
	if err != nil {
		return nil, fmt.Errorf("cannot tell which schemac this is, so nothing can be cached: %w", err)
	}
	if err := makeDir(dir); err != nil {
		return nil, err
	}
	resources := sha256.New()
	for _, uri := range slices.Sorted(maps.Keys(opt.Resources)) {
		fmt.Fprintf(resources, "%q %q\n", uri, opt.Resources[uri])
	}
	return &cache{dir: dir, base: fmt.Sprintf("schemac %s\nstrict %d %v encode %d draft %d intent %v depth %d inline %d resources %x\n",
		version, opt.Strict, opt.NoStrict, opt.Encode, opt.Draft, opt.Intent, opt.Depth, opt.InlineNodes, resources.Sum(nil))}, nil
}

var identity = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(info.Main.Version, "v") && !strings.Contains(info.Main.Version, "dirty") {
		return info.Main.Version + " " + info.Main.Sum, nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
})

// target is the hash of all that is said of a target.
func (c *cache) target(t *target.Target) []byte {
	if sum, ok := c.targets.Load(t); ok {
		return sum.([]byte)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v", *t))
	c.targets.Store(t, sum[:])
	return sum[:]
}

// path is the file for a schema and a target.
func (c *cache) path(schema []byte, t *target.Target) string {
	h := sha256.New()
	io.WriteString(h, c.base)
	h.Write(c.target(t))
	h.Write(schema)
	sum := hex.EncodeToString(h.Sum(nil))
	return filepath.Join(c.dir, sum[:2], sum[2:])
}

// source is the schema's text without white space, false if it is not JSON.
func source(tool *ast.Tool, schema ast.Span) ([]byte, bool) {
	if schema == (ast.Span{}) {
		return []byte("{}!"), true // no schema, which is not the same as {}
	}
	text := []byte(tool.Source.Slice(schema))
	if !valid(text) {
		return nil, false
	}
	return emit.Format(nil, text, emit.Options{}), true
}

// reuse is schemac.Options.Reuse.
func (c *cache) reuse(tool *ast.Tool, schema ast.Span, t *target.Target) *schemac.Result {
	text, ok := source(tool, schema)
	if !ok {
		return nil
	}
	path := c.path(text, t)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	r := decode(data)
	if r == nil {
		return nil
	}
	c.hits.Store(path, true)
	r.Tool, r.Target, r.HasStrict = *tool, t, t.Strict != target.StrictNone
	span := schema
	if span == (ast.Span{}) {
		span = tool.Span
	}
	r.Tool.Doc = &ast.Document{Source: tool.Source, Span: span}
	return r
}

// store writes what was compiled without errors. What cannot be written is no
// error: the next run compiles it again.
func (c *cache) store(set *schemac.ToolSet) {
	if c == nil {
		return
	}
	for i := range set.Results {
		r := &set.Results[i]
		if r.Schema == nil || r.Tool.Doc == nil || failed(r) {
			continue
		}
		span := r.Tool.Doc.Span
		if r.Tool.HasName && span == r.Tool.Span {
			span = ast.Span{}
		}
		text, ok := source(&r.Tool, span)
		if !ok {
			continue
		}
		path := c.path(text, r.Target)
		if _, done := c.hits.LoadOrStore(path, true); done {
			continue
		}
		if os.MkdirAll(filepath.Dir(path), 0o755) == nil {
			_ = writeFile(path, encode(r))
		}
	}
}

// failed reports whether a result has an error that every run should print.
func failed(r *schemac.Result) bool {
	for i := range r.Diagnostics {
		if r.Diagnostics[i].Severity == diag.Error {
			return true
		}
	}
	return false
}

// encode is the text of a file: strict and verdict, the schema, the plan, and the
// hash of these lines.
func encode(r *schemac.Result) []byte {
	out := fmt.Appendf(nil, "%v %d\n", r.Strict, r.Verdict)
	out = append(emit.Format(out, r.Schema, emit.Options{}), '\n')
	if r.Plan != nil {
		out = r.Plan.AppendJSON(out)
	}
	out = append(out, '\n')
	sum := sha256.Sum256(out)
	return append(hex.AppendEncode(out, sum[:]), '\n')
}

// decode reads what encode wrote, nil if it is damaged.
func decode(data []byte) *schemac.Result {
	body := len(data) - hex.EncodedLen(sha256.Size) - 1
	if body < 0 {
		return nil
	}
	sum := sha256.Sum256(data[:body])
	if hex.EncodeToString(sum[:]) != string(bytes.TrimRight(data[body:], "\n")) {
		return nil
	}
	lines := bytes.SplitN(data[:body], []byte("\n"), 4)
	if len(lines) != 4 {
		return nil
	}
	strict, verdict, _ := strings.Cut(string(lines[0]), " ")
	n, err := strconv.ParseUint(verdict, 10, 8)
	if err != nil {
		return nil
	}
	r := &schemac.Result{Schema: lines[1], Strict: strict == "true", Verdict: diag.Loss(n)}
	if len(lines[2]) > 0 {
		if r.Plan, err = restore.Load(lines[2]); err != nil {
			return nil
		}
	}
	return r
}
