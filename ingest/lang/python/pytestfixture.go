package python

import (
	"maps"
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// fixture is a function that makes what tests ask for by name, or a set-up function.
type fixture struct {
	definition *Definition
	name       string
	named      bool // name was given to the decorator
	older      bool // a set-up or tear-down function
	scope      string
	autouse    bool
	args       []string // names that it requests
	dynamic    []string // names that it requests while it runs
	// others are definitions in arms that exclude the one of this fixture: which of them there is depends on the run.
	others []*fixture
}

// all lists a fixture with the others that there may be in its place.
func (f *fixture) all() []*fixture { return append([]*fixture{f}, f.others...) }

// Scopes of fixtures.
const (
	scopeFunction = "function"
	scopeClass    = "class"
	scopeModule   = "module"
	scopeDynamic  = "dynamic" // chosen by a function at run time
)

// fixtureDecorators are the decorators that make a fixture.
var fixtureDecorators = []string{
	"pytest.fixture", "pytest.yield_fixture", "_pytest.fixtures.fixture", "pytest_asyncio.fixture",
	"pytest_asyncio.plugin.fixture", "pytest_trio.trio_fixture", "pytest_twisted.async_fixture",
	"pytest_twisted.async_yield_fixture",
}

// findFixtures marks every function that a fixture decorator makes a fixture.
func (s *suite) findFixtures() {
	for _, module := range s.model.Modules {
		for _, d := range module.Definitions {
			switch d.Kind {
			case facts.Function:
				if from, call, ok := s.fixtureDecorator(d); ok {
					s.fixtures[d] = s.newFixture(d, d.Name, argumentsOf(from.Facts, call), from.Facts)
				}
			case facts.Variable:
				s.findAssigned(d)
			}
		}
	}
}

// fixtureDecorator finds the call that makes a function a fixture, in the decorator itself or in the variable that it
// names: `shared = pytest.fixture(scope="session")`.
func (s *suite) fixtureDecorator(d *Definition) (from *Module, call facts.Expr, ok bool) {
	for _, decorator := range d.Decorators {
		if slices.Contains(fixtureDecorators, s.decoratorName(d, decorator)) {
			return d.Module, decorator.Expr, true
		}
		for _, v := range definitions(s.resolve(d.Module, d.Scope, decorator.Expr, d.At, d.Branch)) {
			if v.Kind == facts.Variable && s.makesFixture(v, v.Value) {
				return v.Module, v.Value, true
			}
		}
	}
	return nil, 0, false
}

// makesFixture reports whether an expression of a variable calls the decorator.
func (s *suite) makesFixture(v *Definition, e facts.Expr) bool {
	f := v.Module.Facts
	if f.At(e).Kind != facts.CallExpr {
		return false
	}
	return slices.Contains(fixtureDecorators, s.external(v.Module, v.Scope, f.At(e).Base, v.At, v.Branch))
}

// findAssigned marks functions that become fixtures by an assignment: `name = pytest.fixture(scope="module")(function)`.
func (s *suite) findAssigned(v *Definition) {
	f := v.Module.Facts
	if f.At(v.Value).Kind != facts.CallExpr {
		return
	}
	made, function := v.Value, argumentsOf(f, v.Value).get(0, "fixture_function")
	if decorator := f.At(v.Value).Base; s.makesFixture(v, decorator) {
		made = decorator
	} else if !s.makesFixture(v, v.Value) {
		return
	}
	for _, d := range definitions(s.resolve(v.Module, v.Scope, function, v.At, v.Branch)) {
		if d.Kind == facts.Function {
			s.fixtures[v] = s.newFixture(d, v.Name, argumentsOf(f, made), f)
		}
	}
}

// decoratorName is the dotted name of a decorator that comes from outside, without the arguments it is called with.
func (s *suite) decoratorName(d *Definition, decorator facts.Decorator) string {
	f := d.Module.Facts
	target := callee(f, decorator.Expr)
	return s.external(d.Module, d.Scope, target, d.At, d.Branch)
}

// newFixture reads the arguments of the decorator, which stand in a file of their own.
func (s *suite) newFixture(d *Definition, name string, a arguments, f *facts.File) *fixture {
	made := &fixture{definition: d, name: name, scope: scopeFunction, args: s.argumentNames(d, d.Owner, nil)}
	if given, ok := text(f, a.get(-1, "name")); ok && given != "" {
		made.name, made.named = given, true
	}
	if scope := a.get(-1, "scope"); scope != 0 {
		made.scope = scopeDynamic
		if value, ok := text(f, scope); ok {
			made.scope = value
		}
	}
	made.autouse = isConstant(f, a.get(-1, "autouse"), "True")
	made.dynamic = s.requestedWhileRunning(d)
	s.mark(made)
	return made
}

// mark sets the fixture on its symbol.
func (s *suite) mark(f *fixture) {
	row := f.definition.Row
	if row >= len(s.out.Symbols) || s.out.Symbols[row].ID != f.definition.ID {
		return
	}
	s.out.Symbols[row].Role = graph.RoleFixture
	s.out.Symbols[row].Fixture = &graph.FixtureInfo{Name: f.name, Scope: f.scope, Autouse: f.autouse}
}

// requestedWhileRunning lists the literal names of request.getfixturevalue("name") in a function.
func (s *suite) requestedWhileRunning(d *Definition) []string {
	f := d.Module.Facts
	var names []string
	for _, site := range s.sitesOf(d) {
		if site.Kind != facts.Call {
			continue
		}
		called, ok := f.Dotted(f.At(site.Expr).Base)
		if !ok || !strings.HasSuffix(called, "request.getfixturevalue") {
			continue
		}
		if name, ok := text(f, argumentsOf(f, site.Expr).get(0, "argname")); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// sitesOf gives the sites directly in a function's body; sites are sorted by the order of evaluation, so those of one
// scope are found by a scan of the file only where "request" is a parameter.
func (s *suite) sitesOf(d *Definition) []facts.Site {
	f := d.Module.Facts
	if !slices.ContainsFunc(d.Parameters, func(p facts.Parameter) bool { return f.Text(p.Name) == "request" }) {
		return nil
	}
	var sites []facts.Site
	for _, site := range f.Sites {
		if within(f, site.Scope, d.Body) {
			sites = append(sites, site)
		}
	}
	return sites
}

// within reports whether a scope is another one or lies inside of it.
func within(f *facts.File, scope, outer int32) bool {
	for ; scope >= 0; scope = f.Scopes[scope].Parent {
		if scope == outer {
			return true
		}
	}
	return false
}

// holder is a place that brings fixtures into reach: a plugin, a conftest, a module, a class.
type holder struct {
	byName map[string][]*fixture // the last one counts
	auto   []string              // names of autouse fixtures
	setups []setup
}

// setup is a set-up or tear-down function of the older kind, which runs without being asked for.
type setup struct {
	fixture *fixture
	// direct is true when it runs only for functions of the module itself.
	direct bool
}

// fill registers the fixtures among named definitions. pytest goes through names in alphabetical order.
func (s *suite) fill(h *holder, attributes map[string][]*Definition) {
	for _, name := range sortedNames(attributes) {
		var made *fixture
		for _, definition := range attributes[name] {
			if f := s.fixtures[definition]; f != nil && !f.older {
				if made != nil {
					f.others = made.all()
				}
				made = f
			}
		}
		if made == nil {
			continue
		}
		known := name // a fixture without a name of its own has that of the attribute
		if made.named {
			known = made.name
		}
		h.byName[known] = append(h.byName[known], made)
		if made.autouse && !slices.Contains(h.auto, known) {
			h.auto = append(h.auto, known)
		}
	}
}

func newHolder() *holder { return &holder{byName: map[string][]*fixture{}} }

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// moduleHolder registers the fixtures of a module, imported ones included.
func (s *suite) moduleHolder(module *Module) *holder {
	h := newHolder()
	attributes := map[string][]*Definition{}
	for _, name := range s.names(module) {
		attributes[name] = s.attribute(module, name)
	}
	s.fill(h, attributes)
	return h
}

// addSetup adds the set-up or tear-down function that is found first under these names; fixtures are none.
func (s *suite) addSetup(h *holder, find func(string) []*Definition, scope string, direct bool, names ...string) {
	for _, name := range names {
		found := false
		for _, definition := range find(name) {
			if made := s.older(definition, scope); made != nil {
				h.setups = append(h.setups, setup{made, direct})
				found = true
			}
		}
		if found {
			return
		}
	}
}

// older makes a function a set-up function; nil when it is a fixture or no function.
func (s *suite) older(d *Definition, scope string) *fixture {
	if made, ok := s.fixtures[d]; ok {
		if made.older {
			return made
		}
		return nil
	}
	if d.Kind != facts.Function {
		return nil
	}
	made := &fixture{definition: d, name: d.Name, scope: scope, autouse: true, older: true}
	s.fixtures[d] = made
	s.mark(made)
	return made
}
