package python

import (
	"assay/ingest/facts"
)

// builtinMethods are the special methods that functions of the standard library call of their first argument.
var builtinMethods = map[string]string{
	"builtins.len": "__len__", "builtins.str": "__str__", "builtins.repr": "__repr__", "builtins.ascii": "__repr__",
	"builtins.bool": "__bool__", "builtins.hash": "__hash__", "builtins.iter": alone, "builtins.next": "__next__",
	"builtins.aiter": "__aiter__", "builtins.anext": "__anext__", "builtins.abs": "__abs__", "builtins.int": "__int__",
	"builtins.float": "__float__", "builtins.complex": "__complex__", "builtins.bytes": "__bytes__",
	"builtins.format": "__format__", "builtins.round": "__round__", "builtins.divmod": "__divmod__", "builtins.pow": "__pow__",
	"builtins.reversed": "__reversed__", "builtins.dir": "__dir__", "builtins.list": "__iter__", "builtins.tuple": "__iter__",
	"builtins.set": "__iter__", "builtins.frozenset": "__iter__", "builtins.sum": "__iter__", "builtins.min": "__iter__",
	"builtins.max": "__iter__", "builtins.any": "__iter__", "builtins.all": "__iter__", "builtins.sorted": "__iter__",
	"builtins.enumerate": "__iter__", "builtins.zip": "__iter__", "builtins.dict": "keys", "builtins.bin": "__index__",
	"builtins.hex": "__index__", "builtins.oct": "__index__", "builtins.chr": "__index__", "builtins.range": "__index__",
	"builtins.print": "__str__", "builtins.open": "__fspath__", "os.fspath": "__fspath__", "copy.copy": "__copy__",
	"copy.deepcopy": "__deepcopy__", "math.floor": "__floor__", "math.ceil": "__ceil__", "math.trunc": "__trunc__",
	"builtins.str.join": "__iter__", "builtins.str.format": "__format__", "operator.index": "__index__",
}

// ofEach are the functions that do it of every argument.
var ofEach = map[string]bool{"builtins.print": true, "builtins.zip": true, "builtins.str.format": true, "builtins.range": true}

// hintsLength are the functions that ask for the length before they iterate.
var hintsLength = map[string]bool{"builtins.list": true, "builtins.tuple": true, "builtins.sorted": true, "builtins.str.join": true}

// builtinCall writes what a function outside calls of its arguments: special methods, and what is asked for by name.
func (w *walker) builtinCall(name string) {
	f := w.place.module.Facts
	call := f.At(w.site.Expr)
	if w.site.Kind != facts.Call || call.Kind != facts.CallExpr || call.First == 0 {
		return
	}
	switch name {
	case "builtins.getattr", "builtins.hasattr":
		w.namedAttribute(call.First)
	case "operator.attrgetter", "operator.methodcaller":
		for _, pattern := range w.namesOf(call.First, 0) {
			w.mayBeNamed(pattern, computedReason)
		}
	case "builtins.isinstance", "builtins.issubclass":
		if second := f.At(call.First).Next; second != 0 && (w.linker.special["__instancecheck__"] || w.linker.special["__subclasscheck__"]) {
			w.ofArgument(second, map[string]string{"builtins.isinstance": "__instancecheck__", "builtins.issubclass": "__subclasscheck__"}[name])
		}
	case "builtins.map", "builtins.filter":
		if second := f.At(call.First).Next; second != 0 {
			w.ofArgument(second, "__iter__")
		}
	}
	method := builtinMethods[name]
	if method == "" || method != alone && !w.linker.callsSpecial(method) {
		return
	}
	if hintsLength[name] && w.linker.special["__len__"] {
		w.ofArgument(call.First, "__len__")
	}
	if w.ofArgument(call.First, method); ofEach[name] {
		for x := f.At(call.First).Next; x != 0; x = f.At(x).Next {
			w.ofArgument(x, method)
		}
	}
}

// ofArgument writes the call of a special method of an argument where its class is known. Where it is not, only next() is
// told: it is asked of what a class of its own makes far more often than the other functions.
func (w *walker) ofArgument(x facts.Expr, method string) {
	if k := w.place.module.Facts.At(x).Kind; k != facts.Ident && k != facts.CallExpr && k != facts.Choice && k != facts.Attr {
		return
	}
	d := w.linker.model.evaluate(w.place, x)
	for _, v := range d.values {
		switch v.kind {
		case selfValue, instanceValue, classValue, classSelfValue:
			w.special(v, method, d)
		case unknownValue, variableValue:
			if (method == "__next__" || method == "__anext__") && w.linker.special[method] {
				w.mayCall(method, readReasonOf(v))
			}
		}
	}
}

// hooks writes the calls of __getattr__ and __getattribute__ for the attributes that an expression reads.
func (w *walker) hooks(chain facts.Expr) {
	l, m, f := w.linker, w.linker.model, w.place.module.Facts
	if !l.special["__getattr__"] && !l.special["__getattribute__"] && !l.special["__get__"] {
		return
	}
	for x := f.At(chain); x.Kind == facts.Attr; x = f.At(x.Base) {
		if f.At(x.Base).Kind == facts.Attr && !l.moduleHooks {
			continue // an attribute of an attribute is of nothing that is known but of modules
		}
		base := m.evaluate(w.place, x.Base)
		for _, v := range base.values {
			w.hook(v, f.Text(x.Name), base)
		}
	}
}

func (w *walker) hook(v value, name string, base denotation) {
	m := w.linker.model
	switch v.kind {
	case moduleValue:
		if hook := m.moduleHook(v.module, name); hook != nil {
			w.callMember(one(value{kind: functionValue, definition: hook}, howProtocol), base)
		}
	case selfValue, instanceValue:
		open := v.kind == selfValue
		if w.linker.special["__getattribute__"] {
			w.callMember(m.findSpecial(w.place, v.definition, "__getattribute__", open), base)
		}
		if w.linker.special["__getattr__"] && name != "__class__" && !m.isStored(v.definition, name) {
			if d := m.findSpecial(w.place, v.definition, name, open); d.values[0].kind == unknownValue {
				w.callMember(m.findSpecial(w.place, v.definition, "__getattr__", open).inferred(), base)
			}
		}
		if w.linker.special["__get__"] {
			w.descriptor(v, name, "__get__", base)
		}
	}
}

// moduleHook is the function __getattr__ of a module that has no attribute of a name; nil when it has, or has no such
// function.
func (m *Model) moduleHook(module *Module, name string) *Definition {
	if _, dynamic := module.numbers["__getattr__"]; !dynamic || m.moduleAttribute(module, name).values[0].kind != unknownValue {
		return nil
	}
	for _, v := range m.moduleAttribute(module, "__getattr__").values {
		if v.kind == functionValue {
			return v.definition
		}
	}
	return nil
}

// descriptor writes the call that reading or assigning an attribute makes when a class variable holds an object whose
// class says what an access does.
func (w *walker) descriptor(v value, name, method string, base denotation) {
	m := w.linker.model
	for _, held := range m.findSpecial(w.place, v.definition, name, v.kind == selfValue).values {
		if held.kind == variableValue && held.definition.Owner != nil {
			for _, object := range m.heldBy(held.definition).values {
				if object.kind == instanceValue {
					w.callMember(m.findSpecial(w.place, object.definition, method, false).inferred(), base)
				}
			}
		}
	}
}

// heldBy is the value that a class variable is first assigned, where that is a new object.
func (m *Model) heldBy(variable *Definition) denotation {
	module := variable.Module
	x := module.Facts.At(variable.Value)
	if x.Kind != facts.CallExpr {
		return unknown("a variable")
	}
	if known := m.held[variable]; known != nil {
		return *known
	}
	d := m.result(place{module: module, scope: variable.Scope, at: variable.At, branch: variable.Branch}, x)
	m.held[variable] = &d
	return d
}

// assigned writes the calls that assigning or deleting an attribute makes beside a property's.
func (w *walker) attributeHook(chain facts.Expression, method, descriptor string) {
	l, m := w.linker, w.linker.model
	if !l.special[method] && !l.special[descriptor] {
		return
	}
	base := m.evaluate(w.place, chain.Base)
	for _, v := range base.values {
		if v.kind != selfValue && v.kind != instanceValue {
			continue
		}
		if l.special[method] {
			w.callMember(m.findSpecial(w.place, v.definition, method, v.kind == selfValue), base)
		}
		if l.special[descriptor] {
			w.descriptor(v, w.place.module.Facts.Text(chain.Name), descriptor, base)
		}
	}
}
