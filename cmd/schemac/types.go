package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/generate"
)

// jsonschemaGo is what infers schemas, and the version that is used where the
// user's module does not require one. It runs in the user's program: schemac
// itself does not depend on it.
const jsonschemaGo, jsonschemaVersion = "github.com/google/jsonschema-go", "v0.4.3"

//go:embed types_main.go.txt
var typesMain string

// typeSet are the tools made of Go types.
type typeSet struct {
	sources     []schemac.Source
	types       map[string]generate.GoType // by the tool's name
	module, dir string                     // the module of the last package
}

// goType is one argument of --types.
type goType struct {
	spec, tool, pkg, name string
}

// parseType reads ./pkg.Type, import/path.Type, and either after name=.
func parseType(spec string) (goType, error) {
	t := goType{spec: spec}
	tool, at, ok := strings.Cut(spec, "=")
	if ok {
		t.tool = tool
	} else {
		at = spec
	}
	slash := strings.LastIndexByte(at, '/')
	dot := strings.LastIndexByte(at, '.')
	if dot <= slash || !token.IsIdentifier(at[dot+1:]) {
		return t, usagef("--types is %q: use ./pkg.Type or import/path.Type, with NAME= before it to name the tool", spec)
	}
	if t.pkg, t.name = at[:dot], at[dot+1:]; t.pkg == "" {
		t.pkg = "." // .Type, of this folder
	}
	if !token.IsExported(t.name) {
		return t, usagef("the type %s is not exported, so no other package can use it", spec)
	}
	if t.tool == "" {
		t.tool = snake(t.name)
	}
	return t, nil
}

// snake is GetUserID as get_user_id.
func snake(name string) string {
	var b strings.Builder
	rs := []rune(name)
	for i, r := range rs {
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// typeSources infers the schemas of Go types: a source for each. Types of one
// package are inferred by one program, which is compiled in the package's module
// but never written there.
func (p *program) typeSources(specs []string) (*typeSet, error) {
	set := &typeSet{types: make(map[string]generate.GoType)}
	var list []goType
	for _, spec := range specs {
		t, err := parseType(spec)
		if err != nil {
			return nil, err
		}
		if of, ok := set.types[t.tool]; ok {
			return nil, usagef("--types makes two tools named %q, of %s.%s and %s: name one of them with NAME=", t.tool, of.Package, of.Name, spec)
		}
		set.types[t.tool] = generate.GoType{}
		list = append(list, t)
	}
	for len(list) > 0 {
		var own, rest []goType
		for _, t := range list {
			if t.pkg == list[0].pkg {
				own = append(own, t)
			} else {
				rest = append(rest, t)
			}
		}
		if err := set.infer(own); err != nil {
			return nil, inputError{fmt.Errorf("cannot infer the schema of %s: %w", own[0].spec, err)}
		}
		list = rest
	}
	return set, nil
}

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath, Dir, Name string
	GoFiles               []string
	Module                *struct{ Path, Dir, GoMod string }
}

func (s *typeSet) infer(types []goType) error {
	text, err := goCommand("", "list", "-json=ImportPath,Dir,Name,GoFiles,Module", types[0].pkg)
	if err != nil {
		return err
	}
	var pkg goPackage
	if err := json.Unmarshal(text, &pkg); err != nil {
		return err
	}
	switch {
	case pkg.Module == nil || pkg.Module.GoMod == "":
		return errors.New("the package is in no module")
	case pkg.Name == "main":
		return errors.New("the package is a program, which no other can import: move the type to a package of its own")
	}
	s.module, s.dir = pkg.Module.Path, pkg.Module.Dir
	out, err := runInferrer(&pkg, types)
	if err != nil {
		return err
	}
	schemas := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if len(schemas) != len(types) {
		return fmt.Errorf("there are %d schemas for %d types", len(schemas), len(types))
	}
	for i, t := range types {
		line := appendString([]byte(`{"name":`), t.tool)
		if text := typeDoc(&pkg, t.name); text != "" {
			line = appendString(append(line, `,"description":`...), text)
		}
		line = append(append(append(line, `,"inputSchema":`...), schemas[i]...), '}')
		s.sources = append(s.sources, schemac.Source{Name: pkg.ImportPath + "." + t.name, Text: string(line)})
		s.types[t.tool] = generate.GoType{Package: pkg.ImportPath, Name: t.name}
	}
	return nil
}

// runInferrer runs the program of types_main.go.txt. It stands below the package,
// in an overlay, so that it may import the package even if it is internal.
func runInferrer(pkg *goPackage, types []goType) ([]byte, error) {
	tmp, err := os.MkdirTemp("", "schemac-types-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	exprs := make([]string, len(types))
	for i, t := range types {
		exprs[i] = "reflect.TypeFor[of." + t.name + "]()"
	}
	src := strings.NewReplacer("PACKAGE", strconv.Quote(pkg.ImportPath), "TYPES", strings.Join(exprs, ", ")).Replace(typesMain)
	main := filepath.Join(tmp, "main.go")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(pkg.Dir, "schemactypes", "main.go"): main}})
	if err != nil {
		return nil, err
	}
	args := []string{"run", "-mod=mod", "-overlay=" + filepath.Join(tmp, "overlay.json")}
	files := map[string][]byte{"main.go": []byte(src), "overlay.json": overlay}
	mod, err := os.ReadFile(pkg.Module.GoMod)
	if err != nil {
		return nil, err
	}
	if pkg.Module.Path != jsonschemaGo && !requires(mod) {
		// The requirement is the program's, not the user's: go.mod and go.sum
		// are copies.
		files["go.mod"] = mod
		if sum, err := os.ReadFile(strings.TrimSuffix(pkg.Module.GoMod, ".mod") + ".sum"); err == nil {
			files["go.sum"] = sum
		}
		args = append(args, "-modfile="+filepath.Join(tmp, "go.mod"))
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(tmp, name), data, 0o644); err != nil {
			return nil, err
		}
	}
	if _, ok := files["go.mod"]; ok {
		if _, err := goCommand(pkg.Module.Dir, "mod", "edit", "-require="+jsonschemaGo+"@"+jsonschemaVersion, filepath.Join(tmp, "go.mod")); err != nil {
			return nil, err
		}
	}
	return goCommand(pkg.Module.Dir, append(args, path.Join(pkg.ImportPath, "schemactypes"))...)
}

// requires reports whether a go.mod has the inferring module already.
func requires(mod []byte) bool {
	for line := range bytes.Lines(mod) {
		for word := range bytes.FieldsSeq(line) {
			if string(word) == jsonschemaGo {
				return true
			}
			if bytes.HasPrefix(word, []byte("//")) {
				break
			}
		}
	}
	return false
}

// goCommand runs the go command outside any workspace, whose modules the copy of
// go.mod would not be one of.
func goCommand(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var out, errw bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errw
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, bytes.TrimSpace(errw.Bytes()))
	}
	return out.Bytes(), nil
}

// typeDoc is the first sentence or so of the type's comment, for the tool's
// description: all of its first paragraph.
func typeDoc(pkg *goPackage, name string) string {
	fset := token.NewFileSet()
	for _, file := range pkg.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(pkg.Dir, file), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				continue
			}
			for _, spec := range d.Specs {
				ts, ok := spec.(*ast.TypeSpec)
				if !ok || ts.Name.Name != name {
					continue
				}
				text := ts.Doc.Text()
				if text == "" && len(d.Specs) == 1 {
					text = d.Doc.Text()
				}
				first, _, _ := strings.Cut(text, "\n\n")
				return strings.Join(strings.Fields(first), " ")
			}
		}
	}
	return ""
}

// mark tells the generator which tools are made of types.
func (s *typeSet) mark(tools *generate.Set) {
	for i := range tools.Tools {
		t := &tools.Tools[i]
		if of, ok := s.types[t.Name]; ok {
			t.Type = &of
		}
	}
}

// importPath is that of a folder in the module of the types, "" elsewhere.
func (s *typeSet) importPath(dir string) string {
	if s.module == "" {
		return ""
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(s.dir, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return ""
	}
	return path.Join(s.module, filepath.ToSlash(rel))
}
