package coverage

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"assay/internal/fault"
)

// howToRecord is the command that records what an import needs.
const howToRecord = "pytest --cov --cov-context=test"

// recording is a file of coverage.py that was recognised. Lines are given one measured file at a time, so that memory
// is bounded by the largest of them.
type recording interface {
	// Format names the kind of file: "data" or "json".
	Format() string
	// Contexts lists the names of what ran, "" for code that ran outside of any test.
	Contexts() []string
	// Files lists the measured files as coverage.py wrote their paths.
	Files() []string
	// Lines gives the executed lines of each measured file by context.
	Lines(ctx context.Context, visit func(file string, lines map[string][]int) error) error
	Close() error
}

// opened is a recording with what the file system says about its file.
type opened struct {
	recording
	path    string // absolute
	written time.Time
}

// open recognises a data file (SQLite) or a JSON report by its first bytes and refuses what holds no test contexts.
func open(ctx context.Context, path string) (*opened, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fault.New(fault.Invalid, "no path to a coverage file: %q", path).Because(err)
	}
	written, err := modified(absolute)
	if err != nil {
		return nil, err
	}
	read, err := recognise(ctx, absolute)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	if !hasTests(read.Contexts()) {
		_ = read.Close()
		return nil, withoutContexts(absolute)
	}
	return &opened{recording: read, path: absolute, written: written}, nil
}

func modified(path string) (time.Time, error) {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}, fault.New(fault.NotFound, "coverage file %q cannot be read", path).
			Fix("record one with: %s", howToRecord).Because(err)
	}
	if info.IsDir() {
		return time.Time{}, fault.New(fault.Invalid, "%q is a folder, not a coverage file", path).
			Fix("name the data file in it (.coverage), or the report of: coverage json --show-contexts")
	}
	if !info.Mode().IsRegular() { // opening a pipe waits for whoever writes into it
		return time.Time{}, fault.New(fault.Invalid, "%q is no regular file: a recording is read several times", path).
			Fix("store the recording in a file and name that")
	}
	return info.ModTime(), nil
}

func recognise(ctx context.Context, path string) (recording, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fault.New(fault.Invalid, "%q cannot be opened", path).Because(err)
	}
	defer file.Close()
	start, err := bufio.NewReader(file).Peek(64)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fault.New(fault.Invalid, "%q cannot be read", path).Because(err)
	}
	switch {
	case bytes.HasPrefix(start, []byte("SQLite format 3\x00")):
		return openData(ctx, path)
	case bytes.HasPrefix(bytes.TrimLeft(start, "\ufeff \t\r\n"), []byte("{")):
		return openReport(path)
	default:
		return nil, foreign("it is neither a data file (SQLite) nor a JSON report")
	}
}

// foreign is the error for a file that coverage.py did not write, or that is damaged.
func foreign(format string, args ...any) *fault.Error {
	return fault.New(fault.Invalid, "not a file of coverage.py that can be imported: "+format, args...).
		Fix("give the data file (.coverage) or the report of: coverage json --show-contexts").
		Fix("record it again with: %s", howToRecord)
}

func withoutContexts(path string) *fault.Error {
	return fault.New(fault.Invalid, "%s holds no test contexts: it says what ran, not which test ran it", filepath.Base(path)).
		Fix("run the tests again with pytest-cov: %s", howToRecord).
		Fix("for a JSON report, write it after that with: coverage json --show-contexts")
}

func hasTests(contexts []string) bool {
	for _, name := range contexts {
		if name != "" {
			return true
		}
	}
	return false
}
