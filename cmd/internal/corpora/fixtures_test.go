//go:build cgo

package corpora_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/examples"
	"assay/ingest"
	"assay/ingest/lang"
	"assay/ingest/lang/python"
	"assay/ingest/parse/parsetest"
	"assay/internal/graph"
	"assay/internal/truth"
)

// TestFixtures compares the fixtures of the shop's tests with what people read: exactly those that a test asks for, and
// among what these require all that pytest sets up.
func TestFixtures(t *testing.T) {
	known, err := truth.Read(examples.ShopPython)
	if err != nil {
		t.Fatal(err)
	}
	built, err := ingest.Build(t.Context(), ingest.Options{
		Root: root(t, known), Project: "shop", Worker: parsetest.Command(), Languages: []lang.Language{python.Python{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	g := fixtureGraph(built.Graph)
	for _, fixtures := range known.Fixtures {
		t.Run(fixtures.Test, func(t *testing.T) {
			id, ok := g.tests[fixtures.Test]
			if !ok {
				t.Fatal("no such test")
			}
			if diff := cmp.Diff(wantDirect(fixtures), g.places(g.uses[id])); diff != "" {
				t.Errorf("fixtures asked for (-want +got):\n%s", diff)
			}
			reached := g.places(g.closure(g.uses[id]))
			for _, site := range fixtures.All {
				if !slices.Contains(reached, site.String()) {
					t.Errorf("not reached: %s, of %v", site, reached)
				}
			}
		})
	}
}

// wantDirect gives the places of what a test asks for: of fixtures of one name the last, which hides the others.
func wantDirect(fixtures truth.Fixtures) []string {
	last := map[string]string{}
	for _, site := range fixtures.All {
		last[site.Symbol] = site.String()
	}
	var want []string
	for _, name := range fixtures.Direct {
		want = append(want, last[name])
	}
	slices.Sort(want)
	return want
}

// fixtureLinks is what a graph says of tests and fixtures, by identifier.
type fixtureLinks struct {
	tests    map[string]string // by the runner's name
	uses     map[string][]string
	requires map[string][]string
	site     map[string]string
}

func fixtureGraph(g *graph.Graph) fixtureLinks {
	links := fixtureLinks{map[string]string{}, map[string][]string{}, map[string][]string{}, map[string]string{}}
	for _, test := range g.Tests {
		links.tests[test.RunnerID] = test.ID
	}
	for _, symbol := range g.Symbols {
		if symbol.Fixture != nil {
			links.site[symbol.ID] = truth.Site{Path: symbol.Path, Line: symbol.StartLine, Symbol: symbol.Fixture.Name}.String()
		}
	}
	for _, edge := range g.Edges {
		switch {
		case edge.Type == graph.EdgeUsesFixture && edge.How != "setup": // setUp of unittest is told as one, but none of pytest's
			links.uses[edge.From] = append(links.uses[edge.From], edge.To)
		case edge.Type == graph.EdgeRequires:
			links.requires[edge.From] = append(links.requires[edge.From], edge.To)
		}
	}
	return links
}

func (l fixtureLinks) places(ids []string) []string {
	var places []string
	for _, id := range ids {
		places = append(places, l.site[id])
	}
	slices.Sort(places)
	return places
}

func (l fixtureLinks) closure(from []string) []string {
	reached := map[string]bool{}
	for rest := slices.Clone(from); len(rest) > 0; rest = rest[1:] {
		if !reached[rest[0]] {
			reached[rest[0]] = true
			rest = append(rest, l.requires[rest[0]]...)
		}
	}
	return slices.Collect(maps.Keys(reached))
}
