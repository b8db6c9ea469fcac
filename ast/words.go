package ast

// RefWords are what a dialect calls references and definitions. An empty word is
// the one of 2020-12. The tree always speaks of KwRef and KwDefs; only what reads
// or prints a dialect's own text needs its words:
//
//	{"ref":"#/defs/Name"} and {"defs":{…}}
//	{"$ref":"#/$def/Name"} and {"$def":{…}}
type RefWords struct{ Ref, Defs string }

// Spell returns a keyword as the dialect writes it.
func (w RefWords) Spell(k Kw) string {
	switch {
	case k == KwRef && w.Ref != "":
		return w.Ref
	case k == KwDefs && w.Defs != "":
		return w.Defs
	}
	return k.String()
}

// Lookup returns the keyword that the dialect spells name, Unknown if it has
// none: where definitions are called defs, $defs is no keyword.
func (w RefWords) Lookup(name string) Kw {
	switch name {
	case w.Spell(KwRef):
		return KwRef
	case w.Spell(KwDefs):
		return KwDefs
	}
	if k := Lookup(name); k != KwRef && k != KwDefs {
		return k
	}
	return Unknown
}

// Pointer returns the beginning of a reference to a definition: "#/$defs/".
func (w RefWords) Pointer() string { return "#/" + w.Spell(KwDefs) + "/" }
