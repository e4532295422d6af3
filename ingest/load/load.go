// Package load brings a graph into Neo4j: it compares the wanted rows with those that stand there by their
// fingerprints, writes the difference, and publishes it as one new version. A load of what is there already writes
// nothing.
package load

import (
	"time"

	"assay/internal/graph"
)

// Snapshot describes the state of the repository that a graph was made from.
type Snapshot struct {
	Project       string // name, see ProjectName for what is allowed
	Root          string // real path of the repository
	Commit        string // "" outside of a git repository
	Branch        string
	Dirty         bool // the work tree held changes that are not committed
	Languages     []string
	ExtractorHash string               // of all versions of extractors
	Status        graph.SnapshotStatus // ready or partial
	// Counts are further counts to keep beside those of the rows: unresolved, skipped, ...
	Counts map[string]int64
}

// Result says what a load did.
type Result struct {
	Version int64 // the published version; that of before when nothing was written
	Changed bool  // false when nothing was written
	Retries int   // transactions that were repeated after transient errors
	Run     int   // ordinal of the run that AddObserved added
	// Counts has the rows of the published version (files, packages, symbols, classes, functions, variables, tests,
	// fixtures, names, externals, edges, each edge type) and what was written (nodes_created, nodes_updated,
	// nodes_deleted, edges_created, edges_deleted).
	Counts map[string]int64
	// Seconds by phase: compare, write, publish, clean.
	Seconds map[string]float64
}

// Progress is told how far a phase has come; total is 0 when it is not known. It is called from one goroutine at a
// time.
type Progress func(phase string, done, total int)

// Run is one execution of a test suite whose observations are added to a loaded project.
type Run struct {
	ID        string // unique in the project: a hash of what was imported; the same run again writes nothing
	Source    string // what observed: "coverage.py"
	Commit    string // of the repository when the tests ran; "" when unknown
	CreatedAt time.Time
	// Tests are the IDs of the tests that ran. What they were observed to execute before is replaced.
	Tests []string
	// Made are tests that no load of the source knew, because they are made while the runner collects. They get nodes of
	// their own, which later loads leave standing as long as their file exists.
	Made []graph.Test
	// Cases is the number of parameter sets seen by test ID; it becomes the property cases of the test.
	Cases map[string]int
	// Measured are the loaded files that the run watched, by path: of other files it says nothing.
	Measured map[string]graph.Measured
}
