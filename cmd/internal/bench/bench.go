// Package bench measures what assay costs against the budgets that it set itself: loads of known repositories (processor
// time of the service and of Neo4j together, memory, wall time by phase) and the latency of questions. It writes the
// tables of docs/benchmarks.md.
package bench

import (
	"time"

	"assay/ingest"
)

// Load is one measured load of a repository.
type Load struct {
	Corpus string
	// Kind is "full" into an empty project without cached facts, "again" for the same files, "one line" after an edit.
	Kind     string
	Wall     time.Duration
	Service  time.Duration // processor time of assay and its parse workers
	Database time.Duration // processor time of Neo4j, until it is idle again
	RSS      int64         // peak of the resident memory of assay and its workers together, in bytes
	Report   ingest.Report
}

// CPU is the processor time of both sides together.
func (l Load) CPU() time.Duration { return l.Service + l.Database }

// Latency is what one kind of question takes, one client at a time.
type Latency struct {
	Question string
	About    string // "spread" over the project, or the "most called" functions
	Way      string // "in process" or "HTTP"
	Asked    int
	P50, P99 time.Duration
	// CPU is the mean processor time a question, of service and Neo4j together.
	CPU time.Duration
}

// Result is everything that one run measured.
type Result struct {
	Machine   Machine
	Loads     []Load
	Asked     string // corpus that the questions were asked about
	Functions int64
	Latencies []Latency
}
