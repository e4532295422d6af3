package load

import (
	"context"
	"maps"
	"slices"

	"assay/cypher"
	"assay/cypher/publish"
	"assay/internal/graph"
)

// publish writes the parts in as few versions as transactions hold.
func (o *observation) publish(ctx context.Context) error {
	first := true
	for first || len(o.parts) > 0 {
		n, rows := 0, 0
		for n < len(o.parts) && (n == 0 || rows+o.parts[n].rows() <= maxDirect) {
			rows += o.parts[n].rows()
			n++
		}
		parts, head := o.parts[:n], first
		var found hubs
		retries, err := o.lease.Publish(ctx, publish.Change{
			Prepare: func(ctx context.Context, tx *cypher.Tx) (err error) {
				if err = o.write(ctx, tx, parts, head); err == nil {
					found, err = readTestHubs(ctx, tx, o.state.graph)
				}
				return err
			},
			Finish: func(ctx context.Context, tx *cypher.Tx, version int64) error {
				if err := countObserved(ctx, tx, o.state.graph, o.state.counts); err != nil {
					return err
				}
				if err := writeTestHubs(ctx, tx, o.project, found); err != nil {
					return err
				}
				return o.state.snapshot(o.project).write(ctx, tx, o.state.graph, nil, version, o.state.counts)
			},
		})
		o.result.Retries += retries
		if err != nil {
			return err
		}
		o.result.Changed = true
		o.count(parts)
		o.parts, first = o.parts[n:], false
	}
	return nil
}

func (o *observation) count(parts []part) {
	for _, p := range parts {
		o.result.Counts["edges_created"] += int64(len(p.create))
		o.result.Counts["edges_deleted"] += int64(len(p.remove))
		o.result.Counts["edges_updated"] += int64(len(p.seen))
	}
}

// write runs inside of the publish's transaction; head marks the first one, which brings the run and its tests.
func (o *observation) write(ctx context.Context, tx *cypher.Tx, parts []part, head bool) error {
	run, err := o.writeRun(ctx, tx)
	if err != nil {
		return err
	}
	if head {
		if err := o.writeTests(ctx, tx); err != nil {
			return err
		}
		if err := o.writeFiles(ctx, tx); err != nil {
			return err
		}
	}
	w := &writer{key: o.state.graph}
	var create []*graph.Edge
	var seen []int64
	for _, p := range parts {
		if err := w.removeEdges(ctx, tx, p.remove); err != nil {
			return err
		}
		create = append(create, p.create...)
		seen = append(seen, p.seen...)
	}
	for ids := range slices.Chunk(seen, edgesPerBatch) {
		if _, err := tx.Run(ctx, cypher.WriteEdgesSeen, cypher.Params{"edges": ids, "run": o.ordinal}, nil); err != nil {
			return err
		}
	}
	return o.writeEdges(ctx, tx, create, run)
}

// writeRun makes the node of the run and gives the database's number of it.
func (o *observation) writeRun(ctx context.Context, tx *cypher.Tx) (node int64, err error) {
	var commit list
	commit.text(o.run.Commit)
	params := cypher.Params{
		"graph": o.state.graph, "id": o.run.ID, "ordinal": o.ordinal, "source": o.run.Source, "commit": commit[0],
		"created_at": o.run.CreatedAt.UnixMilli(), "tests": len(o.run.Tests),
	}
	_, err = tx.Run(ctx, cypher.WriteRunMerge, params, func(row cypher.Row) error {
		node = row.Int64("node")
		return nil
	})
	return node, err
}

// writeTests makes the tests that no load knew, and notes the numbers of parameter sets.
func (o *observation) writeTests(ctx context.Context, tx *cypher.Tx) error {
	rows := make([]any, len(o.made))
	for i := range o.made {
		row := list{int64(i), o.made[i].ID, nil}
		writeTest(&row, &o.made[i])
		rows[i] = []any(row)
	}
	written := 0
	params := cypher.Params{"graph": o.state.graph, "rows": rows}
	_, err := tx.Run(ctx, cypher.WriteTestsMake, params, func(row cypher.Row) error {
		written++
		o.nodes[o.made[row.Int("row")].ID] = row.Int64("node")
		return nil
	})
	if err == nil {
		err = checkCount("tests", written, len(o.made))
	}
	if err != nil {
		return err
	}
	var cases []any
	for _, id := range slices.Sorted(maps.Keys(o.cases)) {
		if node, ok := o.nodes[id]; ok {
			cases = append(cases, []any{node, int64(o.cases[id])})
		}
	}
	_, err = tx.Run(ctx, cypher.WriteTestsCases, cypher.Params{"graph": o.state.graph, "rows": cases}, nil)
	return err
}

// writeEdges creates observed edges, grouped by type and source.
func (o *observation) writeEdges(ctx context.Context, tx *cypher.Tx, edges []*graph.Edge, run int64) error {
	byType := map[graph.EdgeType][]*graph.Edge{}
	for _, e := range edges {
		byType[e.Type] = append(byType[e.Type], e)
	}
	for _, kind := range slices.Sorted(maps.Keys(byType)) {
		for part := range slices.Chunk(byType[kind], edgesPerBatch) {
			params := cypher.Params{"graph": o.state.graph, "type": string(kind), "run": o.ordinal, "rows": o.encode(part, run)}
			counters, err := tx.Run(ctx, cypher.WriteEdgesCreate, params, nil)
			if err != nil {
				return err
			}
			if err := checkCount(string(kind)+" edges", counters.EdgesCreated, len(part)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *observation) encode(edges []*graph.Edge, run int64) []any {
	var h hash
	bySource := map[string][]any{}
	for _, e := range edges {
		target := run
		if e.To != "" {
			target = o.nodes[e.To]
		}
		row := make(list, 0, 10)
		row = append(row, target, edgeFingerprint(&h, e))
		writeEdge(&row, e)
		bySource[e.From] = append(bySource[e.From], []any(row))
	}
	rows := make([]any, 0, len(bySource))
	for _, from := range slices.Sorted(maps.Keys(bySource)) {
		rows = append(rows, []any{o.nodes[from], bySource[from]})
	}
	return rows
}
