package emit

import (
	"strings"
)

// relative names a resource from another one: by its URI, or by a path if
// neither has a real one.
func (l *plan) relative(from, to *resource) string {
	const scheme = "schemac:///"
	if to == l.root && to.URI == fakeBase {
		return l.rootID
	}
	if !strings.HasPrefix(to.URI, scheme) || !strings.HasPrefix(from.URI, scheme) {
		return strings.TrimPrefix(to.URI, scheme)
	}
	a, b := strings.Split(from.URI[len(scheme):], "/"), strings.Split(to.URI[len(scheme):], "/")
	for len(a) > 1 && len(b) > 1 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	out := strings.Repeat("../", len(a)-1) + strings.Join(b, "/")
	if first, _, _ := strings.Cut(out, "/"); strings.Contains(first, ":") || out == "" {
		out = "./" + out
	}
	return out
}

// escape is a JSON Pointer token of a name.
func escape(s string) string {
	if !strings.ContainsAny(s, "~/") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

// encode percent-encodes what a URI fragment may not hold (RFC 3986, 3.5).
func encode(s string) string {
	clean := true
	for i := range len(s) {
		clean = clean && inFragment(s[i])
	}
	if clean {
		return s
	}
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(s)+16)
	for i := range len(s) {
		if c := s[i]; inFragment(c) {
			out = append(out, c)
		} else {
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}

func inFragment(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~!$&'()*+,;=:@/?", c) >= 0
}
