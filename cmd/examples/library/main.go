// Command library shows what a program does with generated tools: it sends their
// list to a provider, and takes the arguments of a call back to the shape of the
// tool's source. The list and the arguments are printed instead.
package main

import (
	"fmt"
	"os"

	"github.com/schemac/schemac/cmd/examples/library/tools"
)

//go:generate go run ../../schemac generate

func main() {
	fmt.Printf("request: %s\n\n", tools.AppendList(nil, tools.OpenAIStrict))

	// What a model might answer: strict mode has it write null for what it
	// leaves out.
	name, args := "search_books", `{"query":"whales","language":null,"limit":5}`
	tool := tools.Lookup(name)
	if tool == nil {
		fmt.Fprintf(os.Stderr, "the model called a tool that does not exist: %s\n", name)
		os.Exit(1)
	}
	out := tool.For(tools.OpenAIStrict)
	restored, err := out.Restore([]byte(args))
	if err != nil {
		fmt.Fprintln(os.Stderr, err) // tell the model
		os.Exit(1)
	}
	fmt.Printf("%s was called with %s\n", tool.Name(), restored)
	if out.Loss()&tools.Widened != 0 {
		fmt.Println("the provider accepts more than the tool: validate the arguments")
	}
}
