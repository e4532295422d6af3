// Package pythontest gives tests a real Python with pytest, coverage.py and pytest-cov: a virtual environment below the
// test folder of assay's data directory, made once and used by all packages and all later runs.
package pythontest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/filelock"
)

// packages are pinned, so that tests see the same runner everywhere.
var packages = []string{"pytest==8.4.2", "pytest-cov==6.3.0", "coverage==7.10.7"}

// patience bounds the making of the environment.
const patience = 5 * time.Minute

// Python is an interpreter with the test packages.
type Python struct{ path string }

// Shared gives the environment that all tests share, and makes it when there is none. What is missing fails the test
// with the command that installs it.
func Shared(t testing.TB) Python {
	t.Helper()
	base, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("python3 is missing: apt-get install python3 python3-venv")
	}
	version := run(t, "", base, "-c", "import sys; print(sys.version, sys.prefix)")
	key := sha256.Sum256([]byte(strings.Join(packages, " ") + string(version)))
	folder := filepath.Join(data(t), "test", fmt.Sprintf("python-%x", key[:6]))
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	lock, err := filelock.Wait(ctx, folder+".lock")
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	python := Python{filepath.Join(folder, "bin", "python")}
	if _, err := os.Stat(filepath.Join(folder, "complete")); err != nil {
		create(t, base, folder)
	}
	return python
}

// create makes the environment anew; the file "complete" says that nothing of it is missing.
func create(t testing.TB, base, folder string) {
	t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if output, err := command(t.Context(), "", base, "-m", "venv", folder).CombinedOutput(); err != nil {
		t.Fatalf("a virtual environment cannot be made (apt-get install python3-venv): %v\n%s", err, output)
	}
	python := filepath.Join(folder, "bin", "python")
	install := append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, packages...)
	if output, err := command(t.Context(), "", python, install...).CombinedOutput(); err != nil {
		t.Fatalf("packages of the tests are missing; the first run installs them with: %s %s\n%v\n%s",
			python, strings.Join(install, " "), err, output)
	}
	if err := os.WriteFile(filepath.Join(folder, "complete"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
}

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
	cmd := command(t.Context(), folder, p.path, arguments...)
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

func run(t testing.TB, folder, program string, arguments ...string) []byte {
	t.Helper()
	output, err := command(t.Context(), folder, program, arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(arguments, " "), err, output)
	}
	return bytes.TrimSpace(output)
}

// command runs with an environment in which no setting of the user's own Python changes the run.
func command(ctx context.Context, folder, program string, arguments ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, arguments...)
	cmd.Dir = folder
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "PYTHON") && !strings.HasPrefix(variable, "PYTEST_") && !strings.HasPrefix(variable, "COVERAGE_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	cmd.Env = append(cmd.Env, "PYTHONDONTWRITEBYTECODE=1")
	return cmd
}
