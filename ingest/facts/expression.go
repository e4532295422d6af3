package facts

// Expr is an index into File.Expressions; 0 is "none".
type Expr uint32

// ExprKind is the kind of an expression.
type ExprKind uint8

// Kinds of expressions. What is not listed is Other: its parts are sites of their own where they matter.
const (
	NoExpr     ExprKind = iota
	Ident               // Name
	Attr                // Base.Name
	CallExpr            // Base(First...): arguments linked by Next
	Keyword             // Name=Base, in arguments and bases; Name is empty for **Base
	Star                // *Base
	Subscript           // Base[First...]
	Text                // string literal, Name is its value (cut at MaxText bytes; HasMore when cut or interpolated)
	Number              // Name is its text
	Constant            // Name is True, False, None or ...
	ListExpr            // First...
	TupleExpr           // First...
	DictExpr            // First...: Pair expressions
	SetExpr             // First...
	Pair                // Base: First
	Await               // Base
	LambdaExpr          // Name is empty; its body's sites have a scope of their own
	Choice              // First...: one of several values: a if c else b, a or b, a and b
	Sum                 // First...: operands of "+"
	Comparison          // a truth value
	FormatText          // a string built from parts at run time; Name is its pattern, with "*" for what is not known, if it may be a name
	Other
)

// MaxText bounds the bytes kept of one string literal.
const MaxText = 200

// MaxElements bounds the elements kept of one list, tuple, set or dict; the expression is then marked HasMore.
const MaxElements = 500

// Expression is one node of an expression; what its fields mean is said at ExprKind.
type Expression struct {
	Kind    ExprKind
	HasMore bool // not everything is kept
	Name    Name
	Base    Expr
	First   Expr
	Next    Expr // the next argument or element beside this one
	Line    int32
}

// Expressions is the arena of a file's expressions.
type Expressions []Expression

// Sites are the sites of a file.
type Sites []Site

// At gives the expression behind an index.
func (f *File) At(e Expr) Expression { return f.Expressions[e] }

// List gives the expressions linked behind first.
func (f *File) List(first Expr) []Expr {
	var list []Expr
	for e := first; e != 0; e = f.Expressions[e].Next {
		list = append(list, e)
	}
	return list
}

// Dotted gives the text of a name or a chain of attributes on a name ("pytest.mark.skip"), and whether it is one.
func (f *File) Dotted(e Expr) (string, bool) {
	switch x := f.Expressions[e]; x.Kind {
	case Ident:
		return f.Names[x.Name], true
	case Attr:
		base, ok := f.Dotted(x.Base)
		return base + "." + f.Names[x.Name], ok
	default:
		return "", false
	}
}
