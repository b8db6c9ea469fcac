package emit

import (
	"github.com/schemac/schemac/ast"
)

// Schema appends the document as JSON. It always prints the tree: that an
// unchanged document may be copied from its source is the caller's business.
func Schema(dst []byte, doc *ast.Document, opt Options) []byte {
	w := writer{printer: printer{dst: dst, opt: opt}, doc: doc}
	if len(doc.Defs) > 0 {
		w.plan = newPlan(doc, opt.Words)
		w.printed = make([]bool, len(doc.Defs))
		w.res = w.plan.root
	}
	w.schema(doc.Root, true)
	return w.dst
}

type writer struct {
	printer
	doc     *ast.Document
	plan    *plan // nil if the document has no Defs
	printed []bool
	res     *resource // the one being printed
}

// schema prints a node. A home prints its Def's body, the first time.
func (w *writer) schema(s *ast.Schema, root bool) {
	if w.plan != nil {
		if home := s.HomeOf(); home != nil {
			if w.printed[home.Def] {
				w.open('{')
				w.name(w.opt.Words.Spell(ast.KwRef))
				w.str(w.plan.spell(w.res, home, false))
				w.close('}')
				return
			}
			w.printed[home.Def] = true
			s = w.doc.Defs[home.Def].Body
		}
	}
	switch s.Form() {
	case ast.TrueForm:
		w.dst = append(w.dst, "true"...)
		return
	case ast.FalseForm:
		w.dst = append(w.dst, "false"...)
		return
	}
	outer := w.res
	if w.plan != nil && s.Has(ast.KwID) {
		w.res = w.plan.enter(w.res, s)
	}
	w.open('{')
	if root && w.plan != nil && w.plan.rootID != "" {
		w.name("$id")
		w.str(w.plan.rootID)
	}
	kws := s.Keywords()
	for i := range kws {
		k := &kws[i]
		w.name(w.spell(k))
		w.value(k.Kw, k.Val, root)
	}
	if root && w.plan != nil && len(w.plan.spare) > 0 && !s.Has(ast.KwDefs) {
		w.name(w.plan.defsName)
		w.open('{')
		w.spare()
		w.close('}')
	}
	w.close('}')
	w.res = outer
}

// spell is a keyword or member as the dialect writes it.
func (w *writer) spell(k *ast.Keyword) string {
	if k.Kw == ast.Unknown {
		return k.Name()
	}
	return w.opt.Words.Spell(k.Kw)
}

// spare prints the Defs that have no home into the root's $defs.
func (w *writer) spare() {
	for _, d := range w.plan.spare {
		w.name(d.name)
		w.printed[d.def] = true
		w.schema(w.doc.Defs[d.def].Body, false)
	}
}

func (w *writer) value(k ast.Kw, v ast.Value, root bool) {
	switch v := v.(type) {
	case *ast.Schema:
		w.schema(v, false)
	case ast.List:
		w.open('[')
		for _, s := range v {
			w.next()
			w.schema(s, false)
		}
		w.close(']')
	case ast.Map:
		w.open('{')
		for i := range v {
			w.name(v[i].Name)
			w.schema(v[i].Schema, false)
		}
		if root && k == ast.KwDefs && w.plan != nil {
			w.spare()
		}
		w.close('}')
	case ast.Types:
		if !v.IsList() {
			w.str(v.At(0).String())
			return
		}
		w.open('[')
		for i := range v.Len() {
			w.next()
			w.str(v.At(i).String())
		}
		w.close(']')
	case ast.Text:
		w.str(string(v))
	case ast.Flag:
		if v {
			w.dst = append(w.dst, "true"...)
		} else {
			w.dst = append(w.dst, "false"...)
		}
	case ast.Num:
		w.dst = append(w.dst, v...)
	case ast.Names:
		w.names(v)
	case ast.Deps:
		w.open('{')
		for i := range v {
			w.name(v[i].Name)
			w.names(v[i].Names)
		}
		w.close('}')
	case ast.Data:
		w.data(string(v))
	case ast.DataList:
		w.open('[')
		for _, d := range v {
			w.next()
			w.data(string(d))
		}
		w.close(']')
	case *ast.Raw:
		w.data(string(v.JSON))
	case *ast.Ref:
		if v.Def < 0 || w.plan == nil {
			w.str(v.Text)
			return
		}
		w.str(w.plan.spell(w.res, v, k == ast.KwDynamicRef))
	}
}

func (w *writer) names(names ast.Names) {
	w.open('[')
	for _, n := range names {
		w.next()
		w.str(n)
	}
	w.close(']')
}
