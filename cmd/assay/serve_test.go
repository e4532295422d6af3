//go:build cgo

package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"regexp"
	"testing"

	"assay/internal/neo4jtest"
)

// TestServe starts the API as a user does, asks it, and ends it as Ctrl-C does.
func TestServe(t *testing.T) {
	server := neo4jtest.Shared(t)
	env := map[string]string{
		"ASSAY_HOME": t.TempDir(), "NEO4J_URI": server.URI, "NEO4J_USERNAME": server.Username,
		"NEO4J_PASSWORD": server.Password, "NEO4J_DATABASE": server.Database,
	}
	read, write := io.Pipe()
	a := &app{out: io.Discard, err: write, wiring: wire(), lookupEnv: func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}}
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		ended <- a.run(ctx, []string{"serve", "--listen", "127.0.0.1:0"})
		_ = write.Close()
	}()
	lines := bufio.NewScanner(read)
	if !lines.Scan() {
		t.Fatalf("serve ended with %d before it said where it listens", <-ended)
	}
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text())
	if address == "" {
		t.Fatalf("no address in %q", lines.Text())
	}
	drained := make(chan struct{})
	go func() { // the log must not block the service
		for lines.Scan() {
		}
		close(drained)
	}()
	for _, path := range []string{"/readyz", "/v1/projects"} {
		response, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, response.Status)
		}
		_ = response.Body.Close()
	}
	interrupt()
	if code := <-ended; code != 0 {
		t.Errorf("exit code %d after Ctrl-C, want 0", code)
	}
	<-drained
}
