package judge

import (
	"encoding/json"
	"strconv"
	"strings"
)

// numbers replaces every number in v by what f makes of its text, in place.
//
// The library computes with big.Rat: 1e999999 costs it a number of a million
// digits each time it looks, and it panics on 1e1000001, which big.Rat does not
// take. Ten bytes of a schema must not cost a second.
func numbers(v any, f func(string) string) any {
	switch v := v.(type) {
	case json.Number:
		return json.Number(f(string(v)))
	case []any:
		for i := range v {
			v[i] = numbers(v[i], f)
		}
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k], f)
		}
	}
	return v
}

const maxExponent = 10000

// clamp keeps a number as it is unless its exponent is beyond ±maxExponent;
// then it gets that exponent.
func clamp(num string) string {
	e := strings.IndexAny(num, "eE")
	if e < 0 {
		return num
	}
	mantissa, exp := num[:e], num[e+1:]
	n, err := strconv.Atoi(exp)
	if err == nil && -maxExponent <= n && n <= maxExponent {
		return num
	}
	if strings.Trim(mantissa, "-0.") == "" {
		return "0"
	}
	if strings.HasPrefix(exp, "-") {
		return mantissa + "e-" + strconv.Itoa(maxExponent)
	}
	return mantissa + "e" + strconv.Itoa(maxExponent)
}

// sign keeps of a number what the metaschema looks at: its sign and whether it
// is an integer. 1e400 becomes 1, -2.50 becomes -0.5.
func sign(num string) string {
	mantissa, exp := num, 0
	if e := strings.IndexAny(num, "eE"); e >= 0 {
		mantissa = num[:e]
		n, err := strconv.Atoi(num[e+1:])
		if err != nil { // out of the range of int: far beyond any mantissa
			n = maxExponent * maxExponent
			if num[e+1] == '-' {
				n = -n
			}
		}
		exp = n
	}
	minus := ""
	if strings.HasPrefix(mantissa, "-") {
		minus, mantissa = "-", mantissa[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimRight(whole+fraction, "0")
	if strings.Trim(digits, "0") == "" {
		return "0"
	}
	// The last digit that is not zero has this power of ten.
	if len(whole)-len(digits)+exp >= 0 {
		return minus + "1"
	}
	return minus + "0.5"
}
