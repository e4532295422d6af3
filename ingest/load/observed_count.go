package load

import (
	"context"
	"strings"

	"assay/cypher"
)

// observedPrefix begins the names under which a Snapshot counts observed edges by type.
const observedPrefix = "observed_"

// carryObserved takes the numbers of observed edges over from the version before: a load that removes no node leaves them
// all standing.
func carryObserved(counts, before map[string]int64) {
	for name, count := range before {
		if strings.HasPrefix(name, observedPrefix) {
			counts[name] = count
		}
	}
}

// countObserved counts the observed edges that a version has.
func countObserved(ctx context.Context, tx *cypher.Tx, key string, counts map[string]int64) error {
	for name := range counts {
		if strings.HasPrefix(name, observedPrefix) {
			delete(counts, name)
		}
	}
	_, err := tx.Run(ctx, cypher.ReadObservedCounts, cypher.Params{"graph": key}, func(row cypher.Row) error {
		counts[observedPrefix+row.String("type")] = row.Int64("count")
		return nil
	})
	return err
}
