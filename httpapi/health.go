package httpapi

import (
	"context"
	"time"

	"assay/internal/fault"
)

// Health is the reply of /healthz and /readyz.
type Health struct {
	Status string `json:"status" enum:"ok,ready"`
}

// readyTime bounds how long /readyz waits for the database.
const readyTime = 2 * time.Second

func addHealth(a *api) {
	add(a, operation{
		id: "healthz", path: "/healthz", tag: tagService, summary: "The process lives", unlimited: true,
	}, func(context.Context, *struct{}) (*Health, error) { return &Health{"ok"}, nil })
	add(a, operation{
		id: "readyz", path: "/readyz", tag: tagService, summary: "The database answers", unlimited: true, time: readyTime,
	}, func(ctx context.Context, _ *struct{}) (*Health, error) {
		if err := a.Ready(ctx); err != nil {
			return nil, fault.New(fault.Unavailable, "the database does not answer").Because(err)
		}
		return &Health{"ready"}, nil
	})
}
