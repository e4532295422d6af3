package load

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"assay/cypher"
	"assay/cypher/publish"
	"assay/internal/fault"
	"assay/internal/graph"
)

// Sizes of batches, measured: 5,000 nodes and 5,000 to 10,000 edges a transaction from two sessions are fastest, more
// sessions gain nothing. The bytes bound what one transaction holds of texts.
const (
	nodesPerBatch = 5000
	edgesPerBatch = 10000
	bytesPerBatch = 4 << 20
	sessions      = 2
)

// maxDirect is how many rows one transaction may change; a heap of 1 GiB holds about twice as many.
const maxDirect = 100_000

// writer writes rows of a plan into one copy of the project.
type writer struct {
	store    *cypher.Store
	lease    *publish.Lease
	plan     *plan
	key      string // of the copy
	progress Progress

	mutex   sync.Mutex
	retries int
}

// batch is one transaction of a load that writes beside what is published.
type batch struct {
	rows  int
	write func(ctx context.Context, tx *cypher.Tx) error
}

// run writes the batches with a few sessions at once, each in a transaction of its own. Every transaction begins with
// the question whether the lease is still ours.
func (w *writer) run(ctx context.Context, phase string, batches []batch) error {
	total, done := 0, 0
	for _, b := range batches {
		total += b.rows
	}
	w.progress(phase, 0, total)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(sessions)
	for _, b := range batches {
		group.Go(func() error {
			retries, err := w.store.Write(ctx, func(tx *cypher.Tx) error {
				if err := w.lease.Check(ctx, tx); err != nil {
					return err
				}
				return b.write(ctx, tx)
			})
			w.mutex.Lock()
			defer w.mutex.Unlock()
			w.retries += retries
			if err != nil {
				return fmt.Errorf("write %s: %w", phase, err)
			}
			done += b.rows
			w.progress(phase, done, total)
			return nil
		})
	}
	return group.Wait()
}

// nodeBatches splits nodes, sorted as in the plan, into batches of one kind and one set of labels.
func (w *writer) nodeBatches(nodes []int32, update bool) []batch {
	var batches []batch
	for len(nodes) > 0 {
		n, size := 1, w.plan.size(nodes[0])
		for n < len(nodes) && n < nodesPerBatch && w.plan.alike(nodes[0], nodes[n]) {
			if size += w.plan.size(nodes[n]); size > bytesPerBatch {
				break
			}
			n++
		}
		part := nodes[:n]
		nodes = nodes[n:]
		batches = append(batches, batch{rows: n, write: func(ctx context.Context, tx *cypher.Tx) error {
			return w.writeNodes(ctx, tx, part, update)
		}})
	}
	return batches
}

// alike reports whether two nodes are written by the same statement with the same labels.
func (p *plan) alike(a, b int32) bool {
	return p.nodes[a].kind == p.nodes[b].kind && p.nodes[a].labels == p.nodes[b].labels
}

// size is about how many bytes of text a node holds.
func (p *plan) size(at int32) int {
	n := p.nodes[at]
	switch n.kind {
	case files:
		return len(p.graph.Files[n.index].TextGZ) + 200
	case symbols:
		y := &p.graph.Symbols[n.index]
		return len(y.Doc) + len(y.SearchText) + len(y.Signature) + 300
	default:
		return 200
	}
}

// writeNodes creates or updates nodes that are alike and keeps the database's numbers of them.
func (w *writer) writeNodes(ctx context.Context, tx *cypher.Tx, nodes []int32, update bool) error {
	first := w.plan.nodes[nodes[0]]
	statement := tables[first.kind].create
	if update {
		statement = tables[first.kind].update
	}
	rows := make([]any, len(nodes))
	for i, at := range nodes {
		n := w.plan.nodes[at]
		number := int64(i)
		if update {
			number = n.internal
		}
		row := make(list, 0, 21)
		row = append(row, number, n.id, n.fingerprint)
		w.plan.write(&row, n)
		rows[i] = []any(row)
	}
	written := 0
	params := cypher.Params{"graph": w.key, "labels": first.labels.names(), "rows": rows}
	_, err := tx.Run(ctx, statement, params, func(row cypher.Row) error {
		written++
		if !update {
			w.plan.nodes[nodes[row.Int("row")]].internal = row.Int64("node")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return checkCount(string(tables[first.kind].label)+" nodes", written, len(nodes))
}

// edgeBatches splits edges, sorted as in the plan, into batches.
func (w *writer) edgeBatches(edges []int32) []batch {
	var batches []batch
	for len(edges) > 0 {
		part := edges[:min(edgesPerBatch, len(edges))]
		edges = edges[len(part):]
		batches = append(batches, batch{rows: len(part), write: func(ctx context.Context, tx *cypher.Tx) error {
			return w.writeEdges(ctx, tx, part)
		}})
	}
	return batches
}

// writeEdges creates edges, one statement for each type and for each way to match the targets.
func (w *writer) writeEdges(ctx context.Context, tx *cypher.Tx, edges []int32) error {
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && w.plan.together(edges[0], edges[n]) {
			n++
		}
		if err := w.writeEdgesOfType(ctx, tx, edges[:n]); err != nil {
			return err
		}
		edges = edges[n:]
	}
	return nil
}

// together reports whether two edges are written by the same statement.
func (p *plan) together(a, b int32) bool {
	ea, eb := p.edges[a], p.edges[b]
	return p.outside(ea) == p.outside(eb) && p.graph.Edges[ea.index].Type == p.graph.Edges[eb.index].Type
}

func (w *writer) writeEdgesOfType(ctx context.Context, tx *cypher.Tx, edges []int32) error {
	p := w.plan
	first := p.edges[edges[0]]
	kind := p.graph.Edges[first.index].Type
	statement := cypher.WriteEdgesCreate
	if p.outside(first) == 1 {
		statement = cypher.WriteEdgesCreateExternal
	}
	params := cypher.Params{"graph": w.key, "type": string(kind), "run": nil, "rows": p.groupEdges(edges)}
	counters, err := tx.Run(ctx, statement, params, nil)
	if err != nil {
		return err
	}
	return checkCount(string(kind)+" edges", counters.EdgesCreated, len(edges))
}

// groupEdges encodes edges of one type as [source, [[target, fingerprint, properties...], ...]].
func (p *plan) groupEdges(edges []int32) []any {
	var rows, targets []any
	for i, at := range edges {
		e := p.edges[at]
		row := make(list, 0, 11)
		row = append(row, p.nodes[e.to].internal, e.fingerprint)
		writeEdge(&row, &p.graph.Edges[e.index])
		if p.outside(e) == 1 {
			row = append(row, p.nodes[e.to].fingerprint)
		}
		targets = append(targets, []any(row))
		if last := i == len(edges)-1; last || p.edges[edges[i+1]].from != e.from {
			rows = append(rows, []any{p.nodes[e.from].internal, targets})
			targets = nil
		}
	}
	return rows
}

// writeRoots creates edges from the Project node; it belongs into the last part of a publish.
func (w *writer) writeRoots(ctx context.Context, tx *cypher.Tx, project string, roots []int32) error {
	rows := make([]any, len(roots))
	for i, at := range roots {
		e := w.plan.roots[at]
		rows[i] = []any{w.plan.nodes[e.to].internal, e.fingerprint}
	}
	params := cypher.Params{"project": project, "graph": w.key, "rows": rows}
	counters, err := tx.Run(ctx, cypher.WriteRootsCreate, params, nil)
	if err != nil {
		return err
	}
	return checkCount(string(graph.EdgeContains)+" edges", counters.EdgesCreated, len(roots))
}

// checkCount fails when a statement wrote another number of rows than it was sent: a match that finds nothing is no
// error to the database, but it is one to us.
func checkCount(what string, written, sent int) error {
	if written == sent {
		return nil
	}
	return fault.New(fault.Conflict, "the database took %d of %d %s: somebody else changed it during the load", written, sent, what).
		Fix("run the load again")
}
