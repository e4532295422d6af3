package httpapi

import (
	"errors"
	"io"
	"net/http"
	"time"
)

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

// limitTransfer refuses bodies beyond maxBody while they are read. Once a body has arrived whole, the time for reading it
// is no limit any more: the connection would else count as broken in the middle of a long reply.
func limitTransfer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived := func() { _ = http.NewResponseController(w).SetReadDeadline(time.Time{}) } // tests have writers without
		if r.ContentLength == 0 {
			arrived()
		}
		r.Body = &timedBody{http.MaxBytesReader(w, r.Body, maxBody), arrived}
		next.ServeHTTP(w, r)
	})
}

// timedBody tells when it was read to its end.
type timedBody struct {
	io.ReadCloser
	arrived func()
}

func (b *timedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	if errors.Is(err, io.EOF) {
		b.arrived()
	}
	return n, err
}
