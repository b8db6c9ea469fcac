package restore_test

import (
	"fmt"

	"github.com/schemac/schemac/restore"
)

// A plan as a constant, read when it is first used.
func ExampleLazy() {
	plan := restore.Lazy{Text: `{"v":1,"plan":{"object":{},"null":["days"]}}`}
	args, err := plan.Restore([]byte(`{"city":"Oslo","days":null}`))
	fmt.Println(string(args), err)
	// Output: {"city":"Oslo"} <nil>
}

// What is wrong with arguments, in words for the model.
func ExampleSchema() {
	schema := restore.Schema{Text: `{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","maximum":14}},"required":["city"]}`}
	fmt.Println(schema.Check([]byte(`{"city":"Oslo","days":15}`)))
	fmt.Println(schema.Check([]byte(`{"days":1}`)))
	// Output:
	// at "/days": there may be at most 14
	// at "": the member "city" is missing
}
