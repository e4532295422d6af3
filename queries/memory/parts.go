package memory

import (
	"cmp"
	"context"
	"slices"

	"assay/internal/graph"
	"assay/queries"
)

// fixtureSteps is how far what fixtures require is followed.
const fixtureSteps = 4

// TestParts gives the functions that tests run and the fixtures that they ask for.
func (r *Reader) TestParts(_ context.Context, name string, q queries.TestPartsQuery) (queries.TestParts, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.TestParts{}, err
	}
	parts := queries.TestParts{Snapshot: p.snapshot, Bodies: []queries.TestBody{}}
	asking := map[string]bool{}
	for _, id := range q.Tests {
		if p.tests[id] != nil && !asking[id] {
			asking[id] = true
			for _, e := range p.out[id] {
				body := queries.TestBody{Test: id}
				if s := p.symbols[e.To]; s != nil && e.Type == graph.EdgeRuns {
					body.Symbol = shape(s)
					parts.Bodies = append(parts.Bodies, body)
				}
			}
		}
	}
	slices.SortFunc(parts.Bodies, func(a, b queries.TestBody) int {
		return cmp.Or(cmp.Compare(a.Test, b.Test), cmp.Compare(a.Symbol.ID, b.Symbol.ID))
	})
	parts.Bodies = slices.Compact(parts.Bodies)
	for _, id := range q.Bodies {
		for _, e := range p.in[id] {
			if e.Type == graph.EdgeRuns {
				asking[e.From] = true
			}
		}
	}
	fixtures := p.fixtures(asking)
	parts.Total, parts.Fixtures = len(fixtures), first(fixtures, q.Limit)
	return parts, nil
}

func (p *project) fixtures(asking map[string]bool) []queries.FixtureUse {
	tests := map[string]int{}
	for test := range asking {
		for id := range p.asked(test) {
			tests[id]++
		}
	}
	all := []queries.FixtureUse{}
	for id, n := range tests {
		s := p.symbols[id]
		use := queries.FixtureUse{Symbol: shape(s), Tests: n}
		if s.Fixture != nil {
			use.Scope = s.Fixture.Scope
		}
		all = append(all, use)
	}
	slices.SortFunc(all, func(a, b queries.FixtureUse) int {
		return cmp.Or(cmp.Compare(b.Tests, a.Tests), cmp.Compare(a.Symbol.ID, b.Symbol.ID))
	})
	return all
}

// asked are the fixtures of a test with what they require.
func (p *project) asked(test string) map[string]bool {
	reached, edge := map[string]bool{}, []string{test}
	for step := range fixtureSteps + 1 {
		wanted := graph.EdgeRequires
		if step == 0 {
			wanted = graph.EdgeUsesFixture
		}
		var next []string
		for _, from := range edge {
			for _, e := range p.out[from] {
				if e.Type == wanted && p.symbols[e.To] != nil && !reached[e.To] {
					reached[e.To] = true
					next = append(next, e.To)
				}
			}
		}
		edge = next
	}
	return reached
}

// Texts gives the texts of files.
func (r *Reader) Texts(_ context.Context, name string, paths []string) (queries.Texts, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Texts{}, err
	}
	texts := queries.Texts{Snapshot: p.snapshot, GZ: map[string][]byte{}}
	for _, path := range paths {
		if f := p.files[path]; f != nil && f.TextGZ != nil {
			texts.GZ[path] = f.TextGZ
		}
	}
	return texts, nil
}
