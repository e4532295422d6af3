//go:build cgo

package python

import (
	"assay/ingest/facts"
)

// evaluate walks an expression in the order of evaluation: it records the calls and references in it and, when asked to
// keep it, gives the expression itself. Calls are kept always.
func (e *extractor) evaluate(i int32, keep bool) facts.Expr {
	e.checkCut(i)
	switch e.nodes[i].kind {
	case kindIdentifier, kindAttribute:
		return e.load(i, keep)
	case kindCall:
		return e.call(i)
	case kindString, kindConcatenatedString:
		return e.literal(i, keep)
	case kindInteger, kindFloat:
		return e.leaf(i, facts.Number, keep)
	case kindTrue, kindFalse, kindNone, kindEllipsis:
		return e.leaf(i, facts.Constant, keep)
	case kindType:
		return e.annotation(i, keep)
	case kindParenthesizedExpression, kindConstrainedType:
		return e.only(i, keep)
	case kindError:
		e.fault(i)
		return 0
	case kindLambda:
		return e.lambda(i, keep)
	case kindListComprehension, kindDictionaryComprehension, kindSetComprehension, kindGeneratorExpression:
		return e.comprehension(i, keep)
	case kindNamedExpression:
		return e.walrus(i, keep)
	case kindAsPattern:
		return e.asPattern(i, keep)
	case kindYield:
		e.markGenerator()
		e.operands(i, e.yielded(i))
		return e.other(i, facts.Other, keep)
	case kindAssignment, kindAugmentedAssignment:
		e.statement(i)
		return 0
	case kindIfStatement, kindBlock, kindFunctionDefinition, kindClassDefinition, kindDecoratedDefinition:
		e.statement(i) // out of place: behind a syntax error
		return 0
	default:
		return e.composite(i, keep)
	}
}

// composite walks expressions that are made of others.
func (e *extractor) composite(i int32, keep bool) facts.Expr {
	switch e.nodes[i].kind {
	case kindList:
		return e.collection(i, facts.ListExpr, keep)
	case kindTuple, kindExpressionList, kindPatternList:
		return e.collection(i, facts.TupleExpr, keep)
	case kindSet:
		return e.collection(i, facts.SetExpr, keep)
	case kindDictionary:
		return e.collection(i, facts.DictExpr, keep)
	case kindPair:
		return e.pair(i, keep)
	case kindKeywordArgument:
		return e.keyword(i, keep)
	case kindListSplat, kindListSplatPattern, kindSplatType:
		return e.wrap(i, facts.Star, keep, spread)
	case kindDictionarySplat, kindDictionarySplatPattern:
		return e.wrap(i, facts.Keyword, keep, "keys")
	case kindAwait:
		return e.wrap(i, facts.Await, keep, "__await__")
	case kindSubscript:
		return e.subscript(i, keep, "__getitem__")
	case kindGenericType:
		return e.subscript(i, keep, "")
	case kindConditionalExpression:
		return e.conditional(i, keep)
	case kindBooleanOperator:
		return e.boolean(i, keep)
	case kindUnionType:
		return e.collection(i, facts.Choice, keep)
	case kindBinaryOperator:
		return e.binary(i, keep)
	case kindComparisonOperator:
		e.comparison(i)
		return e.other(i, facts.Comparison, keep)
	case kindNotOperator:
		e.operands(i, "__bool__")
		return e.other(i, facts.Comparison, keep)
	case kindUnaryOperator:
		e.operands(i, e.unary(i))
		return e.other(i, facts.Other, keep)
	case kindAssertStatement, kindIfClause:
		e.conditionFirst(i)
		return 0
	case kindRaiseStatement:
		e.raise(i)
		return 0
	case kindMemberType:
		return e.memberType(i)
	default:
		e.parts(i)
		return e.other(i, facts.Other, keep)
	}
}

func (e *extractor) add(x facts.Expression) facts.Expr {
	e.file.Expressions = append(e.file.Expressions, x)
	return facts.Expr(len(e.file.Expressions) - 1)
}

// parts walks what is below a node without keeping any of it.
func (e *extractor) parts(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		e.evaluate(c, false)
	}
}

func (e *extractor) other(i int32, kind facts.ExprKind, keep bool) facts.Expr {
	if !keep {
		return 0
	}
	return e.add(facts.Expression{Kind: kind, Line: e.line(i)})
}

func (e *extractor) leaf(i int32, kind facts.ExprKind, keep bool) facts.Expr {
	if !keep {
		return 0
	}
	return e.add(facts.Expression{Kind: kind, Name: e.nameOf(i), Line: e.line(i)})
}

// only passes through a node that has one part.
func (e *extractor) only(i int32, keep bool) facts.Expr {
	var x facts.Expr
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if got := e.evaluate(c, keep); x == 0 {
			x = got
		}
	}
	return x
}

// annotation walks a type: whether it runs at all depends on the version and where it stands, so it calls nothing by
// itself.
func (e *extractor) annotation(i int32, keep bool) facts.Expr {
	outer := e.typing
	e.typing = true
	x := e.only(i, keep)
	e.typing = outer
	return x
}

// load records that a name or attribute is read as a value. Chains of attributes on a name are one reference.
func (e *extractor) load(i int32, keep bool) facts.Expr {
	var x facts.Expr
	if !e.isChain(i) {
		object := e.child(i, fieldObject)
		if object < 0 {
			e.parts(i)
			return e.other(i, facts.Other, keep)
		}
		x = e.attribute(i, e.evaluate(object, true))
		e.site(facts.Site{Kind: facts.Reference, Expr: x, Line: e.line(i)})
		return x
	}
	if keep || e.eager {
		x = e.chain(i)
	}
	e.site(facts.Site{Kind: facts.Reference, Expr: x, Line: e.line(i)})
	if x == 0 {
		e.loads = append(e.loads, load{site: len(e.file.Sites) - 1, node: i})
	}
	return x
}

// isChain reports whether a node is a name or attributes on a name.
func (e *extractor) isChain(i int32) bool {
	for {
		switch e.nodes[i].kind {
		case kindIdentifier:
			return true
		case kindDottedName:
			return true
		case kindAttribute:
			if i = e.child(i, fieldObject); i < 0 {
				return false
			}
		default:
			return false
		}
	}
}

// chain makes the expression of a name or attribute without recording a reference; what is below its innermost
// attribute is evaluated when it is no name.
func (e *extractor) chain(i int32) facts.Expr {
	e.checkCut(i)
	switch e.nodes[i].kind {
	case kindIdentifier:
		return e.add(facts.Expression{Kind: facts.Ident, Name: e.nameOf(i), Line: e.line(i)})
	case kindDottedName:
		return e.dottedChain(i)
	case kindAttribute:
		object := e.child(i, fieldObject)
		if object < 0 {
			return e.other(i, facts.Other, true)
		}
		return e.attribute(i, e.chain(object))
	default:
		return e.evaluate(i, true)
	}
}

func (e *extractor) dottedChain(i int32) facts.Expr {
	var x facts.Expr
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if x == 0 {
			x = e.chain(c)
		} else {
			x = e.add(facts.Expression{Kind: facts.Attr, Name: e.nameOf(c), Base: x, Line: e.line(c)})
		}
	}
	return x
}

func (e *extractor) attribute(i int32, base facts.Expr) facts.Expr {
	name := e.child(i, fieldAttribute)
	if name < 0 {
		return e.other(i, facts.Other, true)
	}
	return e.add(facts.Expression{Kind: facts.Attr, Name: e.nameOf(name), Base: base, Line: e.line(name)})
}

// call records a call. The callee is no reference: the call says more.
func (e *extractor) call(i int32) facts.Expr {
	var callee facts.Expr
	function, arguments := e.child(i, fieldFunction), e.child(i, fieldArguments)
	if function >= 0 {
		callee = e.chain(function)
	}
	at := e.tick()
	x := e.add(facts.Expression{Kind: facts.CallExpr, Base: callee, Line: e.line(i)})
	if arguments >= 0 {
		e.arguments(x, arguments)
	}
	e.site(facts.Site{Kind: facts.Call, Expr: x, Line: e.callLine(i, function)})
	e.file.Sites[len(e.file.Sites)-1].At = at
	return x
}

// callLine is the line that names what is called: in a chain over several lines each call has its own.
func (e *extractor) callLine(i, function int32) int32 {
	if function >= 0 && e.nodes[function].kind == kindAttribute {
		if name := e.child(function, fieldAttribute); name >= 0 {
			return e.line(name)
		}
	}
	return e.line(i)
}

func (e *extractor) arguments(x facts.Expr, i int32) {
	if e.nodes[i].kind != kindArgumentList {
		e.file.Expressions[x].First = e.evaluate(i, true)
		return
	}
	e.link(x, i)
}

// link evaluates the parts of a node as the elements of an expression.
func (e *extractor) link(x facts.Expr, i int32) {
	var last facts.Expr
	count := 0
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if e.nodes[c].kind == kindError {
			e.fault(c)
			continue
		}
		keep := count < facts.MaxElements
		element := e.evaluate(c, keep)
		if count++; !keep {
			e.file.Expressions[x].HasMore = true
			continue
		}
		if element == 0 {
			element = e.other(c, facts.Other, true)
		}
		if last == 0 {
			e.file.Expressions[x].First = element
		} else {
			e.file.Expressions[last].Next = element
		}
		last = element
	}
}

func (e *extractor) collection(i int32, kind facts.ExprKind, keep bool) facts.Expr {
	if !keep {
		e.parts(i)
		return 0
	}
	x := e.add(facts.Expression{Kind: kind, Line: e.line(i)})
	e.link(x, i)
	return x
}

func (e *extractor) pair(i int32, keep bool) facts.Expr {
	if !keep {
		e.parts(i)
		return 0
	}
	x := e.add(facts.Expression{Kind: facts.Pair, Line: e.line(i)})
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		value := e.evaluate(c, true)
		if e.nodes[c].field == fieldValue {
			e.file.Expressions[x].First = value
		} else if e.file.Expressions[x].Base == 0 {
			e.file.Expressions[x].Base = value
		}
	}
	return x
}

func (e *extractor) keyword(i int32, keep bool) facts.Expr {
	name, value := e.child(i, fieldName), e.child(i, fieldValue)
	if value < 0 {
		return 0
	}
	x := e.evaluate(value, keep)
	if !keep || name < 0 {
		return x
	}
	return e.add(facts.Expression{Kind: facts.Keyword, Name: e.nameOf(name), Base: x, Line: e.line(i)})
}

func (e *extractor) wrap(i int32, kind facts.ExprKind, keep bool, method string) facts.Expr {
	x := e.only(i, keep)
	if inner := e.first(i); inner >= 0 {
		e.implicit(inner, x, method)
	}
	if !keep {
		return 0
	}
	return e.add(facts.Expression{Kind: kind, Base: x, Line: e.line(i)})
}

// subscript walks `value[index]`; method is what the language calls of the value.
func (e *extractor) subscript(i int32, keep bool, method string) facts.Expr {
	value := e.first(i)
	if value < 0 {
		return 0
	}
	named := e.isNameTable(value)
	if !keep && !named {
		base := e.evaluate(value, false)
		for c := e.nodes[value].next; c < e.nodes[i].next; c = e.nodes[c].next {
			e.evaluate(c, false)
		}
		e.implicit(value, base, method)
		return 0
	}
	x := e.add(facts.Expression{Kind: facts.Subscript, Line: e.line(i)})
	base := e.evaluate(value, true)
	defer func() {
		if named {
			e.site(facts.Site{Kind: facts.NamedRead, Expr: x, Line: e.line(i)})
		} else {
			e.implicit(value, base, method)
		}
	}()
	e.file.Expressions[x].Base = base
	var last facts.Expr
	for c := e.nodes[value].next; c < e.nodes[i].next; c = e.nodes[c].next {
		index := e.evaluate(c, true)
		switch {
		case index == 0:
		case last == 0:
			e.file.Expressions[x].First = index
		default:
			e.file.Expressions[last].Next = index
		}
		last = index
	}
	return x
}

// conditional walks `a if condition else b`, which is a or b.
func (e *extractor) conditional(i int32, keep bool) facts.Expr {
	var x facts.Expr
	if keep {
		x = e.add(facts.Expression{Kind: facts.Choice, Line: e.line(i)})
	}
	position := 0
	var last facts.Expr
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		value := e.evaluate(c, keep && position != 1)
		switch {
		case position == 1:
			e.implicit(c, value, "__bool__")
		case !keep:
		case position == 0:
			e.file.Expressions[x].First = value
			last = value
		case position == 2 && last != 0:
			e.file.Expressions[last].Next = value
		}
		position++
	}
	return x
}

func (e *extractor) memberType(i int32) facts.Expr {
	var x facts.Expr
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if x == 0 {
			x = e.evaluate(c, true)
		} else {
			x = e.add(facts.Expression{Kind: facts.Attr, Name: e.nameOf(c), Base: x, Line: e.line(c)})
		}
	}
	return x
}

// walrus walks `name := value`: it binds outside of the comprehensions around it.
func (e *extractor) walrus(i int32, keep bool) facts.Expr {
	name, value := e.child(i, fieldName), e.child(i, fieldValue)
	if name < 0 || value < 0 {
		e.parts(i)
		return 0
	}
	x := e.evaluate(value, true)
	inner := e.scope
	for e.file.Scopes[e.scope].Kind == facts.ComprehensionScope {
		e.scope = e.file.Scopes[e.scope].Parent
	}
	e.target(name, assigned{value: x})
	e.scope = inner
	if !keep {
		return 0
	}
	return x
}

// asPattern walks `value as target` behind except and with.
func (e *extractor) asPattern(i int32, keep bool) facts.Expr {
	value := e.first(i)
	if value < 0 {
		return 0
	}
	x := e.evaluate(value, keep)
	if target := e.nodes[value].next; target < e.nodes[i].next {
		e.target(target, assigned{})
	}
	return x
}
