// Package python reads Python: it turns the bytes of one file into facts (extract*.go, by tree-sitter), and the facts
// of a repository into symbols and edges by the language's own rules: scopes (scope.go), imports (imports.go), the
// method resolution order (mro.go), calls and references (calls.go), and tests and fixtures by the rules of pytest and
// unittest (pytest*.go).
package python

import (
	"strings"

	"assay/ingest/lang"
	"assay/internal/graph"
)

// Python is the language; it has no state.
type Python struct{}

var (
	_ lang.Language = Python{}
	_ lang.Decoder  = Python{}
)

// version is part of the key of cached facts: it changes with whatever Extract writes.
const version = "python-1"

// Name is the language's name in the graph.
func (Python) Name() string { return "python" }

// Version changes whenever Extract would give other facts for the same bytes.
func (Python) Version() string { return version }

// Claims reports whether a file is Python source: modules, stubs excluded.
func (Python) Claims(path string) bool {
	return strings.HasSuffix(path, ".py") || strings.HasSuffix(path, ".pyw")
}

// Resolve turns the facts of all files into rows.
func (Python) Resolve(repository lang.Repository) *graph.Graph {
	model := newModel(repository)
	out := &graph.Graph{}
	model.write(out)
	addTests(model, out)
	return out
}
