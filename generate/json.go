package generate

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac/emit"
)

// File is a generated file: its name within the output folder, and its text.
type File struct {
	Name string
	Data []byte
}

// ManifestName is the name of the file that lists the others of Set.JSON.
const ManifestName = "manifest.json"

// JSON returns a file for each tool and target and, last, the manifest that lists
// them with their hashes. name makes a tool's name safe as part of a file name;
// it is called once for each tool, in order, and must not return a name twice.
//
// A file is
//
//	{"name","target","sourceHash","strict","verdict":[…],"schema","request","plan"}
//
// where strict is null if the target has no such flag and plan is null if
// arguments keep their shape; the manifest is
//
//	{"version":1,"targets":[…],"tools":[{"name","ident","sourceHash",
//	  "outputs":{"TARGET":{"file","sha256","outputHash"}}}]}
//
// sha256 is the hash of the file, outputHash that of the lock file.
func (s *Set) JSON(name func(tool string) string) []File {
	var files []File
	m := []byte(`{"version":1,"targets":[`)
	for i, t := range s.Targets {
		m = comma(m, i)
		m = text(m, t.ID)
	}
	m = append(m, `],"tools":[`...)
	for i := range s.Tools {
		t := &s.Tools[i]
		base := name(t.Name)
		m = comma(m, i)
		m = append(m, `{"name":`...)
		m = text(m, t.Name)
		m = append(m, `,"ident":`...)
		m = text(m, t.Ident)
		m = append(m, `,"sourceHash":`...)
		m = text(m, t.SourceHash)
		m = append(m, `,"outputs":{`...)
		for j := range t.Outputs {
			o := &t.Outputs[j]
			f := File{Name: base + "." + o.Target.ID + ".json", Data: o.file(t)}
			files = append(files, f)
			m = comma(m, j)
			m = text(m, o.Target.ID)
			m = append(m, `:{"file":`...)
			m = text(m, f.Name)
			m = append(m, `,"sha256":`...)
			m = text(m, hash(f.Data))
			m = append(m, `,"outputHash":`...)
			m = text(m, o.Hash)
			m = append(m, '}')
		}
		m = append(m, `}}`...)
	}
	m = append(m, `]}`...)
	return append(files, File{ManifestName, indented(m)})
}

// file is the text of one tool's file.
func (o *Output) file(t *Tool) []byte {
	dst := append([]byte(`{"name":`), text(nil, t.Name)...)
	dst = append(dst, `,"target":`...)
	dst = text(dst, o.Target.ID)
	dst = append(dst, `,"sourceHash":`...)
	dst = text(dst, t.SourceHash)
	dst = append(dst, `,"strict":`...)
	dst = o.flag(dst)
	dst = append(dst, `,"verdict":`...)
	dst = o.losses(dst)
	dst = append(dst, `,"schema":`...)
	dst = append(dst, o.Schema()...)
	dst = append(dst, `,"request":`...)
	dst = append(dst, o.Request...)
	dst = append(dst, `,"plan":`...)
	if o.Plan == nil {
		dst = append(dst, "null"...)
	}
	dst = append(dst, o.Plan...)
	return indented(append(dst, '}'))
}

func (o *Output) flag(dst []byte) []byte {
	if !o.HasStrict {
		return append(dst, "null"...)
	}
	return strconv.AppendBool(dst, o.Strict)
}

func (o *Output) losses(dst []byte) []byte {
	dst = append(dst, '[')
	for i, n := range o.Verdict.Names() {
		dst = comma(dst, i)
		dst = text(dst, n)
	}
	return append(dst, ']')
}

func comma(dst []byte, i int) []byte {
	if i > 0 {
		return append(dst, ',')
	}
	return dst
}

// text appends a JSON string. What is not Unicode, which no source holds, becomes
// U+FFFD, and that is all that the error says.
func text(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}

func indented(json []byte) []byte {
	return append(emit.Format(nil, json, emit.Options{Indent: "  "}), '\n')
}
