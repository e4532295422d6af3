package python

import (
	"path"
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// collect finds the tests of every file that a run collects.
func (s *suite) collect() {
	s.forgetMissingPaths()
	for _, module := range s.model.Modules {
		settings := s.config.of(module.Path)
		switch {
		case settings.collects(module.Path, s.ignored):
			s.collectModule(module, settings, false)
		case !settings.configured && fnmatch("test*.py", path.Base(module.Path)):
			s.collectModule(module, settings, true) // unittest discovers these
		}
	}
}

// forgetMissingPaths does as pytest does where testpaths match nothing: it walks the root instead.
func (s *suite) forgetMissingPaths() {
	found := map[*settings]bool{}
	for _, module := range s.model.Modules {
		settings := s.config.of(module.Path)
		if relative, ok := settings.relative(module.Path); ok && !found[settings] {
			_, found[settings] = settings.start(relative)
		}
	}
	for settings, any := range found {
		if !any {
			settings.paths = nil
		}
	}
}

func (s *suite) collectModule(module *Module, settings *settings, onlyUnittest bool) {
	if s.flagOf(s.attribute(module, "__test__")) == "False" {
		return
	}
	relative, _ := settings.relative(module.Path)
	n := &node{settings: settings, module: module, id: relative, line: 1, holder: s.moduleHolder(module)}
	n.marks = s.moduleMarks(module)
	find := func(name string) []*Definition { return s.attribute(module, name) }
	s.addSetup(n.holder, find, scopeModule, false, "setUpModule", "setup_module")
	s.addSetup(n.holder, find, scopeModule, false, "tearDownModule", "teardown_module")
	s.addSetup(n.holder, find, scopeFunction, true, "setup_function")
	s.addSetup(n.holder, find, scopeFunction, true, "teardown_function")
	s.nodes = append(s.nodes, n)
	for _, name := range s.names(module) {
		targets := s.attribute(module, name)
		if settings.skipImports {
			targets = slices.DeleteFunc(targets, func(d *Definition) bool { return d.Module != module })
		}
		s.collectName(n, name, targets, onlyUnittest)
	}
}

// collectName collects what a name of a module or class denotes.
func (s *suite) collectName(parent *node, name string, targets []*Definition, onlyUnittest bool) {
	var bodies []*Definition
	for _, target := range s.unwrapped(targets) {
		switch {
		case target.Kind == facts.Class:
			s.collectClass(parent, name, target, onlyUnittest)
		case onlyUnittest:
		case s.isTestFunction(parent.settings, name, target):
			bodies = append(bodies, target)
		case isLambda(target) && matchesName(parent.settings.functions, name):
			s.addItem(parent, name, nil)
		}
	}
	if len(bodies) > 0 {
		s.addItem(parent, name, bodies)
	}
}

// unwrapped replaces variables that get a marked or static function by that function:
// `test_b = pytest.mark.slow(test_a)`.
func (s *suite) unwrapped(targets []*Definition) []*Definition {
	var found []*Definition
	for _, target := range targets {
		f := target.Module.Facts
		if target.Kind != facts.Variable || f.At(target.Value).Kind != facts.CallExpr {
			found = append(found, target)
			continue
		}
		wrapper := callee(f, f.At(target.Value).Base)
		name := s.external(target.Module, target.Scope, wrapper, target.At, target.Branch)
		if name == "builtins.staticmethod" || name == "builtins.classmethod" || strings.HasPrefix(name, markPrefix) {
			function := argumentsOf(f, target.Value).get(0, "")
			found = append(found, definitions(s.resolve(target.Module, target.Scope, function, target.At, target.Branch))...)
		}
	}
	return found
}

// isLambda reports whether a variable gets a lambda: it is collected, and has no symbol of its own as a function.
func isLambda(d *Definition) bool {
	return d.Kind == facts.Variable && d.Module.Facts.At(d.Value).Kind == facts.LambdaExpr
}

func (s *suite) isTestFunction(settings *settings, name string, d *Definition) bool {
	if made := s.fixtures[d]; d.Kind != facts.Function || made != nil && !made.older {
		return false
	}
	flag := s.testFlag(d)
	return flag != "False" && (flag == "True" || matchesName(settings.functions, name))
}

// matchesName matches a name as pytest does: by prefix, or by a pattern.
func matchesName(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		return strings.HasPrefix(name, pattern) || strings.ContainsAny(pattern, "*?[") && fnmatch(pattern, name)
	})
}

func (s *suite) collectClass(parent *node, name string, class *Definition, onlyUnittest bool) {
	for n := parent; n != nil; n = n.parent {
		if n.class == class {
			return
		}
	}
	order := s.model.MRO(class)
	unittest := isTestCase(order)
	flag := s.classFlag(class)
	if flag == "False" || s.isAbstract(class, order) {
		return
	}
	if !unittest {
		wanted := matchesName(parent.settings.classes, name) || flag == "True"
		if onlyUnittest || !wanted || s.hasConstructor(class, order) {
			return
		}
	}
	n := &node{settings: parent.settings, parent: parent, module: parent.module, class: class, id: parent.id + "::" + name,
		line: s.lineOf(parent, name, class), unittest: unittest}
	s.fillClass(n, order)
	s.nodes = append(s.nodes, n)
	s.collectMembers(n, order)
}

// lineOf is the line of a class, or, for a class of another file, of the statement that brings it into this one.
func (s *suite) lineOf(parent *node, name string, class *Definition) int {
	if class.Module == parent.module {
		return int(class.NameLine)
	}
	f := parent.module.Facts
	for _, binding := range f.Scopes[0].Bindings {
		if f.Text(binding.Name) == name {
			return int(binding.Line)
		}
	}
	return parent.line
}

// memberNames lists the names that the classes of an order define, the class's own first.
func (s *suite) memberNames(order Order) []string {
	var names []string
	seen := map[string]bool{}
	for _, class := range order.Classes {
		for _, member := range s.model.Members(class) {
			if !seen[member.Name] {
				seen[member.Name] = true
				names = append(names, member.Name)
			}
		}
	}
	return names
}

func (s *suite) fillClass(n *node, order Order) {
	n.holder = newHolder()
	attributes := map[string][]*Definition{}
	for _, name := range s.memberNames(order) {
		attributes[name] = s.model.Member(n.class, name)
	}
	s.fill(n.holder, attributes)
	find := func(name string) []*Definition { return s.model.Member(n.class, name) }
	s.addSetup(n.holder, find, scopeClass, false, "setup_class")
	s.addSetup(n.holder, find, scopeClass, false, "teardown_class")
	names := []string{"setup_method", "teardown_method"}
	if n.unittest {
		s.addSetup(n.holder, find, scopeClass, false, "setUpClass")
		s.addSetup(n.holder, find, scopeClass, false, "tearDownClass")
		names = append(names, "setUp", "tearDown", "asyncSetUp", "asyncTearDown")
	}
	for _, name := range names {
		s.addSetup(n.holder, find, scopeFunction, true, name)
	}
	n.marks = s.classMarks(order)
}

func (s *suite) collectMembers(n *node, order Order) {
	found := false
	for _, name := range s.memberNames(order) {
		members := s.model.Member(n.class, name)
		if !n.unittest {
			s.collectName(n, name, members, false)
			continue
		}
		if strings.HasPrefix(name, "test") {
			found = s.addMethod(n, name, members) || found
		}
	}
	if members := s.model.Member(n.class, "runTest"); n.unittest && !found && len(members) > 0 {
		s.addMethod(n, "runTest", members)
	}
}

// addMethod adds a test method of a subclass of unittest.TestCase.
func (s *suite) addMethod(n *node, name string, members []*Definition) bool {
	var bodies []*Definition
	for _, member := range members {
		if member.Kind == facts.Function && s.testFlag(member) != "False" {
			bodies = append(bodies, member)
		}
	}
	if len(bodies) > 0 {
		s.addItem(n, name, bodies)
	}
	return len(bodies) > 0
}

// addItem adds a test. Definitions in arms that exclude each other are one test that may have several bodies.
func (s *suite) addItem(n *node, name string, bodies []*Definition) {
	id := n.id + "::" + name
	i := s.byID[id]
	if i == nil {
		i = &item{node: n, id: id, testID: graph.TestID(n.module.Path, id)}
		s.byID[id] = i
		s.items = append(s.items, i)
	}
	for _, body := range bodies {
		if slices.Contains(i.bodies, body) {
			continue
		}
		i.bodies = append(i.bodies, body)
		if !n.unittest {
			i.args = append(i.args, s.argumentNames(body, n.class, n)...)
		}
		i.marks = append(i.marks, s.decoratorMarks(body)...)
	}
}
