package queries_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"slices"
	"strings"
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
	// again loads a graph as the state of a loaded project whose tests did not run since.
	again func(project string, g *graph.Graph) int64
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
	versions, imported := map[string]int64{}, map[string]memory.Observations{}
	b := &bed{T: t, service: queries.New(reader).WithHeads(noHeads{})}
	b.again = func(project string, g *graph.Graph) int64 {
		versions[project] += 2
		reader.Put(queries.Snapshot{
			Project: project, Root: "/repository/" + project, Version: versions[project], Commit: "c1", Branch: "main", Status: "ready",
			CreatedAt: time.Now(), Languages: []string{"python"}, ExtractorHash: "x1",
		}, g, imported[project])
		return versions[project]
	}
	b.put = func(project string, g *graph.Graph) int64 {
		if len(imported[project].Runs) > 0 || slices.ContainsFunc(g.Edges, wasObserved) { // a run stays
			imported[project] = observations(g)
		}
		return b.again(project, g)
	}
	return b
}

func wasObserved(e graph.Edge) bool { return e.Evidence == graph.Observed && e.Type == graph.EdgeTests }

// ranAt is when the tests of a world ran.
var ranAt = time.UnixMilli(1_700_000_000_000).UTC()

// observations are those of the one run, of all tests and files, that a world was given.
func observations(g *graph.Graph) memory.Observations {
	o := memory.Observations{Runs: []queries.Run{{Ordinal: 1, Commit: "c0", CreatedAt: ranAt}}, Ran: map[string]bool{}, Measured: watched(g)}
	for _, test := range g.Tests {
		o.Ran[test.ID] = true
	}
	return o
}

// watched are the files that a run measured: all but those whose name begins with "unwatched".
func watched(g *graph.Graph) map[string]graph.Measured {
	all := map[string]graph.Measured{}
	for _, f := range g.Files {
		if f.TextGZ == nil || strings.HasPrefix(f.Path, "unwatched") {
			continue
		}
		m := graph.Measured{SHA256: f.SHA256}
		lines := graph.Lines(unzip(f.TextGZ))
		for _, s := range g.Symbols {
			if s.Path == f.Path && s.Kind.Label() == graph.LabelFunction {
				m.Functions = append(m.Functions, graph.TextHash(s.ID, lines, s.StartLine, s.EndLine))
			}
		}
		all[f.Path] = m
	}
	return all
}

// unzip gives the text of a world's file, which was packed by the test itself.
func unzip(gz []byte) string {
	r, err := gzip.NewReader(bytes.NewReader(gz))
	if err != nil {
		return err.Error()
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func newNeo4jBed(t *testing.T) *bed {
	store := cyphertest.Open(t, neo4jtest.Shared(t))
	b := &bed{T: t, service: queries.New(queries.NewStoreReader(store)).WithHeads(noHeads{})}
	b.put = func(project string, g *graph.Graph) int64 { return putNeo4j(t, store, project, g) }
	b.again = func(project string, g *graph.Graph) int64 {
		static, _ := apart(g)
		return applyNeo4j(t, store, project, static)
	}
	return b
}

func putNeo4j(t *testing.T, store *cypher.Store, project string, g *graph.Graph) int64 {
	t.Helper()
	static, observed := apart(g)
	run := load.Run{ID: "run-1", Source: "coverage.py", Commit: "c0", CreatedAt: ranAt, Cases: map[string]int{}, Measured: watched(g)}
	for _, test := range g.Tests {
		run.Tests = append(run.Tests, test.ID)
		run.Cases[test.ID] = 1
	}
	version := applyNeo4j(t, store, project, static)
	t.Cleanup(func() {
		if err := load.Delete(context.WithoutCancel(t.Context()), store, project); err != nil && fault.KindOf(err) != fault.NotFound {
			t.Errorf("clean up: %v", err)
		}
	})
	if len(observed) > 0 || hasRun(t, store, project) {
		result, err := load.AddObserved(t.Context(), store, project, run, observed)
		if err != nil {
			t.Fatal(err)
		}
		version = result.Version
	}
	return version
}

// apart takes what tests executed out of a graph.
func apart(g *graph.Graph) (static *graph.Graph, observed []graph.Edge) {
	rest := *g
	rest.Edges = nil
	for _, e := range g.Edges {
		if wasObserved(e) {
			observed = append(observed, e)
		} else {
			rest.Edges = append(rest.Edges, e)
		}
	}
	return &rest, observed
}

func applyNeo4j(t *testing.T, store *cypher.Store, project string, static *graph.Graph) int64 {
	t.Helper()
	result, err := load.Apply(t.Context(), store, load.Snapshot{
		Project: project, Root: "/repository/" + project, Commit: "c1", Branch: "main", Languages: []string{"python"},
		ExtractorHash: "x1", Status: graph.SnapshotReady,
	}, static, nil)
	if err != nil {
		t.Fatal(err)
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
	return len(found.Runs) > 0
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
