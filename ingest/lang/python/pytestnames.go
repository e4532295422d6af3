package python

import (
	"strings"

	"assay/ingest/facts"
)

// lastName is the part of a node id behind the last "::".
func lastName(id string) string { return id[strings.LastIndex(id, "::")+2:] }

// names lists the names that a module may bind, in the order of the text, star imports included.
func (s *suite) names(module *Module) []string { return s.namesOf(module, map[*Module]bool{}) }

func (s *suite) namesOf(module *Module, visited map[*Module]bool) []string {
	if visited[module] {
		return nil
	}
	visited[module] = true
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, binding := range module.Facts.Scopes[0].Bindings {
		add(module.Facts.Text(binding.Name))
	}
	for _, star := range s.model.stars(module) {
		for _, source := range s.model.source(module, star).modules {
			for _, name := range s.namesOf(source, visited) {
				add(name)
			}
		}
	}
	return names
}

// resolve says what an expression of a definition's surroundings denotes: a decorator, a base, an assigned value.
func (s *suite) resolve(module *Module, scope int32, expr facts.Expr, at, branch int32) []Target {
	return s.model.Resolve(module, scope, expr, at, branch).Targets
}

// external is the dotted name outside of the repository that an expression denotes; "" for anything else.
func (s *suite) external(module *Module, scope int32, expr facts.Expr, at, branch int32) string {
	for _, target := range s.resolve(module, scope, expr, at, branch) {
		if target.Kind == ToExternal {
			return target.External
		}
	}
	return ""
}

// definitions keeps the definitions among targets.
func definitions(targets []Target) []*Definition {
	var found []*Definition
	for _, target := range targets {
		if target.Kind == ToDefinition && target.Definition != nil {
			found = append(found, target.Definition)
		}
	}
	return found
}

// text is the value of a string literal; ok is false for anything else.
func text(f *facts.File, e facts.Expr) (string, bool) {
	x := f.At(e)
	return f.Text(x.Name), x.Kind == facts.Text && !x.HasMore
}

// texts lists the string literals of a list, tuple or set, or the one literal itself.
func texts(f *facts.File, e facts.Expr) []string {
	if value, ok := text(f, e); ok {
		return []string{value}
	}
	var values []string
	if kind := f.At(e).Kind; kind == facts.ListExpr || kind == facts.TupleExpr || kind == facts.SetExpr {
		for _, element := range f.List(f.At(e).First) {
			if value, ok := text(f, element); ok {
				values = append(values, value)
			}
		}
	}
	return values
}

// arguments are the arguments of a call.
type arguments struct {
	positional []facts.Expr
	keywords   map[string]facts.Expr
}

func argumentsOf(f *facts.File, call facts.Expr) arguments {
	a := arguments{keywords: map[string]facts.Expr{}}
	if f.At(call).Kind != facts.CallExpr {
		return a
	}
	for _, argument := range f.List(f.At(call).First) {
		if x := f.At(argument); x.Kind == facts.Keyword {
			a.keywords[f.Text(x.Name)] = x.Base
		} else {
			a.positional = append(a.positional, argument)
		}
	}
	return a
}

// get gives an argument by position or name; 0 when it is not given.
func (a arguments) get(position int, name string) facts.Expr {
	if e, ok := a.keywords[name]; ok {
		return e
	}
	if position >= 0 && position < len(a.positional) {
		return a.positional[position]
	}
	return 0
}

// callee is the called expression of a call, or the expression itself.
func callee(f *facts.File, e facts.Expr) facts.Expr {
	if x := f.At(e); x.Kind == facts.CallExpr {
		return x.Base
	}
	return e
}

func isConstant(f *facts.File, e facts.Expr, value string) bool {
	x := f.At(e)
	return x.Kind == facts.Constant && f.Text(x.Name) == value
}

// attribute says what `module.name` denotes once the module has been imported.
func (s *suite) attribute(module *Module, name string) []*Definition {
	return s.model.moduleAttribute(module, name).definitions()
}
