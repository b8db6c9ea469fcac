package lower

import (
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// inexpressible are the applicators that no pass can put in other words, with
// the keywords that mean nothing without them.
var inexpressible = ast.Set(ast.KwNot, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwContains, ast.KwMinContains, ast.KwMaxContains,
	ast.KwDependentSchemas, ast.KwPropertyNames, ast.KwUnevaluatedItems, ast.KwUnevaluatedProperties, ast.KwContentSchema)

// dropSet is what the drop pass drops for a target.
func dropSet(t *target.Target) ast.KwSet { return inexpressible.AndNot(t.Keywords) }

// inPlace are the applicators whose branches look at the same instance and so
// count for unevaluatedProperties and unevaluatedItems.
var inPlace = ast.Set(ast.KwAllOf, ast.KwAnyOf, ast.KwOneOf, ast.KwNot, ast.KwIf, ast.KwThen, ast.KwElse, ast.KwDependentSchemas,
	ast.KwRef, ast.KwDynamicRef)

func dropApplicators(u *Unit, s *ast.Schema) *ast.Schema {
	set := dropSet(u.T)
	if !s.HasAny(set) {
		return s
	}
	s = foldUnevaluated(u, s)
	return s.Filter(func(k *ast.Keyword) bool {
		if !set.Has(k.Kw) {
			return true
		}
		u.dropped(s, k)
		return false
	})
}

// foldUnevaluated writes unevaluatedProperties as additionalProperties where
// nothing but the node itself evaluates properties, likewise for items.
func foldUnevaluated(u *Unit, s *ast.Schema) *ast.Schema {
	if s.HasAny(inPlace) {
		return s
	}
	if k := s.Find(ast.KwUnevaluatedProperties); k != nil && u.T.Plain != nil && k.Val.(*ast.Schema).IsEmpty() {
		return s // it says nothing, and must not look like an open map
	} else if k != nil && !s.Has(ast.KwAdditionalProperties) {
		u.report(diag.UnevaluatedFolded, k.Span, k.Name(), ast.KwAdditionalProperties.String())
		s = rename(s, ast.KwUnevaluatedProperties, ast.KwAdditionalProperties)
	}
	if k := s.Find(ast.KwUnevaluatedItems); k != nil && !s.Has(ast.KwItems) && !s.Has(ast.KwContains) {
		u.report(diag.UnevaluatedFolded, k.Span, k.Name(), ast.KwItems.String())
		s = rename(s, ast.KwUnevaluatedItems, ast.KwItems)
	}
	return s
}

func rename(s *ast.Schema, from, to ast.Kw) *ast.Schema {
	kws := append([]ast.Keyword(nil), s.Keywords()...)
	for i := range kws {
		if kws[i].Kw == from {
			kws[i].Kw = to
		}
	}
	return ast.New(s.Span(), kws)
}

// dropped reports that a keyword of s leaves the output.
func (u *Unit) dropped(s *ast.Schema, k *ast.Keyword) {
	switch k.Kw.Info().Class {
	case ast.Core, ast.Legacy:
		u.report(diag.MetaDropped, k.Span, k.Name(), "")
	case ast.Annotation, ast.Content:
		u.report(diag.AnnotationDropped, k.Span, k.Name(), "")
	default:
		loss := diag.Widened
		if inert(s, k) {
			loss = diag.Exact
		}
		u.lost(diag.KeywordStripped, loss, k.Span, k.Name(), "")
	}
}

// openRest drops additionalProperties where patternProperties will go: what
// the patterns allowed would be refused else.
//
//	{"patternProperties":{"^x-":{}},"additionalProperties":false} → {"patternProperties":{"^x-":{}}}
func openRest(u *Unit, s *ast.Schema) *ast.Schema {
	k := s.Find(ast.KwAdditionalProperties)
	if k == nil || len(s.PatternProperties()) == 0 {
		return s
	}
	u.dropped(s, k)
	return s.Without(ast.Set(ast.KwAdditionalProperties))
}

// inert reports whether an assertion of s refuses nothing that its siblings
// accept.
func inert(s *ast.Schema, k *ast.Keyword) bool {
	if types := s.Types(); types != 0 && k.Kw.Info().On != 0 && types.Set()&k.Kw.Info().On == 0 {
		return true // "minLength" beside "type": "object"
	}
	switch k.Kw {
	case ast.KwIf:
		return !s.Has(ast.KwThen) && !s.Has(ast.KwElse)
	case ast.KwThen, ast.KwElse:
		return !s.Has(ast.KwIf) || k.Val.(*ast.Schema).IsEmpty()
	case ast.KwMinContains, ast.KwMaxContains:
		return !s.Has(ast.KwContains)
	case ast.KwPropertyNames:
		v := k.Val.(*ast.Schema)
		return v.IsEmpty() || v.Len() == 1 && v.Types().Has(ast.String) // names are strings anyway
	case ast.KwAdditionalProperties, ast.KwItems, ast.KwUnevaluatedItems, ast.KwUnevaluatedProperties:
		return k.Val.(*ast.Schema).IsEmpty()
	case ast.KwNot:
		return k.Val.(*ast.Schema).Form() == ast.FalseForm
	case ast.KwMinLength, ast.KwMinItems, ast.KwMinProperties:
		n, _ := k.Val.(ast.Num)
		return n == "0"
	case ast.KwUniqueItems:
		return !bool(k.Val.(ast.Flag))
	case ast.KwRequired:
		return len(k.Val.(ast.Names)) == 0
	case ast.KwDependentRequired:
		return len(k.Val.(ast.Deps)) == 0
	case ast.KwDependentSchemas, ast.KwPatternProperties:
		return len(k.Val.(ast.Map)) == 0
	case ast.KwNullable:
		return true
	}
	return false
}

// standard are the keywords of 2020-12; a metaschema has nothing to say about
// the others.
var standard = func() ast.KwSet {
	var set ast.KwSet
	for k := ast.KwSchema; k < ast.KwDiscriminator; k++ {
		set.Add(k)
	}
	return set
}()

// uriReference reports whether every character of text may stand in a URI
// reference (RFC 3986): "Parameters Schema" is none.
func uriReference(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("<>\"{}|\\^`", c) >= 0 {
			return false
		}
	}
	return true
}

// dropMalformed drops members that have a keyword's name and an impossible
// value: they assert nothing, and a provider that checks the schema against
// the metaschema refuses them.
func dropMalformed(u *Unit, s *ast.Schema) *ast.Schema {
	return s.Filter(func(k *ast.Keyword) bool {
		if k.Kw == ast.KwID && !uriReference(string(k.Val.(ast.Text))) {
			u.report(diag.MetaDropped, k.Span, k.Name(), "")
			return false
		}
		raw, ok := k.Val.(*ast.Raw)
		if !ok || !standard.Has(ast.Lookup(raw.Name)) {
			return true
		}
		u.report(diag.MetaDropped, k.Span, raw.Name, "")
		return false
	})
}
