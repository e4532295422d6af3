package python

import (
	"slices"
	"strings"

	"assay/ingest/facts"
)

// testCaseNames are the ends of the names of classes outside that are subclasses of unittest.TestCase. Libraries call
// theirs so, and a test class of another library that is inherited from is one as a rule.
var testCaseNames = []string{"TestCase", "Test", "Tests"}

// isTestCase reports whether a class is a subclass of unittest.TestCase.
func isTestCase(order Order) bool {
	return slices.ContainsFunc(order.Outside, func(base string) bool {
		return slices.ContainsFunc(testCaseNames, func(end string) bool { return strings.HasSuffix(base, end) })
	})
}

// constructing are decorators and bases that give a class a constructor.
var constructing = []string{
	"dataclasses.dataclass", "attr.s", "attr.attrs", "attr.dataclass", "attr.define", "attr.frozen", "attr.mutable",
	"attrs.define", "attrs.frozen", "attrs.mutable", "pydantic.dataclasses.dataclass",
}

// constructingBases are bases of other libraries with a constructor; classes below them are never tests.
var constructingBases = []string{
	"enum.", "typing.NamedTuple", "typing.TypedDict", "pydantic.", "builtins.", "collections.", "logging.", "threading.",
	"dict", "list", "str", "int", "Exception", "argparse.", "json.", "io.", "socketserver.", "http.", "html.", "ast.",
	"click.", "sqlalchemy.", "django.db.", "django.forms.", "django.http.", "rest_framework.serializers.", "marshmallow.",
}

// hasConstructor reports whether pytest refuses a class because it has an __init__ or __new__.
func (s *suite) hasConstructor(class *Definition, order Order) bool {
	for _, name := range []string{"__init__", "__new__"} {
		if len(s.model.Member(class, name)) > 0 {
			return true
		}
	}
	for _, base := range order.Outside {
		if slices.ContainsFunc(constructingBases, func(prefix string) bool {
			return base == prefix || strings.HasSuffix(prefix, ".") && strings.HasPrefix(base, prefix)
		}) {
			return true
		}
	}
	return slices.ContainsFunc(order.Classes, func(c *Definition) bool {
		return slices.ContainsFunc(c.Decorators, func(d facts.Decorator) bool {
			return slices.Contains(constructing, s.decoratorName(c, d))
		})
	})
}

// isAbstract reports whether a class with an abstract metaclass leaves an abstract method open.
func (s *suite) isAbstract(class *Definition, order Order) bool {
	if !slices.ContainsFunc(order.Classes, s.hasAbstractMeta) {
		return false
	}
	return slices.ContainsFunc(s.memberNames(order), func(name string) bool {
		return slices.ContainsFunc(s.model.Member(class, name), s.isAbstractMethod)
	})
}

// hasAbstractMeta reports whether a class names abc.ABC as a base or ABCMeta as its metaclass.
func (s *suite) hasAbstractMeta(class *Definition) bool {
	f := class.Module.Facts
	return slices.ContainsFunc(class.Bases, func(base facts.Expr) bool {
		wanted := "abc.ABC"
		if x := f.At(base); x.Kind == facts.Keyword {
			base, wanted = x.Base, "abc.ABCMeta"
		}
		return s.external(class.Module, class.Scope, base, class.At, class.Branch) == wanted
	})
}

func (s *suite) isAbstractMethod(d *Definition) bool {
	return slices.ContainsFunc(d.Decorators, func(decorator facts.Decorator) bool {
		return strings.HasPrefix(s.decoratorName(d, decorator), "abc.abstract")
	})
}

// classFlag is the value of __test__ of a class: "True", "False", or "" when it is not set.
func (s *suite) classFlag(class *Definition) string {
	if flag := s.testFlag(class); flag != "" {
		return flag
	}
	return s.flagOf(s.model.Member(class, "__test__"))
}

func (s *suite) flagOf(found []*Definition) string {
	for _, d := range found {
		for _, value := range []string{"True", "False"} {
			if d.Kind == facts.Variable && isConstant(d.Module.Facts, d.Value, value) {
				return value
			}
		}
	}
	return ""
}

// testFlag is the value that a statement "name.__test__ = value" sets beside a function or class.
func (s *suite) testFlag(d *Definition) string {
	return s.testFlags(d.Module)[flagKey{d.Scope, d.Name}]
}

// flagKey names a function or class by the scope that binds it.
type flagKey struct {
	scope int32
	name  string
}

// testFlags collects the statements "name.__test__ = value" of a file.
func (s *suite) testFlags(module *Module) map[flagKey]string {
	if flags, ok := s.flags[module]; ok {
		return flags
	}
	flags := map[flagKey]string{}
	f := module.Facts
	for _, site := range f.Sites {
		if site.Kind != facts.Store {
			continue
		}
		name, ok := f.Dotted(site.Expr)
		owner, set := strings.CutSuffix(name, ".__test__")
		if !ok || !set {
			continue
		}
		for _, value := range []string{"True", "False"} {
			if isConstant(f, site.Value, value) {
				flags[flagKey{site.Scope, owner}] = value
			}
		}
	}
	s.flags[module] = flags
	return flags
}
