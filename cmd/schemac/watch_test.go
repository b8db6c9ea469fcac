package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWatch compiles again when a file changes, a broken one too, and ends when
// it is interrupted. It waits for lines, never for time.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "s.json")
	write := func(text string) {
		t.Helper()
		if err := writeFile(file, []byte(text)); err != nil { // replaces it, as editors do
			t.Fatal(err)
		}
	}
	write(`{"type":"object","properties":{"a":{"type":"string","format":"uri"}}}`)
	read, stderr := io.Pipe()
	stop := make(chan os.Signal)
	p := &program{in: strings.NewReader(""), out: bufio.NewWriter(io.Discard), stdout: io.Discard, err: stderr, interrupt: stop}
	root := p.root()
	root.SetArgs([]string{"compile", "-t", "google", "--watch", "-o", t.TempDir(), dir})
	done := make(chan error, 1)
	go func() {
		done <- root.Execute()
		stderr.Close()
	}()
	lines := bufio.NewScanner(read)
	until := func(part string) {
		t.Helper()
		var seen []string
		for lines.Scan() {
			if strings.Contains(lines.Text(), part) {
				return
			}
			seen = append(seen, lines.Text())
		}
		select {
		case err := <-done:
			t.Errorf("it ended: %v", err)
		default:
		}
		t.Fatalf("%q was not said, but\n%s", part, strings.Join(seen, "\n"))
	}
	until("warning[keyword-stripped]: format")
	until("watching 1 input")
	write(`{"type":"object","properties":{"a":{"type":"string","minLength":1}}}`)
	until("s.json changed")
	until("warning[keyword-stripped]: minLength")
	until("google: 1 schema")
	write(`{"type":`)
	until("s.json changed")
	until("error[syntax-error]")
	until("google: 1 schema")
	write(`{"type":"object","properties":{}}`)
	until("s.json changed")
	until("google: 1 schema: 1 exact")
	go func() { // what it still says
		for lines.Scan() {
		}
	}()
	stop <- os.Interrupt
	if err := <-done; err != nil || p.code != exitClean {
		t.Errorf("it ends with %v and code %d", err, p.code)
	}
}

func TestWatchedCounts(t *testing.T) {
	of := watched{files: map[string]bool{"/a/f.txt": true}, dirs: []string{"/d"}, except: []string{"/d/out", "/d/x.json"}}
	got := map[string]bool{}
	for _, path := range []string{"/a/f.txt", "/a/g.json", "/d/s.json", "/d/sub/t.NDJSON", "/d/.swp", "/d/out/s.google.json", "/d/x.json", "/dd/s.json"} {
		got[path] = of.counts(path)
	}
	want := map[string]bool{"/a/f.txt": true, "/a/g.json": false, "/d/s.json": true, "/d/sub/t.NDJSON": true, "/d/.swp": false,
		"/d/out/s.google.json": false, "/d/x.json": false, "/dd/s.json": false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
