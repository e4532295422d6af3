package httpapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/rs/zerolog"
)

// Limits of a connection.
const (
	headerTime = 5 * time.Second
	readTime   = 30 * time.Second
	idleTime   = 2 * time.Minute
	maxHeader  = 64 << 10 // bytes; holds a symbol of 8,192 bytes, escaped
	stopTime   = 10 * time.Second

	// maxConnections is how many clients may be connected at once; the system keeps more waiting. An idle one costs 10 KiB.
	maxConnections = 4096
)

// Serve answers on the listener until the context ends, then lets running requests finish. What the server itself has to
// say goes to the logger of the context.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: log.New(serverLog{zerolog.Ctx(ctx)}, "", 0),
	}
	server.BaseContext = func(net.Listener) context.Context {
		return context.WithValue(context.WithoutCancel(ctx), stoppingKey{}, ctx)
	}
	listener = limitConnections(listener, maxConnections)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	err := server.Shutdown(stopping)
	<-failed //nolint:errcheck // ErrServerClosed, by the Shutdown above
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	return err
}

// serverLog takes the lines of net/http, which are of connections that broke.
type serverLog struct{ to *zerolog.Logger }

// Write logs one line.
func (l serverLog) Write(line []byte) (int, error) {
	l.to.Debug().Bytes("line", bytes.TrimSpace(line)).Msg("connection")
	return len(line), nil
}

// stoppingKey is where a request finds the context that ends when the service begins to stop. Its own goes on: running
// requests finish.
type stoppingKey struct{}

// stopping gives that context; without a server, as in tests, the request's own.
func stopping(ctx context.Context) context.Context {
	if service, ok := ctx.Value(stoppingKey{}).(context.Context); ok {
		return service
	}
	return ctx
}
