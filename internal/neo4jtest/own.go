package neo4jtest

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"

	"assay/deploy/neo4j"
)

// Server is a server of one test, which may kill it and start it again.
type Server struct {
	Address
	options neo4j.Options
	pid     int
}

// StartOwn starts a server for this test alone and removes it with the test.
func StartOwn(t testing.TB) *Server {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	options, err := newBase(dataDirectory()).own(ctx, t.Logf)
	if err != nil {
		fail(t, "prepare a private Neo4j", err)
	}
	server := &Server{options: options}
	t.Cleanup(func() {
		if err := discard(context.WithoutCancel(ctx), options); err != nil {
			t.Errorf("remove the private Neo4j: %v", err)
		}
	})
	server.Start(t)
	return server
}

// Start starts the server after Kill or Stop; its data is still there, its address stays where it can.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	instance, err := neo4j.Up(ctx, s.options)
	if err != nil {
		fail(t, "start a private Neo4j", err)
	}
	s.Address, s.pid = instance.Address, instance.PID
	s.options.BoltPort, s.options.HTTPPort = 0, 0
}

// Kill ends the server as a crash would.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	if err := syscall.Kill(s.pid, syscall.SIGKILL); err != nil {
		t.Fatalf("kill the private Neo4j: %v", err)
	}
}

// Stop ends the server in its own way.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if _, err := neo4j.Down(t.Context(), s.options); err != nil {
		t.Fatalf("stop the private Neo4j: %v", err)
	}
}

// discard stops a private server and removes all it had.
func discard(ctx context.Context, options neo4j.Options) error {
	if _, err := neo4j.Down(ctx, options); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	return os.RemoveAll(options.Home)
}
