package ast

import "testing"

func TestBaseResolve(t *testing.T) {
	for _, c := range []struct{ base, ref, uri, fragment string }{
		{"https://a.example/x/y.json", "#/a%20b", "https://a.example/x/y.json", "/a%20b"},
		{"https://a.example/x/y.json", "", "https://a.example/x/y.json", ""},
		{"https://a.example/x/y.json", "z.json#t", "https://a.example/x/z.json", "t"},
		{"https://a.example/x/y.json", "/z", "https://a.example/z", ""},
		{"https://a.example/x/y.json", "urn:b:c", "urn:b:c", ""},
		{"https://a.example/x/y.json", "%zz#f", "%zz", "f"},
		{"%zz", "z.json", "/z.json", ""}, // a base that is no URI is no base
	} {
		b := Base{URI: c.base}
		if uri, fragment := b.Resolve(c.ref); uri != c.uri || fragment != c.fragment {
			t.Errorf("%q resolves %q to %q and %q, want %q and %q", c.base, c.ref, uri, fragment, c.uri, c.fragment)
		}
	}
}

func TestUnescape(t *testing.T) {
	for in, want := range map[string]string{"a%25b": "a%b", "a+b": "a+b", "%": "%", "%zz": "%zz", "": ""} {
		if got := Unescape(in); got != want {
			t.Errorf("Unescape(%q) = %q, want %q", in, got, want)
		}
	}
}
