package ingest_test

import (
	"strings"
	"testing"

	"assay/ingest"
	"assay/internal/fault"
	"assay/internal/graph"
)

// sound is a small graph without faults.
func sound() *graph.Graph {
	one := graph.SymbolID("a.py", "one", graph.KindFunction, 1)
	check := graph.SymbolID("test_a.py", "test_one", graph.KindFunction, 1)
	return &graph.Graph{
		Files: []graph.File{
			{Path: "a.py", Role: graph.RoleSource, Lines: 10, Status: graph.FileParsed},
			{Path: "test_a.py", Role: graph.RoleTest, Lines: 5, Status: graph.FileParsed},
			{Path: "big.py", Role: graph.RoleSource, Status: graph.FileSkipped},
		},
		Packages: []graph.Package{{Name: "a"}},
		Symbols: []graph.Symbol{
			{ID: one, Path: "a.py", Kind: graph.KindFunction, Role: graph.RoleSource, StartLine: 1, EndLine: 10},
			{ID: check, Path: "test_a.py", Kind: graph.KindFunction, Role: graph.RoleTest, StartLine: 1, EndLine: 5},
		},
		Tests:     []graph.Test{{ID: graph.TestID("test_a.py", "test_one"), Path: "test_a.py"}},
		Names:     []graph.Name{{Name: "lost"}},
		Externals: []graph.External{{Ecosystem: "python", QualifiedName: "builtins.len"}},
		Edges: []graph.Edge{
			{From: check, To: one, Type: graph.EdgeCalls, Evidence: graph.Exact, Lines: []int{2, 5}},
			{From: "big.py", To: graph.NameID("lost"), Type: graph.EdgeMayCall, Evidence: graph.Guess, Lines: []int{999}},
			{From: one, To: graph.ExternalID("python", "builtins.len"), Type: graph.EdgeCalls, Evidence: graph.Exact},
		},
	}
}

func TestSelfTest(t *testing.T) {
	if err := ingest.SelfTest(sound()); err != nil {
		t.Fatalf("a sound graph: %v", err)
	}
	for _, test := range []struct {
		words string
		spoil func(*graph.Graph)
	}{
		{"has no identifier", func(g *graph.Graph) { g.Symbols[0].ID = "" }},
		{"is the identifier of a File and a Symbol", func(g *graph.Graph) { g.Symbols[0].ID = "a.py" }},
		{"is the identifier of a Name and a Name", func(g *graph.Graph) { g.Names = append(g.Names, g.Names[0]) }},
		{"starts nowhere", func(g *graph.Graph) { g.Edges[0].From = "x" }},
		{"ends nowhere", func(g *graph.Graph) { g.Edges[0].To = "x" }},
		{"stands twice", func(g *graph.Graph) { g.Edges = append(g.Edges, g.Edges[0]) }},
		{"no type or evidence", func(g *graph.Graph) { g.Edges[0].Evidence = "hearsay" }},
		{"no type or evidence", func(g *graph.Graph) { g.Edges[0].Type = "" }},
		{"lines out of order", func(g *graph.Graph) { g.Edges[0].Lines = []int{3, 2} }},
		{"outside of its file", func(g *graph.Graph) { g.Edges[0].Lines = []int{6} }},
		{"outside of its file", func(g *graph.Graph) { g.Edges[0].Lines = []int{0} }},
		{"production code into a test", func(g *graph.Graph) { g.Edges[0].From, g.Edges[0].To = g.Edges[0].To, g.Edges[0].From }},
		{"spans lines 1 to 11 of 10", func(g *graph.Graph) { g.Symbols[0].EndLine = 11 }},
		{"spans lines 0 to 10 of 10", func(g *graph.Graph) { g.Symbols[0].StartLine = 0 }},
		{"which is no file", func(g *graph.Graph) { g.Symbols[0].Path = "gone.py" }},
		{"which is no file", func(g *graph.Graph) { g.Tests[0].Path = "gone.py" }},
		{"a file that was not read", func(g *graph.Graph) { g.Symbols[0].Path = "big.py" }},
	} {
		g := sound()
		test.spoil(g)
		err := ingest.SelfTest(g)
		if fault.KindOf(err) != fault.Internal || !strings.Contains(err.Error(), test.words) {
			t.Errorf("want %q, got %v", test.words, err)
		}
	}
}

// TestSelfTestLetsProductionCodeImportTests is what the standard library does: multiprocessing/util.py imports test.support.
func TestSelfTestLetsProductionCodeImportTests(t *testing.T) {
	g := sound()
	g.Edges[0].From, g.Edges[0].To = g.Edges[0].To, g.Edges[0].From
	g.Edges = append(g.Edges, graph.Edge{From: "a.py", To: "test_a.py", Type: graph.EdgeImports, Evidence: graph.Exact, Lines: []int{1}})
	if err := ingest.SelfTest(g); err != nil {
		t.Error(err)
	}
}

func TestSelfTestNamesTheFirstFaultsOnly(t *testing.T) {
	g := sound()
	for range 1000 {
		g.Edges = append(g.Edges, graph.Edge{From: "x", To: strings.Repeat("y", 10_000)})
	}
	err := ingest.SelfTest(g)
	if err == nil || !strings.Contains(err.Error(), "(1000 faults)") || len(err.Error()) > 5_000 {
		t.Errorf("error of %d bytes: %.300v", len(err.Error()), err)
	}
}
