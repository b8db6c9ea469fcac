package emit

// Format appends a JSON value with other white space: none if opt.Indent is
// empty, else a line for each member and element. Nothing but white space
// changes; the value must be valid JSON. opt.Prefix begins every line but the
// first.
func Format(dst, json []byte, opt Options) []byte {
	depth := 0
	line := func() {
		if opt.Indent == "" {
			return
		}
		dst = append(dst, '\n')
		dst = append(dst, opt.Prefix...)
		for range depth {
			dst = append(dst, opt.Indent...)
		}
	}
	for i := 0; i < len(json); i++ {
		c := json[i]
		switch c {
		case ' ', '\t', '\n', '\r':
		case '"':
			start := i
			for i++; json[i] != '"'; i++ {
				if json[i] == '\\' {
					i++
				}
			}
			dst = append(dst, json[start:i+1]...)
		case '{', '[':
			dst = append(dst, c)
			j := i + 1
			for j < len(json) && (json[j] == ' ' || json[j] == '\t' || json[j] == '\n' || json[j] == '\r') {
				j++
			}
			if json[j] == '}' || json[j] == ']' {
				dst = append(dst, json[j])
				i = j
				continue
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			dst = append(dst, c)
		case ',':
			dst = append(dst, c)
			line()
		case ':':
			dst = append(dst, c)
			if opt.Indent != "" {
				dst = append(dst, ' ')
			}
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
