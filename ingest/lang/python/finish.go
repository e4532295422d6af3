//go:build cgo

package python

import (
	"slices"

	"assay/ingest/facts"
)

// finish decides, now that every binding is known, which references can matter outside of their function, and drops the
// others. It needs the nodes.
func (e *extractor) finish() {
	e.declareGlobals()
	top := map[facts.Name]bool{}
	for _, b := range e.file.Scopes[0].Bindings {
		top[b.Name] = true
	}
	late := e.loads
	kept := e.file.Sites[:0]
	for i, s := range e.file.Sites {
		if s.Kind == facts.Protocol {
			if e.finishProtocol(i, &s) {
				kept = append(kept, s)
			}
			continue
		}
		if s.Kind != facts.Reference {
			kept = append(kept, s)
			continue
		}
		node := int32(-1)
		if len(late) > 0 && late[0].site == i {
			node, late = late[0].node, late[1:]
		}
		base, attribute := e.baseOf(s.Expr, node)
		if !e.matters(s.Scope, base, attribute, top) {
			continue
		}
		if node >= 0 {
			s.Expr = e.chain(node)
		}
		kept = append(kept, s)
	}
	e.file.Sites = kept
	e.loads, e.receivers = nil, nil
}

// baseOf gives the name at the root of a reference, which is either an expression or still a node.
func (e *extractor) baseOf(x facts.Expr, i int32) (base facts.Name, attribute bool) {
	if i < 0 {
		for e.file.Expressions[x].Kind == facts.Attr {
			x, attribute = e.file.Expressions[x].Base, true
		}
		if e.file.Expressions[x].Kind != facts.Ident {
			return 0, attribute
		}
		return e.file.Expressions[x].Name, attribute
	}
	for e.nodes[i].kind == kindAttribute {
		i, attribute = e.child(i, fieldObject), true
	}
	if e.nodes[i].kind == kindDottedName {
		return e.nameOf(e.first(i)), e.nodes[e.first(i)].next < e.nodes[i].next
	}
	return e.nameOf(i), attribute
}

// matters reports whether a reference may denote something that other code sees: names of the file, of classes and of
// imports, and attributes of whatever it is. Plain local variables do not, nor do builtins.
func (e *extractor) matters(from int32, base facts.Name, attribute bool, top map[facts.Name]bool) bool {
	for s := from; s > 0; s = e.file.Scopes[s].Parent {
		scope := &e.file.Scopes[s]
		if scope.Kind == facts.ClassScope && s != from {
			continue
		}
		switch bindingOf(scope, base) {
		case bindsNot:
		case bindsLocally:
			return scope.Kind == facts.ClassScope || attribute // it may be a property
		default:
			return true
		}
	}
	return top[base] || !isBuiltin(e.file.Names[base])
}

// How a scope binds a name.
const (
	bindsNot = iota
	bindsLocally
	bindsVisibly // a definition or an import
	bindsGlobally
)

func bindingOf(scope *facts.Scope, name facts.Name) int {
	how := bindsNot
	for i := range scope.Bindings {
		b := &scope.Bindings[i]
		if b.Name != name {
			continue
		}
		switch b.Kind {
		case facts.BindGlobal:
			return bindsGlobally
		case facts.BindNonlocal:
			return bindsNot
		case facts.BindDefinition, facts.BindImport:
			how = bindsVisibly
		default:
			how = max(how, bindsLocally)
		}
	}
	return how
}

// declareGlobals binds in the outer scope what functions assign to names that they declare global or nonlocal. When they
// run is not known, so those bindings never hide the others.
func (e *extractor) declareGlobals() {
	for s := 1; s < len(e.file.Scopes); s++ {
		declared := map[facts.Name]facts.BindingKind{}
		for _, b := range slices.Clone(e.file.Scopes[s].Bindings) {
			switch kind, found := declared[b.Name]; {
			case b.Kind == facts.BindGlobal || b.Kind == facts.BindNonlocal:
				declared[b.Name] = b.Kind
			case !found || b.Kind == facts.BindDelete:
			case kind == facts.BindGlobal:
				e.bindGlobal(b, int32(s))
			default:
				e.bindNonlocal(b, int32(s))
			}
		}
	}
}

func (e *extractor) bindGlobal(b facts.Binding, from int32) {
	scope := &e.file.Scopes[0]
	b = e.outside(b, from, 0)
	if b.Kind == facts.BindAssign || b.Kind == facts.BindAugment {
		b.Target = e.globalVariable(b)
	}
	b.Branch = e.sometimes(0)
	b.At = e.tick()
	scope.Bindings = append(scope.Bindings, b)
}

// bindNonlocal binds in the function around that has the name, from where the inner function is defined.
func (e *extractor) bindNonlocal(b facts.Binding, from int32) {
	definition := e.file.Scopes[from].Definition
	if definition < 0 {
		return
	}
	for s := e.file.Scopes[from].Parent; s > 0; s = e.file.Scopes[s].Parent {
		scope := &e.file.Scopes[s]
		if scope.Kind != facts.FunctionScope || bindingOf(scope, b.Name) == bindsNot {
			continue
		}
		b = e.outside(b, from, s)
		b.At, b.Branch = e.file.Definitions[definition].At, e.sometimes(e.file.Definitions[definition].Branch)
		behind := slices.IndexFunc(scope.Bindings, func(other facts.Binding) bool { return other.At > b.At })
		if behind < 0 {
			behind = len(scope.Bindings)
		}
		scope.Bindings = slices.Insert(scope.Bindings, behind, b)
		return
	}
}

// sometimes makes a branch that may run or not.
func (e *extractor) sometimes(parent int32) int32 {
	e.file.Branches = append(e.file.Branches, facts.Branch{Parent: parent, Group: e.group(), Kind: facts.BranchIf})
	return int32(len(e.file.Branches) - 1)
}

// outside is a binding as an outer scope sees it: a value that is made of names of the scopes between means nothing there.
func (e *extractor) outside(b facts.Binding, from, to int32) facts.Binding {
	x := b.Value
	for e.file.Expressions[x].Kind == facts.Attr {
		x = e.file.Expressions[x].Base
	}
	root := e.file.Expressions[x]
	for s := from; s > to && root.Kind == facts.Ident; s = e.file.Scopes[s].Parent {
		if how := bindingOf(&e.file.Scopes[s], root.Name); how != bindsNot && how != bindsGlobally {
			b.Value = 0
		}
	}
	return b
}

func (e *extractor) globalVariable(b facts.Binding) int32 {
	key := variableKey{0, b.Name}
	if known, found := e.variables[key]; found {
		return known
	}
	e.variables[key] = int32(len(e.file.Definitions))
	e.file.Definitions = append(e.file.Definitions, facts.Definition{
		Kind: facts.Variable, Name: b.Name, Body: -1, Start: b.Line, NameLine: b.Line, End: b.Line,
		At: e.at, Value: b.Value, Signature: b.Name,
	})
	return int32(len(e.file.Definitions) - 1)
}
