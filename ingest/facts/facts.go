// Package facts is what extraction keeps of one file: plain data without a path, cached by (hash, language, extractor
// version) and sent from the parse workers to the service. Definitions, scopes, imports, calls and references, and what
// could not be read.
//
// Facts are built for size: every string stands once in File.Names, and everything else refers to it, to expressions,
// to scopes and to each other by index. Index 0 of Names is "", index 0 of Expressions is "none".
package facts

// File is what one file says by itself.
type File struct {
	Lines       int          `cbor:"1,keyasint,omitempty"`
	Diagnostics []Diagnostic `cbor:"2,keyasint,omitempty"`
	// Partial says why part of the file was not understood ("syntax error", "nesting"); empty when all of it was.
	Partial string `cbor:"3,keyasint,omitempty"`
	// Encoding is the encoding of the bytes on disk; empty for UTF-8.
	Encoding string `cbor:"4,keyasint,omitempty"`

	// Names holds every string of the file once; a Name is an index into it.
	Names []string `cbor:"5,keyasint,omitempty"`
	// Scopes holds the regions with names of their own; scope 0 is the file itself.
	Scopes []Scope `cbor:"6,keyasint,omitempty"`
	// Branches holds the conditional regions: arms of if, try, match and loops. Branch 0 is "always".
	Branches []Branch `cbor:"7,keyasint,omitempty"`
	// Definitions holds functions, classes and variables in the order of the text.
	Definitions []Definition `cbor:"8,keyasint,omitempty"`
	Imports     []Import     `cbor:"9,keyasint,omitempty"`
	// Expressions holds the expressions that the rest refers to; 0 is "none" and the zero Expression.
	Expressions Expressions `cbor:"10,keyasint,omitempty"`
	// Sites holds calls, references and assignments to attributes, in the order of evaluation.
	Sites Sites `cbor:"11,keyasint,omitempty"`
	// Lost holds the identifiers inside regions that the parser could not read: what they do is unknown.
	Lost []Lost `cbor:"12,keyasint,omitempty"`
}

// Diagnostic is one fault that the parser met.
type Diagnostic struct {
	Line    int    `cbor:"1,keyasint,omitempty"`
	Message string `cbor:"2,keyasint,omitempty"`
}

// Name is an index into File.Names.
type Name uint32

// Text is the string behind a name.
func (f *File) Text(n Name) string { return f.Names[n] }

// ScopeKind says what opens a scope.
type ScopeKind uint8

// Kinds of scopes.
const (
	ModuleScope ScopeKind = iota
	ClassScope
	FunctionScope
	LambdaScope
	ComprehensionScope
	TypeScope // type parameters of a function, class or alias
)

// Scope is a region with names of its own.
type Scope struct {
	_          struct{} `cbor:",toarray"`
	Kind       ScopeKind
	Parent     int32 // index of the enclosing scope; -1 for scope 0
	Definition int32 // index of the definition whose body it is; -1 when there is none
	Line       int32
	Bindings   Bindings // in the order of evaluation
}

// BindingKind says how a name is bound.
type BindingKind uint8

// Kinds of bindings.
const (
	BindAssign BindingKind = iota // also for, with, except, walrus, match captures, del
	BindDefinition
	BindImport
	BindParameter
	BindGlobal
	BindNonlocal
	BindDelete
	BindAugment // x += Value
	BindType    // a type parameter
)

// Binding is one place where a name gets a value in a scope.
type Binding struct {
	Name       Name
	Kind       BindingKind
	Target     int32 // index into Definitions (also of variables that are symbols) or Imports; -1 when there is none
	Value      Expr  // the assigned expression, when the name gets exactly that
	Annotation Expr
	Branch     int32
	At         int32 // position in the order of evaluation, comparable with Site.At of the same scope
	Line       int32
}

// Bindings are the bindings of a scope.
type Bindings []Binding

// BranchKind says what makes a region conditional.
type BranchKind uint8

// Kinds of branches.
const (
	BranchIf BranchKind = iota
	BranchTry
	BranchExcept
	BranchLoop
	BranchMatch
	BranchTypeChecking // runs for type checkers only
	BranchNotTyping    // the other arm of one of those
)

// Branch is one arm of a conditional statement.
type Branch struct {
	_      struct{} `cbor:",toarray"`
	Parent int32    // the branch around it; 0 for none
	Group  int32    // arms of one statement that exclude each other share a group
	Kind   BranchKind
}

// DefinitionKind is the kind of a definition.
type DefinitionKind uint8

// Kinds of definitions.
const (
	Function DefinitionKind = iota
	Class
	Variable // of a file or class
)

// Definition is a function, a class or a variable of a file or class.
type Definition struct {
	_          struct{} `cbor:",toarray"`
	Kind       DefinitionKind
	Name       Name
	Scope      int32 // where the name is bound
	Body       int32 // the scope of its body; -1 for variables
	Start      int32 // first line, decorators included
	NameLine   int32
	End        int32 // last line
	Async      bool
	Generator  bool
	Branch     int32
	At         int32
	Signature  Name // text, in one line
	Doc        Name
	Decorators []Decorator
	Parameters []Parameter
	Bases      []Expr // of a class, in order; a Keyword expression for metaclass=... and the like
	Returns    Expr   // annotation of the result; of a variable: its annotation
	Value      Expr   // of a variable: what it is first assigned
}

// Decorator is one decorator or annotation.
type Decorator struct {
	_    struct{} `cbor:",toarray"`
	Expr Expr
	Text Name // as written, without the sign before it, in one line
	Line int32
}

// ParameterKind says how arguments reach a parameter.
type ParameterKind uint8

// Kinds of parameters.
const (
	Positional ParameterKind = iota // by position or keyword
	PositionalOnly
	KeywordOnly
	VarPositional
	VarKeyword
)

// Parameter is one parameter of a function.
type Parameter struct {
	_          struct{} `cbor:",toarray"`
	Name       Name
	Kind       ParameterKind
	HasDefault bool
	Default    Expr
	Annotation Expr
}

// Import is one name that an import statement binds, or all of them for a star import.
type Import struct {
	_      struct{} `cbor:",toarray"`
	Module Name     // dotted, without leading dots; may be empty for "from . import x"
	Level  int32    // leading dots
	From   bool     // "from module import name"
	Name   Name     // imported name of a from import; "*" for all
	As     Name     // the name it is bound to; empty for a star import
	Alias  bool     // renamed by "as"
	Scope  int32
	Branch int32
	At     int32
	Line   int32
}

// SiteKind is the kind of a site.
type SiteKind uint8

// Kinds of sites.
const (
	Call       SiteKind = iota // Expr is the Call expression
	Reference                  // Expr is a name or attribute chain that is loaded as a value
	Store                      // Expr is an attribute or subscript that is assigned; Value what it gets
	Decoration                 // Expr is a decorator without arguments: it is called with the definition
	Protocol                   // the language calls the method Name of what Expr gives
	NamedRead                  // Expr is a subscript by which a name is read of a scope or object: globals()["x"]
)

// Site is a place where code does something that may matter to another symbol.
type Site struct {
	Kind   SiteKind
	Scope  int32
	Expr   Expr
	Value  Expr // of a Store
	Name   Name // of a Protocol
	Branch int32
	At     int32
	Line   int32
}

// Lost is an identifier in a region that the parser could not read, with its first line.
type Lost struct {
	_    struct{} `cbor:",toarray"`
	Name Name
	Line int32
}
