package httpapi

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"
)

// observe puts a logger with the request's id into the context and, when the request ends, writes one line and counts it.
func (a *api) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := requestID(r)
		w.Header().Set("X-Request-Id", id)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		log := a.Log.With().Str("request_id", id).Logger()
		out := &recorder{ResponseWriter: w}
		start := time.Now()
		a.metrics.running.Inc()
		defer func() {
			took := time.Since(start)
			a.metrics.running.Dec()
			a.metrics.count(r.Method, chi.RouteContext(r.Context()).RoutePattern(), out.code(), took)
			log.Info().Str("method", r.Method).Str("path", r.URL.Path).Int("status", out.code()).
				Int64("bytes", out.bytes).Dur("took_ms", took).Msg("request")
		}()
		next.ServeHTTP(out, r.WithContext(log.WithContext(r.Context())))
	})
}

// plainID is the form in which a caller's own request id is taken over.
var plainID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// requestID is the caller's own id, where it is fit for a log, or a new one.
func requestID(r *http.Request) string {
	if given := r.Header.Get("X-Request-Id"); plainID.MatchString(given) {
		return given
	}
	return rand.Text()
}

// recoverPanics turns a panic into an internal error, once, with the stack in the log. Behind the first byte it can only
// cut the connection.
func recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			switch cause {
			case nil:
				return
			case http.ErrAbortHandler:
				panic(cause)
			}
			err := fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
			if out, ok := w.(*recorder); ok && out.status != 0 {
				logProblem(r.Context(), NewProblem(err), err)
				panic(http.ErrAbortHandler)
			}
			writeError(w, r, err)
		}()
		next.ServeHTTP(w, r)
	})
}
