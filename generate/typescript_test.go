package generate_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/generate"
	"github.com/schemac/schemac/target"
)

// compiled is the set of one text.
func compiled(t *testing.T, text string, opt schemac.Options, targets ...*target.Target) *generate.Set {
	t.Helper()
	set, err := generate.New(schemac.CompileTools([]schemac.Source{{Name: "tools.json", Text: text}}, targets, opt), targets)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// The module runs, with its types taken away: its lists are those of the
// requests, and schemas are objects with all their members.
func TestTypeScriptRuns(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not there")
	}
	set := compiled(t, `[{"name":"a-b","inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"},"\u005f_proto__x":{},"x":{"const":"__proto__"}}}},
		{"name":"__proto__","description":"\"*/ \u2028","inputSchema":{"type":"object","properties":{}}}]`, schemac.Options{}, &target.MCP, &target.OpenAIStrict)
	js := string(set.TypeScript())
	for _, old := range []string{" as const", ": Record<Target, readonly [string, string]>", ": Target): string"} {
		if !strings.Contains(js, old) {
			t.Errorf("%q is not there", old)
		}
		js = strings.ReplaceAll(js, old, map[bool]string{true: ")"}[strings.HasPrefix(old, ": Target")])
	}
	lines := strings.Split(js, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "export type ") {
			lines[i] = ""
		}
	}
	js = strings.Join(lines, "\n") + `
for (const t of targets) {
  const entries = JSON.parse(list(t));
  console.log(JSON.stringify([t, (Array.isArray(entries) ? entries : entries.tools).map((e) => (e.function ?? e).name),
    Object.keys(tools).map((n) => JSON.stringify(tools[n][t].schema))]));
}
`
	file := filepath.Join(t.TempDir(), "tools.mjs")
	if err := os.WriteFile(file, []byte(js), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var want strings.Builder
	for i, tg := range set.Targets {
		names, schemas := []string{}, []string{}
		for _, tool := range set.Tools {
			names = append(names, tool.Name)
			schemas = append(schemas, strings.ReplaceAll(string(tool.Outputs[i].Schema()), `\u005f`, "_"))
		}
		line := json.NewEncoder(&want)
		line.SetEscapeHTML(false)
		if err := line.Encode([]any{tg.ID, names, schemas}); err != nil {
			t.Fatal(err)
		}
	}
	if string(out) != want.String() {
		t.Errorf("got\n%swant\n%s", out, want.String())
	}
}
