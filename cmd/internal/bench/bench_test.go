package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

func TestWriteKeepsWhatPeopleWrote(t *testing.T) {
	path := filepath.Join(t.TempDir(), "benchmarks.md")
	if err := os.WriteFile(path, []byte("# Benchmarks\n\nwords before\n\n"+beginMark+"old\n"+endMark+"\nwords after\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	result := Result{
		Loads:     []Load{{Corpus: "django", Kind: "full", Service: 20 * time.Second, Database: 30 * time.Second, RSS: 100 << 20}},
		Latencies: []Latency{{Question: "symbol", About: "spread", Way: "HTTP", P50: 3 * time.Millisecond}},
	}
	for range 2 { // a second run replaces the first
		if err := Write(path, result); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"words before\n", "words after\n", "45 CPU s: missed; 500 MiB: met", "4 ms: met"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "old") || strings.Count(string(text), "words after") != 1 || strings.Count(string(text), beginMark) != 1 {
		t.Errorf("not replaced:\n%s", text)
	}
}
