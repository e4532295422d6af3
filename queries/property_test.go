package queries_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"assay/internal/fault"
	"assay/internal/graph"
	"assay/internal/neo4jtest"
	"assay/queries"
)

// checks is the number of random graphs; each is loaded into Neo4j and asked about every symbol.
const checks = 12

// On random graphs the oracle and Neo4j give equal replies to every question.
func TestOracleAndNeo4jAgree(t *testing.T) {
	for name, value := range map[string]string{"rapid.checks": fmt.Sprint(checks), "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	oracle, store := newMemoryBed(t), newNeo4jBed(t)
	project := neo4jtest.Project(t)
	rapid.Check(t, func(r *rapid.T) {
		g := draw(t, r)
		oracle.put(project, g)
		store.put(project, g)
		options := []queries.ListOptions{{}, {Limit: 2, Evidence: []graph.Evidence{graph.Exact, graph.Observed}}, {ExcludeTests: true, Limit: 1}}
		for i, s := range g.Symbols {
			compare(r, oracle, store, project, s.ID, options[i%len(options)])
		}
		compareWhole(r, oracle, store, project)
	})
}

// ignored is what may differ between two implementations: versions, and so cursors, times.
var ignored = cmp.Options{
	cmpopts.IgnoreFields(queries.Index{}, "AgeSeconds", "Version", "LoadedAt"), cmpopts.IgnoreFields(queries.Answer{}, "TimingsMS"),
	cmpopts.IgnoreFields(queries.Envelope[queries.SearchHit]{}, "Cursor"), cmpopts.IgnoreFields(queries.Envelope[queries.Item]{}, "Cursor"), cmpopts.IgnoreFields(queries.Envelope[queries.TestItem]{}, "Cursor"),
}

func compare(r *rapid.T, oracle, store *bed, project, symbol string, options queries.ListOptions) {
	ctx := store.Context()
	for name, ask := range map[string]func(*queries.Service) (any, error){
		"symbol":        func(s *queries.Service) (any, error) { return s.Symbol(ctx, project, symbol) },
		"neighbourhood": func(s *queries.Service) (any, error) { return s.Neighbourhood(ctx, project, symbol, options) },
		"context":       func(s *queries.Service) (any, error) { return s.Context(ctx, project, symbol, 3) },
		"bundle":        func(s *queries.Service) (any, error) { return s.Bundle(ctx, project, symbol, 400) },
		"callers":       func(s *queries.Service) (any, error) { return s.Callers(ctx, project, symbol, options) },
		"callees":       func(s *queries.Service) (any, error) { return s.Callees(ctx, project, symbol, options) },
		"tests":         func(s *queries.Service) (any, error) { return s.Tests(ctx, project, symbol, options) },
		"impact": func(s *queries.Service) (any, error) {
			return s.Impact(ctx, project, symbol, queries.ImpactOptions{ListOptions: options, Depth: 3 * options.Limit})
		},
	} {
		want, wantErr := ask(oracle.service)
		got, gotErr := ask(store.service)
		if wantErr != nil || gotErr != nil {
			r.Fatalf("%s of %s: oracle %v, Neo4j %v", name, symbol, wantErr, gotErr)
		}
		if d := cmp.Diff(want, got, ignored); d != "" {
			r.Fatalf("%s of %s with %+v: oracle (-) and Neo4j (+) differ: %s", name, symbol, options, d)
		}
	}
}

func compareWhole(r *rapid.T, oracle, store *bed, project string) {
	ctx := store.Context()
	want, wantErr := oracle.service.Statistics(ctx, project)
	got, gotErr := store.service.Statistics(ctx, project)
	if wantErr != nil || gotErr != nil {
		r.Fatalf("statistics: oracle %v, Neo4j %v", wantErr, gotErr)
	}
	if d := cmp.Diff(want, got, ignored); d != "" {
		r.Fatalf("statistics: oracle (-) and Neo4j (+) differ: %s", d)
	}
	var wantLines, gotLines strings.Builder
	if err := oracle.service.Export(ctx, project, &wantLines); err != nil {
		r.Fatalf("export: %v", err)
	}
	if err := store.service.Export(ctx, project, &gotLines); err != nil {
		r.Fatalf("export: %v", err)
	}
	if d := cmp.Diff(strings.Split(wantLines.String(), "\n"), strings.Split(gotLines.String(), "\n")); d != "" {
		r.Fatalf("export: oracle (-) and Neo4j (+) differ: %s", d)
	}
	for name, ask := range map[string]func(*queries.Service) (any, error){
		// What is noted of tests is of the newest import, which the oracle has none of; no graph is large enough for a test hub.
		"hubs": func(s *queries.Service) (any, error) {
			hubs, err := s.Hubs(ctx, project, queries.HubOptions{Kind: queries.CallHub})
			return hubs.Items, err
		},
		"files": func(s *queries.Service) (any, error) { return s.Files(ctx, project, queries.FileOptions{Prefix: "m"}) },
	} {
		want, wantErr := ask(oracle.service)
		got, gotErr := ask(store.service)
		if d := cmp.Diff(want, got, ignored); d != "" || wantErr != nil || gotErr != nil {
			r.Fatalf("%s: oracle (-, %v) and Neo4j (+, %v) differ: %s", name, wantErr, gotErr, d)
		}
	}
	for _, text := range []string{"n1", "n", "inner C", "fixx", "test_m n0", "nothing here", "m0", "C.n1 locals"} {
		for _, tests := range []bool{false, true} {
			options := queries.SearchOptions{Tests: tests, Limit: 7}
			want, wantErr := oracle.service.Search(ctx, project, text, options)
			got, gotErr := store.service.Search(ctx, project, text, options)
			if wantErr != nil || gotErr != nil {
				r.Fatalf("search of %s: oracle %v, Neo4j %v", text, wantErr, gotErr)
			}
			if d := cmp.Diff(want, got, ignored); d != "" {
				r.Fatalf("search of %s: oracle (-) and Neo4j (+) differ: %s", text, d)
			}
		}
	}
	for _, spelling := range []string{"n1", "C.n2", "Nx", "m1.n0", "m0.py:5", "m0"} {
		_, wantErr := oracle.service.Symbol(ctx, project, spelling)
		_, gotErr := store.service.Symbol(ctx, project, spelling)
		if fault.KindOf(wantErr) != fault.KindOf(gotErr) && (wantErr != nil || gotErr != nil) {
			r.Fatalf("%s: oracle %v, Neo4j %v", spelling, wantErr, gotErr)
		}
		if wantErr == nil || gotErr == nil {
			continue
		}
		if d := cmp.Diff(asFault(store.T, wantErr).Candidates, asFault(store.T, gotErr).Candidates); d != "" {
			r.Fatalf("candidates of %s: oracle (-) and Neo4j (+) differ: %s", spelling, d)
		}
	}
}

// draw makes a small graph full of cycles, redefinitions, fixtures, unresolved names and edges of every evidence.
func draw(t *testing.T, r *rapid.T) *graph.Graph {
	var text strings.Builder
	symbols := []string{}
	for _, path := range []string{"m0.py", "m1.py", "test_m.py"} {
		symbols = append(symbols, drawFile(r, &text, path)...)
	}
	tests := rapid.IntRange(0, 4).Draw(r, "tests")
	for i := range tests {
		fmt.Fprintf(&text, "test m0.py::test_%d %d\n", i, i+1)
	}
	g := build(t, text.String())
	drawEdges(r, g, symbols, tests)
	return g
}

func drawFile(r *rapid.T, text *strings.Builder, path string) []string {
	fmt.Fprintf(text, "file %s 100\n", path)
	symbols := []string{path + "::<module>"}
	for i := range rapid.IntRange(0, 5).Draw(r, "functions") {
		name := fmt.Sprintf("n%d", i%4)
		fmt.Fprintf(text, "def function %s %s %d-%d\n", path, name, 2*i+1, 2*i+2)
		symbols = append(symbols, graph.SymbolID(path, name, graph.KindFunction, i/4+1))
	}
	if rapid.Bool().Draw(r, "fixture") {
		fmt.Fprintf(text, "fixture %s fix 15-16\n", path)
		symbols = append(symbols, path+"::fix")
	}
	if rapid.Bool().Draw(r, "class") {
		class := path + "::C#class"
		fmt.Fprintf(text, "def class %s C 20-40 in=%s::<module>\n", path, path)
		fmt.Fprintf(text, "def constructor %s C.__init__ 21-22 in=%s\n", path, class)
		fmt.Fprintf(text, "def method %s C.n1 24-30 in=%s\n", path, class)
		fmt.Fprintf(text, "def method %s C.n2 31-34 in=%s\n", path, class)
		fmt.Fprintf(text, "def function %s C.n2.<locals>.inner 32-33 in=%s::C.n2\n", path, path)
		symbols = append(symbols, class, path+"::C.__init__", path+"::C.n1", path+"::C.n2", path+"::C.n2.<locals>.inner")
	}
	return symbols
}

func drawEdges(r *rapid.T, g *graph.Graph, symbols []string, tests int) {
	seen := map[string]bool{}
	add := func(e graph.Edge) {
		key := fmt.Sprint(e.From, e.Type, e.To, e.Evidence)
		if !seen[key] {
			seen[key] = true
			g.Edges = append(g.Edges, e)
		}
	}
	symbol := rapid.SampledFrom(symbols)
	static := rapid.SampledFrom([]graph.Evidence{graph.Exact, graph.Exact, graph.Inferred, graph.Guess})
	lines := func() []int { return []int{rapid.IntRange(1, 50).Draw(r, "line"), 51} }
	for range rapid.IntRange(0, 40).Draw(r, "edges") {
		kind := rapid.SampledFrom([]graph.EdgeType{
			graph.EdgeCalls, graph.EdgeCalls, graph.EdgeCalls, graph.EdgeReferences, graph.EdgeInherits, graph.EdgeOverrides, graph.EdgeRequires,
		}).Draw(r, "kind")
		add(graph.Edge{
			From: symbol.Draw(r, "from"), To: symbol.Draw(r, "to"), Type: kind, Evidence: static.Draw(r, "evidence"), How: "scope",
			Lines: lines(), Candidates: rapid.IntRange(1, 3).Draw(r, "candidates"),
		})
	}
	for range rapid.IntRange(0, 3).Draw(r, "imports") {
		from, to := rapid.SampledFrom(g.Files).Draw(r, "importer").Path, rapid.SampledFrom(g.Files).Draw(r, "imported").Path
		add(graph.Edge{From: from, To: to, Type: graph.EdgeImports, Evidence: static.Draw(r, "evidence"), Lines: lines(), Candidates: 1})
	}
	for range rapid.IntRange(0, 6).Draw(r, "unresolved") {
		name := rapid.SampledFrom([]string{"n1", "n2", "C", "inner", "other"}).Draw(r, "name")
		from := rapid.SampledFrom(append(append([]string{}, symbols...), g.Files[0].Path)).Draw(r, "holder")
		if !seen[name] {
			seen[name] = true
			g.Names = append(g.Names, graph.Name{Name: name})
		}
		add(graph.Edge{From: from, To: graph.NameID(name), Type: graph.EdgeMayCall, Evidence: graph.Guess, Lines: lines(), Candidates: 1, Reason: "receiver"})
	}
	for i := range tests {
		test := g.Tests[i].ID
		add(graph.Edge{From: test, To: symbol.Draw(r, "body"), Type: graph.EdgeRuns, Evidence: static.Draw(r, "evidence"), Candidates: 1})
		if fixtures := fixturesOf(g); len(fixtures) > 0 {
			add(graph.Edge{From: test, To: rapid.SampledFrom(fixtures).Draw(r, "fixture"), Type: graph.EdgeUsesFixture, Evidence: static.Draw(r, "evidence"), Candidates: 1})
		}
		for range rapid.IntRange(0, 3).Draw(r, "observed") {
			add(graph.Edge{
				From: test, To: symbol.Draw(r, "executed"), Type: graph.EdgeTests, Evidence: graph.Observed, How: "coverage.py",
				Phases: graph.Phase(rapid.IntRange(1, 7).Draw(r, "phases")), Lines: lines(), Candidates: 1,
			})
		}
	}
}

func fixturesOf(g *graph.Graph) []string {
	all := []string{}
	for _, s := range g.Symbols {
		if s.Fixture != nil {
			all = append(all, s.ID)
		}
	}
	return all
}
