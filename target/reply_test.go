package target

import (
	"regexp"
	"testing"
)

// TestReplies compiles every pattern: its groups are among those that Reply
// names, and what its words speak of is found by a group.
func TestReplies(t *testing.T) {
	known := map[string]bool{"tool": true, "index": true, "path": true, "key": true, "name": true, "value": true, "": true}
	words := regexp.MustCompile(`\$(key|name|value|\$)|\$`)
	for _, form := range Replies {
		for _, r := range form.Rules {
			re, err := regexp.Compile(form.Before + "(?:" + r.Pattern + ")" + form.After)
			if err != nil {
				t.Errorf("%s: %v", form.Provider, err)
				continue
			}
			has := map[string]bool{}
			for _, n := range re.SubexpNames() {
				if !known[n] {
					t.Errorf("%s: %q: unknown group %s", form.Provider, r.Pattern, n)
				}
				has[n] = true
			}
			for _, m := range words.FindAllStringSubmatch(r.Means+r.Fix, -1) {
				if m[0] != "$$" && !has[m[1]] {
					t.Errorf("%s: %q speaks of %s", form.Provider, r.Pattern, m[0])
				}
			}
			if r.Means == "" || r.Fix == "" {
				t.Errorf("%s: %q is not explained", form.Provider, r.Pattern)
			}
			if re.MatchString("") {
				t.Errorf("%s: %q matches nothing at all", form.Provider, r.Pattern)
			}
		}
	}
}
