package memory

import (
	"assay/internal/graph"
	"assay/queries"
)

// Observations are what was imported of runs of tests. The observed edges of a project are all of the newest run.
type Observations struct {
	Runs     []queries.Run             // the newest first
	Ran      map[string]bool           // identifiers of the tests that ran
	Measured map[string]graph.Measured // by path, what the newest run watched
}

func (o Observations) newest() int {
	if len(o.Runs) == 0 {
		return 0
	}
	return o.Runs[0].Ordinal
}

// measured is what runs of tests say of a file.
func (p *project) measured(path string) queries.Measured {
	m := queries.Measured{Runs: p.observations.Runs}
	if len(m.Runs) > 0 {
		m.Tests = len(p.tests)
		for id := range p.tests {
			if !p.observations.Ran[id] {
				m.NeverRan++
			}
		}
	}
	f := p.files[path]
	if f == nil {
		return m
	}
	m.Text = f.TextGZ
	known, ok := p.observations.Measured[path]
	if !ok {
		return m
	}
	m.Run, m.Same, m.Functions = p.observations.newest(), f.SHA256 == known.SHA256, known.Functions
	for range m.Functions {
		m.Since = append(m.Since, m.Run)
	}
	return m
}
