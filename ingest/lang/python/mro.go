package python

import (
	"slices"

	"assay/ingest/facts"
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
	if m.depth >= maxFollowed {
		return c
	}
	m.depth++
	defer func() { m.depth-- }()
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

// maxOrder bounds the length of an order: all of them together grow with its square.
const maxOrder = 200

// linearize is C3. A class whose order is too long keeps itself alone, as one whose bases are unknown.
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
		if order = append(order, next); len(order) > maxOrder {
			c.unknown = true
			return
		}
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
	var fields []string
	for i, b := range f.Scopes[d.Body].Bindings {
		name := f.Text(b.Name)
		c.members[name] = append(c.members[name], int32(i))
		if b.Annotation != 0 && b.Value != 0 && len(d.Decorators)+len(d.Bases) > 0 {
			fields = append(fields, name) // of a data class: its constructor may set another value
		}
	}
	c.stored = map[string]bool{}
	for _, s := range append(fields, d.Module.storesOf(d)...) {
		c.stored[s] = true
	}
}

// storesOf lists the attributes that the methods of a class assign on their first parameter.
func (m *Module) storesOf(class *Definition) []string {
	if m.stores == nil {
		m.stores = map[*Definition][]string{}
		for _, s := range m.Facts.Sites {
			w, ok := m.written(s)
			if !ok || w.base == 0 {
				continue
			}
			if owner := m.ownerOf(s.Scope, w.base); owner != nil {
				m.stores[owner] = append(m.stores[owner], w.name)
			}
		}
	}
	return m.stores[class]
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

// belowKey is a class as production code or tests see it.
type belowKey struct {
	class *Definition
	test  bool
}

// descendants lists the classes below a class that code of a module may meet: production code meets no test class.
func (m *Model) descendants(top *Definition, from *Module) []*Definition {
	return m.listBelow(belowKey{top, from.isTest()})
}

// everyDescendant lists the classes below a class, those of tests included.
func (m *Model) everyDescendant(top *Definition) []*Definition {
	return m.listBelow(belowKey{top, true})
}

func (m *Model) listBelow(key belowKey) []*Definition {
	top := key.class
	if list, found := m.below[key]; found {
		return list
	}
	var list []*Definition
	seen := map[*Definition]bool{top: true}
	for queue := []*Definition{top}; len(queue) > 0; queue = queue[1:] {
		for _, d := range m.class(queue[0]).subclasses {
			if seen[d] || d.Module.isTest() && !key.test {
				continue
			}
			seen[d] = true
			list = append(list, d)
			queue = append(queue, d)
		}
	}
	m.below[key] = list
	return list
}
