package restore_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/schemac/schemac/restore"
)

func TestLazy(t *testing.T) {
	l := restore.Lazy{Text: `{"v":1,"plan":{"object":{},"null":["days"]}}`}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if out, err := l.Restore([]byte(`{"a":1,"days":null}`)); err != nil || string(out) != `{"a":1}` {
				t.Errorf("%s %v", out, err)
			}
		})
	}
	all.Wait()
	if out, err := l.Freeze([]byte(`{"a":1}`)); err != nil || string(out) != `{"a":1,"days":null}` {
		t.Errorf("%s %v", out, err)
	}
	p, _ := l.Plan()
	if q, _ := l.Plan(); p == nil || p != q {
		t.Error("the plan was read twice")
	}

	for _, identity := range []*restore.Lazy{nil, {}} {
		if out, err := identity.Restore([]byte(`{"days":null}`)); err != nil || string(out) != `{"days":null}` {
			t.Errorf("%s %v", out, err)
		}
	}
	broken := restore.Lazy{Text: `{"v":2,"plan":{}}`}
	for range 2 {
		if _, err := broken.Restore([]byte(`{}`)); err == nil || !strings.Contains(err.Error(), "version 2") {
			t.Errorf("%v", err)
		}
	}
}
