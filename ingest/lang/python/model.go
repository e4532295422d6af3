package python

import (
	"path"
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/ingest/lang"
	"assay/internal/graph"
)

// Model is a repository as resolution sees it: modules with the names that import finds them by, definitions with their
// symbols, classes with their method resolution order. It is built once and then only remembers what it has worked out.
type Model struct {
	// Modules holds every Python file, sorted by path, skipped ones included.
	Modules []*Module
	// Config holds the texts of pyproject.toml, setup.cfg, pytest.ini, tox.ini by path.
	Config map[string]string

	byPath map[string]*Module
	roots  *roots
	// attributes remembers what `module.name` is after import.
	attributes map[attributeKey]*denotation
	classes    map[*Definition]*class
	exported   map[*Module]*exports
	members    map[memberKey]*denotation
	// followed remembers what the assigned value of a binding denotes.
	followed   map[*facts.Binding]*denotation
	replaced   map[*Definition]bool
	mixed      map[*Definition][]*Definition // by methods of tests: what they override where their class is mixed in
	held       map[*Definition]*denotation   // by class variables: the object that they hold
	registered map[*Definition][]*Definition // by generic function; nil until one is asked for
	changes    map[string][]change           // by attribute: what is assigned from outside
	depth      int                           // of names that are being followed
	below      map[belowKey][]*Definition
	packageIDs map[string]string // by folder
}

// Module gives the module of a file; nil when there is none.
func (m *Model) Module(path string) *Module { return m.byPath[path] }

// Module is one file.
type Module struct {
	Path string
	Role graph.Role
	// Names are the dotted names that import finds the file by, one for each root it lies under, the likeliest first.
	Names []string
	// Package is true for an __init__.py.
	Package bool
	// Facts is never nil: a skipped file has empty facts and Skipped set.
	Facts   *facts.File
	Skipped bool
	// ID is the symbol of the code that runs at import, "<module>".
	ID string
	// Definitions runs parallel to Facts.Definitions.
	Definitions []*Definition

	words     []string // of a skipped file
	reason    string
	dir       string
	nonlocals map[facts.Name]bool // names that an inner function changes
	hasStars  bool
	stores    map[*Definition][]string // attributes assigned on the instance, by class
	index     map[facts.Name][]int32   // bindings of scope 0 by name
	numbers   map[string]facts.Name    // names of the file that its scope 0 binds
}

// Definition is a function, class or variable with its symbol.
type Definition struct {
	*facts.Definition
	Module        *Module
	Index         int32 // in Module.Definitions and Module.Facts.Definitions
	Name          string
	QualifiedName string
	ID            string // of the symbol
	Row           int    // index in Graph.Symbols once written
	// Outer is the function or class whose body holds the definition; nil at the top of the file.
	Outer *Definition
	// Owner is the class of a method or class variable: Outer when Outer is a class, else nil.
	Owner *Definition
	// implementation is the function behind a signature under @overload. Such a signature is for type checkers: it is no
	// symbol of its own and has the ID of its implementation. nil for everything else.
	implementation *Definition
}

// isTest reports whether a module holds tests or what only tests use.
func (m *Module) isTest() bool { return m.Role == graph.RoleTest }

// newModel lists modules and definitions; everything else is worked out when it is asked for.
func newModel(repository lang.Repository) *Model {
	m := &Model{
		Config: repository.Config, byPath: make(map[string]*Module, len(repository.Files)),
		attributes: map[attributeKey]*denotation{}, classes: map[*Definition]*class{},
		exported: map[*Module]*exports{}, members: map[memberKey]*denotation{},
		followed: map[*facts.Binding]*denotation{}, replaced: map[*Definition]bool{},
		below: map[belowKey][]*Definition{}, held: map[*Definition]*denotation{},
		mixed: map[*Definition][]*Definition{},
	}
	for _, file := range repository.Files {
		module := newModule(file)
		m.Modules = append(m.Modules, module)
		m.byPath[file.Path] = module
	}
	m.roots = newRoots(m)
	for _, module := range m.Modules {
		module.Names = m.roots.namesOf(module)
	}
	m.linkSubclasses()
	m.findChanges()
	return m
}

func newModule(file lang.File) *Module {
	module := &Module{
		Path: file.Path, Role: file.Role, Facts: file.Facts, words: file.Words, reason: file.Reason,
		Package: path.Base(file.Path) == "__init__.py", dir: dirOf(file.Path),
		ID: graph.SymbolID(file.Path, moduleName, graph.KindModule, 1),
	}
	if module.Facts == nil {
		module.Facts, module.Skipped = &facts.File{Names: []string{""}, Expressions: make(facts.Expressions, 1)}, true
	}
	if len(module.Facts.Scopes) == 0 {
		module.Facts.Scopes = []facts.Scope{{Parent: -1, Definition: -1}}
	}
	module.list()
	return module
}

// moduleName is the qualified name of the code that runs at import.
const moduleName = "<module>"

// dirOf is the folder of a path, "" for the root.
func dirOf(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}

// list makes the definitions with their qualified names and ids, and the index of the module's own names.
func (m *Module) list() {
	f := m.Facts
	m.Definitions = make([]*Definition, len(f.Definitions))
	backing := make([]Definition, len(f.Definitions))
	for i := range f.Definitions {
		d := &backing[i]
		*d = Definition{Definition: &f.Definitions[i], Module: m, Index: int32(i), Name: f.Text(f.Definitions[i].Name), Row: -1}
		m.Definitions[i] = d
	}
	m.findImplementations()
	ordinals := map[string]int{}
	for _, d := range m.Definitions {
		m.place(d, ordinals)
	}
	for _, d := range m.Definitions {
		if d.implementation != nil {
			d.ID = d.implementation.ID
		}
	}
	m.index = make(map[facts.Name][]int32, len(f.Scopes[0].Bindings))
	m.numbers = make(map[string]facts.Name, len(f.Scopes[0].Bindings))
	for s := range f.Scopes {
		for _, b := range f.Scopes[s].Bindings {
			if b.Kind == facts.BindNonlocal {
				if m.nonlocals == nil {
					m.nonlocals = map[facts.Name]bool{}
				}
				m.nonlocals[b.Name] = true
			}
		}
	}
	m.hasStars = slices.ContainsFunc(f.Imports, func(i facts.Import) bool { return f.Text(i.Name) == "*" })
	for i, b := range f.Scopes[0].Bindings {
		m.index[b.Name] = append(m.index[b.Name], int32(i))
		m.numbers[f.Text(b.Name)] = b.Name
	}
}

// findImplementations links signatures under @overload with the function of that name that comes behind them.
func (m *Module) findImplementations() {
	type key struct {
		scope int32
		name  string
	}
	behind := map[key]*Definition{}
	for _, d := range slices.Backward(m.Definitions) {
		at := key{d.Scope, d.Name}
		switch {
		case d.Kind != facts.Function:
			delete(behind, at)
		case d.hasDecorator("overload"):
			d.implementation = behind[at]
		default:
			behind[at] = d
		}
	}
}

// place sets what a definition has from where it stands. Outer definitions come first in the list.
func (m *Module) place(d *Definition, ordinals map[string]int) {
	d.QualifiedName = d.Name
	if outer := m.definitionAround(d.Scope); outer != nil {
		d.Outer = outer
		d.QualifiedName = outer.QualifiedName + "." + d.Name
		if outer.Kind == facts.Class {
			d.Owner = outer
		}
	}
	if d.implementation != nil {
		return
	}
	kind := d.SymbolKind()
	key := d.QualifiedName + "\x00" + string(kind.Label())
	ordinals[key]++
	d.ID = graph.SymbolID(m.Path, d.QualifiedName, kind, ordinals[key])
}

// definitionAround is the innermost function or class whose body holds a scope; nil for the file.
func (m *Module) definitionAround(scope int32) *Definition {
	for s := scope; s > 0; s = m.Facts.Scopes[s].Parent {
		if index := m.Facts.Scopes[s].Definition; index >= 0 {
			return m.Definitions[index]
		}
	}
	return nil
}

// SymbolKind is the kind of the definition's symbol.
func (d *Definition) SymbolKind() graph.SymbolKind {
	switch {
	case d.Kind == facts.Class:
		return graph.KindClass
	case d.Kind == facts.Variable && d.Owner != nil:
		return graph.KindField
	case d.Kind == facts.Variable:
		return graph.KindVariable
	case d.Owner != nil && d.Name == "__init__":
		return graph.KindConstructor
	case d.Owner != nil:
		return graph.KindMethod
	default:
		return graph.KindFunction
	}
}

// Members gives the definitions directly inside a class or function, in the order of the text.
func (m *Model) Members(outer *Definition) []*Definition {
	var list []*Definition
	for _, d := range outer.Module.Definitions {
		if d.Outer == outer {
			list = append(list, d)
		}
	}
	return list
}

// TopLevel gives the definitions that `module.name` may be after import.
func (m *Model) TopLevel(module *Module, name string) []*Definition {
	return m.moduleAttribute(module, name).definitions()
}

// hasDecorator reports whether the text of one of the decorators, without a call's arguments, is one of some names or
// ends in one behind a dot.
func (d *Definition) hasDecorator(wanted ...string) bool {
	for _, decorator := range d.Decorators {
		text, _, _ := strings.Cut(d.Module.Facts.Text(decorator.Text), "(")
		for _, name := range wanted {
			if text == name || strings.HasSuffix(text, "."+name) {
				return true
			}
		}
	}
	return false
}
