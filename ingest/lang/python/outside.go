package python

import (
	"slices"

	"assay/ingest/facts"
)

// change is an assignment to an attribute of something other than the method's own instance: `box.run = other`,
// `Class.run = other`, `module.run = other`, setattr with a literal name, or a key of __dict__ or globals().
type change struct {
	from  *Module
	value denotation
	// class or module is what the attribute belongs to; neither when that is not known.
	class  *Definition
	module *Module
}

// written is a site that assigns an attribute: of base, or of the file itself when base is none.
type written struct {
	base  facts.Expr
	name  string
	value facts.Expr
}

// written reads the site as an assignment to an attribute by a literal name.
func (m *Module) written(s facts.Site) (w written, ok bool) {
	f := m.Facts
	x := f.At(s.Expr)
	switch {
	case s.Kind == facts.Store && x.Kind == facts.Attr:
		return written{x.Base, f.Text(x.Name), s.Value}, true
	case s.Kind == facts.Store && x.Kind == facts.Subscript:
		w, ok = m.namespaceOf(x.Base)
		key := f.At(x.First)
		w.name, w.value = f.Text(key.Name), s.Value
		return w, ok && key.Kind == facts.Text
	case s.Kind == facts.Call && m.isCallOf(s.Expr, "setattr"):
		arguments := f.List(x.First)
		if len(arguments) != 3 || f.At(arguments[1]).Kind != facts.Text {
			return w, false
		}
		return written{arguments[0], f.Text(f.At(arguments[1]).Name), arguments[2]}, true
	}
	return w, false
}

// namespaceOf tells whose attributes a mapping holds: x.__dict__, vars(x), globals().
func (m *Module) namespaceOf(e facts.Expr) (w written, ok bool) {
	x := m.Facts.At(e)
	switch {
	case x.Kind == facts.Attr && m.Facts.Text(x.Name) == "__dict__":
		return written{base: x.Base}, true
	case m.isCallOf(e, "vars") && x.First != 0:
		return written{base: x.First}, true
	}
	return w, m.isCallOf(e, "globals")
}

// isCallOf reports whether an expression calls a plain name.
func (m *Module) isCallOf(e facts.Expr, name string) bool {
	x := m.Facts.At(e)
	callee := m.Facts.At(x.Base)
	return x.Kind == facts.CallExpr && callee.Kind == facts.Ident && m.Facts.Text(callee.Name) == name
}

// findChanges lists what is assigned from outside, by attribute. It looks at names that some definition bears only, and
// forgets what was worked out on the way: that is what would hold without the assignments.
func (m *Model) findChanges() {
	names := map[string]bool{}
	for _, module := range m.Modules {
		for _, d := range module.Definitions {
			names[d.Name] = names[d.Name] || d.Outer == nil || d.Owner != nil
		}
	}
	found := map[string][]change{}
	for _, module := range m.Modules {
		for _, s := range module.Facts.Sites {
			if w, ok := module.written(s); ok && names[w.name] && !module.isOwnInstance(s.Scope, w.base) {
				p := place{module: module, scope: s.Scope, at: s.At, branch: s.Branch}
				found[w.name] = append(found[w.name], m.changesBy(p, w)...)
			}
		}
	}
	m.changes = found
	clear(m.attributes)
	clear(m.members)
	clear(m.followed)
	clear(m.replaced)
	clear(m.held)
}

func (m *Model) changesBy(p place, w written) []change {
	value := m.changedTo(p, w.value)
	if w.base == 0 {
		return []change{{from: p.module, value: value, module: p.module}}
	}
	var list []change
	for _, v := range m.evaluate(p, w.base).values {
		c := change{from: p.module, value: value}
		switch v.kind {
		case classValue, classSelfValue, selfValue, instanceValue:
			c.class = v.definition
		case moduleValue:
			c.module = v.module
		case unknownValue, variableValue:
		default:
			continue
		}
		list = append(list, c)
	}
	return list
}

// maxChanges bounds the assignments of one name that are looked at one by one: a name that more code assigns is no function.
const maxChanges = 20

// changed adds to an attribute of a class what code outside of the class assigns to it.
func (m *Model) changed(p place, class *Definition, name string, open bool, d denotation) denotation {
	if len(m.changes[name]) == 0 || d.values[0].kind == unknownValue || d.allProperties() {
		return d
	}
	return m.withChanges(p, d, m.changes[name], func(c change) bool {
		return c.module == nil && (c.class == nil || m.inherits(class, c.class) || open && m.inherits(c.class, class))
	})
}

// changedModule adds to a name of a file what other code assigns to it.
func (m *Model) changedModule(p place, module *Module, name string, d denotation) denotation {
	if len(m.changes[name]) == 0 || d.values[0].kind == unknownValue {
		return d
	}
	return m.withChanges(p, d, m.changes[name], func(c change) bool { return c.module == module })
}

func (m *Model) withChanges(p place, d denotation, changes []change, concerns func(change) bool) denotation {
	list := []denotation{d}
	for _, c := range changes {
		// What a test assigns holds in that test.
		if c.from.isTest() && c.from != p.module || !concerns(c) {
			continue
		}
		if len(list) > maxChanges {
			break
		}
		list = append(list, c.value)
	}
	if len(list) == 1 {
		return d
	}
	out := unite(list)
	out.via = d.via
	return out
}

// changedTo is what an assignment gives, had nothing else been assigned from outside: functions and classes are kept.
func (m *Model) changedTo(p place, assigned facts.Expr) denotation {
	d := m.evaluate(p, assigned)
	if slices.ContainsFunc(d.values, func(v value) bool { return v.kind != functionValue && v.kind != classValue && v.kind != externalValue }) {
		return ownAttribute(changedReason)
	}
	d.via = nil
	return d
}

const changedReason = "also assigned from elsewhere"

// inherits reports whether a class is another one or inherits from it.
func (m *Model) inherits(class, above *Definition) bool {
	return class != nil && slices.Contains(m.class(class).order, entry{definition: above})
}

// isOwnInstance reports whether an expression is the first parameter of a method around: what is assigned to that is known
// with the class.
func (m *Module) isOwnInstance(scope int32, e facts.Expr) bool { return m.ownerOf(scope, e) != nil }

// ownerOf is the class of the method whose first parameter an expression is; nil when it is none.
func (m *Module) ownerOf(scope int32, e facts.Expr) *Definition {
	object := m.Facts.At(e)
	if object.Kind != facts.Ident {
		return nil
	}
	for ; scope > 0; scope = m.Facts.Scopes[scope].Parent {
		index := m.Facts.Scopes[scope].Definition
		if index < 0 || m.Facts.Scopes[scope].Kind != facts.FunctionScope {
			continue
		}
		d := m.Definitions[index]
		if d.Owner != nil && len(d.Parameters) > 0 && d.Parameters[0].Name == object.Name {
			return d.Owner
		}
	}
	return nil
}
