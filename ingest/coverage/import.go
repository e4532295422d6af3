package coverage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"assay/cypher"
	"assay/ingest/load"
	"assay/internal/graph"
)

// Import reads a file of coverage.py and adds its edges to a loaded project as one run. What the same tests were
// observed to execute before is replaced.
func Import(ctx context.Context, store *cypher.Store, options Options) (_ *Report, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("import coverage into %s: %w", options.Project, err)
		}
	}()
	start := time.Now()
	from, err := open(ctx, options.File)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := readProject(ctx, store, options)
	if err != nil {
		return nil, err
	}
	l := newLinking(from, to)
	if err := to.readFunctions(ctx, store, l.measured()); err != nil {
		return nil, err
	}
	if err := l.verify(ctx); err != nil {
		return nil, err
	}
	if err := l.run(ctx); err != nil {
		return nil, err
	}
	read := time.Now()
	if err := l.write(ctx, store); err != nil {
		return nil, err
	}
	l.report.Seconds = map[string]float64{"read": read.Sub(start).Seconds(), "write": time.Since(read).Seconds(),
		"total": time.Since(start).Seconds()}
	return l.report, nil
}

// measured lists the loaded files of which the recording holds lines.
func (l *linking) measured() []string {
	return slices.Compact(slices.Sorted(maps.Values(l.mapped.loaded)))
}

// write adds the run to the project.
func (l *linking) write(ctx context.Context, store *cypher.Store) error {
	id, err := hashOf(l.from.path)
	if err != nil {
		return err
	}
	run := load.Run{ID: id, Source: "coverage.py", Commit: l.to.Commit, CreatedAt: l.from.written, Cases: map[string]int{}}
	for _, at := range slices.Sorted(maps.Keys(l.seen)) {
		t := l.tests.tests[at]
		run.Tests = append(run.Tests, t.ID)
		run.Cases[t.ID] = len(l.seen[at])
		if t.IsNew {
			run.Made = append(run.Made, graph.Test{ID: t.ID, RunnerID: t.RunnerID, Path: t.Path, Name: t.Name, Framework: "pytest"})
		}
	}
	run.Measured = map[string]graph.Measured{}
	for _, path := range l.measured() {
		run.Measured[path] = graph.Measured{SHA256: l.files.byPath[path].SHA256, Functions: l.sources.hashes[path]}
	}
	l.report.NewTests = len(run.Made)
	result, err := load.AddObserved(ctx, store, l.to.Name, run, l.edges)
	l.report.Version, l.report.Run, l.report.Changed = result.Version, result.Run, result.Changed
	return err
}

// hashOf identifies a recording by its bytes.
func hashOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", foreign("it cannot be read again").Because(err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", foreign("it cannot be read again").Because(err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
