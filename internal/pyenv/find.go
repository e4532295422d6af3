package pyenv

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"assay/internal/fault"
)

// newest is the newest minor version of Python 3 that is looked for.
const newest = 14

// Find gives an interpreter of Python 3.minor or later: from the path, or among those that pyenv keeps; the newest that
// runs and can make environments.
func Find(ctx context.Context, minor int) (string, error) {
	for at := newest; at >= minor; at-- {
		for _, candidate := range candidates(at) {
			test := fmt.Sprintf("import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != (3, %d))", at)
			if Command(ctx, "", candidate, "-c", test).Run() == nil {
				return candidate, nil
			}
		}
	}
	return "", fault.New(fault.Unavailable, "no Python 3.%d or later with venv is found", minor).
		Fix("apt-get install -y --no-install-recommends python3.%d-venv, where the system has that version", minor)
}

func candidates(minor int) []string {
	name := fmt.Sprintf("python3.%d", minor)
	kept := os.Getenv("PYENV_ROOT")
	if home, err := os.UserHomeDir(); kept == "" && err == nil {
		kept = filepath.Join(home, ".pyenv")
	}
	found, _ := filepath.Glob(filepath.Join(kept, "versions", fmt.Sprintf("3.%d.*", minor), "bin", name)) // the pattern is well-formed
	slices.Reverse(found)
	return append([]string{name, "python3"}, found...)
}
