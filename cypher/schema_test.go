package cypher

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite docs/schema.md")

func TestSchemaDocument(t *testing.T) {
	const path = "../docs/schema.md"
	want := Describe().Document()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("docs/schema.md is not what the schema says; run go test ./cypher -run TestSchemaDocument -update: %s", d)
	}
}

// Every label and edge type of the vocabulary that loads write is described, with properties that exist.
func TestSchemaNamesKnownProperties(t *testing.T) {
	schema := Describe()
	known := map[string]bool{}
	for _, p := range schema.EdgeProperties {
		known[p.Name] = true
	}
	for _, e := range schema.Edges {
		for _, name := range e.Properties {
			if !known[name] {
				t.Errorf("%s has the property %s, which no table describes", e.Type, name)
			}
		}
	}
	text, err := os.ReadFile("../internal/graph/vocabulary.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range schema.Edges {
		if !strings.Contains(string(text), `"`+string(e.Type)+`"`) {
			t.Errorf("%s is not in the vocabulary", e.Type)
		}
	}
}
