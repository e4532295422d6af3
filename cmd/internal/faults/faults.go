// Package faults kills what assay consists of, at random moments of loads, and checks what must hold all the same: no job
// is lost, each reply of the API is of one published version and never of an older one than before, and at the end the
// graph is that of a fresh load.
//
// The loaded repository is made for it: a hundred functions call one marker, and each version of the repository renames
// all of them at once. A reply with names of two versions, or with too few, is a mixed one.
package faults

import (
	"context"
	"time"

	"assay/deploy/neo4j"
)

// Target is what a kill hits.
type Target string

// Targets of kills.
const (
	Service  Target = "service"      // assay serve, with its own worker
	Worker   Target = "worker"       // assay worker
	Load     Target = "load process" // the process of a running job
	Database Target = "Neo4j"
)

// targets with the share of kills that each gets, out of ten.
var targets = []Target{Service, Service, Worker, Worker, Load, Load, Load, Database, Database, Database}

// Server is the database that is killed and started again. It must be nobody else's.
type Server interface {
	// Address is how to reach it. It may change with a start.
	Address() neo4j.Address
	// Kill ends it as a crash would.
	Kill() error
	// Start starts it again and waits until it answers.
	Start(ctx context.Context) error
}

// Options say what to do.
type Options struct {
	Binary string // assay
	Folder string // an empty one: repository, data directory and logs of the processes
	Server Server
	Kills  int
	Seed   uint64 // of what is killed when; the moments themselves depend on the machine
	// Targets are hit in this order, again and again; nil for a random choice.
	Targets []Target
	// Logf hears what happens; nil for silence.
	Logf func(format string, args ...any)
}

// Result is what a run gave.
type Result struct {
	Seed     uint64
	Kills    map[Target]int
	Jobs     int      // loads that were asked for
	Attempts int      // that they took, as their log tells
	Retries  int      // jobs that failed after their last attempt and were asked for again
	Lost     []string // jobs that are gone, or did not end
	Readers  Reading
	Lines    int  // of the export
	Equal    bool // the export of the project and that of a fresh load are the same
	Elapsed  time.Duration
}

// Reading is what the readers saw.
type Reading struct {
	Replies     int           // that were checked
	Versions    int           // distinct published versions among them
	Unavailable int           // requests that got no answer, or an error that says so
	Silence     time.Duration // longest time without a reply
	Mixed       []string      // replies of more than one version
	Stale       []string      // replies of a version older than one that had been published before they were asked for
	Odd         []string      // replies that no healthy service gives
}

// Holds reports whether everything that must hold did.
func (r Result) Holds() bool {
	return len(r.Lost) == 0 && r.Equal && len(r.Readers.Mixed) == 0 && len(r.Readers.Stale) == 0 && len(r.Readers.Odd) == 0 && r.Readers.Replies > 0
}

// total is the number of kills.
func (r Result) total() int {
	sum := 0
	for _, n := range r.Kills {
		sum += n
	}
	return sum
}
