package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// readerFunc is a standard input that does what a test wants.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// A panic anywhere is exit 70 and a message without a stack trace.
func TestRunPanic(t *testing.T) {
	var out, errw bytes.Buffer
	code := run([]string{"compile", "-t", "mcp"}, readerFunc(func([]byte) (int, error) { panic("broken invariant") }), &out, &errw)
	want := "schemac: internal error: broken invariant\n  please report this as a bug, with the input\n"
	if code != exitInternal || errw.String() != want || out.Len() != 0 {
		t.Errorf("code %d, stdout %q, stderr %q", code, &out, &errw)
	}
}

func TestRunReadError(t *testing.T) {
	var out, errw bytes.Buffer
	in := readerFunc(func([]byte) (int, error) { return 0, errors.New("the disk is gone") })
	code := run([]string{"compile", "-t", "mcp", "-"}, in, &out, &errw)
	if code != exitInput || !strings.HasPrefix(errw.String(), "<stdin>: error[unreadable]: cannot be read: the disk is gone\n") {
		t.Errorf("code %d, stderr %q", code, &errw)
	}
}

// An endless input ends at the limit.
func TestRunEndlessInput(t *testing.T) {
	var out, errw bytes.Buffer
	in := readerFunc(func(b []byte) (int, error) { return copy(b, "[[[[[[[["), nil })
	for _, args := range [][]string{
		{"compile", "-t", "mcp", "--max-bytes", "100000"},
		{"upgrade", "--max-bytes", "100000"},
		{"upgrade", "--ndjson", "--max-bytes", "100000"},
		{"audit", "-t", "mcp", "--max-bytes", "100000"},
	} {
		errw.Reset()
		code := run(args, in, &out, &errw)
		if code != exitInput || !strings.Contains(errw.String(), "raise --max-bytes") {
			t.Errorf("%v: code %d, stderr %q", args, code, &errw)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestRunWriteError(t *testing.T) {
	var errw bytes.Buffer
	code := run([]string{"targets"}, strings.NewReader(""), fullDisk{}, &errw)
	if code != exitInput || errw.String() != "schemac: cannot write the output: no space left on device\n" {
		t.Errorf("code %d, stderr %q", code, &errw)
	}
}

// upgrade --ndjson answers each line before it reads the next.
func TestUpgradeLinesFlushes(t *testing.T) {
	inr, inw := io.Pipe()
	outr, outw := io.Pipe()
	done := make(chan int)
	go func() {
		code := run([]string{"upgrade", "--ndjson"}, inr, outw, io.Discard)
		outw.Close()
		done <- code
	}()
	buf := make([]byte, 1000)
	for range 3 {
		if _, err := io.WriteString(inw, `{"from":"7","schema":{"definitions":{}}}`+"\n"); err != nil {
			t.Fatal(err)
		}
		n, err := outr.Read(buf)
		if err != nil || string(buf[:n]) != `{"schema":{"$defs":{}}}`+"\n" {
			t.Fatalf("%q %v", buf[:n], err)
		}
	}
	inw.Close()
	if code := <-done; code != exitClean {
		t.Errorf("code %d", code)
	}
}

func TestExitRanks(t *testing.T) {
	p := &program{}
	for _, step := range [][2]int{{exitFindings, 1}, {exitInput, 3}, {exitFindings, 3}, {exitInternal, 70}, {exitUsage, 70}, {exitClean, 70}} {
		if p.exit(step[0]); p.code != step[1] {
			t.Errorf("after %d the code is %d, want %d", step[0], p.code, step[1])
		}
	}
}

func TestFileNames(t *testing.T) {
	var f fileNames
	var got []string
	long := strings.Repeat("x", 300)
	for _, name := range []string{"get_weather", "get_weather", "Get_Weather", "get_weather-2", "", "tool", "a/b", `a\b`, "..", ".hidden", "-rf", "é", "con", "LPT1.txt", "comet", long, long, "a."} {
		got = append(got, f.next(name))
	}
	want := []string{"get_weather", "get_weather-2", "Get_Weather-3", "get_weather-2-2", "tool", "tool-2", "a_b", "a_b-2", "tool-3", "_hidden", "_rf", "_", "_con", "_LPT1.txt", "comet",
		long[:maxFileName], long[:maxFileName] + "-2", "a"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A file is there whole or not at all, and nothing else is left behind.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.json")
	for _, text := range []string{"one", "two"} {
		if err := writeFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("%q %v", got, err)
		}
	}
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o644 {
		t.Errorf("%v %v", info, err)
	}
	// The target is a directory: the old content stays, the temporary file goes.
	taken := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(taken, []byte("x")); err == nil {
		t.Error("a directory was replaced")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

func TestColored(t *testing.T) {
	for _, c := range []struct {
		flag string
		want bool
	}{{"always", true}, {"never", false}, {"auto", false}} {
		p := &program{color: c.flag}
		if got := p.colored(&bytes.Buffer{}); got != c.want {
			t.Errorf("--color %s: %v", c.flag, got)
		}
	}
}

// Progress is silent in the first second, and not too frequent after it.
func TestProgress(t *testing.T) {
	var w bytes.Buffer
	g := &progress{w: &w, start: time.Unix(100, 0)}
	for _, ms := range []int{0, 500, 999, 1000, 1001, 1050, 1200} {
		g.stepAt(time.Unix(100, 0).Add(time.Duration(ms)*time.Millisecond), ms, 2000)
	}
	g.clear()
	if want := "\r1000 of 2000 inputs\r1200 of 2000 inputs\r\x1b[K"; w.String() != want {
		t.Errorf("%q, want %q", w.String(), want)
	}
	var none *progress
	none.clear()
}
