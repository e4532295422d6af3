package load

import (
	"context"
	"fmt"

	"assay/cypher"
)

// carry brings what runs of tests observed from one copy to another, inside of the database.
func (l *loader) carry(ctx context.Context, from, to string) error {
	params := cypher.Params{"from": from, "graph": to}
	for _, statement := range []cypher.Statement{
		cypher.WriteObservedCarryRuns, cypher.WriteObservedCarryTests, cypher.WriteObservedCarryCases, cypher.WriteObservedCarryEdges,
		cypher.WriteObservedCarryFiles,
	} {
		if _, err := l.store.Execute(ctx, statement, params, nil); err != nil {
			return fmt.Errorf("carry observed edges over: %w", err)
		}
	}
	return nil
}
