//go:build cgo

package python

import (
	"bytes"
	"slices"
	"strings"

	"assay/ingest/facts"
)

// Words that stand for a method in the sites of what a statement does by itself.
const (
	// raised is the site of `raise x`: a class is called without arguments.
	raised = "raise"
	// spread is the site of `*x`, which makes a list of it.
	spread = "list"
)

// implicit records that the language calls a method of what a node gives. x is the node's expression where it was kept.
// Whether the site stays is decided when all bindings are known: it does where the class may be known.
func (e *extractor) implicit(i int32, x facts.Expr, method string) {
	for e.nodes[i].kind == kindParenthesizedExpression && e.first(i) >= 0 {
		i = e.first(i)
	}
	switch k := e.nodes[i].kind; {
	case method == "" || e.typing:
		return
	case (k == kindIdentifier || k == kindAttribute && e.isChain(i)) && x == 0 && e.eager:
		x = e.chain(i)
	case k == kindIdentifier, k == kindCall && x != 0, k == kindAttribute && e.isChain(i):
	case isEntered(method) || method == raised:
	default:
		return
	}
	e.site(facts.Site{Kind: facts.Protocol, Expr: x, Name: e.name(method), Line: e.line(i)})
	if x == 0 {
		e.receivers = append(e.receivers, load{site: len(e.file.Sites) - 1, node: i})
	}
}

// isEntered reports whether a method is what a with statement calls: its sites stay whatever is entered.
func isEntered(method string) bool { return method == "__enter__" || method == "__aenter__" }

// finishProtocol decides on a protocol site and makes its expression.
func (e *extractor) finishProtocol(i int, s *facts.Site) bool {
	node := int32(-1)
	if len(e.receivers) > 0 && e.receivers[0].site == i {
		node, e.receivers = e.receivers[0].node, e.receivers[1:]
	}
	method := e.file.Names[s.Name]
	if node < 0 {
		return isEntered(method) || method == raised || e.mayBeOurs(s.Scope, s.Expr)
	}
	kept := isEntered(method) || method == raised
	switch e.nodes[node].kind {
	case kindIdentifier:
		kept = kept || e.nameMayBeOurs(s.Scope, e.nameOf(node))
	case kindAttribute:
		name, _ := e.baseOf(0, node)
		kept = kept || e.holdsClasses(s.Scope, name)
	default:
		s.Expr = e.other(node, facts.Other, true)
		return kept
	}
	if kept {
		s.Expr = e.chain(node)
	}
	return kept
}

// holdsClasses reports whether attributes of a name may be classes of the repository: it is a module or a class.
func (e *extractor) holdsClasses(from int32, name facts.Name) bool {
	_, list := e.binder(from, name)
	return slices.ContainsFunc(list, func(b facts.Binding) bool {
		return b.Kind == facts.BindImport && e.importMayBeOurs(b) || b.Kind == facts.BindDefinition && e.file.Definitions[b.Target].Kind == facts.Class
	})
}

// mayBeOurs reports whether resolution may know the class of an expression: a call of what may be a class, or a name
// that may hold one.
func (e *extractor) mayBeOurs(scope int32, x facts.Expr) bool {
	switch expression := e.file.Expressions[x]; expression.Kind {
	case facts.Ident:
		return e.nameMayBeOurs(scope, expression.Name)
	case facts.Attr:
		for e.file.Expressions[x].Kind == facts.Attr {
			x = e.file.Expressions[x].Base
		}
		return e.file.Expressions[x].Kind == facts.Ident && e.holdsClasses(scope, e.file.Expressions[x].Name)
	case facts.Choice:
		return true
	case facts.CallExpr:
		return e.mayBeClass(scope, expression.Base)
	default:
		return false
	}
}

// nameMayBeOurs reports whether a name may hold an instance or class that resolution knows.
func (e *extractor) nameMayBeOurs(from int32, name facts.Name) bool {
	scope, list := e.binder(from, name)
	if scope < 0 {
		return false
	}
	for _, b := range list {
		switch b.Kind {
		case facts.BindParameter:
			if e.isFirst(scope, name) {
				return true
			}
		case facts.BindDefinition:
			if e.file.Definitions[b.Target].Kind == facts.Class {
				return true
			}
		case facts.BindImport:
			if e.importMayBeOurs(b) {
				return true
			}
		case facts.BindAssign:
			if k := e.file.Expressions[b.Value].Kind; k == facts.Ident && b.Value != 0 || k == facts.Attr || e.file.Scopes[scope].Kind != facts.ModuleScope &&
				(k == facts.Choice || k == facts.CallExpr && e.mayBeClass(scope, e.file.Expressions[b.Value].Base)) {
				return true
			}
		}
	}
	return false
}

// mayBeClass reports whether what is called may be a class of the repository.
func (e *extractor) mayBeClass(from int32, callee facts.Expr) bool {
	attribute := false
	for e.file.Expressions[callee].Kind == facts.Attr {
		callee, attribute = e.file.Expressions[callee].Base, true
	}
	x := e.file.Expressions[callee]
	if x.Kind != facts.Ident {
		return false
	}
	scope, list := e.binder(from, x.Name)
	for _, b := range list {
		switch b.Kind {
		case facts.BindParameter:
			if !attribute && e.isFirst(scope, x.Name) {
				return true
			}
		case facts.BindDefinition:
			if e.file.Definitions[b.Target].Kind == facts.Class {
				return true
			}
		case facts.BindImport:
			if e.importMayBeOurs(b) {
				return true
			}
		case facts.BindAssign:
			if k := e.file.Expressions[b.Value].Kind; k == facts.Ident || k == facts.Attr || k == facts.Choice {
				return true
			}
		}
	}
	return false
}

// binder is the scope whose bindings of a name are in force in another one; -1 when it is none of the file.
func (e *extractor) binder(from int32, name facts.Name) (int32, []facts.Binding) {
	for s := from; s >= 0; s = e.file.Scopes[s].Parent {
		scope := &e.file.Scopes[s]
		if scope.Kind == facts.ClassScope && s != from {
			continue
		}
		var list []facts.Binding
		for _, b := range scope.Bindings {
			switch {
			case b.Name != name || b.Kind == facts.BindNonlocal:
			case b.Kind == facts.BindGlobal:
				return e.binder(0, name)
			default:
				list = append(list, b)
			}
		}
		if len(list) > 0 {
			return s, list
		}
	}
	return -1, nil
}

// isFirst reports whether a name is the first parameter of a method.
func (e *extractor) isFirst(scope int32, name facts.Name) bool {
	index := e.file.Scopes[scope].Definition
	if index < 0 {
		return false
	}
	d := &e.file.Definitions[index]
	return d.Kind == facts.Function && e.file.Scopes[d.Scope].Kind == facts.ClassScope && len(d.Parameters) > 0 && d.Parameters[0].Name == name
}

func (e *extractor) importMayBeOurs(b facts.Binding) bool {
	imported := e.file.Imports[b.Target]
	return imported.Level > 0 || !isStandard(e.file.Names[imported.Module])
}

// operands walks the parts of a node, of each of which the language calls the method.
func (e *extractor) operands(i int32, method string) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		e.implicit(c, e.evaluate(c, false), method)
	}
}

func (e *extractor) condition(i int32) { e.implicit(i, e.evaluate(i, false), "__bool__") }

// conditionFirst walks a node whose first part is a condition.
func (e *extractor) conditionFirst(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if c == i+1 {
			e.condition(c)
		} else {
			e.evaluate(c, false)
		}
	}
}

// boolean walks `a and b`: the left side is asked whether it is true.
func (e *extractor) boolean(i int32, keep bool) facts.Expr {
	left := e.first(i)
	if !keep {
		e.conditionFirst(i)
		return 0
	}
	x := e.collection(i, facts.Choice, true)
	if left >= 0 {
		e.implicit(left, e.file.Expressions[x].First, "__bool__")
	}
	return x
}

// raise walks `raise x from y`.
func (e *extractor) raise(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		k := e.nodes[c].kind
		named := c == i+1 && (k == kindIdentifier || k == kindAttribute)
		if x := e.evaluate(c, named); named {
			e.implicit(c, x, raised)
		}
	}
}

// yielded is the method that a yield calls: `yield from x` iterates.
func (e *extractor) yielded(i int32) string {
	if rest, ok := bytes.CutPrefix(e.text[e.nodes[i].start:e.nodes[i].end], []byte("yield")); ok &&
		bytes.HasPrefix(bytes.TrimLeft(rest, " \t\\\r\n"), []byte("from")) && e.first(i) >= 0 &&
		bytes.Contains(e.text[e.nodes[i].start:e.nodes[e.first(i)].start], []byte("from")) {
		return "__iter__"
	}
	return ""
}

// iteration is the method that a for statement or clause calls.
func (e *extractor) iteration(i int32) string {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if e.nodes[c].kind == kindAsync {
			return "__aiter__"
		}
	}
	return "__iter__"
}

// withStatement walks the items, each of which is entered before its target is bound and left after the body.
func (e *extractor) withStatement(i int32) {
	method := "__enter__"
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch e.nodes[c].kind {
		case kindAsync:
			method = "__aenter__"
		case kindWithClause:
			for item := c + 1; item < e.nodes[c].next; item = e.nodes[item].next {
				e.withItem(item, method)
			}
		default:
			e.statement(c)
		}
	}
}

func (e *extractor) withItem(i int32, method string) {
	value := e.first(i)
	if e.nodes[i].kind != kindWithItem || value < 0 {
		e.statement(i)
		return
	}
	target := e.nodes[i].next
	if e.nodes[value].kind == kindAsPattern && e.first(value) >= 0 {
		value = e.first(value)
		target = e.nodes[value].next
	}
	e.implicit(value, e.evaluate(value, true), method)
	if target < e.nodes[i].next {
		e.target(target, assigned{})
	}
}

// isPattern reports whether assigning to a node unpacks what is assigned.
func (e *extractor) isPattern(i int32) bool {
	switch e.nodes[i].kind {
	case kindTuplePattern, kindListPattern, kindPatternList, kindTuple, kindList, kindExpressionList:
		return true
	}
	return false
}

func (e *extractor) deleteAttribute(i int32) {
	object := e.child(i, fieldObject)
	if object < 0 {
		e.parts(i)
		return
	}
	e.implicit(object, e.evaluate(object, false), "__delattr__")
}

// interpolation walks what stands between the braces of a formatted string.
func (e *extractor) interpolation(i int32) {
	method := "__format__"
	if value := e.first(i); value >= 0 {
		switch rest := e.text[e.nodes[value].end:e.nodes[i].end]; {
		case bytes.HasPrefix(rest, []byte("!r")), bytes.HasPrefix(rest, []byte("!a")):
			method = "__repr__"
		case bytes.HasPrefix(rest, []byte("!s")):
			method = "__str__"
		}
	}
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		x := e.evaluate(c, false)
		if c == i+1 {
			e.implicit(c, x, method)
		}
	}
}

// operators are the methods of binary operators, without their underscores.
var operators = map[string]string{
	"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
	"&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
}

// comparisons are the methods of comparisons: of the left side, and of the right one when that does not know.
var comparisons = map[string][2]string{
	"==": {"__eq__", "__eq__"}, "!=": {"__ne__", "__ne__"}, "<": {"__lt__", "__gt__"}, ">": {"__gt__", "__lt__"},
	"<=": {"__le__", "__ge__"}, ">=": {"__ge__", "__le__"}, "in": {"", "__contains__"}, "not in": {"", "__contains__"},
}

// reflected marks a method of the right side, which is called when the left side has none or does not know.
const reflected = "?"

// operator is what stands between two nodes, without comments and white space around it.
func (e *extractor) operator(left, right int32) string {
	between := string(e.text[e.nodes[left].end:e.nodes[right].start])
	if strings.ContainsAny(between, "#\\\n") {
		var lines []string
		for _, line := range strings.Split(between, "\n") {
			line, _, _ = strings.Cut(line, "#")
			lines = append(lines, strings.TrimRight(line, "\\\r "))
		}
		between = strings.Join(lines, " ")
	}
	return strings.Join(strings.Fields(between), " ")
}

// unary is the method of a sign.
func (e *extractor) unary(i int32) string {
	switch e.text[e.nodes[i].start] {
	case '-':
		return "__neg__"
	case '+':
		return "__pos__"
	case '~':
		return "__invert__"
	}
	return ""
}

// binary walks an operation; sums, which join lists and strings, and formatted strings are kept.
func (e *extractor) binary(i int32, keep bool) facts.Expr {
	left := e.first(i)
	if left < 0 || e.nodes[left].next >= e.nodes[i].next {
		e.parts(i)
		return e.other(i, facts.Other, keep)
	}
	right := e.nodes[left].next
	operator := e.operator(left, right)
	if keep && operator == "+" {
		x := e.collection(i, facts.Sum, true)
		first := e.file.Expressions[x].First
		e.operation(left, right, first, e.file.Expressions[first].Next, "__")
		return x
	}
	isText := operator == "%" && (e.nodes[left].kind == kindString || e.nodes[left].kind == kindConcatenatedString)
	pattern := facts.Name(0)
	if isText && keep {
		value, _ := e.stringValue(left, facts.MaxText)
		pattern = e.name(percentPattern(value))
	}
	before := e.evaluate(left, false)
	if isText {
		e.percentArguments(left, right)
	} else {
		e.operation(left, right, before, e.evaluate(right, false), "__")
	}
	if pattern != 0 {
		return e.add(facts.Expression{Kind: facts.FormatText, Name: pattern, Line: e.line(i)})
	}
	return e.other(i, facts.Other, keep)
}

// operation records the methods of both sides of an operation or an assignment of one ("__i").
func (e *extractor) operation(left, right int32, x, y facts.Expr, prefix string) {
	method := operators[strings.TrimSuffix(e.operator(left, right), "=")]
	if method == "" {
		return
	}
	e.implicit(left, x, prefix+method+"__")
	e.implicit(right, y, reflected+"__r"+method+"__")
}

// comparison walks operands and records the methods of both sides of each operator.
func (e *extractor) comparison(i int32) {
	last, x := int32(-1), facts.Expr(0)
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		y := e.evaluate(c, false)
		if last >= 0 {
			methods := comparisons[e.operator(last, c)]
			e.implicit(last, x, methods[0])
			if methods[1] != "" {
				mark := reflected
				if methods[0] == "" {
					mark = ""
				}
				e.implicit(c, y, mark+methods[1])
			}
		}
		last, x = c, y
	}
}
