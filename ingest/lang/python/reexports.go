package python

import (
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// howImported is the rule of a reference that an import statement itself makes. Such an edge bears the name that the
// statement binds as its alias: by it questions find what a package offers under a name of its own.
const howImported = "import"

// linkReexports adds what the import statements of a package's __init__.py refer to: they are what the package offers.
func (m *Model) linkReexports(module *Module, l *linker) {
	if !module.Package {
		return
	}
	for i := range module.Facts.Imports {
		m.linkImported(module, &module.Facts.Imports[i], l)
	}
}

// linkUnusedImports adds what import statements refer to that nothing else in the file uses: there the import is the
// use, by what importing does or by whoever takes the name from here. It needs the other edges of the file.
func (m *Model) linkUnusedImports(module *Module, l *linker) {
	if module.Package || len(module.Facts.Imports) == 0 {
		return
	}
	used := map[string]bool{}
	for _, e := range l.edges[l.done:] {
		if e.Type == graph.EdgeReferences || e.Type == graph.EdgeCalls {
			used[e.To] = true
		}
	}
	for i := range module.Facts.Imports {
		imported := &module.Facts.Imports[i]
		if !slices.ContainsFunc(m.importedDefinitions(module, imported), func(x importedName) bool { return used[x.definition.ID] }) {
			m.linkImported(module, imported, l)
		}
	}
}

func (m *Model) linkImported(module *Module, imported *facts.Import, l *linker) {
	for _, x := range m.importedDefinitions(module, imported) {
		l.add(graph.Edge{
			From: module.runnerOf(imported.Scope), To: x.definition.ID, Type: graph.EdgeReferences, Evidence: x.evidence,
			How: howImported, Candidates: x.candidates, Alias: x.name,
		}, imported.Line)
	}
}

// importedName is one definition that an import statement names.
type importedName struct {
	definition *Definition
	name       string // that it is bound to; empty inside of functions
	evidence   graph.Evidence
	candidates int
}

// importedDefinitions lists the functions, classes and variables that a from import names: those behind the names of
// the other file, with the variables on the way. Star imports name what they bring.
func (m *Model) importedDefinitions(module *Module, imported *facts.Import) []importedName {
	if !imported.From {
		return nil
	}
	f := module.Facts
	p := place{module: module, scope: imported.Scope, at: imported.At, branch: imported.Branch}
	if name := f.Text(imported.Name); name != "*" {
		bound := ""
		if imported.Scope == 0 {
			bound = f.Text(imported.As)
		}
		return namesOf(m.imported(p, imported), bound)
	}
	var list []importedName
	for _, source := range m.source(module, imported).modules {
		for _, name := range m.starNames(source) {
			if d, ok := m.starAttribute(source, name); ok {
				list = append(list, namesOf(d, name)...)
			}
		}
	}
	return list
}

func namesOf(d denotation, name string) []importedName {
	var list []importedName
	add := func(definition *Definition, candidates int) {
		x := importedName{definition: definition, name: name, evidence: d.evidence, candidates: candidates}
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	for _, p := range d.via {
		add(p.definition, 1)
	}
	for _, v := range d.values {
		switch v.kind {
		case functionValue, classValue, variableValue:
			add(v.definition, len(d.values))
		}
	}
	return list
}

// starNames lists the names that a star import may take from a module itself: those of __all__, else those that it
// binds and that do not begin with an underscore. What star imports of that module bring in their turn is not among them.
func (m *Model) starNames(module *Module) []string {
	x := m.exports(module)
	var names []string
	if x.names != nil && !x.open {
		for name := range x.names {
			names = append(names, name)
		}
	} else {
		for name := range module.numbers {
			if !strings.HasPrefix(name, "_") {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}
