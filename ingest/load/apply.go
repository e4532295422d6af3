package load

import (
	"context"

	"assay/cypher"
	"assay/internal/fault"
	"assay/internal/graph"
)

// Apply makes the database hold exactly this graph for the project and publishes it. It takes the project's lease;
// while another load holds it the error is a conflict that names it. Observed edges stay where both ends still exist.
func Apply(ctx context.Context, store *cypher.Store, snapshot Snapshot, wanted *graph.Graph, progress Progress) (Result, error) {
	return Result{}, fault.New(fault.Internal, "not built yet")
}

// Delete removes a project with everything that is its own.
func Delete(ctx context.Context, store *cypher.Store, project string) error {
	return fault.New(fault.Internal, "not built yet")
}
