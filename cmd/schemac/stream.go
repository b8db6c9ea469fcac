package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/schemac/schemac"
)

// How much is compiled at a time when results are written as they come: enough
// for all processors to be busy, and little memory.
const (
	batchBytes = 4 << 20
	batchCount = 1024
)

// stream reads the inputs that the arguments name as p.sources does, but calls
// each with a few at a time. Lines of NDJSON are sources of their own, so that
// a stream of any length takes the same memory; maxBytes then bounds a line. An
// input whose first line is no JSON value by itself is read whole.
func (p *program) stream(args []string, maxBytes int64, each func([]schemac.Source)) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	b := batch{each: each}
	for _, arg := range args {
		if arg == "-" {
			b.read("<stdin>", p.in, maxBytes)
			continue
		}
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			b.file(arg, maxBytes)
			continue
		}
		names, failed := walk(arg)
		for _, s := range failed {
			b.add(s)
		}
		for _, name := range names {
			b.file(name, maxBytes)
		}
	}
	b.flush()
}

// batch collects sources.
type batch struct {
	each    func([]schemac.Source)
	sources []schemac.Source
	bytes   int
}

func (b *batch) add(s schemac.Source) {
	b.sources = append(b.sources, s)
	if b.bytes += len(s.Text); b.bytes >= batchBytes || len(b.sources) >= batchCount {
		b.flush()
	}
}

func (b *batch) flush() {
	if len(b.sources) > 0 {
		b.each(b.sources)
	}
	b.sources, b.bytes = slices.Delete(b.sources, 0, len(b.sources)), 0
}

func (b *batch) file(name string, maxBytes int64) {
	f, err := os.Open(name)
	if err != nil {
		b.add(schemac.Source{Name: name, Err: reason(err)})
		return
	}
	defer f.Close()
	b.read(name, f, maxBytes)
}

// read adds what a reader holds: by lines if its first line with something on it
// is a JSON value and more follows, else as one source.
func (b *batch) read(name string, in io.Reader, maxBytes int64) {
	r := bufio.NewReaderSize(in, 1<<16)
	var head strings.Builder // blank lines before the first
	first, n := "", 0
	for strings.TrimSpace(first) == "" {
		line, err := takeLine(r, maxBytes)
		head.WriteString(line)
		first = line
		n++
		if int64(head.Len()) > maxBytes {
			err = tooLarge(maxBytes)
		}
		if err == io.EOF {
			b.add(schemac.Source{Name: name, Text: head.String()})
			return
		}
		if err != nil {
			b.add(schemac.Source{Name: name, Err: reason(err)})
			return
		}
	}
	if !valid([]byte(first)) {
		rest, err := read(io.MultiReader(strings.NewReader(head.String()), r), maxBytes)
		b.add(schemac.Source{Name: name, Text: rest, Err: err})
		return
	}
	// A value on a line of its own with nothing behind it is a whole text.
	at := n
	for {
		c, err := r.Peek(1)
		if err != nil {
			b.add(schemac.Source{Name: name, Text: head.String()})
			return
		}
		if !strings.Contains(" \t\r\n", string(c)) {
			break
		}
		_, _ = r.Discard(1)
		if c[0] == '\n' {
			n++
		}
	}
	b.line(name, first, at)
	for {
		line, err := takeLine(r, maxBytes)
		n++
		if err != nil && err != io.EOF {
			b.add(schemac.Source{Name: name, Err: reason(err)})
			return
		}
		b.line(name, line, n)
		if err == io.EOF {
			return
		}
	}
}

// line adds the n-th line of an input, if there is anything on it.
func (b *batch) line(name, line string, n int) {
	if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) != "" {
		b.add(schemac.Source{Name: name, Text: line, FirstLine: n})
	}
}

// takeLine reads a line with its end; io.EOF comes with the last.
func takeLine(r *bufio.Reader, maxBytes int64) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if int64(len(line)) > maxBytes {
			return "", tooLarge(maxBytes)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(line), err
		}
	}
}
