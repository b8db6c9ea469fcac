package audit

import (
	"bytes"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// judge reports what is wrong with a node as a whole, after its last member.
// The rules of the fixed five come first; they speak in quiet places too.
func (w *walker) judge(n *node) {
	w.judgeType(n)
	if n.has.Overlaps(names) {
		w.noteNames(n)
	}
	if w.t.Object&target.ObjectClosed != 0 {
		w.judgeClosed(n)
	}
	if n.quiet {
		return
	}
	if w.t.Object&target.ObjectClosed == 0 || w.t.Object&target.ObjectAllRequired == 0 {
		w.judgeObject(n)
	}
	w.judgeMap(n)
	w.noteOptional(n)
	if len(w.others)-n.otherBase > 1 {
		w.duplicates(false, w.others[n.otherBase:])
	}
	if n.root {
		w.judgeRoot(n)
	}
	w.judgeArray(n)
	w.judgeValues(n)
	w.judgeTypes(n)
	w.judgeUnion(n)
	w.judgeEnum(n)
	w.judgeRef(n)
	if n.has.Has(ast.KwPattern) {
		w.regex(false, n.members[ast.KwPattern], "pattern")
	}
	if n.has.Has(ast.KwID) && w.t.Audit.Metaschema && w.kind(n, ast.KwID) == '"' && !w.rules.refused.Has(ast.KwID) {
		if m := n.members[ast.KwID]; !isURIReference(w.unquote(m.val)) {
			w.add(finding{at: m.at, rule: "id-value", key: "$id", val: m.val, msg: `must have a URI reference as "$id"`})
		}
	}
	if h := w.t.Audit.Header; h != ast.Unknown && n.has.Has(h) {
		w.judgeHeader(n, n.members[h])
	}
}

// isURIReference reports whether text holds only what RFC 3986 allows in a URI
// reference.
func isURIReference(text []byte) bool {
	return !bytes.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("<>\"{}|\\^`", r) })
}

func (w *walker) missing(n *node, rule string, kw ast.Kw, msg string) {
	w.add(finding{at: n.at, miss: w.spell(kw), rule: rule, msg: msg, key: w.spell(kw)})
}

// about reports the node's member, or that the node lacks it.
func (w *walker) about(n *node, rule string, kw ast.Kw, msg string) {
	if !n.has.Has(kw) {
		w.missing(n, rule, kw, msg)
		return
	}
	m := n.members[kw]
	w.add(finding{at: m.at, rule: rule, msg: msg, key: w.spell(kw), val: m.val})
}

func (w *walker) judgeType(n *node) {
	isList := n.has.Has(ast.KwType) && w.src[n.members[ast.KwType].val.from] == '['
	switch {
	case isList && !w.t.TypeList:
		w.about(n, "type-array", ast.KwType, `must name one type, not a list`)
	case n.typeForm == badType && !n.quiet:
		m := n.members[ast.KwType]
		w.add(finding{at: m.at, rule: "type-value", key: "type", val: m.val, malformed: true,
			msg: `must give "type" one of null, boolean, object, array, number, string, integer`})
	case isList && n.types == 0 && !n.quiet:
		w.malformed(false, n.members[ast.KwType], "type", `must give "type" at least one type`)
	case n.typeForm == oneType && n.types == ast.Nulls && !w.t.TypeNull:
		w.about(n, "null-type", ast.KwType, `must not use "type": "null"`)
	}
	switch w.t.Untyped {
	case target.UntypedFallback:
		if w.saysNothing(n) {
			w.add(finding{at: n.at, rule: "unrepresentable-node", msg: `must give every node a type, a combinator, a "` + w.spell(ast.KwRef) + `" or a "not"`})
		}
	case target.UntypedEnum:
		if !n.quiet && n.typeForm == noType && (w.kind(n, ast.KwEnum) == '[' && !w.rules.refused.Has(ast.KwEnum)) && !(n.root && w.t.Root == target.RootPlain) {
			w.about(n, "untyped-enum", ast.KwEnum, "must have a type beside its enum")
		}
	case target.UntypedDescribed:
		if !n.quiet && !n.root && n.typeForm == noType && n.has.Has(ast.KwDescription) && !n.arrays.Overlaps(ast.Combinators) && !n.has.Has(ast.KwRef) {
			w.about(n, "untyped-description", ast.KwDescription, "must have a type beside its description")
		}
	case target.UntypedUnion, target.UntypedString, target.UntypedSix:
		if !n.root && !n.quiet && w.saysNothing(n) && !n.has.Has(ast.KwDynamicRef) {
			w.add(finding{at: n.at, rule: "untyped", msg: "must give every node a type"})
		}
	}
}

// saysNothing reports whether a node has neither a type nor what may stand for
// one: a choice, a reference, a negation. Where those are refused they are
// findings already.
func (w *walker) saysNothing(n *node) bool {
	return n.typeForm == noType && !n.arrays.Overlaps(ast.Combinators) && w.kind(n, ast.KwRef) != '"' && w.kind(n, ast.KwNot) != '{'
}

// kind is the first byte of a member's value, 0 if the node lacks it.
func (w *walker) kind(n *node, kw ast.Kw) byte {
	if !n.has.Has(kw) {
		return 0
	}
	return w.src[n.members[kw].val.from]
}

// judgeClosed is for objects that must name every property, require it and
// admit no other.
func (w *walker) judgeClosed(n *node) {
	isObject := n.typeForm == oneType && n.types == ast.Objects || n.isMap || w.t.TypeList && n.types&ast.Objects != 0
	if !isObject {
		return
	}
	if w.kind(n, ast.KwAdditionalProperties) != 'f' {
		w.about(n, "object-additional-properties", ast.KwAdditionalProperties, `must set "additionalProperties" to false on every object`)
	}
	if w.t.Object&target.ObjectAllRequired == 0 {
		return
	}
	if !n.isMap {
		w.about(n, "object-properties", ast.KwProperties, `must give every object a "properties" map`)
		return
	}
	props, required := w.names[n.props.from:n.props.to], w.names[n.required.from:n.required.to]
	if sameNames(props, required) {
		return
	}
	w.props.build(props)
	w.required.build(required)
	for i := range props {
		if w.required.find(props[i].text) < 0 && w.props.find(props[i].text) == i {
			w.about(n, "object-required", ast.KwRequired, "must require the property "+quote(props[i].text))
		}
	}
	w.repeated(n, required)
	for i := range required {
		if w.props.find(required[i].text) < 0 {
			w.about(n, "object-required-extra", ast.KwRequired, "must not require "+quote(required[i].text)+`, which "properties" lacks`)
		}
	}
}

// repeated reports the names that required, which is indexed, has twice.
func (w *walker) repeated(n *node, required []name) {
	for i := range required {
		if !n.quiet && w.required.find(required[i].text) != i {
			w.add(finding{at: n.members[ast.KwRequired].at, rule: "malformed", key: "required", malformed: true,
				val: n.members[ast.KwRequired].val, msg: "must not require " + quote(required[i].text) + " twice"})
		}
	}
}

// judgeObject is for objects that may be open.
func (w *walker) judgeObject(n *node) {
	if w.t.Object&target.ObjectProperties != 0 && n.types&ast.Objects != 0 && !n.isMap {
		w.about(n, "object-properties", ast.KwProperties, `must give every object a "properties" map`)
	}
	props := w.names[n.props.from:n.props.to]
	if w.t.Object&target.ObjectOrdering != 0 && len(props) > 1 && n.types&ast.Objects != 0 && !n.has.Has(ast.KwPropertyOrdering) {
		w.missing(n, "property-ordering", ast.KwPropertyOrdering, `must list two or more properties in "propertyOrdering", or their order is lost`)
	}
	required := w.names[n.required.from:n.required.to]
	if len(required) == 0 {
		return
	}
	w.required.build(required)
	w.repeated(n, required)
	if w.t.Object&target.ObjectDeclaredRequired == 0 || w.t.Union < target.UnionAnyOf && n.types&ast.Objects == 0 {
		return // a branch may require what its node declares
	}
	w.props.build(props)
	for i := range required {
		if w.props.find(required[i].text) < 0 {
			w.about(n, "required-undeclared", ast.KwRequired, "must not require "+quote(required[i].text)+`, which "properties" lacks`)
		}
	}
}

// rootless are the keywords that a plain root must not have.
var rootless = ast.Combinators.Or(ast.Set(ast.KwEnum, ast.KwConst, ast.KwNot, ast.KwRef))

func (w *walker) judgeRoot(n *node) {
	if w.t.Root == target.RootAny {
		return
	}
	isObject := n.typeForm == oneType && n.types == ast.Objects
	// Where another rule says why the type is not "object" it is enough.
	said := w.t.Untyped == target.UntypedFallback && w.saysNothing(n) || n.typeForm == typeList && !w.t.TypeList && n.types&ast.Objects != 0 ||
		n.typeForm == oneType && n.types == ast.Nulls && !w.t.TypeNull
	if !isObject && !said {
		w.about(n, "root-type", ast.KwType, `must have "type": "object" at the root`)
	}
	none := rootless.Or(w.t.RootRefuses)
	if !w.t.RootKeywords.Empty() {
		for kw := range n.has.AndNot(w.t.RootKeywords).AndNot(w.rules.refused).AndNot(none).All() {
			w.about(n, "root-key", kw, `has no member "`+kw.String()+`" at the root`)
		}
	}
	if w.t.Root != target.RootPlain || !n.has.Overlaps(none) {
		return
	}
	for kw := range n.has.And(none).AndNot(w.rules.refused).All() {
		w.about(n, "root-combiner", kw, `must not have "`+w.spell(kw)+`" at the root`)
	}
}

func (w *walker) judgeArray(n *node) {
	if w.t.Array != target.ArrayItems {
		return
	}
	hasItems := n.has.Has(ast.KwItems) || w.t.Audit.TupleItems && n.has.Has(ast.KwPrefixItems)
	switch {
	case n.types&ast.Arrays != 0 && !hasItems:
		w.missing(n, "array-items", ast.KwItems, `must give every array "items"`)
	case w.t.Audit.ItemsOnlyArray && n.typeForm != noType && n.typeForm != badType && n.types&ast.Arrays == 0 && n.has.Has(ast.KwItems):
		w.about(n, "items-non-array", ast.KwItems, `must have "items" on arrays only`)
	}
}

func (w *walker) judgeUnion(n *node) {
	if n.arrays.Empty() {
		return
	}
	if empty := n.empty.AndNot(w.rules.refused); !empty.Empty() {
		for kw := range empty.All() {
			m := n.members[kw]
			w.add(finding{at: m.at, rule: "union-empty", key: kw.String(), val: m.val, malformed: true,
				msg: `must give "` + kw.String() + `" at least one branch`})
		}
	}
	if w.t.Literals == target.LiteralsEnum && !w.rules.refused.Has(ast.KwConst) && !n.has.Overlaps(literal) {
		for kw := range n.consts.And(choices).All() {
			w.about(n, "const-union", kw, `must write a choice of constants as an "enum"`)
		}
	}
	if !n.arrays.Has(ast.KwAnyOf) || n.root && w.t.Root == target.RootPlain {
		return // at a plain root the finding is that there is a union at all
	}
	if w.t.NoEcho && w.kind(n, ast.KwDescription) == '"' {
		w.judgeEcho(n)
	}
	switch w.t.Union {
	case target.UnionAnyOf:
		beside := n.has.AndNot(w.rules.refused).AndNot(besideUnion)
		if !w.t.BesideUnion.Empty() {
			beside = n.has.AndNot(w.rules.refused).AndNot(w.t.BesideUnion.Or(ast.Set(ast.KwAnyOf, ast.KwDefs)))
		}
		if !beside.Empty() {
			w.about(n, "anyof-siblings", ast.KwAnyOf, `must have nothing but annotations beside "anyOf"`)
		} else if n.branch {
			w.about(n, "anyof-nested", ast.KwAnyOf, `must not have an "anyOf" directly inside an "anyOf"`)
		}
	case target.UnionAnyOfAlone:
		if n.listed > 1 {
			w.about(n, "anyof-siblings", ast.KwAnyOf, `must have nothing beside "anyOf"`)
		} else if n.branch {
			w.about(n, "anyof-nested", ast.KwAnyOf, `must give every branch of "anyOf" a type`)
		}
	}
}

// judgeEcho reports the branches of an anyOf that have its own description.
func (w *walker) judgeEcho(n *node) {
	text := w.unquote(n.members[ast.KwDescription].val)
	for _, m := range w.words[n.wordsBase:] {
		if len(text) > 0 && bytes.Equal(w.unquote(m.val), text) {
			w.add(finding{at: m.at, rule: "description-repeated", key: "description", val: m.val,
				msg: "must not repeat the description of a union in one of its branches"})
		}
	}
}

var (
	choices = ast.Set(ast.KwAnyOf, ast.KwOneOf)
	literal = ast.Set(ast.KwEnum, ast.KwConst)
)

// besideUnion are the keywords that constrain nothing.
var besideUnion = ast.Annotations.Or(ast.Set(ast.KwAnyOf, ast.KwDefs))
