package python

import (
	"assay/ingest/facts"
	"assay/internal/graph"
)

// linkSites adds CALLS, REFERENCES and MAY_CALL for everything that the code of a file does.
func (m *Model) linkSites(module *Module, l *linker) {
	for i := range module.Facts.Sites {
		s := &module.Facts.Sites[i]
		w := walker{
			linker: l, site: s, from: module.runnerOf(s.Scope),
			place: place{module: module, scope: s.Scope, at: s.At, branch: s.Branch},
		}
		switch s.Kind {
		case facts.Call:
			w.call(module.Facts.At(s.Expr).Base)
		case facts.Decoration:
			w.call(s.Expr)
		case facts.Reference:
			w.reference()
		case facts.Store:
			w.store()
		case facts.Protocol:
			w.protocol()
		case facts.NamedRead:
			x := module.Facts.At(s.Expr)
			w.tableRead(x.Base, x.First)
		}
	}
}

// runnerOf is the symbol whose code a scope belongs to: the function or class whose body it is part of, else the
// module. Lambdas and comprehensions belong to what is around them. A class body is code of the class: it runs when the
// class statement is reached, in a frame that bears the class's name.
func (m *Module) runnerOf(scope int32) string {
	if d := m.definitionAround(scope); d != nil {
		return d.ID
	}
	return m.ID
}

// walker writes the edges of one site.
type walker struct {
	linker *linker
	site   *facts.Site
	from   string
	place  place
}

// call writes the edges of a call of an expression.
func (w *walker) call(callee facts.Expr) {
	m, f := w.linker.model, w.place.module.Facts
	x := f.At(callee)
	name := ""
	if x.Kind == facts.Ident || x.Kind == facts.Attr {
		name = f.Text(x.Name)
	}
	if x.Kind == facts.NoExpr {
		return
	}
	d := m.evaluate(w.place, callee)
	w.passed(d)
	w.mayRead(x.Base)
	w.hooks(callee)
	for _, v := range d.values {
		w.callValue(v, d, name)
	}
	if d.hidden {
		w.mayCall(name, "a class of a test may come next in the order")
	}
	w.tableGet(x)
}

// callValue writes the edges of a call of one value.
func (w *walker) callValue(v value, d denotation, name string) {
	e := graph.Edge{From: w.from, Type: graph.EdgeCalls, Evidence: d.evidence, How: d.how, Candidates: len(d.values)}
	switch v.kind {
	case functionValue:
		e.To, e.Dispatch = v.definition.ID, dispatchNames[v.dispatch]
		w.linker.add(e, w.site.Line)
		w.callRegistered(v.definition, e)
	case classValue:
		w.construct(v.definition, e)
	case externalValue:
		e.To, e.Dispatch = w.linker.external(v.text), dispatchNames[v.dispatch]
		w.linker.add(e, w.site.Line)
		w.builtinCall(v.text)
		if v.loose && w.linker.defined[name] {
			w.mayCall(name, looseReason)
		}
	case classSelfValue:
		w.construct(v.definition, w.openClass(v.definition, e))
	case instanceValue, selfValue:
		w.callInstance(v, e, name)
	case variableValue:
		w.refer(v.definition.ID, d.evidence, d.how, len(d.values))
		w.mayCall(name, reasonOf(v))
		w.mayBeInstance(v)
	default:
		w.mayCall(name, reasonOf(v))
		w.mayBeInstance(v)
	}
}

// mayBeInstance tells that what is called is not known and may be an instance: its class's __call__ runs. An attribute
// of something unknown is taken for a method.
func (w *walker) mayBeInstance(v value) {
	if (v.kind == unknownValue && !v.receiver || v.kind == variableValue) && w.linker.special["__call__"] {
		w.mayCall("__call__", reasonOf(v))
	}
}

// dispatchNames are the words of the graph for how a call reaches its target.
var dispatchNames = map[dispatch]string{directDispatch: "direct", methodDispatch: "method", superDispatch: "super"}

// openClass lowers the evidence of `cls()` when classes below exist: it may make one of those.
func (w *walker) openClass(class *Definition, e graph.Edge) graph.Edge {
	if below := w.linker.model.descendants(class, w.place.module); len(below) > 0 {
		e.Evidence = weaker(e.Evidence, graph.Inferred)
		e.Candidates = len(below) + 1
	}
	return e
}

// construct writes the edges of `Class(...)`: to __init__ and __new__ by the order of the class, or to the class when
// the repository holds neither.
func (w *walker) construct(class *Definition, e graph.Edge) {
	m := w.linker.model
	e.Dispatch = "constructor"
	if c := m.class(class); c.metaclass != nil && c.metaclass != class && w.linker.special["__call__"] {
		w.callMember(m.findSpecial(w.place, c.metaclass, "__call__", false), denotation{values: []value{{}}, evidence: e.Evidence})
	}
	reached := false
	for _, name := range [...]string{"__new__", "__init__"} {
		h := m.hold(class, name, 0)
		if !h.found {
			continue
		}
		one := e
		if h.behind != "" || m.class(class).unknown && h.at.definition != class {
			one.Evidence = weaker(one.Evidence, graph.Inferred)
		}
		for _, v := range h.denotation.values {
			if v.kind == functionValue {
				one.To = v.definition.ID
				w.linker.add(one, w.site.Line)
				reached = true
			}
		}
	}
	if !reached {
		e.To = class.ID
		w.linker.add(e, w.site.Line)
		return
	}
	w.refer(class.ID, e.Evidence, e.How, e.Candidates)
}

// callInstance writes the edges of a call of an instance: its __call__.
func (w *walker) callInstance(v value, e graph.Edge, name string) {
	d := w.linker.model.instanceAttribute(w.place, v.definition, "__call__", v.kind == selfValue)
	e.Evidence, e.How, e.Candidates = weaker(e.Evidence, d.evidence), d.how, len(d.values)
	for _, called := range d.values {
		if called.kind == functionValue {
			e.To, e.Dispatch = called.definition.ID, dispatchNames[called.dispatch]
			w.linker.add(e, w.site.Line)
		} else {
			w.mayCall(name, reasonOf(called))
		}
	}
}

// reasonOf says why a call could not be resolved.
func reasonOf(v value) string {
	switch v.kind {
	case variableValue:
		return "callee is a variable"
	case noneValue:
		return "callee is None"
	case moduleValue, folderValue:
		return "callee is a module"
	case literalValue:
		return "callee is a literal"
	case superValue:
		return "callee is super()"
	}
	switch {
	case !things[v.text]:
		return v.text
	case v.receiver:
		return "receiver is " + v.text
	default:
		return "callee is " + v.text
	}
}

// things are the reasons that name what a value is, rather than why the search for it ended.
var things = map[string]bool{
	"a parameter": true, "a local variable": true, "a variable of the file": true, "a variable": true, "a type parameter": true,
	"a constant": true, "an awaited value": true, "a lambda": true, "the value of an expression": true, "a subscript": true,
	"the value of a call": true, "a function": true, "None": true, "an attribute of the instance": true,
	"the value of a property": true, "a private attribute": true,
	"a value that is handed on too often": true,
}

func (w *walker) mayCall(name, reason string) {
	if name == "" {
		return // a value without a name was called: no definition can be asked for it
	}
	w.linker.add(graph.Edge{
		From: w.from, To: w.linker.name(name), Type: graph.EdgeMayCall, Evidence: graph.Guess, How: "name", Reason: reason,
	}, w.site.Line)
}

// mayRead tells the attributes in a chain that may be a function of some class or file: a property that runs, or a method
// that is taken as a value and called by whoever gets it. Of what they are read is not known.
func (w *walker) mayRead(chain facts.Expr) {
	m, f := w.linker.model, w.place.module.Facts
	for e, x := chain, f.At(chain); x.Kind == facts.Attr; e, x = x.Base, f.At(x.Base) {
		name := f.Text(x.Name)
		as, found := w.linker.readable[name]
		if !found {
			continue
		}
		for _, v := range m.evaluate(w.place, e).values {
			if reason := readReason(v); reason != "" {
				w.mayCall(name, as+reason)
			}
		}
	}
}

// How a function may be meant by an attribute of something unknown.
const (
	asProperty = "may be a property: "
	asMethod   = "may be a method: "
)

// looseReason is the reason of calls and reads of attributes of an object that a library gave.
const looseReason = "receiver is an object from outside"

// readReason says why it is not known what the read of an attribute gives; "" when it is known, or when the attribute is
// one that methods assign on their instance: then no definition of that name is read.
func readReason(v value) string {
	switch {
	case v.kind == externalValue && v.loose:
		return looseReason
	case v.kind != unknownValue || v.own:
		return ""
	}
	return reasonOf(v)
}

// passed writes what an expression reads on its way: classes and variables are referred to, properties run.
func (w *walker) passed(d denotation) {
	for _, p := range d.via {
		if p.getter {
			w.linker.add(graph.Edge{
				From: w.from, To: p.definition.ID, Type: graph.EdgeCalls, Evidence: d.evidence, How: "property", Dispatch: "method",
			}, w.site.Line)
			continue
		}
		w.refer(p.definition.ID, d.evidence, d.how, 1)
	}
}

// reference writes the edges of a name or chain that is read as a value. Names outside of the repository are not
// referred to: the import says it.
func (w *walker) reference() {
	d := w.linker.model.evaluate(w.place, w.site.Expr)
	w.passed(d)
	w.mayRead(w.site.Expr)
	w.hooks(w.site.Expr)
	for _, v := range d.values {
		switch v.kind {
		case functionValue, classValue, variableValue:
			w.refer(v.definition.ID, d.evidence, d.how, len(d.values))
		case moduleValue:
			w.refer(v.module.ID, d.evidence, d.how, len(d.values))
		}
	}
}

// store writes the edge of an assignment to a property: it runs the property's setter.
func (w *walker) store() {
	m, f := w.linker.model, w.place.module.Facts
	x := f.At(w.site.Expr)
	if x.Kind != facts.Attr {
		return
	}
	w.attributeHook(x, "__setattr__", "__set__")
	name := f.Text(x.Name)
	for _, v := range m.evaluate(w.place, x.Base).values {
		if v.kind != selfValue && v.kind != instanceValue {
			continue
		}
		d := m.findMember(w.place, v.definition, name, v.kind == selfValue)
		for _, member := range d.values {
			if member.kind != functionValue || !member.definition.isProperty() {
				continue
			}
			if setter := member.definition.setter(); setter != nil {
				w.linker.add(graph.Edge{
					From: w.from, To: setter.ID, Type: graph.EdgeCalls, Evidence: d.evidence, How: "property", Dispatch: "method",
					Candidates: len(d.values),
				}, w.site.Line)
			}
		}
	}
}

// setter is the function that an assignment to a property runs; nil when there is none.
func (d *Definition) setter() *Definition {
	for _, other := range d.Module.Definitions[d.Index:] {
		if other.Owner == d.Owner && other.Name == d.Name && other.hasDecorator(d.Name+".setter") {
			return other
		}
	}
	return nil
}

func (w *walker) refer(to string, evidence graph.Evidence, how string, candidates int) {
	w.linker.add(graph.Edge{
		From: w.from, To: to, Type: graph.EdgeReferences, Evidence: evidence, How: how, Candidates: candidates,
	}, w.site.Line)
}
