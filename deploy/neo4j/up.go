package neo4j

import (
	"context"

	"assay/internal/fault"
)

// Up starts the managed server, or joins the one that runs, and returns once it answers a query.
func Up(ctx context.Context, opts Options) (Instance, error) {
	return Instance{}, fault.New(fault.Unavailable, "not there yet")
}

// Down stops the managed server and says whether one ran.
func Down(ctx context.Context, opts Options) (bool, error) {
	return false, fault.New(fault.Unavailable, "not there yet")
}

// Look says how the managed server stands, and starts nothing.
func Look(ctx context.Context, opts Options) (Standing, error) {
	return Standing{Home: opts.dir()}, nil
}
