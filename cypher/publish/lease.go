// Package publish holds the two protocols that keep a project whole while it changes.
//
// The lease: one writer a project. It is a test-and-set that writes a lock property before it reads its condition, has
// an expiry that a heartbeat moves on, and is taken over when its owner died.
//
// The publish: Neo4j is read committed, so a reader can see half of a commit. The writer therefore runs its change
// without committing, commits an odd version from a second session, commits the change, and commits the next even
// version. Readers (cypher.Store.Consistent) wait while the version is odd and read again when it moved. The change's
// transaction holds the Project node from before its commit: whoever takes the lease over waits for its outcome, and
// then makes the version even, as the change is either whole or gone.
package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"assay/cypher"
	"assay/cypher/lease"
	"assay/internal/fault"
)

const (
	beatsPerTTL    = 4
	releaseTimeout = 5 * time.Second
)

// Lease is the right to change one project, held until Release.
type Lease struct {
	store   *cypher.Store
	project string
	owner   string
	ttl     time.Duration
	version int64 // even: what is published
	keeper  *lease.Keeper
}

// Take takes the lease of a project, which must exist, and keeps it alive. The returned context ends, with a conflict
// as its cause, when the lease is lost. While somebody else holds the lease the error is a conflict that names the
// holder.
func Take(parent context.Context, store *cypher.Store, project string) (*Lease, context.Context, error) {
	return take(parent, store, project, lease.NewOwner(), lease.TTL)
}

func take(parent context.Context, store *cypher.Store, project, owner string, ttl time.Duration) (*Lease, context.Context, error) {
	l := &Lease{store: store, project: project, owner: owner, ttl: ttl}
	holder, err := l.claim(parent, nil)
	if errors.Is(err, ErrHeld) && lease.Gone(holder.owner) {
		holder, err = l.claim(parent, holder.owner)
	}
	if errors.Is(err, ErrHeld) {
		return nil, nil, holder.conflict(project)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("take the lease of %s: %w", project, err)
	}
	keeper, ctx := lease.Keep(parent, ttl, ttl/beatsPerTTL, l.renew)
	l.keeper = keeper
	return l, ctx, nil
}

// Version is the version that is published now; 0 before the first.
func (l *Lease) Version() int64 { return l.version }

// ErrHeld is behind the conflict of a lease that somebody else holds: waiting may help.
var ErrHeld = errors.New("the lease is held")

// holder is who holds a lease.
type holder struct {
	owner        string
	since, until time.Time
}

func (h holder) conflict(project string) error {
	return fault.New(fault.Conflict, "the project %s is being changed by %s since %s", project, lease.Describe(h.owner), h.since.UTC().Format(time.RFC3339)).
		Fix("wait until that load has ended; if it died, its lease ends by itself at %s", h.until.UTC().Format(time.RFC3339)).
		Because(ErrHeld)
}

// claim tries once to take the lease; dead is an owner that is known to be gone, or nil.
func (l *Lease) claim(ctx context.Context, dead any) (holder, error) {
	var found holder
	err := error(fault.New(fault.NotFound, "there is no project %s", l.project).Fix("list the projects: assay projects"))
	params := cypher.Params{"project": l.project, "owner": l.owner, "dead": dead, "ttl": l.ttl.Milliseconds()}
	_, failed := l.store.Execute(ctx, cypher.WriteLeaseTake, params, func(row cypher.Row) error {
		l.version = row.Int64("version")
		if row.Bool("taken") {
			err = nil
			return nil
		}
		found = holder{owner: row.String("holder"), since: time.UnixMilli(row.Int64("since")), until: time.UnixMilli(row.Int64("until"))}
		err = ErrHeld
		return nil
	})
	if failed != nil {
		return found, failed
	}
	return found, err
}

func (l *Lease) renew(ctx context.Context) error {
	_, err := l.change(ctx, cypher.WriteLeaseRenew, cypher.Params{"ttl": l.ttl.Milliseconds()})
	return err
}

// Release gives the lease back and waits until the heartbeat has ended. A lease that cannot be given back, because the
// database is gone or somebody took it over, ends by itself.
func (l *Lease) Release(ctx context.Context) {
	l.keeper.Stop()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
	defer cancel()
	_, _ = l.change(ctx, cypher.WriteLeaseRelease, cypher.Params{})
}

// change runs one of the statements that return one row while the lease is ours, and none when it is not. It gives the
// row's version.
func (l *Lease) change(ctx context.Context, statement cypher.Statement, params cypher.Params) (version int64, err error) {
	params["project"], params["owner"] = l.project, l.owner
	ours := false
	_, err = l.store.Execute(ctx, statement, params, func(row cypher.Row) error {
		ours, version = true, row.Int64("version")
		return nil
	})
	if err == nil && !ours {
		return 0, l.lost()
	}
	return version, err
}

func (l *Lease) lost() *fault.Error {
	return fault.New(fault.Conflict, "the lease of the project %s was lost to another writer", l.project).
		Fix("run the load again")
}

// Check fails with a conflict when the lease is no longer held. A transaction that writes beside what is published
// begins with it, so that a writer which was stopped for longer than its lease lasts does not go on.
func (l *Lease) Check(ctx context.Context, tx *cypher.Tx) error {
	ours := false
	params := cypher.Params{"project": l.project, "owner": l.owner}
	_, err := tx.Run(ctx, cypher.WriteLeaseCheck, params, func(cypher.Row) error {
		ours = true
		return nil
	})
	if err == nil && !ours {
		return l.lost()
	}
	return err
}
