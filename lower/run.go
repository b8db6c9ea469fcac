// Package lower makes a tree fit a target: a table of passes (pass.go), each in
// a file of its own, driven by the target's data and naming no provider.
//
// It guarantees:
//
//   - What comes out is a pure function of the document, the target and the
//     options. A document that the target accepts comes back as the same
//     pointer.
//   - Every change is reported with a code, a loss and the source span.
//   - A schema that cannot meet the target ends in the target's fallback as a
//     whole; it is never emitted half-lowered.
package lower

import (
	"slices"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/restore"
	"github.com/schemac/schemac/target"
)

// Options are the choices a caller has.
type Options struct {
	// NoStrict emits the schema as it is, not strict, for a target whose
	// envelope has a strict flag.
	NoStrict bool
	// InlineNodes limits how many nodes inlining and distributing may add to
	// one schema; 0 means DefaultInlineNodes.
	InlineNodes int
	// Encode are the encodings to use where the target needs them.
	Encode Encoding
	// Observe, if set, sees the document before and after every pass that the
	// target needs. The last call is the result of the passes, which a fallback
	// does not use.
	Observe func(p *Pass, before, after *ast.Document)

	again bool // the schema is the plain form of one that could not be strict
}

// DefaultInlineNodes is the limit on nodes added to one schema.
const DefaultInlineNodes = 50_000

// Result is one document lowered for one target.
type Result struct {
	// Doc is the output; nil if the schema was rejected. It is the input's
	// pointer if nothing had to change.
	Doc *ast.Document
	// Strict is the state of the envelope's strict flag, where it has one.
	Strict bool
	// Verdict is the union of the losses.
	Verdict diag.Loss
	// Diagnostics are what was changed, in the order of the passes.
	Diagnostics []diag.Diagnostic
	// Plan maps arguments back to the shape of the source; nil if they have it.
	Plan *restore.Plan
}

// Run lowers doc for t.
func Run(doc *ast.Document, t *target.Target, opt Options) Result {
	if opt.InlineNodes <= 0 {
		opt.InlineNodes = DefaultInlineNodes
	}
	if opt.NoStrict && t.Strict == target.StrictAchieved && t.Plain != nil {
		res := Run(doc, t.Plain, opt)
		d := diag.New(diag.StrictOff, doc.Source, doc.Span, "", "")
		res.Diagnostics, res.Strict = append([]diag.Diagnostic{d}, res.Diagnostics...), false
		return res
	}
	if opt.NoStrict && t.Strict == target.StrictAchieved {
		d := diag.New(diag.StrictOff, doc.Source, doc.Span, "", "")
		return Result{Doc: doc, Diagnostics: []diag.Diagnostic{d}}
	}
	pruned, unused := prune(doc, t)
	res := runOnce(pruned, doc, t, opt)
	if pruned == doc {
		label(doc, res.Diagnostics)
		return res
	}
	if res.Doc == pruned && t.RefWords == (ast.RefWords{}) { // in other words it is not accepted as it is
		// Only the definitions nobody uses are left to object to: keep them if
		// the target takes them as they are, so that what it accepts comes
		// back unchanged.
		quiet := opt
		quiet.Observe = nil
		if whole := runOnce(doc, doc, t, quiet); whole.Doc == doc && whole.Verdict&diag.Fallback == 0 {
			return whole
		}
	}
	if t.Plain != nil && res.Verdict&diag.Fallback != 0 {
		return res // lowered for the plain target, which prunes for itself
	}
	if res.Verdict&(diag.Fallback|diag.Rejected) == 0 {
		for i := range unused {
			d := diag.New(diag.DefUnused, doc.Source, unused[i].Schema.Span(), unused[i].Name, "")
			d.Pass = "prune"
			res.Diagnostics = append(res.Diagnostics, d)
		}
	} else if t.Fallback == target.FallbackOpen && res.Doc == pruned {
		res.Doc = doc // the fallback is the source, unused definitions and all
	}
	label(doc, res.Diagnostics)
	return res
}

func runOnce(doc, orig *ast.Document, t *target.Target, opt Options) Result {
	u := &Unit{T: t, Opt: opt, whole: orig, source: doc, doc: doc}
	out := doc
	for i := range passes {
		p := &passes[i]
		if !p.Need(t) {
			continue
		}
		before := out
		out = u.run(p, out)
		if opt.Observe != nil {
			opt.Observe(p, before, out)
		}
		if u.failed && !u.rejected && t.Plain != nil && t.Fallback == target.FallbackOpen {
			return u.plain(orig)
		}
		if u.failed || u.rejected {
			return u.fallback(doc)
		}
		if checkTree != nil {
			checkTree(p, out)
		}
	}
	return Result{Doc: out, Strict: t.Strict == target.StrictAchieved, Verdict: diag.Verdict(u.diags), Diagnostics: u.diags, Plan: u.plan}
}

// checkTree is set by tests: it checks the tree's invariants after every pass.
var checkTree func(*Pass, *ast.Document)

// plain is the result of a run that failed for a target with a plain form: the
// schema lowered for that, and the reason. What the plain form gives up may have
// been all that was in the way, so strict mode is tried on the result once more.
func (u *Unit) plain(doc *ast.Document) Result {
	why := u.fallback(doc).Diagnostics
	res := Demote(doc, u.T, u.Opt, why)
	if res.Doc == nil || res.Doc == doc || res.Plan != nil || res.Strict || u.Opt.again {
		return res
	}
	opt := u.Opt
	opt.again = true
	strict := Run(res.Doc, u.T, opt)
	if strict.Verdict&(diag.Fallback|diag.Rejected) != 0 {
		return res
	}
	strict.Diagnostics = append(res.Diagnostics[len(why):], strict.Diagnostics...)
	strict.Verdict = diag.Verdict(strict.Diagnostics)
	return strict
}

// Demote lowers doc for the plain form of a strict target. why says what was in
// the way of strict mode and comes first among the diagnostics.
func Demote(doc *ast.Document, t *target.Target, opt Options, why []diag.Diagnostic) Result {
	if opt.Encode&EncodeNearest != 0 {
		opt.Encode &^= EncodeRoot // strict mode has asked for it, and it is not strict
	}
	res := Run(doc, t.Plain, opt)
	if slices.ContainsFunc(res.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == diag.EmptyFallback }) {
		// Nothing is left of the schema, and nothing can be strict.
		res.Doc, res.Strict = emptyObject(doc, t), true
		return res
	}
	res.Diagnostics = append(why[:len(why):len(why)], res.Diagnostics...)
	res.Strict = false
	res.Verdict |= diag.Fallback | diag.Verdict(why)
	return res
}

// fallback is the result of a run that failed: nothing of what the passes did
// is in the output, so nothing of it is reported but the reason.
func (u *Unit) fallback(doc *ast.Document) Result {
	if u.rejected {
		ds := only(u.diags, func(d *diag.Diagnostic) bool { return d.Loss&diag.Rejected != 0 })
		return Result{Verdict: diag.Rejected, Diagnostics: ds}
	}
	ds := only(u.diags, func(d *diag.Diagnostic) bool { return d.Code == diag.Unrepresentable })
	u.pol, u.seen = covariant, nil
	span := doc.Span
	if len(ds) > 0 {
		span = ds[0].Span
	}
	res := Result{Doc: doc, Diagnostics: ds, Verdict: diag.Fallback}
	code := diag.StrictFallback
	if u.T.Fallback == target.FallbackEmpty {
		res.Doc = emptyObject(doc, u.T)
		code = diag.EmptyFallback
	}
	d := diag.New(code, doc.Source, span, u.reason, "")
	d.Pass, d.Target, d.Rule = u.pass.Name, u.T, ruleOf(u.pass.Name)
	res.Diagnostics = append(res.Diagnostics, d)
	return res
}

func only(ds []diag.Diagnostic, keep func(*diag.Diagnostic) bool) []diag.Diagnostic {
	var out []diag.Diagnostic
	for i := range ds {
		if keep(&ds[i]) {
			out = append(out, ds[i])
		}
	}
	return out
}

// emptyObject is {"type":"object","properties":{}}, with what the target wants of
// every object.
func emptyObject(doc *ast.Document, t *target.Target) *ast.Document {
	root := ast.New(doc.Span, []ast.Keyword{
		{Kw: ast.KwType, Val: ast.OneType(ast.Object), Span: doc.Span},
		{Kw: ast.KwProperties, Val: ast.Map{}, Span: doc.Span},
	})
	if t.Object&target.ObjectAllRequired != 0 {
		root = root.With(ast.KwRequired, ast.Names{})
	}
	if t.Object&(target.ObjectClosed|target.ObjectExplicit) != 0 {
		root = root.With(ast.KwAdditionalProperties, ast.NewBool(doc.Span, t.Object&target.ObjectClosed == 0))
	}
	return &ast.Document{Source: doc.Source, Span: doc.Span, Draft: doc.Draft, Upgraded: true, Root: root}
}
