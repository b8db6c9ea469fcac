package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// mergeAllOf merges the members of allOf into their node, exactly. Where that
// is impossible the tool falls back if the target wants exactness, else the
// first of two conflicting constraints stays.
func mergeAllOf(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAllOf)
	if k == nil {
		return s
	}
	out, why := u.scope().flattenAllOf(s)
	if out != nil {
		u.report(diag.AllOfMerged, k.Span, "", "")
		return out
	}
	if u.T.Untyped == target.UntypedFallback && !u.encodes(EncodeNearest) {
		u.fail(k.Span, "allOf cannot be merged exactly: "+why)
		return s
	}
	u.report(diag.AllOfLossy, k.Span, why, "")
	out = s.Without(ast.Set(ast.KwAllOf))
	for _, m := range k.Val.(ast.List) {
		out = u.mergeLossy(out, m)
	}
	return out
}

// mergeLossy is a schema that accepts at least what both accept: b's keywords
// join a's, and where both have one that cannot be combined a's stays.
func (u *Unit) mergeLossy(a, b *ast.Schema) *ast.Schema {
	if out, _ := u.scope().merge(a, b); out != nil {
		return out
	}
	if b.Form() != ast.ObjectForm {
		return a
	}
	if a.Form() != ast.ObjectForm {
		return b
	}
	if b.Has(ast.KwAllOf) {
		rest := b.Without(ast.Set(ast.KwAllOf))
		a = u.mergeLossy(a, rest)
		for _, m := range b.AllOf() {
			a = u.mergeLossy(a, m)
		}
		return a
	}
	for _, k := range b.Keywords() {
		switch {
		case !a.Has(k.Kw):
			if k.Kw == ast.KwNullable {
				continue
			}
			a = withKeyword(a, k)
		case k.Kw == ast.KwProperties:
			a = a.With(k.Kw, u.joinProperties(a.Properties(), k.Val.(ast.Map)))
		case k.Kw == ast.KwRequired:
			a = a.With(k.Kw, unionNames(a.Required(), k.Val.(ast.Names)))
		case k.Kw == ast.KwDescription:
			a = a.With(k.Kw, ast.Text(joinText(a.Description(), string(k.Val.(ast.Text)))))
		case u.T.Spill.Has(k.Kw) && k.Kw != ast.KwDefault && !identicalValue(a.Get(k.Kw), k.Val):
			a = hint(a, k.Name()+": "+valueJSON(k.Val))
		}
	}
	return a
}

func (u *Unit) joinProperties(a, b ast.Map) ast.Map {
	out := append(ast.Map(nil), a...)
	at := make(map[string]int, len(a))
	for i := range a {
		at[a[i].Name] = i
	}
	for _, m := range b {
		if i, ok := at[m.Name]; ok {
			out[i].Schema = u.mergeLossy(out[i].Schema, m.Schema)
		} else {
			out = append(out, m)
		}
	}
	return out
}

// withKeyword appends a keyword that s does not have, with its span.
func withKeyword(s *ast.Schema, k ast.Keyword) *ast.Schema {
	return ast.New(s.Span(), append(append(make([]ast.Keyword, 0, s.Len()+1), s.Keywords()...), k))
}

func unionNames(a, b ast.Names) ast.Names {
	has := make(map[string]bool, len(a))
	out := append(ast.Names(nil), a...)
	for _, n := range a {
		has[n] = true
	}
	for _, n := range b {
		if !has[n] {
			has[n] = true
			out = append(out, n)
		}
	}
	return out
}

// joinText is a, then b on a line of its own; one of them if the other is
// empty or part of it.
func joinText(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return a + "\n" + b
}
