package graph

// Graph is everything that one load wants to stand in the database for one project. Rows refer to each other by ID;
// an ID is unique over all kinds of one project. Order carries no meaning; the loader sorts.
type Graph struct {
	Files     []File
	Packages  []Package
	Symbols   []Symbol
	Tests     []Test
	Names     []Name
	Externals []External
	Edges     []Edge
}

// File is one file of the repository; its ID is its path.
type File struct {
	Path     string
	Language string // "" when the file is not source that assay reads
	SHA256   string // hex, of the bytes on disk
	Lines    int
	Bytes    int64
	Role     Role
	Status   FileStatus
	Reason   string // why partial or skipped: "nesting", "too large", "syntax error", ...
	// Diagnostics are "line: message" of parse faults, at most MaxDiagnostics.
	Diagnostics []string
	TextGZ      []byte // gzip of the text as loaded (decoded bytes of the disk, line ends kept); nil when skipped
}

// Package is a package of the language; ID by PackageID.
type Package struct {
	Name string // dotted or slashed as the language writes it
	Path string // directory, "." for the root
}

// Symbol is a definition: class, function, variable or module.
type Symbol struct {
	ID            string
	Path          string // file
	Name          string
	QualifiedName string // inside the file: "Class.method", "outer.inner", "<module>"
	Kind          SymbolKind
	Role          Role
	Language      string
	Signature     string
	Doc           string
	StartLine     int // 1-based, first decorator included
	EndLine       int
	NameLine      int // the line that holds the name
	Exported      bool
	Annotations   []string     // decorators or annotations as written, without "@"
	SearchText    string       // words to be found by, beside those of names, path, signature, documentation and annotations
	Fixture       *FixtureInfo // set when the symbol is a fixture or set-up function: it carries the Fixture label
}

// FixtureInfo says how a fixture is shared.
type FixtureInfo struct {
	Name    string // the name tests ask by
	Scope   string // function, class, module, package, session
	Autouse bool
}

// SymbolKind is the exact kind of a symbol.
type SymbolKind string

// Kinds of symbols and, behind them, the label each carries beside Symbol.
const (
	KindModule      SymbolKind = "module"
	KindClass       SymbolKind = "class"
	KindInterface   SymbolKind = "interface"
	KindFunction    SymbolKind = "function"
	KindMethod      SymbolKind = "method"
	KindConstructor SymbolKind = "constructor"
	KindVariable    SymbolKind = "variable"
	KindConstant    SymbolKind = "constant"
	KindField       SymbolKind = "field"
)

// Label is the label that a symbol of this kind carries beside Symbol; modules carry none.
func (k SymbolKind) Label() Label {
	switch k {
	case KindClass, KindInterface:
		return LabelClass
	case KindFunction, KindMethod, KindConstructor:
		return LabelFunction
	case KindVariable, KindConstant, KindField:
		return LabelVariable
	default:
		return ""
	}
}

// Test is a test as its runner names it; ID by TestID.
type Test struct {
	ID        string
	RunnerID  string // exactly as the runner prints it, parameters cut off
	Path      string
	Name      string
	Framework string // pytest, unittest
	// Line is that of the body's definition; for a body in another file, of what brings it into this one; 0 when unknown.
	Line int
}

// Name is a called name that could not be resolved; ID by NameID.
type Name struct{ Name string }

// External is a symbol outside of every loaded project, shared by all projects; ID by ExternalID.
type External struct {
	Ecosystem     string // "python" for the standard library and builtins, "pypi" for the rest
	Package       string // distribution or top-level module
	QualifiedName string // "os.path.join"
}

// Edge is one relationship. There is one edge per (From, Type, To, Evidence).
type Edge struct {
	From, To   string
	Type       EdgeType
	Evidence   Evidence
	How        string // the rule: "scope", "import", "mro", "coverage.py", ...
	Lines      []int  // sorted, 1-based, in the file of From; of TESTS: the lines executed, in the file of To
	Candidates int    // size of the set of which this is one; 1 for exact and observed
	Dispatch   string // CALLS: direct, method, super, constructor, callback
	Reason     string // MAY_CALL: why it could not be resolved
	Alias      string // IMPORTS
	Phases     Phase  // TESTS
	Run        int    // TESTS: ordinal of the Run
}

// MaxDiagnostics bounds the parse faults kept of one file.
const MaxDiagnostics = 20
