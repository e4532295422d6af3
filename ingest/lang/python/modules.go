package python

import (
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// attributeKey is a name of a module after import.
type attributeKey struct {
	module *Module
	name   string
}

// exports is what a star import takes of a module.
type exports struct {
	names map[string]bool // of __all__; nil when there is none
	open  bool            // __all__ is not known whole
}

// moduleAttribute is what `module.name` denotes once the module is imported: its own names, what star imports bring,
// sub-modules.
func (m *Model) moduleAttribute(module *Module, name string) denotation {
	key := attributeKey{module, name}
	if known := m.attributes[key]; known != nil {
		return *known
	}
	circle := unknown("modules that import the name from each other")
	m.attributes[key] = &circle
	d := m.findAttribute(module, name)
	m.attributes[key] = &d
	return d
}

func (m *Model) findAttribute(module *Module, name string) denotation {
	p := place{module: module, scope: 0, at: later}
	number, bound := module.numbers[name]
	if stars := m.stars(module); len(stars) > 0 {
		if d, ok := m.withStars(p, module.index[number], stars, number, later, 0); bound && ok {
			return d
		}
		if d, ok := m.fromStars(p, stars, name); !bound && ok {
			return d
		}
	} else if bound {
		d, _ := m.inForce(p, 0, module.index[number], later, 0)
		return d
	}
	if dir, ok := module.packageDir(); ok {
		if sub, folder := m.submodule(dir, name); sub != nil {
			return one(value{kind: moduleValue, module: sub}, "submodule")
		} else if folder != "" {
			return one(value{kind: folderValue, text: folder}, "namespace package")
		}
	}
	return unknown(missingReason(module))
}

// missingReason says why a module's attribute is not found.
func missingReason(module *Module) string {
	_, dynamic := module.numbers["__getattr__"]
	switch {
	case module.Skipped:
		return "file skipped: " + module.Path
	case dynamic:
		return "module __getattr__ of " + module.Path
	case module.Facts.Partial != "":
		return module.Facts.Partial + " in " + module.Path
	default:
		return "not bound in " + module.Path
	}
}

// imported is what an import statement binds.
func (m *Model) imported(p place, imported *facts.Import) denotation {
	f := p.module.Facts
	dotted, name := f.Text(imported.Module), f.Text(imported.Name)
	source := m.source(p.module, imported)
	if !imported.From {
		return m.boundModule(p.module, source, dotted, imported.Alias)
	}
	switch {
	case len(source.modules) > 0:
		var list []denotation
		for _, module := range source.modules {
			list = append(list, m.fromModule(p, module, name))
		}
		if source.standard {
			full := dotted + "." + name
			list = append(list, one(value{kind: externalValue, text: full, imported: isStandardModule(full)}, "import"))
		}
		d := unite(list)
		d.evidence = weaker(d.evidence, source.evidence)
		d.how = source.how
		return d
	case source.folder != "":
		return m.folderAttribute(source.folder, name)
	case source.missing != "":
		return unknown("module not found: " + source.missing)
	default:
		full := dotted + "." + name
		return one(value{kind: externalValue, text: full, imported: isStandardModule(full)}, "import")
	}
}

// fromModule is `from module import name`. A module may import a name of its own package while that is still running:
// then the sub-module is meant.
func (m *Model) fromModule(p place, module *Module, name string) denotation {
	if module == p.module {
		if dir, ok := module.packageDir(); ok {
			if sub, _ := m.submodule(dir, name); sub != nil {
				return one(value{kind: moduleValue, module: sub}, "submodule")
			}
		}
	}
	return m.changedModule(p, module, name, m.moduleAttribute(module, name))
}

// boundModule is `import a.b.c`, which binds a, or `import a.b.c as d`, which binds the module itself.
func (m *Model) boundModule(importer *Module, source found, dotted string, alias bool) denotation {
	if !alias {
		if top, _, deeper := strings.Cut(dotted, "."); deeper {
			return m.topModule(importer, top, source)
		}
	}
	switch {
	case len(source.modules) > 0:
		d := denotation{evidence: source.evidence, how: source.how}
		for _, module := range source.modules {
			d.values = append(d.values, value{kind: moduleValue, module: module})
		}
		if source.standard {
			d.values = append(d.values, value{kind: externalValue, text: dotted, imported: true})
		}
		return d
	case source.folder != "":
		return one(value{kind: folderValue, text: source.folder}, source.how)
	case source.missing != "":
		return unknown("module not found: " + source.missing)
	default:
		return one(value{kind: externalValue, text: dotted, imported: true}, "import")
	}
}

// topModule is the package a that `import a.b.c` binds: the one below which a.b.c was found.
func (m *Model) topModule(importer *Module, top string, source found) denotation {
	if source.external() {
		return one(value{kind: externalValue, text: top, imported: true}, "import")
	}
	f := m.find(importer, top)
	if len(f.modules) > 0 || f.folder != "" {
		return m.boundModule(importer, f, top, true)
	}
	if len(source.modules) == 1 { // a namespace package: its folder is above the module
		for dir := source.modules[0].dir; dir != ""; dir = dirOf(dir) {
			if dir == top || strings.HasSuffix(dir, "/"+top) {
				return one(value{kind: folderValue, text: dir}, "namespace package")
			}
		}
	}
	return unknown("module not found: " + top)
}

func (m *Model) folderAttribute(folder, name string) denotation {
	module, deeper := m.submodule(folder, name)
	switch {
	case module != nil:
		return one(value{kind: moduleValue, module: module}, "namespace package")
	case deeper != "":
		return one(value{kind: folderValue, text: deeper}, "namespace package")
	default:
		return unknown("not in the namespace package " + folder)
	}
}

// stars lists the star imports of a file that are bound in its own scope.
func (m *Model) stars(module *Module) []*facts.Import {
	if !module.hasStars {
		return nil
	}
	var list []*facts.Import
	for i := range module.Facts.Imports {
		if imported := &module.Facts.Imports[i]; imported.Scope == 0 && module.Facts.Text(imported.Name) == "*" {
			list = append(list, imported)
		}
	}
	return list
}

// withStars unites bindings and star imports that may be in force at a position: what stands further down wins.
func (m *Model) withStars(p place, list []int32, stars []*facts.Import, name facts.Name, at, branch int32) (denotation, bool) {
	f := p.module.Facts
	text := f.Text(name)
	own, bound := denotation{}, false
	last := int32(-1)
	if len(list) > 0 {
		own, bound = m.inForce(p, 0, list, at, branch)
		for _, i := range list {
			if b := f.Scopes[0].Bindings[i]; b.At < at && f.Dominates(b.Branch, branch) {
				last = b.At
			}
		}
	}
	var behind []*facts.Import
	for _, star := range stars {
		if star.At > last && star.At < at && !f.Excludes(star.Branch, branch) {
			behind = append(behind, star)
		}
	}
	d, found := m.fromStars(p, behind, text)
	switch {
	case !bound:
		return d, found
	case !found:
		return own, true
	case last < 0 || !f.Dominates(behind[len(behind)-1].Branch, branch):
		return unite([]denotation{own, d}), true
	default:
		return d, true
	}
}

// fromStars finds a name in the modules of star imports, the last first.
func (m *Model) fromStars(p place, stars []*facts.Import, name string) (denotation, bool) {
	open := false
	for _, star := range slices.Backward(stars) {
		source := m.source(p.module, star)
		if len(source.modules) == 0 {
			open = true // outside, or not found: it may bring any name
			continue
		}
		for _, module := range source.modules {
			if d, ok := m.starAttribute(module, name); ok {
				d.evidence = weaker(d.evidence, source.evidence)
				if open {
					d.evidence = weaker(d.evidence, graph.Inferred)
				}
				d.how = "star import"
				return d, true
			}
		}
	}
	if open && !isBuiltin(name) {
		return unknown("a star import from outside may bring it"), true
	}
	return denotation{}, false
}

// starAttribute is the name as a star import takes it from a module.
func (m *Model) starAttribute(module *Module, name string) (denotation, bool) {
	x := m.exports(module)
	switch {
	case x.names[name]:
		return m.moduleAttribute(module, name), true
	case x.names != nil && !x.open, strings.HasPrefix(name, "_"):
		return denotation{}, false
	}
	if _, bound := module.numbers[name]; !bound && len(m.stars(module)) == 0 {
		return denotation{}, false
	}
	d := m.moduleAttribute(module, name)
	if len(d.values) == 1 && d.values[0].kind == unknownValue && len(d.via) == 0 {
		return denotation{}, false
	}
	if x.open {
		d.evidence = weaker(d.evidence, graph.Inferred)
	}
	return d, true
}

// exports reads __all__: literal lists, and the lists of other modules added to it.
func (m *Model) exports(module *Module) *exports {
	if known := m.exported[module]; known != nil {
		return known
	}
	x := &exports{}
	m.exported[module] = x
	number, bound := module.numbers["__all__"]
	if !bound {
		return x
	}
	for _, i := range module.index[number] {
		b := module.Facts.Scopes[0].Bindings[i]
		if x.names == nil {
			x.names = map[string]bool{}
		}
		m.addExports(x, module, b.Value, b.At)
	}
	m.addExportCalls(x, module)
	return x
}

// addExportCalls reads `__all__.extend(...)` and `__all__.append(...)`.
func (m *Model) addExportCalls(x *exports, module *Module) {
	f := module.Facts
	for _, s := range f.Sites {
		if s.Kind != facts.Call || s.Scope != 0 {
			continue
		}
		switch dotted, _ := f.Dotted(f.At(s.Expr).Base); dotted {
		case "__all__.extend", "__all__.append":
			m.addExports(x, module, f.At(s.Expr).First, s.At)
		case "__all__.remove":
			x.open = true
		}
	}
}

func (m *Model) addExports(x *exports, module *Module, value facts.Expr, at int32) {
	f := module.Facts
	switch e := f.At(value); e.Kind {
	case facts.ListExpr, facts.TupleExpr, facts.Sum:
		x.open = x.open || e.HasMore
		for _, element := range f.List(e.First) {
			m.addExports(x, module, element, at)
		}
	case facts.Star:
		m.addExports(x, module, e.Base, at)
	case facts.Text:
		x.names[f.Text(e.Name)] = true
	case facts.Attr:
		m.addExportsOf(x, module, value, at)
	default:
		x.open = true
	}
}

// addExportsOf adds the list of another module: `other.__all__`, or the __name__ of a function or class.
func (m *Model) addExportsOf(x *exports, module *Module, value facts.Expr, at int32) {
	f := module.Facts
	attribute := f.At(value)
	d := m.evaluate(place{module: module, at: at}, attribute.Base)
	other := d.values[0]
	switch {
	case f.Text(attribute.Name) == "__all__" && other.kind == moduleValue:
		from := m.exports(other.module)
		x.open = x.open || from.open
		for name := range from.names {
			x.names[name] = true
		}
	case f.Text(attribute.Name) == "__name__" && (other.kind == functionValue || other.kind == classValue):
		x.names[other.definition.Name] = true
	default:
		x.open = true
	}
}
