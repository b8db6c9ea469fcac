package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colored reports whether to write colours to w.
func (p *program) colored(w io.Writer) bool {
	switch p.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

// progress shows on a terminal how far a run is that takes longer than a second.
type progress struct {
	w     io.Writer
	start time.Time
	last  time.Time
	shown bool
}

// newProgress returns nil if w is no terminal.
func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return nil
	}
	return &progress{w: w, start: time.Now()}
}

func (g *progress) step(done, total int) { g.stepAt(time.Now(), done, total) }

func (g *progress) stepAt(now time.Time, done, total int) {
	if now.Sub(g.start) < time.Second || now.Sub(g.last) < 100*time.Millisecond {
		return
	}
	g.last, g.shown = now, true
	fmt.Fprintf(g.w, "\r%d of %d inputs", done, total)
}

// clear removes the line.
func (g *progress) clear() {
	if g != nil && g.shown {
		fmt.Fprint(g.w, "\r\x1b[K")
	}
}
