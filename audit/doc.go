// Package audit says what a target would still refuse in a schema's bytes. It
// is the checker that does not trust the compiler: it reads the bytes with a
// walker of its own, never upgrades and never repairs, and shares only tables
// with the stages that made them (ast's keywords, target's rules).
//
// It guarantees:
//
//   - Nothing is a keyword but a member of a schema. A name in properties, $defs
//     or patternProperties is a name, and what stands in enum, const, default,
//     examples and under unknown members is data; neither is ever judged as a
//     schema.
//   - Findings come in document order and depend on the bytes and the target
//     alone.
//   - Any bytes end in findings or in an error; nesting is limited.
//   - Which rules exist for a target is the target's data. The rule names begin
//     with its Audit.Prefix: strict-forbidden-key.
//
// A schema is walked once. Paths and pointers are computed in a second pass, and
// only if there is something to report.
package audit
