package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/restore"
)

// entries are the files of a cache.
func entries(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// An entry that is there is used, one that is damaged is not, and options have
// entries of their own.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	out, kept := filepath.Join(dir, "tools.go"), filepath.Join(dir, "cache")
	generate := func(args ...string) string {
		t.Helper()
		var errw bytes.Buffer
		args = append([]string{"generate", "-q", "-t", "openai-strict", "--package", "p", "-o", out, "--cache", kept, "../../testdata/tools/library.json"}, args...)
		if code := run(args, strings.NewReader(""), &bytes.Buffer{}, &errw); code != exitClean {
			t.Fatalf("code %d, stderr %s", code, &errw)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	fresh := generate()
	if n := len(entries(t, kept)); n != 3 {
		t.Fatalf("%d entries, want 3", n)
	}
	if generate() != fresh || len(entries(t, kept)) != 3 {
		t.Error("what comes from the cache differs")
	}
	for _, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return b[:len(b)/2] },
		func(b []byte) []byte { return nil },
		func(b []byte) []byte { return bytes.Replace(b, []byte("string"), []byte("strinG"), 1) },
	} {
		for _, name := range entries(t, kept) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, damage(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if generate() != fresh {
			t.Error("a damaged entry was used")
		}
	}
	for _, name := range entries(t, kept) {
		if err := os.WriteFile(name, encode(&schemac.Result{Schema: []byte(`{"description":"from the cache"}`), Verdict: diag.Widened}), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(generate(), `{"description":"from the cache"}`); n != 3 {
		t.Errorf("%d entries were used, want 3", n)
	}
	if strings.Contains(generate("--strict", "require"), "from the cache") || len(entries(t, kept)) != 6 {
		t.Error("entries of other options were used")
	}
}

func TestCacheEncoding(t *testing.T) {
	plan, err := restore.Load([]byte(`{"v":1,"plan":{"object":{},"null":["a"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	r := &schemac.Result{Schema: []byte(`{"type": "object"}`), Strict: true, Verdict: diag.Reshaped | diag.Widened, Plan: plan}
	got := decode(encode(r))
	if got == nil || string(got.Schema) != `{"type":"object"}` || !got.Strict || got.Verdict != r.Verdict || string(got.Plan.AppendJSON(nil)) != string(plan.AppendJSON(nil)) {
		t.Errorf("%+v", got)
	}
	for _, data := range []string{"", "\n", "true 2\n{}\n\n", strings.Repeat("0", 64) + "\n"} {
		if decode([]byte(data)) != nil {
			t.Errorf("%q was read", data)
		}
	}
}
