package load_test

import (
	"context"
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
	if result.Version != 2 || !result.Changed {
		t.Errorf("version %d, changed %v, want 2 and true", result.Version, result.Changed)
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
	over.apply(small(1))
	result := over.apply(small(2))
	if result.Version != 4 {
		t.Errorf("version %d, want 4", result.Version)
	}
	if d := cmp.Diff(fresh.export(), over.export()); d != "" {
		t.Errorf("first load (-) and difference (+) differ: %s", d)
	}
}
