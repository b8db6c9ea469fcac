package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/target"
)

// integralBounds writes the bounds of an integer as the first and the last
// integer inside them:
//
//	{"type":"integer","exclusiveMinimum":0,"maximum":9.5} → {"type":"integer","minimum":1,"maximum":9}
func integralBounds(u *Unit, s *ast.Schema) *ast.Schema {
	if set := s.Types().Set(); !set.Has(ast.Integer) || set&^(ast.Integers|ast.Nulls) != 0 {
		return s
	}
	s = u.integralBound(s, ast.KwExclusiveMinimum, ast.KwMinimum, 1)
	return u.integralBound(s, ast.KwExclusiveMaximum, ast.KwMaximum, -1)
}

func (u *Unit) integralBound(s *ast.Schema, exclusive, inclusive ast.Kw, step int) *ast.Schema {
	refused := !u.T.Keywords.Has(exclusive)
	whole := u.T.Bounds != target.BoundsAny
	if k := s.Find(exclusive); k != nil && refused {
		text, ok := firstInteger(bound{text: s.Num(exclusive), strict: true}, step)
		if !ok {
			return s
		}
		u.report(diag.BoundsIntegral, k.Span, exclusive.String(), inclusive.String())
		b := bound{text: text}
		if old := s.Num(inclusive); old != "" {
			b = tighter(b, bound{text: old}, step)
			s = s.Without(ast.Set(exclusive)).With(inclusive, ast.Num(b.text))
		} else {
			s = rename(s, exclusive, inclusive).With(inclusive, ast.Num(b.text))
		}
	}
	for _, kw := range [...]ast.Kw{inclusive, exclusive} {
		k := s.Find(kw)
		if k == nil || !whole {
			continue
		}
		if text, ok := plainInteger(s.Num(kw), kw == exclusive, step); ok && text != s.Num(kw) {
			u.report(diag.BoundsIntegral, k.Span, kw.String()+" "+s.Num(kw), text)
			s = s.With(kw, ast.Num(text))
		}
	}
	return s
}

// plainInteger is the bound written as an integer without fraction and exponent.
// An exclusive bound that is no integer is moved away from the inside, so that
// it excludes no more than before.
func plainInteger(text string, exclusive bool, step int) (string, bool) {
	if exclusive && !isIntegral(text) {
		return roundNum(text, step < 0)
	}
	return roundNum(text, step > 0)
}
