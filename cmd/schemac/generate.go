package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/generate"
	"github.com/schemac/schemac/target"
)

// generateFlags are the flags of schemac generate.
type generateFlags struct {
	compileFlags
	pkg, lang, out, lock, config, cache string
	types                               []string
	check                               bool
	workers                             int
}

func (p *program) generateCommand() *cobra.Command {
	var f generateFlags
	cmd := &cobra.Command{
		Use:   "generate [-t TARGET… -o OUT] [FILE|DIR|-]…",
		Short: "Generate Go, TypeScript or JSON from tool lists, for a build",
		Long: `generate compiles tool lists and schemas for targets, like compile, and writes
source text with the results: per tool and target the schema, the tool in the
provider's form, the strict flag, the verdict, the restore plan and the hash of
the source.

  --lang go    one Go file; reading a schema costs nothing at run time
  --lang ts    one TypeScript module
  --lang json  a folder with a file for each tool and target, and manifest.json

With neither -t, -o nor FILE it reads ` + generate.ConfigName + ` from this folder or the nearest
one above it that has it: see schemac config.

--types ./pkg.Type makes a tool of a Go type: a struct for the arguments, its
schema inferred by github.com/google/jsonschema-go as found in your module, and a
typed Decode in the generated Go.

A file is written whole or not at all, and left alone if nothing changed. If a tool
is rejected nothing is written. --check writes nothing: it names what is stale on
stdout and exits 5.

Tools are sorted by name. A schema without a name is called after its file; two
different tools of one name are an error.

--cache DIR keeps what lowering returned, by content; any number of runs may share
it. --shard I/N, which needs it, compiles the I-th of N parts of the inputs into
the cache and writes nothing else; a run without it then finds everything there.
A part is chosen by the text of a file or of a line of NDJSON.
` + exitHelp,
		Example: `  schemac generate -t openai-strict,google --package tools -o tools_schemac.go tools/
  schemac generate --check
  //go:generate go tool schemac generate -t mcp --package tools -o tools_schemac.go tools.json`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.generate(&f, args) },
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.targets, "target", "t", nil, "generate for this target (repeatable): "+target.Names())
	fl.StringVarP(&f.out, "out", "o", "", "the file to write, or the folder with --lang json")
	fl.StringVar(&f.lang, "lang", "go", "go, ts or json")
	fl.StringVar(&f.pkg, "package", "", "name of the Go package (default: $GOPACKAGE, else the folder's name)")
	fl.StringSliceVar(&f.types, "types", nil, "make a tool of a Go type: ./pkg.Type or import/path.Type (repeatable)")
	fl.StringVar(&f.lock, "lock", "", "write a lock file too: the hashes of sources and outputs")
	fl.StringVar(&f.config, "config", "", "the configuration to use instead of the nearest "+generate.ConfigName)
	fl.BoolVar(&f.check, "check", false, "write nothing; exit 5 if a file is not what would be written")
	fl.StringVar(&f.cache, "cache", "", "keep compiled schemas in this directory")
	fl.StringVar(&f.shard, "shard", "", "compile only the I-th of N parts of the inputs into the cache: I/N, from 1/N to N/N")
	fl.StringVar(&f.failOn, "fail-on", "never", "exit 1 on: error, warning, reshaped, widened, narrowed or never")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "print warnings and notes too, also of what is in the cache")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only, and no summary")
	fl.IntVar(&f.workers, "workers", 0, "how many tools to compile at a time (default: one a processor)")
	schemaFlags(cmd, &f.compileFlags)
	complete(cmd, "target", targetNames()...)
	complete(cmd, "lang", "go", "ts", "json")
	complete(cmd, "fail-on", failLevels...)
	return cmd
}

// schemaFlags are the flags of what is made of a schema, which generate and
// breaking have like compile.
func schemaFlags(cmd *cobra.Command, f *compileFlags) {
	fl := cmd.Flags()
	fl.StringVar(&f.siblings, "siblings", "keep", "members of a tool that are not known, such as annotations: keep or drop")
	envelopeFlag(cmd, f)
	fl.StringVar(&f.strict, "strict", "auto", "strict mode: auto, off, or require (reversible encodings where needed)")
	fl.StringSliceVar(&f.encode, "encode", nil, "reversible encodings to use where the target has nothing better: maps, tuples, enums, any, root")
	fl.StringVar(&f.draft, "draft", "", "dialect of every schema, whatever it declares: "+draftNames)
	fl.BoolVar(&f.intent, "intent", false, "keep assertions that a declared draft does not know or ignores")
	fl.StringArrayVar(&f.resources, "resource", nil, "document that schemas refer to, as URL=FILE (repeatable)")
	fl.IntVar(&f.maxDepth, "max-depth", 0, "how deep JSON may be nested (default 1000)")
	fl.IntVar(&f.maxInline, "max-inline", 0, "how many nodes inlining may add to one schema (default 50000)")
	fl.Int64Var(&f.maxBytes, "max-bytes", defaultMaxBytes, "how large one input may be")
	complete(cmd, "siblings", "keep", "drop")
	complete(cmd, "encode", "maps", "tuples", "enums", "any")
	complete(cmd, "strict", "auto", "off", "require")
}

// configure takes from a configuration what no flag says.
func (f *compileFlags) configure(c *generate.Config) {
	f.targets = c.Targets
	if f.strict == "auto" && c.Strict != "" {
		f.strict = c.Strict
	}
	if f.siblings == "keep" && c.Siblings != "" {
		f.siblings = c.Siblings
	}
	if f.envelope == "" {
		f.envelope = c.Envelope
	}
	if f.draft == "" {
		f.draft = c.Draft
	}
	if len(f.encode) == 0 {
		f.encode = c.Encode
	}
	f.intent = f.intent || c.Intent
	if len(f.resources) == 0 {
		for _, uri := range slices.Sorted(maps.Keys(c.Resources)) {
			f.resources = append(f.resources, uri+"="+c.Resources[uri])
		}
	}
}

// dropSiblings takes the unknown members from all tools if that is asked for.
func (f *compileFlags) dropSiblings(set *schemac.ToolSet) {
	if f.siblings == "drop" {
		for i := range set.Results {
			set.Results[i].Tool.Extra = nil
		}
	}
}

func (p *program) generate(f *generateFlags, args []string) error {
	f.format = "text"
	if f.workers < 0 {
		return usagef("--workers is %d: use a positive number", f.workers)
	}
	if err := oneOf("--lang", f.lang, "go", "ts", "json"); err != nil {
		return err
	}
	fromConfig := len(f.targets) == 0 && f.out == "" && len(args) == 0 && len(f.types) == 0
	var c *generate.Config
	switch {
	case fromConfig:
		name := f.config
		if name == "" {
			var err error
			if name, err = findConfig("."); err != nil {
				return usageError{err}
			}
		}
		if c = p.readConfig(name); c == nil {
			return nil
		}
	case f.config != "":
		return usagef("--config says what to generate: give no -t, -o, --types or FILE beside it")
	default:
		if f.out == "" && f.shard == "" {
			return usagef("no output: give -o FILE")
		}
		c = &generate.Config{Targets: f.targets, Sources: args, Types: f.types, Lock: f.lock}
		if f.out != "" {
			c.Outputs = []generate.ConfigOutput{{Lang: f.lang, Package: f.pkg, Out: f.out}}
		}
	}
	return p.generateConfig(f, c)
}

// generateConfig does what a configuration says; paths are relative to where the
// program runs.
func (p *program) generateConfig(f *generateFlags, c *generate.Config) error {
	f.configure(c)
	targets, err := f.lookupTargets()
	if err != nil {
		return err
	}
	opt, err := f.options()
	if err != nil {
		return err
	}
	opt.Indent, opt.Workers = "", f.workers
	part, err := parseShard(f.shard)
	if err != nil {
		return err
	}
	if f.shard != "" && (f.cache == "" || f.check) {
		return usagef("--shard compiles into the cache: give --cache DIR, and no --check")
	}
	var keep *cache
	if f.cache != "" {
		if keep, err = newCache(f.cache, opt); err != nil {
			return err
		}
		if !f.verbose {
			opt.Reuse = keep.reuse
		}
	}
	var sources []schemac.Source
	if len(c.Sources) > 0 || len(c.Types) == 0 {
		sources = p.sources(c.Sources, f.maxBytes)
	}
	fromTypes, err := p.typeSources(c.Types)
	if err != nil {
		return err
	}
	sources = part.of(append(sources, fromTypes.sources...))
	set := schemac.CompileTools(sources, targets, opt)
	keep.store(set)
	f.dropSiblings(set)
	p.reportGenerated(f, set, targets)
	p.rate(&f.compileFlags, set)
	if p.code != exitClean && p.code != exitFindings || f.shard != "" {
		return nil
	}
	tools, err := generate.New(set, targets)
	if err != nil {
		return inputError{err}
	}
	fromTypes.mark(tools)
	return p.writeGenerated(f, c, tools, fromTypes)
}

// reportGenerated prints errors and the summary; warnings only if they are asked
// for, since a build would repeat them each time.
func (p *program) reportGenerated(f *generateFlags, set *schemac.ToolSet, targets []*target.Target) {
	least := diag.Error
	if f.verbose {
		least = diag.Note
	}
	p.err.Write(appendEntries(nil, gather(set, least, len(targets), false), p.colored(p.err)))
	if !f.quiet && !f.check {
		for i, t := range targets {
			fmt.Fprintln(p.err, summary(set, i, len(targets), t))
		}
	}
}

// writeGenerated writes the outputs, or with --check compares them.
func (p *program) writeGenerated(f *generateFlags, c *generate.Config, tools *generate.Set, types *typeSet) error {
	var files []generate.File
	var gone []string
	for _, o := range c.Outputs {
		switch o.Lang {
		case "", "go":
			pkg := o.Package
			if pkg == "" {
				pkg = defaultPackage(o.Out)
			}
			text, err := tools.Go(generate.GoOptions{Package: pkg, ImportPath: types.importPath(filepath.Dir(o.Out))})
			if err != nil {
				return usageError{err}
			}
			files = append(files, generate.File{Name: o.Out, Data: text})
		case "ts":
			files = append(files, generate.File{Name: o.Out, Data: tools.TypeScript()})
		case "json":
			var names fileNames
			own := make(map[string]bool)
			for _, one := range tools.JSON(names.next) {
				own[one.Name] = true
				files = append(files, generate.File{Name: filepath.Join(o.Out, one.Name), Data: one.Data})
			}
			for _, name := range listed(filepath.Join(o.Out, generate.ManifestName)) {
				if !own[name] {
					gone = append(gone, filepath.Join(o.Out, name))
				}
			}
		}
	}
	if c.Lock != "" {
		files = append(files, generate.File{Name: c.Lock, Data: tools.Lock()})
	}
	for _, file := range files {
		if info, err := os.Stat(file.Name); err == nil && !info.Mode().IsRegular() {
			// A folder, or a pipe whose reading would not end.
			return usagef("%s is not a file: give -o the name of one", file.Name)
		}
		old, err := os.ReadFile(file.Name)
		if err == nil && bytes.Equal(old, file.Data) {
			continue
		}
		if f.check {
			fmt.Fprintf(p.out, "%s: %s\n", file.Name, staleness(old, err, file.Data))
			if file.Name == c.Lock && err == nil {
				for _, change := range tools.LockChanges(old) {
					fmt.Fprintf(p.out, "  %s\n", change)
				}
			}
			p.exit(exitStale)
			continue
		}
		if err := makeDir(filepath.Dir(file.Name)); err != nil {
			return err
		}
		if err := writeFile(file.Name, file.Data); err != nil {
			return inputError{fmt.Errorf("cannot write %s: %w", file.Name, reason(err))}
		}
	}
	for _, name := range gone {
		if _, err := os.Lstat(name); err != nil {
			continue
		}
		if f.check {
			fmt.Fprintf(p.out, "%s: is not generated any more\n", name)
			p.exit(exitStale)
		} else if err := os.Remove(name); err != nil {
			return inputError{fmt.Errorf("cannot remove %s, which is not generated any more: %w", name, reason(err))}
		}
	}
	if p.code == exitStale && !f.quiet {
		fmt.Fprintln(p.err, "schemac: generated files are stale; run schemac generate")
	}
	return nil
}

// staleness says how a file differs from what would be written.
func staleness(old []byte, err error, want []byte) string {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "is missing"
	case err != nil:
		return "cannot be read: " + reason(err).Error()
	}
	n := 0
	for n < len(old) && n < len(want) && old[n] == want[n] {
		n++
	}
	return fmt.Sprintf("is stale from line %d on", 1+bytes.Count(old[:n], []byte("\n")))
}

// defaultPackage is what go generate says, else the name of the folder.
func defaultPackage(out string) string {
	if name := os.Getenv("GOPACKAGE"); name != "" {
		return name
	}
	dir, err := filepath.Abs(filepath.Dir(out))
	if err != nil {
		return ""
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, filepath.Base(dir)))
}

// listed are the files that a manifest lists, none if there is no manifest.
func listed(manifest string) []string {
	text, err := os.ReadFile(manifest)
	if err != nil {
		return nil
	}
	var m struct {
		Tools []struct {
			Outputs map[string]struct{ File string }
		}
	}
	if json.Unmarshal(text, &m) != nil {
		return nil
	}
	var names []string
	for _, t := range m.Tools {
		for _, o := range t.Outputs {
			// A manifest that someone has edited must not name files elsewhere.
			if o.File == filepath.Base(o.File) && strings.HasSuffix(o.File, ".json") {
				names = append(names, o.File)
			}
		}
	}
	slices.Sort(names)
	return names
}
