// Package pythontest gives tests a real Python with pytest, coverage.py and pytest-cov: a virtual environment below the
// test folder of assay's data directory, made once and used by all packages and all later runs.
package pythontest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/fault"
	"assay/internal/pyenv"
)

// patience bounds the making of the environment.
const patience = 5 * time.Minute

// Python is an interpreter with the test packages.
type Python struct{ path string }

// Shared gives the environment that all tests share, and makes it when there is none. What is missing fails the test
// with the command that installs it.
func Shared(t testing.TB) Python {
	t.Helper()
	return With(t, pyenv.Packages...)
}

// With gives an environment with other pinned packages, made and kept in the same way.
func With(t testing.TB, packages ...string) Python {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	path, err := pyenv.MakeWith(ctx, filepath.Join(data(t), "test"), packages, t.Logf)
	if err != nil {
		var known *fault.Error
		if errors.As(err, &known) {
			t.Fatalf("%v\n%s", err, strings.Join(known.Fixes, "\n"))
		}
		t.Fatal(err)
	}
	return Python{path}
}

// Path is the interpreter.
func (p Python) Path() string { return p.path }

// data is assay's data directory.
func data(t testing.TB) string {
	t.Helper()
	if home := os.Getenv("ASSAY_HOME"); home != "" {
		return home
	}
	if home := os.Getenv("XDG_DATA_HOME"); home != "" {
		return filepath.Join(home, "assay")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(home, ".local", "share", "assay")
}

// Run runs the interpreter in a folder and gives what it prints; any exit code but those named is a failure of the test.
func (p Python) Run(t testing.TB, folder string, accept []int, arguments ...string) []byte {
	t.Helper()
	cmd := pyenv.Command(t.Context(), folder, p.path, arguments...)
	output, err := cmd.CombinedOutput()
	if err == nil {
		return output
	}
	for _, code := range accept {
		if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == code {
			return output
		}
	}
	t.Fatalf("python %s: %v\n%s", strings.Join(arguments, " "), err, output)
	return nil
}
