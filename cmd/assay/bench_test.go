//go:build cgo

package main

import (
	"bytes"
	"context"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"assay/cmd/internal/bench"
	"assay/httpapi"
	"assay/internal/neo4jtest"
)

// TestBenchSample makes a small graph, loads it, and asks a few questions with two clients. It wants figures and no failed
// request; how fast anything is depends on the machine.
func TestBenchSample(t *testing.T) {
	const functions = 1000
	server := neo4jtest.Shared(t)
	session, err := openStore(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.close(context.WithoutCancel(t.Context())) })
	t.Cleanup(func() { forget(t, server, bench.MadeProject(functions)) })
	growth, err := bench.Maker{Store: session.bench, DatabasePID: os.Getpid()}.First(t.Context(), functions)
	if err != nil {
		t.Fatal(err)
	}
	if growth.Functions < functions || growth.Edges < 5*functions || growth.Observed == 0 || growth.Service <= 0 || growth.Memory <= 0 {
		t.Errorf("the load of a made graph is told as %+v", growth)
	}
	bare, err := openBare(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bare.Close(context.WithoutCancel(t.Context())) })
	api := httptest.NewServer(httpapi.New(httpapi.Options{
		Questions: session.questions, Cypher: session.cypher, Ready: session.ready, Log: zerolog.Nop(), Listen: "127.0.0.1:0",
	}))
	t.Cleanup(api.Close)
	asked, err := bench.Asker{
		Service: &bench.Service{Base: api.URL, PID: os.Getpid()}, DatabasePID: os.Getpid(), Project: bench.MadeProject(functions),
		Export: session.questions, Samples: 10, Clients: []int{1, 2}, Time: 50 * time.Millisecond, Bare: bare, Note: t.Logf,
	}.Ask(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, l := range asked.Latencies {
		kinds[l.Question] = true
		if l.Failed > 0 || l.Asked == 0 || l.P50 <= 0 || l.P99 < l.P50 || l.PerSecond <= 0 {
			t.Errorf("%+v", l)
		}
		if l.Clients == 2 && strings.HasPrefix(l.Question, "callers") && l.Bare <= 0 {
			t.Errorf("the driver alone was not measured: %+v", l)
		}
	}
	if len(kinds) < 9 {
		t.Errorf("only %v were asked", kinds)
	}
}

func TestBenchRefusesWhatItCannotMeasure(t *testing.T) {
	for _, args := range [][]string{
		{"--only", "speed"}, {"--sizes", "0"}, {"--sizes", "2000000"}, {"--clients", "-1"}, {"--time", "-1s"}, {"numpy"}, {"--rounds", "0"},
	} {
		var out, errs bytes.Buffer
		a := &app{in: strings.NewReader(""), out: &out, err: &errs, wiring: wire(), lookupEnv: func(string) (string, bool) { return "", false }}
		if code := a.run(t.Context(), append([]string{"bench"}, args...)); code != 2 || errs.Len() == 0 {
			t.Errorf("bench %v exited with %d: %s", args, code, errs.String())
		}
	}
}
