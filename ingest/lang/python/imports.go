package python

import (
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// found is the outcome of looking for a dotted name.
type found struct {
	modules  []*Module
	folder   string // a package without __init__.py
	evidence graph.Evidence
	how      string
	// missing is set when the repository holds the first part of the name, but not all of it: the dotted name.
	missing string
	// standard is true where the standard library has a module of that name too: which one is found depends on where the
	// program was started.
	standard bool
}

// external reports whether the name lies outside of the repository.
func (f found) external() bool { return len(f.modules) == 0 && f.folder == "" && f.missing == "" }

// Import finds the modules that a dotted absolute name denotes for an importer: one, or candidates of several roots.
func (m *Model) Import(importer *Module, name string) []*Module {
	return m.find(importer, name).modules
}

// find looks for an absolute name as import would, root by root.
func (m *Model) find(importer *Module, dotted string) found {
	top, _, deeper := strings.Cut(dotted, ".")
	standard := isStandard(top)
	folder := ""
	for _, root := range m.roots.own(importer.dir) {
		module, namespace := m.roots.at(root, dotted)
		if standard && (module == nil || module == importer || unshadowed[top]) {
			continue // the standard library comes first, unless only we have what is asked for
		}
		if standard && !deeper {
			return found{modules: []*Module{module}, evidence: graph.Inferred, how: "file named as a module of the standard library", standard: true}
		}
		if module != nil {
			return found{modules: []*Module{module}, evidence: graph.Exact, how: "import"}
		}
		if m.roots.decides(root, top) {
			return found{missing: dotted}
		}
		if folder == "" && namespace != "" {
			folder = namespace
		}
	}
	if standard {
		return found{}
	}
	if f := m.findElsewhere(importer, top, dotted); !f.external() {
		return f
	}
	if folder != "" {
		return found{folder: folder, evidence: graph.Exact, how: "namespace package"}
	}
	return m.findLoose(importer, top, dotted)
}

// unshadowed are the modules that are part of the interpreter or loaded before any file is.
var unshadowed = wordSet("sys builtins time gc marshal errno itertools posix nt atexit faulthandler os io abc codecs site stat __future__")

// findElsewhere looks in the roots that are not the importer's own. Production code never finds test code there.
func (m *Model) findElsewhere(importer *Module, top, dotted string) found {
	f := found{evidence: graph.Inferred, how: "import from another root"}
	for _, root := range m.roots.siblings {
		if !m.roots.decides(root, top) {
			continue
		}
		module, _ := m.roots.at(root, dotted)
		if holder, _ := m.roots.at(root, top); holder.isTest() && !importer.isTest() {
			continue
		}
		if module == nil {
			f.missing = dotted
			continue
		}
		if m.roots.isProject(root) && f.evidence != graph.Exact {
			f.evidence, f.modules = graph.Exact, nil
		} else if f.evidence == graph.Exact && !m.roots.isProject(root) {
			continue
		}
		f.modules = append(f.modules, module)
	}
	if len(f.modules) > 0 {
		f.missing = ""
	}
	if len(f.modules) > 1 {
		f.evidence = graph.Inferred
	}
	return f
}

// findLoose looks for a module in a folder outside of every package: it is found only if that folder is on the path.
// Tests put their folders there; for other code it is a guess.
func (m *Model) findLoose(importer *Module, top, dotted string) found {
	f := found{evidence: graph.Guess, how: "module of that name"}
	if importer.isTest() {
		f.evidence = graph.Inferred
	}
	if top != dotted {
		return found{}
	}
	for _, module := range m.roots.loose[top] {
		if module.isTest() == importer.isTest() {
			f.modules = append(f.modules, module)
		}
	}
	return f
}

// relative turns a relative import into a folder and the rest of the name; ok is false when it leads out of the
// repository.
func relative(importer *Module, level int32) (dir string, ok bool) {
	dir = importer.dir
	for ; level > 1; level-- {
		if dir == "" {
			return "", false
		}
		dir = dirOf(dir)
	}
	return dir, true
}

// source finds the module that an import statement names.
func (m *Model) source(importer *Module, imported *facts.Import) found {
	dotted := importer.Facts.Text(imported.Module)
	if imported.Level == 0 {
		return m.find(importer, dotted)
	}
	dir, ok := relative(importer, imported.Level)
	if !ok {
		return found{missing: strings.Repeat(".", int(imported.Level)) + dotted}
	}
	f := found{evidence: graph.Exact, how: "relative import"}
	if dotted == "" {
		if module := m.roots.files[join(dir, "__init__.py")]; module != nil {
			f.modules = []*Module{module}
		} else {
			f.folder = dir
		}
		if f.folder == "" && len(f.modules) == 0 {
			f.folder = "."
		}
		return f
	}
	module, folder := m.roots.at(dir, dotted)
	switch {
	case module != nil:
		f.modules = []*Module{module}
	case folder != "":
		f.folder = folder
	default:
		f.missing = strings.Repeat(".", int(imported.Level)) + dotted
	}
	return f
}

// submodule finds a module below a package; nil when there is none.
func (m *Model) submodule(dir, name string) (module *Module, folder string) {
	if dir == "." {
		dir = ""
	}
	return m.roots.at(dir, name)
}

// packageDir is the folder whose modules are attributes of a module; "" with false when it is no package.
func (m *Module) packageDir() (string, bool) { return m.dir, m.Package }
