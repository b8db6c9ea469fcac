// Package generate turns compiled tools into source text for a build: Go and
// TypeScript constants, JSON files with a manifest, and the lock file that says
// what came of which source.
//
//	set := schemac.CompileTools(sources, targets, schemac.Options{})
//	tools, err := generate.New(set, targets)
//	text, err := tools.Go(generate.GoOptions{Package: "tools"})
//
// It guarantees:
//
//   - A text depends on the set of tools, the targets and the options, and on
//     nothing else: not on the order of the sources, their white space, the
//     order of a tool's members or the number of workers. Tools are in the order of their names.
//   - Schemas are written compact; apart from white space they are the bytes
//     that schemac compile writes.
//   - Generated Go is formatted as gofmt does, initialises nothing when the
//     program starts and imports package restore alone; a tool that was made of
//     a Go type also imports the type's package and encoding/json.
//
// Nothing here reads or writes a file.
package generate
