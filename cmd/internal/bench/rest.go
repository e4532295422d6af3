package bench

import (
	"context"
	"fmt"
	"time"
)

// restPause is how long service and database have nothing to do before their memory is looked at.
const restPause = 30 * time.Second

// restSamples is how many functions are asked about before, so that the service has what it keeps.
const restSamples = 300

// AtRest asks a little, waits, and gives the memory of service and database.
func (a Asker) AtRest(ctx context.Context) (Rest, error) {
	a.Samples, a.Clients, a.Bare = restSamples, []int{8}, nil
	sample, err := a.sample(ctx)
	if err != nil {
		return Rest{}, err
	}
	for _, q := range questions()[:4] { // the short ones
		if _, err := a.measure(ctx, q, spreadSample, sample.spread, a.Clients[0]); err != nil {
			return Rest{}, err
		}
	}
	select {
	case <-time.After(restPause):
	case <-ctx.Done():
		return Rest{}, fmt.Errorf("wait for rest: %w", ctx.Err())
	}
	return Rest{Functions: int64(sample.functions), Service: resident(a.Service.PID), Database: resident(a.DatabasePID)}, nil
}
