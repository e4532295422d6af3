package httpapi

import (
	"context"
	"net/http"
	"time"

	"assay/internal/fault"
)

// health is the reply of /healthz and /readyz.
type health struct {
	Status string `json:"status"`
}

// readyTime bounds how long /readyz waits for the database.
const readyTime = 2 * time.Second

// ready answers 200 while the database answers, else 503.
func ready(check func(context.Context) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), readyTime)
		defer cancel()
		if err := check(ctx); err != nil {
			writeError(w, r, fault.New(fault.Unavailable, "the database does not answer").Because(err))
			return
		}
		writeReply(w, health{"ready"})
	}
}
