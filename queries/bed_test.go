package queries_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/cypher"
	"assay/cypher/cyphertest"
	"assay/ingest/load"
	"assay/internal/fault"
	"assay/internal/graph"
	"assay/internal/neo4jtest"
	"assay/queries"
	"assay/queries/memory"
)

// bed is one implementation of the reader with a way to load graphs into it. The suite runs on each.
type bed struct {
	*testing.T
	service *queries.Service
	// put loads a graph as the state of a project and gives the version.
	put func(project string, g *graph.Graph) int64
}

// noHeads knows no repository.
type noHeads struct{}

func (noHeads) Current(string) string                              { return "" }
func (noHeads) Behind(context.Context, string, string, string) int { return 0 }

// onBoth runs a test on the oracle and on Neo4j.
func onBoth(t *testing.T, test func(b *bed)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) { test(newMemoryBed(t)) })
	t.Run("neo4j", func(t *testing.T) { test(newNeo4jBed(t)) })
}

func newMemoryBed(t *testing.T) *bed {
	reader := memory.New()
	versions, imported := map[string]int64{}, map[string][]memory.Run{}
	return &bed{T: t, service: queries.New(reader).WithHeads(noHeads{}), put: func(project string, g *graph.Graph) int64 {
		versions[project] += 2
		if imported[project] == nil && hasObserved(g) {
			imported[project] = []memory.Run{{Files: hashes(g)}} // it stays when the source is loaded again
		}
		reader.Put(queries.Snapshot{
			Project: project, Root: "/repository/" + project, Version: versions[project], Commit: "c1", Branch: "main", Status: "ready",
			CreatedAt: time.Now(), Languages: []string{"python"}, ExtractorHash: "x1",
		}, g, imported[project]...)
		return versions[project]
	}}
}

func hasObserved(g *graph.Graph) bool {
	return slices.ContainsFunc(g.Edges, func(e graph.Edge) bool { return e.Evidence == graph.Observed && e.Type == graph.EdgeTests })
}

// hashes are the files of a graph, each with its hash: what a run that measures all of them knows.
func hashes(g *graph.Graph) map[string]string {
	all := map[string]string{}
	for _, f := range g.Files {
		all[f.Path] = f.SHA256
	}
	return all
}

func newNeo4jBed(t *testing.T) *bed {
	store := cyphertest.Open(t, neo4jtest.Shared(t))
	b := &bed{T: t, service: queries.New(queries.NewStoreReader(store)).WithHeads(noHeads{})}
	measured := map[string][]string{} // by project, when its run was imported
	b.put = func(project string, g *graph.Graph) int64 {
		if measured[project] == nil && hasObserved(g) {
			for path, hash := range hashes(g) {
				measured[project] = append(measured[project], load.MeasuredFile(path, hash))
			}
		}
		return putNeo4j(t, store, project, g, measured[project])
	}
	return b
}

func putNeo4j(t *testing.T, store *cypher.Store, project string, g *graph.Graph, measured []string) int64 {
	t.Helper()
	static, observed := *g, []graph.Edge{}
	static.Edges = nil
	run := load.Run{ID: "run-1", Source: "coverage.py", CreatedAt: time.Now(), Files: measured}
	for _, e := range g.Edges {
		if e.Evidence != graph.Observed || e.Type != graph.EdgeTests {
			static.Edges = append(static.Edges, e)
			continue
		}
		observed = append(observed, e)
	}
	for _, test := range g.Tests {
		run.Tests = append(run.Tests, test.ID)
	}
	result, err := load.Apply(t.Context(), store, load.Snapshot{
		Project: project, Root: "/repository/" + project, Commit: "c1", Branch: "main", Languages: []string{"python"},
		ExtractorHash: "x1", Status: graph.SnapshotReady,
	}, &static, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := load.Delete(context.WithoutCancel(t.Context()), store, project); err != nil && fault.KindOf(err) != fault.NotFound {
			t.Errorf("clean up: %v", err)
		}
	})
	if len(observed) > 0 || hasRun(t, store, project) {
		if result, err = load.AddObserved(t.Context(), store, project, run, observed); err != nil {
			t.Fatal(err)
		}
	}
	return result.Version
}

// hasRun reports whether a run was added to the project before: what its tests did is replaced by what they do now.
func hasRun(t *testing.T, store *cypher.Store, project string) bool {
	t.Helper()
	found, err := queries.NewStoreReader(store).Covering(t.Context(), project, queries.CoveringQuery{})
	if err != nil {
		t.Fatal(err)
	}
	return found.Runs > 0
}

// load puts a world into a new project.
func (b *bed) load(text string) string {
	b.Helper()
	project := neo4jtest.Project(b.T)
	b.put(project, build(b.T, text))
	return project
}

// kind is the kind of an error that must be there.
func (b *bed) fails(err error, kind fault.Kind) *fault.Error {
	b.Helper()
	if err == nil {
		b.Fatalf("no error, want %s", kind)
	}
	if got := fault.KindOf(err); got != kind {
		b.Fatalf("error of kind %s, want %s: %v", got, kind, err)
	}
	return asFault(b.T, err)
}

func (b *bed) equal(what string, want, got any) {
	b.Helper()
	if d := cmp.Diff(want, got); d != "" {
		b.Errorf("%s (-want +got): %s", what, d)
	}
}

func must[T any](b *bed) func(T, error) T {
	return func(v T, err error) T {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
}

func ids(items []queries.Item) []string {
	all := []string{}
	for _, i := range items {
		all = append(all, i.Symbol.ID)
	}
	return all
}

func runners(items []queries.TestItem) []string {
	all := []string{}
	for _, i := range items {
		all = append(all, i.Test.RunnerID+" "+i.Source)
	}
	return all
}
