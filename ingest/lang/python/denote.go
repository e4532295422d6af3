package python

import (
	"slices"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// valueKind says what a value is.
type valueKind uint8

const (
	unknownValue   valueKind = iota // reason says why
	functionValue                   // definition; owner-bound when reached through an instance or class
	classValue                      // definition
	variableValue                   // definition, of which more is not known
	moduleValue                     // module
	folderValue                     // text: a folder without __init__.py
	externalValue                   // text: dotted name
	selfValue                       // an instance of definition or of a class that inherits from it
	classSelfValue                  // definition or a class that inherits from it: "cls"
	instanceValue                   // an instance of exactly the class definition
	superValue                      // what comes behind class definition in the order of an instance's class
	literalValue                    // an instance of the builtin type text
	noneValue                       // None
)

// value is one thing that an expression may denote.
type value struct {
	kind       valueKind
	definition *Definition
	module     *Module
	after      *Definition
	text       string
	// dispatch is how a function was reached.
	dispatch dispatch
	receiver bool // of an unknown value: it is what an attribute was asked of
	own      bool // of an unknown value: an attribute that methods assign on their instance, or what a property gives
	imported bool // of an external value: a module for certain
	loose    bool // of an external value: an attribute of what may be any object, ours too
}

// dispatch is how a call reaches its target.
type dispatch uint8

const (
	directDispatch dispatch = iota
	methodDispatch
	superDispatch
)

// passed is a definition that an expression reads on the way to what it denotes.
type passed struct {
	definition *Definition
	getter     bool // a property's function: reading it runs it
}

// denotation is what an expression may denote. values is never empty; an unknown value among others says that the set is not
// complete.
type denotation struct {
	values   []value
	evidence graph.Evidence // exact when the rules of the language leave no choice
	how      string
	via      []passed
	// hidden is true when a class of a test may put something else there, which production code does not resolve to.
	hidden bool
}

func unknown(reason string) denotation {
	return denotation{values: []value{{kind: unknownValue, text: reason}}, evidence: graph.Exact}
}

func one(v value, how string) denotation {
	return denotation{values: []value{v}, evidence: graph.Exact, how: how}
}

// weaker is the weaker of two kinds of evidence.
func weaker(a, b graph.Evidence) graph.Evidence {
	if slices.Index(graph.AllEvidence, a) > slices.Index(graph.AllEvidence, b) {
		return a
	}
	return b
}

// unite makes one denotation of several alternatives. None drops out beside others: it cannot be called or read.
func unite(list []denotation) denotation {
	if len(list) == 1 {
		return list[0]
	}
	all := denotation{evidence: graph.Exact}
	for _, d := range list {
		for _, v := range d.values {
			if !slices.Contains(all.values, v) {
				all.values = append(all.values, v)
			}
		}
		for _, p := range d.via {
			if !slices.Contains(all.via, p) {
				all.via = append(all.via, p)
			}
		}
		all.evidence = weaker(all.evidence, d.evidence)
		if all.how == "" {
			all.how = d.how
		}
	}
	if len(all.values) > 1 {
		all.values = slices.DeleteFunc(all.values, func(v value) bool { return v.kind == noneValue })
	}
	if len(all.values) > 1 {
		all.evidence = weaker(all.evidence, graph.Inferred)
	}
	return all
}

// definitions lists the functions, classes and variables among the values.
func (d denotation) definitions() []*Definition {
	var list []*Definition
	for _, v := range d.values {
		switch v.kind {
		case functionValue, classValue, variableValue:
			list = append(list, v.definition)
		}
	}
	if len(list) == 0 && len(d.via) > 0 {
		if last := d.via[len(d.via)-1].definition; last.Kind == facts.Variable {
			list = append(list, last)
		}
	}
	return list
}

// known reports whether every value is known.
func (d denotation) known() bool {
	return !slices.ContainsFunc(d.values, func(v value) bool { return v.kind == unknownValue || v.kind == variableValue })
}

// TargetKind says what a name or expression denotes.
type TargetKind uint8

// Kinds of targets.
const (
	ToDefinition TargetKind = iota // Definition
	ToModule                       // Module, of the repository
	ToNamespace                    // a package without __init__.py: External holds its dotted name
	ToExternal                     // External: the dotted name outside of the repository, "pytest.fixture", "builtins.len"
)

// Target is what a name or expression denotes.
type Target struct {
	Kind       TargetKind
	Definition *Definition
	Module     *Module
	External   string
}

// Resolution is the answer to what an expression denotes.
type Resolution struct {
	// Targets has one entry when the language's rules decide, several when it is one of a set, none when it is unknown.
	Targets  []Target
	Evidence graph.Evidence
	How      string // the rule: "scope", "import", "mro", ...
	Reason   string // why there is no target
}

// Resolve says what an expression denotes that stands in a scope of a module and is evaluated when control is at
// position at there (Site.At, Definition.At), in a branch. For code that runs later (a function's body looking at the
// file's names) resolution itself uses the final bindings of the outer scopes.
func (m *Model) Resolve(module *Module, scope int32, expr facts.Expr, at, branch int32) Resolution {
	d := m.evaluate(place{module: module, scope: scope, at: at, branch: branch}, expr)
	r := Resolution{Evidence: d.evidence, How: d.how}
	for _, v := range d.values {
		switch v.kind {
		case functionValue, classValue, variableValue:
			r.Targets = append(r.Targets, Target{Kind: ToDefinition, Definition: v.definition})
		case moduleValue:
			r.Targets = append(r.Targets, Target{Kind: ToModule, Module: v.module})
		case folderValue:
			r.Targets = append(r.Targets, Target{Kind: ToNamespace, External: v.text})
		case externalValue:
			r.Targets = append(r.Targets, Target{Kind: ToExternal, External: v.text})
		case unknownValue:
			r.Reason = v.text
		}
	}
	return r
}
