// Package ast is the tree that schemac works on: a JSON Schema in the 2020-12
// dialect, typed by the shapes of its keywords.
//
// It guarantees:
//
//   - A schema is an ordered list of keywords; order and source positions are
//     part of the structure and survive every rewrite.
//   - Numbers and instance data (enum, const, default, examples) are text and
//     are never interpreted. A name in a Map (properties, $defs) is never a
//     keyword.
//   - Nodes are immutable and may be shared. Unchanged means pointer-equal.
//   - The tree is acyclic although schemas recurse: the target of a reference
//     lives in Document.Defs and a reference is an index into it.
//
// It knows no provider and no JSON syntax.
package ast
