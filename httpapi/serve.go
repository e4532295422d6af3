package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Limits of a connection.
const (
	headerTime = 5 * time.Second
	readTime   = 30 * time.Second
	idleTime   = 2 * time.Minute
	maxHeader  = 64 << 10 // bytes; holds a symbol of 10,000 characters, escaped
	stopTime   = 10 * time.Second
)

// Serve answers on the listener until the context ends, then lets running requests finish.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
	}
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
