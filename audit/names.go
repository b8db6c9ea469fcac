package audit

import (
	"bytes"
	"hash/maphash"
)

// index finds names in a list. Few names are compared one by one; more go into
// a hash table that is seeded, so that no schema can make its names collide.
type index struct {
	names []name
	slots []int32 // 1 + the position in names, 0 if free; a power of two
	seed  maphash.Seed
}

const fewNames = 8

func (x *index) build(names []name) {
	x.names = names
	if len(names) <= fewNames {
		return
	}
	size := 32
	for size < 2*len(names) {
		size *= 2
	}
	if cap(x.slots) < size {
		x.slots = make([]int32, size)
	} else {
		x.slots = x.slots[:size]
		clear(x.slots)
	}
	for i := range names {
		slot := x.slot(names[i].text)
		if x.slots[slot] == 0 {
			x.slots[slot] = int32(i + 1)
		}
	}
}

// find returns where the name stands first, -1 if it does not.
func (x *index) find(text []byte) int {
	if len(x.names) <= fewNames {
		for i := range x.names {
			if bytes.Equal(x.names[i].text, text) {
				return i
			}
		}
		return -1
	}
	return int(x.slots[x.slot(text)]) - 1
}

// slot is where the name is, or would be put.
func (x *index) slot(text []byte) int {
	mask := len(x.slots) - 1
	i := int(maphash.Bytes(x.seed, text)) & mask
	for x.slots[i] != 0 && !bytes.Equal(x.names[x.slots[i]-1].text, text) {
		i = (i + 1) & mask
	}
	return i
}

// sameNames reports whether the lists have the same names in the same order,
// which is what a compiler writes.
func sameNames(a, b []name) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i].text, b[i].text) {
			return false
		}
	}
	return true
}
