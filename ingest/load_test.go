package ingest_test

import (
	"context"
	"testing"

	"assay/cypher"
	"assay/cypher/cyphertest"
	"assay/ingest"
	"assay/ingest/load"
	"assay/internal/fault"
	"assay/internal/graph"
	"assay/internal/neo4jtest"
)

// bench is a project of its own on the shared test server.
type bench struct {
	*testing.T
	address neo4jtest.Address
	store   *cypher.Store
	options ingest.Options
}

func newBench(t *testing.T, files map[string]string) *bench {
	t.Helper()
	address := neo4jtest.Shared(t)
	b := &bench{T: t, address: address, store: cyphertest.Open(t, address), options: options(repository(t, files))}
	b.options.Project = neo4jtest.Project(t)
	t.Cleanup(func() {
		if err := load.Delete(context.Background(), b.store, b.options.Project); err != nil && fault.KindOf(err) != fault.NotFound {
			t.Errorf("clean up: %v", err)
		}
	})
	return b
}

func (b *bench) load() *ingest.Report {
	b.Helper()
	report, err := ingest.Load(b.Context(), b.store, b.options)
	if err != nil {
		b.Fatal(err)
	}
	return report
}

// files reads the published file rows.
func (b *bench) files() map[string]string {
	b.Helper()
	found := map[string]string{}
	for _, row := range cyphertest.Run(b.T, b.address, `
		MATCH (p:Project {name: $project}) MATCH (f:File {graph: p.graph})
		RETURN f.id AS id, f.status + ' ' + coalesce(f.reason, '') AS state`, map[string]any{"project": b.options.Project}) {
		found[row["id"].(string)] = row["state"].(string)
	}
	return found
}

func TestLoad(t *testing.T) {
	b := newBench(t, map[string]string{"a.toy": "def one\n", "b.toy": "call one\nsyntax\n", "c.toy": "refuse\n", "README": "words"})
	first := b.load()
	if first.Status != graph.SnapshotPartial || first.Version == 0 || first.Counts["nodes_created"] == 0 || len(first.Skipped) != 2 {
		t.Errorf("first load: %+v", first)
	}
	want := map[string]string{"a.toy": "parsed ", "b.toy": "partial syntax error", "c.toy": "skipped not a toy", "README": "listed "}
	if got := b.files(); !equalMaps(got, want) {
		t.Errorf("files in the database: %v", got)
	}
	second := b.load()
	for _, name := range []string{"nodes_created", "nodes_updated", "nodes_deleted", "edges_created", "edges_deleted"} {
		if second.Counts[name] != 0 {
			t.Errorf("%s by a load of unchanged files: %d", name, second.Counts[name])
		}
	}
	if second.Version != first.Version {
		t.Errorf("version %d, then %d", first.Version, second.Version)
	}
	for _, phase := range []string{"walk", "parse", "resolve", "check", "total"} {
		if _, ok := first.Seconds[phase]; !ok {
			t.Errorf("no seconds of %s: %v", phase, first.Seconds)
		}
	}
}

func equalMaps(a, b map[string]string) bool {
	for k, v := range b {
		if a[k] != v {
			return false
		}
	}
	return len(a) == len(b)
}

// What is refused before the database is reached leaves what stands there.
func TestRefusedLoadWritesNothing(t *testing.T) {
	b := newBench(t, map[string]string{"a.toy": "def one\n"})
	b.load()
	write(t, b.options.Root, "a.toy", "def one\nsyntax\n")
	b.options.Strict = true
	if _, err := ingest.Load(t.Context(), b.store, b.options); fault.KindOf(err) != fault.Invalid {
		t.Errorf("error %v", err)
	}
	b.options.Strict = false
	ctx, cancel := context.WithCancel(t.Context())
	b.options.Progress = func(phase string, _, _ int) {
		if phase == "check" {
			cancel()
		}
	}
	if _, err := ingest.Load(ctx, b.store, b.options); err == nil {
		t.Error("a cancelled load ended well")
	}
	if got := b.files()["a.toy"]; got != "parsed " {
		t.Errorf("a.toy is %q", got)
	}
}
