package python

import (
	"assay/ingest/facts"
	"assay/ingest/lang"
	"assay/internal/graph"
)

// Model is a repository as resolution sees it: modules with the names that import finds them by, definitions with their
// symbols, classes with their method resolution order.
type Model struct {
	// Modules holds every Python file, sorted by path, skipped ones included.
	Modules []*Module
	// Config holds the texts of pyproject.toml, setup.cfg, pytest.ini, tox.ini by path.
	Config map[string]string

	byPath map[string]*Module
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
	// Method is the class of a method or class variable: Outer when Outer is a class, else nil.
	Owner *Definition
}

// TargetKind says what a name or expression denotes.
type TargetKind uint8

// Kinds of targets.
const (
	ToDefinition TargetKind = iota // Definition
	ToModule                       // Module, of the repository
	ToNamespace                    // a package without __init__.py: External holds its dotted name
	ToExternal                     // External: the dotted name outside of the repository, "pytest.fixture", "builtins.len"
)

// Target is what a name or expression denotes.
type Target struct {
	Kind       TargetKind
	Definition *Definition
	Module     *Module
	External   string
}

// Resolution is the answer to what an expression denotes.
type Resolution struct {
	// Targets has one entry when the language's rules decide, several when it is one of a set, none when it is unknown.
	Targets  []Target
	Evidence graph.Evidence
	How      string // the rule: "scope", "import", "mro", ...
	Reason   string // why there is no target
}

// Order is the method resolution order of a class as far as it lies in the repository.
type Order struct {
	Classes []*Definition // the class itself first
	// Outside holds the dotted names of bases that lie outside of the repository, in order.
	Outside []string
	// Unknown is true when a base could not be resolved at all, or the order does not exist.
	Unknown bool
}

// Resolve says what an expression denotes that stands in a scope of a module and is evaluated when control is at
// position at there (Site.At, Definition.At), in a branch. For code that runs later (a function's body looking at the
// file's names) resolution itself uses the final bindings of the outer scopes.
func (m *Model) Resolve(module *Module, scope int32, expr facts.Expr, at, branch int32) Resolution {
	return Resolution{Reason: "not implemented"}
}

// MRO is the method resolution order of a class.
func (m *Model) MRO(class *Definition) Order { return Order{} }

// Member finds an attribute by the order of a class: all definitions that may be it, the class that holds it.
func (m *Model) Member(class *Definition, name string) []*Definition { return nil }

// TopLevel gives the definitions whose body is the module itself, by name: what `module.name` may be after import.
func (m *Model) TopLevel(module *Module, name string) []*Definition { return nil }

// Members gives the definitions directly inside a class or function, in the order of the text.
func (m *Model) Members(outer *Definition) []*Definition { return nil }

// Import finds the modules that a dotted absolute name denotes for an importer: one, or candidates of several roots.
func (m *Model) Import(importer *Module, name string) []*Module { return nil }

func newModel(repository lang.Repository) *Model { return &Model{} }

func (m *Model) write(out *graph.Graph) {}
