package lower

import (
	"slices"
	"strconv"
	"strings"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/target"
)

// valueSet are the keywords of which refusesValue looks at the value whatever the
// target; spillSet adds those of single targets.
var valueSet = ast.Set(ast.KwFormat, ast.KwPattern, ast.KwEnum, ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum)

// refusesValue is the rule by which the target, which takes the keyword, does
// not take the value it has here, or the keyword on this node; 0 if it does.
func refusesValue(t *target.Target, s *ast.Schema, k *ast.Keyword) target.Rule {
	switch k.Kw {
	case ast.KwFormat:
		if t.Formats != nil && !slices.Contains(t.Formats, string(k.Val.(ast.Text))) {
			return target.RuleFormats
		}
	case ast.KwPattern:
		if t.Regex != target.RegexAny && !readPattern(string(k.Val.(ast.Text))).accepted(t.Regex) {
			return target.RuleRegex
		}
	case ast.KwEnum:
		if refusesEnum(t, s) {
			return target.RuleEnum
		}
		if t.NoDataRef && slices.ContainsFunc(s.Enum(), hasRefMember) {
			return target.RuleRef
		}
		return 0
	case ast.KwConst, ast.KwDefault:
		if t.NoDataRef && hasRefMember(k.Val.(ast.Data)) {
			return target.RuleRef
		}
	case ast.KwMinimum, ast.KwMaximum, ast.KwExclusiveMinimum, ast.KwExclusiveMaximum:
		if refusesBound(t, s, string(k.Val.(ast.Num))) {
			return target.RuleBounds
		}
	}
	for i := range t.Largest {
		if t.Largest[i].Kw == k.Kw && cmpNum(string(k.Val.(ast.Num)), strconv.Itoa(t.Largest[i].Max)) > 0 {
			return target.RuleBounds
		}
	}
	if t.Applicable && inapplicable(s, k.Kw) || elsewhere(t, s, k.Kw) {
		return target.RuleApplicable
	}
	if t.Ordered && crossed(s, k.Kw) {
		return target.RuleBounds
	}
	return 0
}

// hasRefMember reports whether an object in the value has a member $ref.
func hasRefMember(d ast.Data) bool {
	if !strings.Contains(string(d), "ref") && !strings.Contains(string(d), `\\u`) {
		return false
	}
	v := parseData(d)
	var has func(v *value) bool
	has = func(v *value) bool {
		return v != nil && (slices.Contains(v.names, "$ref") || slices.ContainsFunc(v.items, has))
	}
	return has(v)
}

// elsewhere reports whether the target takes the keyword on other types only.
func elsewhere(t *target.Target, s *ast.Schema, kw ast.Kw) bool {
	for i := range t.Only {
		if o := &t.Only[i]; o.Kw == kw {
			types := s.Types().Set()
			return types == 0 || types&^(o.On|ast.Nulls) != 0
		}
	}
	return false
}

// boundPairs are the bounds that may contradict each other.
var boundPairs = [...][2]ast.Kw{
	{ast.KwMinimum, ast.KwMaximum}, {ast.KwMinLength, ast.KwMaxLength}, {ast.KwMinItems, ast.KwMaxItems},
	{ast.KwMinProperties, ast.KwMaxProperties},
}

// crossed reports whether the keyword is one of two bounds of which the lower is
// above the upper: {"minimum": 5, "maximum": 3}.
func crossed(s *ast.Schema, kw ast.Kw) bool {
	for _, p := range boundPairs {
		if (kw == p[0] || kw == p[1]) && s.Has(p[0]) && s.Has(p[1]) {
			return cmpNum(s.Num(p[0]), s.Num(p[1])) > 0
		}
	}
	return false
}

// inapplicable reports whether a keyword says nothing of instances of the
// node's types.
func inapplicable(s *ast.Schema, kw ast.Kw) bool {
	on, types := kw.Info().On, s.Types()
	return on != 0 && types != 0 && types.Set()&on == 0
}

// maxIntegerDigits is how many digits a bound of a grammar may have: what fits
// into an int64 with room to spare.
const maxIntegerDigits = 15

func refusesBound(t *target.Target, s *ast.Schema, text string) bool {
	set := s.Types().Set()
	integer := set.Has(ast.Integer) && set&^(ast.Integers|ast.Nulls) == 0
	switch t.Bounds {
	case target.BoundsInteger:
		return !integer || !digitsOnly(text) || len(text) > maxIntegerDigits
	case target.BoundsIntegral:
		return integer && !digitsOnly(text)
	}
	return false
}

// digitsOnly reports whether a number is written as an integer: -12, not 1.0.
func digitsOnly(text string) bool {
	for i := 0; i < len(text); i++ {
		if (text[i] < '0' || text[i] > '9') && (i > 0 || text[i] != '-') {
			return false
		}
	}
	return true
}

// refusesEnum reports whether the enum of a node is none that the target takes.
func refusesEnum(t *target.Target, s *ast.Schema) bool {
	switch t.Enum {
	case target.EnumStrings:
		return !stringEnum(s)
	case target.EnumFits, target.EnumScalars, target.EnumText:
		ts := s.Types()
		for _, v := range s.Enum() {
			if ts != 0 && !matchesTypes(v, ts.Set()) {
				return true
			}
			switch dataType(v) {
			case ast.Object, ast.Array:
				if t.Enum != target.EnumFits {
					return true
				}
			case ast.Boolean, ast.Null:
				if t.Enum == target.EnumText {
					return true
				}
			}
		}
		return len(s.Enum()) == 0
	}
	return false
}

// enumWords is what the target's enum may hold, for messages.
func enumWords(t *target.Target) string {
	switch t.Enum {
	case target.EnumStrings:
		return "strings"
	case target.EnumText:
		return "strings and numbers"
	case target.EnumScalars:
		return "scalars of the node's type"
	}
	return "values of the node's type"
}
