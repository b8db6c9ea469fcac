package gen

import (
	"math/big"
	"strconv"
	"strings"
)

// rational reads a number's text, nil if it is none or too large to be worth
// computing with.
func rational(v *value) *big.Rat {
	if v == nil || v.kind != '0' || len(v.text) > 1000 {
		return nil
	}
	if e := strings.IndexAny(v.text, "eE"); e >= 0 {
		if n, err := strconv.Atoi(v.text[e+1:]); err != nil || n > 1000 || n < -1000 {
			return nil
		}
	}
	r, ok := new(big.Rat).SetString(v.text)
	if !ok {
		return nil
	}
	return r
}

// decimal writes a number exactly; every number here comes from decimals by
// addition and multiplication.
func decimal(r *big.Rat) *value {
	if r.IsInt() {
		return num(r.Num().String())
	}
	n, exact := r.FloatPrec()
	if !exact {
		n = 20
	}
	return num(r.FloatString(n))
}

// count reads a bound on a length, def if there is none; a bound past limit is
// limit+1.
func count(v *value, def, limit int) int {
	r := rational(v)
	if r == nil || !r.IsInt() || r.Sign() < 0 {
		return def
	}
	if !r.Num().IsInt64() || r.Num().Int64() > int64(limit) {
		return limit + 1
	}
	return int(r.Num().Int64())
}

func plus(r *big.Rat, n, d int64) *big.Rat { return new(big.Rat).Add(r, big.NewRat(n, d)) }

// multiple returns the least multiple of step that is not below r.
func multiple(r, step *big.Rat) *big.Rat {
	q := new(big.Rat).Quo(r, step)
	n := new(big.Int).Div(q.Num(), q.Denom()) // Euclidean: rounds down, the denominator is positive
	m := new(big.Rat).Mul(new(big.Rat).SetInt(n), step)
	if m.Cmp(r) < 0 {
		m.Add(m, new(big.Rat).Abs(step))
	}
	return m
}
