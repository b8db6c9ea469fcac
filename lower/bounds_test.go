package lower

import (
	"strings"
	"testing"
)

func TestCmpNum(t *testing.T) {
	huge := "1e" + strings.Repeat("9", 40)
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"1", "1.0", 0},
		{"1", "10e-1", 0},
		{"1", "0.1E+1", 0},
		{"0", "-0", 0},
		{"0", "0e5", 0},
		{"-0.0", "0.00e-7", 0},
		{"1", "2", -1},
		{"10", "9", 1},
		{"0.1", "0.09", 1},
		{"-1", "1", -1},
		{"-2", "-1", -1},
		{"-1e400", "-1e399", -1},
		{"0", "1e-999999999", -1},
		{"0", "-1e-999999999", 1},
		{"1e400", "9e399", 1},
		{"1e400", "10e399", 0},
		{"9223372036854775807", "9223372036854775808", -1},
		{"9007199254740993", "9007199254740992", 1},
		{"9007199254740993.0", "9007199254740993", 0},
		{"1e999999999", "1e999999998", 1},
		{"12", "123", -1},
		{"0.12", "0.123", -1},
		{huge, "1e999", 1},
		{huge, huge, 0},
		{huge, "10e" + strings.Repeat("9", 39) + "8", 0},
		{"1e-" + strings.Repeat("9", 40), "10e-1" + strings.Repeat("0", 40), 0},
		{"1e-" + strings.Repeat("9", 40), "1e-9", -1},
		{"0.1e1" + strings.Repeat("0", 30), "1e" + strings.Repeat("9", 30), 0},
	} {
		if got := cmpNum(c.a, c.b); got != c.want {
			t.Errorf("cmpNum(%s, %s) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := cmpNum(c.b, c.a); got != -c.want {
			t.Errorf("cmpNum(%s, %s) = %d, want %d", c.b, c.a, got, -c.want)
		}
		if got := numKey(c.a) == numKey(c.b); got != (c.want == 0) {
			t.Errorf("numKey of %s and %s: %s, %s", c.a, c.b, numKey(c.a), numKey(c.b))
		}
	}
}

func TestNumbersAreNotExpanded(t *testing.T) {
	// Numbers of a million digits, and exponents of a million digits: whatever
	// expands one of them does not come back.
	long := strings.Repeat("9", 1<<20)
	if got := cmpNum(long+"e"+long, long+"e-"+long); got != 1 {
		t.Errorf("cmpNum = %d", got)
	}
	if got := cmpNum("0."+long+"e"+long, "0."+long+"e"+long); got != 0 {
		t.Errorf("cmpNum = %d", got)
	}
	if isIntegral("1e-"+long) || !isIntegral("1e"+long) {
		t.Error("isIntegral goes by the sign of the exponent")
	}
	if _, ok := incNum("1e999999999", 1); ok {
		t.Error("incNum expands")
	}
	if got := isMultiple("1e999999999", "0.1"); got != unknown {
		t.Errorf("isMultiple = %v", got)
	}
	if _, ok := commonMultiple("1e999999999", "3"); ok {
		t.Error("commonMultiple expands")
	}
	if _, ok := roundNum("1e-999999999", true); ok {
		t.Error("roundNum expands")
	}
}

func TestIsIntegral(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-0": true, "0.0": true, "1": true, "1.0": true, "1.5": false, "15e-1": false, "150e-1": true,
		"1e400": true, "1e-400": false, "1.25e2": true, "1.25e1": false, "-3.00": true, "1e99999999999999999999": true,
		"0e-99999999999999999999": true, "9007199254740993": true,
	} {
		if got := isIntegral(text); got != want {
			t.Errorf("isIntegral(%s) = %v", text, got)
		}
	}
}

func TestIncNum(t *testing.T) {
	for _, c := range []struct {
		text  string
		delta int
		want  string
	}{
		{"1", 1, "2"},
		{"-1", 1, "0"},
		{"1.0", -1, "0"},
		{"9223372036854775807", 1, "9223372036854775808"},
		{"1e3", -1, "999"},
		{"1.5", 1, ""},
		{"1e999999999", 1, ""},
	} {
		got, ok := incNum(c.text, c.delta)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("incNum(%s, %d) = %q, %v, want %q", c.text, c.delta, got, ok, c.want)
		}
	}
}

func TestMultiples(t *testing.T) {
	for _, c := range []struct {
		a, b string
		lcm  string
		is   answer
	}{
		{"6", "3", "6", yes},
		{"3", "6", "6", no},
		{"4", "6", "12", no},
		{"1.0", "1", "1.0", yes},
		{"0.1", "0.25", "0.5", no},
		{"0.3", "0.1", "0.3", yes},
		{"1.5", "2", "6", no},
		{"1e2", "30", "300", no},
		{"0.0001", "0.0003", "0.0003", no},
		{"1e999", "1", "", unknown},
	} {
		if got, _ := commonMultiple(c.a, c.b); got != c.lcm {
			t.Errorf("commonMultiple(%s, %s) = %s, want %s", c.a, c.b, got, c.lcm)
		}
		if got := isMultiple(c.a, c.b); got != c.is {
			t.Errorf("isMultiple(%s, %s) = %v, want %v", c.a, c.b, got, c.is)
		}
	}
}

func TestEmptyRange(t *testing.T) {
	for _, c := range []struct {
		lo, hi   bound
		integers bool
		want     bool
	}{
		{bound{"1", false}, bound{"1", false}, false, false},
		{bound{"1", true}, bound{"1", false}, false, true},
		{bound{"2", false}, bound{"1", false}, false, true},
		{bound{"1", true}, bound{"2", true}, false, false},
		{bound{"1", true}, bound{"2", true}, true, true},
		{bound{"1.2", false}, bound{"1.9", false}, true, true},
		{bound{"-1.9", false}, bound{"-1.2", false}, true, true},
		{bound{"-1.9", false}, bound{"-1", false}, true, false},
		{bound{"0.5", true}, bound{"1", false}, true, false},
		{bound{}, bound{"1", false}, true, false},
		{bound{"1e999999999", true}, bound{"1e999999999", false}, true, true},
	} {
		if got := emptyRange(c.lo, c.hi, c.integers); got != c.want {
			t.Errorf("emptyRange(%v, %v, %v) = %v", c.lo, c.hi, c.integers, got)
		}
	}
}
