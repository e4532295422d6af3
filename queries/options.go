package queries

import "assay/internal/graph"

// Bounds of lists.
const (
	DefaultLimit = 50
	MaxLimit     = 1000
)

// ListOptions choose the part of a list that is wanted. The zero value is the first DefaultLimit items of all evidence.
type ListOptions struct {
	Limit  int    // items shown; 0 is DefaultLimit, more than MaxLimit is refused
	Cursor string // of the reply before; stale when the project has moved to another version
	// Evidence keeps edges of these kinds; empty keeps all.
	Evidence []graph.Evidence
	// ExcludeTests leaves out callers that are tests or fixtures.
	ExcludeTests bool
}

// ImpactOptions choose how far an impact reaches.
type ImpactOptions struct {
	ListOptions
	// Depth is the longest chain of edges that is followed; 0 follows them to the end, within the bounds of the read.
	Depth int
}

// AnswerOptions are the settings of an answer.
type AnswerOptions struct {
	// MaxEvidence bounds the evidence shown; 0 is DefaultEvidence.
	MaxEvidence int
}
