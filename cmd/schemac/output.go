package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// writeFile writes a file whole or not at all: into a temporary file beside it,
// which then takes its name. A link is followed, and what is no file (a pipe, a
// device) is written to as it is.
func writeFile(name string, data []byte) (err error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return os.WriteFile(name, data, 0o644)
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".schemac-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// fileNames gives every tool a name that is safe as part of a file name on every
// system, and different from all others even where case does not count. Equal
// inputs get equal names.
type fileNames struct{ used map[string]bool }

const maxFileName = 100

// next returns the name for the next tool: its own where that is possible,
//
//	get_weather → get_weather · a/b → a_b · "" → tool · a second a → a-2
func (f *fileNames) next(tool string) string {
	if f.used == nil {
		f.used = make(map[string]bool)
	}
	base := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-', r == '.':
			return r
		}
		return '_'
	}, tool)
	if len(base) > maxFileName {
		base = base[:maxFileName]
	}
	base = strings.TrimRight(base, ".")
	switch {
	case base == "":
		base = "tool"
	case base[0] == '.', base[0] == '-':
		base = "_" + base[1:]
	case reserved(base):
		base = "_" + base
	}
	name := base
	for n := 2; f.used[strings.ToLower(name)]; n++ {
		name = base + "-" + strconv.Itoa(n)
	}
	f.used[strings.ToLower(name)] = true
	return name
}

// reserved reports whether Windows takes the name for a device, whatever its
// extension.
func reserved(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	switch stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "COM") || strings.HasPrefix(stem, "LPT")) && stem[3] >= '0' && stem[3] <= '9'
}

func makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return inputError{fmt.Errorf("cannot make the directory %s: %w", dir, reason(err))}
	}
	return nil
}
