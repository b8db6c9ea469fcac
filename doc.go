// Package schemac compiles JSON Schemas of LLM tools for model providers.
//
// Compile takes one schema to one target. CompileTools takes tool lists in any
// provider's form to many targets in parallel. Either way a Result says what
// became of the schema:
//
//   - Schema is the JSON that the target accepts: the source's own bytes if
//     nothing had to change, and nil if the tool was rejected.
//   - Verdict says what happened to the set of accepted arguments: exact,
//     hinted, widened, narrowed, reshaped, fallback or rejected. Validate the
//     arguments of a widened tool after the call.
//   - Diagnostics are every single change, with its reason, its loss and its
//     place in the source.
//   - Plan maps the arguments that a model sends back to the shape of the
//     source, where that is another one; nil does nothing.
//   - Strict is the value for the strict flag of the provider's tool envelope:
//     true only if the schema fulfils what strict mode asks for.
//
// Every output was read again by an audit that shares no code with what wrote
// it. The packages beside this one are the stages: parse, lower, emit and audit;
// ast, diag and target are what they speak.
//
// Nothing in a schema makes schemac open a file or a connection, nothing panics,
// and the same input gives the same bytes on every run.
package schemac
