package httpapi

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
)

// maxStreams is how many clients may listen on /mcp at once, besides the requests that run.
const maxStreams = 256

// mountMCP puts the MCP handler behind the guard and the limits of every other address. A GET there is a stream that is
// open as long as its client: streams have places of their own and no limit of time, and end when the service stops.
func (a *api) mountMCP(router chi.Router) {
	if a.MCP == nil {
		return
	}
	streams := newRunning(maxStreams)
	router.Handle("/mcp", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		places := a.running
		if r.Method == http.MethodGet {
			places = streams
		}
		leave, ok := places.enter()
		if !ok {
			a.metrics.reject("busy")
			writeBusy(w, r)
			return
		}
		defer leave()
		ctx, end := context.WithCancel(r.Context())
		defer end()
		if r.Method == http.MethodGet {
			defer context.AfterFunc(stopping(ctx), end)()
		}
		a.MCP.ServeHTTP(w, r.WithContext(ctx))
	}))
}
