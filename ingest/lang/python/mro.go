package python

import (
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// class is what resolution knows of a class beside its definition.
type class struct {
	definition *Definition
	bases      []base
	// metaclass is what decides how the class is called and what attributes it has beside its own: a class of the
	// repository, or foreign when it lies outside or is not known.
	metaclass *Definition
	foreign   bool
	// order is the method resolution order: C3, with classes outside of the repository as entries of which nothing is
	// known.
	order   []entry
	unknown bool // a base could not be resolved, or the order does not exist
	// subclasses are the classes that name this one as a base.
	subclasses []*Definition
	// members holds the bindings of the class's scope by name.
	members map[string][]int32
	// stored holds the attributes that methods assign on their instance.
	stored map[string]bool
}

// base is one base class: its possible values.
type base struct {
	denotation denotation
	line       int32
}

// entry is one class of an order: a definition, or the dotted name of one outside.
type entry struct {
	definition *Definition
	outside    string
}

// Order is the method resolution order of a class as far as it lies in the repository.
type Order struct {
	Classes []*Definition // the class itself first
	// Outside holds the dotted names of bases that lie outside of the repository, in order.
	Outside []string
	// Unknown is true when a base could not be resolved at all, or the order does not exist.
	Unknown bool
}

// objectClass is the end of every order.
const objectClass = "builtins.object"

// MRO is the method resolution order of a class.
func (m *Model) MRO(class *Definition) Order {
	c := m.class(class)
	o := Order{Unknown: c.unknown}
	for _, e := range c.order {
		if e.definition != nil {
			o.Classes = append(o.Classes, e.definition)
		} else if e.outside != objectClass {
			o.Outside = append(o.Outside, e.outside)
		}
	}
	return o
}

// Member finds an attribute by the order of a class: all definitions that may be it.
func (m *Model) Member(class *Definition, name string) []*Definition {
	for _, e := range m.class(class).order {
		if e.definition == nil {
			continue
		}
		if d, ok := m.ownMember(e.definition, name); ok {
			return d.definitions()
		}
	}
	return nil
}

// class works out a class once.
func (m *Model) class(d *Definition) *class {
	if c := m.classes[d]; c != nil {
		return c
	}
	c := &class{definition: d, unknown: true, order: []entry{{definition: d}}} // while it runs: a circle of bases
	m.classes[d] = c
	c.listMembers()
	c.unknown = false
	p := place{module: d.Module, scope: d.Module.Facts.Scopes[d.Body].Parent, at: d.At, branch: d.Branch}
	var parents []entry
	for _, e := range d.Bases {
		x := d.Module.Facts.At(e)
		if x.Kind == facts.Keyword || x.Kind == facts.Star {
			m.keyword(c, p, x)
			continue
		}
		b := base{denotation: m.evaluate(p, e), line: x.Line}
		c.bases = append(c.bases, b)
		parents = append(parents, c.parent(b.denotation)...)
	}
	for _, parent := range parents {
		if parent.definition != nil {
			above := m.class(parent.definition)
			c.foreign = c.foreign || above.foreign
			c.unknown = c.unknown || above.unknown
			if c.metaclass == nil {
				c.metaclass = above.metaclass
			}
		} else if std := stdClasses()[parent.outside]; std != nil {
			c.foreign = c.foreign || std.metaclass
		}
	}
	m.linearize(c, parents)
	return c
}

// keyword reads `metaclass=...` among the bases.
func (m *Model) keyword(c *class, p place, x facts.Expression) {
	name := p.module.Facts.Text(x.Name)
	switch {
	case x.Kind == facts.Star || name == "":
		c.unknown = true
	case name == "metaclass":
		d := m.evaluate(p, x.Base)
		switch v := d.values[0]; {
		case len(d.values) == 1 && v.kind == classValue:
			c.metaclass = v.definition
		case len(d.values) == 1 && v.kind == externalValue && (v.text == "abc.ABCMeta" || v.text == "builtins.type"):
		default:
			c.foreign = true
		}
	}
}

// parent turns what a base denotes into entries of the order.
func (c *class) parent(d denotation) []entry {
	if len(d.values) > 1 {
		c.unknown = true
	}
	for _, v := range d.values {
		switch v.kind {
		case classValue:
			if v.definition != c.definition {
				return []entry{{definition: v.definition}}
			}
		case externalValue:
			if std := stdClasses()[v.text]; std != nil {
				return []entry{{outside: std.name}}
			}
			return []entry{{outside: v.text}}
		}
	}
	c.unknown = true
	return nil
}

// linearize is C3.
func (m *Model) linearize(c *class, parents []entry) {
	var sequences [][]entry
	for _, p := range parents {
		if p.definition != nil {
			sequences = append(sequences, slices.Clone(m.class(p.definition).order))
		} else {
			sequences = append(sequences, outsideOrder(p.outside))
		}
	}
	sequences = append(sequences, slices.Clone(parents), []entry{{outside: objectClass}})
	order := []entry{{definition: c.definition}}
	for {
		sequences = slices.DeleteFunc(sequences, func(s []entry) bool { return len(s) == 0 })
		if len(sequences) == 0 {
			break
		}
		next, ok := goodHead(sequences)
		if !ok {
			c.unknown = true
			next = sequences[0][0]
		}
		order = append(order, next)
		for i, s := range sequences {
			sequences[i] = slices.DeleteFunc(s, func(e entry) bool { return e == next })
		}
	}
	c.order = order
}

// outsideOrder is the order of a class outside: known for the standard library, else the class and object.
func outsideOrder(name string) []entry {
	order := []entry{{outside: name}}
	std := stdClasses()[name]
	if std == nil {
		return append(order, entry{outside: objectClass})
	}
	for _, above := range std.order {
		order = append(order, entry{outside: above})
	}
	return order
}

func goodHead(sequences [][]entry) (entry, bool) {
	for _, s := range sequences {
		head := s[0]
		if !slices.ContainsFunc(sequences, func(other []entry) bool { return slices.Contains(other[1:], head) }) {
			return head, true
		}
	}
	return entry{}, false
}

// listMembers indexes the scope of the class and what its methods assign on their instance.
func (c *class) listMembers() {
	d := c.definition
	f := d.Module.Facts
	c.members = map[string][]int32{}
	for i, b := range f.Scopes[d.Body].Bindings {
		name := f.Text(b.Name)
		c.members[name] = append(c.members[name], int32(i))
	}
	c.stored = map[string]bool{}
	for _, s := range d.Module.storesOf(d) {
		c.stored[s] = true
	}
}

// storesOf lists the attributes that the methods of a class assign on their first parameter.
func (m *Module) storesOf(class *Definition) []string {
	if m.stores == nil {
		m.stores = map[*Definition][]string{}
		for _, s := range m.Facts.Sites {
			if s.Kind == facts.Store {
				m.addStore(s)
			}
		}
	}
	return m.stores[class]
}

func (m *Module) addStore(s facts.Site) {
	x := m.Facts.At(s.Expr)
	object := m.Facts.At(x.Base)
	if x.Kind != facts.Attr || object.Kind != facts.Ident {
		return
	}
	for scope := s.Scope; scope > 0; scope = m.Facts.Scopes[scope].Parent {
		index := m.Facts.Scopes[scope].Definition
		if index < 0 || m.Facts.Scopes[scope].Kind != facts.FunctionScope {
			continue
		}
		d := m.Definitions[index]
		if d.Owner != nil && len(d.Parameters) > 0 && d.Parameters[0].Name == object.Name {
			m.stores[d.Owner] = append(m.stores[d.Owner], m.Facts.Text(x.Name))
			return
		}
	}
}

// linkSubclasses tells every class which classes inherit from it.
func (m *Model) linkSubclasses() {
	for _, module := range m.Modules {
		for _, d := range module.Definitions {
			if d.Kind != facts.Class {
				continue
			}
			for _, b := range m.class(d).bases {
				for _, v := range b.denotation.values {
					if v.kind == classValue && v.definition != d {
						above := m.class(v.definition)
						above.subclasses = append(above.subclasses, d)
					}
				}
			}
		}
	}
}

// descendants lists the classes below a class that code of a module may meet: production code meets no test class.
func (m *Model) descendants(top *Definition, from *Module) []*Definition {
	var list []*Definition
	seen := map[*Definition]bool{top: true}
	for queue := []*Definition{top}; len(queue) > 0; queue = queue[1:] {
		for _, d := range m.class(queue[0]).subclasses {
			if seen[d] || d.Module.isTest() && !from.isTest() {
				continue
			}
			seen[d] = true
			list = append(list, d)
			queue = append(queue, d)
		}
	}
	return list
}

// own lists the definitions that a class itself has under a name.
func (m *Model) own(class *Definition, name string) []*Definition {
	d, _ := m.ownMember(class, name)
	return d.definitions()
}

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
)

// instanceAttribute is `self.name` (open: the instance may be of a class below) or `Class().name`.
func (m *Model) instanceAttribute(p place, class *Definition, name string, open bool) denotation {
	kind := throughInstance
	if open {
		kind = throughSelf
	}
	return m.remember(memberKey{class: class, name: name, kind: kind, test: p.module.isTest()}, func() denotation {
		d := m.findMember(p, class, name, open)
		if !d.allProperties() && m.isStored(class, name) {
			if d.values[0].kind == unknownValue {
				return unknown("an attribute of the instance")
			}
			return unite([]denotation{d, unknown("also assigned on the instance")})
		}
		return m.throughProperty(d)
	})
}

// classAttribute is `Class.name`, or `cls.name` (open).
func (m *Model) classAttribute(p place, class *Definition, name string, open bool) denotation {
	kind := throughClass
	if open {
		kind = throughClassSelf
	}
	return m.remember(memberKey{class: class, name: name, kind: kind, test: p.module.isTest()}, func() denotation {
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
	})
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
		d := viaMethod(unite(list)).atMost(graph.Inferred)
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
			v = value{kind: unknownValue, text: "the value of a property"}
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
		d.values = slices.Clone(d.values)
		for i := range d.values {
			d.values[i].dispatch = superDispatch
		}
		d.how = "super"
		if h.behind != "" || c.unknown {
			d = d.atMost(graph.Inferred)
		}
		return d
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
