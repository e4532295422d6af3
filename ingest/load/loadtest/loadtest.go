// Package loadtest makes graphs of any size for tests and benchmarks of the store, without a repository behind them.
package loadtest

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"

	"assay/internal/graph"
)

// Shape says how large a made graph is.
type Shape struct {
	Files         int
	PerFile       int // functions a file
	Calls         int // calls a function makes
	Externals     int
	Names         int
	TestsPerFile  int
	Seed          uint64
	TextBytes     int // of each file
	ExternalEvery int // one of so many calls leaves the project; 0 for none
}

// Django is about the size of a large Python framework: 60,000 symbols and 300,000 edges.
var Django = Shape{Files: 2800, PerFile: 20, Calls: 4, Externals: 4000, Names: 6000, TestsPerFile: 4, Seed: 1, TextBytes: 3000, ExternalEvery: 4}

// Graph makes a graph: the same shape gives the same graph.
func (s Shape) Graph() *graph.Graph {
	b := &builder{shape: s, random: rand.New(rand.NewPCG(s.Seed, 2)), g: &graph.Graph{}, seen: map[string]bool{}}
	b.g.Packages = append(b.g.Packages, graph.Package{Name: "pkg", Path: "pkg"})
	for i := range s.Externals {
		b.g.Externals = append(b.g.Externals, graph.External{Ecosystem: "python", Package: "lib", QualifiedName: fmt.Sprintf("lib.m%d.f%d", s.Seed, i)})
	}
	for i := range s.Names {
		b.g.Names = append(b.g.Names, graph.Name{Name: fmt.Sprintf("name_%d", i)})
	}
	for i := range s.Files {
		b.file(i)
	}
	return b.g
}

type builder struct {
	shape  Shape
	random *rand.Rand
	g      *graph.Graph
	seen   map[string]bool
}

func path(i int) string { return fmt.Sprintf("pkg/sub%d/module_%d.py", i%40, i) }

func function(file, i int) string {
	return graph.SymbolID(path(file), fmt.Sprintf("function_%d", i), graph.KindFunction, 1)
}

func (b *builder) edge(e graph.Edge) {
	key := e.From + "\x00" + string(e.Type) + "\x00" + e.To + "\x00" + string(e.Evidence)
	if b.seen[key] {
		return
	}
	b.seen[key] = true
	b.g.Edges = append(b.g.Edges, e)
}

func (b *builder) file(i int) {
	p := path(i)
	text := make([]byte, b.shape.TextBytes)
	for j := range text {
		text[j] = byte(b.random.Uint32())
	}
	b.g.Files = append(b.g.Files, graph.File{
		Path: p, Language: "python", SHA256: fmt.Sprintf("%x", sha256.Sum256(text)), Lines: 300, Bytes: 9000,
		Role: graph.RoleSource, Status: graph.FileParsed, TextGZ: text,
	})
	b.edge(graph.Edge{From: graph.PackageID("pkg"), To: p, Type: graph.EdgeContains, Evidence: graph.Exact, How: "package", Candidates: 1})
	module := graph.SymbolID(p, "<module>", graph.KindModule, 1)
	b.symbol(p, "<module>", graph.KindModule, 1)
	b.edge(graph.Edge{From: p, To: module, Type: graph.EdgeDefines, Evidence: graph.Exact, How: "scope", Candidates: 1})
	for j := range b.shape.PerFile {
		b.function(i, j, module)
	}
	for j := range b.shape.TestsPerFile {
		runner := fmt.Sprintf("%s::test_%d", p, j)
		id := graph.TestID(p, runner)
		b.g.Tests = append(b.g.Tests, graph.Test{ID: id, RunnerID: runner, Path: p, Name: fmt.Sprintf("test_%d", j), Framework: "pytest", Line: j + 1})
		b.edge(graph.Edge{From: id, To: function(i, j%max(b.shape.PerFile, 1)), Type: graph.EdgeRuns, Evidence: graph.Exact, How: "pytest", Candidates: 1})
	}
	if i > 0 {
		b.edge(graph.Edge{From: p, To: path(b.random.IntN(i)), Type: graph.EdgeImports, Evidence: graph.Exact, How: "import", Candidates: 1, Lines: []int{1}})
	}
}

func (b *builder) symbol(p, name string, kind graph.SymbolKind, line int) {
	b.g.Symbols = append(b.g.Symbols, graph.Symbol{
		ID: graph.SymbolID(p, name, kind, 1), Path: p, Name: name, QualifiedName: name, Kind: kind, Role: graph.RoleSource,
		Language: "python", Signature: "(self, request, *args, **kwargs)", Doc: "Handle the request and return the response.",
		StartLine: line, EndLine: line + 10, NameLine: line, Exported: true, SearchText: "handle request return response " + name,
	})
}

func (b *builder) function(i, j int, module string) {
	name := fmt.Sprintf("function_%d", j)
	b.symbol(path(i), name, graph.KindFunction, j*12+1)
	from := function(i, j)
	b.edge(graph.Edge{From: module, To: from, Type: graph.EdgeDefines, Evidence: graph.Exact, How: "scope", Candidates: 1})
	for k := range b.shape.Calls {
		lines := []int{j*12 + 2 + k}
		if every := b.shape.ExternalEvery; every > 0 && k%every == every-1 && len(b.g.Externals) > 0 {
			x := b.g.Externals[b.random.IntN(len(b.g.Externals))]
			b.edge(graph.Edge{From: from, To: graph.ExternalID(x.Ecosystem, x.QualifiedName), Type: graph.EdgeCalls, Evidence: graph.Exact, How: "import", Lines: lines, Candidates: 1, Dispatch: "direct"})
			continue
		}
		to := function(b.random.IntN(b.shape.Files), b.random.IntN(b.shape.PerFile))
		b.edge(graph.Edge{From: from, To: to, Type: graph.EdgeCalls, Evidence: graph.Exact, How: "scope", Lines: lines, Candidates: 1, Dispatch: "direct"})
	}
	if len(b.g.Names) > 0 {
		n := b.g.Names[b.random.IntN(len(b.g.Names))]
		b.edge(graph.Edge{From: from, To: graph.NameID(n.Name), Type: graph.EdgeMayCall, Evidence: graph.Guess, How: "name", Lines: []int{j*12 + 9}, Candidates: 1, Reason: "unknown receiver"})
	}
}
