package parse_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/ingest/facts"
	"assay/ingest/lang"
	"assay/ingest/parse"
	"assay/ingest/parse/parsetest"
	"assay/internal/fault"
	"assay/internal/graph"
)

// hostile is a language whose source says what happens to the worker.
type hostile struct{}

func (hostile) Name() string                         { return "hostile" }
func (hostile) Version() string                      { return "1" }
func (hostile) Claims(string) bool                   { return true }
func (hostile) Resolve(lang.Repository) *graph.Graph { return &graph.Graph{} }

func (hostile) Extract(source []byte) (*facts.File, error) {
	verb, argument, _ := strings.Cut(string(source), " ")
	switch verb {
	case "hang":
		select {}
	case "sleep":
		time.Sleep(time.Hour)
	case "spin":
		for i := 0; ; i++ {
			runtime.KeepAlive(i)
		}
	case "eat":
		return eat(), nil
	case "recurse":
		return &facts.File{Lines: recurse(0)}, nil
	case "abort":
		fmt.Fprintln(os.Stderr, "tree-sitter failed to allocate 123 bytes")
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		select {}
	case "die":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "die-once": // the argument is a file that marks the first time
		if _, err := os.Stat(argument); err != nil {
			_ = os.WriteFile(argument, nil, 0o600)
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	case "wait": // tells its process in the file of the argument, then waits to be killed, once
		if _, err := os.Stat(argument); err != nil {
			_ = os.WriteFile(argument+".part", []byte(strconv.Itoa(os.Getpid())), 0o600)
			_ = os.Rename(argument+".part", argument)
			select {}
		}
	case "panic":
		panic("out of luck")
	case "refuse":
		return nil, errors.New("unknown encoding")
	case "pid":
		return &facts.File{Lines: os.Getpid()}, nil
	case "interrupt":
		_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
	}
	return &facts.File{Lines: len(source), Names: []string{"", string(source)}}, nil
}

func eat() *facts.File {
	var kept [][]byte
	for {
		b := make([]byte, 16<<20)
		for i := range b {
			b[i] = 1
		}
		kept = append(kept, b)
		if len(kept) > 1<<12 {
			return &facts.File{Lines: len(kept)}
		}
	}
}

//lint:ignore SA5007 a worker has to survive it
func recurse(n int) int { return recurse(n+1) + 1 }

func TestMain(m *testing.M) { parsetest.Main(m, hostile{}) }

func pool(t *testing.T, options parse.Options) *parse.Pool {
	t.Helper()
	options.Command = parsetest.Command()
	p := parse.NewPool(options)
	t.Cleanup(p.Close)
	return p
}

func outcome(t *testing.T, p *parse.Pool, source string) parse.Outcome {
	t.Helper()
	got, err := p.Parse(t.Context(), "hostile", []byte(source))
	if err != nil {
		t.Fatalf("Parse(%q): %v", source, err)
	}
	return got
}

func lines(t *testing.T, p *parse.Pool, source string) int {
	t.Helper()
	got := outcome(t, p, source)
	file, err := parse.Decode(got.Facts)
	if err != nil {
		t.Fatalf("facts of %q (reason %q): %v", source, got.Reason, err)
	}
	return file.Lines
}

func TestFactsArriveAsTheyWereSent(t *testing.T) {
	p := pool(t, parse.Options{})
	source := strings.Repeat("name ", 400_000)
	got := outcome(t, p, source)
	file, err := parse.Decode(got.Facts)
	if err != nil {
		t.Fatal(err)
	}
	want := &facts.File{Lines: len(source), Names: []string{"", source}}
	if diff := cmp.Diff(want, file, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

// Every way to die gives its reason, and the pool goes on.
func TestHostileFiles(t *testing.T) {
	p := pool(t, parse.Options{Workers: 1, Limits: parse.Limits{
		Memory: 256 << 20, CPU: time.Second, Wall: 3 * time.Second,
	}})
	for _, test := range []struct{ source, reason string }{
		{"sleep", "deadline"},
		{"spin", "deadline"},
		{"abort", "memory"},
		{"die", "crash"},
		{"panic", "crash: out of luck"},
		{"refuse", "unknown encoding"},
	} {
		t.Run(test.source, func(t *testing.T) {
			if got := outcome(t, p, test.source); got.Reason != test.reason || got.Facts != nil {
				t.Errorf("outcome %+v, want reason %q", got, test.reason)
			}
			if got := lines(t, p, "good"); got != len("good") {
				t.Errorf("the next file has %d lines", got)
			}
		})
	}
}

func TestUnknownLanguage(t *testing.T) {
	got, err := pool(t, parse.Options{}).Parse(t.Context(), "cobol", nil)
	if err != nil || got.Reason != "no such language: cobol" {
		t.Errorf("outcome %+v, error %v", got, err)
	}
}

func TestWorkerIsKeptBetweenFiles(t *testing.T) {
	p := pool(t, parse.Options{Workers: 1})
	first := lines(t, p, "pid")
	outcome(t, p, "refuse")
	outcome(t, p, "panic")
	if got := lines(t, p, "pid"); got != first {
		t.Errorf("process %d, then %d", first, got)
	}
}

func TestWorkerKilledBetweenFiles(t *testing.T) {
	p := pool(t, parse.Options{Workers: 1})
	first := lines(t, p, "pid")
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if got := lines(t, p, "pid"); got == first {
		t.Errorf("process %d still answers", got)
	}
}

func TestWorkerKilledInTheMiddle(t *testing.T) {
	p := pool(t, parse.Options{Workers: 1})
	mark := filepath.Join(t.TempDir(), "pid")
	var group sync.WaitGroup
	group.Go(func() {
		if err := syscall.Kill(waitForPID(t, mark), syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	})
	if got := outcome(t, p, "wait "+mark); got.Reason != "" {
		t.Errorf("the file was given up: %s", got.Reason)
	}
	group.Wait()
}

// waitForPID waits until a worker has written its process number.
func waitForPID(t *testing.T, mark string) int {
	t.Helper()
	for range 3000 {
		if b, err := os.ReadFile(mark); err == nil {
			pid, err := strconv.Atoi(string(b))
			if err != nil {
				t.Error(err)
			}
			return pid
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("no worker came so far")
	return 0
}

func TestFileThatKillsOnlyOnce(t *testing.T) {
	p := pool(t, parse.Options{})
	if got := outcome(t, p, "die-once "+filepath.Join(t.TempDir(), "mark")); got.Reason != "" {
		t.Errorf("the file was given up: %s", got.Reason)
	}
}

func TestInterruptIsForTheParent(t *testing.T) {
	if got := outcome(t, pool(t, parse.Options{}), "interrupt"); got.Reason != "" {
		t.Errorf("a worker died of Ctrl-C: %s", got.Reason)
	}
}

func TestWorkerThatDoesNotStart(t *testing.T) {
	for name, command := range map[string][]string{
		"no command":   nil,
		"missing":      {filepath.Join(t.TempDir(), "gone")},
		"ends at once": {"/bin/sh", "-c", "echo no such option >&2; exit 3"},
		"speaks prose": {"/bin/sh", "-c", "echo hello, this is not a frame; cat >/dev/null"},
		"is not ours":  {"/bin/cat"},
	} {
		t.Run(name, func(t *testing.T) {
			p := parse.NewPool(parse.Options{Command: command})
			defer p.Close()
			_, err := p.Parse(t.Context(), "hostile", []byte("good"))
			var e *fault.Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v", err)
			}
			if name == "ends at once" && !strings.Contains(err.Error(), "no such option") {
				t.Errorf("the error hides the worker's own words: %v", err)
			}
		})
	}
}

func TestWorkerOfAnotherVersion(t *testing.T) {
	p := pool(t, parse.Options{Versions: map[string]string{"hostile": "2"}})
	_, err := p.Parse(t.Context(), "hostile", []byte("good"))
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), `version "1"`) {
		t.Errorf("error %v", err)
	}
	same := pool(t, parse.Options{Versions: map[string]string{"hostile": "1"}})
	if got := lines(t, same, "good"); got != 4 {
		t.Errorf("%d lines", got)
	}
}

func TestCancelStopsAtOnce(t *testing.T) {
	p := pool(t, parse.Options{Workers: 1})
	mark := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(t.Context())
	var pid int
	var group sync.WaitGroup
	group.Go(func() {
		pid = waitForPID(t, mark)
		cancel()
	})
	_, err := p.Parse(ctx, "hostile", []byte("wait "+mark))
	group.Wait()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("worker %d still runs: %v", pid, err)
	}
	if _, err := p.Parse(ctx, "hostile", []byte("good")); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context still parses: %v", err)
	}
	if got := lines(t, p, "good"); got != 4 {
		t.Errorf("after a cancelled file: %d lines", got)
	}
}

func TestManyFilesAtOnce(t *testing.T) {
	p := pool(t, parse.Options{Workers: 2})
	var group sync.WaitGroup
	for i := range 200 {
		group.Go(func() {
			source := "x" + strings.Repeat("y", i)
			if i%50 == 49 {
				source = "die"
			}
			got, err := p.Parse(t.Context(), "hostile", []byte(source))
			if err != nil || (got.Reason == "crash") != (source == "die") {
				t.Errorf("%s: %+v, %v", source, got.Reason, err)
			}
		})
	}
	group.Wait()
}

// A worker whose parent is killed must not live on, not even in the middle of a file.
func TestWorkersDieWithTheirParent(t *testing.T) {
	if mark := os.Getenv("ASSAY_TEST_PARENT"); mark != "" {
		p := parse.NewPool(parse.Options{Command: parsetest.Command(), Workers: 1})
		_, _ = p.Parse(t.Context(), "hostile", []byte("wait "+mark))
		return
	}
	mark := filepath.Join(t.TempDir(), "pid")
	parent := exec.Command(os.Args[0], "-test.run=^TestWorkersDieWithTheirParent$")
	parent.Env = append(os.Environ(), "ASSAY_TEST_PARENT="+mark)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	worker := waitForPID(t, mark)
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	for range 1000 {
		if gone(worker) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("worker %d outlived its parent", worker)
	_ = syscall.Kill(worker, syscall.SIGKILL)
}

// gone reports whether a process has ended; one that waits to be reaped counts.
func gone(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil && syscall.Kill(pid, 0) != nil || strings.Contains(string(status), ") Z ")
}

func TestWorkerRefusesWhatIsNoFrame(t *testing.T) {
	for name, in := range map[string]string{
		"cut":   "\x00\x00\x00\x09abc",
		"huge":  "\xff\xff\xff\xffabc",
		"noise": "\x00\x00\x00\x03abc",
	} {
		t.Run(name, func(t *testing.T) {
			if err := parse.Worker(strings.NewReader(in), io.Discard, nil); err == nil {
				t.Error("no error")
			}
		})
	}
	if err := parse.Worker(bytes.NewReader(nil), io.Discard, nil); err != nil {
		t.Errorf("an input that ends at once: %v", err)
	}
}

func TestDecodeRefusesWhatIsNoFacts(t *testing.T) {
	for _, b := range []string{"", "\xff", "\xa1\x01", strings.Repeat("\x81", 100_000)} {
		if _, err := parse.Decode([]byte(b)); err == nil {
			t.Errorf("Decode(%.20q) is facts", b)
		}
	}
}
