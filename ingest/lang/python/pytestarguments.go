package python

import (
	"slices"
	"strings"

	"assay/ingest/facts"
)

// argumentNames lists the names that pytest takes from a function's signature. class is set for methods; n is the node
// that runs a test, nil for fixtures.
func (s *suite) argumentNames(d *Definition, class *Definition, n *node) []string {
	f := d.Module.Facts
	var names []string
	positionalOnly := false
	for _, p := range d.Parameters {
		positionalOnly = positionalOnly || p.Kind == facts.PositionalOnly
		if (p.Kind == facts.Positional || p.Kind == facts.KeywordOnly) && !p.HasDefault {
			names = append(names, f.Text(p.Name))
		}
	}
	if class != nil && !positionalOnly && !s.isStatic(d) && len(names) > 0 {
		names = names[1:]
	}
	names = names[min(s.patches(d, n), len(names)):]
	return s.withoutGiven(d, names)
}

func (s *suite) isStatic(d *Definition) bool {
	return slices.ContainsFunc(d.Decorators, func(decorator facts.Decorator) bool {
		return s.decoratorName(d, decorator) == "builtins.staticmethod"
	})
}

// patchArguments has, for each decorator that passes a mock to the function, the position of the argument that would
// take the mock's place.
var patchArguments = map[string]int{
	"unittest.mock.patch": 1, "mock.patch": 1, "mock.mock.patch": 1,
	"unittest.mock.patch.object": 2, "mock.patch.object": 2, "mock.mock.patch.object": 2,
}

// patches counts the mocks that decorators of a function, and of the class that runs it, pass by position.
func (s *suite) patches(d *Definition, n *node) int {
	count := s.patchesOn(d)
	if n == nil || n.class == nil || !strings.HasPrefix(d.Name, "test") {
		return count
	}
	for _, class := range s.model.MRO(n.class).Classes {
		count += s.patchesOn(class)
		if class == d.Owner {
			break
		}
	}
	return count
}

func (s *suite) patchesOn(d *Definition) int {
	count := 0
	for _, decorator := range d.Decorators {
		position, ok := patchArguments[s.decoratorName(d, decorator)]
		if ok && argumentsOf(d.Module.Facts, decorator.Expr).get(position, "new") == 0 {
			count++
		}
	}
	return count
}

// withoutGiven removes the names that hypothesis fills: by keyword, or by position from the right.
func (s *suite) withoutGiven(d *Definition, names []string) []string {
	for _, decorator := range d.Decorators {
		switch s.decoratorName(d, decorator) {
		case "hypothesis.given", "hypothesis.core.given":
			given := argumentsOf(d.Module.Facts, decorator.Expr)
			names = names[:max(0, len(names)-len(given.positional))]
			names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return given.keywords[name] != 0 })
		}
	}
	return names
}
