//go:build cgo

package python

import (
	"strings"

	"assay/ingest/facts"
)

// statements walks the statements below a node.
func (e *extractor) statements(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		e.statement(c)
	}
}

// statement walks one statement, or an expression where a statement may stand.
func (e *extractor) statement(i int32) {
	e.checkCut(i)
	switch e.nodes[i].kind {
	case kindError:
		e.fault(i)
	case kindModule, kindBlock, kindElseClause, kindFinallyClause, kindExpressionStatement:
		e.statements(i)
	case kindImportStatement:
		e.importStatement(i)
	case kindImportFromStatement:
		e.importFrom(i)
	case kindFutureImportStatement, kindPassStatement, kindAsync:
	case kindFunctionDefinition:
		e.function(i, i)
	case kindClassDefinition:
		e.class(i, i)
	case kindDecoratedDefinition:
		e.decorated(i)
	case kindAssignment:
		e.assignment(i)
	case kindAugmentedAssignment:
		e.augmented(i)
	case kindDeleteStatement:
		e.deletion(i)
	case kindGlobalStatement:
		e.declare(i, facts.BindGlobal)
	case kindNonlocalStatement:
		e.declare(i, facts.BindNonlocal)
	case kindTypeAliasStatement:
		e.typeAlias(i)
	default:
		e.compound(i)
	}
}

// compound walks statements with arms and bodies; everything else is an expression.
func (e *extractor) compound(i int32) {
	switch e.nodes[i].kind {
	case kindIfStatement:
		e.ifStatement(i)
	case kindForStatement:
		e.forStatement(i)
	case kindWhileStatement:
		e.whileStatement(i)
	case kindTryStatement:
		e.tryStatement(i)
	case kindWithStatement:
		e.withStatement(i)
	case kindMatchStatement:
		e.matchStatement(i)
	default:
		e.evaluate(i, false)
	}
}

// ifStatement walks the arms of an if, each a branch of its own; those of one statement exclude each other.
func (e *extractor) ifStatement(i int32) {
	group := e.group()
	kind := e.conditionKind(i)
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch n := e.nodes[c]; {
		case n.field == fieldCondition:
			e.condition(c)
		case n.field == fieldConsequence:
			e.inBranch(kind, group, func() { e.statement(c) })
		case n.kind == kindElifClause:
			e.elifClause(c, group)
		case n.kind == kindElseClause:
			arm := facts.BranchIf
			if kind == facts.BranchTypeChecking {
				arm = facts.BranchNotTyping
			}
			e.inBranch(arm, group, func() { e.statements(c) })
		default:
			e.statement(c)
		}
	}
}

func (e *extractor) elifClause(i, group int32) {
	kind := e.conditionKind(i)
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch e.nodes[c].field {
		case fieldConsequence:
			e.inBranch(kind, group, func() { e.statement(c) })
		case fieldCondition:
			e.condition(c)
		default:
			e.statement(c)
		}
	}
}

// conditionKind recognises the arm that only type checkers run.
func (e *extractor) conditionKind(i int32) facts.BranchKind {
	c := e.child(i, fieldCondition)
	if c < 0 {
		return facts.BranchIf
	}
	switch text := e.source(c); {
	case text == "TYPE_CHECKING" || strings.HasSuffix(text, ".TYPE_CHECKING"):
		return facts.BranchTypeChecking
	case strings.HasPrefix(text, "not ") && strings.HasSuffix(text, "TYPE_CHECKING"):
		return facts.BranchNotTyping
	default:
		return facts.BranchIf
	}
}

func (e *extractor) forStatement(i int32) {
	if right := e.child(i, fieldRight); right >= 0 {
		e.implicit(right, e.evaluate(right, false), e.iteration(i))
	}
	e.inBranch(facts.BranchLoop, e.group(), func() {
		if left := e.child(i, fieldLeft); left >= 0 {
			e.target(left, assigned{})
		}
		if body := e.child(i, fieldBody); body >= 0 {
			e.statements(body)
		}
	})
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if k := e.nodes[c].kind; k == kindElseClause || k == kindError {
			e.statement(c)
		}
	}
}

func (e *extractor) whileStatement(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch e.nodes[c].field {
		case fieldBody:
			e.inBranch(facts.BranchLoop, e.group(), func() { e.statements(c) })
		case fieldCondition:
			e.condition(c)
		default:
			e.statement(c)
		}
	}
}

// tryStatement makes the body and the else arm one group member and each handler another: a handler runs instead of the
// rest of the body.
func (e *extractor) tryStatement(i int32) {
	group := e.group()
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch n := e.nodes[c]; {
		case n.field == fieldBody:
			e.inBranch(facts.BranchTry, group, func() { e.statements(c) })
		case n.kind == kindElseClause:
			e.inBranch(facts.BranchTry, e.group(), func() { e.statements(c) })
		case n.kind == kindExceptClause || n.kind == kindExceptGroupClause:
			e.inBranch(facts.BranchExcept, group, func() { e.handler(c) })
		default:
			e.statement(c)
		}
	}
}

func (e *extractor) handler(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch {
		case e.nodes[c].kind == kindBlock:
			e.statements(c)
		case e.nodes[c].field == fieldAlias:
			e.target(c, assigned{})
		default:
			e.evaluate(c, false)
		}
	}
}

func (e *extractor) matchStatement(i int32) {
	group := e.group()
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if e.nodes[c].field != fieldBody {
			e.statement(c)
			continue
		}
		for arm := c + 1; arm < e.nodes[c].next; arm = e.nodes[arm].next {
			e.inBranch(facts.BranchMatch, group, func() { e.caseClause(arm) })
		}
	}
}

func (e *extractor) caseClause(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch n := e.nodes[c]; {
		case n.kind == kindCasePattern:
			e.casePattern(c)
		case n.field == fieldConsequence:
			e.statements(c)
		default:
			e.statement(c)
		}
	}
}

// assignment walks `left = right`, `left: type` and `left: type = right`; right may be a further assignment.
func (e *extractor) assignment(i int32) { e.assign(i, e.nodes[i]) }

func (e *extractor) assign(i int32, whole syntaxNode) facts.Expr {
	left, right, annotation := e.child(i, fieldLeft), e.child(i, fieldRight), e.child(i, fieldType)
	a := assigned{statement: whole, defines: true, bare: right < 0}
	if right >= 0 {
		if e.nodes[right].kind == kindAssignment {
			a.value = e.assign(right, whole)
		} else {
			a.value = e.evaluate(right, true)
		}
	}
	if annotation >= 0 {
		a.annotation = e.evaluate(annotation, true)
	}
	if left >= 0 {
		if right >= 0 && e.isPattern(left) {
			e.implicit(right, a.value, "__iter__")
		}
		e.target(left, a)
	}
	return a.value
}

func (e *extractor) augmented(i int32) {
	left, right := e.child(i, fieldLeft), e.child(i, fieldRight)
	var before, value facts.Expr
	if left >= 0 {
		before = e.evaluate(left, false)
	}
	if right >= 0 {
		value = e.evaluate(right, true)
	}
	if left < 0 {
		return
	}
	if right >= 0 {
		e.operation(left, right, before, value, "__i")
	}
	if e.nodes[left].kind == kindIdentifier {
		e.bind(facts.Binding{Name: e.nameOf(left), Kind: facts.BindAugment, Target: -1, Value: value, Line: e.line(left)})
		return
	}
	e.target(left, assigned{})
}

func (e *extractor) deletion(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch e.nodes[c].kind {
		case kindIdentifier:
			e.bind(facts.Binding{Name: e.nameOf(c), Kind: facts.BindDelete, Target: -1, Line: e.line(c)})
		case kindExpressionList, kindTuple, kindParenthesizedExpression, kindList:
			e.deletion(c)
		case kindSubscript:
			e.subscript(c, false, "__delitem__")
		case kindAttribute:
			e.deleteAttribute(c)
		default:
			e.evaluate(c, false)
		}
	}
}

func (e *extractor) declare(i int32, kind facts.BindingKind) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if e.nodes[c].kind == kindIdentifier {
			e.bind(facts.Binding{Name: e.nameOf(c), Kind: kind, Target: -1, Line: e.line(c)})
		}
	}
}

// typeAlias walks `type Name[T] = value`.
func (e *extractor) typeAlias(i int32) {
	left, right := e.child(i, fieldLeft), e.child(i, fieldRight)
	if left < 0 {
		return
	}
	name := left
	for e.first(name) >= 0 {
		name = e.first(name)
	}
	value := facts.Expr(0)
	e.inScope(facts.TypeScope, -1, e.line(i), func() {
		for c := left + 1; c < e.nodes[left].next; c++ {
			if e.nodes[c].kind == kindTypeParameter {
				e.typeParameters(c)
				break
			}
		}
		if right >= 0 {
			value = e.evaluate(right, true)
		}
	})
	e.target(name, assigned{value: value, statement: e.nodes[i], defines: true})
}
