package memory

import (
	"cmp"
	"context"
	"slices"

	"assay/internal/graph"
	"assay/queries"
)

// Reach walks CALLS, REFERENCES, INHERITS, IMPLEMENTS, OVERRIDES and REQUIRES edges backwards, level by level. The
// bodies of the tests that ask for a reached fixture come one step behind it.
func (r *Reader) Reach(_ context.Context, name string, q queries.ReachQuery) (queries.Reach, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Reach{}, err
	}
	depths := p.walk(q.Targets, q.Depth, func(e *graph.Edge) bool {
		return isDependence(e.Type) && slices.Contains(q.Evidence, string(e.Evidence))
	})
	result := queries.Reach{Snapshot: p.snapshot, Unresolved: p.mayCall(q.Names, q.Sites), Rows: p.reached(depths)}
	result.More = len(result.Rows) > q.Limit
	result.Rows = first(result.Rows, q.Limit)
	for _, row := range result.Rows {
		result.Edges = append(result.Edges, p.inward(row, depths, q)...)
		if row.Depth == 1 {
			result.Frontier += p.mayCall([]string{graph.NameID(row.Symbol.Name)}, 0).Total
		}
	}
	p.fixtureUsers(&result, q)
	return result, nil
}

func (p *project) reached(depths map[string]int) []queries.ReachRow {
	rows := []queries.ReachRow{}
	for id, depth := range depths {
		s, ok := p.symbol(id)
		if ok && depth > 0 && !s.External {
			rows = append(rows, queries.ReachRow{Symbol: s, Depth: depth})
		}
	}
	slices.SortFunc(rows, byDepth)
	return rows
}

func byDepth(a, b queries.ReachRow) int {
	return cmp.Or(cmp.Compare(a.Depth, b.Depth), bySide(a.Symbol, b.Symbol))
}

// fixtureUsers adds the bodies of tests that ask for a target or a reached symbol which is a fixture.
func (p *project) fixtureUsers(result *queries.Reach, q queries.ReachQuery) {
	depths := map[string]int{}
	for _, t := range q.Targets {
		depths[t] = 0
	}
	for _, row := range result.Rows {
		depths[row.Symbol.ID] = row.Depth
	}
	users := map[string]int{}
	for id, depth := range depths {
		for _, e := range p.in[id] {
			if depth == q.Depth || !slices.Contains(q.Evidence, string(e.Evidence)) {
				continue
			}
			for _, body := range p.bodies(e) {
				if _, known := depths[body]; known {
					continue
				}
				if old, ok := users[body]; !ok || depth+1 < old {
					users[body] = depth + 1
				}
				result.Edges = append(result.Edges, queries.ReachEdge{From: body, To: id, Link: p.toLink(e, body)})
			}
		}
	}
	result.Rows = append(result.Rows, p.reached(users)...)
}

func isDependence(t graph.EdgeType) bool {
	switch t {
	case graph.EdgeCalls, graph.EdgeReferences, graph.EdgeInherits, graph.EdgeImplements, graph.EdgeOverrides, graph.EdgeRequires:
		return true
	}
	return false
}

// walk gives every node from which edges lead to the targets with its shortest distance, the targets at 0.
func (p *project) walk(targets []string, depth int, follow func(*graph.Edge) bool) map[string]int {
	depths := map[string]int{}
	for _, t := range targets {
		depths[t] = 0
	}
	level := targets
	for d := 1; d <= depth && len(level) > 0; d++ {
		var next []string
		for _, id := range level {
			for _, e := range p.in[id] {
				if _, seen := depths[e.From]; !seen && follow(e) {
					depths[e.From] = d
					next = append(next, e.From)
				}
			}
		}
		level = next
	}
	return depths
}

// inward are the edges of a row that lead one step nearer.
func (p *project) inward(row queries.ReachRow, depths map[string]int, q queries.ReachQuery) []queries.ReachEdge {
	var all []queries.ReachEdge
	for _, e := range p.out[row.Symbol.ID] {
		depth, ok := depths[e.To]
		if ok && depth == row.Depth-1 && isDependence(e.Type) && slices.Contains(q.Evidence, string(e.Evidence)) {
			all = append(all, queries.ReachEdge{From: e.From, To: e.To, Link: p.toLink(e, e.From)})
		}
	}
	return all
}
