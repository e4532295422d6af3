package python

import (
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// evaluate says what an expression may denote.
func (m *Model) evaluate(p place, e facts.Expr) denotation {
	f := p.module.Facts
	x := f.At(e)
	switch x.Kind {
	case facts.Ident:
		return m.lookup(p, x.Name)
	case facts.Attr:
		return m.attribute(p, m.evaluate(p, x.Base), f.Text(x.Name))
	case facts.CallExpr:
		return m.result(p, x)
	case facts.Choice:
		return m.choice(p, x)
	case facts.Text, facts.FormatText:
		return literal("str")
	case facts.ListExpr:
		return literal("list")
	case facts.TupleExpr:
		return literal("tuple")
	case facts.DictExpr:
		return literal("dict")
	case facts.SetExpr:
		return literal("set")
	case facts.Constant:
		if f.Text(x.Name) == "None" {
			return one(value{kind: noneValue}, "literal")
		}
		return unknown("a constant")
	case facts.Subscript:
		return m.subscripted(p, x)
	case facts.Await:
		return unknown("an awaited value")
	case facts.LambdaExpr:
		return unknown("a lambda")
	default:
		return unknown("the value of an expression")
	}
}

func literal(kind string) denotation { return one(value{kind: literalValue, text: kind}, "literal") }

// subscripted keeps what an index leaves as it is: a generic class.
func (m *Model) subscripted(p place, x facts.Expression) denotation {
	d := m.evaluate(p, x.Base)
	for _, v := range d.values {
		if v.kind != classValue {
			return unknown("a subscript")
		}
	}
	return d
}

// choice is one of several values.
func (m *Model) choice(p place, x facts.Expression) denotation {
	var list []denotation
	for _, e := range p.module.Facts.List(x.First) {
		list = append(list, m.evaluate(p, e))
	}
	if len(list) == 0 {
		return unknown("the value of an expression")
	}
	return unite(list)
}

// result is what a call gives back, where that is certain: an instance of a class that is called, and super().
func (m *Model) result(p place, x facts.Expression) denotation {
	f := p.module.Facts
	if callee := f.At(x.Base); callee.Kind == facts.Ident && f.Text(callee.Name) == "super" {
		if d := m.lookup(p, callee.Name); d.values[0].text == "builtins.super" {
			return m.superOf(p, x)
		}
	}
	d := m.evaluate(p, x.Base)
	if v := d.values[0]; v.kind == externalValue && v.text == "builtins.type" && x.First != 0 && f.At(x.First).Next == 0 {
		if of := m.evaluate(p, x.First); len(of.values) == 1 && (of.values[0].kind == selfValue || of.values[0].kind == instanceValue) {
			return one(classOf(of.values[0]), "mro")
		}
	}
	out := denotation{evidence: d.evidence, how: "constructor"}
	for _, v := range d.values {
		if v.kind != classValue || !m.makesInstances(v.definition) {
			return unknown("the value of a call")
		}
		out.values = append(out.values, value{kind: instanceValue, definition: v.definition})
		if m.hasUnknownBase(v.definition) {
			out.evidence = weaker(out.evidence, graph.Inferred)
		}
	}
	return out
}

// classOf is the class of an instance.
func classOf(v value) value {
	if v.kind == selfValue {
		return value{kind: classSelfValue, definition: v.definition}
	}
	return value{kind: classValue, definition: v.definition}
}

// makesInstances reports whether calling a class gives an instance of it for certain: no decorator, metaclass or __new__
// of the repository has a say.
func (m *Model) makesInstances(class *Definition) bool {
	c := m.class(class)
	if c.foreign || c.unknown || m.isReplaced(class) {
		return false
	}
	if c.metaclass != nil && c.metaclass != class && m.hold(c.metaclass, "__call__", 0).at.definition != nil {
		return false
	}
	return m.hold(class, "__new__", 0).at.definition == nil
}

// hasUnknownBase reports whether a class outside, of which nothing is known, is among the bases.
func (m *Model) hasUnknownBase(class *Definition) bool {
	return m.hold(class, "", 0).behind != ""
}

// attribute is `x.name` for every value that x may be.
func (m *Model) attribute(p place, base denotation, name string) denotation {
	list := make([]denotation, 0, len(base.values))
	for _, v := range base.values {
		list = append(list, m.attributeOf(p, v, name))
	}
	d := unite(list)
	d.evidence = weaker(d.evidence, base.evidence)
	if len(base.via) > 0 {
		d.via = append(append([]passed{}, base.via...), d.via...)
	}
	for _, v := range base.values {
		if v.kind == classValue || v.kind == functionValue || v.kind == variableValue {
			d.via = append(d.via, passed{definition: v.definition})
		}
	}
	return d
}

func (m *Model) attributeOf(p place, v value, name string) denotation {
	switch v.kind {
	case moduleValue:
		return m.changedModule(p, v.module, name, m.moduleAttribute(v.module, name))
	case folderValue:
		return m.folderAttribute(v.text, name)
	case externalValue:
		return p.externalAttribute(v, name)
	case literalValue:
		return one(value{kind: externalValue, text: "builtins." + v.text + "." + name}, "literal")
	case classValue:
		return m.classAttribute(p, v.definition, name, false)
	case classSelfValue:
		return m.classAttribute(p, v.definition, name, true)
	case selfValue, instanceValue:
		if name == "__class__" {
			return one(classOf(v), "mro")
		}
		return m.instanceAttribute(p, v.definition, name, v.kind == selfValue)
	case superValue:
		return m.superAttribute(p, v, name)
	case variableValue:
		return unknownReceiver("a variable")
	case functionValue:
		return unknownReceiver("a function")
	case noneValue:
		return unknownReceiver("None")
	default:
		return unknownReceiver(v.text)
	}
}

// externalAttribute is an attribute of something outside: certain for modules and the classes of the standard library,
// else it may be an attribute of any object.
func (p place) externalAttribute(v value, name string) denotation {
	dotted := v.text + "." + name
	switch std := stdClasses()[v.text]; {
	case v.imported:
		return one(value{kind: externalValue, text: dotted, imported: p.module.importsBelow(dotted)}, "import")
	case std != nil && std.has(name):
		return one(value{kind: externalValue, text: dotted}, "import")
	default:
		return one(value{kind: externalValue, text: dotted, loose: true}, "import").inferred()
	}
}

// importsBelow reports whether a dotted name outside is a module for certain: the file imports it or what lies below.
func (m *Module) importsBelow(dotted string) bool {
	if isStandardModule(dotted) {
		return true
	}
	for i := range m.Facts.Imports {
		imported := &m.Facts.Imports[i]
		if module := m.Facts.Text(imported.Module); imported.Level == 0 && strings.HasPrefix(module, dotted) &&
			(len(module) == len(dotted) || module[len(dotted)] == '.') {
			return true
		}
	}
	return false
}

func unknownReceiver(reason string) denotation {
	d := unknown(reason)
	d.values[0].receiver = true
	return d
}

// inferred lowers evidence below exact when something speaks against certainty.
func (d denotation) inferred() denotation {
	d.evidence = weaker(d.evidence, graph.Inferred)
	return d
}
