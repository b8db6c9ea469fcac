package lower

import (
	"unicode/utf8"

	"github.com/schemac/schemac/ast"
)

// judgement is one value against one schema.
type judgement struct {
	s *ast.Schema
	v *value
}

// accepts answers whether the schema accepts the value. It knows every keyword
// but format, unevaluatedItems, unevaluatedProperties and $dynamicRef, to which
// it answers unknown unless they cannot apply.
func (p *prover) accepts(s *ast.Schema, v *value) answer {
	switch {
	case s.Form() == ast.FalseForm:
		return no
	case s.Len() == 0:
		return yes
	}
	at := judgement{s, v}
	if a, ok := p.judged[at]; ok {
		return a
	}
	if !p.spend(1 + s.Len()) {
		return unknown
	}
	p.judged[at] = unknown // the answer for whoever comes here in a cycle
	out := yes
	if !(v.typ == ast.Null && s.Flag(ast.KwNullable)) {
		for i := range s.Keywords() {
			k := &s.Keywords()[i]
			if !says(k) {
				continue
			}
			if out = out.both(p.keywordAccepts(s, k, v)); out == no {
				break
			}
		}
	}
	p.judged[at] = out
	if p.budget == 0 {
		delete(p.judged, at)
	}
	return out
}

// keywordAccepts is the verdict of one keyword of s.
func (p *prover) keywordAccepts(s *ast.Schema, k *ast.Keyword, v *value) answer {
	if on := k.Kw.Info().On; on != 0 && !on.Has(v.typ) {
		return yes
	}
	switch k.Kw {
	case ast.KwType:
		return answerOf(withIntegers(s.Types().Set()).Has(v.typ))
	case ast.KwConst, ast.KwEnum:
		return answerOf(p.listed(s, k.Kw).keys[v.key()])
	case ast.KwFormat:
		if v.typ == ast.String || ast.Numbers.Has(v.typ) {
			return unknown
		}
		return yes
	case ast.KwRef:
		if body := p.body(s.Ref()); body != nil {
			return p.accepts(body, v)
		}
		return unknown
	case ast.KwDynamicRef:
		return unknown
	case ast.KwAllOf:
		out := yes
		for _, c := range s.AllOf() {
			if out = out.both(p.accepts(c, v)); out == no {
				break
			}
		}
		return out
	case ast.KwAnyOf:
		yeses, maybes := p.count(s.AnyOf(), v)
		return atLeast(1, yeses, maybes)
	case ast.KwOneOf:
		yeses, maybes := p.count(s.OneOf(), v)
		return atLeast(1, yeses, maybes).both(atLeast(2, yeses, maybes).not())
	case ast.KwNot:
		return p.accepts(s.Not(), v).not()
	case ast.KwIf:
		return p.ifAccepts(s, v)
	case ast.KwThen, ast.KwElse, ast.KwNullable:
		return yes // part of if; nullable only adds null
	}
	switch v.typ {
	case ast.Number, ast.Integer:
		return numberAccepts(s, k.Kw, v.text)
	case ast.String:
		return p.stringAccepts(s, k.Kw, v.text)
	case ast.Array:
		return p.arrayAccepts(s, k.Kw, v)
	case ast.Object:
		return p.objectAccepts(s, k.Kw, v)
	}
	return unknown
}

func (p *prover) count(list ast.List, v *value) (yeses, maybes int) {
	for _, c := range list {
		switch p.accepts(c, v) {
		case yes:
			yeses++
		case unknown:
			maybes++
		}
	}
	return yeses, maybes
}

func atLeast(n, yeses, maybes int) answer {
	switch {
	case yeses >= n:
		return yes
	case yeses+maybes < n:
		return no
	}
	return unknown
}

func (p *prover) ifAccepts(s *ast.Schema, v *value) answer {
	branch := func(k ast.Kw) answer {
		if c, ok := s.Get(k).(*ast.Schema); ok {
			return p.accepts(c, v)
		}
		return yes
	}
	cond, _ := s.Get(ast.KwIf).(*ast.Schema)
	switch p.accepts(cond, v) {
	case yes:
		return branch(ast.KwThen)
	case no:
		return branch(ast.KwElse)
	}
	if a := branch(ast.KwThen); a == branch(ast.KwElse) {
		return a
	}
	return unknown
}

func numberAccepts(s *ast.Schema, k ast.Kw, text string) answer {
	limit := s.Num(k)
	if k == ast.KwMultipleOf {
		return isMultiple(text, limit)
	}
	c := cmpNum(text, limit)
	switch k {
	case ast.KwMinimum:
		return answerOf(c >= 0)
	case ast.KwExclusiveMinimum:
		return answerOf(c > 0)
	case ast.KwMaximum:
		return answerOf(c <= 0)
	case ast.KwExclusiveMaximum:
		return answerOf(c < 0)
	}
	return unknown
}

func (p *prover) stringAccepts(s *ast.Schema, k ast.Kw, text string) answer {
	switch k {
	case ast.KwMinLength:
		return answerOf(cmpCount(utf8.RuneCountInString(text), s.Num(k)) >= 0)
	case ast.KwMaxLength:
		return answerOf(cmpCount(utf8.RuneCountInString(text), s.Num(k)) <= 0)
	case ast.KwPattern:
		return p.matches(s.Text(k), text)
	}
	return unknown
}

func (p *prover) arrayAccepts(s *ast.Schema, k ast.Kw, v *value) answer {
	out := yes
	switch k {
	case ast.KwMinItems:
		return answerOf(cmpCount(len(v.items), s.Num(k)) >= 0)
	case ast.KwMaxItems:
		return answerOf(cmpCount(len(v.items), s.Num(k)) <= 0)
	case ast.KwUniqueItems:
		if !s.Flag(k) || !p.spend(len(v.items)) {
			return answerOf(!s.Flag(k)).both(yes)
		}
		keys := make(map[string]bool, len(v.items))
		for _, item := range v.items {
			if keys[item.key()] {
				return no
			}
			keys[item.key()] = true
		}
		return yes
	case ast.KwPrefixItems:
		for i, c := range s.PrefixItems() {
			if i == len(v.items) {
				break
			}
			out = out.both(p.accepts(c, v.items[i]))
		}
		return out
	case ast.KwItems:
		for i := len(s.PrefixItems()); i < len(v.items); i++ {
			out = out.both(p.accepts(s.Items(), v.items[i]))
		}
		return out
	case ast.KwContains:
		c, _ := s.Get(k).(*ast.Schema)
		yeses, maybes := 0, 0
		for _, item := range v.items {
			switch p.accepts(c, item) {
			case yes:
				yeses++
			case unknown:
				maybes++
			}
		}
		return containsAccepts(s, yeses, maybes)
	case ast.KwMinContains, ast.KwMaxContains:
		return yes // part of contains
	}
	if len(v.items) == 0 {
		return yes // unevaluatedItems
	}
	return unknown
}

func containsAccepts(s *ast.Schema, yeses, maybes int) answer {
	least, most := "1", s.Num(ast.KwMaxContains)
	if s.Has(ast.KwMinContains) {
		least = s.Num(ast.KwMinContains)
	}
	out := unknown
	switch {
	case cmpCount(yeses, least) >= 0:
		out = yes
	case cmpCount(yeses+maybes, least) < 0:
		out = no
	}
	switch {
	case most == "", cmpCount(yeses+maybes, most) <= 0:
		return out
	case cmpCount(yeses, most) > 0:
		return no
	}
	return out.both(unknown)
}

func (p *prover) objectAccepts(s *ast.Schema, k ast.Kw, v *value) answer {
	if !p.spend(len(v.names)) {
		return unknown
	}
	out := yes
	switch k {
	case ast.KwMinProperties:
		return answerOf(cmpCount(len(v.names), s.Num(k)) >= 0)
	case ast.KwMaxProperties:
		return answerOf(cmpCount(len(v.names), s.Num(k)) <= 0)
	case ast.KwRequired:
		return p.hasAll(v, s.Required())
	case ast.KwDependentRequired:
		deps, _ := s.Get(k).(ast.Deps)
		for _, d := range deps {
			if v.member(d.Name) != nil {
				out = out.both(p.hasAll(v, d.Names))
			}
		}
		return out
	case ast.KwDependentSchemas:
		deps, _ := s.Get(k).(ast.Map)
		for i := range deps {
			if v.member(deps[i].Name) != nil {
				out = out.both(p.accepts(deps[i].Schema, v))
			}
		}
		return out
	case ast.KwPropertyNames:
		for _, n := range v.names {
			out = out.both(p.accepts(s.PropertyNames(), &value{typ: ast.String, text: n}))
		}
		return out
	case ast.KwProperties, ast.KwPatternProperties, ast.KwAdditionalProperties:
		for i, n := range v.names {
			out = out.both(p.memberAccepts(s, k, n, v.items[i]))
		}
		return out
	}
	if len(v.names) == 0 {
		return yes // unevaluatedProperties
	}
	return unknown
}

// memberAccepts is the verdict of one of the three keywords of properties.
func (p *prover) memberAccepts(s *ast.Schema, k ast.Kw, name string, v *value) answer {
	declared := s.Property(name)
	if k == ast.KwProperties {
		if declared == nil {
			return yes
		}
		return p.accepts(declared, v)
	}
	out, covered := yes, answerOf(declared != nil)
	patterns := s.PatternProperties()
	for i := range patterns {
		m := p.matches(patterns[i].Name, name)
		if m == yes {
			covered = yes
		} else if m == unknown && covered == no {
			covered = unknown
		}
		if k == ast.KwPatternProperties && m != no {
			if a := p.accepts(patterns[i].Schema, v); m == yes || a == yes {
				out = out.both(a)
			} else {
				out = out.both(unknown)
			}
		}
	}
	if k == ast.KwPatternProperties || covered == yes {
		return out
	}
	a := p.accepts(s.AdditionalProperties(), v)
	if covered == no || a == yes {
		return a
	}
	return unknown
}

func (p *prover) hasAll(v *value, names ast.Names) answer {
	if !p.spend(len(names) * (1 + len(v.names)/8)) {
		return unknown
	}
	for _, n := range names {
		if v.member(n) == nil {
			return no
		}
	}
	return yes
}

// listed are the values of a const or enum.
type listed struct {
	list []*value // not nil, unless some value is no JSON
	keys map[string]bool
}

// listed takes the const or enum of s apart, once a node: it costs no budget,
// because it is linear in the text.
func (p *prover) listed(s *ast.Schema, k ast.Kw) *listed {
	at := listedAt{s, k}
	if l := p.sets[at]; l != nil {
		return l
	}
	data := s.Enum()
	if k == ast.KwConst {
		data = ast.DataList{s.Const()}
	}
	l := &listed{make([]*value, 0, len(data)), make(map[string]bool, len(data))}
	valid := true
	for _, d := range data {
		v := parseData(d)
		if v == nil {
			valid = false
			continue
		}
		l.list = append(l.list, v)
		l.keys[v.key()] = true
	}
	if !valid {
		l.list = nil
	}
	p.sets[at] = l
	return l
}

type listedAt struct {
	s *ast.Schema
	k ast.Kw
}
