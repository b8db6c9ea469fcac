package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quiet is how long nothing must have changed before it is compiled again:
// editors write a file in several steps.
const quiet = 100 * time.Millisecond

// watched says which files count.
type watched struct {
	files  map[string]bool // absolute
	dirs   []string        // absolute, with everything below
	except []string        // absolute: what is written by the run itself
}

// watch runs once, and again whenever one of the inputs has changed, until it is
// interrupted. What is wrong with an input is reported by the run and does not
// end the watch; the screen is not cleared.
func (p *program) watch(args, written []string, run func() error) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("cannot watch files: %w", err)
	}
	defer w.Close()
	of, err := watchInputs(w, args, written)
	if err != nil {
		return err
	}
	stop := p.interrupt
	if stop == nil {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
		defer signal.Stop(signals)
		stop = signals
	}
	p.once(run)
	fmt.Fprintf(p.err, "schemac: watching %s; interrupt to end\n", plural(len(args), "input"))
	var changed string
	var settled <-chan time.Time
	for {
		select {
		case <-stop:
			return nil
		case e, ok := <-w.Events:
			if !ok {
				return nil
			}
			if e.Has(fsnotify.Create) {
				of.follow(w, e.Name)
			}
			if e.Op != fsnotify.Chmod && of.counts(e.Name) {
				changed, settled = e.Name, time.After(quiet)
			}
		case err, ok := <-w.Errors:
			if !ok {
				return nil
			}
			// Events were lost: look again.
			changed, settled = "something ("+err.Error()+")", time.After(quiet)
		case <-settled:
			settled = nil
			fmt.Fprintf(p.err, "schemac: %s changed\n", shortName(changed))
			p.once(run)
		}
	}
}

// once runs and reports what goes wrong; the exit code is the last run's.
func (p *program) once(run func() error) {
	p.code = exitClean
	if err := run(); err != nil {
		p.fail(err)
	}
	if err := p.out.Flush(); err != nil {
		p.fail(fmt.Errorf("cannot write the output: %w", err))
	}
}

// watchInputs watches the folders of the files, for a file may be replaced, and
// every folder below the directories.
func watchInputs(w *fsnotify.Watcher, args, written []string) (*watched, error) {
	of := &watched{files: make(map[string]bool)}
	for _, path := range written {
		if abs, err := filepath.Abs(path); err == nil {
			of.except = append(of.except, abs)
		}
	}
	if len(args) == 0 {
		return nil, usagef("--watch needs a FILE or DIR: standard input does not change")
	}
	for _, arg := range args {
		if arg == "-" {
			return nil, usagef("--watch cannot watch standard input")
		}
		abs, err := filepath.Abs(arg)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(abs); err == nil && info.IsDir() {
			of.dirs = append(of.dirs, abs)
			of.follow(w, abs)
			continue
		}
		of.files[abs] = true
		if err := w.Add(filepath.Dir(abs)); err != nil {
			return nil, usagef("cannot watch %s: %v", filepath.Dir(arg), err)
		}
	}
	return of, nil
}

// follow watches a folder and those below it, if it is in a directory that
// counts. A folder that is gone already is no mistake.
func (of *watched) follow(w *fsnotify.Watcher, path string) {
	if !of.below(path) {
		return
	}
	_ = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = w.Add(name)
		}
		return nil
	})
}

// counts reports whether a change of the file can change the result.
func (of *watched) counts(path string) bool {
	for _, e := range of.except {
		if path == e || strings.HasPrefix(path, e+string(filepath.Separator)) {
			return false
		}
	}
	if of.files[path] {
		return true
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".ndjson", ".jsonl":
		return of.below(path)
	}
	return false
}

func (of *watched) below(path string) bool {
	for _, d := range of.dirs {
		if path == d || strings.HasPrefix(path, d+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// shortName is the path from the working directory, if that is shorter.
func shortName(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(dir, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}
