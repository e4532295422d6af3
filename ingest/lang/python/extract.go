//go:build cgo

package python

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// pythonSyntax is the grammar with its tables, made on first use and never changed.
var pythonSyntax = sync.OnceValue(newSyntax)

// Reasons why a file is known in part.
const (
	partialSyntax   = "syntax error"
	partialNesting  = "nesting"
	partialEncoding = "encoding"
)

// Extract reads one file. Whatever the parser or the limits do not let through is told in the facts: Diagnostics,
// Partial, and the identifiers of the parts that were not understood in Lost.
func (Python) Extract(source []byte) (*facts.File, error) {
	text := decode(source)
	e := newExtractor(text)
	err := pythonSyntax().parse(text.text, e.module)
	switch {
	case errors.Is(err, errTime), errors.Is(err, errNodes):
		e.partial(err.Error())
		e.diagnose(1, err.Error())
		e.lose(0, uint32(len(text.text)), 1)
	case err != nil:
		return nil, fmt.Errorf("parse: %w", err)
	}
	if e.file.Partial == partialSyntax {
		return e.bySections(text)
	}
	return e.file, nil
}

// extractor walks a flat tree in the order in which Python evaluates it.
type extractor struct {
	text  []byte
	nodes []syntaxNode
	file  *facts.File
	names map[string]facts.Name
	lost  map[facts.Name]struct{}
	// variables are the definitions of variables so far.
	variables map[variableKey]int32

	scope  int32
	branch int32
	groups int32 // groups of branches given out
	at     int32 // position in the order of evaluation

	// loads are the references, by site, whose expressions are made once all bindings are known. With eager set they are
	// made at once: then the nodes are gone before.
	loads []load
	// receivers are those of protocol sites, likewise.
	receivers []load
	typing    bool // in an annotation
	eager     bool
}

// variableKey is a variable of a file or class.
type variableKey struct {
	scope int32
	name  facts.Name
}

// load is a reference whose expression has not been made.
type load struct {
	site int
	node int32
}

func newExtractor(text decoded) *extractor {
	e := &extractor{
		text:      text.text,
		names:     map[string]facts.Name{"": 0},
		lost:      map[facts.Name]struct{}{},
		variables: map[variableKey]int32{},
		file: &facts.File{
			Lines:       lineCount(text.text),
			Encoding:    text.encoding,
			Names:       []string{""},
			Scopes:      []facts.Scope{{Kind: facts.ModuleScope, Parent: -1, Definition: -1, Line: 1}},
			Branches:    make([]facts.Branch, 1),
			Expressions: make(facts.Expressions, 1),
		},
	}
	if text.fault != nil {
		e.partial(partialEncoding)
		e.diagnose(text.fault.Line, text.fault.Message)
	}
	return e
}

// module walks the tree of a whole file.
func (e *extractor) module(nodes []syntaxNode, cut bool) {
	e.tree(nodes, cut)
	e.finish()
	e.nodes = nil
}

// tree walks the tree of a file or a piece of it.
func (e *extractor) tree(nodes []syntaxNode, cut bool) {
	e.nodes = nodes
	if cut {
		e.partial(partialNesting)
	}
	e.faults()
	e.statements(0)
}

func (e *extractor) partial(reason string) {
	if e.file.Partial == "" {
		e.file.Partial = reason
	}
}

func (e *extractor) diagnose(line int, message string) {
	if len(e.file.Diagnostics) < graph.MaxDiagnostics {
		e.file.Diagnostics = append(e.file.Diagnostics, facts.Diagnostic{Line: line, Message: message})
	}
}

// name interns a string; a text that was cut within a character loses what is left of it.
func (e *extractor) name(text string) facts.Name {
	n, found := e.names[text]
	if !found {
		text = strings.ToValidUTF8(strings.Clone(text), "")
		if n, found = e.names[text]; found {
			return n
		}
		n = facts.Name(len(e.file.Names))
		e.file.Names = append(e.file.Names, text)
		e.names[text] = n
	}
	return n
}

// nameOf interns the text of a node.
func (e *extractor) nameOf(i int32) facts.Name {
	text := e.text[e.nodes[i].start:e.nodes[i].end]
	if n, found := e.names[string(text)]; found {
		return n
	}
	return e.name(identifier(string(text)))
}

// identifier is a name as Python compares it: in the normal form NFKC.
func identifier(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return norm.NFKC.String(text)
		}
	}
	return text
}

func (e *extractor) source(i int32) string { return string(e.text[e.nodes[i].start:e.nodes[i].end]) }

func (e *extractor) line(i int32) int32 { return int32(e.nodes[i].row) + 1 }

// child gives the child of a node under a field; -1 when there is none.
func (e *extractor) child(i int32, f field) int32 {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if e.nodes[c].field == f {
			return c
		}
	}
	return -1
}

// first gives the first child of a node; -1 when there is none.
func (e *extractor) first(i int32) int32 {
	if i+1 < e.nodes[i].next {
		return i + 1
	}
	return -1
}

// tick moves on in the order of evaluation.
func (e *extractor) tick() int32 {
	e.at++
	return e.at
}

// inScope runs walk in a new scope.
func (e *extractor) inScope(kind facts.ScopeKind, definition, line int32, walk func()) int32 {
	scope := int32(len(e.file.Scopes))
	e.file.Scopes = append(e.file.Scopes, facts.Scope{Kind: kind, Parent: e.scope, Definition: definition, Line: line})
	outer := e.scope
	e.scope = scope
	walk()
	e.scope = outer
	return scope
}

// inBranch runs walk in an arm of a conditional statement.
func (e *extractor) inBranch(kind facts.BranchKind, group int32, walk func()) {
	branch := int32(len(e.file.Branches))
	e.file.Branches = append(e.file.Branches, facts.Branch{Parent: e.branch, Group: group, Kind: kind})
	outer := e.branch
	e.branch = branch
	walk()
	e.branch = outer
}

// group gives out a number for arms that exclude each other.
func (e *extractor) group() int32 {
	e.groups++
	return e.groups
}

// bind records that a name gets a value here. In a comprehension only its own targets bind there: an assignment
// expression binds outside of it.
func (e *extractor) bind(b facts.Binding) {
	b.At, b.Branch = e.tick(), e.branch
	scope := &e.file.Scopes[e.scope]
	scope.Bindings = append(scope.Bindings, b)
}

func (e *extractor) site(s facts.Site) {
	s.Scope, s.Branch, s.At = e.scope, e.branch, e.tick()
	e.file.Sites = append(e.file.Sites, s)
}
