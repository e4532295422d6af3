package load_test

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/ingest/load/loadtest"
)

// TestMeasure prints what loads cost, the server's CPU time included. It runs only when ASSAY_MEASURE_PID names the
// process of the server that ASSAY_TEST_NEO4J_URI leads to.
func TestMeasure(t *testing.T) {
	pid := os.Getenv("ASSAY_MEASURE_PID")
	if pid == "" {
		t.SkipNow()
	}
	b := newBench(t)
	g := loadtest.Django.Graph()
	t.Logf("%d symbols, %d files, %d edges", len(g.Symbols), len(g.Files), len(g.Edges))
	step := func(name string, change func()) {
		change()
		server, own, began := processorTime(t, pid), ownTime(t), time.Now()
		result := b.apply(g)
		t.Logf("%s: wall %.1f s, service %.2f CPU s, server %.2f CPU s; %d retries, %v, created %d nodes %d edges, deleted %d edges",
			name, time.Since(began).Seconds(), ownTime(t)-own, processorTime(t, pid)-server, result.Retries, result.Seconds,
			result.Counts["nodes_created"], result.Counts["edges_created"], result.Counts["edges_deleted"])
	}
	step("first load", func() {})
	step("nothing changed", func() {})
	step("one line", func() { g.Symbols[100].StartLine++; g.Edges[1000].Lines = []int{7777} })
	step("one file in ten", func() {
		for i := range g.Symbols {
			if i%10 == 0 {
				g.Symbols[i].StartLine++
			}
		}
		for i := range g.Edges {
			if i%10 == 0 && len(g.Edges[i].Lines) > 0 {
				g.Edges[i].Lines = []int{8888}
			}
		}
	})
	step("rebuild", func() {
		for i := range g.Symbols {
			g.Symbols[i].StartLine++
		}
		for i := range g.Edges {
			if len(g.Edges[i].Lines) > 0 {
				g.Edges[i].Lines = []int{9999}
			}
		}
	})
}

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
