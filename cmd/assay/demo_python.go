package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"assay/internal/fault"
	"assay/internal/pyenv"
)

// testsFailed is pytest's exit code when tests ran and some failed; those that passed are evidence all the same.
const testsFailed = 1

// shownOutput is the number of last lines of a failed test run that an error shows.
const shownOutput = 15

// runPytest runs a project's tests with a coverage context for each and gives the run's last line.
func runPytest(ctx context.Context, python, root, data string) (string, error) {
	if err := os.RemoveAll(data); err != nil {
		return "", fmt.Errorf("remove old coverage data: %w", err)
	}
	cmd := pyenv.Command(ctx, root, python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--cov", "--cov-context=test", "--cov-report=")
	cmd.Env = append(cmd.Env, "COVERAGE_FILE="+data)
	output, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil && !(errors.As(err, &exit) && exit.ExitCode() == testsFailed):
		return "", fault.New(fault.Unavailable, "the example's tests did not run: %s", pyenv.LastLines(output, shownOutput)).Because(err)
	}
	return pyenv.LastLines(output, 1), nil
}
