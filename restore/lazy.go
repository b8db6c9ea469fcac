package restore

import "sync"

// Lazy is a plan that is read when it is first used, so that a program can have
// many plans as constants and pay for none at its start:
//
//	var plan = restore.Lazy{Text: `{"v":1,"plan":{"object":{},"null":["days"]}}`}
//	args, err := plan.Restore(fromProvider)
//
// Without a Text it is the identity. It is safe for concurrent use and must not
// be copied after its first use. A nil *Lazy is the identity too.
type Lazy struct {
	// Text is the plan in the format of the package documentation.
	Text string

	once sync.Once
	plan *Plan
	err  error
}

// Plan reads the text and returns the plan, the same one each time. The error
// is Load's.
func (l *Lazy) Plan() (*Plan, error) {
	if l == nil || l.Text == "" {
		return nil, nil
	}
	l.once.Do(func() { l.plan, l.err = Load([]byte(l.Text)) })
	return l.plan, l.err
}

// Restore is the plan's Restore. The error may be Load's as well.
func (l *Lazy) Restore(args []byte) ([]byte, error) {
	p, err := l.Plan()
	if err != nil {
		return nil, err
	}
	return p.Restore(args)
}

// Freeze is the plan's Freeze. The error may be Load's as well.
func (l *Lazy) Freeze(args []byte) ([]byte, error) {
	p, err := l.Plan()
	if err != nil {
		return nil, err
	}
	return p.Freeze(args)
}
