package publish

import (
	"context"
	"fmt"
	"time"

	"assay/cypher"
)

// settleTimeout bounds the last step of a publish, which runs even when the context has ended.
const settleTimeout = 10 * time.Second

// Change is what one publish makes visible at once.
type Change struct {
	// Prepare writes everything but the Project node, its properties and its edges: touching these would lock the node
	// against the publish's own second session. It may be nil.
	Prepare func(ctx context.Context, tx *cypher.Tx) error
	// Finish writes the rest, in the same transaction, while readers wait: version is the one that is being made. It
	// may be nil.
	Finish func(ctx context.Context, tx *cypher.Tx, version int64) error
}

// Publish makes a change visible as the next version. It repeats the whole change after transient errors and says how
// often. When it fails nothing of the change stands, unless the connection broke during the commit: then all of it or
// nothing does, and the next holder of the lease finds out which.
func (l *Lease) Publish(ctx context.Context, change Change) (retries int, err error) {
	retries, err = cypher.Retry(ctx, func() error { return l.attempt(ctx, change) })
	if err != nil {
		return retries, fmt.Errorf("publish %s: %w", l.project, err)
	}
	return retries, nil
}

func (l *Lease) attempt(ctx context.Context, change Change) error {
	tx, err := l.store.Begin(ctx)
	if err != nil {
		return err
	}
	if change.Prepare != nil {
		if err := change.Prepare(ctx, tx); err != nil {
			tx.Rollback(ctx)
			return err
		}
	}
	odd, err := l.change(ctx, cypher.WriteVersionOdd, cypher.Params{"version": l.version})
	if err != nil {
		tx.Rollback(ctx)
		return err
	}
	err = l.finish(ctx, tx, change, odd)
	if settled := l.settle(ctx, odd); err == nil {
		err = settled
	}
	return err
}

// finish commits the change under the odd version.
func (l *Lease) finish(ctx context.Context, tx *cypher.Tx, change Change, odd int64) error {
	if err := l.guard(ctx, tx, odd); err != nil {
		tx.Rollback(ctx)
		return err
	}
	if change.Finish != nil {
		if err := change.Finish(ctx, tx, odd+1); err != nil {
			tx.Rollback(ctx)
			return err
		}
	}
	return tx.Commit(ctx)
}

func (l *Lease) guard(ctx context.Context, tx *cypher.Tx, odd int64) error {
	ours := false
	params := cypher.Params{"project": l.project, "owner": l.owner, "version": odd}
	_, err := tx.Run(ctx, cypher.WriteVersionGuard, params, func(cypher.Row) error {
		ours = true
		return nil
	})
	if err == nil && !ours {
		return l.lost()
	}
	return err
}

// settle makes the odd version even, whatever became of the change. It waits for the change's transaction, which holds
// the Project node until it has ended.
func (l *Lease) settle(ctx context.Context, odd int64) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	even, err := l.change(ctx, cypher.WriteVersionEven, cypher.Params{"version": odd})
	if err != nil {
		return err
	}
	l.version = even
	return nil
}
