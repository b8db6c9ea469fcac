package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/target"
)

const pageSource = `{"tools": [
  {"name": "<b>&evil\u202e", "inputSchema": {"type": "object", "properties": {"a": {"type": "string", "format": "uri", "description": "</script><script>document.title='owned'</script>"}}}},
  {"name": "plain", "inputSchema": {"type": "object", "properties": {}}},
  {"name": "broken", "inputSchema": 3}
]}`

func pageBytes(t *testing.T) []byte {
	t.Helper()
	targets := []*target.Target{&target.OpenAIStrict, &target.Google}
	set := schemac.CompileTools([]schemac.Source{{Name: "t.json", Text: pageSource}}, targets, schemac.Options{})
	var b bytes.Buffer
	if err := newTable(set, targets).html(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The page loads nothing, and what a schema says stays text.
func TestPageIsSelfContained(t *testing.T) {
	page := string(pageBytes(t))
	if found := regexp.MustCompile(`(?i)(src|href)\s*=\s*"[^#"]|@import|url\(|https?://`).FindString(page); found != "" {
		t.Errorf("the page has %q", found)
	}
	if strings.Count(page, "<script") != 1 || strings.Contains(page, "<b>&evil") {
		t.Error("the page holds what a schema says as markup")
	}
}

// TestPageInBrowser opens the page from disk in a headless browser: the cell a
// link names is opened, and the filter hides the other tools.
func TestPageInBrowser(t *testing.T) {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("no Chromium on this machine: the page is not opened")
	}
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "report.html")
	if err := os.WriteFile(file, pageBytes(t), 0o644); err != nil {
		t.Fatal(err)
	}
	dom := func(suffix string) string {
		t.Helper()
		cmd := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
			"--disable-component-update", "--disable-sync", "--user-data-dir="+filepath.Join(dir, "profile"), "--virtual-time-budget=2000", "--dump-dom", "file://"+file+suffix)
		out, err := cmd.Output()
		if err != nil {
			t.Skipf("the browser does not start here: %v", err)
		}
		return string(out)
	}
	all := dom("#t0-google")
	if !strings.Contains(all, `data-ready="3"`) || !strings.Contains(all, `<details id="t0-google" open="">`) {
		t.Errorf("the cell was not opened:\n%.3000s", all)
	}
	if strings.Contains(all, `<details id="t0-openai-strict" open`) || strings.Contains(all, "<title>owned") {
		t.Error("more happened than a cell that opens")
	}
	one := dom("?filter=plain")
	if !strings.Contains(one, `data-ready="1"`) {
		t.Errorf("the filter does not hide:\n%.3000s", one)
	}
}
