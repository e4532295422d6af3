package neo4j

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

func commandLine(words ...string) []byte { return []byte(strings.Join(words, "\x00") + "\x00") }

func TestIsServerKnowsItsOwnHomeOnly(t *testing.T) {
	for name, tc := range map[string]struct {
		line []byte
		want bool
	}{
		"ours":          {commandLine("java", "@a", mainClass, "--home-dir=/h/neo4j", "--console-mode"), true},
		"longer home":   {commandLine("java", "@a", mainClass, "--home-dir=/h/neo4j2"), false},
		"another class": {commandLine("java", "Other", "--home-dir=/h/neo4j"), false},
		"a grep":        {commandLine("grep", mainClass+" --home-dir=/h/neo4j"), false},
		"zombie":        {nil, false},
	} {
		if got := isServer(tc.line, "/h/neo4j"); got != tc.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// pretend starts a process whose command line is that of a server in dir.
func pretend(t *testing.T, dir string) int {
	t.Helper()
	cmd := exec.Command("sh", "-c", "while :; do sleep 0.05; done", mainClass, homeFlag(dir))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := cmd.Process.Pid
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
	return pid
}

func TestAServerIsFoundByItsCommandLineAndStopped(t *testing.T) {
	dir := t.TempDir()
	pid := pretend(t, dir)
	other := pretend(t, dir+"-other")
	found, err := findServer(t.Context(), dir)
	if err != nil || found != pid {
		t.Fatalf("found %d, %v; want %d", found, err, pid)
	}
	if err := stop(t.Context(), pid, dir, time.Minute); err != nil {
		t.Fatal(err)
	}
	if found, err := findServer(t.Context(), dir); err != nil || found != 0 {
		t.Errorf("after stop: %d, %v", found, err)
	}
	if !runs(t.Context(), other, dir+"-other") {
		t.Error("another server was stopped too")
	}
}

func TestADeadServerDoesNotRunThoughItsParentHasNotHeard(t *testing.T) {
	dir := t.TempDir()
	parent := exec.Command("sh", "-c", `sh -c 'exit 0' "$1" "$2" & echo $!; while :; do sleep 0.05; done`, "sh", mainClass, homeFlag(dir))
	output, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = parent.Process.Kill() })
	var pid int
	if _, err := fmt.Fscan(output, &pid); err != nil {
		t.Fatal(err)
	}
	patient, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := waitExit(patient, pid, dir); err != nil || !zombie(pid) {
		t.Errorf("%v, zombie %v", err, zombie(pid))
	}
}

func TestAForeignProcessIsNeverSignalled(t *testing.T) {
	dir := t.TempDir()
	pid := pretend(t, dir+"-other")
	if err := stop(t.Context(), pid, dir, time.Minute); err != nil {
		t.Fatal(err)
	}
	if process, err := os.FindProcess(pid); err != nil || process.Signal(syscall.Signal(0)) != nil {
		t.Error("the foreign process is gone")
	}
}

func TestAServerThatIgnoresTermIsKilled(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command("sh", "-c", "trap '' TERM; echo; while :; do sleep 0.05; done", mainClass, homeFlag(dir))
	ready, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if _, err := ready.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if err := stop(t.Context(), cmd.Process.Pid, dir, 200*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if runs(t.Context(), cmd.Process.Pid, dir) {
		t.Error("it still runs")
	}
}
