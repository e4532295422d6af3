package queries_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/internal/graph"
)

// world builds a graph from lines, one row each:
//
//	file PATH LINES [STATUS REASON]
//	def KIND PATH QUALIFIED FIRST-LAST [ROLE] [in=QUALIFIED]
//	fixture PATH QUALIFIED FIRST-LAST
//	test RUNNER_ID LINE
//	text PATH (the next lines up to an empty one)
//	FROM -TYPE-> TO EVIDENCE [LINES] [key=value ...]
//
// A symbol is "path::qualified", with "#class" behind a class; a test, from which RUNS, USES_FIXTURE and TESTS lead, its
// runner's identifier; "?name" an unresolved
// name; "!python:builtins.len" an external symbol. Every file has its module symbol, "path::<module>".
type world struct {
	t     testing.TB
	graph graph.Graph
	known map[string]bool
}

func build(t testing.TB, text string) *graph.Graph {
	t.Helper()
	w := &world{t: t, known: map[string]bool{}}
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 0 {
			w.line(fields)
		}
	}
	return &w.graph
}

func (w *world) line(f []string) {
	w.t.Helper()
	switch f[0] {
	case "file":
		w.file(f[1], number(w.t, f[2]), strings.Join(f[3:], " "))
	case "def":
		w.define(f[1], f[2], f[3], f[4], f[5:])
	case "fixture":
		w.define("function", f[1], f[2], f[3], []string{"fixture"})
		w.graph.Symbols[len(w.graph.Symbols)-1].Fixture = &graph.FixtureInfo{Name: f[2], Scope: "function"}
	case "test":
		path, _, _ := strings.Cut(f[1], "::")
		w.graph.Tests = append(w.graph.Tests, graph.Test{
			ID: graph.TestID(path, f[1]), RunnerID: f[1], Path: path, Name: f[1][strings.LastIndex(f[1], ":")+1:], Framework: "pytest", Line: number(w.t, f[2]),
		})
	default:
		w.edge(f)
	}
}

func (w *world) file(path string, lines int, state string) {
	f := graph.File{Path: path, Language: "python", Lines: lines, Role: graph.RoleSource, Status: graph.FileParsed, SHA256: strings.Repeat("ab", 32)}
	if strings.HasPrefix(path, "test") {
		f.Role = graph.RoleTest
	}
	if state != "" {
		status, reason, _ := strings.Cut(state, " ")
		f.Status, f.Reason = graph.FileStatus(status), reason
	}
	if f.Status == graph.FileParsed || f.Status == graph.FilePartial {
		f.TextGZ = zip(w.t, numbered(lines))
		w.graph.Symbols = append(w.graph.Symbols, graph.Symbol{
			ID: graph.SymbolID(path, "<module>", graph.KindModule, 1), Path: path, Name: "<module>", QualifiedName: "<module>",
			Kind: graph.KindModule, Role: symbolRole(path), Language: "python", StartLine: 1, EndLine: lines,
		})
	}
	w.graph.Files = append(w.graph.Files, f)
}

func symbolRole(path string) graph.Role {
	if strings.HasPrefix(path, "test") {
		return graph.RoleTest
	}
	return graph.RoleSource
}

func numbered(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "line %d\r\n", i+1)
	}
	return b.String()
}

func zip(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (w *world) define(kind, path, qualified, span string, rest []string) {
	first, last, _ := strings.Cut(span, "-")
	s := graph.Symbol{
		Path: path, Name: qualified[strings.LastIndex(qualified, ".")+1:], QualifiedName: qualified, Kind: graph.SymbolKind(kind),
		Role: symbolRole(path), Language: "python", Signature: qualified + "()", StartLine: number(w.t, first), EndLine: number(w.t, last),
		NameLine: number(w.t, first), Exported: true,
	}
	ordinal := 1
	for w.known[graph.SymbolID(path, qualified, s.Kind, ordinal)] {
		ordinal++
	}
	s.ID = graph.SymbolID(path, qualified, s.Kind, ordinal)
	w.known[s.ID] = true
	for _, r := range rest {
		if outer, ok := strings.CutPrefix(r, "in="); ok {
			w.graph.Edges = append(w.graph.Edges, graph.Edge{From: outer, To: s.ID, Type: graph.EdgeDefines, Evidence: graph.Exact, Candidates: 1})
			continue
		}
		s.Role = graph.Role(r)
	}
	w.graph.Symbols = append(w.graph.Symbols, s)
}

func (w *world) edge(f []string) {
	w.t.Helper()
	e := graph.Edge{
		From: w.end(f[0]), To: w.end(f[2]), Type: graph.EdgeType(strings.Trim(f[1], "->")), Evidence: graph.Evidence(f[3]), How: "scope", Candidates: 1,
	}
	switch e.Type {
	case graph.EdgeRuns, graph.EdgeUsesFixture, graph.EdgeTests:
		path, _, _ := strings.Cut(e.From, "::")
		e.From = graph.TestID(path, e.From)
	}
	for _, word := range f[4:] {
		key, value, named := strings.Cut(word, "=")
		switch {
		case !named:
			for _, line := range strings.Split(word, ",") {
				e.Lines = append(e.Lines, number(w.t, line))
			}
			slices.Sort(e.Lines)
		case key == "candidates":
			e.Candidates = number(w.t, value)
		case key == "reason":
			e.Reason = strings.ReplaceAll(value, "_", " ")
		case key == "alias":
			e.Alias = value
		case key == "phases":
			e.Phases = graph.Phase(number(w.t, value))
		default:
			w.t.Fatalf("unknown word %q", word)
		}
	}
	w.graph.Edges = append(w.graph.Edges, e)
}

// end gives the identifier of an edge's end, and the row of a name or external symbol that is met first.
func (w *world) end(word string) string {
	if name, ok := strings.CutPrefix(word, "?"); ok {
		id := graph.NameID(name)
		if !w.known[id] {
			w.known[id] = true
			w.graph.Names = append(w.graph.Names, graph.Name{Name: name})
		}
		return id
	}
	if rest, ok := strings.CutPrefix(word, "!"); ok {
		ecosystem, qualified, _ := strings.Cut(rest, ":")
		id := graph.ExternalID(ecosystem, qualified)
		if !w.known[id] {
			w.known[id] = true
			w.graph.Externals = append(w.graph.Externals, graph.External{Ecosystem: ecosystem, Package: strings.Split(qualified, ".")[0], QualifiedName: qualified})
		}
		return id
	}
	return word
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("no number: %v", err)
	}
	return n
}
