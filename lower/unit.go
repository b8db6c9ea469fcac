package lower

import (
	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// Unit is one run of the passes over one document for one target.
type Unit struct {
	T   *target.Target
	Opt Options

	whole  *ast.Document // with the definitions that nothing refers to statically
	source *ast.Document // what the run began with
	doc    *ast.Document // as of the beginning of the current pass
	pass   *Pass
	diags  []diag.Diagnostic
	seen   map[fact]bool // facts reported already, once nodes may be repeated
	pol    polarity
	root   bool        // the node at hand is the document's root
	rule   target.Rule // by which a value is refused that is being reported
	spent  int
	nested int // distributions within one another

	flattened int // unions at the root that were flattened

	merging  map[merging]bool // keywords beside a reference that are being merged with its target
	cyclic   []bool           // of the definitions of cyclicOf: see recurs
	cyclicOf *ast.Document

	// wrapped says that the root became a property, plan is what undoes that and
	// everything else that changed the shape of arguments.
	wrapped bool
	plan    *restore.Plan

	// failed and rejected end the run: the target's fallback is emitted, or
	// nothing.
	failed, rejected bool
	reason           string
}

// fact identifies a diagnostic: a node that was inlined ten times is reported
// once.
type fact struct {
	code diag.Code
	span ast.Span
	a    string
	loss diag.Loss // as seen from the node
}

// polarity is what a change of a subschema's set does to the set of the whole:
// below not, widening narrows; below oneOf or if, it may do either.
type polarity uint8

const (
	covariant polarity = iota
	contravariant
	mixed
)

func (p polarity) below(parent *ast.Schema, kw ast.Kw) polarity {
	switch kw {
	case ast.KwNot:
		switch p {
		case covariant:
			return contravariant
		case contravariant:
			return covariant
		}
	case ast.KwIf:
		return mixed
	case ast.KwOneOf:
		if len(parent.OneOf()) > 1 {
			return mixed
		}
	case ast.KwContains:
		if parent.Has(ast.KwMaxContains) {
			return mixed
		}
	}
	return p
}

func (p polarity) of(l diag.Loss) diag.Loss {
	change := l & (diag.Widened | diag.Narrowed)
	if change == 0 {
		return l
	}
	rest := l &^ change
	switch p {
	case contravariant:
		if change == diag.Widened {
			return rest | diag.Narrowed
		}
		if change == diag.Narrowed {
			return rest | diag.Widened
		}
	case mixed:
		return rest | diag.Widened | diag.Narrowed
	}
	return l
}

// run applies one pass.
func (u *Unit) run(p *Pass, doc *ast.Document) *ast.Document {
	u.doc, u.pass, u.pol = doc, p, covariant
	if p.Whole != nil {
		return p.Whole(u, doc)
	}
	var set ast.KwSet
	if p.On != nil {
		set = p.On(u.T)
	}
	if !set.Empty() && !doc.Sum().Overlaps(set) {
		return doc
	}
	root := doc.RootBody()
	return doc.Map(func(body *ast.Schema) *ast.Schema {
		out := u.walk(p, set, body, covariant, body == root)
		if out == nil { // a root that accepts nothing cannot be dropped from anything
			return ast.NewBool(body.Span(), false)
		}
		return out
	})
}

func (u *Unit) walk(p *Pass, set ast.KwSet, s *ast.Schema, pol polarity, root bool) *ast.Schema {
	if u.failed || u.rejected || !set.Empty() && !s.Sum().Overlaps(set) {
		return s
	}
	out := s
	if p.Down {
		u.pol, u.root = pol, root
		if out = p.Node(u, s); out == nil {
			return nil
		}
	}
	if out.HasAny(ast.Children) {
		out = out.MapChildren(func(at ast.Slot, c *ast.Schema) *ast.Schema {
			return u.walk(p, set, c, pol.below(s, at.Kw), false)
		})
		if u.failed || u.rejected {
			return s
		}
	}
	if p.Down {
		return out
	}
	u.pol, u.root = pol, root
	return p.Node(u, out)
}

// scope answers questions about schemas with this document's definitions.
func (u *Unit) scope() *scope { return &scope{doc: u.doc} }

// report records a fact with the code's own loss.
func (u *Unit) report(code diag.Code, span ast.Span, a, b string) {
	u.lost(code, code.Info().Loss, span, a, b)
}

// lost records a fact with its loss as seen from the node; what that is for the
// whole schema depends on where the node stands.
func (u *Unit) lost(code diag.Code, loss diag.Loss, span ast.Span, a, b string) {
	if u.seen != nil {
		f := fact{code, span, a, loss}
		if u.seen[f] {
			return
		}
		u.seen[f] = true
	}
	d := diag.New(code, u.doc.Source, span, a, b)
	d.Loss, d.Pass, d.Target = u.pol.of(loss), u.pass.Name, u.T
	d.Rule = u.rule
	if code == diag.Unrepresentable {
		d.Rule = ruleOf(u.pass.Name)
	}
	if d.Severity == diag.Warning && d.Loss == diag.Exact && code.Info().Loss != diag.Exact {
		d.Severity = diag.Note
	}
	if d.Severity == diag.Note && d.Loss&(diag.Widened|diag.Narrowed) != 0 {
		d.Severity = diag.Warning
	}
	if u.diags == nil {
		u.diags = make([]diag.Diagnostic, 0, 8)
	}
	u.diags = append(u.diags, d)
}

// repeats says that nodes of the source may stand in the tree more than once
// from here on.
func (u *Unit) repeats() {
	if u.seen != nil {
		return
	}
	u.seen = make(map[fact]bool, len(u.diags))
	for i := range u.diags {
		d := &u.diags[i]
		u.seen[fact{d.Code, d.Span, d.A, d.Loss}] = true
	}
}

// fail ends the run: the target cannot express the node.
func (u *Unit) fail(span ast.Span, reason string) {
	if u.failed {
		return
	}
	u.failed, u.reason = true, reason
	u.report(diag.Unrepresentable, span, reason, "")
}

// reject ends the run without output.
func (u *Unit) reject() { u.rejected = true }

// spend counts n nodes that a rewrite adds and reports whether the budget
// allows them.
func (u *Unit) spend(n int) bool {
	u.spent += n
	return u.spent <= u.Opt.InlineNodes
}

// size counts the nodes of a tree up to limit.
func size(s *ast.Schema, limit int) int {
	n := 1
	s.EachChild(func(_ ast.Slot, c *ast.Schema) {
		if n < limit {
			n += size(c, limit-n)
		}
	})
	return n
}
