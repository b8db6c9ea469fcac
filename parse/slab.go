package parse

import "github.com/schemac/schemac/ast"

// slabs hand out small pieces of large allocations. A piece is never given
// back: all of a document lives and dies together.
type slabs struct {
	schemas []ast.Schema
	kws     []ast.Keyword
	lists   []*ast.Schema
	maps    []ast.Member
	names   []string
	datas   []ast.Data
	refs    []ast.Ref
}

const (
	slabMin = 8
	slabMax = 256
)

// grow returns n elements of the slab, cut so that append copies.
func grow[T any](slab *[]T, n int) []T {
	if cap(*slab)-len(*slab) < n {
		size := min(max(2*cap(*slab), slabMin), slabMax)
		if n > size/2 {
			return make([]T, n)
		}
		*slab = make([]T, 0, size)
	}
	l := len(*slab)
	*slab = (*slab)[:l+n]
	return (*slab)[l : l+n : l+n]
}

func (s *slabs) schema() *ast.Schema     { return &grow(&s.schemas, 1)[0] }
func (s *slabs) ref() *ast.Ref           { return &grow(&s.refs, 1)[0] }
func (s *slabs) list(n int) ast.List     { return grow(&s.lists, n) }
func (s *slabs) members(n int) ast.Map   { return grow(&s.maps, n) }
func (s *slabs) strings(n int) []string  { return grow(&s.names, n) }
func (s *slabs) data(n int) ast.DataList { return grow(&s.datas, n) }
func (s *slabs) keywords(k []ast.Keyword) []ast.Keyword {
	out := grow(&s.kws, len(k))
	copy(out, k)
	return out
}
