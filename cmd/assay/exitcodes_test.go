//go:build cgo

package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// program is this test's binary under the name by which it is assay: a file of its own, since the processes that it starts
// go by the real path of the binary.
func program(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "assay")
	if os.Link(self, file) == nil {
		return file
	}
	binary, err := os.ReadFile(self) // on another file system
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, binary, 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestInterruptedExitsWith130 interrupts a verb while it waits for a database that takes connections and never answers.
func TestInterruptedExitsWith130(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	command := exec.CommandContext(t.Context(), program(t), "projects")
	command.Env = append(os.Environ(), "ASSAY_HOME="+t.TempDir(), "NEO4J_URI=bolt://"+listener.Addr().String(), "NEO4J_PASSWORD=x")
	command.Stderr = t.Output()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	connection, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err = command.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("got %v, want exit code %d", err, exitInterrupted)
	}
}

// provokedElsewhere are the codes that need more than a script.
var provokedElsewhere = map[int]string{
	exitInterrupted: "TestInterruptedExitsWith130",
}

// TestEachExitCodeIsProvoked wants a script that ends with each code of the table.
func TestEachExitCodeIsProvoked(t *testing.T) {
	script, err := os.ReadFile("testdata/script/exit_codes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range exitCodes() {
		if !strings.Contains(string(script), fmt.Sprintf("\nexits %d ", c.code)) && provokedElsewhere[c.code] == "" {
			t.Errorf("exit_codes.txtar does not provoke %d (%s)", c.code, c.means)
		}
	}
}

// TestReadmeHasTheExitCodes compares the README's table with the help's.
func TestReadmeHasTheExitCodes(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \| (.+?) \|(?: (\d+))? \|$`).FindAllStringSubmatch(string(readme), -1) {
		got = append(got, strings.Join(row[1:], "|"))
	}
	for _, c := range exitCodes() {
		want = append(want, fmt.Sprintf("%d|%s|%s", c.code, c.means, strings.TrimPrefix(fmt.Sprint(c.http), "0")))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("assay help exit-codes (-) and README.md (+):\n%s", diff)
	}
}
