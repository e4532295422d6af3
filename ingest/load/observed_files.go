package load

import (
	"context"
	"maps"
	"slices"

	"assay/cypher"
	"assay/internal/graph"
)

// filesPerBatch bounds the files of one statement: each has some hundred bytes of hashes.
const filesPerBatch = 2000

// measurement is what stands at a file.
type measurement struct {
	run    int
	sha256 string
	since  map[int64]int // by hash of a function
}

// compareFiles finds the files at which this run has something new to note.
func (o *observation) compareFiles(ctx context.Context) error {
	for paths := range slices.Chunk(slices.Sorted(maps.Keys(o.run.Measured)), filesPerBatch) {
		params := cypher.Params{"graph": o.state.graph, "files": paths}
		err := o.store.Scan(ctx, cypher.ReadLoadMeasured, params, func(row cypher.Row) error {
			old := measurement{run: row.Int("run"), sha256: row.StringOr("sha256", ""), since: map[int64]int{}}
			since := row.Ints("since")
			for i, hash := range row.Int64s("functions") {
				old.since[hash] = since[i]
			}
			o.compareFile(row.String("id"), old)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// compareFile notes a file unless this run or a newer one was noted before.
func (o *observation) compareFile(path string, old measurement) {
	now := o.run.Measured[path]
	if old.run > o.ordinal || old.run == o.ordinal && old.equal(now) {
		return
	}
	o.files = append(o.files, []any{o.nodes[path], now.SHA256, now.Functions, old.sinceOf(now, o.ordinal)})
}

// equal reports whether the same text was watched, read by the same extractor.
func (m measurement) equal(now graph.Measured) bool {
	for _, hash := range now.Functions {
		if _, ok := m.since[hash]; !ok {
			return false
		}
	}
	return m.sha256 == now.SHA256 && len(m.since) == len(now.Functions)
}

// sinceOf gives for each function the run since which its text stands.
func (m measurement) sinceOf(now graph.Measured, run int) []int64 {
	since := make([]int64, len(now.Functions))
	for i, hash := range now.Functions {
		since[i] = int64(run)
		if before, ok := m.since[hash]; ok {
			since[i] = int64(before)
		}
	}
	return since
}

func (o *observation) writeFiles(ctx context.Context, tx *cypher.Tx) error {
	for rows := range slices.Chunk(o.files, filesPerBatch) {
		params := cypher.Params{"graph": o.state.graph, "run": o.ordinal, "rows": rows}
		if _, err := tx.Run(ctx, cypher.WriteFilesMeasured, params, nil); err != nil {
			return err
		}
	}
	return nil
}
