package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"assay/internal/graph"
	"assay/queries"
)

// Reach walks CALLS, REFERENCES, INHERITS, IMPLEMENTS, OVERRIDES and REQUIRES edges backwards, level by level. The
// bodies of the tests that ask for a reached fixture come one step behind it, where no walk is shorter.
func (r *Reader) Reach(_ context.Context, name string, q queries.ReachQuery) (queries.Reach, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Reach{}, err
	}
	result := queries.Reach{Snapshot: p.snapshot, Unresolved: p.mayCall(q.Names, q.Sites)}
	depths := p.walk(q.Targets, q.Depth, func(e *graph.Edge) bool {
		return isDependence(e.Type) && slices.Contains(q.Evidence, string(e.Evidence))
	})
	for _, module := range p.importersOf(q) {
		if depths[module] != 1 && !slices.Contains(q.Targets, module) {
			depths[module] = 1
		}
	}
	all, asking := p.withUsers(p.reached(depths), q)
	result.More = len(all) > q.Limit
	all = first(all, q.Limit)
	result.Rows = near(&result, all, q)
	for _, row := range result.Rows {
		result.Edges = append(result.Edges, p.outward(row.Symbol.ID, q, asking[row.Symbol.ID])...)
	}
	result.Frontier = p.frontier(all, q)
	for _, row := range all {
		if n := row.Symbol.Name; row.Depth < q.Depth && row.Symbol.Kind == string(graph.KindMethod) && strings.HasPrefix(n, "__") && strings.HasSuffix(n, "__") {
			result.Special++
		}
	}
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
	slices.SortFunc(rows, func(a, b queries.ReachRow) int {
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Symbol.ID, b.Symbol.ID))
	})
	return rows
}

// withUsers adds the bodies of tests that ask for a target or a reached symbol which is a fixture, and tells which bodies
// ask for one, those included that a walk reaches too.
func (p *project) withUsers(walked []queries.ReachRow, q queries.ReachQuery) (rows []queries.ReachRow, asking map[string]bool) {
	depths := map[string]int{}
	asking = map[string]bool{}
	for _, row := range walked {
		depths[row.Symbol.ID] = row.Depth
	}
	targets := set(q.Targets)
	add := func(fixture string, depth int) {
		for _, e := range p.in[fixture] {
			for _, body := range p.bodies(e) {
				if !slices.Contains(q.Evidence, string(e.Evidence)) || targets[body] || depth >= q.Depth {
					continue
				}
				asking[body] = true
				if old, known := depths[body]; !known || depth+1 < old {
					depths[body] = depth + 1
				}
			}
		}
	}
	for _, t := range q.Targets {
		add(t, 0)
	}
	for _, row := range walked {
		add(row.Symbol.ID, row.Depth)
	}
	return p.reached(depths), asking
}

// importersOf are the modules of the files that import the file.
func (p *project) importersOf(q queries.ReachQuery) []string {
	var all []string
	for _, e := range p.in[q.ImportsOf] {
		module := e.From + "::<module>"
		if e.Type == graph.EdgeImports && slices.Contains(q.Evidence, string(e.Evidence)) && p.symbols[module] != nil {
			all = append(all, module)
		}
	}
	return all
}

// near counts the rows of each side and gives the first wanted ones, with every row that is nearer than the last of the
// wanted others: a chain of edges to a row leads through nearer ones.
func near(result *queries.Reach, all []queries.ReachRow, q queries.ReachQuery) []queries.ReachRow {
	side := func(s queries.Symbol) *int {
		switch {
		case isTest(s):
			return &result.Tests
		case s.Path == q.OwnPath && strings.HasPrefix(plain(s.QualifiedName), q.OwnPrefix):
			return &result.Own
		default:
			return &result.Others
		}
	}
	border, cut := 0, 0
	for _, row := range all {
		border = row.Depth
		n := side(row.Symbol)
		if *n++; n == &result.Others && *n == q.Wanted {
			cut = row.Depth
		}
	}
	if result.Others > q.Wanted {
		border = cut
	}
	shown := map[*int]int{}
	return slices.DeleteFunc(slices.Clone(all), func(row queries.ReachRow) bool {
		n := side(row.Symbol)
		shown[n]++
		return row.Depth > border || row.Depth == border && shown[n] > q.Wanted
	})
}

// frontier counts the unresolved sites that call another name of a symbol from which the walk went on.
func (p *project) frontier(all []queries.ReachRow, q queries.ReachQuery) int {
	names := map[string]bool{}
	for _, row := range all {
		if name := graph.NameID(row.Symbol.Name); row.Depth < q.Depth && !slices.Contains(q.Names, name) {
			names[name] = true
		}
	}
	return p.mayCall(slices.Collect(maps.Keys(names)), 0).Total
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

// outward are the edges of a symbol by which it may have been reached; asks says that it is the body of a test that asks
// for a fixture on the way.
func (p *project) outward(id string, q queries.ReachQuery, asks bool) []queries.ReachEdge {
	var all []queries.ReachEdge
	add := func(e *graph.Edge) {
		if slices.Contains(q.Evidence, string(e.Evidence)) {
			all = append(all, queries.ReachEdge{From: id, To: e.To, Link: p.toLink(e, id)})
		}
	}
	for _, e := range p.out[id] {
		if isDependence(e.Type) {
			add(e)
		}
	}
	if s := p.symbols[id]; q.ImportsOf != "" && s.Kind == graph.KindModule {
		for _, e := range p.out[s.Path] {
			if e.Type == graph.EdgeImports && e.To == q.ImportsOf && slices.Contains(q.Evidence, string(e.Evidence)) {
				all = append(all, queries.ReachEdge{From: id, To: e.To + "::<module>", Link: p.toLink(e, id)})
			}
		}
	}
	for _, run := range p.in[id] {
		for _, e := range p.out[run.From] {
			if asks && run.Type == graph.EdgeRuns && e.Type == graph.EdgeUsesFixture {
				add(e)
			}
		}
	}
	return all
}
