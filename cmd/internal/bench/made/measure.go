package made

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"assay/internal/graph"
)

// Shape is what a repository's graph looks like: what a made one is made from.
type Shape struct {
	Source string `json:"source"` // the repository that was measured
	// Share is how many nodes of a kind there are for each function.
	Share map[string]float64 `json:"share"`
	// Local is, by the roles of both ends, which calls stay in the file, in its folder, or go elsewhere.
	Local map[string][3]float64 `json:"local"`
	// FromTests is the share of callers in tests, by how many callers a function has: up to 2, 10, 100 and more.
	FromTests [4]float64 `json:"from_tests"`
	// Spread has the distributions by name.
	Spread map[string]Distribution `json:"spread"`
}

// Names of distributions.
const (
	CallsTo       = "calls to a function"
	CallsToTest   = "calls to a function of tests"
	CallsFrom     = "calls of a function"
	CallsFromTest = "calls of a function of tests"
	PerFile       = "functions of a file"
	PerTestFile   = "functions of a test file"
	Methods       = "methods of a class"
	Fields        = "fields of a class"
	Files         = "files of a package"
	Lines         = "lines of a function"
	Unresolved    = "unresolved calls of a function"
	Importers     = "importers of a file"
	Subclasses    = "subclasses of a class"
	ClassUses     = "references to a class"
	VariableUses  = "references to a variable"
	TestsOf       = "tests that executed a function"
	Reach4        = "symbols within 4 steps"
	Reach8        = "symbols within 8 steps"
)

// reachSample is how many functions the distances are measured from.
const reachSample = 400

// node is what is kept of one.
type node struct {
	label graph.Label
	path  string
	kind  string
	role  graph.Role
	lines int
}

func (n node) test() bool { return n.role != graph.RoleSource }

// link is what is kept of an edge.
type link struct{ from, to string }

// reading is an export in memory.
type reading struct {
	nodes map[string]node
	links map[graph.EdgeType][]link
}

// Measure describes the graph of an export, as `assay export` writes it. Distributions without a node are left out.
func Measure(source string, export io.Reader) (Shape, error) {
	r, err := read(export)
	if err != nil {
		return Shape{}, fmt.Errorf("measure the graph of %s: %w", source, err)
	}
	s := Shape{Source: source, Share: r.shares(), Local: map[string][3]float64{}, Spread: map[string]Distribution{}}
	r.files(s.Spread)
	r.calls(&s)
	r.degrees(s.Spread)
	r.reach(s.Spread)
	return s, nil
}

func read(export io.Reader) (*reading, error) {
	r := &reading{nodes: map[string]node{}, links: map[graph.EdgeType][]link{}}
	for lines := json.NewDecoder(export); ; {
		var line struct {
			Kind   string         `json:"t"`
			Labels []graph.Label  `json:"labels"`
			ID     string         `json:"id"`
			Type   graph.EdgeType `json:"type"`
			From   string         `json:"from"`
			To     string         `json:"to"`
			Props  struct {
				Path      string     `json:"path"`
				Kind      string     `json:"kind"`
				Role      graph.Role `json:"role"`
				Language  string     `json:"language"`
				StartLine int        `json:"start_line"`
				EndLine   int        `json:"end_line"`
			} `json:"props"`
		}
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return r, nil
		} else if err != nil {
			return nil, err
		}
		if line.Kind == "edge" {
			r.links[line.Type] = append(r.links[line.Type], link{line.From, line.To})
			continue
		}
		n := node{path: line.Props.Path, kind: line.Props.Kind, role: line.Props.Role, lines: line.Props.EndLine - line.Props.StartLine + 1}
		for _, label := range []graph.Label{graph.LabelSymbol, graph.LabelClass, graph.LabelFunction, graph.LabelVariable, graph.LabelFile,
			graph.LabelPackage, graph.LabelTest, graph.LabelName, graph.LabelExternal} {
			if slices.Contains(line.Labels, label) {
				n.label = label // the last that fits says most
			}
		}
		if n.label == graph.LabelFile {
			n.path, n.kind = line.ID, line.Props.Language
		}
		r.nodes[line.ID] = n
	}
}

// of lists the nodes of a label, in order of their identifiers.
func (r *reading) of(label graph.Label, keep func(node) bool) []string {
	var ids []string
	for id, n := range r.nodes {
		if n.label == label && (keep == nil || keep(n)) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (r *reading) functions(test bool) []string {
	return r.of(graph.LabelFunction, func(n node) bool { return n.test() == test })
}

func isCode(n node) bool { return n.kind == "python" }

func (r *reading) shares() map[string]float64 {
	functions := float64(max(1, len(r.of(graph.LabelFunction, nil))))
	share := func(count int) float64 { return math.Round(10000*float64(count)/functions) / 10000 }
	return map[string]float64{
		"source": share(len(r.functions(false))), "tests": share(len(r.of(graph.LabelTest, nil))), "classes": share(len(r.of(graph.LabelClass, nil))),
		"variables": share(len(r.of(graph.LabelVariable, nil))), "names": share(len(r.of(graph.LabelName, nil))),
		"externals": share(len(r.of(graph.LabelExternal, nil))), "files": share(len(r.of(graph.LabelFile, isCode))),
		"listed":         share(len(r.of(graph.LabelFile, func(n node) bool { return !isCode(n) }))),
		"external calls": share(r.count(graph.EdgeCalls, graph.LabelExternal)), "fixture uses": share(len(r.links[graph.EdgeUsesFixture])),
		"overrides": share(len(r.links[graph.EdgeOverrides])),
	}
}

func (r *reading) count(edge graph.EdgeType, to graph.Label) (n int) {
	for _, l := range r.links[edge] {
		if r.nodes[l.to].label == to {
			n++
		}
	}
	return n
}

// put keeps the distribution of a number over nodes.
func put(spread map[string]Distribution, name string, ids []string, number func(id string) int) {
	if len(ids) == 0 {
		return
	}
	values := make([]int, len(ids))
	for i, id := range ids {
		values[i] = number(id)
	}
	spread[name] = distributionOf(values)
}

// files measures how symbols lie in files, classes and packages.
func (r *reading) files(spread map[string]Distribution) {
	functions, files, tests := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, id := range r.of(graph.LabelFunction, nil) {
		functions[r.nodes[id].path]++
	}
	for _, id := range r.of(graph.LabelFile, isCode) {
		files[path.Dir(id)]++
		tests[id] = r.nodes[id].test()
	}
	in := func(counts map[string]int) func(string) int { return func(id string) int { return counts[id] } }
	put(spread, PerFile, r.of(graph.LabelFile, func(n node) bool { return isCode(n) && !n.test() }), in(functions))
	put(spread, PerTestFile, r.of(graph.LabelFile, func(n node) bool { return isCode(n) && n.test() }), in(functions))
	folders := []string{}
	for folder := range files {
		folders = append(folders, folder)
	}
	put(spread, Files, folders, in(files))
	methods, fields := map[string]int{}, map[string]int{}
	for _, l := range r.links[graph.EdgeDefines] {
		switch r.nodes[l.to].label {
		case graph.LabelFunction:
			methods[l.from]++
		case graph.LabelVariable:
			fields[l.from]++
		}
	}
	classes := r.of(graph.LabelClass, nil)
	put(spread, Methods, classes, in(methods))
	put(spread, Fields, classes, in(fields))
	put(spread, Lines, r.of(graph.LabelFunction, nil), func(id string) int { return r.nodes[id].lines })
}

// calls measures calls between functions: how many, from where, how far.
func (r *reading) calls(s *Shape) {
	in, out := map[string]int{}, map[string]int{}
	local, fromTests := map[string]*[3]float64{}, map[string]int{}
	for _, l := range r.links[graph.EdgeCalls] {
		from, to := r.nodes[l.from], r.nodes[l.to]
		if from.label != graph.LabelFunction || to.label != graph.LabelFunction {
			continue
		}
		in[l.to]++
		out[l.from]++
		if from.test() {
			fromTests[l.to]++
		}
		key := roles(from.test(), to.test())
		if local[key] == nil {
			local[key] = &[3]float64{}
		}
		local[key][distance(from.path, to.path)]++
	}
	for key, counts := range local {
		sum := counts[0] + counts[1] + counts[2]
		s.Local[key] = [3]float64{round(counts[0] / sum), round(counts[1] / sum), round(counts[2] / sum)}
	}
	counts := func(m map[string]int) func(string) int { return func(id string) int { return m[id] } }
	source, tests := r.functions(false), r.functions(true)
	put(s.Spread, CallsTo, source, counts(in))
	put(s.Spread, CallsToTest, tests, counts(in))
	put(s.Spread, CallsFrom, source, counts(out))
	put(s.Spread, CallsFromTest, tests, counts(out))
	var all, of [4]float64
	for _, id := range source {
		all[band(in[id])] += float64(in[id])
		of[band(in[id])] += float64(fromTests[id])
	}
	for i := range all {
		s.FromTests[i] = round(of[i] / max(1, all[i]))
	}
}

func round(share float64) float64 { return math.Round(10000*share) / 10000 }

// roles is the key of Local.
func roles(fromTest, toTest bool) string {
	name := map[bool]string{false: "source", true: "test"}
	return name[fromTest] + " to " + name[toTest]
}

// distance is 0 within a file, 1 within a folder, 2 beyond.
func distance(from, to string) int {
	switch {
	case from == to:
		return 0
	case path.Dir(from) == path.Dir(to):
		return 1
	default:
		return 2
	}
}

// band is the place in FromTests of a function with so many callers.
func band(callers int) int {
	for i, most := range []int{2, 10, 100} {
		if callers <= most {
			return i
		}
	}
	return 3
}

// degrees measures the other edges.
func (r *reading) degrees(spread map[string]Distribution) {
	end := func(edge graph.EdgeType, from bool) func(string) int {
		counts := map[string]int{}
		for _, l := range r.links[edge] {
			if from {
				counts[l.from]++
			} else {
				counts[l.to]++
			}
		}
		return func(id string) int { return counts[id] }
	}
	put(spread, Unresolved, r.of(graph.LabelFunction, nil), end(graph.EdgeMayCall, true))
	put(spread, Importers, r.of(graph.LabelFile, isCode), end(graph.EdgeImports, false))
	put(spread, Subclasses, r.of(graph.LabelClass, nil), end(graph.EdgeInherits, false))
	put(spread, ClassUses, r.of(graph.LabelClass, nil), end(graph.EdgeReferences, false))
	put(spread, VariableUses, r.of(graph.LabelVariable, nil), end(graph.EdgeReferences, false))
	if len(r.links[graph.EdgeTests]) > 0 {
		put(spread, TestsOf, r.functions(false), end(graph.EdgeTests, false))
	}
}

// follows are the edges by which a change reaches further.
var follows = []graph.EdgeType{graph.EdgeCalls, graph.EdgeReferences, graph.EdgeInherits, graph.EdgeOverrides, graph.EdgeRequires}

// reach measures how many symbols a change of a function reaches.
func (r *reading) reach(spread map[string]Distribution) {
	users := map[string][]string{}
	for _, edge := range follows {
		for _, l := range r.links[edge] {
			users[l.to] = append(users[l.to], l.from)
		}
	}
	sample := r.functions(false)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
	sample = sample[:min(len(sample), reachSample)]
	put(spread, Reach4, sample, func(id string) int { return within(users, id, 4) })
	put(spread, Reach8, sample, func(id string) int { return within(users, id, 8) })
}

// within counts what is reached by so many steps.
func within(users map[string][]string, start string, steps int) int {
	seen, border := map[string]bool{start: true}, []string{start}
	for range steps {
		var next []string
		for _, id := range border {
			for _, user := range users[id] {
				if !seen[user] && !strings.HasSuffix(user, "#test") {
					seen[user] = true
					next = append(next, user)
				}
			}
		}
		border = next
	}
	return len(seen) - 1
}
