package python

import (
	"slices"
	"strings"

	"assay/ingest/facts"
)

// ownMember is what the body of a class binds to a name in the end.
func (m *Model) ownMember(class *Definition, name string) (denotation, bool) {
	c := m.class(class)
	list := c.members[name]
	if len(list) == 0 {
		return denotation{}, false
	}
	return m.inForce(place{module: class.Module, scope: class.Body, at: later}, class.Body, list, later, class.Branch)
}

// isPrivate reports whether Python puts the class's name before an attribute: "__x", but not "__x__".
func isPrivate(name string) bool {
	return strings.HasPrefix(name, "__") && !strings.HasSuffix(name, "__")
}

// isSpecial reports whether a name is one by which the language itself calls a method: "__x__".
func isSpecial(name string) bool {
	return len(name) > len("____") && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// held is where an order finds an attribute.
type held struct {
	denotation denotation
	at         entry
	behind     string // a class outside that comes before, and may have the attribute itself
	found      bool
}

// hold looks an attribute up in a class's order, from position start.
func (m *Model) hold(class *Definition, name string, start int) held {
	h := held{}
	for _, e := range m.class(class).order[start:] {
		if e.definition != nil {
			if d, ok := m.ownMember(e.definition, name); ok {
				h.denotation, h.at, h.found = d, e, true
				return h
			}
			continue
		}
		switch std := stdClasses()[e.outside]; {
		case std == nil && h.behind == "":
			h.behind = e.outside
		case std != nil && std.has(name):
			h.denotation, h.at, h.found = one(value{kind: externalValue, text: e.outside + "." + name}, "mro"), e, true
			return h
		}
	}
	return h
}

// memberKey remembers lookups in a class.
type memberKey struct {
	class *Definition
	after *Definition // of super()
	name  string
	kind  uint8
	test  bool
}

// Kinds of lookups in a class.
const (
	throughInstance uint8 = iota
	throughSelf
	throughClass
	throughClassSelf
	throughSuper
	throughType
	throughSelfType
)

// instanceAttribute is `self.name` (open: the instance may be of a class below) or `Class().name`.
func (m *Model) instanceAttribute(p place, class *Definition, name string, open bool) denotation {
	kind := throughInstance
	if open {
		kind = throughSelf
	}
	d := m.remember(memberKey{class: class, name: name, kind: kind, test: p.module.isTest()}, func() denotation {
		d := m.findMember(p, class, name, open)
		switch {
		case d.allProperties() && d.values[0].kind != unknownValue:
		case m.isStored(class, name) || open && d.values[0].kind != unknownValue && m.isStoredBelow(p, class, name):
			if d.values[0].kind == unknownValue {
				return ownAttribute("an attribute of the instance")
			}
			d = unite([]denotation{d, ownAttribute("also assigned on the instance")})
		case !isSpecial(name) && m.interceptsReads(class):
			d = unite([]denotation{d, unknown("__getattribute__ of the class may give something else")})
		}
		return m.throughProperty(d)
	})
	return m.changed(p, class, name, open, d)
}

// isStoredBelow reports whether some method of a class below assigns the attribute on its instance.
func (m *Model) isStoredBelow(p place, class *Definition, name string) bool {
	return slices.ContainsFunc(m.descendants(class, p.module), func(d *Definition) bool { return m.class(d).stored[name] })
}

// interceptsReads reports whether a class of the repository decides itself what reading its attributes gives.
func (m *Model) interceptsReads(class *Definition) bool {
	return m.hold(class, "__getattribute__", 0).at.definition != nil
}

// ownAttribute is an attribute of an instance that holds something unknown.
func ownAttribute(reason string) denotation {
	d := unknown(reason)
	d.values[0].own = true
	return d
}

// classAttribute is `Class.name`, or `cls.name` (open).
func (m *Model) classAttribute(p place, class *Definition, name string, open bool) denotation {
	kind := throughClass
	if open {
		kind = throughClassSelf
	}
	return m.changed(p, class, name, open, m.remember(memberKey{class: class, name: name, kind: kind, test: p.module.isTest()}, func() denotation {
		d := m.findMember(p, class, name, open)
		if d.values[0].kind != unknownValue {
			return d
		}
		c := m.class(class)
		if c.metaclass != nil && c.metaclass != class {
			if d := m.findMember(p, c.metaclass, name, false); d.values[0].kind != unknownValue {
				return d
			}
		}
		if c.metaclass == nil && !c.foreign && stdClasses()["builtins.type"].has(name) {
			return one(value{kind: externalValue, text: "builtins.type." + name, dispatch: methodDispatch}, "mro")
		}
		return d
	}))
}

func (m *Model) remember(key memberKey, find func() denotation) denotation {
	if known := m.members[key]; known != nil {
		return *known
	}
	circle := unknown("an attribute that is defined by itself")
	m.members[key] = &circle
	d := find()
	m.members[key] = &d
	return d
}

// isStored reports whether some method of the class's order assigns the attribute on the instance.
func (m *Model) isStored(class *Definition, name string) bool {
	return slices.ContainsFunc(m.class(class).order, func(e entry) bool {
		if e.definition != nil {
			return m.class(e.definition).stored[name]
		}
		std := stdClasses()[e.outside]
		return std != nil && std.stored[name]
	})
}

// findMember looks an attribute up by the order of a class and, when the class of the instance may be one below, by
// theirs: then what overrides it is in the set.
func (m *Model) findMember(p place, class *Definition, name string, open bool) denotation {
	if isPrivate(name) {
		if d, ok := m.ownMember(class, name); ok {
			return viaMethod(d)
		}
		return unknown("a private attribute")
	}
	h := m.hold(class, name, 0)
	list := m.holders(p, class, name, h, open)
	c := m.class(class)
	switch {
	case h.found && h.behind == "" && !c.unknown && len(list) == 1:
		return viaMethod(list[0])
	case len(list) > 0:
		d := viaMethod(unite(list)).inferred()
		if !h.found && !m.everyLeafHolds(p, class, name) {
			d = unite([]denotation{d, unknown(m.absent(c))})
		}
		return d
	default:
		return unknown(m.absent(c))
	}
}

// holders lists what an attribute may be: by the own order first, then by the orders of the classes below.
func (m *Model) holders(p place, class *Definition, name string, h held, open bool) []denotation {
	var list []denotation
	seen := map[entry]bool{}
	if h.found {
		list = append(list, h.denotation)
		seen[h.at] = true
	}
	if !open {
		return list
	}
	for _, d := range m.descendants(class, p.module) {
		if below := m.hold(d, name, 0); below.found && !seen[below.at] && below.at.visibleFrom(p.module) {
			seen[below.at] = true
			list = append(list, below.denotation)
		}
	}
	return list
}

// everyLeafHolds reports whether an attribute that a class itself lacks is there in every class at the bottom below it:
// the class is a mixin, and the set is complete.
func (m *Model) everyLeafHolds(p place, class *Definition, name string) bool {
	for _, d := range m.descendants(class, p.module) {
		if len(m.class(d).subclasses) == 0 && !m.hold(d, name, 0).found {
			return false
		}
	}
	return true
}

// visibleFrom reports whether code of a module may meet a class: production code meets no test class.
func (e entry) visibleFrom(module *Module) bool {
	return e.definition == nil || module.isTest() || !e.definition.Module.isTest()
}

// absent says why an attribute is not found in a class.
func (m *Model) absent(c *class) string {
	var outside []string
	for _, e := range c.order {
		if e.outside != "" && stdClasses()[e.outside] == nil {
			outside = append(outside, e.outside)
		}
	}
	switch {
	case len(outside) > 0:
		return "inherited from outside: " + strings.Join(outside, ", ")
	case c.unknown:
		return "a base class is unknown"
	case c.foreign || c.metaclass != nil:
		return "the class's metaclass may bring it"
	default:
		return "no class of the order defines it"
	}
}

// viaMethod marks functions as reached through a class or instance.
func viaMethod(d denotation) denotation {
	d.values = slices.Clone(d.values)
	for i := range d.values {
		if k := d.values[i].kind; k == functionValue || k == externalValue {
			d.values[i].dispatch = methodDispatch
		}
	}
	d.how = "mro"
	return d
}

// throughProperty turns the function of a property into the value that reading it gives, which is not known.
func (m *Model) throughProperty(d denotation) denotation {
	if !slices.ContainsFunc(d.values, func(v value) bool { return v.kind == functionValue && v.definition.isProperty() }) {
		return d
	}
	out := d
	out.values = nil
	for _, v := range d.values {
		if v.kind == functionValue && v.definition.isProperty() {
			out.via = append(slices.Clone(out.via), passed{definition: v.definition, getter: true})
			v = value{kind: unknownValue, text: "the value of a property", own: true}
		}
		if !slices.Contains(out.values, v) {
			out.values = append(out.values, v)
		}
	}
	return out
}

// allProperties reports whether every value is a property, whose assignment runs its setter.
func (d denotation) allProperties() bool {
	return !slices.ContainsFunc(d.values, func(v value) bool { return v.kind != functionValue || !v.definition.isProperty() })
}

// isProperty reports whether reading the attribute runs the function.
func (d *Definition) isProperty() bool {
	return d.Kind == facts.Function && d.hasDecorator("property", "cached_property", "abstractproperty", "classproperty")
}

// superOf is `super()` in a method, or `super(Class, self)`.
func (m *Model) superOf(p place, call facts.Expression) denotation {
	method := p.module.methodAround(p.scope)
	if method == nil {
		return unknown("super() outside of a method")
	}
	after := method.Owner
	if call.First != 0 {
		d := m.evaluate(p, call.First)
		if len(d.values) != 1 || d.values[0].kind != classValue {
			return unknown("super() of an unknown class")
		}
		after = d.values[0].definition
	}
	return one(value{kind: superValue, definition: method.Owner, after: after}, "super")
}

// methodAround is the method whose body holds a scope, functions inside of it included.
func (m *Module) methodAround(scope int32) *Definition {
	for d := m.definitionAround(scope); d != nil; d = d.Outer {
		if d.Owner != nil && d.Kind == facts.Function {
			return d
		}
	}
	return nil
}

// superAttribute is what comes behind a class in the order of the instance's class: for the class of the method and, as a
// set, for the classes below it in whose order something else comes next.
func (m *Model) superAttribute(p place, v value, name string) denotation {
	key := memberKey{class: v.definition, after: v.after, name: name, kind: throughSuper, test: p.module.isTest()}
	return m.remember(key, func() denotation {
		c := m.class(v.definition)
		h, _ := m.holdAfter(v.definition, v.after, name)
		if !h.found {
			return unknown(m.absent(c))
		}
		list := []denotation{h.denotation}
		seen := map[entry]bool{h.at: true}
		for _, d := range m.descendants(v.definition, p.module) {
			if below, ok := m.holdAfter(d, v.after, name); ok && below.found && !seen[below.at] && below.at.visibleFrom(p.module) {
				seen[below.at] = true
				list = append(list, below.denotation)
			}
		}
		d := unite(list)
		d.hidden = m.testComesNext(v, name, p.module)
		d.values = slices.Clone(d.values)
		for i := range d.values {
			d.values[i].dispatch = superDispatch
		}
		d.how = "super"
		if h.behind != "" || c.unknown {
			d = d.inferred()
		}
		return d
	})
}

// testComesNext reports whether super() of production code reaches a method of a test's class in the order of some test's
// class.
func (m *Model) testComesNext(v value, name string, from *Module) bool {
	return !from.isTest() && slices.ContainsFunc(m.everyDescendant(v.definition), func(d *Definition) bool {
		h, ok := m.holdAfter(d, v.after, name)
		return ok && h.found && !h.at.visibleFrom(from)
	})
}

// holdAfter looks an attribute up in a class's order behind another class.
func (m *Model) holdAfter(class, after *Definition, name string) (held, bool) {
	position := slices.Index(m.class(class).order, entry{definition: after})
	if position < 0 {
		return held{}, false
	}
	return m.hold(class, name, position+1), true
}
