package emit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/schemac/schemac/ast"
)

// Locate returns, for each span of the source, the JSON Pointer of the place in
// what Schema prints, in the words, for the document that came from it: the node or keyword
// with that span, else the smallest node around it, "" (the root) if there is
// none. Of several copies of a node it is the first, of several nodes with one
// span the outermost:
//
//	{"type": "string", "format": "uri"} was wrapped: at /properties/a is
//	{"anyOf": [{"type": "string"}, {"type": "null"}]}, and both have its span
func Locate(doc *ast.Document, spans []ast.Span, words ast.RefWords) []string {
	l := locator{exact: make(map[ast.Span]string)}
	l.writer = writer{printer: printer{opt: Options{Words: words}}, doc: doc}
	if len(doc.Defs) > 0 {
		l.plan = newPlan(doc, words)
		l.printed = make([]bool, len(doc.Defs))
	}
	l.walk(doc.Root, true)
	slices.SortStableFunc(l.nodes, func(a, b located) int {
		return cmp.Or(cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(b.span.End, a.span.End))
	})
	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(spans[a].Start, spans[b].Start) })
	out := make([]string, len(spans))
	var around []located // nodes that begin before the span, the outer ones first
	next := 0
	for _, i := range order {
		at := spans[i]
		for ; next < len(l.nodes) && l.nodes[next].span.Start <= at.Start; next++ {
			n := l.nodes[next]
			for len(around) > 0 && around[len(around)-1].span.End < n.span.End {
				around = around[:len(around)-1]
			}
			around = append(around, n)
		}
		if p, ok := l.exact[at]; ok {
			out[i] = p
			continue
		}
		for j := len(around) - 1; j >= 0; j-- {
			if around[j].span.End >= at.End {
				out[i] = around[j].pointer
				break
			}
		}
	}
	return out
}

// Origin is the reverse of Locate: the span of the source that the place with
// the JSON Pointer in the output came from, or the nearest place around it that
// came from there.
func Origin(doc *ast.Document, pointer string, words ast.RefWords) ast.Span {
	l := locator{exact: make(map[ast.Span]string), at: make(map[string]ast.Span)}
	l.writer = writer{printer: printer{opt: Options{Words: words}}, doc: doc}
	if len(doc.Defs) > 0 {
		l.plan = newPlan(doc, words)
		l.printed = make([]bool, len(doc.Defs))
	}
	l.walk(doc.Root, true)
	for {
		if span, ok := l.at[pointer]; ok {
			return span
		}
		slash := strings.LastIndexByte(pointer, '/')
		if slash < 0 {
			return doc.Span
		}
		pointer = pointer[:slash]
	}
}

type located struct {
	span    ast.Span
	pointer string
}

// locator walks the nodes in the order in which writer prints them.
type locator struct {
	writer
	path  []string
	exact map[ast.Span]string
	nodes []located
	at    map[string]ast.Span // by pointer, if it is asked for
}

func (l *locator) note(span ast.Span, node bool) {
	if span.End <= span.Start {
		return
	}
	_, known := l.exact[span]
	if known && l.at == nil {
		return
	}
	pointer := ""
	if len(l.path) > 0 {
		pointer = "/" + strings.Join(l.path, "/")
	}
	if l.at != nil && !(known && !node) { // a keyword that was added has its node's span
		l.at[pointer] = span
	}
	if known {
		return
	}
	l.exact[span] = pointer
	if node {
		l.nodes = append(l.nodes, located{span, pointer})
	}
}

func (l *locator) walk(s *ast.Schema, root bool) {
	if l.plan != nil {
		if home := s.HomeOf(); home != nil {
			if l.printed[home.Def] {
				return
			}
			l.printed[home.Def] = true
			s = l.doc.Defs[home.Def].Body
		}
	}
	l.note(s.Span(), true)
	kws := s.Keywords()
	for i := range kws {
		k := &kws[i]
		l.path = append(l.path, escape(l.spell(k)))
		if k.Span != s.Span() {
			l.note(k.Span, false)
		}
		switch v := k.Val.(type) {
		case *ast.Schema:
			l.walk(v, false)
		case ast.List:
			for j, c := range v {
				l.path = append(l.path, strconv.Itoa(j))
				l.walk(c, false)
				l.path = l.path[:len(l.path)-1]
			}
		case ast.Map:
			for j := range v {
				l.path = append(l.path, escape(v[j].Name))
				l.walk(v[j].Schema, false)
				l.path = l.path[:len(l.path)-1]
			}
		}
		l.path = l.path[:len(l.path)-1]
	}
	if root && l.plan != nil {
		for _, d := range l.plan.spare {
			l.path = append(l.path, l.plan.defsName, escape(d.name))
			l.printed[d.def] = true
			l.walk(l.doc.Defs[d.def].Body, false)
			l.path = l.path[:len(l.path)-2]
		}
	}
}
