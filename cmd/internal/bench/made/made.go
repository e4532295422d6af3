// Package made makes graphs of any size that look like those of real repositories: how many callers functions have, how
// calls stay in their file or leave it, how methods lie in classes and files in packages follow what was measured in one
// (shape.json). Package loadtest makes graphs for tests of the store, whose functions are all alike; what questions cost
// depends on the few that very many call.
package made

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"assay/internal/graph"
)

//go:embed shape.json
var recorded []byte

// Recorded gives the measured shape that graphs are made from.
func Recorded() (Shape, error) {
	var s Shape
	if err := json.Unmarshal(recorded, &s); err != nil {
		return Shape{}, fmt.Errorf("read the recorded shape: %w", err)
	}
	return s, nil
}

// Graph is a made graph.
type Graph struct {
	Rows *graph.Graph
	// Tests are those that ran, and Observed what they executed: for a run that is added after the load. A part of the
	// files is traced, as where one of several test suites runs with evidence.
	Tests    []string
	Observed []graph.Edge
}

// tracedFiles is how many of a hundred source files tests with evidence executed.
const tracedFiles = 10

// Make makes a graph with about so many functions. The same shape, number and seed give the same graph.
func (s Shape) Make(functions int, seed uint64) Graph {
	m := &maker{shape: s, random: rand.New(rand.NewPCG(seed, uint64(functions))), wanted: functions, rows: &graph.Graph{}}
	m.others()
	m.lay()
	m.imports()
	m.calls()
	m.references()
	m.fixtures()
	m.once()
	out := Graph{Rows: m.rows}
	out.Tests, out.Observed = m.observed()
	return out
}

// maker is a graph under way. Functions, classes and files are numbers until their rows are written; a number that is
// higher stands in a later file.
type maker struct {
	shape  Shape
	random *rand.Rand
	wanted int
	rows   *graph.Graph

	files     []file
	functions []function
	classes   []class
	variables []variable
	folders   []span // of files
	names     []string
	externals []string

	drawn        map[string][]int // functions of the files, and files of the packages, that are to come
	sizes        []int            // methods of the classes that are to come, without those that have none
	emptyClasses float64          // chance that a file gets one more class without methods
}

// span is a range of numbers, the last excluded.
type span struct{ from, to int }

func (s span) size() int { return s.to - s.from }

type file struct {
	path      string
	test      bool
	folder    int
	functions span
	fixture   string // ID of the set-up function, "" for none
}

func (f file) role() graph.Role {
	if f.test {
		return graph.RoleTest
	}
	return graph.RoleSource
}

type function struct {
	id    string
	file  int
	class int // -1 for none
	test  string
}

type class struct {
	id, name string
	file     int
	methods  span
}

type variable struct {
	id   string
	file int
}

// share is how many nodes of a kind there are in this graph.
func (m *maker) share(kind string) int { return int(m.shape.Share[kind]*float64(m.wanted) + 0.5) }

// others makes the nodes that no file holds.
func (m *maker) others() {
	for i := range max(1, m.share("names")) {
		name := fmt.Sprintf("%s_%d", word(i), i)
		m.names = append(m.names, graph.NameID(name))
		m.rows.Names = append(m.rows.Names, graph.Name{Name: name})
	}
	for i := range max(1, m.share("externals")) {
		name := fmt.Sprintf("lib%d.%s_%d", i%50, word(i), i)
		m.externals = append(m.externals, graph.ExternalID("pypi", name))
		m.rows.Externals = append(m.rows.Externals, graph.External{Ecosystem: "pypi", Package: fmt.Sprintf("lib%d", i%50), QualifiedName: name})
	}
}

func (m *maker) edge(e graph.Edge) {
	if e.Evidence == "" {
		e.Evidence, e.Candidates = graph.Exact, 1
	}
	m.rows.Edges = append(m.rows.Edges, e)
}

// word gives one of the words that names are made of.
func word(i int) string { return words[i%len(words)] }

// words are common in names of functions.
var words = [...]string{
	"get", "set", "add", "remove", "create", "delete", "update", "check", "parse", "render", "load", "save", "open", "close", "read", "write",
	"build", "make", "find", "match", "filter", "sort", "merge", "split", "join", "format", "encode", "decode", "validate", "resolve", "register",
	"request", "response", "session", "cookie", "header", "token", "user", "group", "permission", "model", "field", "form", "widget", "template",
	"query", "index", "table", "column", "row", "value", "key", "cache", "storage", "file", "path", "url", "route", "view", "handler", "signal",
	"event", "queue", "task", "worker", "message", "email", "locale", "date", "time", "number", "string", "list", "dict", "tree", "node", "graph",
	"order", "price", "refund", "invoice", "customer", "product", "basket", "payment", "shipping", "tax", "discount", "report", "chart", "page",
	"item", "option", "config", "setting", "default", "error", "warning", "log", "metric", "counter", "timer", "lock", "thread", "process",
}
