package coverage

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"assay/internal/fault"
	"assay/internal/graph"
)

// shownFiles bounds the files that a refusal lists.
const shownFiles = 20

// verifier checks that measured files are still those that were loaded and those that ran, and keeps their layouts.
type verifier struct {
	files     *fileIndex
	functions map[string][]function // by path
	written   time.Time             // when the coverage file was written
	layouts   map[string]*layout    // of the files that passed
	hashes    map[string][]int64    // of their functions
	faults    map[string]string     // reasons by path
}

// check reads a loaded file from disk once.
func (v *verifier) check(path string) {
	if _, done := v.layouts[path]; done || v.faults[path] != "" {
		return
	}
	onDisk := filepath.Join(v.files.root, filepath.FromSlash(path))
	source, err := os.ReadFile(onDisk)
	if err != nil {
		v.faults[path] = "cannot be read now"
		return
	}
	sum := sha256.Sum256(source)
	if hex.EncodeToString(sum[:]) != v.files.byPath[path].SHA256 {
		v.faults[path] = "differs from the loaded text"
		return
	}
	if info, err := os.Stat(onDisk); err != nil || info.ModTime().After(v.written) {
		v.faults[path] = "was written after the tests ran"
		return
	}
	v.layouts[path] = newLayout(source, v.functions[path])
	v.hashes[path] = hashesOf(source, v.functions[path])
}

func hashesOf(source []byte, functions []function) []int64 {
	lines := graph.Lines(string(source))
	hashes := make([]int64, len(functions))
	for i, f := range functions {
		hashes[i] = graph.TextHash(f.ID, lines, f.StartLine, f.EndLine)
	}
	slices.Sort(hashes)
	return hashes
}

// fits checks that recorded lines can be lines of the file.
func (v *verifier) fits(path string, lines map[string][]int) {
	layout, ok := v.layouts[path]
	if !ok {
		return
	}
	for _, executed := range lines {
		if !layout.fits(executed) {
			v.faults[path] = "has other lines than those that ran"
			return
		}
	}
}

// refusal is the error that lists every file that failed a check; nil when none did.
func (v *verifier) refusal(project string) error {
	if len(v.faults) == 0 {
		return nil
	}
	refused := fault.New(fault.Stale, "the coverage was not recorded of the loaded files: %s", v.list()).
		Fix("load the files again: assay ingest %s --project %s", v.files.root, project).
		Fix("run the tests again: %s", howToRecord).
		Fix("then import again")
	return refused
}

func (v *verifier) list() string {
	text := ""
	for i, path := range slices.Sorted(maps.Keys(v.faults)) {
		if i == shownFiles {
			return text + fmt.Sprintf("; and %d more", len(v.faults)-shownFiles)
		}
		if i > 0 {
			text += "; "
		}
		text += path + " " + v.faults[path]
	}
	return text
}
