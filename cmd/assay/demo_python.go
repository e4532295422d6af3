package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"assay/internal/fault"
)

// requirements are what the example's tests run with, pinned, from the package index that pip is set to.
var requirements = []string{"pytest==8.4.2", "pytest-cov==6.3.0", "coverage==7.10.7"}

// testsFailed is pytest's exit code when tests ran and some failed; those that passed are evidence all the same.
const testsFailed = 1

// shownOutput is the number of last lines of a failed command that an error shows.
const shownOutput = 15

// pythonSuite runs a Python project's tests with a coverage context for each test, in a virtual environment of its own.
type pythonSuite struct {
	home string // the environment's folder
	root string // the project
	data string // coverage.py's data file to write
	note func(format string, args ...any)
}

func (s pythonSuite) run(ctx context.Context) error {
	python, err := s.environment(ctx)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(s.data); err != nil {
		return fmt.Errorf("remove old coverage data: %w", err)
	}
	output, err := s.command(ctx, python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--cov", "--cov-context=test", "--cov-report=")
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == testsFailed) {
		return toolFault(ctx, "the example's tests did not run", output, err)
	}
	s.note("[3/4] ran its tests with a context for each: %s", lastLines(output, 1))
	return nil
}

// environment makes the virtual environment, or takes the one that stands. Its folder is named by what it holds, and
// renamed there only once it is whole.
func (s pythonSuite) environment(ctx context.Context) (python string, err error) {
	base, err := exec.LookPath("python3")
	if err != nil {
		return "", fault.New(fault.Unavailable, "python3 is missing").Fix("assay doctor names the command that installs it")
	}
	version, err := s.command(ctx, base, "-c", "import sys; print(sys.version, sys.prefix)")
	if err != nil {
		return "", toolFault(ctx, "python3 does not run", version, err)
	}
	key := sha256.Sum256([]byte(strings.Join(requirements, " ") + string(version)))
	folder := filepath.Join(s.home, fmt.Sprintf("python-%x", key[:6]))
	python = filepath.Join(folder, "bin", "python")
	done := filepath.Join(folder, "complete")
	if _, err := os.Stat(done); err == nil {
		return python, nil
	}
	s.note("making a Python environment with %s", strings.Join(requirements, ", "))
	if err := os.RemoveAll(folder); err != nil {
		return "", fmt.Errorf("remove an unfinished Python environment: %w", err)
	}
	if output, err := s.command(ctx, base, "-m", "venv", folder); err != nil {
		return "", toolFault(ctx, "a Python environment cannot be made", output, err).Fix("assay doctor names what is missing")
	}
	install := append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, requirements...)
	if output, err := s.command(ctx, python, install...); err != nil {
		return "", toolFault(ctx, "pip could not install "+strings.Join(requirements, ", "), output, err).
			Fix("the first run needs the network or a package index that pip is set to")
	}
	return python, os.WriteFile(done, nil, 0o644)
}

// command runs in the project with an environment in which nothing of the user's own Python settings changes the run.
func (s pythonSuite) command(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = s.root
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "PYTHON") && !strings.HasPrefix(variable, "PYTEST_") && !strings.HasPrefix(variable, "COVERAGE_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	cmd.Env = append(cmd.Env, "PYTHONDONTWRITEBYTECODE=1", "COVERAGE_FILE="+s.data)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err := cmd.Run()
	return output.Bytes(), err
}

// toolFault tells what a tool printed last; a run that was ended from outside stays what it is.
func toolFault(ctx context.Context, message string, output []byte, err error) *fault.Error {
	if ctx.Err() != nil {
		return fault.New(fault.Unavailable, "%s", message).Because(ctx.Err())
	}
	return fault.New(fault.Unavailable, "%s: %s", message, lastLines(output, shownOutput)).Because(err)
}

func lastLines(output []byte, n int) string {
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
