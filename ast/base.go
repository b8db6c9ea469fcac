package ast

import (
	"net/url"
	"strings"
)

// Base is the base URI of a resource: a document's root, or a schema with an
// $id (RFC 3986, 5.1).
type Base struct {
	URI    string // absolute, without fragment
	parsed *url.URL
}

// Resolve returns the absolute URI that a reference names and its fragment, as
// it is written after the "#". A reference that is no URI names itself.
func (b *Base) Resolve(ref string) (uri, fragment string) {
	if strings.HasPrefix(ref, "#") {
		return b.URI, ref[1:]
	}
	ref, fragment, _ = strings.Cut(ref, "#")
	if ref == "" {
		return b.URI, fragment
	}
	u, err := url.Parse(ref)
	if err != nil {
		return ref, fragment
	}
	if b.parsed == nil {
		if b.parsed, err = url.Parse(b.URI); err != nil {
			b.parsed = &url.URL{}
		}
	}
	return b.parsed.ResolveReference(u).String(), fragment
}

// Unescape undoes the percent-encoding of a fragment; text that is not encoded
// right stays as it is.
func Unescape(fragment string) string {
	if strings.IndexByte(fragment, '%') < 0 {
		return fragment
	}
	if u, err := url.PathUnescape(fragment); err == nil {
		return u
	}
	return fragment
}
