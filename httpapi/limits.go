package httpapi

import "net/http"

// Limits of requests.
const (
	// DefaultRunning is how many requests may run at once: twice the connections to the database, so that a short rush
	// waits for one and a long one is told to come back.
	DefaultRunning = 128

	maxBody = 1 << 20 // bytes; a question has 4,096 at most
)

// running bounds the number of requests that run at once.
type running chan struct{}

func newRunning(limit int) running {
	if limit <= 0 {
		limit = DefaultRunning
	}
	return make(running, limit)
}

// enter takes a place, which leave gives back; false when all are taken.
func (r running) enter() (leave func(), ok bool) {
	select {
	case r <- struct{}{}:
		return func() { <-r }, true
	default:
		return nil, false
	}
}

// limitBody refuses bodies beyond maxBody while they are read.
func limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}
