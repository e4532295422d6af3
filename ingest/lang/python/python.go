// Package python reads Python: it turns the bytes of one file into facts, and the facts of a repository into symbols
// and edges by the language's own rules.
//
// Extraction (extract.go and what it calls, by tree-sitter): flatten.c copies the tree into one array, which is walked
// in the order of evaluation; a broken file is read once more piece by piece (sections.go). Resolution: model.go has the
// types, roots.go and imports.go find modules, scope.go names, modules.go attributes of modules, mro.go and members.go
// attributes of classes, evaluate.go expressions; write.go and calls.go make the rows. Tests and fixtures by the rules
// of pytest and unittest are in pytest*.go.
//
// What was decided:
//   - A class body is code of the class: a call in it starts at the class's symbol. Code at the top of a file, decorators
//     and defaults belong to what is around the definition; lambdas and comprehensions to the function they stand in.
//   - Evidence is exact when the language leaves one target. It is inferred when several bindings may be in force, when a
//     class below overrides a method called on self, when a class of an unknown library comes before in the order, and
//     when a decorator may have replaced the definition; guess for a module that only bears the imported name.
//   - Class() calls __init__ and __new__ where the repository has them, else the class; it refers to the class too.
//     Reading or assigning a property calls its function. A class statement calls its metaclass and __init_subclass__.
//   - What the language calls by itself is a call with the rule "protocol": with, for, operators, indexes, conditions,
//     conversions and the functions of the standard library that do it, on self, on objects made in the same function and
//     on classes with a metaclass (protocol.go says what of it is told where the class is not known).
//   - An import statement refers to what it names where nothing else in the file does, and always in an __init__.py.
//   - A name made of a text, getattr(x, "visit_" + y), tells the pattern "visit_*"; of globals() the names that fit it.
//   - Values outside of the repository are called, not referred to: the import says that they are used.
//   - Production code resolves into test code only where an import names it under the importer's own root.
//   - A signature under @overload is for type checkers: it is no symbol, callers find the function behind it.
//   - A local variable is followed to the instance or literal it was assigned; variables of files and attributes of
//     instances are not: anyone may assign them. What other code assigns to an attribute of a class, an instance or a file
//     (outside.go) is one of several values; what a test assigns holds in that test's file. Everything that is not resolved is MAY_CALL with its reason, but for
//     values that have no name.
package python

import (
	"regexp"
	"strings"

	"assay/ingest/lang"
	"assay/internal/graph"
)

// Python is the language; it has no state.
type Python struct{}

var (
	_ lang.Language = Python{}
	_ lang.Decoder  = Python{}
	_ lang.Scripts  = Python{}
)

// version is part of the key of cached facts: it changes with whatever Extract writes.
const version = "python-9"

// Name is the language's name in the graph.
func (Python) Name() string { return "python" }

// Version changes whenever Extract would give other facts for the same bytes.
func (Python) Version() string { return version }

// Claims reports whether a file is Python source: modules, stubs excluded.
func (Python) Claims(path string) bool {
	path = strings.ToLower(path)
	return strings.HasSuffix(path, ".py") || strings.HasSuffix(path, ".pyw")
}

// interpreter is the first line of a script that Python runs: "#!/usr/bin/python3.11", "#!/usr/bin/env -S uv run python".
var interpreter = regexp.MustCompile(`^#!.*\b(python|pypy)[\d.]*w?(\s|$)`)

// ClaimsScript reports whether Python runs a file without an ending.
func (Python) ClaimsScript(firstLine string) bool { return interpreter.MatchString(firstLine) }

// Resolve turns the facts of all files into rows.
func (Python) Resolve(repository lang.Repository) *graph.Graph {
	model := newModel(repository)
	out := &graph.Graph{}
	model.write(out, repository.Mentions)
	addTests(model, out)
	return out
}
