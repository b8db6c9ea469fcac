package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

func (u *Unit) unionless() bool { return u.T.Union >= target.UnionNone }

// beside are the keywords that a plain root may not have; not, enum and const
// say little of an object and are dropped, the combinators are flattened.
var beside = ast.Set(ast.KwAllOf, ast.KwAnyOf, ast.KwOneOf, ast.KwEnum, ast.KwConst, ast.KwNot)

// plainRoot makes the root what the target wants: an object, and a plain one.
// A root that admits no object cannot be a tool's arguments.
func plainRoot(u *Unit, doc *ast.Document) *ast.Document {
	body := doc.RootBody()
	if ts := body.Types(); ts.Len() == 1 && ts.At(0) == ast.Object && !ts.IsList() &&
		(u.T.Root == target.RootTyped || !body.HasAny(beside.Or(u.T.RootRefuses)) && !body.Has(ast.KwNullable)) {
		return doc
	}
	types := u.scope().possibleTypes(body)
	if !types.Has(ast.Object) {
		if u.encodes(EncodeRoot) && (types != 0 || u.Opt.Encode&EncodeNearest != 0) {
			return u.wrappedRoot(doc, body)
		}
		u.fail(body.Span(), "the root admits no object")
		return doc
	}
	if u.T.Root == target.RootPlain {
		encodes := u.encodes(EncodeRoot) && (body.HasAny(beside) || body.Types() != 0 && body.Types() != ast.OneType(ast.Object))
		if encodes && (u.T.Untyped == target.UntypedFallback || !u.unionless()) {
			return u.wrappedRoot(doc, body)
		}
		if u.T.Untyped == target.UntypedFallback && u.T.Plain == nil {
			if body.HasAny(beside) {
				u.fail(body.Span(), "the root is a union, not a plain object")
				return doc
			}
			if u.encodes(EncodeMaps) && !body.Has(ast.KwType) {
				if !body.Has(ast.KwAdditionalProperties) {
					body = body.With(ast.KwAdditionalProperties, ast.NewBool(body.Span(), true))
				}
			} else if !body.Has(ast.KwType) {
				u.fail(body.Span(), "the root has no type")
				return doc
			}
		}
		if body = u.flattenRoot(body, 0); body.Form() == ast.FalseForm {
			u.fail(body.Span(), "the root admits no object")
			return doc
		}
	}
	if ts := body.Types(); ts != ast.OneType(ast.Object) {
		loss := diag.Exact
		if types != ast.Objects {
			loss = diag.Narrowed
		}
		u.lost(diag.RootTyped, loss, body.Span(), "", "")
		body = body.WithFirst(ast.KwType, ast.OneType(ast.Object))
	}
	body = ensureProperties(u, body)
	if u.T.Array == target.ArrayItems {
		body = ensureItems(u, body)
	}
	return doc.WithRootBody(body)
}

func (u *Unit) wrappedRoot(doc *ast.Document, body *ast.Schema) *ast.Document {
	u.report(diag.RootWrapped, body.Span(), nameValue, "")
	return u.wrapRoot(doc)
}

// maxRootDepth limits how deep the unions of a root may nest, references
// included: {"anyOf":[{"$ref":"#"}]} nests without end.
const maxRootDepth = 16

// maxRootSteps limits how many of them there may be: two references to the root in
// its union are 2^16 at that depth.
const maxRootSteps = 1 << 10

// flattenRoot leaves a root without combinators, enum, const and not. It is
// false if no branch admits an object.
func (u *Unit) flattenRoot(s *ast.Schema, depth int) *ast.Schema {
	if k := s.Find(ast.KwNullable); k != nil {
		u.report(diag.NullDropped, k.Span, "", "")
		s = s.Without(ast.Set(ast.KwNullable))
	}
	for range maxProduct { // what is merged may be a reference, and so may its target
		switch k := s.Find(ast.KwRef); {
		case k != nil:
			s = u.withSiblings(u.scope(), u.doc.Defs[k.Val.(*ast.Ref).Def].Body, s.Without(ast.Set(ast.KwRef)))
			continue
		case s.Has(ast.KwAllOf):
			s = mergeAllOf(u, s)
			continue
		case s.Has(ast.KwOneOf):
			s = oneOfToAnyOf(u, s)
			continue
		}
		break
	}
	drop := ast.Set(ast.KwNot, ast.KwEnum, ast.KwConst)
	u.flattened++
	if depth == maxRootDepth || u.flattened > maxRootSteps || s.HasAny(ast.Set(ast.KwRef, ast.KwAllOf)) {
		drop = beside.Or(ast.Set(ast.KwRef)) // a union of itself says nothing
	}
	for _, k := range s.Keywords() {
		if drop.Has(k.Kw) {
			u.report(diag.RootDropped, k.Span, k.Name(), "")
		}
	}
	for _, k := range s.Keywords() {
		if u.T.RootRefuses.Has(k.Kw) {
			loss := diag.Widened
			if inert(s, &k) {
				loss = diag.Exact
			}
			u.lost(diag.RootDropped, loss, k.Span, k.Name(), "")
		}
	}
	s = s.Without(drop.Or(u.T.RootRefuses))
	k := s.Find(ast.KwAnyOf)
	if k == nil {
		return s
	}
	u.repeats()
	list := u.splice(k.Val.(ast.List))
	parent := s.Without(outer.Or(ast.Set(ast.KwAnyOf)))
	if requiredOnly(list) && !u.rootWords() {
		u.lost(diag.RootFlattened, diag.Widened, k.Span, k.Name(), "")
		return s.Without(ast.Set(ast.KwAnyOf))
	}
	if requiredOnly(list) {
		u.lost(diag.RootFlattened, diag.Widened|diag.Hinted, k.Span, k.Name(), "")
		return hint(s.Without(ast.Set(ast.KwAnyOf)), k.Name()+": "+wordsOf(list))
	}
	sc := u.scope()
	loss := diag.Exact
	var objects ast.List
	for _, b := range list {
		for b.Has(ast.KwRef) && sc.follow(b) != nil && sc.follow(b) != b {
			b = sc.follow(b)
		}
		b = b.Without(ast.Set(ast.KwDefs)) // the root's own, if the branch is the root
		types := sc.possibleTypes(b)
		if !types.Has(ast.Object) {
			loss |= diag.Narrowed
			continue
		}
		m, _ := sc.merge(parent, b)
		if m == nil {
			m = u.mergeLossy(parent, b)
			loss |= diag.Widened
		}
		if m.HasAny(beside) || m.Has(ast.KwRef) {
			m = u.flattenRoot(m, depth+1)
		}
		if m.Form() == ast.FalseForm {
			continue
		}
		if m.Flag(ast.KwNullable) { // arguments are an object
			m = m.Without(ast.Set(ast.KwNullable))
			loss |= diag.Narrowed
		}
		if m.Types() != ast.OneType(ast.Object) {
			m = m.WithFirst(ast.KwType, ast.OneType(ast.Object))
			loss |= diag.Narrowed
		}
		objects = append(objects, m)
	}
	distinct := ast.List{}
	for _, b := range objects {
		distinct = addKind(distinct, b)
	}
	if len(distinct) == 0 {
		return ast.NewBool(s.Span(), false)
	}
	one := distinct[0]
	if len(distinct) > 1 {
		var l diag.Loss
		one, l = u.mergeObjects(distinct)
		loss |= l
	}
	notes := s.Only(outer)
	out := overlay(one, notes)
	u.lost(diag.RootFlattened, loss, k.Span, k.Name(), "")
	if loss != diag.Exact && u.rootWords() {
		out = hint(out, k.Name()+": "+wordsOf(list))
	}
	return out
}

// optionalNull lets a nullable property be absent instead: the target cannot
// write null. A null anywhere else is lost.
func optionalNull(u *Unit, s *ast.Schema) *ast.Schema {
	required := s.Required()
	out := s.MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
		k := c.Find(ast.KwNullable)
		if k == nil {
			return c
		}
		if !c.Flag(ast.KwNullable) {
			return c.Without(ast.Set(ast.KwNullable))
		}
		if at.Kw == ast.KwProperties && s.Requires(at.Name) {
			u.lost(diag.NullToOptional, diag.Narrowed|diag.Widened, c.Span(), at.Name, "")
			required = withoutName(required, at.Name)
		} else {
			u.report(diag.NullDropped, c.Span(), "", "")
		}
		return c.Without(ast.Set(ast.KwNullable))
	})
	switch {
	case len(required) == len(s.Required()):
		return out
	case len(required) == 0:
		return out.Without(ast.Set(ast.KwRequired))
	}
	return out.With(ast.KwRequired, required)
}

func withoutName(names ast.Names, drop string) ast.Names {
	out := make(ast.Names, 0, len(names))
	for _, n := range names {
		if n != drop {
			out = append(out, n)
		}
	}
	return out
}
