// Package ingest turns a repository into the graph: walk, parse, extract, resolve, load, publish.
package ingest

import "assay/internal/graph"

// Report is the outcome of one load, as `assay ingest --json` prints it.
type Report struct {
	Project string               `json:"project"`
	Root    string               `json:"root"`
	Version int64                `json:"version"`
	Commit  string               `json:"commit,omitempty"`
	Dirty   bool                 `json:"dirty"`
	Status  graph.SnapshotStatus `json:"status"` // ready, or partial when something was missed
	// Counts has files, packages, symbols, classes, functions, variables, tests, fixtures, externals, names, edges,
	// edges by type ("CALLS"), and what was written: nodes_created, nodes_updated, nodes_deleted, edges_created, edges_deleted;
	// beside them files by state and role (files_parsed, files_partial, files_skipped, files_listed, files_source,
	// files_test, files_config, files_doc, files_generated, files_vendored, files_other) and cached, the files whose facts
	// were known already, from an earlier load or a file with the same bytes.
	Counts  map[string]int64 `json:"counts"`
	Skipped []SkippedFile    `json:"skipped"` // skipped and partly read files, sorted by path
	// Notes are sentences about what is no file's own fault: git that could not be asked, folders left out, a cache that
	// cannot be written, a repository without source that assay reads.
	Notes []string `json:"notes,omitempty"`
	// Unresolved counts call sites without a target, over the whole repository.
	Unresolved int                `json:"unresolved"`
	Retries    int                `json:"retries"` // transactions that were repeated after a transient error
	Seconds    map[string]float64 `json:"seconds"` // by phase: walk, parse, resolve, load, publish, total
}

// SkippedFile is a file that was not read, or only in part.
type SkippedFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	// Partial is true when the file's readable part is in the graph.
	Partial bool `json:"partial"`
	Line    int  `json:"line,omitempty"` // of the first fault
}
