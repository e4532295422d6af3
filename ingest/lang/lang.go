// Package lang is the contract between the pipeline and a language. A language is one folder below this one: it says
// which files are its own, turns the bytes of one file into facts (in a child process, see ingest/parse), and turns the
// facts of a whole repository into symbols, tests and edges. One language never imports another.
package lang

import (
	"assay/ingest/facts"
	"assay/internal/graph"
)

// Language is what the pipeline needs of a language.
type Language interface {
	// Name is the language's name in the graph, in lower case.
	Name() string
	// Version changes whenever Extract would give other facts for the same bytes: cached facts are kept by it.
	Version() string
	// Claims reports whether the file at this repository-relative path is of the language.
	Claims(path string) bool
	// Extract reads one file. It runs in a child process that may be killed by a memory limit or a deadline; it never
	// sees the path, so that facts can be kept by content. Faulty syntax is no error: it is told in the facts.
	Extract(source []byte) (*facts.File, error)
	// Resolve turns the facts of all files of a repository into rows. It is deterministic: equal files give equal rows.
	Resolve(repository Repository) *graph.Graph
}

// Decoder is implemented by a language whose files may have other encodings than UTF-8: Decode gives the text of a file
// as UTF-8, line ends kept. Without it a file that is not UTF-8 keeps no text in the graph.
type Decoder interface {
	Decode(source []byte) ([]byte, error)
}

// Scripts is implemented by a language whose programs may be files without an ending: ClaimsScript reports whether the
// first line of such a file ("#!/usr/bin/env python3") names its interpreter.
type Scripts interface {
	ClaimsScript(firstLine string) bool
}

// Repository is what Resolve sees of a repository.
type Repository struct {
	// Files are the files that the language claims, sorted by path, unreadable ones included (Facts is nil).
	Files []File
	// Config holds the texts of files that decide how names resolve or tests are found, by path:
	// pyproject.toml, setup.cfg, pytest.ini, tox.ini.
	Config map[string]string
	// Mentions are files that no language reads and that may use what the repository defines.
	Mentions []Mention
}

// Mention is a file whose text is searched for names only: each of its words that some definition bears becomes a MAY_CALL
// edge from the file, with the reason.
type Mention struct {
	Path   string
	Words  []string // each once
	Reason string
}

// File is one file of a repository with its facts.
type File struct {
	Path  string
	Role  graph.Role
	Facts *facts.File // nil when the file was skipped
	// Words are the identifiers in the text of a skipped file, each once: what it may call or define is unknown, so each
	// of them that some definition of the repository bears becomes a MAY_CALL edge from the file. Nil when Facts is set
	// and when the text could not be read.
	Words []string
	// Reason says why a file was skipped.
	Reason string
}
