package python

import (
	"path"
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/ingest/lang"
	"assay/internal/graph"
)

// write adds packages, symbols and all edges but those of tests.
func (m *Model) write(out *graph.Graph, mentions []lang.Mention) {
	l := newLinker(m)
	for _, module := range m.Modules {
		m.writeSymbols(module, out, l)
		l.endFile()
	}
	m.writePackages(out, l)
	l.endFile()
	m.findMixed()
	for _, module := range m.Modules {
		m.linkDefinitions(module, l)
		m.linkImports(module, l)
		m.linkReexports(module, l)
		m.linkSites(module, l)
		m.linkUnusedImports(module, l)
		m.linkLost(module, l)
		l.endFile()
	}
	for _, mention := range mentions {
		l.mention(mention)
		l.endFile()
	}
	l.write(out)
}

// mention adds what a file that is not read may call.
func (l *linker) mention(mention lang.Mention) {
	for _, word := range mention.Words {
		if l.defined[word] {
			l.add(graph.Edge{
				From: mention.Path, To: l.name(word), Type: graph.EdgeMayCall, Evidence: graph.Guess, How: "word", Reason: mention.Reason,
			}, 0)
		}
	}
}

// writeSymbols adds the symbol of the file's own code and one for each definition.
func (m *Model) writeSymbols(module *Module, out *graph.Graph, l *linker) {
	role := graph.RoleSource
	if module.isTest() {
		role = graph.RoleTest
	}
	out.Symbols = append(out.Symbols, graph.Symbol{
		ID: module.ID, Path: module.Path, Name: moduleName, QualifiedName: moduleName, Kind: graph.KindModule, Role: role,
		Language: "python", StartLine: 1, EndLine: max(module.Facts.Lines, 1), NameLine: 1, Exported: true,
	})
	l.only(graph.Edge{From: module.Path, To: module.ID, Type: graph.EdgeDefines, Evidence: graph.Exact, How: "scope"})
	exports := m.exports(module)
	for _, d := range module.Definitions {
		if d.implementation != nil {
			continue
		}
		f := module.Facts
		d.Row = len(out.Symbols)
		out.Symbols = append(out.Symbols, graph.Symbol{
			ID: d.ID, Path: module.Path, Name: d.Name, QualifiedName: d.QualifiedName, Kind: d.SymbolKind(), Role: role,
			Language: "python", Signature: f.Text(d.Signature), Doc: f.Text(d.Doc), StartLine: int(d.Start), EndLine: int(d.End),
			NameLine: int(d.NameLine), Exported: d.isExported(exports), Annotations: d.decoratorTexts(),
		})
		l.defined[d.Name] = true
		l.readAs(d)
		from := module.Path
		if d.Outer != nil {
			from = d.Outer.ID
		}
		l.only(graph.Edge{From: from, To: d.ID, Type: graph.EdgeDefines, Evidence: graph.Exact, How: "scope"})
	}
	for _, d := range module.Definitions {
		if d.implementation != nil {
			d.Row = d.implementation.Row
		}
	}
}

// isExported reports whether others may use a definition: by __all__, else by its name; not inside of functions.
func (d *Definition) isExported(x *exports) bool {
	public := !strings.HasPrefix(d.Name, "_") || strings.HasPrefix(d.Name, "__") && strings.HasSuffix(d.Name, "__")
	switch {
	case d.Outer == nil && x.names != nil && !x.open:
		return x.names[d.Name]
	case d.Outer == nil:
		return public
	case d.Owner == nil:
		return false
	default:
		return public && d.Owner.isExported(x)
	}
}

func (d *Definition) decoratorTexts() []string {
	var texts []string
	for _, decorator := range d.Decorators {
		texts = append(texts, d.Module.Facts.Text(decorator.Text))
	}
	return texts
}

// writePackages adds a package for each folder that import can see as one: with an __init__.py, or with modules and
// outside of any package's way but below a root. The same dotted name in several roots gets its path instead.
func (m *Model) writePackages(out *graph.Graph, l *linker) {
	var folders []string
	named := map[string]int{}
	for dir := range m.roots.folders {
		if dir != "" {
			folders = append(folders, dir)
			named[m.roots.packageName(dir)]++
		}
	}
	slices.Sort(folders)
	ids := map[string]string{}
	for _, dir := range folders {
		name := m.roots.packageName(dir)
		if named[name] > 1 {
			name = dir
		}
		ids[dir] = graph.PackageID(name)
		out.Packages = append(out.Packages, graph.Package{Name: name, Path: dir})
	}
	contains := graph.Edge{Type: graph.EdgeContains, Evidence: graph.Exact, How: "folder"}
	for _, dir := range folders {
		if above := ids[dirOf(dir)]; above != "" {
			contains.From, contains.To = above, ids[dir]
			l.only(contains)
		}
	}
	for _, module := range m.Modules {
		if above := ids[module.dir]; above != "" {
			contains.From, contains.To = above, module.Path
			l.only(contains)
		}
	}
	m.packageIDs = ids
}

// packageName is the dotted name of a folder below the root of its package; of a folder that is no package below the
// nearest conventional root.
func (r *roots) packageName(dir string) string {
	root := r.rootOf(dir)
	if root == dir {
		root = ""
		for above := dirOf(dir); above != ""; above = dirOf(above) {
			if slices.Contains(conventional, path.Base(above)) && !r.packages[above] {
				root = above
				break
			}
		}
	}
	return strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(dir, root), "/"), "/", ".")
}

// linkDefinitions adds INHERITS and OVERRIDES.
func (m *Model) linkDefinitions(module *Module, l *linker) {
	for _, d := range module.Definitions {
		switch {
		case d.implementation != nil:
		case d.Kind == facts.Class:
			m.linkBases(d, l)
			m.linkCreation(d, l)
		case d.Kind == facts.Function && d.Owner != nil && !isPrivate(d.Name):
			m.linkOverridden(d, l)
			m.linkMixed(d, l)
		}
	}
}

// findMixed finds the methods of tests' classes that come before one of production code in the order of some class
// without inheriting from its class: a mixin. Production code that calls the method on self runs them.
func (m *Model) findMixed() {
	for _, module := range m.Modules {
		if !module.isTest() {
			continue
		}
		for _, d := range module.Definitions {
			if d.Kind == facts.Class && len(m.class(d).bases) > 1 {
				m.addMixed(d)
			}
		}
	}
}

func (m *Model) addMixed(class *Definition) {
	order := m.class(class).order
	for i, above := range order {
		if above.definition == nil || !above.definition.Module.isTest() {
			continue
		}
		for name := range m.class(above.definition).members {
			h := m.hold(class, name, i+1)
			if !h.found || h.at.definition == nil || h.at.definition.Module.isTest() || slices.Contains(m.class(above.definition).order, h.at) {
				continue
			}
			own, _ := m.ownMember(above.definition, name)
			for _, from := range own.values {
				for _, to := range h.denotation.values {
					if from.kind == functionValue && to.kind == functionValue && !slices.Contains(m.mixed[from.definition], to.definition) {
						m.mixed[from.definition] = append(m.mixed[from.definition], to.definition)
					}
				}
			}
		}
	}
}

// linkMixed adds what a method overrides in the order of classes that mix its class in.
func (m *Model) linkMixed(d *Definition, l *linker) {
	for _, to := range m.mixed[d] {
		l.add(graph.Edge{From: d.ID, To: to.ID, Type: graph.EdgeOverrides, Evidence: graph.Inferred, How: "mixed in", Candidates: 1}, d.NameLine)
	}
}

func (m *Model) linkBases(d *Definition, l *linker) {
	for _, b := range m.class(d).bases {
		for _, v := range b.denotation.values {
			e := graph.Edge{
				From: d.ID, Type: graph.EdgeInherits, Evidence: b.denotation.evidence, How: b.denotation.how,
				Candidates: len(b.denotation.values),
			}
			switch v.kind {
			case classValue:
				e.To = v.definition.ID
			case externalValue:
				e.To = l.external(v.text)
			default:
				continue
			}
			l.add(e, b.line)
		}
	}
}

// linkCreation adds what a class statement runs: __new__ and __init__ of the metaclass, __init_subclass__ of a base.
func (m *Model) linkCreation(d *Definition, l *linker) {
	e := graph.Edge{From: d.Module.runnerOf(d.Scope), Type: graph.EdgeCalls, Evidence: graph.Exact, Dispatch: "constructor"}
	run := func(h held, how string) {
		if h.behind != "" || m.class(d).unknown {
			e.Evidence = graph.Inferred
		}
		for _, v := range h.denotation.values {
			if v.kind == functionValue {
				e.To, e.How = v.definition.ID, how
				l.add(e, d.NameLine)
			}
		}
	}
	if c := m.class(d); c.metaclass != nil && c.metaclass != d {
		run(m.hold(c.metaclass, "__new__", 0), "metaclass")
		run(m.hold(c.metaclass, "__init__", 0), "metaclass")
	}
	run(m.hold(d, "__init_subclass__", 1), "subclass")
	if l.special["__set_name__"] {
		for _, member := range m.Members(d) {
			m.linkNaming(member, e.From, l)
		}
	}
}

// linkNaming adds the call of __set_name__ that a class statement makes of an object that its body assigns.
func (m *Model) linkNaming(member *Definition, from string, l *linker) {
	if member.Kind != facts.Variable {
		return
	}
	for _, v := range m.heldBy(member).values {
		if v.kind == instanceValue {
			w := walker{linker: l, site: &facts.Site{Line: member.Owner.NameLine}, from: from, place: place{module: member.Module}}
			w.callMember(m.findSpecial(w.place, v.definition, "__set_name__", false), one(v, howProtocol))
		}
	}
}

// linkOverridden adds what a method overrides: what comes next in the order of its class.
func (m *Model) linkOverridden(d *Definition, l *linker) {
	h := m.hold(d.Owner, d.Name, 1)
	if !h.found {
		m.linkOverriddenOutside(d, l)
		return
	}
	evidence := graph.Exact
	if h.behind != "" || m.class(d.Owner).unknown {
		evidence = graph.Inferred
	}
	for _, v := range h.denotation.values {
		if v.kind == functionValue && v.definition.ID != d.ID { // in a circle of bases a class comes behind itself
			l.add(graph.Edge{
				From: d.ID, To: v.definition.ID, Type: graph.EdgeOverrides, Evidence: weaker(evidence, h.denotation.evidence),
				How: "mro", Candidates: len(h.denotation.values),
			}, d.NameLine)
		}
	}
}

// linkOverriddenOutside adds the method of the standard library that a method overrides, since the library may call it:
// Thread.run, TestCase.setUp. Special methods are called by the language, whether a class outside has them or not.
func (m *Model) linkOverriddenOutside(d *Definition, l *linker) {
	if isSpecial(d.Name) {
		return
	}
	evidence := graph.Exact
	if m.class(d.Owner).unknown {
		evidence = graph.Inferred
	}
	for _, above := range m.class(d.Owner).order {
		if std := stdClasses()[above.outside]; above.definition == nil && std != nil && std.has(d.Name) {
			to := l.external(above.outside + "." + d.Name)
			l.add(graph.Edge{From: d.ID, To: to, Type: graph.EdgeOverrides, Evidence: evidence, How: "mro"}, d.NameLine)
			return
		}
	}
}

// linkImports adds what each import statement loads: the module, and the sub-modules among the imported names.
func (m *Model) linkImports(module *Module, l *linker) {
	for i := range module.Facts.Imports {
		m.linkImport(module, &module.Facts.Imports[i], l)
	}
}

func (m *Model) linkImport(module *Module, imported *facts.Import, l *linker) {
	source := m.source(module, imported)
	e := graph.Edge{From: module.Path, Type: graph.EdgeImports, Evidence: source.evidence, How: m.importRule(module, imported, source)}
	if imported.Alias {
		e.Alias = module.Facts.Text(imported.As)
	}
	e.Candidates = len(source.modules)
	for _, target := range source.modules {
		e.To = target.Path
		l.add(e, imported.Line)
		m.linkSubmodule(module, imported, target.dir, target, e, l)
	}
	if source.standard {
		e.To = l.external(module.Facts.Text(imported.Module))
		l.add(e, imported.Line)
	}
	switch {
	case len(source.modules) > 0:
	case source.folder != "":
		if e.To = m.packageIDs[source.folder]; e.To != "" {
			l.add(e, imported.Line)
		}
		m.linkSubmodule(module, imported, source.folder, nil, e, l)
	case source.external():
		e.To, e.Evidence = l.external(module.Facts.Text(imported.Module)), graph.Exact
		l.add(e, imported.Line)
	}
}

// linkSubmodule adds the module that `from package import module` loads beside the package.
func (m *Model) linkSubmodule(module *Module, imported *facts.Import, dir string, target *Module, e graph.Edge, l *linker) {
	name := module.Facts.Text(imported.Name)
	if !imported.From || name == "*" || target != nil && !target.Package {
		return
	}
	if target != nil {
		d := m.fromModule(place{module: module}, target, name)
		for _, v := range d.values {
			if v.kind == moduleValue && v.module.dir == dir || v.kind == moduleValue && v.module.Package && dirOf(v.module.dir) == dir {
				e.To = v.module.Path
				l.add(e, imported.Line)
			}
		}
		return
	}
	if sub, folder := m.submodule(dir, name); sub != nil {
		e.To = sub.Path
		l.add(e, imported.Line)
	} else if id := m.packageIDs[folder]; id != "" {
		e.To = id
		l.add(e, imported.Line)
	}
}

// importRule names the rule by which the import was found, and whether it runs at all.
func (m *Model) importRule(module *Module, imported *facts.Import, source found) string {
	for b := imported.Branch; b != 0; b = module.Facts.Branches[b].Parent {
		if module.Facts.Branches[b].Kind == facts.BranchTypeChecking {
			return "type checking"
		}
	}
	if source.how == "" {
		return "import"
	}
	return source.how
}

// linkLost adds what the unread parts of a file may call: each word that some definition bears.
func (m *Model) linkLost(module *Module, l *linker) {
	e := graph.Edge{From: module.Path, Type: graph.EdgeMayCall, Evidence: graph.Guess, How: "word"}
	for _, word := range module.words {
		if l.defined[word] {
			e.To, e.Reason = l.name(word), "file skipped: "+module.reason
			l.add(e, 0)
		}
	}
	for _, lost := range module.Facts.Lost {
		if word := module.Facts.Text(lost.Name); l.defined[word] {
			e.To, e.Reason = l.name(word), module.Facts.Partial
			l.add(e, lost.Line)
		}
	}
}
