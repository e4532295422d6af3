package python

import (
	"assay/ingest/facts"
	"assay/internal/graph"
)

// place is where an expression is evaluated.
type place struct {
	module *Module
	scope  int32
	at     int32
	branch int32
}

// maxFollowed bounds how many names are followed one behind the other: aliases, re-exports, base classes. A stack that
// grows without a bound would end the program.
const maxFollowed = 100

// later is a position behind everything that a scope does.
const later = int32(1) << 30

// lookup finds a name by Python's rule: the own scope, the functions around it, the file, the builtins. Classes around
// are not seen. Code in a function finds of the file what it holds in the end, and of the functions around it what they
// hold when it is defined and whatever they assign behind that: when it runs is not known.
func (m *Model) lookup(p place, name facts.Name) denotation {
	f := p.module.Facts
	at, branch, inner := p.at, p.branch, false
	for s := p.scope; s >= 0; s = f.Scopes[s].Parent {
		scope := &f.Scopes[s]
		if scope.Kind == facts.ClassScope && s != p.scope {
			continue
		}
		list, redirect := m.bindingsOf(p.module, s, name)
		if redirect == facts.BindGlobal {
			return m.moduleName(p, name, later, 0)
		}
		if s == 0 && inner {
			at, branch = later, 0
		}
		if s == 0 {
			return m.moduleName(p, name, at, branch)
		}
		if len(list) > 0 && redirect != facts.BindNonlocal {
			d, bound := m.reaching(p, s, list, moment{at: at, branch: branch, later: inner})
			if bound || scope.Kind != facts.ClassScope {
				return d
			}
		}
		if scope.Kind == facts.FunctionScope || scope.Kind == facts.LambdaScope {
			if inner = true; scope.Definition >= 0 {
				branch = f.Definitions[scope.Definition].Branch
			}
		}
	}
	return m.builtin(p, name)
}

// builtin is a name that no scope binds.
func (m *Model) builtin(p place, name facts.Name) denotation {
	module := p.module
	text := module.Facts.Text(name)
	if text == "__class__" {
		if method := module.methodAround(p.scope); method != nil {
			return one(value{kind: classValue, definition: method.Owner}, "scope")
		}
	}
	if isBuiltin(text) {
		return one(value{kind: externalValue, text: "builtins." + text}, "builtin")
	}
	if module.Facts.Partial != "" {
		return unknown("not bound in the part of the file that could be read")
	}
	return unknown("name is not bound in the file")
}

// bindingsOf lists the bindings of a name in a scope. redirect is BindGlobal or BindNonlocal when the scope declares it
// so, else BindAssign.
func (m *Model) bindingsOf(module *Module, s int32, name facts.Name) (list []int32, redirect facts.BindingKind) {
	if s == 0 {
		return module.index[name], facts.BindAssign
	}
	bindings := module.Facts.Scopes[s].Bindings
	for i := range bindings {
		b := &bindings[i]
		if b.Name != name {
			continue
		}
		if b.Kind == facts.BindGlobal || b.Kind == facts.BindNonlocal {
			return nil, b.Kind
		}
		list = append(list, int32(i))
	}
	return list, facts.BindAssign
}

// moduleName finds a name of the file itself, star imports included, then the builtins. Code that runs later sees what
// other files have assigned to it.
func (m *Model) moduleName(p place, name facts.Name, at, branch int32) denotation {
	d := m.ownName(p, name, at, branch)
	if at == later {
		return m.changedModule(p, p.module, p.module.Facts.Text(name), d)
	}
	return d
}

func (m *Model) ownName(p place, name facts.Name, at, branch int32) denotation {
	list := p.module.index[name]
	if stars := m.stars(p.module); len(stars) > 0 {
		if d, ok := m.withStars(p, list, stars, name, at, branch); ok {
			return d
		}
		return m.builtin(p, name)
	}
	if len(list) > 0 {
		if d, bound := m.inForce(p, 0, list, at, branch); bound {
			return d
		}
		if isBuiltin(p.module.Facts.Text(name)) {
			return m.builtin(p, name)
		}
		d, _ := m.inForce(p, 0, list, later, 0)
		return d
	}
	return m.builtin(p, name)
}

// moment is when the bindings of a scope are asked for.
type moment struct {
	at, branch int32
	later      bool // or at any time behind it
}

// inForce unites the bindings of a name that may be in force at a position. bound is false when none is yet.
func (m *Model) inForce(p place, s int32, list []int32, at, branch int32) (d denotation, bound bool) {
	return m.reaching(p, s, list, moment{at: at, branch: branch})
}

// reaching unites the bindings of a name that may be in force at a moment.
func (m *Model) reaching(p place, s int32, list []int32, when moment) (d denotation, bound bool) {
	at, branch := when.at, when.branch
	f := p.module.Facts
	bindings := f.Scopes[s].Bindings
	var found []denotation
	for k := len(list) - 1; k >= 0; k-- {
		b := &bindings[list[k]]
		if b.Kind == facts.BindDelete || b.Kind == facts.BindAugment && s == 0 {
			continue
		}
		if b.At >= at {
			if !when.later && !f.SharesLoop(b.Branch, branch) {
				continue
			}
		} else if f.Excludes(b.Branch, branch) {
			continue
		}
		if len(found) > 0 && f.Branches[b.Branch].Kind == facts.BranchTypeChecking {
			continue
		}
		found = append(found, m.bound(p, s, list, k))
		if b.At < at && f.Dominates(b.Branch, branch) {
			break
		}
	}
	if len(found) == 0 {
		if f.Scopes[s].Kind == facts.FunctionScope || f.Scopes[s].Kind == facts.LambdaScope || f.Scopes[s].Kind == facts.ComprehensionScope {
			return unknown("a local variable"), false
		}
		return unknown("name is not bound yet"), false
	}
	return unite(found), true
}

// bound is what a binding gives its name.
func (m *Model) bound(p place, s int32, list []int32, k int) denotation {
	if m.depth >= maxFollowed {
		return unknown("a value that is handed on too often")
	}
	m.depth++
	defer func() { m.depth-- }()
	b := &p.module.Facts.Scopes[s].Bindings[list[k]]
	switch b.Kind {
	case facts.BindDefinition:
		return m.boundDefinition(p, s, list, k)
	case facts.BindImport:
		return m.imported(p, &p.module.Facts.Imports[b.Target])
	case facts.BindParameter:
		return m.parameter(p.module, s, b)
	case facts.BindType:
		return unknown("a type parameter")
	case facts.BindAugment:
		return unknown("a local variable")
	default:
		return m.assigned(p, s, b)
	}
}

// boundDefinition is a function or class. A property's setter and deleter stand for the property: its getter.
func (m *Model) boundDefinition(p place, s int32, list []int32, k int) denotation {
	bindings := p.module.Facts.Scopes[s].Bindings
	d := p.module.Definitions[bindings[list[k]].Target]
	for k > 0 && d.Kind == facts.Function && d.hasDecorator(d.Name+".setter", d.Name+".deleter") {
		k--
		if b := &bindings[list[k]]; b.Kind == facts.BindDefinition {
			d = p.module.Definitions[b.Target]
		}
	}
	bound := one(value{kind: functionValue, definition: d}, "scope")
	if d.Kind == facts.Class {
		bound.values[0].kind = classValue
	}
	if made, ok := m.madeByClass(d); ok {
		bound = unite([]denotation{bound, made})
		bound.how = "decorated"
	} else if m.isReplaced(d) {
		bound.evidence, bound.how = graph.Inferred, "decorated"
	}
	return bound
}

// parameter is the instance or class that a method gets first; every other parameter is unknown.
func (m *Model) parameter(module *Module, s int32, b *facts.Binding) denotation {
	index := module.Facts.Scopes[s].Definition
	if index < 0 {
		return unknown("a parameter")
	}
	d := module.Definitions[index]
	if d.Owner == nil || len(d.Parameters) == 0 || d.Parameters[0].Name != b.Name || d.hasDecorator("staticmethod") ||
		d.Parameters[0].Kind > facts.PositionalOnly {
		return unknown("a parameter")
	}
	if d.isClassMethod() {
		return one(value{kind: classSelfValue, definition: d.Owner}, "mro")
	}
	return one(value{kind: selfValue, definition: d.Owner}, "mro")
}

// isClassMethod reports whether a method gets its class first.
func (d *Definition) isClassMethod() bool {
	switch d.Name {
	case "__new__", "__init_subclass__", "__class_getitem__":
		return true
	}
	return d.hasDecorator("classmethod", "abstractclassmethod", "validator", "root_validator")
}

// isFollowed reports whether a variable is taken for what it was assigned: plain names and chains of attributes
// everywhere; instances and literals only in functions, where nothing outside can assign the variable.
func (m *Model) isFollowed(module *Module, s int32, b *facts.Binding, kind facts.ExprKind) bool {
	switch kind {
	case facts.Ident, facts.Attr:
		return true
	case facts.CallExpr, facts.Choice, facts.Text, facts.FormatText, facts.ListExpr, facts.DictExpr, facts.SetExpr, facts.TupleExpr:
		scope := module.Facts.Scopes[s].Kind
		return (scope == facts.FunctionScope || scope == facts.ComprehensionScope || scope == facts.LambdaScope) &&
			!module.nonlocals[b.Name]
	default:
		return false
	}
}

// assigned is the value of a variable: followed when that is certain enough, else the variable.
func (m *Model) assigned(p place, s int32, b *facts.Binding) denotation {
	var via []passed
	itself := unknown("a local variable")
	if b.Target >= 0 {
		d := p.module.Definitions[b.Target]
		via = []passed{{definition: d}}
		itself = one(value{kind: variableValue, definition: d}, "scope")
	} else if p.module.Facts.Scopes[s].Kind == facts.ModuleScope {
		itself = unknown("a variable of the file")
	}
	x := p.module.Facts.At(b.Value)
	if known := m.followed[b]; known != nil {
		return *known
	}
	switch {
	case x.Kind == facts.Constant && p.module.Facts.Text(x.Name) == "None":
		return denotation{values: []value{{kind: noneValue}}, evidence: graph.Exact, via: via, how: "scope"}
	case !m.isFollowed(p.module, s, b, x.Kind):
		return itself
	}
	m.followed[b] = &itself // for a variable that is assigned from itself
	d := m.evaluate(place{module: p.module, scope: s, at: b.At, branch: b.Branch}, b.Value)
	// What the value reads on its way is read where it is assigned, not where the variable is used.
	if d.known() {
		d.via = via
		if d.how != "constructor" && d.how != "literal" {
			d.how = "alias"
		}
	} else {
		itself.via = via
		d = itself
	}
	m.followed[b] = &d
	return d
}
