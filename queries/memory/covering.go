package memory

import (
	"cmp"
	"context"
	"slices"

	"assay/internal/graph"
	"assay/queries"
)

// Covering gives the tests with an observed edge to a target, and those whose body or fixture leads to one by calls.
func (r *Reader) Covering(_ context.Context, name string, q queries.CoveringQuery) (queries.Covering, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Covering{}, err
	}
	result := queries.Covering{Snapshot: p.snapshot, Measured: p.measured(q.Path), Unresolved: p.mayCall(q.Names, q.Sites)}
	if q.Observed {
		result.Observed = p.observed(append(slices.Clone(q.Targets), q.File))
	}
	result.Static = p.static(q)
	result.More = len(result.Observed) > q.Limit || len(result.Static) > q.Limit
	result.Observed, result.Static = first(result.Observed, q.Limit), first(result.Static, q.Limit)
	return result, nil
}

func (p *project) observed(targets []string) []queries.ObservedTest {
	found := map[string]*queries.ObservedTest{}
	for _, target := range targets {
		for _, e := range p.in[target] {
			t := p.tests[e.From]
			if t == nil || e.Type != graph.EdgeTests || e.Evidence != graph.Observed {
				continue
			}
			if found[t.ID] == nil {
				found[t.ID] = &queries.ObservedTest{ID: t.ID, Test: testRef(t), How: e.How}
			}
			found[t.ID].Hits = append(found[t.ID].Hits, queries.Execution{To: target, Run: p.observations.newest()})
			found[t.ID].Phases |= e.Phases
			found[t.ID].Lines = append(found[t.ID].Lines, e.Lines...)
		}
	}
	all := []queries.ObservedTest{}
	for _, t := range found {
		slices.Sort(t.Lines)
		t.Lines = slices.Compact(t.Lines)
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b queries.ObservedTest) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// static keeps of each test what the strongest search found.
func (p *project) static(q queries.CoveringQuery) []queries.StaticTest {
	found := map[string]queries.StaticTest{}
	for _, pass := range q.Passes {
		for id, t := range p.reaching(q, pass.Allowed) {
			if _, ok := found[id]; !ok {
				t.Evidence = pass.Evidence
				found[id] = t
			}
		}
	}
	all := []queries.StaticTest{}
	for _, t := range found {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b queries.StaticTest) int {
		return cmp.Or(cmp.Compare(a.Evidence, b.Evidence), cmp.Compare(a.Calls, b.Calls), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// reaching walks from the targets back to tests: calls, required fixtures, and last what a test runs or asks for.
func (p *project) reaching(q queries.CoveringQuery, evidence []string) map[string]queries.StaticTest {
	allowed := set(evidence)
	depths := p.walk(q.Targets, queries.StaticCalls+1, func(e *graph.Edge) bool {
		switch e.Type {
		case graph.EdgeCalls, graph.EdgeRequires, graph.EdgeRuns, graph.EdgeUsesFixture:
			return allowed[string(e.Evidence)]
		}
		return false
	})
	found := map[string]queries.StaticTest{}
	for id, depth := range depths {
		if t := p.tests[id]; t != nil {
			found[id] = queries.StaticTest{ID: id, Test: testRef(t), Calls: depth - 1}
		}
	}
	return found
}

func testRef(t *graph.Test) queries.TestRef {
	return queries.TestRef{RunnerID: t.RunnerID, Path: t.Path, Line: t.Line, Framework: t.Framework}
}
