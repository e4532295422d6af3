// Package bench measures what assay costs against the budgets that it set itself, in sections that can run alone: loads
// of known repositories, loads of made graphs of growing size, questions over HTTP with several clients, other tools on
// the same repositories, and memory at rest. Costs are processor time of the service and of Neo4j. It writes the tables
// of docs/benchmarks.md.
package bench

import (
	"context"
	"time"

	"assay/ingest"
	"assay/ingest/load"
	"assay/internal/graph"
)

// Store changes what a database holds.
type Store interface {
	Apply(ctx context.Context, snapshot load.Snapshot, rows *graph.Graph) (load.Result, error)
	AddObserved(ctx context.Context, project string, run load.Run, edges []graph.Edge) (load.Result, error)
	Delete(ctx context.Context, project string) error // not found when there is none
}

// Load is one measured load of a repository.
type Load struct {
	Corpus   string
	Kind     string // Full, Again or OneLine
	Wall     time.Duration
	Service  time.Duration // processor time of assay and its parse workers
	Database time.Duration // processor time of Neo4j, until it is idle again
	RSS      int64         // peak of the resident memory of assay and its workers together, in bytes
	Report   ingest.Report
}

// CPU is the processor time of both sides together.
func (l Load) CPU() time.Duration { return l.Service + l.Database }

// Growth is the first load of one made graph.
type Growth struct {
	Functions, Files, Symbols, Edges int
	Service, Database                time.Duration
	Wall                             time.Duration
	// Observed is the number of edges of the run of tests that was added behind the load; they are not in Edges.
	Observed    int
	ObservedCPU time.Duration
	Memory      int64 // of Neo4j after it, in bytes
}

// CPU is the processor time of both sides together, without the run of tests.
func (g Growth) CPU() time.Duration { return g.Service + g.Database }

// PerFile is the processor time of both sides for each file.
func (g Growth) PerFile() time.Duration { return g.CPU() / time.Duration(max(1, g.Files)) }

// What questions are asked about.
const (
	spreadSample  = "spread"      // functions spread over the project
	busiestSample = "most called" // those with the most callers
)

// Latency is what one kind of question takes with some clients.
type Latency struct {
	Question string
	About    string // functions "spread" over the project, or those that are "most called"
	Clients  int
	Asked    int
	Failed   int
	Error    string // of the first that failed
	P50, P99 time.Duration
	// PerSecond is how many questions were answered in a second by all clients together, Bare how often a driver alone
	// sent the same statements; Bare is 0 where that was not measured.
	PerSecond, Bare float64
	// Service and Database are the mean processor time of a question.
	Service, Database time.Duration
}

// Asked is what was measured of one project.
type Asked struct {
	Project   string
	Functions int64
	Latencies []Latency
	// Absent are questions that the service does not offer.
	Absent []string
}

// Rest is the memory of a service and its database that have nothing to do.
type Rest struct {
	Functions int64
	Service   int64 // resident memory in bytes, pages shared with others counted in parts
	Database  int64
}
