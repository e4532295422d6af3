package made

import (
	"fmt"
	"sort"

	"assay/internal/graph"
)

// tries bounds how often another user is drawn for one that is there already, before it is drawn from farther away.
const tries = 4

// stubs holds every function as often as it calls, in order of files: a function drawn from it calls as many as the
// measured ones do.
type stubs []int

// from cuts out the stubs of a range of functions.
func (s stubs) from(functions span) stubs {
	return s[sort.SearchInts(s, functions.from):sort.SearchInts(s, functions.to)]
}

// callers are the functions that calls are drawn from.
type callers struct{ source, tests stubs }

func (m *maker) stubs() callers {
	var c callers
	sources := 0
	for sources < len(m.functions) && !m.files[m.functions[sources].file].test {
		sources++
	}
	fill := func(of string, first, last int) (out stubs) {
		for i, calls := range m.shape.Spread[of].spread(m.random, last-first) {
			for range calls {
				out = append(out, first+i)
			}
		}
		return out
	}
	c.source, c.tests = fill(CallsFrom, 0, sources), fill(CallsFromTest, sources, len(m.functions))
	return c
}

// calls makes the calls between functions, those that leave the repository and those that could not be resolved.
func (m *maker) calls() {
	c := m.stubs()
	var source, tests []int
	for i, f := range m.functions {
		if m.files[f.file].test {
			tests = append(tests, i)
		} else {
			source = append(source, i)
		}
	}
	for i, count := range m.shape.Spread[CallsTo].spread(m.random, len(source)) {
		m.callsTo(c, source[i], count)
	}
	for i, count := range m.shape.Spread[CallsToTest].spread(m.random, len(tests)) {
		m.callsTo(c, tests[i], count)
	}
	for range m.share("external calls") {
		f := m.random.IntN(len(m.functions))
		m.edge(graph.Edge{From: m.functions[f].id, To: m.externals[m.popular(len(m.externals))], Type: graph.EdgeCalls, How: "import",
			Lines: []int{1 + m.random.IntN(500)}, Dispatch: "direct"})
	}
	for i, count := range m.shape.Spread[Unresolved].spread(m.random, len(m.functions)) {
		for _, name := range m.distinct(count, func(int) int { return m.popular(len(m.names)) }) {
			m.edge(graph.Edge{From: m.functions[i].id, To: m.names[name], Type: graph.EdgeMayCall, Evidence: graph.Guess, Candidates: 1,
				How: "name", Reason: "receiver of unknown type", Lines: []int{1 + m.random.IntN(500)}})
		}
	}
}

// popular draws a number below n; low ones come far more often.
func (m *maker) popular(n int) int {
	u := m.random.Float64()
	return int(u * u * u * float64(n))
}

// distinct draws up to count different numbers; the draw is told how often it failed.
func (m *maker) distinct(count int, draw func(failed int) int) []int {
	seen, out := make(map[int]bool, count), make([]int, 0, count)
	for range count {
		for failed := range 2 * tries {
			if n := draw(failed); n >= 0 && !seen[n] {
				seen[n] = true
				out = append(out, n)
				break
			}
		}
	}
	return out
}

// callsTo draws the callers of one function.
func (m *maker) callsTo(c callers, to, count int) {
	callee := m.functions[to]
	toTest := m.files[callee.file].test
	fromTests := m.shape.FromTests[band(count)]
	for _, from := range m.distinct(count, func(failed int) int {
		pool, fromTest := c.source, toTest || m.random.Float64() < fromTests
		if fromTest {
			pool = c.tests
		}
		return m.near(pool, to, m.far(fromTest, toTest)+failed/tries)
	}) {
		e := graph.Edge{From: m.functions[from].id, To: callee.id, Type: graph.EdgeCalls, How: "scope", Dispatch: "direct", Lines: []int{1 + m.random.IntN(500)}}
		if m.random.IntN(100) < inferred {
			e.Evidence, e.Candidates, e.How = graph.Inferred, 2, "type"
		}
		m.edge(e)
	}
}

// inferred is how many of a hundred calls are one of a set.
const inferred = 9

// far draws how far away a caller is: as distance says.
func (m *maker) far(fromTest, toTest bool) int {
	local, u := m.shape.Local[roles(fromTest, toTest)], m.random.Float64()
	switch {
	case u < local[0]:
		return 0
	case u < local[0]+local[1]:
		return 1
	default:
		return 2
	}
}

// near draws a caller: within a file or folder any other function, beyond it one that stands behind, so that calls between
// files go in rounds as seldom as in real programs; -1 for none.
func (m *maker) near(pool stubs, to, far int) int {
	f := m.files[m.functions[to].file]
	in := f.functions
	switch {
	case far == 1:
		folder := m.folders[f.folder]
		in = span{m.files[folder.from].functions.from, m.files[folder.to-1].functions.to}
	case far > 1:
		in = span{f.functions.to, len(m.functions)}
	}
	if found := pool.from(in); len(found) > 0 {
		if from := found[m.random.IntN(len(found))]; from != to {
			return from
		}
	}
	return -1
}

// once keeps the first of edges that have ends, type and evidence in common.
func (m *maker) once() {
	seen := make(map[string]bool, len(m.rows.Edges))
	kept := m.rows.Edges[:0]
	for _, e := range m.rows.Edges {
		key := e.From + "\x00" + string(e.Type) + "\x00" + e.To + "\x00" + string(e.Evidence)
		if !seen[key] {
			seen[key] = true
			kept = append(kept, e)
		}
	}
	m.rows.Edges = kept
}

// imports makes the imports between files: later files import earlier ones.
func (m *maker) imports() {
	for i, count := range m.shape.Spread[Importers].spread(m.random, len(m.files)) {
		for _, importer := range m.distinct(count, func(int) int {
			if i+1 >= len(m.files) {
				return -1
			}
			return i + 1 + m.random.IntN(len(m.files)-i-1)
		}) {
			m.edge(graph.Edge{From: m.files[importer].path, To: m.files[i].path, Type: graph.EdgeImports, How: "import", Lines: []int{1 + importer%20}})
		}
	}
}

// references makes what uses classes and variables without calling them, and inheritance.
func (m *maker) references() {
	uses := func(to string, file, count int) {
		for _, from := range m.distinct(count, func(failed int) int {
			if far := m.random.IntN(2) + failed/tries; far == 0 {
				return m.in(m.files[file].functions)
			}
			return m.in(span{m.files[file].functions.from, len(m.functions)})
		}) {
			m.edge(graph.Edge{From: m.functions[from].id, To: to, Type: graph.EdgeReferences, How: "scope", Lines: []int{1 + m.random.IntN(500)}})
		}
	}
	for i, count := range m.shape.Spread[ClassUses].spread(m.random, len(m.classes)) {
		uses(m.classes[i].id, m.classes[i].file, count)
	}
	for i, count := range m.shape.Spread[VariableUses].spread(m.random, len(m.variables)) {
		uses(m.variables[i].id, m.variables[i].file, count)
	}
	m.inheritance()
}

// in draws a number of a span, -1 of an empty one.
func (m *maker) in(s span) int {
	if s.size() <= 0 {
		return -1
	}
	return s.from + m.random.IntN(s.size())
}

// manySubclasses are more than a class in a late file could have.
const manySubclasses = 50

// overriding is how many methods of its base a class overrides, while there are any left.
const overriding = 6

func (m *maker) inheritance() {
	overrides := m.share("overrides")
	for i, count := range m.shape.Spread[Subclasses].spread(m.random, len(m.classes)) {
		if count > manySubclasses { // there are enough behind it
			i /= 4
		}
		base := m.classes[i]
		for _, child := range m.distinct(count, func(int) int { return m.in(span{i + 1, len(m.classes)}) }) {
			m.edge(graph.Edge{From: m.classes[child].id, To: base.id, Type: graph.EdgeInherits, How: "scope", Lines: []int{1}})
			for range overriding {
				to, from := m.in(base.methods), m.in(m.classes[child].methods)
				if overrides == 0 || to < 0 || from < 0 {
					break
				}
				overrides--
				m.edge(graph.Edge{From: m.functions[from].id, To: m.functions[to].id, Type: graph.EdgeOverrides, How: "mro"})
			}
		}
	}
}

// fixturesEvery is one of how many test files has a set-up function.
const fixturesEvery = 5

// fixtures makes set-up functions and the tests that use them: those of their file, and two that many share.
func (m *maker) fixtures() {
	var all []string
	for i, f := range m.files {
		if f.test && i%fixturesEvery == 0 {
			m.files[i].fixture = m.fixture(i)
			all = append(all, m.files[i].fixture)
		}
	}
	left := m.share("fixture uses")
	for _, f := range m.functions {
		if f.test == "" || len(all) == 0 {
			continue
		}
		used := map[string]bool{"": true}
		for _, fixture := range []string{m.files[f.file].fixture, all[0], all[f.file%min(2, len(all))]} {
			if !used[fixture] && left > 0 {
				used[fixture] = true
				left--
				m.edge(graph.Edge{From: f.test, To: fixture, Type: graph.EdgeUsesFixture, How: "parameter"})
			}
		}
	}
}

func (m *maker) fixture(number int) string {
	f := m.files[number]
	id := m.symbol(number, f.path, fmt.Sprintf("setup_%d", number), graph.KindFunction, graph.RoleFixture, span{1, 2})
	symbol := &m.rows.Symbols[len(m.rows.Symbols)-1]
	symbol.Fixture = &graph.FixtureInfo{Name: symbol.Name, Scope: "function"}
	m.edge(graph.Edge{From: graph.SymbolID(f.path, "<module>", graph.KindModule, 1), To: id, Type: graph.EdgeDefines, How: "scope"})
	return id
}

// observed makes what tests executed: the functions of a part of the source files, each by as many tests as were seen in
// a traced repository.
func (m *maker) observed() (tests []string, edges []graph.Edge) {
	var all []string
	for _, f := range m.functions {
		if f.test != "" {
			all = append(all, f.test)
		}
	}
	ran := map[string]bool{}
	for _, f := range m.functions {
		if file := m.files[f.file]; file.test || f.file%100 >= tracedFiles || len(all) == 0 {
			continue
		}
		suite := m.random.IntN(1 + max(0, len(all)-m.shape.Spread[TestsOf].Count)) // tests that run one part stand together
		for _, t := range m.distinct(m.shape.Spread[TestsOf].draw(m.random), func(int) int {
			return suite + m.random.IntN(min(len(all), m.shape.Spread[TestsOf].Count))
		}) {
			edges = append(edges, graph.Edge{From: all[t], To: f.id, Type: graph.EdgeTests, Evidence: graph.Observed, How: "coverage.py",
				Candidates: 1, Lines: []int{1 + m.random.IntN(500)}, Phases: graph.PhaseCall, Run: 1})
			if !ran[all[t]] {
				ran[all[t]] = true
				tests = append(tests, all[t])
			}
		}
	}
	return tests, edges
}
