package python

import (
	"cmp"
	"maps"
	"slices"

	"assay/internal/graph"
)

// Ways in which a test comes to a fixture.
const (
	byArgument = "argument"
	byMark     = "usefixtures"
	byAutouse  = "autouse"
	bySetup    = "setup"
	byRequest  = "getfixturevalue"
	byConfig   = "configuration"
)

// reasonNoFixture is why a requested name stays unresolved.
const reasonNoFixture = "fixture not found"

// request is a fixture that a test asks for by name.
type request struct {
	name string
	how  string
	line int
}

// useFixtures links a test with the fixtures that it asks for, and follows what those require.
func (s *suite) useFixtures(i *item) {
	reach := s.reachOf(i.node)
	direct := i.parametrized()
	seen := map[string]bool{}
	for _, r := range s.requests(i, reach) {
		if seen[r.name] || slices.Contains(direct, r.name) {
			continue
		}
		seen[r.name] = true
		s.use(i, reach, r)
	}
	for depth, h := range reach {
		for _, setup := range h.setups {
			if !setup.direct || depth == len(reach)-1 {
				s.addUse(i, setup.fixture, bySetup, 0)
			}
		}
	}
}

// reachOf keeps the reach of the node whose items come one behind the other.
func (s *suite) reachOf(n *node) []*holder {
	if s.lastNode != n {
		s.lastNode, s.lastReach = n, s.reach(n)
	}
	return s.lastReach
}

// parametrized lists the arguments that marks give values to: they are no fixtures.
func (i *item) parametrized() []string {
	var names []string
	for _, m := range i.allMarks() {
		if m.name == "parametrize" {
			names = append(names, m.names...)
		}
	}
	return names
}

func (i *item) allMarks() []mark {
	marks := slices.Clone(i.marks)
	for n := i.node; n != nil; n = n.parent {
		marks = append(marks, n.marks...)
	}
	return marks
}

// requests lists what a test asks for: by arguments, marks, configuration, at run time, and what is used by itself.
func (s *suite) requests(i *item, reach []*holder) []request {
	var list []request
	for _, name := range i.args {
		list = append(list, request{name, byArgument, i.line()})
	}
	for _, m := range i.allMarks() {
		if m.name != "usefixtures" {
			continue
		}
		for _, name := range m.names {
			list = append(list, request{name, byMark, m.line})
		}
	}
	for _, h := range reach {
		for _, name := range h.auto {
			list = append(list, request{name, byAutouse, 0})
		}
	}
	for _, name := range i.node.settings.fixtures {
		list = append(list, request{name, byConfig, 0})
	}
	for _, body := range i.bodies {
		for _, name := range s.requestedWhileRunning(body) {
			list = append(list, request{name, byRequest, int(body.NameLine)})
		}
	}
	return list
}

func (s *suite) use(i *item, reach []*holder, r request) {
	chain := lookup(reach, r.name)
	if len(chain) == 0 {
		s.miss(i, r)
		return
	}
	s.addUse(i, chain[len(chain)-1], r.how, r.line)
	s.follow(reach, chain[len(chain)-1])
}

func (s *suite) addUse(i *item, f *fixture, how string, line int) {
	all := f.all()
	for _, one := range all {
		edge := graph.Edge{From: i.testID, To: one.definition.ID, Type: graph.EdgeUsesFixture, How: how,
			Evidence: evidenceOf(len(all)), Candidates: len(all)}
		if line > 0 {
			edge.Lines = []int{line}
		}
		s.edges.add(edge)
	}
}

// miss records a name that no fixture of the repository has, unless pytest or a well-known plugin brings it.
func (s *suite) miss(i *item, r request) {
	if isPluginFixture(r.name) {
		return
	}
	s.missing[r.name] = true
	for _, body := range i.bodies {
		s.edges.add(graph.Edge{From: body.ID, To: graph.NameID(r.name), Type: graph.EdgeMayCall, Evidence: graph.Guess,
			How: r.how, Reason: reasonNoFixture, Lines: []int{int(body.NameLine)}, Candidates: 1})
	}
}

// writeNames adds the names that no fixture has, unless calls brought them already.
func (s *suite) writeNames() {
	for _, name := range s.out.Names {
		delete(s.missing, name.Name)
	}
	for _, name := range sortedNames(s.missing) {
		s.out.Names = append(s.out.Names, graph.Name{Name: name})
	}
}

// requirement is one name that a fixture asks for.
type requirement struct {
	fixture *fixture
	name    string
}

// follow records what a fixture requires as it is seen from a test: the fixture's own name means the one it overrides.
func (s *suite) follow(reach []*holder, f *fixture) {
	if s.followed(reach, f) {
		return
	}
	for _, other := range f.others {
		s.follow(reach, other)
	}
	for _, name := range slices.Concat(f.args, f.dynamic) {
		chain := lookup(reach, name)
		if at := slices.IndexFunc(chain, func(c *fixture) bool { return slices.Contains(c.all(), f) }); at >= 0 {
			chain = chain[:at]
		}
		if len(chain) == 0 {
			continue
		}
		next := chain[len(chain)-1]
		key := requirement{f, name}
		for _, one := range next.all() {
			if !slices.Contains(s.requires[key], one) {
				s.requires[key] = append(s.requires[key], one)
			}
		}
		s.follow(reach, next)
	}
}

// followed reports whether a fixture was followed from this reach before. Holders are made once, so the last one of a
// reach stands for all of it.
func (s *suite) followed(reach []*holder, f *fixture) bool {
	key := followedKey{reach[len(reach)-1], f}
	if s.done[key] {
		return true
	}
	s.done[key] = true
	return false
}

type followedKey struct {
	holder  *holder
	fixture *fixture
}

// linkFixtures writes what fixtures require, and which ones they replace.
func (s *suite) linkFixtures() {
	s.followUnused()
	for _, key := range sortedRequirements(s.requires) {
		targets, how := s.requires[key], byRequest
		if slices.Contains(key.fixture.args, key.name) {
			how = byArgument
		}
		for _, target := range targets {
			s.edges.add(graph.Edge{From: key.fixture.definition.ID, To: target.definition.ID, Type: graph.EdgeRequires,
				Evidence: evidenceOf(len(targets)), How: how, Lines: []int{int(key.fixture.definition.NameLine)},
				Candidates: len(targets)})
		}
	}
	for _, n := range s.nodes {
		s.replace(s.reach(n))
	}
	for folder := range s.conftests {
		if s.conftests[folder] != nil {
			s.replace(s.folderReach(s.config.of(join(folder, "conftest.py")), folder))
		}
	}
}

func sortedRequirements(m map[requirement][]*fixture) []requirement {
	keys := slices.Collect(maps.Keys(m))
	slices.SortFunc(keys, func(a, b requirement) int {
		return cmp.Or(cmp.Compare(a.fixture.definition.ID, b.fixture.definition.ID), cmp.Compare(a.name, b.name))
	})
	return keys
}

// followUnused follows fixtures that no test uses from the place that brings them.
func (s *suite) followUnused() {
	follow := func(reach []*holder) {
		for _, name := range sortedNames(reach[len(reach)-1].byName) {
			chain := lookup(reach, name)
			if f := chain[len(chain)-1]; !s.isFollowed(f) {
				s.follow(reach, f)
			}
		}
	}
	for _, plugins := range s.plugins {
		for i := range plugins {
			follow(plugins[:i+1])
		}
	}
	for _, n := range s.nodes {
		follow(s.reach(n))
	}
	for _, folder := range sortedNames(s.conftests) {
		if s.conftests[folder] != nil {
			follow(s.folderReach(s.config.of(join(folder, "conftest.py")), folder))
		}
	}
}

func (s *suite) isFollowed(f *fixture) bool {
	return slices.ContainsFunc(slices.Concat(f.args, f.dynamic), func(name string) bool {
		return len(s.requires[requirement{f, name}]) > 0
	})
}

// replace links the fixtures of the last holder of a reach with those of the same name that they hide.
func (s *suite) replace(reach []*holder) {
	last := reach[len(reach)-1]
	for name, own := range last.byName {
		hidden := lookup(reach[:len(reach)-1], name)
		if len(hidden) == 0 || hidden[len(hidden)-1] == own[len(own)-1] {
			continue
		}
		f, target := own[len(own)-1], hidden[len(hidden)-1]
		s.edges.add(graph.Edge{From: f.definition.ID, To: target.definition.ID, Type: graph.EdgeReplaces,
			Evidence: graph.Exact, How: "pytest", Lines: []int{int(f.definition.NameLine)}, Candidates: 1})
	}
}
