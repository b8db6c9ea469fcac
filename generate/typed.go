package generate

// types writes Typed, if there is a tool that was made of a Go type.
func (g *goFile) types() {
	if !g.typed() {
		return
	}
	g.dst = append(g.dst, `// Typed is a Tool whose arguments are a T. It must not be copied.
type Typed[T any] struct {
	Tool
	source restore.Schema // what was made of T
}

// Decode takes the arguments that the provider of a target sent, restores their
// shape, checks them against the schema that was made of T and returns them as a
// T. The error says what is wrong and where, in words for the model.
func (t *Typed[T]) Decode(target Target, args []byte) (T, error) {
	var v T
	args, err := t.For(target).Restore(args)
	if err != nil {
		return v, fmt.Errorf("%s: %w", t.name, err)
	}
	if err := t.source.Check(args); err != nil {
		return v, fmt.Errorf("%s: %w", t.name, err)
	}
	if err := json.Unmarshal(args, &v); err != nil {
		return v, fmt.Errorf("%s: %w", t.name, err)
	}
	return v, nil
}

`...)
}

// typeName is a type as the generated package writes it.
func (g *goFile) typeName(t *GoType) string {
	for _, m := range g.imports {
		if m.path == t.Package {
			return m.name + "." + t.Name
		}
	}
	return t.Name
}
