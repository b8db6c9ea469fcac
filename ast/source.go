package ast

// Pos is a byte offset into a Source's text.
type Pos uint32

// Span is the half-open range of bytes something was read from.
type Span struct{ Start, End Pos }

// Source is a text that schemas were read from: a file, standard input, one
// line of NDJSON.
type Source struct {
	// Name is what messages call it: the path as the user gave it.
	Name string
	// Text is the whole text. It is UTF-8; positions count its bytes.
	Text string
	// FirstLine is the number of the text's first line in the file it came
	// from; 0 means 1. It is set for the lines of an NDJSON stream.
	FirstLine int
}

// Slice returns the text of a span.
func (s *Source) Slice(sp Span) string { return s.Text[sp.Start:sp.End] }
