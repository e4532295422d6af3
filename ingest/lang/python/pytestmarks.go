package python

import (
	"slices"
	"strings"

	"assay/ingest/facts"
)

// mark is one pytest.mark that matters for fixtures.
type mark struct {
	name  string   // usefixtures or parametrize
	names []string // fixtures that are used; arguments that are given values directly
	line  int
}

const markPrefix = "pytest.mark."

// maxMarks bounds how deep lists of marks and variables that hold them are followed.
const maxMarks = 10

// decoratorMarks are the marks on a function or class.
func (s *suite) decoratorMarks(d *Definition) []mark {
	var marks []mark
	for _, decorator := range d.Decorators {
		marks = append(marks, s.marksIn(d.Module, d.Scope, decorator.Expr, d.At, d.Branch, 0)...)
	}
	return marks
}

// moduleMarks are the marks that the variable pytestmark puts on all tests of a module.
func (s *suite) moduleMarks(module *Module) []mark {
	return s.variableMarks(s.attribute(module, "pytestmark"))
}

// classMarks are the marks on a class and on its bases.
func (s *suite) classMarks(order Order) []mark {
	var marks []mark
	for _, class := range order.Classes {
		marks = append(marks, s.decoratorMarks(class)...)
		var own []*Definition
		for _, member := range s.model.Members(class) {
			if member.Name == "pytestmark" {
				own = append(own, member)
			}
		}
		marks = append(marks, s.variableMarks(own)...)
	}
	return marks
}

func (s *suite) variableMarks(variables []*Definition) []mark {
	var marks []mark
	for _, v := range variables {
		if v.Kind == facts.Variable {
			marks = append(marks, s.marksIn(v.Module, v.Scope, v.Value, v.At, v.Branch, 0)...)
		}
	}
	return marks
}

// marksIn reads an expression that stands for one mark or a list of them.
func (s *suite) marksIn(module *Module, scope int32, e facts.Expr, at, branch int32, depth int) []mark {
	f := module.Facts
	x := f.At(e)
	if depth == maxMarks {
		return nil
	}
	switch x.Kind {
	case facts.ListExpr, facts.TupleExpr:
		var marks []mark
		for _, element := range f.List(x.First) {
			marks = append(marks, s.marksIn(module, scope, element, at, branch, depth+1)...)
		}
		return marks
	case facts.CallExpr:
		name, ok := strings.CutPrefix(s.external(module, scope, x.Base, at, branch), markPrefix)
		if !ok {
			return nil
		}
		return markOf(f, name, argumentsOf(f, e), int(x.Line))
	case facts.Ident, facts.Attr:
		var marks []mark
		for _, v := range definitions(s.resolve(module, scope, e, at, branch)) {
			if v.Kind == facts.Variable {
				marks = append(marks, s.marksIn(v.Module, v.Scope, v.Value, v.At, v.Branch, depth+1)...)
			}
		}
		return marks
	default:
		return nil
	}
}

func markOf(f *facts.File, name string, a arguments, line int) []mark {
	switch name {
	case "usefixtures":
		var names []string
		for _, argument := range a.positional {
			names = append(names, starred(f, argument)...)
		}
		return []mark{{name, names, line}}
	case "parametrize":
		return []mark{{name, directArguments(f, a), line}}
	default:
		return nil
	}
}

func starred(f *facts.File, e facts.Expr) []string {
	if x := f.At(e); x.Kind == facts.Star {
		return texts(f, x.Base)
	}
	return texts(f, e)
}

// directArguments lists the arguments that a parametrize mark gives values to; indirect ones stay fixtures.
func directArguments(f *facts.File, a arguments) []string {
	var names []string
	first := a.get(0, "argnames")
	if joined, ok := text(f, first); ok {
		for _, name := range strings.Split(joined, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	} else {
		names = texts(f, first)
	}
	indirect := a.get(2, "indirect")
	if isConstant(f, indirect, "True") {
		return nil
	}
	through := texts(f, indirect)
	var direct []string
	for _, name := range names {
		if !slices.Contains(through, name) {
			direct = append(direct, name)
		}
	}
	return direct
}
