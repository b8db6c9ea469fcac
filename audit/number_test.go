package audit

import "testing"

func TestCompareNumbers(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"0", "-0.0", 0}, {"1", "1.0", 0}, {"10", "1e1", 0}, {"0.1", "1E-1", 0}, {"5", "3", 1}, {"-5", "3", -1}, {"-5", "-3", -1},
		{"9", "10", -1}, {"0.09", "0.1", -1}, {"1e400", "2", 1}, {"-1e400", "-2", -1}, {"0e400", "0", 0}, {"1e400", "1e401", -1},
		{"9007199254740993", "9007199254740992", 1}, {"0", "1e-400", -1}, {"100", "1e2", 0}, {"1e99999999999999999999", "1e99999999999999999998", 1},
	} {
		got := compareNumbers([]byte(c.a), []byte(c.b))
		if got < 0 != (c.want < 0) || got > 0 != (c.want > 0) {
			t.Errorf("%s and %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
