package neo4j

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	mainClass = "org.neo4j.server.CommunityEntryPoint"
	// pollEvery is how often a process or a server is looked at while one waits for it.
	pollEvery = 50 * time.Millisecond
)

// homeFlag names a server on its command line; it is how a server is told from any other process.
func homeFlag(dir string) string { return "--home-dir=" + dir }

// findServer gives the pid of the server that runs in dir, 0 when none does. It asks the operating system, so a killed
// server, a used-up pid or a state file that was never written cannot mislead it.
func findServer(ctx context.Context, dir string) (int, error) {
	if _, err := os.Stat("/proc/self/cmdline"); err != nil {
		return findByPS(ctx, dir)
	}
	entries, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		if content, err := os.ReadFile(entry); err == nil && isServer(content, dir) {
			return strconv.Atoi(filepath.Base(filepath.Dir(entry)))
		}
	}
	return 0, nil
}

// isServer tells from a command line, words ended by zero bytes, whether it runs the server in dir.
func isServer(commandLine []byte, dir string) bool {
	words := bytes.Split(commandLine, []byte{0})
	var class, home bool
	for _, word := range words {
		class = class || string(word) == mainClass
		home = home || string(word) == homeFlag(dir)
	}
	return class && home
}

// findByPS is findServer where there is no /proc.
func findByPS(ctx context.Context, dir string) (int, error) {
	output, err := exec.CommandContext(ctx, "ps", "-axww", "-o", "pid=,command=").Output()
	if err != nil {
		return 0, fmt.Errorf("list processes: %w", err)
	}
	for line := range strings.Lines(string(output)) {
		pid, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.Contains(command, mainClass+" "+homeFlag(dir)+" ") {
			return strconv.Atoi(pid)
		}
	}
	return 0, nil
}

// runs says whether pid is still the server of dir; it takes leave of it when it was a child of this process.
func runs(ctx context.Context, pid int, dir string) bool {
	_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	switch {
	case err == nil && len(content) > 0:
		return isServer(content, dir)
	case err == nil:
		return !zombie(pid) // a process that is just becoming the server has no command line for a moment
	}
	if _, err := os.Stat("/proc/self/cmdline"); err == nil {
		return false
	}
	found, err := findByPS(ctx, dir)
	return err == nil && found == pid
}

// zombie says whether a process has ended and waits for its parent to hear of it.
func zombie(pid int) bool {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return true
	}
	_, fields, _ := strings.Cut(string(content[bytes.LastIndexByte(content, ')')+1:]), " ")
	return strings.HasPrefix(fields, "Z") || strings.HasPrefix(fields, "X")
}

// signal sends a signal to the server of dir and to no other process: the pid is held before it is looked at again.
func signal(ctx context.Context, pid int, dir string, sig os.Signal) error {
	process, err := os.FindProcess(pid)
	if err != nil {
		return fmt.Errorf("find process %d: %w", pid, err)
	}
	defer func() { _ = process.Release() }()
	awaitCommandLine(pid)
	if !runs(ctx, pid, dir) {
		return nil
	}
	if err := process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("signal process %d: %w", pid, err)
	}
	return nil
}

// awaitCommandLine waits, for a tenth of a second at most, until a process that is just becoming a program has its
// command line: without one nobody can tell whether it is the server.
func awaitCommandLine(pid int) {
	for range 100 {
		content, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil || len(content) > 0 || zombie(pid) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// stop ends the server of dir in its own way and, when that takes longer than patience, by force, which it survives.
func stop(ctx context.Context, pid int, dir string, patience time.Duration) error {
	if err := signal(ctx, pid, dir, syscall.SIGTERM); err != nil {
		return err
	}
	gentle, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if waitExit(gentle, pid, dir) == nil {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("wait for Neo4j to stop: %w", ctx.Err())
	}
	if err := signal(ctx, pid, dir, syscall.SIGKILL); err != nil {
		return err
	}
	return waitExit(ctx, pid, dir)
}

func waitExit(ctx context.Context, pid int, dir string) error {
	for runs(ctx, pid, dir) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for process %d: %w", pid, ctx.Err())
		case <-time.After(pollEvery):
		}
	}
	return nil
}
