package load_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/ingest/load"
	"assay/internal/fault"
	"assay/internal/graph"
)

func run(id string, tests ...string) load.Run {
	return load.Run{ID: id, Source: "coverage.py", Commit: "c1", CreatedAt: time.UnixMilli(1000), Tests: tests}
}

func executes(test graph.Test, y graph.Symbol, lines ...int) graph.Edge {
	return graph.Edge{
		From: test.ID, To: y.ID, Type: graph.EdgeTests, Evidence: graph.Observed, How: "coverage.py", Lines: lines, Candidates: 1, Phases: graph.PhaseCall,
	}
}

// observed lists the observed edges as [from, type, to, run].
func (b *bench) observed() []map[string]any {
	b.Helper()
	return b.run(`MATCH (p:Project {name: $p}) MATCH (n {graph: p.graph})-[e {evidence: 'observed'}]->(m)
		RETURN n.id AS from, type(e) AS type, m.id AS to, e.lines AS lines, e.run AS run ORDER BY from, type, to`, map[string]any{"p": b.project})
}

func (b *bench) add(r load.Run, edges ...graph.Edge) load.Result {
	b.Helper()
	result, err := load.AddObserved(b.Context(), b.store, b.project, r, edges)
	if err != nil {
		b.Fatal(err)
	}
	return result
}

func line(e graph.Edge, run int64) map[string]any {
	lines := []any{}
	for _, n := range e.Lines {
		lines = append(lines, int64(n))
	}
	return map[string]any{"from": e.From, "type": string(e.Type), "to": e.To, "lines": lines, "run": run}
}

func TestObservedEdges(t *testing.T) {
	b := newBench(t)
	g := small(1)
	loaded := b.apply(g).Version
	source := b.export()
	one, two := executes(g.Tests[0], g.Symbols[1], 3, 4), executes(g.Tests[1], g.Symbols[2], 7)
	covered := graph.Edge{From: g.Symbols[2].ID, Type: graph.EdgeCoveredBy, Evidence: graph.Observed, How: "coverage.py", Lines: []int{1}}
	onRun := covered
	onRun.To = "r1"
	first := b.add(run("r1", g.Tests[0].ID, g.Tests[1].ID), one, two, covered)
	if first.Version != loaded+2 || !first.Changed || first.Counts["edges_created"] != 3 {
		t.Errorf("the run gave version %d, %v", first.Version, first.Counts)
	}
	all := []map[string]any{line(one, 1), line(two, 1), line(onRun, 1)}
	if d := cmp.Diff(byFrom(all), b.observed()); d != "" {
		t.Error(d)
	}
	if again := b.add(run("r1", g.Tests[0].ID, g.Tests[1].ID), one, two, covered); again.Changed || again.Version != loaded+2 {
		t.Errorf("the same run once more wrote %v", again.Counts)
	}

	// Another run of one test replaces what that test did, and leaves the other test alone.
	moved := executes(g.Tests[0], g.Symbols[3], 9)
	b.add(run("r2", g.Tests[0].ID), moved)
	if d := cmp.Diff(byFrom([]map[string]any{line(moved, 2), line(two, 1), line(onRun, 1)}), b.observed()); d != "" {
		t.Error(d)
	}

	// Loads of the source leave observed edges standing, in place and beside.
	want := b.observed()
	for _, direct := range []int{1_000_000, 0} {
		g.Symbols[5].Doc += "changed"
		if _, err := load.ApplyWith(t.Context(), b.store, b.snapshot(), g, func(string, int, int) {}, direct); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, b.observed()); d != "" {
			t.Errorf("a load with limit %d changed observed edges: %s", direct, d)
		}
	}
	if rest := len(b.export()) - len(source); rest != 3+2 {
		t.Errorf("%d rows more than the source's, want three edges and two runs", rest)
	}

	// A test that vanishes takes its observations along.
	gone := g.Tests[0].ID
	g.Tests = g.Tests[1:]
	g.Edges = without(g.Edges, gone)
	b.apply(g)
	if d := cmp.Diff(byFrom([]map[string]any{line(two, 1), line(onRun, 1)}), b.observed()); d != "" {
		t.Error(d)
	}
}

func byFrom(rows []map[string]any) []map[string]any {
	for i := range rows {
		for j := i; j > 0 && rows[j]["from"].(string) < rows[j-1]["from"].(string); j-- {
			rows[j], rows[j-1] = rows[j-1], rows[j]
		}
	}
	return rows
}

func without(edges []graph.Edge, id string) []graph.Edge {
	var kept []graph.Edge
	for _, e := range edges {
		if e.From != id && e.To != id {
			kept = append(kept, e)
		}
	}
	return kept
}

// A test that only a run knows lives as long as its file, and becomes a usual one when a load finds it.
func TestMadeTests(t *testing.T) {
	b := newBench(t)
	g := small(1)
	b.apply(g)
	path := g.Files[3].Path
	made := graph.Test{ID: graph.TestID(path, "gen[1]"), RunnerID: path + "::gen[1]", Path: path, Name: "gen", Framework: "pytest", Line: 2}
	r := run("r1", made.ID)
	r.Made, r.Cases = []graph.Test{made}, map[string]int{g.Tests[0].ID: 3}
	edge := executes(made, g.Symbols[1], 3)
	b.add(r, edge)
	if again := b.add(r, edge); again.Changed {
		t.Errorf("the same run once more wrote %v", again.Counts)
	}
	state := func() []map[string]any {
		return b.run(`MATCH (p:Project {name: $p}) MATCH (n:Test {graph: p.graph}) WHERE n.made OR n.cases > 0
			RETURN n.name AS name, n.made AS made, n.cases AS cases, COUNT { (n)-[:TESTS]->() } AS edges ORDER BY name`, map[string]any{"p": b.project})
	}
	want := []map[string]any{
		{"name": "gen", "made": true, "cases": nil, "edges": int64(1)},
		{"name": g.Tests[0].Name, "made": nil, "cases": int64(3), "edges": int64(0)},
	}
	for _, direct := range []int{1_000_000, 0} {
		g.Symbols[5].Doc += "changed"
		if _, err := load.ApplyWith(t.Context(), b.store, b.snapshot(), g, func(string, int, int) {}, direct); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, state()); d != "" {
			t.Errorf("limit %d: %s", direct, d)
		}
	}
	if result := b.apply(g); result.Changed {
		t.Errorf("a load of the same wrote %v", result.Counts)
	}
	g.Tests = append(g.Tests, made)
	b.apply(g)
	want[0]["made"], want = nil, want[1:]
	if d := cmp.Diff(want, state()); d != "" {
		t.Errorf("a load that finds the test: %s", d)
	}
	if len(b.observed()) != 1 {
		t.Error("a load that finds the test lost what the run observed")
	}
}

func TestObservedInputIsChecked(t *testing.T) {
	b := newBench(t)
	if _, err := load.AddObserved(t.Context(), b.store, b.project, run("r"), nil); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown project: %v", err)
	}
	g := small(1)
	b.apply(g)
	static := executes(g.Tests[0], g.Symbols[0])
	static.Evidence = graph.Exact
	unknown := executes(g.Tests[0], graph.Symbol{ID: "nowhere"})
	for _, e := range []graph.Edge{static, unknown} {
		if _, err := load.AddObserved(t.Context(), b.store, b.project, run("r"), []graph.Edge{e}); fault.KindOf(err) != fault.Internal {
			t.Errorf("%v: got %v, want an internal fault", e, err)
		}
	}
	if len(b.observed()) != 0 {
		t.Error("a refused run left edges")
	}
}
