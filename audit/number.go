package audit

import (
	"bytes"
	"math/big"
)

// decimal is a number as 0.digits × 10^exp, without digits if it is zero.
type decimal struct {
	negative bool
	digits   []byte
	exp      *big.Int
}

func readDecimal(num []byte) decimal {
	d := decimal{exp: new(big.Int)}
	num, d.negative = bytes.CutPrefix(num, []byte("-"))
	mantissa := num
	if i := bytes.IndexAny(num, "eE"); i >= 0 {
		mantissa = num[:i]
		d.exp.SetString(string(bytes.TrimPrefix(num[i+1:], []byte("+"))), 10)
	}
	whole, frac, _ := bytes.Cut(mantissa, []byte("."))
	all := append(bytes.Clone(whole), frac...)
	d.digits = bytes.TrimLeft(all, "0")
	d.exp.Add(d.exp, big.NewInt(int64(len(whole)-(len(all)-len(d.digits)))))
	d.digits = bytes.TrimRight(d.digits, "0")
	return d
}

// sign is -1, 0 or 1.
func (d *decimal) sign() int {
	switch {
	case len(d.digits) == 0:
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// compareNumbers compares two JSON numbers by value, whatever their exponents.
func compareNumbers(a, b []byte) int {
	x, y := readDecimal(a), readDecimal(b)
	if x.sign() != y.sign() {
		return x.sign() - y.sign()
	}
	c := x.exp.Cmp(y.exp)
	if c == 0 {
		c = bytes.Compare(x.digits, y.digits)
	}
	return c * x.sign()
}
