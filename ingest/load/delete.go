package load

import (
	"context"
	"fmt"

	"assay/cypher"
	"assay/cypher/publish"
)

// Delete removes a project with everything that is its own, and symbols outside of it that nothing else refers to.
func Delete(ctx context.Context, store *cypher.Store, project string) error {
	lease, ctx, err := publish.Take(ctx, store, project)
	if err != nil {
		return err
	}
	defer lease.Release(ctx)
	if err := underLease(ctx, store, lease, project, cypher.WriteProjectHide); err != nil {
		return err
	}
	state, err := readState(ctx, store, project)
	if err != nil {
		return err
	}
	for _, key := range state.stale {
		if err := removeCopy(ctx, store, project, key); err != nil {
			return err
		}
	}
	if err := sweepExternals(ctx, store, project); err != nil {
		return err
	}
	return underLease(ctx, store, lease, project, cypher.WriteProjectDelete)
}

// underLease runs a statement about a project, unless somebody else has taken it over.
func underLease(ctx context.Context, store *cypher.Store, lease *publish.Lease, project string, statement cypher.Statement) error {
	_, err := store.Write(ctx, func(tx *cypher.Tx) error {
		if err := lease.Check(ctx, tx); err != nil {
			return err
		}
		_, err := tx.Run(ctx, statement, cypher.Params{"project": project}, nil)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete %s: %w", project, err)
	}
	return nil
}

// removalSizes are the nodes removed in one transaction: a few thousand are cheapest; a server with little memory, or
// one that does much else at the time, takes fewer.
var removalSizes = []int{5000, 1000, 200}

func removeCopy(ctx context.Context, store *cypher.Store, project, key string) error {
	var err error
	for _, size := range removalSizes {
		_, err = store.Execute(ctx, cypher.WriteGraphDelete, cypher.Params{"graph": key, "size": size}, nil)
		if !cypher.IsTooLarge(err) {
			break
		}
	}
	if err == nil {
		_, err = store.Execute(ctx, cypher.WriteGraphForget, cypher.Params{"project": project, "graph": key}, nil)
	}
	if err != nil {
		return fmt.Errorf("remove a copy of %s that is not published: %w", project, err)
	}
	return nil
}

// sweepExternals removes symbols outside of all projects that nothing refers to any more.
func sweepExternals(ctx context.Context, store *cypher.Store, project string) error {
	if _, err := store.Execute(ctx, cypher.WriteExternalsSweep, cypher.Params{"project": project}, nil); err != nil {
		return fmt.Errorf("remove symbols that nothing refers to: %w", err)
	}
	return nil
}
