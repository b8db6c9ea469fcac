package restore

// index finds names: in a short list by looking at each, in a long one by a map.
type index struct {
	names []string
	at    map[string]int
}

const shortList = 8

// newIndex returns an index of names and the first that is there twice.
func newIndex(names []string) (x index, twice string, ok bool) {
	x.names = names
	if len(names) > shortList {
		x.at = make(map[string]int, len(names))
		for i, n := range names {
			if _, there := x.at[n]; there {
				return x, n, false
			}
			x.at[n] = i
		}
		return x, "", true
	}
	for i, n := range names {
		for _, m := range names[:i] {
			if n == m {
				return x, n, false
			}
		}
	}
	return x, "", true
}

func (x *index) find(name []byte) (int, bool) {
	if x.at != nil {
		i, ok := x.at[string(name)]
		return i, ok
	}
	for i, n := range x.names {
		if n == string(name) {
			return i, true
		}
	}
	return 0, false
}
