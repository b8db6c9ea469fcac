package ast

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKeywordTable holds the table to the official 2020-12 metaschemas: each of
// their properties has a row whose shape fits what the metaschema says.
func TestKeywordTable(t *testing.T) {
	dir := "../parse/metaschemas/draft/2020-12"
	files, err := filepath.Glob(filepath.Join(dir, "meta/*"))
	if err != nil || len(files) < 7 {
		t.Fatalf("found %d vocabularies in %s: %v", len(files), dir, err)
	}
	seen := 0
	for _, file := range append(files, filepath.Join(dir, "schema")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var meta struct {
			Properties map[string]json.RawMessage
		}
		if err := json.Unmarshal(text, &meta); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for name, schema := range meta.Properties {
			seen++
			kw := Lookup(name)
			if kw == Unknown {
				t.Errorf("%s: the table has no row for %s", filepath.Base(file), name)
				continue
			}
			if got, want := kw.Info().Shape, shapeOf(t, name, string(schema)); got != want {
				t.Errorf("%s: %s has shape %d in the table, the metaschema says %d: %s", filepath.Base(file), name, got, want, schema)
			}
		}
	}
	if seen < 60 {
		t.Errorf("the metaschemas name %d keywords, want at least 60", seen)
	}
}

// shapeOf reads the shape of a keyword off its metaschema.
func shapeOf(t *testing.T, name, schema string) Shape {
	t.Helper()
	s := strings.Join(strings.Fields(schema), "")
	has := func(part string) bool { return strings.Contains(s, part) }
	switch {
	case name == "$ref" || name == "$dynamicRef":
		return ShapeRef // a uri-reference string, resolved by the parser
	case name == "$vocabulary", name == "const", name == "default":
		return ShapeData
	case name == "enum", name == "examples":
		return ShapeDataList
	case name == "type":
		return ShapeTypes
	case has(`"additionalProperties":{"$dynamicRef":"#meta"`), has(`"additionalProperties":{"anyOf":[{"$dynamicRef":"#meta"}`):
		return ShapeMap
	case has(`"additionalProperties":{"$ref":"#/$defs/stringArray"}`):
		return ShapeDeps
	case has(`"$ref":"#/$defs/schemaArray"`):
		return ShapeList
	case has(`"$dynamicRef":"#meta"`):
		return ShapeSchema
	case has(`"$ref":"#/$defs/stringArray"`):
		return ShapeNames
	case has(`nonNegativeInteger`):
		return ShapeCount
	case has(`"type":"number"`):
		return ShapeNum
	case has(`"type":"boolean"`):
		return ShapeFlag
	case name == "$recursiveAnchor":
		return ShapeFlag // deprecated; 2019-09 gives it a boolean
	case has(`"type":"string"`), has(`uriString`), has(`uriReferenceString`), has(`anchorString`):
		return ShapeText
	}
	t.Fatalf("cannot tell the shape of %s: %s", name, s)
	return ShapeRaw
}

// TestKeywordRows holds the rows to each other.
func TestKeywordRows(t *testing.T) {
	for k := Kw(1); int(k) < NumKw; k++ {
		info := k.Info()
		if info.Name == "" {
			t.Fatalf("row %d has no name", k)
		}
		if Lookup(info.Name) != k {
			t.Errorf("Lookup(%q) = %v", info.Name, Lookup(info.Name))
		}
		if info.Class == Annotation && info.On != 0 {
			t.Errorf("the annotation %v constrains a type", k)
		}
		for with := range info.With.All() {
			if info.Class != Applicator && with == k {
				t.Errorf("%v depends on itself", k)
			}
		}
	}
	for _, name := range []string{"", "Type", "type ", "typee", "$Ref", "x-type", "propertyordering"} {
		if kw := Lookup(name); kw != Unknown {
			t.Errorf("Lookup(%q) = %v, want Unknown", name, kw)
		}
	}
}

func TestKwSet(t *testing.T) {
	a, b := Set(KwType, KwLegacyID), Set(KwType, KwTitle)
	if !a.Has(KwLegacyID) || a.Has(KwTitle) || !a.Overlaps(b) || a.AndNot(b) != Set(KwLegacyID) || a.And(b) != Set(KwType) {
		t.Error("the set operations are wrong")
	}
	if got, want := a.Or(b).String(), "type title id"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !(KwSet{}).Empty() || a.Empty() {
		t.Error("Empty is wrong")
	}
	if OnType(Strings).Has(KwEnum) || !OnType(Strings).Has(KwMinLength) || OnType(Strings).Has(KwMinItems) {
		t.Error("OnType(Strings) is wrong")
	}
}
