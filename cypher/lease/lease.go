// Package lease holds what every lease in the database shares: how its owner is named and judged to be dead, and the
// heartbeat that keeps it. A lease is a pair of properties, owner and expiry, of the node that it is about: a Project
// (package publish) or a Job (package jobs).
//
// Two rules make it safe. The statement that takes, renews or gives back a lease writes a lock property before it reads
// its condition: without that two takers can both see a free one. And the owner is unique to the taker, so that whoever
// lost a lease finds no row with its own name and stops.
package lease

import (
	"context"
	"time"

	"assay/internal/fault"
)

// TTL is how long a lease stands without a heartbeat, and so how long an owner that died on another machine blocks the
// next one.
const TTL = 30 * time.Second

// Keeper renews a lease until it is stopped or the lease is lost.
type Keeper struct {
	stop    context.CancelCauseFunc
	stopped chan struct{} // closed when the heartbeat has ended
}

// Keep calls renew at each beat, from one goroutine. The returned context ends, with a conflict as its cause, when the
// lease is lost: at once when renew says so with a conflict, and when its time has run out while the database cannot be
// reached.
func Keep(parent context.Context, ttl, beat time.Duration, renew func(ctx context.Context) error) (*Keeper, context.Context) {
	ctx, stop := context.WithCancelCause(parent)
	k := &Keeper{stop: stop, stopped: make(chan struct{})}
	go k.beat(ctx, ttl, beat, renew)
	return k, ctx
}

// Stop ends the heartbeat and waits for it. The lease itself stands until it is given back or has run out.
func (k *Keeper) Stop() {
	k.stop(nil)
	<-k.stopped
}

func (k *Keeper) beat(ctx context.Context, ttl, every time.Duration, renew func(context.Context) error) {
	defer close(k.stopped)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		began := time.Now()
		err := renew(ctx)
		switch {
		case err == nil:
			renewed = began
		case fault.KindOf(err) == fault.Conflict:
			k.stop(err)
			return
		case time.Since(renewed) > ttl:
			k.stop(fault.New(fault.Conflict, "the lease ran out while Neo4j did not answer").Because(err))
			return
		}
	}
}
