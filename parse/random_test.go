package parse_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/schemac/schemac/ast"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
	"github.com/schemac/schemac/internal/judge"
	"github.com/schemac/schemac/parse"
)

// randomSchema writes schemas that are dense in what differs between dialects.
type randomSchema struct {
	*rand.Rand
	draft ast.Draft
	ids   int
	// strings that references may use; they need not lead anywhere.
	refs []string
}

func (r *randomSchema) pick(s ...string) string { return s[r.IntN(len(s))] }

func (r *randomSchema) number() string { return r.pick("0", "1", "2", "3", "1.5", "2.0") }

func (r *randomSchema) pointer(depth int) string {
	var b strings.Builder
	for range 1 + r.IntN(2) {
		switch r.IntN(9) {
		case 0, 1, 2, 3:
			defs := "definitions"
			if r.draft == ast.Draft2019 && r.IntN(2) == 0 {
				defs = "$defs"
			}
			b.WriteString("/" + defs + "/" + r.pick("a", "b", "c"))
		case 4:
			b.WriteString("/properties/" + r.pick("a", "b", "c", "x~1y", "p%25q"))
		case 5:
			b.WriteString("/items/" + r.pick("0", "1"))
		case 6:
			b.WriteString("/" + r.pick("additionalProperties", "additionalItems", "not", "contains"))
		case 7:
			b.WriteString("/dependencies/b")
		case 8:
			b.WriteString("/x-unknown/" + r.pick("a", "b"))
		}
	}
	return "#" + b.String()
}

func (r *randomSchema) schema(depth int) string {
	if depth <= 0 {
		return r.pick(`{}`, `{"type":"string"}`, `{"type":"integer"}`, `{"minimum":1}`, `{"enum":[1,"a",null]}`, `{"type":["null","object"]}`)
	}
	if r.draft >= ast.Draft06 && r.IntN(12) == 0 {
		return r.pick("true", "false")
	}
	var members []string
	add := func(format string, args ...any) { members = append(members, fmt.Sprintf(format, args...)) }
	used := map[string]bool{}
	for range 1 + r.IntN(4) {
		k := r.pick("type", "enum", "properties", "items", "tuple", "additionalItems", "dependencies", "ref", "ref", "definitions", "bound",
			"exclusive", "allOf", "anyOf", "not", "future", "id", "contains", "unevaluated", "x", "required", "additionalProperties", "recursive", "anno", "oneOf")
		if used[k] {
			continue
		}
		used[k] = true
		sub := func() string { return r.schema(depth - 1) }
		switch k {
		case "type":
			add(`"type":%s`, r.pick(`"string"`, `"object"`, `"array"`, `"integer"`, `["integer","array","object"]`))
		case "enum":
			add(`"enum":%s`, r.pick(`[1,2]`, `["a",{"items":[1]},[]]`, `[null,{"a":1}]`))
		case "properties":
			add(`"properties":{"a":%s,"b":%s,"x/y":%s}`, sub(), sub(), sub())
		case "items":
			if !used["tuple"] {
				used["tuple"] = true
				add(`"items":%s`, sub())
			}
		case "tuple":
			if !used["items"] {
				used["items"] = true
				add(`"items":[%s,%s]`, sub(), sub())
			}
		case "additionalItems":
			add(`"additionalItems":%s`, sub())
		case "additionalProperties":
			add(`"additionalProperties":%s`, sub())
		case "dependencies":
			add(`"dependencies":{"a":["b"],"b":%s}`, sub())
		case "ref":
			if len(r.refs) > 0 && r.IntN(4) == 0 {
				add(`"$ref":%q`, r.pick(r.refs...))
			} else {
				add(`"$ref":%q`, r.pick("#", r.pointer(2), r.pointer(2)))
			}
		case "definitions":
			add(`"definitions":{"a":%s,"b":%s,"c":%s}`, sub(), sub(), sub())
			if r.IntN(2) == 0 {
				add(`"$defs":{"a":%s,"b":%s}`, sub(), sub())
			}
		case "bound":
			add(`"minimum":%s`, r.number())
			if r.draft == ast.Draft04 && r.IntN(2) == 0 {
				add(`"exclusiveMinimum":%s`, r.pick("true", "false"))
				used["exclusive"] = true
			}
		case "exclusive":
			if r.draft >= ast.Draft06 {
				add(`"exclusiveMinimum":%s`, r.number())
			}
		case "allOf", "anyOf", "oneOf":
			add(`"%s":[%s,%s]`, k, sub(), sub())
		case "not":
			add(`"not":%s`, sub())
		case "future":
			switch r.IntN(7) {
			case 0:
				// In drafts 06 and 07 the validator wrongly heeds const
				// beside $ref.
				if used["ref"] {
					break
				}
				used["ref"] = true
				add(`"const":%s`, r.pick("1", `{"$ref":"#"}`))
			case 1:
				add(`"if":%s,"then":%s`, sub(), sub())
			case 2:
				add(`"dependentRequired":{"a":["c"]}`)
			case 3:
				add(`"dependentSchemas":{"b":%s}`, sub())
			case 4:
				add(`"prefixItems":[%s]`, sub())
			case 5:
				add(`"propertyNames":%s`, sub())
			case 6:
				add(`"nullable":true`)
			}
		case "contains":
			add(`"contains":%s`, sub())
			if r.draft != ast.Draft2019 || r.IntN(2) == 0 {
				add(`"minContains":%s`, r.pick("0", "1", "2"))
			}
		case "unevaluated":
			if r.draft == ast.Draft2019 {
				add(`"unevaluated%s":%s`, r.pick("Items", "Properties"), sub())
			}
		case "id":
			r.ids++
			id := "id"
			if r.draft >= ast.Draft06 {
				id = "$id"
			}
			uri := "http://example.com/r" + strconv.Itoa(r.ids)
			switch {
			case r.IntN(3) == 0:
				add(`"%s":"%s"`, id, uri)
				r.refs = append(r.refs, uri, uri+"#/definitions/a")
			case r.draft == ast.Draft2019:
				add(`"$anchor":"f%d"`, r.ids)
				r.refs = append(r.refs, "#f"+strconv.Itoa(r.ids))
			default:
				add(`"%s":"#f%d"`, id, r.ids)
				r.refs = append(r.refs, "#f"+strconv.Itoa(r.ids))
			}
		case "x":
			add(`"x-unknown":{"a":%s,"b":%s}`, sub(), sub())
		case "required":
			add(`"required":["a"]`)
		case "recursive":
			if r.draft == ast.Draft2019 {
				add(`"$recursiveRef":"#"`)
				if r.IntN(2) == 0 {
					add(`"$recursiveAnchor":%s`, r.pick("true", "false"))
				}
			}
		case "anno":
			add(`"title":"t","default":{"$ref":"#/nowhere","items":[{}]}`)
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (r *randomSchema) instance(depth int) string {
	switch n := r.IntN(9); {
	case n < 2:
		return r.pick("0", "1", "2", "3", "1.5")
	case n < 3:
		return r.pick(`"a"`, `"long string"`, "null", "true")
	case n < 5 && depth > 0:
		var e []string
		for range r.IntN(4) {
			e = append(e, r.instance(depth-1))
		}
		return "[" + strings.Join(e, ",") + "]"
	case depth > 0:
		var m []string
		for _, name := range []string{"a", "b", "c", "x/y"} {
			if r.IntN(2) == 0 {
				m = append(m, strconv.Quote(name)+":"+r.instance(depth-1))
			}
		}
		return "{" + strings.Join(m, ",") + "}"
	}
	return r.pick("1", `"a"`)
}

// TestRandom compares the validator's native verdicts on random schemas of each
// draft with its verdicts on the upgraded ones. SCHEMAC_RANDOM sets how many
// schemas a draft gets.
func TestRandom(t *testing.T) {
	count := 300
	if n, err := strconv.Atoi(os.Getenv("SCHEMAC_RANDOM")); err == nil {
		count = n
	}
	for _, draft := range []ast.Draft{ast.Draft04, ast.Draft06, ast.Draft07, ast.Draft2019} {
		t.Run(draft.String(), func(t *testing.T) {
			used, instances, bad := 0, 0, 0
			for seed := range count {
				r := &randomSchema{Rand: rand.New(rand.NewPCG(uint64(draft), uint64(seed))), draft: draft}
				schema := r.schema(4)
				if schema[0] != '{' {
					continue
				}
				lost := false
				doc, err := parse.Schema(&ast.Source{Name: "random", Text: schema}, parse.Options{Draft: draft}, func(d diag.Diagnostic) {
					lost = lost || d.Code == diag.RefDangling || d.Code == diag.RefExternal
				})
				if err != nil {
					t.Fatalf("%v\n%s", err, schema)
				}
				checkTree(t, doc)
				out := emit.Schema(nil, doc, emit.Options{})
				again, err := parse.Schema(&ast.Source{Name: "again", Text: string(out)}, parse.Options{Draft: ast.Draft2020}, nil)
				if err != nil {
					t.Fatalf("%v\n%s", err, schema)
				}
				if twice := emit.Schema(nil, again, emit.Options{}); !lost && (again.Upgraded || string(twice) != string(out)) {
					t.Errorf("seed %d: twice (%v):\n%s\n%s\n%s", seed, again.Upgraded, schema, out, twice)
				}
				before, err := judge.Compile([]byte(schema), draft, nil, judge.Options{})
				if err != nil {
					continue
				}
				used++
				after, err := judge.Compile(out, ast.Draft2020, nil, judge.Options{})
				if err != nil {
					t.Errorf("seed %d: %v\n%s\n%s", seed, err, schema, out)
					continue
				}
				for range 30 {
					data := r.instance(4)
					instances++
					if b, a := before.Valid([]byte(data)), after.Valid([]byte(data)); a != b {
						t.Errorf("seed %d: %s: %v before, %v after\n%s\n%s", seed, data, b, a, schema, out)
						bad++
						break
					}
				}
				if bad > 5 {
					t.FailNow()
				}
			}
			t.Logf("%d of %d schemas usable, %d instances", used, count, instances)
		})
	}
}

// TestRandomForms upgrades random schemas as every dialect, also those that the
// validator cannot judge: the result is a 2020-12 schema, and is its own
// upgrade.
func TestRandomForms(t *testing.T) {
	count := 200
	if n, err := strconv.Atoi(os.Getenv("SCHEMAC_RANDOM")); err == nil {
		count = n
	}
	for d := range 8 {
		draft := ast.Draft(d)
		second := ast.Draft2020
		if draft == ast.Undeclared {
			second = draft
		}
		for seed := range count {
			for _, intent := range []bool{false, true} {
				r := &randomSchema{Rand: rand.New(rand.NewPCG(uint64(d), uint64(seed))), draft: ast.Draft([]int{4, 6, 5}[seed%3])}
				if r.draft == ast.Draft04 {
					r.draft = ast.Draft2019
				}
				schema := r.schema(4)
				lost := false
				doc, err := parse.Schema(&ast.Source{Name: "random", Text: schema}, parse.Options{Draft: draft, Intent: intent}, func(d diag.Diagnostic) {
					lost = lost || d.Code == diag.RefDangling || d.Code == diag.RefExternal || d.Code == diag.KeywordMalformed
				})
				if err != nil {
					t.Fatalf("%v\n%s", err, schema)
				}
				checkTree(t, doc)
				out := emit.Schema(nil, doc, emit.Options{})
				if lost {
					continue
				}
				if draft != ast.Draft2020 {
					if err := judge.Metaschema(out); err != nil {
						t.Errorf("%v seed %d: %v\n%s\n%s", draft, seed, err, schema, out)
					}
				}
				again, err := parse.Schema(&ast.Source{Name: "again", Text: string(out)}, parse.Options{Draft: second}, nil)
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				if twice := emit.Schema(nil, again, emit.Options{}); again.Upgraded || string(twice) != string(out) {
					t.Errorf("%v seed %d: twice (%v):\n%s\n%s\n%s", draft, seed, again.Upgraded, schema, out, twice)
				}
			}
		}
	}
}
