//go:build cgo

package python

import "assay/ingest/facts"

// assigned says what a target gets.
type assigned struct {
	value      facts.Expr
	annotation facts.Expr
	// defines is true for assignment statements: at the top of a file or class they make a Variable.
	defines   bool
	bare      bool // an annotation without a value
	statement syntaxNode
}

// target walks what stands left of an assignment, behind for, as and the like.
func (e *extractor) target(i int32, a assigned) {
	e.checkCut(i)
	switch e.nodes[i].kind {
	case kindIdentifier:
		e.bindTarget(i, a)
	case kindAttribute:
		e.storeAttribute(i, a)
	case kindSubscript:
		e.site(facts.Site{Kind: facts.Store, Expr: e.subscript(i, true, "__setitem__"), Value: a.value, Line: e.line(i)})
	case kindAsPatternTarget, kindParenthesizedExpression:
		for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
			e.target(c, a)
		}
	case kindListSplatPattern, kindListSplat:
		for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
			e.target(c, assigned{defines: a.defines, statement: a.statement})
		}
	case kindTuplePattern, kindListPattern, kindPatternList, kindTuple, kindList, kindExpressionList:
		e.unpack(i, a)
	case kindError:
		e.fault(i)
	default:
		e.evaluate(i, false)
	}
}

// unpack pairs the elements of a target with those of a value of the same length.
func (e *extractor) unpack(i int32, a assigned) {
	values := e.elementsOf(a.value)
	count, starred := 0, false
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		count++
		starred = starred || e.nodes[c].kind == kindListSplatPattern || e.nodes[c].kind == kindListSplat
	}
	k := 0
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		one := assigned{defines: a.defines, statement: a.statement}
		if len(values) == count && !starred {
			one.value = values[k]
		}
		e.target(c, one)
		k++
	}
}

// elementsOf gives the elements of a tuple or list that is known whole.
func (e *extractor) elementsOf(value facts.Expr) []facts.Expr {
	x := e.file.Expressions[value]
	if x.Kind != facts.TupleExpr && x.Kind != facts.ListExpr || x.HasMore {
		return nil
	}
	values := e.file.List(x.First)
	for _, v := range values {
		if e.file.Expressions[v].Kind == facts.Star {
			return nil
		}
	}
	return values
}

func (e *extractor) bindTarget(i int32, a assigned) {
	name := e.nameOf(i)
	definition := int32(-1)
	kind := e.file.Scopes[e.scope].Kind
	if a.defines && (kind == facts.ModuleScope || kind == facts.ClassScope) {
		definition = e.variable(i, name, a)
	}
	if a.bare && kind != facts.ClassScope && kind != facts.ModuleScope {
		return // a bare annotation in a function makes the name local without giving it a value
	}
	e.bind(facts.Binding{
		Name: name, Kind: facts.BindAssign, Target: definition, Value: a.value, Annotation: a.annotation, Line: e.line(i),
	})
}

// variable gives the definition of a variable: its first assignment in the scope, or a new one for this assignment.
func (e *extractor) variable(i int32, name facts.Name, a assigned) int32 {
	key := variableKey{e.scope, name}
	if known, found := e.variables[key]; found {
		return known
	}
	index := int32(len(e.file.Definitions))
	e.file.Definitions = append(e.file.Definitions, facts.Definition{
		Kind: facts.Variable, Name: name, Scope: e.scope, Body: -1,
		Start: int32(a.statement.row) + 1, NameLine: e.line(i), End: int32(a.statement.endRow) + 1,
		Branch: e.branch, At: e.at, Returns: a.annotation, Value: a.value,
		Signature: e.name(oneLine(e.text[a.statement.start:a.statement.end], maxVariableText)),
	})
	e.variables[key] = index
	return index
}

func (e *extractor) storeAttribute(i int32, a assigned) {
	object := e.child(i, fieldObject)
	if object >= 0 {
		e.evaluate(object, false)
	}
	e.site(facts.Site{Kind: facts.Store, Expr: e.chain(i), Value: a.value, Line: e.line(i)})
}

// casePattern binds the captures of a pattern and loads the names it compares with.
func (e *extractor) casePattern(i int32) {
	e.checkCut(i)
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch e.nodes[c].kind {
		case kindDottedName:
			e.capture(c, i)
		case kindIdentifier: // behind "as", "*" and "**"
			if e.nodes[i].kind != kindKeywordPattern {
				e.bind(facts.Binding{Name: e.nameOf(c), Kind: facts.BindAssign, Target: -1, Line: e.line(c)})
			}
		case kindError:
			e.fault(c)
		case kindString, kindConcatenatedString:
		default:
			e.casePattern(c)
		}
	}
}

// capture tells `case x` (a capture) from `case Class(...)` and `case module.NAME`.
func (e *extractor) capture(i, parent int32) {
	first := e.first(i)
	if first < 0 {
		return
	}
	if e.nodes[parent].kind != kindClassPattern && e.nodes[first].next == e.nodes[i].next {
		e.bind(facts.Binding{Name: e.nameOf(first), Kind: facts.BindAssign, Target: -1, Line: e.line(first)})
		return
	}
	e.load(i, false)
}
