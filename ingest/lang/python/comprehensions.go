//go:build cgo

package python

import "assay/ingest/facts"

// lambda walks a function without a name; its sites belong to the definition around it.
func (e *extractor) lambda(i int32, keep bool) facts.Expr {
	var bindings []facts.Binding
	if p := e.child(i, fieldParameters); p >= 0 {
		_, bindings = e.parameters(p)
	}
	e.inScope(facts.LambdaScope, -1, e.line(i), func() {
		for _, b := range bindings {
			e.bind(b)
		}
		if body := e.child(i, fieldBody); body >= 0 {
			e.evaluate(body, false)
		}
	})
	return e.other(i, facts.LambdaExpr, keep)
}

// comprehension walks the clauses, then the body, in a scope of their own; the first iterable belongs outside.
func (e *extractor) comprehension(i int32, keep bool) facts.Expr {
	outer := int32(-1)
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if e.nodes[c].kind == kindForInClause {
			outer = c
			break
		}
	}
	if outer >= 0 {
		e.iterables(outer)
	}
	e.inScope(facts.ComprehensionScope, -1, e.line(i), func() {
		for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
			switch {
			case e.nodes[c].field == fieldBody:
			case e.nodes[c].kind != kindForInClause:
				e.evaluate(c, false)
			default:
				if c != outer {
					e.iterables(c)
				}
				if left := e.child(c, fieldLeft); left >= 0 {
					e.target(left, assigned{})
				}
			}
		}
		if body := e.child(i, fieldBody); body >= 0 {
			e.evaluate(body, false)
		}
	})
	return e.other(i, facts.Other, keep)
}

func (e *extractor) iterables(clause int32) {
	for c := clause + 1; c < e.nodes[clause].next; c = e.nodes[c].next {
		if e.nodes[c].field != fieldLeft && e.nodes[c].kind != kindAsync {
			e.implicit(c, e.evaluate(c, false), e.iteration(clause))
		}
	}
}

func (e *extractor) markGenerator() {
	for s := e.scope; s >= 0; s = e.file.Scopes[s].Parent {
		switch scope := e.file.Scopes[s]; scope.Kind {
		case facts.FunctionScope:
			e.file.Definitions[scope.Definition].Generator = true
			return
		case facts.ComprehensionScope:
		default:
			return
		}
	}
}
