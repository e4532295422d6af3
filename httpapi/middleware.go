package httpapi

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/rs/zerolog"

	"assay/internal/fault"
)

// checkHost refuses requests to a loopback listener that name another host: a web page whose name was rebound to
// 127.0.0.1 would otherwise read the loaded source through the visitor's browser.
func checkHost(listen string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		if !isLoopback(hostOf(listen)) {
			return next
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !isLoopback(hostOf(r.Host)) {
				writeError(w, r, fault.New(fault.Invalid, "the Host header names no loopback address").
					Fix("call the service as localhost or 127.0.0.1"))
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// limitTime gives each request a deadline; what is asked of Neo4j ends with it.
func limitTime(limit time.Duration) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), limit)
			defer cancel()
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

// limitBody refuses bodies beyond maxBody while they are read.
func limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// logRequests puts a logger with the request's id into the context and writes one line when the request ends.
func logRequests(log zerolog.Logger) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			id := requestID(r)
			w.Header().Set("X-Request-Id", id)
			requestLog := log.With().Str("request_id", id).Logger()
			recorder := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
			start := time.Now()
			next.ServeHTTP(recorder, r.WithContext(requestLog.WithContext(r.Context())))
			requestLog.Info().Str("method", r.Method).Str("path", r.URL.Path).Int("status", recorder.Status()).
				Int("bytes", recorder.BytesWritten()).Dur("took_ms", time.Since(start)).Msg("request")
		})
	}
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

// recoverPanics turns a panic into an internal error, once, with the stack in the log.
func recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch cause := recover(); cause {
			case nil:
			case http.ErrAbortHandler:
				panic(cause)
			default:
				writeError(w, r, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
			}
		}()
		next.ServeHTTP(w, r)
	})
}
