package emit

import (
	"strconv"
	"strings"

	"github.com/schemac/schemac/ast"
)

// fakeBase is the URI of a document that has none. It is printed only where a
// reference could not be spelled without it.
const fakeBase = "schemac:///root"

// plan says where each Def is going to be printed, so that references can be
// spelled.
type plan struct {
	doc    *ast.Document
	words  ast.RefWords
	root   *resource
	ids    map[*ast.Schema]*resource // by the body that has the $id
	spots  []spot                    // by Def
	needed []int                     // Defs in the order in which references name them
	asked  []bool
	path   []string // JSON Pointer tokens, escaped, from the document's root

	spare    []spareDef
	defsName string // the dialect's "$defs", if no malformed member is in the way
	rootID   string // an $id the root has to be given
}

type spareDef struct {
	def  int
	name string
}

// resource is a schema with a base URI of its own.
type resource struct {
	ast.Base
	depth int // length of the path to its root
}

// spot is where a Def is printed.
type spot struct {
	placed bool
	res    *resource
	// pointer is from the root of res, "" at the root itself.
	pointer string
	// outer and outerPointer are the spot seen from the resource around, if
	// the body has an $id.
	outer        *resource
	outerPointer string
}

func newPlan(doc *ast.Document, words ast.RefWords) *plan {
	l := &plan{doc: doc, spots: make([]spot, len(doc.Defs)), asked: make([]bool, len(doc.Defs)), words: words, defsName: words.Spell(ast.KwDefs)}
	l.root = &resource{Base: ast.Base{URI: fakeBase}}
	l.walk(doc.Root, l.root)
	l.spareDefs()
	if doc.Sum().Has(ast.KwID) {
		l.findRootID()
	}
	return l
}

// walk visits the nodes in the order in which they are printed.
func (l *plan) walk(s *ast.Schema, res *resource) {
	if home := s.HomeOf(); home != nil {
		if l.spots[home.Def].placed {
			l.ask(home.Def)
			return
		}
		s = l.place(home.Def, res)
	}
	l.body(s, res)
}

// place notes where a Def stands and returns its body.
func (l *plan) place(def int, res *resource) *ast.Schema {
	body := l.doc.Defs[def].Body
	sp := spot{placed: true, res: res, pointer: l.pointer(res)}
	if body.Has(ast.KwID) {
		if inner := l.enter(res, body); inner != res {
			sp.outer, sp.outerPointer = sp.res, sp.pointer
			inner.depth = len(l.path)
			sp.res, sp.pointer = inner, ""
		}
	}
	l.spots[def] = sp
	return body
}

func (l *plan) pointer(res *resource) string {
	if len(l.path) == res.depth {
		return ""
	}
	return "/" + strings.Join(l.path[res.depth:], "/")
}

func (l *plan) body(s *ast.Schema, res *resource) {
	if !s.Sum().Has(ast.KwRef) && !s.Sum().Has(ast.KwDynamicRef) {
		return // nothing refers or is referred to below
	}
	if s.Has(ast.KwID) {
		inner := l.enter(res, s)
		if inner != res {
			inner.depth = len(l.path)
			res = inner
		}
	}
	kws := s.Keywords()
	for i := range kws {
		name := l.words.Spell(kws[i].Kw)
		switch v := kws[i].Val.(type) {
		case *ast.Schema:
			l.path = append(l.path, name)
			l.walk(v, res)
			l.path = l.path[:len(l.path)-1]
		case ast.List:
			l.path = append(l.path, name, "")
			for j, c := range v {
				l.path[len(l.path)-1] = strconv.Itoa(j)
				l.walk(c, res)
			}
			l.path = l.path[:len(l.path)-2]
		case ast.Map:
			l.path = append(l.path, name, "")
			for j := range v {
				l.path[len(l.path)-1] = escape(v[j].Name)
				l.walk(v[j].Schema, res)
			}
			l.path = l.path[:len(l.path)-2]
		case *ast.Ref:
			if v.Def >= 0 {
				l.ask(v.Def)
			}
		}
	}
}

func (l *plan) ask(def int) {
	if !l.asked[def] {
		l.asked[def] = true
		l.needed = append(l.needed, def)
	}
}

// enter returns the resource that a schema with an $id begins.
func (l *plan) enter(res *resource, s *ast.Schema) *resource {
	if r := l.ids[s]; r != nil {
		return r
	}
	id := s.Text(ast.KwID)
	if base, _, _ := strings.Cut(id, "#"); base == "" {
		return res
	}
	uri, _ := res.Resolve(id)
	r := &resource{Base: ast.Base{URI: uri}}
	if l.ids == nil {
		l.ids = make(map[*ast.Schema]*resource)
	}
	l.ids[s] = r
	if s == l.doc.RootBody() {
		l.root = r
	}
	return r
}

// spareDefs finds places in the root's $defs for the Defs that are referred to
// and have no home. A Def whose home is in another one with an $id, such as a
// part of a remote document, is printed there.
func (l *plan) spareDefs() {
	var within map[int]int
	taken := map[string]bool{}
	last := map[string]int{} // numbers given, so that many of one name stay linear
	root := l.doc.RootBody()
	for _, m := range root.Definitions() {
		taken[m.Name] = true
	}
	if !root.Has(ast.KwDefs) {
		kws := root.Keywords()
		for i := range kws {
			if kws[i].Kw == ast.Unknown && kws[i].Name() == l.defsName {
				l.defsName += "_2"
				break
			}
		}
	}
	for i := 0; i < len(l.needed); i++ {
		def := l.needed[i]
		if l.spots[def].placed {
			continue
		}
		if within == nil {
			within = l.homes()
		}
		for range l.doc.Defs {
			outer, ok := within[def]
			if !ok || l.spots[outer].placed || !l.inResource(outer, within) {
				break
			}
			def = outer
		}
		name := l.doc.Defs[def].Name
		if name == "" {
			name = "def"
		}
		if taken[name] {
			base := name
			for n := max(last[base]+1, 2); taken[name]; n++ {
				name = base + "_" + strconv.Itoa(n)
				last[base] = n
			}
		}
		taken[name] = true
		l.spare = append(l.spare, spareDef{def, name})
		l.path = append(l.path[:0], l.defsName, escape(name))
		l.body(l.place(def, l.root), l.root)
		l.path = l.path[:0]
	}
}

// inResource reports whether the Def or one around it has an $id.
func (l *plan) inResource(def int, within map[int]int) bool {
	for range l.doc.Defs {
		if l.doc.Defs[def].Body.Has(ast.KwID) {
			return true
		}
		outer, ok := within[def]
		if !ok {
			return false
		}
		def = outer
	}
	return false
}

// homes returns for each Def the Def in whose body its home is.
func (l *plan) homes() map[int]int {
	within := make(map[int]int)
	for d := range l.doc.Defs {
		eachHome(l.doc.Defs[d].Body, func(def int) {
			if _, ok := within[def]; !ok && def != d {
				within[def] = d
			}
		})
	}
	return within
}

func eachHome(s *ast.Schema, f func(int)) {
	if home := s.HomeOf(); home != nil {
		f(home.Def)
		return
	}
	if !s.Sum().Has(ast.KwRef) {
		return
	}
	s.EachChild(func(_ ast.Slot, c *ast.Schema) { eachHome(c, f) })
}

// findRootID gives the root an $id if it has none and a resource inside refers
// to a part of the root resource.
func (l *plan) findRootID() {
	if l.root.URI != fakeBase || l.doc.RootBody().Has(ast.KwID) {
		return
	}
	var visit func(s *ast.Schema, res *resource, home bool)
	seen := make([]bool, len(l.doc.Defs))
	visit = func(s *ast.Schema, res *resource, root bool) {
		if home := s.HomeOf(); home != nil {
			if seen[home.Def] {
				return
			}
			seen[home.Def] = true
			s = l.doc.Defs[home.Def].Body
		}
		if r := l.ids[s]; r != nil {
			res = r
		}
		for _, k := range []ast.Kw{ast.KwRef, ast.KwDynamicRef} {
			if ref, ok := s.Get(k).(*ast.Ref); ok && ref.Def >= 0 && res != l.root {
				if sp := &l.spots[ref.Def]; sp.res == l.root {
					l.rootID = fakeBase
				}
			}
		}
		s.EachChild(func(_ ast.Slot, c *ast.Schema) { visit(c, res, false) })
	}
	visit(l.doc.Root, l.root, true)
	for _, d := range l.spare {
		if !seen[d.def] {
			seen[d.def] = true
			visit(l.doc.Defs[d.def].Body, l.root, false)
		}
	}
}

// spell returns the text of a reference that stands in res.
func (l *plan) spell(res *resource, ref *ast.Ref, dynamic bool) string {
	sp := &l.spots[ref.Def]
	body := l.doc.Defs[ref.Def].Body
	if !ref.Home && ref.Text != "" {
		uri, fragment := res.Resolve(ref.Text)
		pointer := ast.Unescape(fragment)
		named := pointer != "" && pointer[0] != '/'
		// Only an anchor of that name makes a $dynamicRef dynamic; by a
		// pointer it is a $ref.
		dynamic = dynamic && named && pointer == body.Text(ast.KwDynamicAnchor)
		switch {
		case uri == sp.res.URI && named && (dynamic || pointer == body.Text(ast.KwAnchor) || pointer == body.Text(ast.KwDynamicAnchor)),
			uri == sp.res.URI && pointer == sp.pointer,
			sp.outer != nil && uri == sp.outer.URI && pointer == sp.outerPointer:
			return ref.Text
		}
	}
	fragment := encode(sp.pointer)
	if dynamic {
		fragment = body.Text(ast.KwDynamicAnchor)
	}
	if sp.res == res {
		return "#" + fragment
	}
	base := l.relative(res, sp.res)
	if !ref.Home {
		// The author's own words for the resource, if they still name it.
		if text, _, _ := strings.Cut(ref.Text, "#"); text != "" {
			if uri, _ := res.Resolve(text); uri == sp.res.URI {
				base = text
			}
		}
	}
	if fragment == "" {
		return base
	}
	return base + "#" + fragment
}
