package python

import "assay/internal/graph"

// addTests adds tests, fixtures and their edges.
func addTests(*Model, *graph.Graph) {}
