//go:build cgo

package python

import (
	"strings"

	"assay/ingest/facts"
)

// importStatement walks `import a.b, c as d`.
func (e *extractor) importStatement(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch e.nodes[c].kind {
		case kindDottedName:
			module := e.dottedText(c)
			top, _, _ := strings.Cut(module, ".")
			e.addImport(c, facts.Import{Module: e.name(module), As: e.name(top)})
		case kindAliasedImport:
			name, alias := e.child(c, fieldName), e.child(c, fieldAlias)
			if name >= 0 && alias >= 0 {
				e.addImport(c, facts.Import{Module: e.name(e.dottedText(name)), As: e.nameOf(alias), Alias: true})
			}
		case kindError:
			e.fault(c)
		}
	}
}

// importFrom walks `from ..a import b, c as d` and `from a import *`.
func (e *extractor) importFrom(i int32) {
	module, level := e.fromModule(i)
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		imported := facts.Import{Module: module, Level: level, From: true}
		switch n := e.nodes[c]; {
		case n.kind == kindWildcardImport:
			imported.Name = e.name("*")
			e.addImport(c, imported)
		case n.kind == kindError:
			e.fault(c)
		case n.field != fieldName:
		case n.kind == kindDottedName:
			imported.Name = e.name(e.dottedText(c))
			imported.As = imported.Name
			e.addImport(c, imported)
		case n.kind == kindAliasedImport:
			name, alias := e.child(c, fieldName), e.child(c, fieldAlias)
			if name >= 0 && alias >= 0 {
				imported.Name, imported.As, imported.Alias = e.name(e.dottedText(name)), e.nameOf(alias), true
				e.addImport(c, imported)
			}
		}
	}
}

func (e *extractor) fromModule(i int32) (module facts.Name, level int32) {
	m := e.child(i, fieldModuleName)
	if m < 0 {
		return 0, 0
	}
	if e.nodes[m].kind == kindDottedName {
		return e.name(e.dottedText(m)), 0
	}
	for c := m + 1; c < e.nodes[m].next; c = e.nodes[c].next {
		switch e.nodes[c].kind {
		case kindImportPrefix:
			level = int32(strings.Count(e.source(c), "."))
		case kindDottedName:
			module = e.name(e.dottedText(c))
		}
	}
	return module, level
}

// dottedText joins the parts of a dotted name, which may have white space between them.
func (e *extractor) dottedText(i int32) string {
	first := e.first(i)
	if first >= 0 && e.nodes[first].next == e.nodes[i].next {
		return identifier(e.source(first))
	}
	var parts []string
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if e.nodes[c].kind == kindIdentifier {
			parts = append(parts, e.source(c))
		}
	}
	return identifier(strings.Join(parts, "."))
}

func (e *extractor) addImport(i int32, imported facts.Import) {
	index := int32(len(e.file.Imports))
	if imported.As != 0 {
		e.bind(facts.Binding{Name: imported.As, Kind: facts.BindImport, Target: index, Line: e.line(i)})
	} else {
		e.tick()
	}
	imported.Scope, imported.Branch, imported.At, imported.Line = e.scope, e.branch, e.at, e.line(i)
	e.file.Imports = append(e.file.Imports, imported)
}
