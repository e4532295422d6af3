package ingest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/ingest/lang"
	"assay/ingest/lang/python"
	"assay/ingest/parse"
	"assay/ingest/parse/parsetest"
	"assay/internal/graph"
)

// malformed is source that makes the parser recover without end; its cost grows by the square of its lines.
func malformed(lines int) string { return strings.Repeat("def ((( %%\n", lines) }

func symbols(g *graph.Graph, path string) []string {
	var names []string
	for _, s := range g.Symbols {
		if s.Path == path && s.Kind != graph.KindModule {
			names = append(names, s.QualifiedName)
		}
	}
	return names
}

// Source that is broken, deep, large or no text at all is told file by file, and costs nothing beside it.
func TestHostilePython(t *testing.T) {
	const nested = 300_000
	root := repository(t, map[string]string{
		"ok.py":        "def fine():\n    return 1\n",
		"deep.py":      "x = " + strings.Repeat("(\n", nested) + "1" + strings.Repeat(")\n", nested) + "\n",
		"worse.py":     "x=" + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"minus.py":     strings.Repeat("- ", 100_000) + "1\n",
		"malformed.py": malformed(500),
		"zero.py":      "x = 1\x00\n",
		"bytes.py":     "def kept():\n    return \"\xff\xfe\"\n",
		"slow.py":      malformed(18_000) + "fine()\n",
	})
	large, err := os.Create(filepath.Join(root, "large.py"))
	check(t, err)
	for range 50 {
		_, err := large.WriteString(strings.Repeat("fine()\n", (1<<20)/7))
		check(t, err)
	}
	check(t, large.Close())

	o := options(root)
	o.CacheDir = t.TempDir()
	for _, round := range []string{"parsed", "from the cache"} {
		built := build(t, o)
		want := map[string]string{
			"bytes.py": "partial, line 2: encoding", "deep.py": "partial: nesting", "worse.py": "partial: nesting",
			"minus.py": "partial: nesting", "malformed.py": "partial: syntax error", "zero.py": "binary",
			"large.py": "too large", "slow.py": "deadline",
		}
		got := reasons(built.Report)
		for path, reason := range got {
			if path != "bytes.py" && strings.HasPrefix(reason, "partial, line") { // the exact line is the language's affair
				_, reason, _ := strings.Cut(reason, ": ")
				got[path] = "partial: " + reason
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: skipped (-want +got):\n%s", round, diff)
		}
		if names := symbols(built.Graph, "ok.py"); !cmp.Equal(names, []string{"fine"}) {
			t.Errorf("%s: symbols of ok.py: %v", round, names)
		}
		if names := symbols(built.Graph, "bytes.py"); !cmp.Equal(names, []string{"kept"}) {
			t.Errorf("%s: symbols of bytes.py: %v", round, names)
		}
	}
}

func TestEncodings(t *testing.T) {
	root := repository(t, map[string]string{
		"latin.py": "# -*- coding: latin-1 -*-\nBANNER = 'caf\xe9'\n\n\ndef print_ticket(n):\n    return BANNER\n",
		"bom.py":   "\ufeffdef stamp(doc):\n    return doc.upper()\n",
		"crlf.py":  "def alpha():\r\n    return 1\r\n\r\n\r\ndef beta():\r\n    return alpha()\r\n",
	})
	built := build(t, options(root))
	if built.Report.Status != graph.SnapshotReady {
		t.Errorf("skipped %v", built.Report.Skipped)
	}
	files := rows(built.Graph)
	for path, want := range map[string]string{
		"latin.py": "BANNER = 'café'",
		"bom.py":   "def stamp(doc):\n",
		"crlf.py":  "    return 1\r\n\r\n\r\ndef beta():\r\n",
	} {
		if got := text(t, files[path]); !strings.Contains(got, want) || strings.HasPrefix(got, "\ufeff") {
			t.Errorf("the text of %s is %q", path, got)
		}
	}
	for _, s := range built.Graph.Symbols {
		if s.QualifiedName == "beta" && (s.StartLine != 5 || s.EndLine != 6) || s.QualifiedName == "stamp" && s.StartLine != 1 {
			t.Errorf("%s spans lines %d to %d", s.ID, s.StartLine, s.EndLine)
		}
	}
}

// Ten loads of malformed files in one process: memory is that of the second, and no worker is left over.
func TestMemoryStaysFlatOverLoads(t *testing.T) {
	files := map[string]string{"ok.py": "def ok():\n    return 1\n"}
	for i := range 20 {
		files[fmt.Sprintf("bad/m%d.py", i)] = malformed(250 + i)
	}
	o := options(repository(t, files))
	o.Languages = []lang.Language{python.Python{}}
	var second int
	for n := 1; n <= 10; n++ {
		if report := build(t, o).Report; len(report.Skipped) != 20 {
			t.Fatalf("load %d skipped %d files", n, len(report.Skipped))
		}
		if left := children(t); len(left) > 0 {
			t.Fatalf("load %d left the workers %v", n, left)
		}
		debug.FreeOSMemory()
		if n == 2 {
			second = resident(t, os.Getpid())
		}
	}
	if last := resident(t, os.Getpid()); last > second*6/5+4<<10 {
		t.Errorf("%d kB after load 2, %d kB after load 10", second, last)
	}
}

// The trees are C memory of the worker: it must not grow from file to file either.
func TestMemoryOfAWorkerStaysFlat(t *testing.T) {
	pool := parse.NewPool(parse.Options{Command: parsetest.Command(), Workers: 1})
	defer pool.Close()
	var early int
	for n := 1; n <= 180; n++ {
		outcome, err := pool.Parse(t.Context(), "python", []byte(malformed(400+n%7)))
		if err != nil || outcome.Reason != "" {
			t.Fatalf("file %d: %q, %v", n, outcome.Reason, err)
		}
		if n == 70 { // the heap of Go has found its size
			early = resident(t, children(t)[0])
		}
	}
	if last := resident(t, children(t)[0]); last > early*6/5 {
		t.Errorf("%d kB after 70 files, %d kB after 180", early, last)
	}
}

// children are the processes that this one has started and not yet waited for.
func children(t *testing.T) []int {
	t.Helper()
	if runtime.GOOS != "linux" {
		return nil
	}
	lists, err := filepath.Glob("/proc/self/task/*/children")
	check(t, err)
	var pids []int
	for _, list := range lists {
		b, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for field := range strings.FieldsSeq(string(b)) {
			pid, err := strconv.Atoi(field)
			check(t, err)
			pids = append(pids, pid)
		}
	}
	return pids
}

// resident is the memory of a process in kB.
func resident(t *testing.T, pid int) int {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(b))
	pages, err := strconv.Atoi(fields[1])
	check(t, err)
	return pages * os.Getpagesize() >> 10
}
