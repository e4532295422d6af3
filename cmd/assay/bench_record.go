package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"assay/cmd/internal/bench"
	"assay/cmd/internal/bench/made"
	"assay/cmd/internal/corpora"
	"assay/ingest/coverage"
	"assay/internal/pyenv"
)

// The repositories that made graphs follow: the first in everything, the second, whose tests run without other packages,
// in what tests execute.
const (
	shapeOf  = "django"
	tracedIn = "click"
)

// record writes the shape that graphs are made from.
func (m measurement) record(ctx context.Context) error {
	shape, err := m.shape(ctx, shapeOf, "")
	if err != nil {
		return err
	}
	traced, err := m.shape(ctx, tracedIn, "src")
	if err != nil {
		return err
	}
	shape.Source += "; " + made.TestsOf + ": " + traced.Source
	shape.Spread[made.TestsOf] = traced.Spread[made.TestsOf]
	text, err := json.MarshalIndent(shape, "", "  ")
	if err != nil {
		return fmt.Errorf("write the shape: %w", err)
	}
	if err := os.WriteFile(m.options.record, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("write the shape: %w", err)
	}
	return nil
}

// shape loads a corpus and measures its graph; with a folder of sources its tests run before.
func (m measurement) shape(ctx context.Context, name, sources string) (made.Shape, error) {
	root, err := m.root(ctx, name)
	if err != nil {
		return made.Shape{}, err
	}
	work, err := os.MkdirTemp("", "assay-bench-")
	if err != nil {
		return made.Shape{}, fmt.Errorf("copy %s: %w", name, err)
	}
	defer func() { _ = os.RemoveAll(work) }() // a leftover costs space and nothing else
	if err := os.CopyFS(work, os.DirFS(root)); err != nil {
		return made.Shape{}, fmt.Errorf("copy %s: %w", name, err)
	}
	const project = "bench-shape"
	if err := m.forget(ctx, project); err != nil {
		return made.Shape{}, err
	}
	m.app.note("loading %s", name)
	if err := m.with(func(loader bench.Loader) error { return loader.Warm(ctx, work, project) }); err != nil {
		return made.Shape{}, err
	}
	if sources != "" {
		if err := m.trace(ctx, name, work, sources, project); err != nil {
			return made.Shape{}, err
		}
	}
	reader, writer := io.Pipe()
	go func() { writer.CloseWithError(m.session.questions.Export(ctx, project, writer)) }()
	defer func() { _ = reader.Close() }() // ends the export when it was not read to its end
	shape, err := made.Measure(filepath.Base(root), reader)
	if err != nil {
		return made.Shape{}, err
	}
	return shape, m.forget(ctx, project)
}

// trace runs the tests of a corpus with a context for each and adds what they executed.
func (m measurement) trace(ctx context.Context, name, work, sources, project string) error {
	distribution, err := corpora.ByName(name)
	if err != nil {
		return err
	}
	// The package is installed too, since tests ask for its metadata; what runs are the sources.
	packages := append(slices.Clone(pyenv.Packages), name+"=="+distribution.Version)
	python, err := pyenv.MakeWith(ctx, m.app.config.Home, packages, m.app.note)
	if err != nil {
		return err
	}
	m.app.note("running the tests of %s", name)
	tests := pyenv.Command(ctx, work, python, "-m", "pytest", "-q", "--cov="+sources, "--cov-context=test", "--cov-report=", "-p", "no:cacheprovider")
	tests.Env = append(tests.Env, "PYTHONPATH="+filepath.Join(work, sources))
	if output, err := tests.CombinedOutput(); err != nil {
		return fmt.Errorf("run the tests of %s: %w\n%s", name, err, pyenv.LastLines(output, 20))
	}
	_, err = m.session.loader.importCoverage(ctx, coverage.Options{Project: project, File: filepath.Join(work, ".coverage")})
	return err
}
