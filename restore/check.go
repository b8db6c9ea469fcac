package restore

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Schema is a JSON Schema that restored arguments are checked against. It reads
// its Text when it is first used, is safe for concurrent use and must not be
// copied after its first use.
//
//	var s = restore.Schema{Text: `{"type":"object","required":["city"]}`}
//	err := s.Check(args)   // at "": the member "city" is missing
//
// It knows type, enum, const, properties, required, additionalProperties, items,
// prefixItems, anyOf, oneOf, allOf, references within the schema and the bounds
// on numbers, strings, arrays and objects, each as in 2020-12. Other keywords are
// not looked at, and oneOf is anyOf: arguments that pass need not be valid, but
// those that do not pass are not. That is all that a schema inferred from a Go
// type says; a full validator is no part of this package.
type Schema struct {
	// Text is the schema.
	Text string

	once sync.Once
	tape tape
	err  error
}

// Check returns nil if the JSON text is one value that passes, else an error that
// says what is wrong and where. It ends in time proportional to the size of both:
// what a schema would make it try over and over counts as passed.
func (s *Schema) Check(args []byte) error {
	s.once.Do(func() {
		if s.tape, s.err = scan([]byte(s.Text)); s.err != nil {
			s.err = fmt.Errorf("schema: %w", s.err)
		}
	})
	if s.err != nil {
		return s.err
	}
	t, err := scan(args)
	if err != nil {
		return err
	}
	c := checker{schema: &s.tape, tape: t, budget: 10_000 + 100*(len(t.at)+len(s.tape.at))}
	if v := c.check(0, 0, 0); v != nil {
		return fmt.Errorf("at %q: %s", t.place(v.at), v.what)
	}
	return nil
}

// violation is what is wrong with a value. Where that is costs time to say, so it
// is said only of the one that is reported.
type violation struct {
	at   int
	what string
}

func wrong(i int, format string, args ...any) *violation {
	return &violation{i, fmt.Sprintf(format, args...)}
}

// short is a text as it stands in a message.
func short(text []byte, otherwise string) string {
	if len(text) > 200 {
		return otherwise
	}
	return string(text)
}

// checker is one call of Check. Values are of its own tape.
type checker struct {
	schema *tape
	tape
	budget int
}

// eachMember calls f for every member of an object until f finds something wrong.
func (t *tape) eachMember(i int, f func(name string, i int) *violation) *violation {
	if t.kind(i) != '{' {
		return nil
	}
	for j := i + 1; j < t.next(i); j = t.next(j + 1) {
		if err := f(string(t.name(j)), j+1); err != nil {
			return err
		}
	}
	return nil
}

func (t *tape) eachItem(i int, f func(n, i int) *violation) *violation {
	if t.kind(i) != '[' {
		return nil
	}
	for n, j := 0, i+1; j < t.next(i); n, j = n+1, t.next(j) {
		if err := f(n, j); err != nil {
			return err
		}
	}
	return nil
}

// member returns the member's value, -1 if it is not there.
func (t *tape) member(i int, name string) int {
	if t.kind(i) != '{' {
		return -1
	}
	for j := i + 1; j < t.next(i); j = t.next(j + 1) {
		if string(t.name(j)) == name {
			return j + 1
		}
	}
	return -1
}

func (t *tape) count(i int) int {
	n := 0
	step := t.next
	if t.kind(i) == '{' {
		step = func(j int) int { return t.next(j + 1) }
	}
	for j := i + 1; j < t.next(i); j = step(j) {
		n++
	}
	return n
}

// maxHops bounds references that lead to references.
const maxHops = 100

// check checks the value i against the schema s; hops counts the references that
// led from the value's last schema.
func (c *checker) check(s, i, hops int) *violation {
	if c.budget--; c.budget < 0 || hops > maxHops {
		return nil
	}
	switch c.schema.kind(s) {
	case 'f':
		return wrong(i, "nothing may stand here")
	case '{':
	default:
		return nil
	}
	return c.schema.eachMember(s, func(name string, k int) *violation { return c.keyword(s, name, k, i, hops) })
}

func (c *checker) keyword(s int, name string, k, i, hops int) *violation {
	c.budget--
	switch name {
	case "$ref":
		if c.schema.kind(k) == '"' {
			if to := c.schema.resolve(string(c.schema.name(k))); to >= 0 {
				return c.check(to, i, hops+1)
			}
		}
	case "type":
		return c.types(k, i)
	case "enum":
		return c.enum(k, i)
	case "const":
		if !equal(c.schema, k, &c.tape, i) {
			return wrong(i, "the value must be %s", short(c.schema.raw(k), "the value of const"))
		}
	case "allOf":
		return c.schema.eachItem(k, func(_, k int) *violation { return c.check(k, i, hops+1) })
	case "anyOf", "oneOf":
		return c.anyOf(name, k, i, hops)
	case "properties", "additionalProperties", "required", "minProperties", "maxProperties":
		if c.kind(i) == '{' {
			return c.object(s, name, k, i)
		}
	case "items", "prefixItems", "minItems", "maxItems":
		if c.kind(i) == '[' {
			return c.array(s, name, k, i)
		}
	case "minLength", "maxLength":
		if c.kind(i) == '"' {
			return c.bound(name, k, i, strconv.Itoa(utf8.RuneCount(c.name(i))), "characters")
		}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		if numeric(c.kind(i)) && numeric(c.schema.kind(k)) {
			return c.bound(name, k, i, string(c.raw(i)), "")
		}
	}
	return nil
}

// anyOf returns what is wrong in the branch that got furthest, for that is the one
// that was meant.
func (c *checker) anyOf(name string, k, i, hops int) *violation {
	if c.schema.kind(k) != '[' {
		return nil
	}
	var best *violation
	n := 0
	for j := k + 1; j < c.schema.next(k); j = c.schema.next(j) {
		v := c.check(j, i, hops+1)
		if v == nil {
			return nil
		}
		if n++; best == nil || v.at > best.at {
			best = v
		}
	}
	if best != nil && best.at == i && n > 1 {
		return wrong(i, "no branch of %s fits: of the first, %s", name, best.what)
	}
	return best
}

var typeNames = map[byte]string{'n': "null", 't': "boolean", 'f': "boolean", '{': "object", '[': "array", '"': "string"}

func (c *checker) types(k, i int) *violation {
	is := func(k int) bool {
		if c.schema.kind(k) != '"' {
			return true
		}
		want := string(c.schema.name(k))
		if numeric(c.kind(i)) {
			return want == "number" || want == "integer" && integral(c.raw(i))
		}
		return want == typeNames[c.kind(i)]
	}
	var want []string
	switch c.schema.kind(k) {
	case '"':
		if is(k) {
			return nil
		}
		want = []string{string(c.schema.name(k))}
	case '[':
		for j := k + 1; j < c.schema.next(k); j = c.schema.next(j) {
			if is(j) {
				return nil
			}
			want = append(want, string(c.schema.name(j)))
		}
	default:
		return nil
	}
	return wrong(i, "the type must be %s", strings.Join(want, " or "))
}

func (c *checker) enum(k, i int) *violation {
	if c.schema.kind(k) != '[' {
		return nil
	}
	for j := k + 1; j < c.schema.next(k); j = c.schema.next(j) {
		c.budget--
		if equal(c.schema, j, &c.tape, i) {
			return nil
		}
	}
	return wrong(i, "the value must be one of %s", short(c.schema.raw(k), "the values of enum"))
}

func (c *checker) object(s int, name string, k, i int) *violation {
	switch name {
	case "minProperties", "maxProperties":
		return c.bound(name, k, i, strconv.Itoa(c.count(i)), "members")
	case "required":
		return c.schema.eachItem(k, func(_, k int) *violation {
			c.budget--
			if c.schema.kind(k) == '"' && c.member(i, string(c.schema.name(k))) < 0 {
				return wrong(i, "the member %q is missing", c.schema.name(k))
			}
			return nil
		})
	case "properties":
		return c.eachMember(i, func(name string, i int) *violation {
			c.budget--
			if p := c.schema.member(k, name); p >= 0 {
				return c.check(p, i, 0)
			}
			return nil
		})
	}
	// additionalProperties
	if c.schema.member(s, "patternProperties") >= 0 {
		return nil
	}
	declared := c.schema.member(s, "properties")
	return c.eachMember(i, func(name string, i int) *violation {
		c.budget--
		switch {
		case declared >= 0 && c.schema.member(declared, name) >= 0:
			return nil
		case c.schema.kind(k) == 'f':
			return wrong(i, "there is no member of that name")
		}
		return c.check(k, i, 0)
	})
}

func (c *checker) array(s int, name string, k, i int) *violation {
	switch name {
	case "minItems", "maxItems":
		return c.bound(name, k, i, strconv.Itoa(c.count(i)), "items")
	case "prefixItems":
		if c.schema.kind(k) != '[' {
			return nil
		}
		at := k + 1
		return c.eachItem(i, func(_, i int) *violation {
			if at >= c.schema.next(k) {
				return nil
			}
			of := at
			at = c.schema.next(at)
			return c.check(of, i, 0)
		})
	}
	prefix := 0
	if p := c.schema.member(s, "prefixItems"); p >= 0 && c.schema.kind(p) == '[' {
		prefix = c.schema.count(p)
	}
	return c.eachItem(i, func(n, i int) *violation {
		if n < prefix {
			return nil
		}
		return c.check(k, i, 0)
	})
}

// bound compares a number with that of a keyword.
func (c *checker) bound(name string, k, i int, value, unit string) *violation {
	if !numeric(c.schema.kind(k)) {
		return nil
	}
	order, ok := compareNumbers(parseNumber([]byte(value)), parseNumber(c.schema.raw(k)))
	if !ok {
		return nil
	}
	limit := string(c.schema.raw(k))
	if unit != "" {
		limit += " " + unit
	}
	switch {
	case strings.HasPrefix(name, "min") && order < 0:
		return wrong(i, "there must be at least %s", limit)
	case strings.HasPrefix(name, "max") && order > 0:
		return wrong(i, "there may be at most %s", limit)
	case name == "exclusiveMinimum" && order <= 0:
		return wrong(i, "the number must be greater than %s", limit)
	case name == "exclusiveMaximum" && order >= 0:
		return wrong(i, "the number must be less than %s", limit)
	}
	return nil
}

// compareNumbers is the order of two numbers; ok is false for those whose
// exponent is too large to be read.
func compareNumbers(a, b number) (order int, ok bool) {
	readable := func(n number) bool { return strings.Trim(n.digits, "0123456789") == "" }
	if !readable(a) || !readable(b) {
		return 0, false
	}
	sign := func(n number) int {
		switch {
		case n.digits == "":
			return 0
		case n.neg:
			return -1
		}
		return 1
	}
	sa, sb := sign(a), sign(b)
	switch {
	case sa != sb:
		return sa - sb, true
	case sa == 0:
		return 0, true
	case a.exp != b.exp:
		if a.exp > b.exp {
			return sa, true
		}
		return -sa, true
	}
	return sa * strings.Compare(a.digits, b.digits), true
}

// resolve finds what a reference of the form # or #/$defs/a/items/0 refers to, -1
// if nothing.
func (t *tape) resolve(ref string) int {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return -1
	}
	at := 0
	if path == "" {
		return at
	}
	if path, ok = strings.CutPrefix(path, "/"); !ok {
		return -1
	}
	for token := range strings.SplitSeq(path, "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(unescape(token))
		switch t.kind(at) {
		case '{':
			if at = t.member(at, token); at < 0 {
				return -1
			}
		case '[':
			n, err := strconv.Atoi(token)
			if err != nil || n < 0 || n >= t.count(at) {
				return -1
			}
			for at++; n > 0; n-- {
				at = t.next(at)
			}
		default:
			return -1
		}
	}
	return at
}

// unescape decodes the %XX of a URI fragment.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
