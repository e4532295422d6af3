// Package jobs holds the work that is asked for now and done by whoever has time: loads of repositories and imports of
// coverage. A Job is a node in the database. Service adds, shows, cancels and retries jobs; Worker claims them, one a
// project at a time, and runs each in a process of its own; Child is the inside of that process.
//
// A claim is a lease (package lease): a worker that dies loses it, and the job goes back into the queue. Nothing is lost
// by a restart, and an attempt that is repeated does no harm: loads write differences and publish whole versions.
// All times come from the database's clock.
package jobs

import (
	"encoding/json"
	"time"
)

// Kind says what a job does.
type Kind string

// Kinds of jobs.
const (
	// Load brings a repository into the database, as assay ingest does.
	Load Kind = "load"
	// Coverage imports what tests were seen to execute, as assay import coverage does.
	Coverage Kind = "coverage"
)

// Kinds lists every kind.
var Kinds = []Kind{Load, Coverage}

// State says where a job stands.
type State string

// States of a job. The last three are final.
const (
	Queued    State = "queued"
	Running   State = "running"
	Succeeded State = "succeeded"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// States lists every state.
var States = []State{Queued, Running, Succeeded, Failed, Cancelled}

// Final reports whether nothing more happens to a job by itself.
func (s State) Final() bool { return s == Succeeded || s == Failed || s == Cancelled }

// Limits of a job.
const (
	// MaxAttempts is how often a job is tried before it fails, when its worker, its process or Neo4j dies.
	MaxAttempts = 5
	// MaxLog is the number of log lines that are kept; older ones go.
	MaxLog = 50
	// MaxLine bounds a line of the log, in bytes.
	MaxLine = 500
	// MaxReport bounds the report of a job, in bytes.
	MaxReport = 256 << 10
	// MaxExclude bounds the folders that a load leaves out.
	MaxExclude = 200
	// KeptJobs is how many ended jobs of a project are kept.
	KeptJobs = 100
	// DefaultLimit and MaxLimit bound a page of List.
	DefaultLimit = 50
	// MaxLimit is the largest page.
	MaxLimit = 500
)

// Options say how a job does its work.
type Options struct {
	// Strict makes a file that cannot be read whole an error of a load.
	Strict bool `json:"strict,omitempty"`
	// MaxFiles bounds the files of a load; 0 for the default of package walk.
	MaxFiles int `json:"max_files,omitempty"`
	// Exclude are folders that a load leaves out, relative to the root.
	Exclude []string `json:"exclude,omitempty"`
	// File is the coverage data of an import: an absolute path.
	File string `json:"file,omitempty"`
}

// Request asks for a job.
type Request struct {
	// Kind is Load when empty.
	Kind Kind `json:"kind,omitempty"`
	// Project is the name in the database; empty for one made of the base name of the root.
	Project string `json:"project,omitempty"`
	// Root is the folder of the repository on this machine. Links in it are resolved.
	Root    string  `json:"root"`
	Options Options `json:"options"`
}

// Job is one piece of work and how it stands.
type Job struct {
	ID      string `json:"id"`
	Kind    Kind   `json:"kind"`
	Project string `json:"project"`
	Root    string `json:"root"`
	// Host is the machine that has the root; only a worker there takes the job.
	Host    string  `json:"host"`
	Options Options `json:"options"`
	State   State   `json:"state"`
	// Attempt counts from 1; 0 before the first.
	Attempt     int       `json:"attempt"`
	MaxAttempts int       `json:"max_attempts"`
	CreatedAt   time.Time `json:"created_at"`
	// NotBefore is when a queued job that failed may be tried again.
	NotBefore  time.Time `json:"not_before,omitzero"`
	StartedAt  time.Time `json:"started_at,omitzero"` // of the last attempt
	FinishedAt time.Time `json:"finished_at,omitzero"`
	// CancelRequested is true while a running job has yet to notice that it is to be cancelled.
	CancelRequested bool `json:"cancel_requested,omitempty"`
	// Worker is the process that runs the job, for people: "process 17 on host".
	Worker   string    `json:"worker,omitempty"`
	Progress *Progress `json:"progress,omitempty"`
	// Log has the last lines, oldest first; only Get fills it.
	Log []Line `json:"log,omitempty"`
	// Report is what the verb of this kind prints with --json; only Get of a job that succeeded has it.
	Report json.RawMessage `json:"report,omitempty"`
	// Error is why the last attempt failed. A job that is tried again has one too.
	Error *Failure `json:"error,omitempty"`
}

// Progress is how far a running job is.
type Progress struct {
	Phase string `json:"phase"` // walk, parse, resolve, check, compare, write, publish, ...
	Done  int    `json:"done"`
	Total int    `json:"total,omitempty"` // absent when it is not known
	// Rate is how many are done a second in this phase.
	Rate float64 `json:"rate,omitempty"`
}

// Line is one line of a job's log.
type Line struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// Failure is an error as a job keeps it: safe to show.
type Failure struct {
	Kind    string   `json:"kind"` // see package fault
	Message string   `json:"message"`
	Fixes   []string `json:"fixes,omitempty"`
}

// Filter chooses the jobs of a list.
type Filter struct {
	Project string // "" for all
	State   State  // "" for all
	Limit   int    // 0 for DefaultLimit
	Cursor  string // of the list before
}

// List is a page of jobs, newest first.
type List struct {
	Items     []Job  `json:"items"`
	Total     int    `json:"total"`
	Shown     int    `json:"shown"`
	Truncated bool   `json:"truncated"`
	Cursor    string `json:"cursor,omitempty"`
}
