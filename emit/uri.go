package emit

import (
	"net/url"
	"strings"
)

// relative names a resource from another one: by its URI, or by a path if
// neither has a real one.
func (l *plan) relative(from, to *resource) string {
	const scheme = "schemac:///"
	if to == l.root && to.uri == fakeBase {
		return l.rootID
	}
	if !strings.HasPrefix(to.uri, scheme) || !strings.HasPrefix(from.uri, scheme) {
		return strings.TrimPrefix(to.uri, scheme)
	}
	a, b := strings.Split(from.uri[len(scheme):], "/"), strings.Split(to.uri[len(scheme):], "/")
	for len(a) > 1 && len(b) > 1 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	out := strings.Repeat("../", len(a)-1) + strings.Join(b, "/")
	if first, _, _ := strings.Cut(out, "/"); strings.Contains(first, ":") || out == "" {
		out = "./" + out
	}
	return out
}

// resolve returns the absolute URI and the fragment of a reference.
func (r *resource) resolve(ref string) (uri, fragment string) {
	if strings.HasPrefix(ref, "#") {
		return r.uri, ref[1:]
	}
	ref, fragment, _ = strings.Cut(ref, "#")
	if ref == "" {
		return r.uri, fragment
	}
	u, err := url.Parse(ref)
	if err != nil {
		return ref, fragment
	}
	if r.parsed == nil {
		if r.parsed, err = url.Parse(r.uri); err != nil {
			r.parsed = &url.URL{}
		}
	}
	return r.parsed.ResolveReference(u).String(), fragment
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

func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}
