//go:build cgo

package python

// #include <stdlib.h>
// #include "flatten.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

// Limits of one file.
const (
	// maxDepth bounds the nesting that extraction follows. CPython gives up at 200 brackets and some thousand operators.
	maxDepth = 4000
	// maxNodes bounds the nodes of one flat tree: 36 bytes each, 300 MB.
	maxNodes = 1 << 23
	// parseLimit is what tree-sitter may take for one file, in microseconds of wall time: a net for use without a worker,
	// whose limit in processor time comes first even on a busy machine, so that equal files have equal outcomes.
	parseLimit = 100_000_000
)

// errLimit says that a file was given up because of a limit: its text is the reason in the report.
var (
	errTime  = errors.New("parser time")
	errNodes = errors.New("too many nodes")
)

// syntaxNode is one node of a flat tree: C.flat_node with Go's types.
type syntaxNode struct {
	kind      kind
	field     field
	missing   bool
	cut       bool
	symbol    uint16
	_         uint16
	start     uint32
	end       uint32
	row       uint32
	endRow    uint32
	endColumn uint32
	next      int32
}

// syntax is the grammar with its tables: which kind a symbol has and which number a field.
type syntax struct {
	language *sitter.Language
	kinds    []kind
	fields   []field
}

func newSyntax() *syntax {
	language := sitter.NewLanguage(grammar.Language())
	s := &syntax{language: language, kinds: make([]kind, language.SymbolCount())}
	for i := range s.kinds {
		s.kinds[i] = kindOfSymbol(language, sitter.Symbol(i))
	}
	s.fields = append(s.fields, fieldNone)
	for i := 1; language.FieldName(i) != ""; i++ {
		s.fields = append(s.fields, fieldNames[language.FieldName(i)])
	}
	return s
}

func kindOfSymbol(language *sitter.Language, symbol sitter.Symbol) kind {
	name := language.SymbolName(symbol)
	switch {
	case language.SymbolType(symbol) != sitter.SymbolTypeRegular:
		if name == "async" {
			return kindAsync
		}
		return kindDrop
	case slices.Contains(droppedNames, name):
		return kindDrop
	case kindNames[name] != 0:
		return kindNames[name]
	default:
		return kindOther
	}
}

// symbolText is the grammar's own word for a symbol.
func (s *syntax) symbolText(symbol uint16) string {
	return s.language.SymbolName(sitter.Symbol(symbol))
}

// parse reads source into a flat tree and hands it to use; the tree lives in C memory only while use runs.
func (s *syntax) parse(source []byte, use func(nodes []syntaxNode, cut bool)) error {
	parser := sitter.NewParser() // never reused: one that ran into its limit would go on with the old text
	defer parser.Close()
	parser.SetLanguage(s.language)
	parser.SetOperationLimit(parseLimit)
	tree, err := parser.ParseCtx(context.Background(), nil, source)
	if err != nil {
		return errTime // the only other error is a missing language
	}
	// The C value of a node is the first field of smacker's Node, which does not export it.
	root := *(*C.TSNode)(unsafe.Pointer(tree.RootNode()))
	var flat C.flat_tree
	C.flatten(root, (*C.uint8_t)(unsafe.Pointer(&s.kinds[0])), (*C.uint8_t)(unsafe.Pointer(&s.fields[0])),
		maxDepth, maxNodes, &flat)
	tree.Close()
	defer C.free(unsafe.Pointer(flat.nodes))
	if flat.failed {
		return fmt.Errorf("%w: more than %d", errNodes, flat.count)
	}
	use(unsafe.Slice((*syntaxNode)(unsafe.Pointer(flat.nodes)), flat.count), bool(flat.cut))
	return nil
}
