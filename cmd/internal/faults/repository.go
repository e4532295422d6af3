package faults

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Size of the repository: large enough that a load takes seconds, so that kills hit every phase of it.
const (
	callers   = 100 // functions that call the marker, one a file
	fillers   = 200 // further files
	functions = 15  // of each
	changing  = 4   // every so many fillers changes with each version
)

// marker is what the readers ask about.
const marker = "target.py::marker"

// writeRepository makes the folder hold one version of the repository.
func writeRepository(folder string, version int) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("make the repository: %w", err)
	}
	files := map[string]string{"target.py": "def marker():\n    return 0\n"}
	for i := range callers {
		files[fmt.Sprintf("caller_%03d.py", i)] = fmt.Sprintf("from target import marker\n\n\ndef use_%03d_v%d():\n    return marker()\n", i, version)
	}
	for i := range fillers {
		files[fmt.Sprintf("filler_%03d.py", i)] = filler(i, version)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("write the repository: %w", err)
		}
	}
	return nil
}

// filler is a file whose functions call each other and those of the next file.
func filler(i, version int) string {
	mark := 0
	if i%changing == version%changing {
		mark = version
	}
	next := (i + 1) % fillers
	var b strings.Builder
	fmt.Fprintf(&b, "import filler_%03d\n\nSTATE = %d\n", next, mark)
	for k := range functions {
		fmt.Fprintf(&b, "\n\ndef step_%d(x):\n    \"\"\"Step %d of version %d.\"\"\"\n    return step_%d(x) + filler_%03d.step_%d(x)\n", k, k, mark, (k+1)%functions, next, k)
	}
	return b.String()
}
