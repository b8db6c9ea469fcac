package restore

import (
	"bytes"
	"strconv"
)

// equal reports whether two values are the same: numbers by value, members in
// any order.
func equal(a *tape, i int, b *tape, j int) bool {
	ka, kb := a.kind(i), b.kind(j)
	if numeric(ka) && numeric(kb) {
		return bytes.Equal(a.raw(i), b.raw(j)) || parseNumber(a.raw(i)) == parseNumber(b.raw(j))
	}
	if ka != kb {
		return false
	}
	switch ka {
	case '"':
		return bytes.Equal(a.name(i), b.name(j))
	case '[':
		x, y := i+1, j+1
		for x < a.next(i) && y < b.next(j) {
			if !equal(a, x, b, y) {
				return false
			}
			x, y = a.next(x), b.next(y)
		}
		return x == a.next(i) && y == b.next(j)
	case '{':
		members := map[string]int{}
		for y := j + 1; y < b.next(j); y = b.next(y + 1) {
			members[string(b.name(y))] = y + 1
		}
		n := 0
		for x := i + 1; x < a.next(i); x = a.next(x + 1) {
			y, ok := members[string(a.name(x))]
			if !ok || !equal(a, x+1, b, y) {
				return false
			}
			n++
		}
		return n == len(members)
	}
	return true // null, true, false
}

func numeric(kind byte) bool { return kind == '-' || kind >= '0' && kind <= '9' }

// number is ±0.digits × 10^exp with no zero at either end of digits; an exponent
// too large for that keeps the number's spelling.
type number struct {
	neg    bool
	digits string
	exp    int
}

func parseNumber(raw []byte) number {
	var n number
	text := raw
	if text[0] == '-' {
		n.neg = true
		text = text[1:]
	}
	if e := bytes.IndexAny(text, "eE"); e >= 0 {
		x, err := strconv.Atoi(string(bytes.TrimPrefix(text[e+1:], []byte("+"))))
		if err != nil || x > 1<<40 || x < -1<<40 {
			if len(bytes.Trim(text[:e], "0.")) == 0 {
				return number{} // zero whatever the exponent
			}
			return number{digits: string(raw)}
		}
		n.exp = x
		text = text[:e]
	}
	whole, frac, _ := bytes.Cut(text, []byte("."))
	n.exp += len(whole)
	digits := string(whole) + string(frac)
	for len(digits) > 0 && digits[0] == '0' {
		digits = digits[1:]
		n.exp--
	}
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	if digits == "" {
		return number{}
	}
	n.digits = digits
	return n
}

// integral reports whether a number has no fraction, as 1.0 has none.
func integral(raw []byte) bool {
	if !bytes.ContainsAny(raw, ".eE") {
		return true
	}
	n := parseNumber(raw)
	return n.digits == "" || n.exp >= len(n.digits)
}
