package cypher

import (
	"context"

	"assay/internal/fault"
)

// Migrate brings the schema's constraints and indexes up to date and waits until they are online. Several processes
// may do so at once.
func (s *Store) Migrate(ctx context.Context) error {
	return fault.New(fault.Internal, "not built yet")
}
