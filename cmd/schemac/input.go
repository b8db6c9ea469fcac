package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemac/schemac"
)

// defaultMaxBytes bounds what is read of one file, so that a device or an
// endless pipe ends.
const defaultMaxBytes = 256 << 20

// sources reads the inputs that the arguments name, in order: files, - for
// standard input (also without arguments), and directories, of which every
// *.json, *.ndjson and *.jsonl below them in sorted order. What cannot be read
// is a Source with Err.
func (p *program) sources(args []string, maxBytes int64) []schemac.Source {
	if len(args) == 0 {
		args = []string{"-"}
	}
	var out []schemac.Source
	for _, arg := range args {
		if arg == "-" {
			text, err := read(p.in, maxBytes)
			out = append(out, schemac.Source{Name: "<stdin>", Text: text, Err: err})
			continue
		}
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			out = append(out, directory(arg, maxBytes)...)
			continue
		}
		out = append(out, file(arg, maxBytes))
	}
	return out
}

func file(name string, maxBytes int64) schemac.Source {
	s := schemac.Source{Name: name}
	f, err := os.Open(name)
	if err != nil {
		s.Err = reason(err)
		return s
	}
	defer f.Close()
	s.Text, s.Err = read(f, maxBytes)
	return s
}

func read(r io.Reader, maxBytes int64) (string, error) {
	var b strings.Builder
	n, err := io.Copy(&b, io.LimitReader(r, maxBytes+1))
	if err != nil {
		return "", reason(err)
	}
	if n > maxBytes {
		return "", tooLarge(maxBytes)
	}
	return b.String(), nil
}

func tooLarge(maxBytes int64) error {
	return fmt.Errorf("it is larger than %d bytes; raise --max-bytes if it is meant to be", maxBytes)
}

// reason is what went wrong without the file's name, which stands before it.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

func directory(dir string, maxBytes int64) []schemac.Source {
	names, out := walk(dir)
	for _, name := range names {
		out = append(out, file(name, maxBytes))
	}
	return out
}

// walk returns the files of a directory that are inputs, sorted, and a source for
// each thing in it that cannot be read.
func walk(dir string) (names []string, out []schemac.Source) {
	// WalkDir does not follow links to directories, so it ends.
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			out = append(out, schemac.Source{Name: path, Err: reason(err)})
			return nil
		}
		switch strings.ToLower(filepath.Ext(path)) {
		case ".json", ".ndjson", ".jsonl":
			if !d.IsDir() {
				names = append(names, path)
			}
		}
		return nil
	})
	if err != nil {
		out = append(out, schemac.Source{Name: dir, Err: reason(err)})
	}
	if len(names) == 0 && len(out) == 0 {
		out = append(out, schemac.Source{Name: dir, Err: errors.New("the directory holds no .json, .ndjson or .jsonl file")})
	}
	slices.Sort(names)
	return names, out
}
