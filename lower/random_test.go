package lower

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
)

// schemaMaker writes small random schemas over the universe.
type schemaMaker struct {
	*rand.Rand
	refs bool
}

func (r schemaMaker) pick(of ...string) string { return of[r.IntN(len(of))] }

func (r schemaMaker) schema(depth int) string {
	if r.IntN(12) == 0 {
		return r.pick("true", "{}", "false", "true")
	}
	var kws []string
	used := map[string]bool{}
	add := func(name, val string) {
		if !used[name] {
			used[name] = true
			kws = append(kws, `"`+name+`":`+val)
		}
	}
	for range 1 + r.IntN(3) {
		if depth > 0 && r.IntN(2) == 0 {
			r.applicator(depth-1, add)
		} else {
			r.assertion(add)
		}
	}
	if r.IntN(8) == 0 {
		add("description", r.pick(`"one"`, `"two"`))
	}
	return "{" + strings.Join(kws, ",") + "}"
}

func (r schemaMaker) assertion(add func(name, val string)) {
	num := func() string { return r.pick("0", "1", "2", "3", "1.0", "1.5", "0.5") }
	count := func() string { return r.pick("0", "1", "2", "3") }
	switch r.IntN(20) {
	case 0, 1, 2, 3:
		add("type", r.pick(`"null"`, `"boolean"`, `"object"`, `"object"`, `"array"`, `"number"`, `"string"`, `"integer"`,
			`["string","null"]`, `["number","object"]`, `["integer","array"]`, `["integer","number"]`, `["array","object","null"]`))
	case 4, 5:
		add("enum", r.pick(`[1,"a"]`, `[null,1.5]`, `["a","b"]`, `[{"p":1},[]]`, `[1.0,2,true]`, `["b"]`, `[[1],{},"a",0]`))
	case 6:
		add("const", r.pick(`1`, `1.0`, `"a"`, `null`, `{"p":1}`, `[]`, `true`))
	case 7:
		add("minimum", num())
	case 8:
		add("maximum", num())
	case 9:
		add("exclusiveMinimum", num())
	case 10:
		add("exclusiveMaximum", num())
	case 11:
		add("multipleOf", r.pick("1", "2", "3", "0.5", "1.5"))
	case 12:
		add("minLength", count())
		add("maxLength", count())
	case 13:
		add("pattern", r.pick(`"^a"`, `"^x-"`, `"b$"`, `"^a+b?$"`))
	case 14:
		add("minItems", count())
		if r.IntN(2) == 0 {
			add("maxItems", count())
		}
	case 15:
		add("uniqueItems", r.pick("true", "false"))
	case 16:
		add(r.pick("minProperties", "maxProperties"), count())
	case 17, 18:
		add("required", r.pick(`["p"]`, `["q"]`, `["p","q"]`, `["x-a"]`, `["r"]`, `[]`))
	case 19:
		add("dependentRequired", r.pick(`{"p":["q"]}`, `{"q":["p"],"r":[]}`, `{"p":["r"]}`))
	}
}

func (r schemaMaker) applicator(depth int, add func(name, val string)) {
	sub := func() string { return r.schema(depth) }
	list := func() string {
		var l []string
		for range 1 + r.IntN(3) {
			l = append(l, sub())
		}
		return "[" + strings.Join(l, ",") + "]"
	}
	props := func(names ...string) string {
		var l []string
		for _, n := range names {
			if r.IntN(2) == 0 {
				l = append(l, fmt.Sprintf("%q:%s", n, sub()))
			}
		}
		return "{" + strings.Join(l, ",") + "}"
	}
	switch r.IntN(20) {
	case 0, 1, 2, 3:
		add("properties", props("p", "q", "x-a"))
		if r.IntN(2) == 0 {
			add("additionalProperties", r.pick("false", "false", "true", sub()))
		}
		if r.IntN(4) == 0 {
			add("patternProperties", props("^x-", "p|q", "^[a-q]$"))
		}
		if r.IntN(3) == 0 {
			add("required", r.pick(`["p"]`, `["q"]`, `["p","q"]`, `["r"]`))
		}
	case 4:
		add("patternProperties", props("^x-", "p|q", "^[a-q]$"))
		if r.IntN(2) == 0 {
			add("additionalProperties", r.pick("false", sub()))
		}
	case 5:
		add("additionalProperties", sub())
	case 6:
		add("propertyNames", sub())
	case 7, 8:
		if r.IntN(2) == 0 {
			add("prefixItems", list())
		}
		if r.IntN(2) == 0 {
			add("items", r.pick("false", sub()))
		}
	case 9:
		add("contains", sub())
		if r.IntN(2) == 0 {
			add("minContains", r.pick("0", "1", "2"))
		}
		if r.IntN(3) == 0 {
			add("maxContains", r.pick("0", "1", "2"))
		}
	case 10, 11:
		add("anyOf", list())
	case 12:
		add("oneOf", list())
	case 13, 14:
		add("allOf", list())
	case 15:
		add("not", sub())
	case 16:
		add("if", sub())
		if r.IntN(2) == 0 {
			add("then", sub())
		}
		if r.IntN(2) == 0 {
			add("else", sub())
		}
	case 17:
		add("dependentSchemas", props("p", "q"))
	case 18:
		add(r.pick("unevaluatedProperties", "unevaluatedItems"), r.pick("false", "false", sub()))
	case 19:
		if r.refs {
			add("$ref", r.pick(`"#/$defs/a"`, `"#/$defs/b"`, `"#/$defs/c"`))
		}
	}
}

func (r schemaMaker) defs() string {
	if !r.refs {
		return "{}"
	}
	// c refers to itself below a property.
	return `{"a":` + r.schema(1) + `,"b":` + r.schema(1) + `,"c":{"properties":{"p":{"$ref":"#/$defs/c"}},"minProperties":1}}`
}

// randomPairs is how many pairs of schemas each property is tried on.
var randomPairs = flag.Int("pairs", 800, "how many random pairs of schemas to try properties on")

var randomSeed = flag.Uint64("seed", 1, "where the random pairs of schemas begin")

// pairs runs f on *randomPairs/share pairs of random schemas, seeded.
func pairs(t *testing.T, share int, f func(doc *ast.Document, a, b *ast.Schema, textA, textB string)) {
	for seed := range *randomPairs / share {
		r := schemaMaker{rand.New(rand.NewPCG(uint64(seed), *randomSeed)), seed%3 == 0}
		defs, x, y := r.defs(), r.schema(2), r.schema(2)
		doc, s := docSchemas(t, defs, x, y)
		f(doc, s[0], s[1], x+" with "+defs, y)
		if t.Failed() {
			return
		}
	}
}

func TestMergeIsTheIntersection(t *testing.T) {
	merged, refused := 0, map[string]int{}
	pairs(t, 1, func(doc *ast.Document, a, b *ast.Schema, x, y string) {
		out, why := scope{doc}.merge(a, b)
		if out == nil {
			refused[why]++
			return
		}
		merged++
		want := verdicts(t, render(doc, a)) & verdicts(t, render(doc, b))
		got := verdicts(t, render(doc, out))
		if got != want {
			t.Errorf("merge of\n%s\n%s\nis %s\nit accepts %s wrongly and rejects %s wrongly", x, y, render(doc, out), firstOf(got&^want), firstOf(want&^got))
		}
		if again, _ := (scope{doc}).merge(out, out); again != out {
			t.Errorf("merge of %s with itself is another node", render(doc, out))
		}
	})
	t.Logf("merged %d, refused %v", merged, refused)
	if merged < *randomPairs/2 {
		t.Errorf("only %d of %d pairs were merged", merged, *randomPairs)
	}
}

func TestFlattenAllOfIsExact(t *testing.T) {
	merged, refused := 0, map[string]int{}
	pairs(t, 1, func(doc *ast.Document, a, b *ast.Schema, x, y string) {
		s := a
		if s.Form() != ast.ObjectForm {
			return
		}
		s = s.With(ast.KwAllOf, append(ast.List{b}, a.AllOf()...))
		out, why := scope{doc}.flattenAllOf(s)
		if out == nil {
			refused[why]++
			return
		}
		merged++
		if out.Has(ast.KwAllOf) {
			t.Errorf("allOf is left in %s", render(doc, out))
		}
		want, got := verdicts(t, render(doc, s)), verdicts(t, render(doc, out))
		if got != want {
			t.Errorf("flattening\n%s\ngives %s\nit accepts %s wrongly and rejects %s wrongly", render(doc, s), render(doc, out), firstOf(got&^want), firstOf(want&^got))
		}
	})
	t.Logf("merged %d, refused %v", merged, refused)
}

func TestDisjointIsAProof(t *testing.T) {
	var proved, refuted, missed, open int
	pairs(t, 1, func(doc *ast.Document, a, b *ast.Schema, x, y string) {
		both := verdicts(t, render(doc, a)) & verdicts(t, render(doc, b))
		switch got := (scope{doc}).disjoint(a, b); {
		case got == yes && both != 0:
			t.Errorf("disjoint is yes but %s is in both\n%s\n%s", firstOf(both), x, y)
		case got == yes:
			proved++
		case got == no:
			refuted++
			if both == 0 { // the samples are all in the universe
				t.Errorf("disjoint is no without a witness\n%s\n%s", x, y)
			}
		case both == 0:
			missed++
		default:
			open++
		}
		// Without the evidence that disjoint looks at first.
		if both != 0 && (scope{doc}).prover(questionBudget).apart(a, b, ast.AnyType) {
			t.Errorf("apart but %s is in both\n%s\n%s", firstOf(both), x, y)
		}
		if got, swapped := (scope{doc}).disjoint(a, b), (scope{doc}).disjoint(b, a); got != swapped {
			t.Errorf("disjoint is %v, swapped %v\n%s\n%s", got, swapped, x, y)
		}
	})
	t.Logf("proved %d, refuted %d, unknown %d of which %d have nothing in common here", proved, refuted, open+missed, missed)
}

func TestAdmitsIsHonest(t *testing.T) {
	nulls, definite, judged, sure := 0, 0, 0, 0
	pairs(t, 1, func(doc *ast.Document, a, _ *ast.Schema, x, _ string) {
		got := verdicts(t, render(doc, a))
		set := scope{doc}.possibleTypes(a)
		p := scope{doc}.prover(questionBudget)
		for i, text := range universe {
			accepted := got&(1<<i) != 0
			if accepted && !set.Has(dataType(ast.Data(text))) {
				t.Errorf("possibleTypes %08b lacks the type of %s\n%s", set, text, x)
			}
			judged++
			switch a := p.accepts(a, parseData(ast.Data(text))); {
			case a == unknown:
			case (a == yes) != accepted:
				t.Errorf("accepts(%s) is %v\n%s", text, a, x)
			default:
				sure++
			}
		}
		if got&1 != 0 {
			nulls++
		}
		if (scope{doc}).admitsNull(a) {
			definite++
			if got&1 == 0 {
				t.Errorf("admitsNull is wrong\n%s", x)
			}
		}
		if (scope{doc}).neverAccepts(a) && got != 0 {
			t.Errorf("neverAccepts is wrong about %s\n%s", firstOf(got), x)
		}
	})
	t.Logf("null accepted by %d, said so of %d; %d of %d verdicts are certain", nulls, definite, sure, judged)
}

func TestDisjointAllAgreesWithPairs(t *testing.T) {
	pairs(t, 4, func(doc *ast.Document, a, b *ast.Schema, x, y string) {
		branches := append(append(a.AnyOf(), a.OneOf()...), b)
		all := scope{doc}.disjointAll(branches)
		var seen uint64
		for _, s := range branches {
			v := verdicts(t, render(doc, s))
			if all == yes && seen&v != 0 {
				t.Errorf("disjointAll is yes but %s is in two\n%s\n%s", firstOf(seen&v), x, y)
			}
			seen |= v
		}
	})
}

func TestMergeUnionIsTheProduct(t *testing.T) {
	pairs(t, 2, func(doc *ast.Document, a, b *ast.Schema, x, y string) {
		for _, kw := range [...]ast.Kw{ast.KwAnyOf, ast.KwOneOf} {
			left, right := a.List(kw), b.List(kw)
			if left == nil {
				left = ast.List{a}
			}
			if right == nil {
				right = ast.List{b}
			}
			list := scope{doc}.mergeUnion(left, right, 9)
			if list == nil {
				continue
			}
			of := func(l ast.List) *ast.Schema { return ast.New(ast.Span{}, []ast.Keyword{{Kw: kw, Val: l}}) }
			want := verdicts(t, render(doc, of(left))) & verdicts(t, render(doc, of(right)))
			if got := verdicts(t, render(doc, of(list))); got != want {
				t.Errorf("product of\n%s\n%s\nis %s\nit accepts %s wrongly and rejects %s wrongly", x, y, render(doc, of(list)), firstOf(got&^want), firstOf(want&^got))
			}
		}
	})
}
