package python

import (
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// howProtocol is the rule of a call that no one writes: the language makes it for what stands there.
const howProtocol = "protocol"

// fallbacks are the methods that the language calls when a class has no other or only that of object.
var fallbacks = map[string]string{
	"__str__": "__repr__", "__format__": "__str__", "__ne__": "__eq__", "__bool__": "__len__", "__contains__": "__iter__",
	"__iter__": "__getitem__", "__reversed__": "__getitem__", "__int__": "__index__", "__float__": "__index__",
	"__complex__": "__float__", "__bytes__": "__iter__", "__iadd__": "__add__", "__isub__": "__sub__", "__imul__": "__mul__",
	"__itruediv__": "__truediv__", "__ifloordiv__": "__floordiv__", "__imod__": "__mod__", "__ipow__": "__pow__",
	"__imatmul__": "__matmul__", "__iand__": "__and__", "__ior__": "__or__", "__ixor__": "__xor__",
	"__ilshift__": "__lshift__", "__irshift__": "__rshift__", "__copy__": "__reduce_ex__", "__deepcopy__": "__reduce_ex__",
}

// companion is a method that the language calls with another one.
type companion struct {
	name    string
	certain bool // of the same object; else of what the first method gives, which mostly is the object itself
}

var companions = map[string]companion{
	"__enter__": {"__exit__", true}, "__aenter__": {"__aexit__", true}, "keys": {"__getitem__", false},
	"__iter__": {"__next__", false}, "__aiter__": {"__anext__", false},
}

// protocol writes the edges of what the language calls by itself: with, for, operators, indexes and the like. Where the
// class is not known nothing is written but for with statements, next() and calls: the others stand in nearly every line.
//
// So for __enter__, __exit__, __aenter__, __aexit__, __next__ and __call__ every place that could call one is an edge:
// CALLS or MAY_CALL. For __next__ that holds of next(x) alone, not of loops; for __call__ not of attributes of what is not
// known. Of all other special methods only the calls on self, on objects made in the same function and on classes are
// there: replies about them are never complete, since the language may call them from elsewhere.
func (w *walker) protocol() {
	f := w.place.module.Facts
	method := f.Text(w.site.Name)
	entered := method == "__enter__" || method == "__aenter__"
	second := strings.HasPrefix(method, reflectedMark)
	method = strings.TrimPrefix(method, reflectedMark)
	if method == spreadMark {
		if w.linker.special["__len__"] {
			w.ofArgument(w.site.Expr, "__len__")
		}
		method = "__iter__"
	}
	if method != raisedMark && !w.linker.callsSpecial(method) {
		return
	}
	d := w.linker.model.evaluate(w.place, w.site.Expr)
	if second {
		d.evidence = weaker(d.evidence, graph.Inferred)
	}
	for _, v := range d.values {
		switch {
		case method == raisedMark:
			w.raise(v, d)
		case v.kind == selfValue, v.kind == instanceValue, v.kind == classValue, v.kind == classSelfValue:
			w.special(v, method, d)
		case entered && v.kind != literalValue && v.kind != noneValue && !w.isManager(w.site.Expr):
			w.mayEnter(method, v)
		}
	}
}

// alone is what iter() calls: __iter__ without __next__.
const alone = "iter"

// Marks of the names of protocol sites, as extraction writes them.
const (
	raisedMark    = "raise" // of `raise x`
	spreadMark    = "list"  // of `*x`
	reflectedMark = "?"     // before a method of the right side of an operation
)

// callsSpecial reports whether a class of the repository defines a special method or one that is called with or
// instead of it.
func (l *linker) callsSpecial(method string) bool {
	for ; method != ""; method = fallbacks[method] {
		if l.special[method] || l.special[companions[method].name] {
			return true
		}
		if method == "__getitem__" {
			return l.special["__missing__"] || l.special["__class_getitem__"]
		}
	}
	return false
}

// special writes the calls of a special method of a value: by the order of its class, past what the instance holds.
func (w *walker) special(v value, method string, base denotation) {
	m := w.linker.model
	class, open := v.definition, v.kind == selfValue
	if v.kind == classValue || v.kind == classSelfValue {
		if class, open = m.class(v.definition).metaclass, false; class == nil || class == v.definition {
			if method == "__getitem__" {
				w.callMember(m.findSpecial(w.place, v.definition, "__class_getitem__", v.kind == classSelfValue), base)
			}
			return
		}
	}
	w.callSpecial(class, open, method, base)
}

func (w *walker) callSpecial(class *Definition, open bool, method string, base denotation) {
	m := w.linker.model
	only := method == alone
	if only {
		method = "__iter__"
	}
	for ; method != ""; method = fallbacks[method] {
		d := m.findSpecial(w.place, class, method, open)
		if with := companions[method]; with.name != "" && !only && w.linker.special[with.name] {
			also := m.findSpecial(w.place, class, with.name, open)
			if !with.certain {
				also = also.inferred()
			}
			w.callMember(also, base)
		}
		if method == "__getitem__" && w.linker.special["__missing__"] && !d.isOurs() {
			w.callMember(m.findSpecial(w.place, class, "__missing__", open).inferred(), base)
		}
		w.callMember(d, base)
		if d.isFound() {
			return
		}
	}
}

// callMember writes the calls of what a class holds under the name of a special method.
func (w *walker) callMember(d, base denotation) {
	for _, v := range d.values {
		evidence := weaker(d.evidence, base.evidence)
		candidates := len(d.values) * len(base.values)
		switch v.kind {
		case functionValue:
			w.linker.add(graph.Edge{
				From: w.from, To: v.definition.ID, Type: graph.EdgeCalls, Evidence: evidence, How: howProtocol,
				Dispatch: dispatchNames[methodDispatch], Candidates: candidates,
			}, w.site.Line)
		case variableValue:
			w.linker.add(graph.Edge{
				From: w.from, To: v.definition.ID, Type: graph.EdgeReferences, Evidence: evidence, How: howProtocol, Candidates: candidates,
			}, w.site.Line)
		}
	}
}

// findSpecial looks a special method up as the language does: by the order of the class.
func (m *Model) findSpecial(p place, class *Definition, method string, open bool) denotation {
	kind := throughType
	if open {
		kind = throughSelfType
	}
	return m.remember(memberKey{class: class, name: method, kind: kind, test: p.module.isTest()}, func() denotation {
		return m.findMember(p, class, method, open)
	})
}

// isOurs reports whether a definition of the repository is among the values.
func (d denotation) isOurs() bool {
	return slices.ContainsFunc(d.values, func(v value) bool { return v.kind == functionValue || v.kind == variableValue })
}

// isFound reports whether a lookup of a special method ended: by something else than what every object has.
func (d denotation) isFound() bool {
	return !slices.ContainsFunc(d.values, func(v value) bool {
		return v.kind == unknownValue || v.kind == externalValue && strings.HasPrefix(v.text, objectClass+".")
	})
}

// raise writes the calls of `raise Class`: its constructor runs without arguments.
func (w *walker) raise(v value, base denotation) {
	if v.kind != classValue {
		return
	}
	m := w.linker.model
	for _, name := range [...]string{"__new__", "__init__"} {
		if h := m.hold(v.definition, name, 0); h.found {
			d := h.denotation
			if h.behind != "" || m.class(v.definition).unknown && h.at.definition != v.definition {
				d = d.inferred()
			}
			w.callMember(d, base)
		}
	}
}

// mayEnter tells that a with statement enters what is not known.
func (w *walker) mayEnter(method string, v value) {
	if v.kind == externalValue && !v.loose {
		return
	}
	reason := "with a value that is not known: " + readReasonOf(v)
	for _, name := range [...]string{method, companions[method].name} {
		if w.linker.special[name] {
			w.mayCall(name, reason)
		}
	}
}

func readReasonOf(v value) string {
	switch v.kind {
	case variableValue:
		return "it is a variable"
	case externalValue:
		return looseReason
	case unknownValue:
		return v.text
	default:
		return "it is no instance"
	}
}

// isManager reports whether an expression is a call of something that gives a context manager of the standard library:
// a class or function of that, or a generator under @contextmanager.
func (w *walker) isManager(e facts.Expr) bool {
	x := w.place.module.Facts.At(e)
	if x.Kind != facts.CallExpr {
		return false
	}
	return !slices.ContainsFunc(w.linker.model.evaluate(w.place, x.Base).values, func(v value) bool {
		switch v.kind {
		case externalValue:
			top, _, _ := strings.Cut(v.text, ".")
			return v.loose || top != "builtins" && !isStandard(top)
		case functionValue:
			return !v.definition.hasDecorator("contextmanager", "asynccontextmanager")
		default:
			return true
		}
	})
}
