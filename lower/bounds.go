package lower

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
)

// Numbers are text of any size: "1e400", "-0", "1.0", "1e999999999". What is
// here compares them exactly in time linear in the text; an exponent is never
// expanded unless the result stays below maxDigits.

// maxDigits bounds the numbers that arithmetic is done on.
const maxDigits = 512

// decimal is a number text taken apart: ±0.digits × 10^exp.
type decimal struct {
	neg    bool
	digits string // no zero at either end; "" is zero
	exp    exponent
}

// exponent is an integer as text, because a schema may say 1e99999999999999999999.
type exponent struct {
	neg bool
	mag string // no leading zeros; "" is zero
}

func parseNum(text string) decimal {
	var d decimal
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "-") {
		d.neg, text = true, text[1:]
	}
	mant, exp := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mant, exp = text[:i], text[i+1:]
	}
	whole, frac, _ := strings.Cut(mant, ".")
	digits := whole
	if frac != "" {
		digits = whole + frac
	}
	lead := len(digits) - len(strings.TrimLeft(digits, "0"))
	d.digits = strings.TrimRight(digits[lead:], "0")
	if d.digits == "" {
		return decimal{}
	}
	d.exp = addExp(exp, len(whole)-lead)
	return d
}

// addExp is the exponent written as text ("+05", "-3", "") plus n.
func addExp(text string, n int) exponent {
	neg := strings.HasPrefix(text, "-")
	mag := strings.TrimLeft(strings.TrimLeft(text, "+-"), "0")
	if len(mag) <= 17 {
		e, _ := strconv.ParseInt(mag, 10, 64) // "" is 0
		if neg {
			e = -e
		}
		e += int64(n)
		if e == 0 {
			return exponent{}
		}
		return exponent{e < 0, strings.TrimPrefix(strconv.FormatInt(e, 10), "-")}
	}
	// n is the length of a text in memory, so the sign stays.
	if neg {
		n = -n
	}
	out := []byte(mag)
	for i := len(out) - 1; i >= 0 && n != 0; i-- {
		n += int(out[i] - '0')
		digit := ((n % 10) + 10) % 10
		out[i] = byte('0' + digit)
		n = (n - digit) / 10
	}
	mag = strings.TrimLeft(string(out), "0")
	if n > 0 {
		mag = strconv.Itoa(n) + string(out)
	}
	return exponent{neg, mag}
}

func cmpExp(a, b exponent) int {
	if a.neg != b.neg {
		if a.neg {
			return -1
		}
		return 1
	}
	c := cmp.Compare(len(a.mag), len(b.mag))
	if c == 0 {
		c = strings.Compare(a.mag, b.mag)
	}
	if a.neg {
		return -c
	}
	return c
}

// small returns the exponent as an int if its magnitude is at most maxDigits.
func (e exponent) small() (int, bool) {
	if len(e.mag) > 4 {
		return 0, false
	}
	n, _ := strconv.Atoi("0" + e.mag)
	if e.neg {
		n = -n
	}
	return n, n <= maxDigits && n >= -maxDigits
}

// cmpNum compares two number texts by value.
func cmpNum(a, b string) int {
	if m, ok := smallInt(a); ok {
		if n, ok := smallInt(b); ok {
			return cmp.Compare(m, n)
		}
	}
	x, y := parseNum(a), parseNum(b)
	switch {
	case x.digits == "" && y.digits == "":
		return 0
	case x.digits == "":
		return sign(!y.neg)
	case y.digits == "":
		return sign(x.neg)
	case x.neg != y.neg:
		return sign(x.neg)
	}
	c := cmpExp(x.exp, y.exp)
	if c == 0 {
		c = strings.Compare(x.digits, y.digits)
	}
	if x.neg {
		return -c
	}
	return c
}

// smallInt reads what most bounds are: a few digits.
func smallInt(text string) (n int64, ok bool) {
	digits := strings.TrimPrefix(text, "-")
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
		n = 10*n + int64(digits[i]-'0')
	}
	if len(digits) < len(text) {
		n = -n
	}
	return n, true
}

// sign is -1 for less, 1 otherwise.
func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}

// equalNum reports whether two number texts have the same value.
func equalNum(a, b string) bool { return a == b || cmpNum(a, b) == 0 }

// numKey is the same text for equal numbers: "1.0" and "10e-1" give "1e1".
func numKey(text string) string {
	d := parseNum(text)
	if d.digits == "" {
		return "0"
	}
	key := d.digits + "e"
	if d.neg {
		key = "-" + key
	}
	if d.exp.neg {
		key += "-"
	}
	return key + d.exp.mag
}

// isIntegral reports whether the number has no fraction: "1.0" and "1e400" do
// not.
func isIntegral(text string) bool {
	d := parseNum(text)
	if d.digits == "" {
		return true
	}
	if d.exp.neg || d.exp.mag == "" {
		return false
	}
	return len(d.exp.mag) > 9 || cmpExp(d.exp, exponent{mag: strconv.Itoa(len(d.digits))}) >= 0
}

// incNum adds delta to an integral number and writes it without an exponent;
// false if the number is not integral or too long.
func incNum(text string, delta int) (string, bool) {
	n, ok := bigInt(text)
	if !ok {
		return "", false
	}
	return n.Add(n, big.NewInt(int64(delta))).String(), true
}

// bigInt is an integral number of sane length.
func bigInt(text string) (*big.Int, bool) {
	n, scale, ok := scaled(text)
	if !ok || scale > 0 {
		return nil, false
	}
	return n.Mul(n, pow10(-scale)), true
}

// scaled splits a number of sane length: n × 10^-scale, n without trailing
// zeros.
func scaled(text string) (n *big.Int, scale int, ok bool) {
	d := parseNum(text)
	if d.digits == "" {
		return new(big.Int), 0, true
	}
	exp, ok := d.exp.small()
	if !ok || len(d.digits) > maxDigits {
		return nil, 0, false
	}
	n, _ = new(big.Int).SetString(d.digits, 10)
	if n == nil {
		return nil, 0, false
	}
	if d.neg {
		n.Neg(n)
	}
	return n, len(d.digits) - exp, true
}

func pow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// sameScale gives both numbers one scale: x and y are integers of 10^-scale.
func sameScale(a, b string) (x, y *big.Int, scale int, ok bool) {
	x, sx, ok := scaled(a)
	if !ok {
		return nil, nil, 0, false
	}
	y, sy, ok := scaled(b)
	if !ok {
		return nil, nil, 0, false
	}
	scale = max(sx, sy)
	return x.Mul(x, pow10(scale-sx)), y.Mul(y, pow10(scale-sy)), scale, true
}

// isMultiple answers whether a is an integral multiple of b.
func isMultiple(a, b string) answer {
	x, y, _, ok := sameScale(a, b)
	if !ok || y.Sign() == 0 {
		return unknown
	}
	return answerOf(x.Rem(x, y).Sign() == 0)
}

// commonMultiple is the least number that both positive numbers divide: a
// number is a multiple of a and of b exactly if it is one of that. The text of
// a or b is kept if it is the result.
func commonMultiple(a, b string) (string, bool) {
	if equalNum(a, b) {
		return a, true
	}
	x, y, scale, ok := sameScale(a, b)
	if !ok || x.Sign() <= 0 || y.Sign() <= 0 {
		return "", false
	}
	gcd := new(big.Int).GCD(nil, nil, x, y)
	lcm := new(big.Int).Mul(x, new(big.Int).Div(y, gcd))
	switch {
	case lcm.Cmp(x) == 0:
		return a, true
	case lcm.Cmp(y) == 0:
		return b, true
	}
	text := lcm.String()
	switch {
	case scale <= 0:
		text += strings.Repeat("0", -scale)
	case len(text) > scale:
		text = text[:len(text)-scale] + "." + text[len(text)-scale:]
	default:
		text = "0." + strings.Repeat("0", scale-len(text)) + text
	}
	if scale > 0 {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text, len(text) <= maxDigits
}

// roundNum is the nearest integer that is not below (up) or not above the
// number; false if it is too long.
func roundNum(text string, up bool) (string, bool) {
	n, scale, ok := scaled(text)
	if !ok {
		return "", false
	}
	if scale <= 0 {
		return n.Mul(n, pow10(-scale)).String(), true
	}
	// Div rounds down for a positive divisor.
	q, r := new(big.Int).DivMod(n, pow10(scale), new(big.Int))
	if up && r.Sign() != 0 {
		q.Add(q, big.NewInt(1))
	}
	return q.String(), true
}

// bound is one end of a range of numbers.
type bound struct {
	text   string // "" means no bound
	strict bool   // the number itself is outside
}

// tighterLow and tighterHigh are the stronger of two lower or upper bounds.
func tighterLow(a, b bound) bound  { return tighter(a, b, 1) }
func tighterHigh(a, b bound) bound { return tighter(a, b, -1) }

func tighter(a, b bound, want int) bound {
	if a.text == "" {
		return b
	}
	if b.text == "" {
		return a
	}
	c := cmpNum(b.text, a.text) * want
	if c > 0 || c == 0 && b.strict {
		return b
	}
	return a
}

// emptyRange reports whether no number (no integer, if integers) lies between.
func emptyRange(lo, hi bound, integers bool) bool {
	if lo.text == "" || hi.text == "" {
		return false
	}
	if integers {
		l, ok1 := firstInteger(lo, 1)
		h, ok2 := firstInteger(hi, -1)
		if ok1 && ok2 {
			return cmpNum(l, h) > 0
		}
	}
	c := cmpNum(lo.text, hi.text)
	return c > 0 || c == 0 && (lo.strict || hi.strict)
}

// firstInteger is the first integer inside the bound, going in direction step.
func firstInteger(b bound, step int) (string, bool) {
	if n, ok := smallInt(b.text); ok {
		if !b.strict {
			return b.text, true
		}
		return strconv.FormatInt(n+int64(step), 10), true
	}
	text, ok := roundNum(b.text, step > 0)
	if ok && b.strict && equalNum(text, b.text) {
		return incNum(text, step)
	}
	return text, ok
}
