// Package restore maps the arguments a provider sends back to the shape of the
// source schema, and arguments of that shape forward, by a plan that the
// compiler made.
//
//	p, err := restore.Load(planText)
//	args, err := p.Restore(fromProvider)   // {"a":"x","b":null} → {"a":"x"}
//	args, err := p.Freeze(example)         // {"a":"x"} → {"a":"x","b":null}
//
// It is all that a shipped program needs of schemac: it imports nothing but
// jsontext and does no work at init. It guarantees:
//
//   - Any bytes give a value or an error, in linear time and with the depth that
//     jsontext allows. Nothing panics.
//   - Members keep their order, numbers and strings their spelling, and members
//     the schema does not know are kept. What no step changes is copied.
//   - A value that is not of the shape a step expects is left as it is, so that
//     arguments which are restored already, or which a model got wrong, arrive
//     at the validation that comes next. Only what could not be kept is an
//     error: an entry without a key, an item behind a gap.
//   - A Plan is immutable and safe for concurrent use. A nil *Plan is the
//     identity.
//
// # The format
//
// A plan is a JSON object. v is 1; a reader refuses what it does not know.
//
//	{"v":1,"plan":STEP,"defs":[STEP,…]}
//
// A step mirrors the output schema, and only where something has to be undone:
//
//	{}                      nothing to do here and below
//	{"ref":0}               the step defs[0], of a recursive schema
//	{"object":{"a":STEP}}   the members, by the name the provider sees
//	   "null":["a"]         a null here stands for an absent member
//	   "add":["a"]          as null, but a null is kept: the source admits it
//	   "fill":["a"]         an absent member stands for null
//	   "as":{"a":"b"}       the source calls the member b
//	   "rest":["r",STEP]    the member r holds further members as {key,value}
//	   "in":STEP            the members that are not named
//	{"items":STEP}          the items of an array
//	{"list":[STEP,…]}       the items by position
//	   "in":STEP            those that follow
//	{"entries":STEP}        [{"key":"k","value":v}] ↔ {"k":v}
//	{"tuple":[STEP,…]}      {"0":v,"1":w} ↔ [v,w]
//	   "null":[1]           a null here stands for an item that is not there
//	   "rest":["r",STEP]    the member r holds the items behind the tuple
//	{"wrap":"value","in":STEP}   {"value":v} ↔ v
//	{"json":true}           a string that holds JSON ↔ the value
//	{"enum":[1,{"a":2}]}    the compact text of a value in a string ↔ the value
//	{"any":[{"out":TEST,"src":TEST,"do":STEP},…]}   the first branch whose test
//	                        the value passes; out is for Restore, src for Freeze
//
// A test asks what tells the branches apart, and no more:
//
//	{"t":"so"}              types: n null, b boolean, o object, a array, s string,
//	                        i integer, d any number
//	{"in":[1,"a"]}          one of these values
//	{"has":["a"]}           an object has these members
//	{"keys":["a","b"]}      and no others than these,
//	   "o":TEST             or others that pass a test
//	{"p":{"a":TEST}}        a member, if it is there
//	{"i":TEST}              every item of an array
package restore

import "sync"

// Version is the version of the format that this package reads and writes.
const Version = 1

// Kind is what a step does.
type Kind uint8

const (
	Same    Kind = iota // nothing
	Ref                 // another step of the plan
	Object              // undoes something in the members of an object
	Items               // undoes something in every item of an array
	List                // undoes something in the items of an array, by position
	Entries             // an array of {key,value} is a map
	Tuple               // an object with the keys "0", "1", … is an array
	Wrap                // an object with one property is that property's value
	JSON                // a string holds any value
	Enum                // a string holds one of some values
	Union               // a step for each branch, chosen by tests
)

// Step is what is undone at one place. A step may stand in several places; it
// must not be changed once a plan was made of it.
type Step struct {
	Kind Kind
	// Def is the index in Plan's defs of a Ref.
	Def int
	// Members are those of an Object. If there is a Rest or an In they must be all
	// that the schema declares.
	Members []Member
	// In is the step of every value of Items and Entries, of the one of Wrap, of
	// those behind the positions of a List and of the members of an Object that
	// Members does not name.
	In *Step
	// Tuple are the steps of the positions of a List or Tuple, and Null the positions whose null
	// stands for no item.
	Tuple []*Step
	Null  []int
	// Name is Wrap's property, and the property of an Object or a Tuple that
	// holds what else there is; Rest is the step of each such value. Without
	// Rest there is no such property.
	Name string
	Rest *Step
	// Values are the compact JSON texts of an Enum.
	Values []string
	// Branches are those of a Union.
	Branches []Branch

	byName, bySource index  // of Members
	values           []tape // of Values
}

// Member is a property of an Object.
type Member struct {
	Name string // as the provider sees it
	// As is what the source calls it if it is Renamed.
	As      string
	Renamed bool
	Step    *Step // nil is Same
	Null    NullRule
}

// NullRule is what a null of a member stands for.
type NullRule uint8

const (
	NullKept NullRule = iota // itself
	NullDrop                 // the member is absent
	NullAdd                  // itself, but an absent member becomes null for the provider
	NullFill                 // an absent member is null in the source
)

// Branch is one branch of a Union.
type Branch struct {
	Out, Src *Test // nil is passed by everything
	Do       *Step
}

// Test is what a value must be for a branch to be its own.
type Test struct {
	Types TypeSet // 0 is any
	In    []string
	Has   []string
	// Keys are the only members if Closed; with Others there may be others that
	// pass it.
	Keys   []string
	Closed bool
	Others *Test
	Props  []Prop
	Items  *Test

	in               []tape
	has, props, keys index
	ready            bool
}

// Prop is a test of a member.
type Prop struct {
	Name string
	Test *Test
}

// TypeSet is a set of types.
type TypeSet uint8

const (
	Null TypeSet = 1 << iota
	Boolean
	AnObject
	Array
	String
	Integer
	Number // includes Integer
)

const typeLetters = "nboasid"

// Plan undoes what the compiler did to the shape of arguments.
type Plan struct {
	root  *Step
	defs  []*Step
	later *later // nil once there are steps for certain
}

// later are steps that are made when the plan is first used.
type later struct {
	once  sync.Once
	steps func() (*Step, []*Step)
	err   error
}

// New makes a plan of steps. The error says what is wrong with them: a reference
// out of range, or steps that lead to themselves without taking a value apart.
func New(root *Step, defs []*Step) (*Plan, error) {
	p := &Plan{root: root, defs: defs}
	if err := p.prepare(); err != nil {
		return nil, err
	}
	return p, nil
}

// Later makes a plan of steps that are asked for when the plan is first used,
// once, by whichever goroutine comes first: the compiler makes a plan for every
// schema, and many are never used. If New would refuse the steps, Restore and
// Freeze return its error and AppendJSON writes null.
func Later(steps func() (root *Step, defs []*Step)) *Plan {
	return &Plan{later: &later{steps: steps}}
}

func (p *Plan) ready() error {
	l := p.later
	if l == nil {
		return nil
	}
	l.once.Do(func() {
		p.root, p.defs = l.steps()
		l.err = p.prepare()
		l.steps = nil
	})
	return l.err
}
