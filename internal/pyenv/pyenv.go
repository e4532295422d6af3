// Package pyenv makes a Python environment with pinned test packages, once below a folder, and runs Python in it
// without anything of the user's own Python settings.
package pyenv

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"assay/internal/fault"
	"assay/internal/filelock"
)

// Packages are what tests run with for evidence, pinned, from the package index that pip is set to.
var Packages = []string{"pytest==8.4.2", "pytest-cov==6.3.0", "coverage==7.10.7"}

// shownOutput is the number of last lines of a failed command that an error shows.
const shownOutput = 15

// Make gives the interpreter of the environment with Packages below the folder.
func Make(ctx context.Context, folder string, note func(format string, args ...any)) (python string, err error) {
	return MakeWith(ctx, folder, Packages, note)
}

// MakeWith gives the interpreter of the environment with the pinned packages below the folder. It makes the environment
// when it is missing or unfinished, which needs the package index once; note is told before. Several processes may ask at
// once.
func MakeWith(ctx context.Context, folder string, packages []string, note func(format string, args ...any)) (python string, err error) {
	base, err := exec.LookPath("python3")
	if err != nil {
		return "", fault.New(fault.Unavailable, "python3 is missing").Fix("apt-get install -y --no-install-recommends python3 python3-venv")
	}
	return MakeFrom(ctx, base, folder, packages, note)
}

// MakeFrom is MakeWith for the interpreter that the environment is made from.
func MakeFrom(ctx context.Context, base, folder string, packages []string, note func(format string, args ...any)) (python string, err error) {
	version, err := Command(ctx, "", base, "-c", "import sys; print(sys.version, sys.prefix)").CombinedOutput()
	if err != nil {
		return "", toolFault(base+" does not run", version, err)
	}
	key := sha256.Sum256([]byte(strings.Join(packages, " ") + string(version)))
	environment := filepath.Join(folder, fmt.Sprintf("python-%x", key[:6]))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("make a folder for a Python environment: %w", err)
	}
	lock, err := filelock.Wait(ctx, environment+".lock")
	if err != nil {
		return "", fmt.Errorf("wait for the Python environment: %w", err)
	}
	defer lock.Release()
	return filepath.Join(environment, "bin", "python"), complete(ctx, base, environment, packages, note)
}

// complete makes the environment unless the file "complete" says that nothing of it is missing.
func complete(ctx context.Context, base, environment string, packages []string, note func(string, ...any)) error {
	done := filepath.Join(environment, "complete")
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	note("making a Python environment with %s (once)", strings.Join(packages, ", "))
	if err := os.RemoveAll(environment); err != nil {
		return fmt.Errorf("remove an unfinished Python environment: %w", err)
	}
	if output, err := Command(ctx, "", base, "-m", "venv", environment).CombinedOutput(); err != nil {
		return toolFault("a Python environment cannot be made", output, err).Fix("apt-get install -y --no-install-recommends python3-venv")
	}
	install := append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, packages...)
	python := filepath.Join(environment, "bin", "python")
	if output, err := Command(ctx, "", python, install...).CombinedOutput(); err != nil {
		return toolFault("pip could not install "+strings.Join(packages, ", "), output, err).
			Fix("the first run needs the package index that pip is set to").Fix("%s %s", python, strings.Join(install, " "))
	}
	return os.WriteFile(done, nil, 0o644)
}

// Command runs a program in a folder with an environment in which no setting of the user's own Python changes the run.
func Command(ctx context.Context, folder, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = folder
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "PYTHON") && !strings.HasPrefix(variable, "PYTEST_") && !strings.HasPrefix(variable, "COVERAGE_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	cmd.Env = append(cmd.Env, "PYTHONDONTWRITEBYTECODE=1")
	return cmd
}

// toolFault tells what a tool printed last.
func toolFault(message string, output []byte, err error) *fault.Error {
	return fault.New(fault.Unavailable, "%s: %s", message, LastLines(output, shownOutput)).Because(err)
}

// LastLines are the last lines of what a tool printed.
func LastLines(output []byte, n int) string {
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
