package load_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/cypher"
	"assay/cypher/cyphertest"
	"assay/ingest/load"
	"assay/ingest/load/loadtest"
	"assay/internal/fault"
	"assay/internal/graph"
	"assay/internal/neo4jtest"
)

// bench is a project on a test server.
type bench struct {
	*testing.T
	address neo4jtest.Address
	store   *cypher.Store
	project string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	address := neo4jtest.Shared(t)
	b := &bench{T: t, address: address, store: cyphertest.Open(t, address), project: neo4jtest.Project(t)}
	t.Cleanup(func() {
		if err := load.Delete(context.Background(), b.store, b.project); err != nil && fault.KindOf(err) != fault.NotFound {
			t.Errorf("clean up: %v", err)
		}
	})
	return b
}

func (b *bench) snapshot() load.Snapshot {
	return load.Snapshot{
		Project: b.project, Root: "/repository/" + b.project, Commit: "c1", Branch: "main", Languages: []string{"python"},
		ExtractorHash: "x1", Status: graph.SnapshotReady, Counts: map[string]int64{"unresolved": 3},
	}
}

func (b *bench) apply(g *graph.Graph) load.Result {
	b.Helper()
	result, err := load.Apply(b.Context(), b.store, b.snapshot(), g, nil)
	if err != nil {
		b.Fatal(err)
	}
	return result
}

func (b *bench) run(text string, params map[string]any) []map[string]any {
	b.Helper()
	return cyphertest.Run(b.T, b.address, text, params)
}

// export lists every node and edge of the project's published copy, without keys, times and numbers of the database.
func (b *bench) export() []string {
	b.Helper()
	return b.exportOf(b.project)
}

func (b *bench) exportOf(project string) []string {
	b.Helper()
	var lines []string
	for _, row := range b.run(`
		MATCH (p:Project {name: $project}) MATCH (n {graph: p.graph}) WHERE NOT n:Project
		RETURN labels(n) AS labels, n {.*, graph: null} AS props`, map[string]any{"project": project}) {
		lines = append(lines, fmt.Sprintf("%v %v", sorted(row["labels"]), row["props"]))
	}
	for _, row := range b.run(`
		MATCH (p:Project {name: $project}) MATCH (n {graph: p.graph})-[e]->(m) WHERE NOT n:Project
		RETURN n.id AS from, type(e) AS type, m.id AS to, properties(e) AS props
		UNION ALL
		MATCH (p:Project {name: $project})-[e:CONTAINS]->(m)
		RETURN '' AS from, type(e) AS type, m.id AS to, properties(e) AS props`, map[string]any{"project": project}) {
		lines = append(lines, fmt.Sprintf("%v -%v-> %v %v", row["from"], row["type"], row["to"], row["props"]))
	}
	slices.Sort(lines)
	return lines
}

func sorted(labels any) []string {
	var names []string
	for _, label := range labels.([]any) {
		names = append(names, label.(string))
	}
	slices.Sort(names)
	return names
}

func small(seed uint64) *graph.Graph {
	return loadtest.Shape{Files: 12, PerFile: 5, Calls: 4, Externals: 10, Names: 8, TestsPerFile: 2, Seed: seed, TextBytes: 200, ExternalEvery: 4}.Graph()
}

func TestFirstLoadWritesEveryRow(t *testing.T) {
	b := newBench(t)
	g := small(1)
	result := b.apply(g)
	if result.Version < 2 || result.Version%2 != 0 || !result.Changed {
		t.Errorf("version %d, changed %v, want an even one and true", result.Version, result.Changed)
	}
	nodes, edges := 0, 0
	for _, line := range b.export() {
		if strings.HasPrefix(line, "[") {
			nodes++
		} else {
			edges++
		}
	}
	want := len(g.Files) + len(g.Packages) + len(g.Symbols) + len(g.Tests) + len(g.Names)
	if nodes != want || edges != len(g.Edges)+1 { // the project contains the package
		t.Errorf("%d nodes and %d edges, want %d and %d", nodes, edges, want, len(g.Edges)+1)
	}
}

func TestLoadOfTheSameWritesNothing(t *testing.T) {
	b := newBench(t)
	first := b.apply(small(1))
	before := b.export()
	snapshots := b.run("MATCH (:Project {name: $p})-[:PUBLISHED]->(s) RETURN count(s) AS n", map[string]any{"p": b.project})
	again := b.apply(small(1))
	if again.Changed || again.Version != first.Version {
		t.Errorf("the second load changed the version %d to %d", first.Version, again.Version)
	}
	if d := cmp.Diff(before, b.export()); d != "" {
		t.Errorf("the second load changed rows: %s", d)
	}
	if d := cmp.Diff(snapshots, b.run("MATCH (:Project {name: $p})-[:PUBLISHED]->(s) RETURN count(s) AS n", map[string]any{"p": b.project})); d != "" {
		t.Error(d)
	}
}

// A load over another graph ends in the same rows as a first load, whether by difference or beside.
func TestDifferenceEndsLikeAFirstLoad(t *testing.T) {
	fresh, over := newBench(t), newBench(t)
	fresh.apply(small(2))
	first := over.apply(small(1)).Version
	if second := over.apply(small(2)).Version; second != first+2 {
		t.Errorf("version %d after %d", second, first)
	}
	if d := cmp.Diff(fresh.export(), over.export()); d != "" {
		t.Errorf("first load (-) and difference (+) differ: %s", d)
	}
}

// Whatever stood before, and whichever way the load takes, the rows are those of a first load.
func TestSequenceOfLoadsEndsLikeAFirstLoad(t *testing.T) {
	shapes := []loadtest.Shape{
		{Files: 6, PerFile: 3, Calls: 3, Externals: 4, Names: 3, TestsPerFile: 1, Seed: 1, TextBytes: 50, ExternalEvery: 3},
		{Files: 9, PerFile: 4, Calls: 2, Externals: 9, Names: 5, TestsPerFile: 2, Seed: 2, TextBytes: 50, ExternalEvery: 2},
		{Files: 3, PerFile: 5, Calls: 5, Externals: 2, Names: 0, TestsPerFile: 0, Seed: 3, TextBytes: 50, ExternalEvery: 2},
		{Files: 0},
		{Files: 6, PerFile: 3, Calls: 3, Externals: 4, Names: 3, TestsPerFile: 1, Seed: 1, TextBytes: 50, ExternalEvery: 3},
	}
	over := newBench(t)
	for i, shape := range shapes {
		direct := 1_000_000
		if i%2 == 0 {
			direct = 0 // beside
		}
		if _, err := load.ApplyWith(t.Context(), over.store, over.snapshot(), shape.Graph(), func(string, int, int) {}, direct); err != nil {
			t.Fatal(err)
		}
		fresh := newBench(t)
		fresh.apply(shape.Graph())
		if d := cmp.Diff(fresh.export(), over.export()); d != "" {
			t.Errorf("load %d: first load (-) and sequence (+) differ: %s", i, d)
		}
	}
	copies := over.run("MATCH (n:Symbol) WHERE n.path STARTS WITH 'pkg/' MATCH (p:Project {name: $p}) WHERE n.graph IN p.stale_graphs RETURN count(n) AS n", map[string]any{"p": over.project})
	if copies[0]["n"] != int64(0) {
		t.Errorf("%v symbols of copies that are not published are left", copies[0]["n"])
	}
}

// Labels follow the kind, properties that vanish are removed, and what others noted on nodes and edges stays.
func TestChangedSymbolKeepsNotesOfOthers(t *testing.T) {
	b := newBench(t)
	g := small(1)
	g.Symbols[1].Fixture = &graph.FixtureInfo{Name: "db", Scope: "session", Autouse: true}
	b.apply(g)
	id := g.Symbols[1].ID
	params := map[string]any{"p": b.project, "id": id}
	b.run("MATCH (p:Project {name: $p}) MATCH (n:Symbol {graph: p.graph, id: $id}) SET n.note = 'mine' CREATE (n)-[:SEE {why: 'mine'}]->(n)", params)
	g.Symbols[1].Fixture, g.Symbols[1].Doc, g.Symbols[1].Kind = nil, "", graph.KindVariable
	result := b.apply(g)
	if result.Counts["nodes_updated"] != 1 || result.Counts["nodes_created"] != 0 || result.Counts["edges_deleted"] != 0 {
		t.Errorf("wrote %v, want one updated node", result.Counts)
	}
	rows := b.run(`MATCH (p:Project {name: $p}) MATCH (n:Symbol {graph: p.graph, id: $id})
		RETURN labels(n) AS labels, n.doc AS doc, n.fixture_name AS fixture, n.autouse AS autouse, n.note AS note, COUNT { (n)-[:SEE]->() } AS notes`, params)
	rows[0]["labels"] = sorted(rows[0]["labels"])
	want := []map[string]any{{"labels": []string{"Symbol", "Variable"}, "doc": nil, "fixture": nil, "autouse": nil, "note": "mine", "notes": int64(1)}}
	if d := cmp.Diff(want, rows); d != "" {
		t.Error(d)
	}
}

// Edges made or removed by hand are put right by the next load that changes anything.
func TestLoadRepairsWhatOthersChanged(t *testing.T) {
	b := newBench(t)
	g := small(1)
	b.apply(g)
	want := b.export()
	b.run(`MATCH (p:Project {name: $p}) MATCH (a:Function {graph: p.graph})-[c:CALLS]->(x) WITH p, a, c LIMIT 1 DELETE c
		WITH p, a MATCH (z:Function {graph: p.graph}) WHERE z <> a WITH a, z LIMIT 1 CREATE (a)-[:CALLS {evidence: 'exact'}]->(z)`, map[string]any{"p": b.project})
	result := b.apply(g)
	if !result.Changed || result.Counts["edges_created"] != 1 || result.Counts["edges_deleted"] != 1 {
		t.Errorf("wrote %v, want one edge created and one deleted", result.Counts)
	}
	if d := cmp.Diff(want, b.export()); d != "" {
		t.Error(d)
	}
}

// Case N05: 400 modules that call one hub; every edge is there once, and repeats are bounded and told.
func TestHubHasEveryEdgeOnce(t *testing.T) {
	b := newBench(t)
	g := hub(400)
	result := b.apply(g)
	rows := b.run("MATCH (p:Project {name: $p}) MATCH (h:Function {graph: p.graph, id: 'hub.py::log'})<-[c:CALLS]-(f) RETURN count(c) AS edges, count(DISTINCT f) AS callers", map[string]any{"p": b.project})
	if d := cmp.Diff([]map[string]any{{"edges": int64(400), "callers": int64(400)}}, rows); d != "" {
		t.Error(d)
	}
	t.Logf("%d transactions were repeated", result.Retries)
}

func hub(callers int) *graph.Graph {
	g := &graph.Graph{}
	add := func(path, name string) string {
		id := graph.SymbolID(path, name, graph.KindFunction, 1)
		g.Files = append(g.Files, graph.File{Path: path, Language: "python", Role: graph.RoleSource, Status: graph.FileParsed})
		g.Symbols = append(g.Symbols, graph.Symbol{ID: id, Path: path, Name: name, QualifiedName: name, Kind: graph.KindFunction, Role: graph.RoleSource, Language: "python"})
		g.Edges = append(g.Edges, graph.Edge{From: path, To: id, Type: graph.EdgeDefines, Evidence: graph.Exact})
		return id
	}
	to := add("hub.py", "log")
	for i := range callers {
		from := add(fmt.Sprintf("m/f%d.py", i), fmt.Sprintf("g%d", i))
		g.Edges = append(g.Edges, graph.Edge{From: from, To: to, Type: graph.EdgeCalls, Evidence: graph.Exact, How: "import", Lines: []int{5}})
	}
	return g
}

// Case N10: two projects with the same paths in one database; deleting one leaves the other whole.
func TestProjectsAreApart(t *testing.T) {
	one, two := newBench(t), newBench(t)
	one.apply(small(1))
	other := small(1)
	other.Symbols[3].Doc = "the other one"
	two.apply(other)
	want := two.export()
	if err := load.Delete(t.Context(), one.store, one.project); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, two.export()); d != "" {
		t.Errorf("deleting one project changed the other: %s", d)
	}
	if rest := one.run("MATCH (p:Project {name: $p}) RETURN p", map[string]any{"p": one.project}); len(rest) > 0 {
		t.Errorf("the deleted project is still there: %v", rest)
	}
	if err := load.Delete(t.Context(), one.store, one.project); fault.KindOf(err) != fault.NotFound {
		t.Errorf("deleting it again gives %v, want not found", err)
	}
}

// TestVersionsNeverComeTwice deletes a project and loads it again: a cursor or a tag of before must not fit by chance.
func TestVersionsNeverComeTwice(t *testing.T) {
	b := newBench(t)
	b.apply(small(1))
	before := b.apply(small(2)).Version
	if err := load.Delete(t.Context(), b.store, b.project); err != nil {
		t.Fatal(err)
	}
	if after := b.apply(small(1)).Version; after <= before || after%2 != 0 {
		t.Errorf("version %d after version %d was deleted", after, before)
	}
}

func TestAnotherRootIsRefused(t *testing.T) {
	b := newBench(t)
	b.apply(small(1))
	elsewhere := b.snapshot()
	elsewhere.Root = "/elsewhere"
	_, err := load.Apply(t.Context(), b.store, elsewhere, small(2), nil)
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != fault.Conflict || !strings.Contains(strings.Join(f.Fixes, " "), "--project") {
		t.Errorf("got %v, want a conflict that asks for --project", err)
	}
}

func TestUnsoundInputIsRefused(t *testing.T) {
	b := newBench(t)
	call := func(from, to string) graph.Edge {
		return graph.Edge{From: from, To: to, Type: graph.EdgeCalls, Evidence: graph.Exact}
	}
	g := hub(1)
	from, to := g.Symbols[1].ID, g.Symbols[0].ID
	for name, spoil := range map[string]func(*graph.Graph){
		"an end that is no node": func(g *graph.Graph) { g.Edges = append(g.Edges, call(from, "nowhere")) },
		"an edge twice":          func(g *graph.Graph) { g.Edges = append(g.Edges, call(from, to)) },
		"a node twice":           func(g *graph.Graph) { g.Symbols = append(g.Symbols, g.Symbols[0]) },
		"an observed edge": func(g *graph.Graph) {
			g.Edges[0].Evidence = graph.Observed
		},
	} {
		spoiled := hub(1)
		spoil(spoiled)
		if _, err := load.Apply(t.Context(), b.store, b.snapshot(), spoiled, nil); fault.KindOf(err) != fault.Internal {
			t.Errorf("%s: got %v, want an internal fault", name, err)
		}
	}
	bad := b.snapshot()
	bad.Project = "a/b'} DETACH DELETE n //"
	if _, err := load.Apply(t.Context(), b.store, bad, g, nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a bad name: got %v, want invalid", err)
	}
}

// A new commit, or a status, is published even when no row changed.
func TestNewCommitIsPublished(t *testing.T) {
	b := newBench(t)
	first := b.apply(small(1)).Version
	next := b.snapshot()
	next.Commit = "c2"
	result, err := load.Apply(t.Context(), b.store, next, small(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := b.run("MATCH (p:Project {name: $p})-[:PUBLISHED]->(s) RETURN p.commit AS commit, s.commit AS of, s.version AS version ORDER BY version", map[string]any{"p": b.project})
	want := []map[string]any{{"commit": "c2", "of": "c1", "version": first}, {"commit": "c2", "of": "c2", "version": first + 2}}
	if d := cmp.Diff(want, rows); d != "" || result.Version != first+2 {
		t.Errorf("version %d: %s", result.Version, d)
	}
}

// Hostile names do not break a load: what stands in an index is shortened.
func TestVeryLongNames(t *testing.T) {
	b := newBench(t)
	g := hub(1)
	long := strings.Repeat("é", 20_000)
	g.Symbols[0].Name, g.Symbols[0].QualifiedName = long, "C."+long
	b.apply(g)
	rows := b.run("MATCH (p:Project {name: $p}) MATCH (n:Symbol {graph: p.graph, id: 'hub.py::log'}) RETURN size(n.name) < 2100 AS short", map[string]any{"p": b.project})
	if d := cmp.Diff([]map[string]any{{"short": true}}, rows); d != "" {
		t.Error(d)
	}
	if again := b.apply(g); again.Changed {
		t.Errorf("a load of the same wrote %v", again.Counts)
	}
}
