package load

import (
	"context"
	"slices"

	"assay/cypher"
)

// sort puts the positions of a difference into the order of the plan, which batches rely on.
func (d *difference) sort() {
	slices.Sort(d.createNodes)
	slices.Sort(d.updateNodes)
}

// split parts nodes of the project from symbols outside of it, which the plan sorts last.
func (p *plan) split(nodes []int32) (inside, outside []int32) {
	at, _ := slices.BinarySearch(nodes, int32(len(p.nodes)-len(p.graph.Externals)))
	return nodes[:at], nodes[at:]
}

// remove deletes the edges and nodes that are no longer wanted: edges first, so that each is counted once.
func (w *writer) remove(ctx context.Context, tx *cypher.Tx, d *difference) error {
	if err := w.removeEdges(ctx, tx, d.removeEdges); err != nil {
		return err
	}
	for part := range slices.Chunk(d.removeNodes, nodesPerBatch) {
		counters, err := tx.Run(ctx, cypher.WriteNodesDelete, cypher.Params{"graph": w.key, "nodes": part}, nil)
		if err != nil {
			return err
		}
		if err := checkCount("removed nodes", counters.NodesDeleted, len(part)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) removeEdges(ctx context.Context, tx *cypher.Tx, edges []int64) error {
	for part := range slices.Chunk(edges, edgesPerBatch) {
		counters, err := tx.Run(ctx, cypher.WriteEdgesDelete, cypher.Params{"edges": part}, nil)
		if err != nil {
			return err
		}
		if err := checkCount("removed edges", counters.EdgesDeleted, len(part)); err != nil {
			return err
		}
	}
	return nil
}
