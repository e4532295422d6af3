package load_test

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/ingest/load"
	"assay/ingest/load/loadtest"
)

// TestMeasure prints what loads of a large repository cost, the server's CPU time included. It measures only when
// ASSAY_MEASURE_PID names the process of the server that ASSAY_TEST_NEO4J_URI leads to; -run TestMeasure/first measures
// the first load alone.
func TestMeasure(t *testing.T) {
	pid := os.Getenv("ASSAY_MEASURE_PID")
	if pid == "" {
		return
	}
	b := newBench(t)
	g := loadtest.Django.Graph()
	t.Logf("%d symbols, %d files, %d edges", len(g.Symbols), len(g.Files), len(g.Edges))
	change := func(every, line int) {
		for i := 0; i < len(g.Symbols); i += every {
			g.Symbols[i].StartLine = line
		}
		for i := 0; i < len(g.Edges); i += every {
			if len(g.Edges[i].Lines) > 0 {
				g.Edges[i].Lines = []int{line}
			}
		}
	}
	for _, step := range []struct {
		name   string
		change func()
	}{
		{"first load", func() {}},
		{"nothing changed", func() {}},
		{"one row", func() { g.Symbols[100].StartLine++ }},
		{"one row in ten", func() { change(10, 7777) }},
		{"every row", func() { change(1, 8888) }},
	} {
		t.Run(step.name, func(t *testing.T) {
			step.change()
			measure(t, pid, func(progress load.Progress) load.Result {
				result, err := load.Apply(t.Context(), b.store, b.snapshot(), g, progress)
				if err != nil {
					t.Fatal(err)
				}
				return result
			})
		})
	}
}

func measure(t *testing.T, pid string, apply func(load.Progress) load.Result) {
	server, own, began := processorTime(t, pid), ownTime(t), time.Now()
	phase, since := "start", server
	result := apply(func(now string, _, _ int) {
		if at := processorTime(t, pid); now != phase {
			t.Logf("  %s: server %.2f CPU s", phase, at-since)
			phase, since = now, at
		}
	})
	t.Logf("  %s: server %.2f CPU s", phase, processorTime(t, pid)-since)
	t.Logf("wall %.1f s, service %.2f CPU s, server %.2f CPU s; %d repeated; nodes +%d ~%d -%d, edges +%d -%d",
		time.Since(began).Seconds(), ownTime(t)-own, processorTime(t, pid)-server, result.Retries,
		result.Counts["nodes_created"], result.Counts["nodes_updated"], result.Counts["nodes_deleted"],
		result.Counts["edges_created"], result.Counts["edges_deleted"])
}

// processorTime is the CPU time that a process has used, in seconds: fields 14 and 15 of its stat, in hundredths.
func processorTime(t *testing.T, pid string) float64 {
	t.Helper()
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+2:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return float64(user+system) / 100
}

func ownTime(t *testing.T) float64 {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return float64(usage.Utime.Sec+usage.Stime.Sec) + float64(usage.Utime.Usec+usage.Stime.Usec)/1e6
}
