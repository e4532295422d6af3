//go:build cgo

package corpora_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"assay/cmd/internal/corpora"
	"assay/cypher"
	"assay/examples"
	"assay/ingest"
	"assay/ingest/lang"
	"assay/ingest/lang/python"
	"assay/ingest/parse/parsetest"
	"assay/internal/neo4jtest"
	"assay/internal/pythontest"
	"assay/internal/truth"
	"assay/queries"
)

func TestMain(m *testing.M) { parsetest.Main(m, python.Python{}) }

// TestCallers loads known repositories into Neo4j and compares the callers of functions with what people read in the
// source: every certain call is listed, every other one is listed or told as unresolved, and nothing is invented.
// ASSAY_CORPORA=all takes the large packages too.
func TestCallers(t *testing.T) {
	address := neo4jtest.Shared(t)
	store, err := cypher.Open(t.Context(), cypher.Config{
		URI: address.URI, Username: address.Username, Password: address.Password, Database: address.Database,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close(context.WithoutCancel(t.Context())) })
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	names, err := truth.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		known, err := truth.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		if known.Version != "" && !known.Small && os.Getenv("ASSAY_CORPORA") != "all" {
			continue
		}
		t.Run(name, func(t *testing.T) { checkRepository(t, store, known) })
	}
}

func checkRepository(t *testing.T, store *cypher.Store, known *truth.Repository) {
	project := neo4jtest.Project(t)
	report, err := ingest.Load(t.Context(), store, ingest.Options{
		Root: root(t, known), Project: project, CacheDir: t.TempDir(),
		Worker: parsetest.Command(), Languages: []lang.Language{python.Python{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, skipped := range report.Skipped {
		if skipped.Reason == "" {
			t.Errorf("%s was skipped without a reason", skipped.Path)
		}
	}
	t.Logf("%d files, %d symbols, %d calls, %d unresolved, skipped %v", report.Counts["files"], report.Counts["symbols"],
		report.Counts["CALLS"], report.Unresolved, report.Skipped)
	service := queries.New(queries.NewStoreReader(store))
	for _, callers := range known.Callers {
		t.Run(callers.Of, func(t *testing.T) {
			reply, err := service.Callers(t.Context(), project, callers.Of, queries.ListOptions{Limit: queries.MaxLimit})
			if err != nil {
				t.Fatal(err)
			}
			checkCallers(t, reply, callers)
		})
	}
}

// root gives the folder of a repository: a package from the index, or an example.
func root(t *testing.T, known *truth.Repository) string {
	t.Helper()
	if known.Version == "" {
		folder := filepath.Join(t.TempDir(), known.Name)
		if err := examples.Write(known.Name, folder); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	distribution, err := corpora.ByName(known.Name)
	if err != nil {
		t.Fatal(err)
	}
	if distribution.Version != known.Version {
		t.Fatalf("the truth is of %s %s, the corpus of %s", known.Name, known.Version, distribution.Version)
	}
	folder, err := cache(t).Get(t.Context(), distribution)
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// cache keeps the packages for later runs.
func cache(t *testing.T) corpora.Cache {
	t.Helper()
	folder, err := corpora.DefaultFolder()
	if err != nil {
		t.Fatal(err)
	}
	return corpora.Cache{
		Folder: folder, Python: func(context.Context) (string, error) { return pythontest.Shared(t).Path(), nil },
	}
}

func checkCallers(t *testing.T, reply *queries.Envelope[queries.Item], known truth.Callers) {
	t.Helper()
	if reply.Truncated {
		t.Fatalf("%d of %d callers shown", reply.Shown, reply.Total)
	}
	listed := calls(reply.Items)
	unresolved := map[string]bool{}
	for _, site := range reply.Unresolved.Sites {
		unresolved[place(site.Path, site.Line)] = true
	}
	for _, site := range known.Calls {
		if symbol, ok := listed[place(site.Path, site.Line)]; !ok {
			t.Errorf("missing: %s", site)
		} else if symbol != site.Symbol {
			t.Errorf("%s is told as of %s", site, symbol)
		}
	}
	more := reply.Unresolved.Total > len(reply.Unresolved.Sites)
	for _, site := range known.Either {
		at := place(site.Path, site.Line)
		if _, ok := listed[at]; ok {
			continue
		}
		if !unresolved[at] && !more {
			t.Errorf("neither listed nor unresolved: %s", site)
		}
		if reply.Status != queries.Partial {
			t.Errorf("the reply is %s though it lacks %s", reply.Status, site)
		}
	}
	checkInvented(t, listed, known)
}

// checkInvented finds listed calls that nobody wrote.
func checkInvented(t *testing.T, listed map[string]string, known truth.Callers) {
	t.Helper()
	right := map[string]bool{}
	for _, site := range slices.Concat(known.Calls, known.Either, known.May) {
		right[place(site.Path, site.Line)] = true
	}
	for _, at := range slices.Sorted(maps.Keys(listed)) {
		if !right[at] {
			t.Errorf("invented: %s %s", at, listed[at])
		}
	}
}

// calls gives the places of the listed calls with the qualified name of each caller.
func calls(items []queries.Item) map[string]string {
	places := map[string]string{}
	for _, item := range items {
		if item.Via != "CALLS" {
			continue
		}
		for _, site := range item.Sites {
			places[place(site.Path, site.Line)] = item.Symbol.QualifiedName
		}
	}
	return places
}

func place(path string, line int) string { return fmt.Sprintf("%s:%d", path, line) }
