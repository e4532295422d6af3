package bench

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	times := make([]time.Duration, 200)
	for i := range times {
		times[i] = time.Duration(i + 1)
	}
	for p, want := range map[int]time.Duration{50: 100, 99: 198, 100: 200, 0: 1} {
		if got := percentile(times, p); got != want {
			t.Errorf("percentile %d is %d, want %d", p, got, want)
		}
	}
	if got := percentile(times[:1], 99); got != 1 {
		t.Errorf("percentile 99 of one is %d", got)
	}
}

// TestUsageOfAProcess measures a process whose use is known: it burns a second of processor time and holds 64 MiB in a
// child of its own.
func TestUsageOfAProcess(t *testing.T) {
	script := "import os,subprocess,sys,time\n" +
		"child = subprocess.Popen([sys.executable, '-c', 'import time; held = bytearray(64 << 20); print(1, flush=True); time.sleep(60)'])\n" +
		"start = time.process_time()\n" +
		"while time.process_time() - start < 1: pass\n" +
		"print('burnt', flush=True)\nsys.stdin.read()\nchild.kill()\n"
	command := exec.Command("python3", "-c", script)
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, output, "1\n", "burnt\n")
	used, err := processTime(command.Process.Pid)
	if err != nil {
		t.Error(err)
	}
	if used < time.Second || used > 3*time.Second {
		t.Errorf("the process used %v, want about 1 s", used)
	}
	if memory := resident(command.Process.Pid); memory < 64<<20 || memory > 256<<20 {
		t.Errorf("process and child hold %d MiB, want about 64 and two interpreters", memory>>20)
	}
	_ = input.Close()
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
	if memory := resident(command.Process.Pid); memory != 0 {
		t.Errorf("an ended process holds %d bytes", memory)
	}
}

// waitFor reads until every text has come, in any order.
func waitFor(t *testing.T, from interface{ Read([]byte) (int, error) }, texts ...string) {
	t.Helper()
	var read strings.Builder
	buffer := make([]byte, 64)
	for {
		missing := false
		for _, text := range texts {
			missing = missing || !strings.Contains(read.String(), text)
		}
		if !missing {
			return
		}
		n, err := from.Read(buffer)
		read.Write(buffer[:n])
		if err != nil {
			t.Fatalf("read %q: %v", read.String(), err)
		}
	}
}

func TestWriteKeepsWhatItDidNotMeasure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "benchmarks.md")
	begin, end := marks(Loads)
	otherBegin, otherEnd := marks(Resting)
	before := "# Benchmarks\n\nwords before\n\n" + begin + "old\n" + end + "\nwords between\n" + otherBegin + "kept\n" + otherEnd + "words after\n"
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	loads := Section{Name: Loads, Tables: LoadTables([]Load{{Corpus: "django", Kind: Full, Service: 20 * time.Second, Database: 30 * time.Second, RSS: 100 << 20}})}
	asked := Section{Name: Questions, Tables: QuestionTables([]Asked{{Latencies: []Latency{
		{Question: "symbol", About: spreadSample, Clients: 1, P50: 3 * time.Millisecond},
		{Question: "symbol", About: spreadSample, Clients: 32, P50: time.Millisecond, P99: 9 * time.Millisecond, PerSecond: 81, Bare: 100, Failed: 1, Error: "gone"},
	}}})}
	for range 2 { // a second run replaces the first
		if err := Write(path, loads, asked); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"words before\n", "words between\n", "words after\n", "kept\n", "45.0 CPU s: missed; 500 MiB: met", "p50 4.0 ms: met",
		"ratio 0.8: met; p99 8 x p50: missed; no error: missed", "1 of 1 failed: symbol, 32 clients: gone",
	} {
		if strings.Count(string(text), want) != 1 {
			t.Errorf("%q is not there once in:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "old") || strings.Count(string(text), begin) != 1 {
		t.Errorf("not replaced:\n%s", text)
	}
}

func TestWriteRefusesADocumentWithHalfASection(t *testing.T) {
	path := filepath.Join(t.TempDir(), "benchmarks.md")
	begin, _ := marks(Loads)
	if err := os.WriteFile(path, []byte(begin+"words\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, Section{Name: Loads}); err == nil {
		t.Error("what stands behind the mark would be lost")
	}
}

func TestDriveSendsEachQuestionOnce(t *testing.T) {
	var mu sync.Mutex
	seen := map[int]int{}
	got := drive(t.Context(), pace{clients: 4, time: time.Minute, once: true}, 100, func(_ context.Context, i int) error {
		mu.Lock()
		defer mu.Unlock()
		seen[i]++
		if i == 7 {
			return errors.New("seven")
		}
		return nil
	})
	if len(seen) != 100 || len(got.times) != 99 || got.failed != 1 || got.first == nil || !slices.IsSorted(got.times) {
		t.Errorf("%d questions, %d answered, %d failed (%v)", len(seen), len(got.times), got.failed, got.first)
	}
	for i, times := range seen {
		if times != 1 {
			t.Errorf("question %d was sent %d times", i, times)
		}
	}
}

// TestPeers judges tools by what they do: one that works, one that fails, one that stores nothing, one that is missing.
func TestPeers(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.py"), []byte("a = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	shell := func(script string) []string { return []string{"/bin/sh", "-c", script} }
	burn := "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; "
	for name, c := range map[string]struct {
		contender contender
		problem   string
		runs      int
	}{
		"works":   {contender{Peer: Peer{Full: shell(burn + "test -f {repo}/a.py && touch {store}/x"), Changed: shell("grep -q added {repo}/a.py && test -f {store}/x")}}, "", 2},
		"fails":   {contender{Peer: Peer{Full: shell("echo no grammar; exit 3")}}, "failed (exit status 3): no grammar", 1},
		"empty":   {contender{Peer: Peer{Full: shell("echo 0 functions"), Empty: regexp.MustCompile("^0 functions")}}, "stored no function", 1},
		"missing": {contender{problem: "not installed: no index"}, "not installed: no index", 0},
	} {
		t.Run(name, func(t *testing.T) {
			full, changed := PeerResult{Problem: c.contender.problem}, PeerResult{}
			arena := &Arena{}
			for range 2 {
				if err := arena.round(t.Context(), c.contender, root, "a.py", &full, &changed); err != nil {
					t.Fatal(err)
				}
			}
			if !strings.Contains(full.Problem, c.problem) || (c.problem == "") != (full.Problem == "") || len(full.CPU) != c.runs {
				t.Errorf("problem %q with %d runs, want %q with %d", full.Problem, len(full.CPU), c.problem, c.runs)
			}
			if name == "works" && (full.Median() == 0 || changed.Problem != "" || len(changed.CPU) != 2) {
				t.Errorf("full %+v, changed %+v", full, changed)
			}
		})
	}
}

// TestTheDocumentHasEverySection keeps the document and the sections in step, and its marks whole.
func TestTheDocumentHasEverySection(t *testing.T) {
	text, err := os.ReadFile("../../../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{Loads, Growing, Questions, Peering, Resting} {
		begin, end := marks(name)
		if strings.Count(string(text), begin) != 1 || strings.Count(string(text), end) != 1 || strings.Index(string(text), begin) > strings.Index(string(text), end) {
			t.Errorf("the marks of %s do not stand there once", name)
		}
	}
}

func TestQuestionsAreAboutTheSymbolAndNewWithOtherWords(t *testing.T) {
	const symbol = "app/get_1/cookie_2.py::FormTree3.order_price_17_4"
	for _, q := range questions() {
		first, second := q.about(asked{"p", symbol, 1}), q.about(asked{"p", symbol, 2})
		if len(first) != 1 || !strings.HasPrefix(first[0].Path, "/v1/") {
			t.Errorf("%s: %+v", q.name, first)
		}
		if q.once && first[0] == second[0] {
			t.Errorf("%s is the same question with other words", q.name)
		}
	}
	for of, want := range map[string]string{symbol: "order price", "a.py::B.get_it_all_now": "get it all", "a.py::_1": "_1"} {
		if got := wordsOf(of); got != want {
			t.Errorf("the words of %s are %q, want %q", of, got, want)
		}
	}
}

func TestGrowthIsJudgedFromAThousandFiles(t *testing.T) {
	of := func(files int, perFile time.Duration) Growth {
		return Growth{Files: files, Edges: files, Database: time.Duration(files) * perFile}
	}
	for want, all := range map[string][]Growth{
		"1.10 times the cheapest; budget 1.2: met":    {of(200, time.Second), of(1000, 10*time.Millisecond), of(40_000, 11*time.Millisecond)},
		"1.50 times the cheapest; budget 1.2: missed": {of(1000, 10*time.Millisecond), of(40_000, 15*time.Millisecond)},
	} {
		if got := GrowthTables(all); !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
	if got := GrowthTables([]Growth{of(10, time.Second)}); strings.Contains(got, "budget 1.2") {
		t.Errorf("small graphs are judged:\n%s", got)
	}
}

func TestPeersAreComparedWithTheFastestThatWorked(t *testing.T) {
	s := func(seconds ...float64) (all []time.Duration) {
		for _, n := range seconds {
			all = append(all, time.Duration(n*float64(time.Second)))
		}
		return all
	}
	text := PeerTables([]Comparison{{Corpus: "flask", Kind: Full, Results: []PeerResult{
		{Tool: Ours, CPU: s(1, 9, 2)}, {Tool: "slow", CPU: s(8)}, {Tool: "fast", CPU: s(4, 4, 3)}, {Tool: "broken", CPU: s(0.1), Problem: "stored nothing"},
		{Tool: "absent", Problem: "not installed"},
	}}})
	for _, want := range []string{
		"| assay | 3 | 2.0 | 1.0, 9.0, 2.0 |  | 0.7 of the fastest: met |", "| slow | 1 | 8.0 | 8.0 | 0.25 |", "| fast | 3 | 4.0 | 4.0, 4.0, 3.0 | 0.50 |",
		"| broken | 1 | 0.1 | 0.1 | does not count |", "- broken on flask (full): stored nothing", "- absent on flask (full): not installed",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}
