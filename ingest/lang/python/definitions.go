//go:build cgo

package python

import (
	"bytes"

	"assay/ingest/facts"
)

// decorated walks the decorators, then the definition, which starts at the first of them.
func (e *extractor) decorated(i int32) {
	var decorators []facts.Decorator
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch n := e.nodes[c]; n.kind {
		case kindDecorator:
			decorators = append(decorators, e.decorator(c))
		case kindFunctionDefinition:
			e.function(c, i, decorators...)
		case kindClassDefinition:
			e.class(c, i, decorators...)
		default:
			e.statement(c)
		}
	}
}

// decorator evaluates a decorator. One without arguments is called with the definition: a site of its own.
func (e *extractor) decorator(i int32) facts.Decorator {
	d := facts.Decorator{Line: e.line(i)}
	c := e.first(i)
	if c < 0 {
		return d
	}
	d.Text = e.name(oneLine(e.text[e.nodes[c].start:e.nodes[c].end], maxDecoratorText))
	if !e.isChain(c) {
		d.Expr = e.evaluate(c, true)
		return d
	}
	d.Expr = e.chain(c)
	e.site(facts.Site{Kind: facts.Decoration, Expr: d.Expr, Line: d.Line})
	return d
}

// define appends the definition of node i, whose text begins at node whole, and leaves its place to the caller.
func (e *extractor) define(kind facts.DefinitionKind, i, whole int32, decorators []facts.Decorator) int32 {
	d := facts.Definition{
		Kind: kind, Scope: e.scope, Body: -1, Branch: e.branch, Decorators: decorators,
		Start: e.line(whole), NameLine: e.line(i), End: e.endLine(i),
	}
	if name := e.child(i, fieldName); name >= 0 {
		d.Name, d.NameLine = e.nameOf(name), e.line(name)
	}
	e.file.Definitions = append(e.file.Definitions, d)
	return int32(len(e.file.Definitions) - 1)
}

// function walks a function: decorators, defaults and annotations are evaluated outside, the body in its own scope.
func (e *extractor) function(i, whole int32, decorators ...facts.Decorator) {
	index := e.define(facts.Function, i, whole, decorators)
	for c := i + 1; c < e.nodes[i].next && e.nodes[c].field != fieldName; c = e.nodes[c].next {
		e.file.Definitions[index].Async = e.file.Definitions[index].Async || e.nodes[c].kind == kindAsync
	}
	e.withTypeParameters(i, func() {
		var parameters []facts.Parameter
		var bindings []facts.Binding
		if p := e.child(i, fieldParameters); p >= 0 {
			parameters, bindings = e.parameters(p)
		}
		var returns facts.Expr
		if r := e.child(i, fieldReturnType); r >= 0 {
			returns = e.evaluate(r, true)
		}
		d := &e.file.Definitions[index]
		d.Parameters, d.Returns = parameters, returns
		d.Signature = e.name(e.signature(i))
		e.body(i, index, facts.FunctionScope, bindings)
	})
	e.bindDefinition(index)
}

// class walks a class: its body runs at once, in a scope that the functions inside do not see.
func (e *extractor) class(i, whole int32, decorators ...facts.Decorator) {
	index := e.define(facts.Class, i, whole, decorators)
	e.withTypeParameters(i, func() {
		if bases := e.child(i, fieldSuperclasses); bases >= 0 {
			var list []facts.Expr
			for c := bases + 1; c < e.nodes[bases].next; c = e.nodes[c].next {
				if x := e.evaluate(c, true); x != 0 {
					list = append(list, x)
				}
			}
			e.file.Definitions[index].Bases = list
		}
		e.file.Definitions[index].Signature = e.name(e.signature(i))
		e.body(i, index, facts.ClassScope, nil)
	})
	e.bindDefinition(index)
}

func (e *extractor) bindDefinition(index int32) {
	d := &e.file.Definitions[index]
	if d.Name == 0 {
		return
	}
	e.bind(facts.Binding{Name: d.Name, Kind: facts.BindDefinition, Target: index, Line: d.NameLine})
	d.At = e.at
}

func (e *extractor) body(i, index int32, kind facts.ScopeKind, bindings []facts.Binding) {
	body := e.child(i, fieldBody)
	branch := e.branch
	if kind == facts.FunctionScope {
		e.branch = 0 // what is conditional outside is not inside: the body runs only if the function exists
	}
	scope := e.inScope(kind, index, e.line(i), func() {
		e.file.Definitions[index].Body = e.scope
		for _, b := range bindings {
			e.bind(b)
		}
		if body >= 0 {
			e.file.Definitions[index].Doc = e.docstring(body)
			e.statements(body)
		}
	})
	e.branch = branch
	e.file.Definitions[index].Body = scope
}

// withTypeParameters runs walk inside the scope of type parameters, when there are any.
func (e *extractor) withTypeParameters(i int32, walk func()) {
	p := e.child(i, fieldTypeParameters)
	if p < 0 {
		walk()
		return
	}
	e.inScope(facts.TypeScope, -1, e.line(i), func() {
		e.typeParameters(p)
		walk()
	})
}

// typeParameters binds `T`, `T: bound`, `*Ts`, `**P`.
func (e *extractor) typeParameters(i int32) {
	if e.hasTypeDefaults(i) {
		e.typeParametersByText(i)
		return
	}
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		e.bindFirstIdentifier(c)
		for k := c + 1; k < e.nodes[c].next; k++ {
			if e.nodes[k].kind == kindConstrainedType {
				if bound := e.first(k); bound >= 0 && e.nodes[bound].next < e.nodes[k].next {
					e.evaluate(e.nodes[bound].next, false)
				}
				break
			}
		}
	}
}

// hasTypeDefaults reports whether type parameters have defaults (Python 3.13), which the grammar takes for errors.
func (e *extractor) hasTypeDefaults(i int32) bool {
	return bytes.IndexByte(e.text[e.nodes[i].start:e.nodes[i].end], '=') >= 0
}

// typeParametersByText binds the names that stand first between commas; every other name is read.
func (e *extractor) typeParametersByText(i int32) {
	n := e.nodes[i]
	starts := map[uint32]bool{}
	depth := 0
	for at := n.start; at < n.end; at++ {
		switch e.text[at] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		}
		if c := e.text[at]; depth == 1 && (c == ',' || c == '[') {
			name := at + 1
			for name < n.end && bytes.IndexByte([]byte(" \t\r\n*"), e.text[name]) >= 0 {
				name++
			}
			starts[name] = true
		}
	}
	for c := i + 1; c < n.next; c++ {
		switch {
		case e.nodes[c].kind != kindIdentifier:
		case starts[e.nodes[c].start]:
			e.bindFirstIdentifier(c)
		default:
			e.load(c, false)
		}
	}
}

func (e *extractor) bindFirstIdentifier(i int32) {
	for c := i; c < e.nodes[i].next; c++ {
		if e.nodes[c].kind == kindIdentifier {
			e.bind(facts.Binding{Name: e.nameOf(c), Kind: facts.BindType, Target: -1, Line: e.line(c)})
			return
		}
	}
}

// parameters evaluates defaults and annotations here and gives the parameters with the bindings they make inside.
func (e *extractor) parameters(i int32) ([]facts.Parameter, []facts.Binding) {
	var list []facts.Parameter
	kind := facts.Positional
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch e.nodes[c].kind {
		case kindPositionalSeparator:
			for k := range list {
				list[k].Kind = facts.PositionalOnly
			}
		case kindKeywordSeparator:
			kind = facts.KeywordOnly
		case kindTuplePattern, kindError:
			e.fault(c)
		default:
			p := e.parameter(c, kind)
			if p.Kind == facts.VarPositional {
				kind = facts.KeywordOnly
			}
			list = append(list, p)
		}
	}
	bindings := make([]facts.Binding, 0, len(list))
	for _, p := range list {
		bindings = append(bindings, facts.Binding{
			Name: p.Name, Kind: facts.BindParameter, Target: -1, Value: p.Default, Annotation: p.Annotation, Line: e.line(i),
		})
	}
	return list, bindings
}

func (e *extractor) parameter(i int32, kind facts.ParameterKind) facts.Parameter {
	p := facts.Parameter{Kind: kind}
	if value := e.child(i, fieldValue); value >= 0 {
		p.HasDefault, p.Default = true, e.evaluate(value, true)
	}
	if annotation := e.child(i, fieldType); annotation >= 0 {
		p.Annotation = e.evaluate(annotation, true)
	}
	for c := i; c < e.nodes[i].next; c++ {
		switch e.nodes[c].kind {
		case kindListSplatPattern:
			p.Kind = facts.VarPositional
		case kindDictionarySplatPattern:
			p.Kind = facts.VarKeyword
		case kindIdentifier:
			p.Name = e.nameOf(c)
			return p
		}
	}
	return p
}

// signature is the head of a definition in one line, from the keyword to the colon.
func (e *extractor) signature(i int32) string {
	end := e.nodes[i].end
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch e.nodes[c].field {
		case fieldName, fieldParameters, fieldReturnType, fieldSuperclasses, fieldTypeParameters:
			end = e.nodes[c].end
		}
	}
	return oneLine(e.text[e.nodes[i].start:end], maxSignatureText)
}

func (e *extractor) docstring(body int32) facts.Name {
	statement := e.first(body)
	if statement < 0 || e.nodes[statement].kind != kindExpressionStatement {
		return 0
	}
	literal := e.first(statement)
	if literal < 0 || e.nodes[literal].kind != kindString && e.nodes[literal].kind != kindConcatenatedString {
		return 0
	}
	value, _ := e.stringValue(literal, maxDocText)
	return e.name(cleanDoc(value))
}

// endLine is the line on which the last statement of a node ends.
func (e *extractor) endLine(i int32) int32 {
	for e.nodes[i].kind.isCompound() {
		last := int32(-1)
		for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
			if !e.nodes[c].missing {
				last = c
			}
		}
		if last < 0 {
			break
		}
		i = last
	}
	n := e.nodes[i]
	if n.endColumn == 0 && n.endRow > n.row {
		return int32(n.endRow)
	}
	return int32(n.endRow) + 1
}

// isCompound reports whether a node ends where its last part ends.
func (k kind) isCompound() bool {
	switch k {
	case kindBlock, kindFunctionDefinition, kindClassDefinition, kindDecoratedDefinition, kindIfStatement, kindElifClause,
		kindElseClause, kindForStatement, kindWhileStatement, kindTryStatement, kindExceptClause, kindExceptGroupClause,
		kindFinallyClause, kindWithStatement, kindMatchStatement, kindCaseClause:
		return true
	default:
		return false
	}
}
