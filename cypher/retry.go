package cypher

import (
	"context"
	"math/rand/v2"
	"time"
)

// maxRetries bounds how often one transaction is repeated after a transient error: with the pauses between, about
// three seconds.
const maxRetries = 6

// Retry runs work until it succeeds, fails for good or was repeated maxRetries times, and says how often it was
// repeated. Only errors after which the server has undone the transaction are repeated.
func Retry(ctx context.Context, work func() error) (retries int, err error) {
	for {
		err = work()
		if err == nil || !IsTransient(err) || retries == maxRetries {
			return retries, err
		}
		if err := pause(ctx, retries); err != nil {
			return retries, err
		}
		retries++
	}
}

// pause waits 25 ms, doubled with each attempt, half of it by chance.
func pause(ctx context.Context, attempt int) error {
	wait := 25 * time.Millisecond << attempt
	return sleep(ctx, wait/2+rand.N(wait/2))
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
