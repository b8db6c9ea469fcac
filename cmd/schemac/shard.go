package main

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac"
)

// shard is one of several parts of the inputs. The zero value is all of them.
type shard struct{ index, count uint64 }

// parseShard reads "2/8", the second of eight parts.
func parseShard(s string) (shard, error) {
	if s == "" {
		return shard{}, nil
	}
	index, count, _ := strings.Cut(s, "/")
	i, err := strconv.ParseUint(index, 10, 32)
	n, err2 := strconv.ParseUint(count, 10, 32)
	if err != nil || err2 != nil || i < 1 || i > n {
		return shard{}, usagef("--shard is %q: use I/N, from 1/N to N/N", s)
	}
	return shard{i - 1, n}, nil
}

// has reports whether a text belongs to the part. It depends on nothing but the
// text, so that a new input moves no other one.
func (s shard) has(text string) bool {
	if s.count <= 1 {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(strings.TrimSpace(text)))
	return h.Sum64()%s.count == s.index
}

// of returns the sources of the part; NDJSON is divided by its lines.
func (s shard) of(sources []schemac.Source) []schemac.Source {
	if s.count == 0 {
		return sources
	}
	var out []schemac.Source
	for _, src := range sources {
		if src.Err != nil {
			if s.index == 0 {
				out = append(out, src)
			}
			continue
		}
		line, _, more := strings.Cut(strings.TrimLeft(src.Text, " \t\r\n"), "\n")
		if !more || !valid([]byte(line)) {
			if s.has(src.Text) {
				out = append(out, src)
			}
			continue
		}
		n := max(src.FirstLine, 1)
		for line := range strings.Lines(src.Text) {
			if strings.TrimSpace(line) != "" && s.has(line) {
				out = append(out, schemac.Source{Name: src.Name, Text: strings.TrimRight(line, "\r\n"), FirstLine: n})
			}
			n++
		}
	}
	return out
}

// valid reports whether a text is one JSON value, whatever its members.
func valid(text []byte) bool {
	return jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}
