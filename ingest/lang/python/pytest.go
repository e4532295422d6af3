package python

import "assay/internal/graph"

// addTests adds tests, fixtures and their edges: what pytest collects by the project's settings, and, in a project that
// does not configure pytest, what unittest discovers.
func addTests(model *Model, out *graph.Graph) {
	s := newSuite(model, out)
	s.findFixtures()
	s.findPlugins()
	s.collect()
	s.link()
}

// suite is a runner's view of a repository.
type suite struct {
	model   *Model
	config  *configurations
	out     *graph.Graph
	edges   *edgeSet
	ignored *ignoreLists

	fixtures  map[*Definition]*fixture // by the function that makes it
	plugins   map[*settings][]*holder
	conftests map[string]*holder // by folder
	nodes     []*node            // collected modules and classes
	items     []*item
	byID      map[string]*item
	requires  map[requirement][]*fixture
	done      map[followedKey]bool
	flags     map[*Module]map[flagKey]string
	missing   map[string]bool // requested names without a fixture
	lastNode  *node
	lastReach []*holder
}

func newSuite(model *Model, out *graph.Graph) *suite {
	return &suite{
		model: model, config: readConfigurations(model.Config), out: out, edges: newEdgeSet(), ignored: readIgnoreLists(model),
		fixtures: map[*Definition]*fixture{}, plugins: map[*settings][]*holder{}, conftests: map[string]*holder{},
		requires: map[requirement][]*fixture{}, done: map[followedKey]bool{}, flags: map[*Module]map[flagKey]string{},
		missing: map[string]bool{}, byID: map[string]*item{},
	}
}

// Names of frameworks.
const (
	frameworkPytest   = "pytest"
	frameworkUnittest = "unittest"
)

// node is a collected module or class.
type node struct {
	settings *settings
	parent   *node // nil for a module
	module   *Module
	class    *Definition // nil for a module; may be defined in another file than module
	id       string      // node id
	line     int         // of what stands for it in the module
	unittest bool        // a subclass of unittest.TestCase
	holder   *holder
	marks    []mark
}

// item is one test.
type item struct {
	node   *node
	id     string // runner id
	testID string // in the graph
	bodies []*Definition
	args   []string
	marks  []mark
}

func (i *item) framework() string {
	if i.node.unittest {
		return frameworkUnittest
	}
	return frameworkPytest
}

// link writes the tests with their edges.
func (s *suite) link() {
	for _, item := range s.items {
		s.out.Tests = append(s.out.Tests, graph.Test{ID: item.testID, RunnerID: item.id, Path: item.node.module.Path,
			Name: lastName(item.id), Framework: item.framework(), Line: item.line()})
		for _, body := range item.bodies {
			s.edges.add(graph.Edge{From: item.testID, To: body.ID, Type: graph.EdgeRuns, How: item.framework(),
				Evidence: evidenceOf(len(item.bodies)), Candidates: len(item.bodies)})
			s.setRole(body, graph.RoleTest)
		}
		s.useFixtures(item)
	}
	s.linkFixtures()
	s.out.Edges = s.edges.appendTo(s.out.Edges)
	s.writeNames()
}

// evidenceOf is exact for one candidate; more of them are a set.
func evidenceOf(candidates int) graph.Evidence {
	if candidates == 1 {
		return graph.Exact
	}
	return graph.Inferred
}

// line is the line of the body, or, for a body in another file, of what brings it into this one.
func (i *item) line() int {
	for _, body := range i.bodies {
		if body.Module == i.node.module {
			return int(body.NameLine)
		}
	}
	return i.node.line
}

func (s *suite) setRole(definition *Definition, role graph.Role) {
	if definition.Row < len(s.out.Symbols) && s.out.Symbols[definition.Row].ID == definition.ID {
		s.out.Symbols[definition.Row].Role = role
	}
}
