//go:build linux && !race

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// peak compiles a stream of n tools in a process of its own and returns the most
// memory that was resident, in MB.
func peak(t testing.TB, n int, args ...string) float64 {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The name of the program is what makes TestMain run the command.
	name := filepath.Join(t.TempDir(), "schemac")
	if err := os.Symlink(exe, name); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Stdin, cmd.Stdout = lines(n), io.Discard
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1024
}

// Ten times as many lines take no more memory, give or take what the collector
// leaves lying around.
func TestStreamMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles 33 000 tools: skipped with -short")
	}
	args := []string{"compile", "-t", "openai-strict", "--format", "ndjson"}
	few, many := peak(t, 3_000, args...), peak(t, 30_000, args...)
	t.Logf("peak RSS: %.0f MB for 3 000 tools, %.0f MB for 30 000", few, many)
	if many > 1.5*few+20 || many > 300 {
		t.Errorf("the memory grows with the stream: %.0f MB for 3 000 tools, %.0f MB for 30 000", few, many)
	}
}

func BenchmarkStreamRSS(b *testing.B) {
	most := 0.0
	for b.Loop() {
		most = max(most, peak(b, 100_000, "compile", "-t", "openai-strict", "--format", "ndjson"))
	}
	b.ReportMetric(most, "peak-MB")
	b.ReportMetric(float64(b.N)*100_000/b.Elapsed().Seconds(), "tools/s")
}
