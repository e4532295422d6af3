//go:build cgo

package main

import (
	"context"
	"io"

	"github.com/rs/zerolog"

	"assay/cmd/internal/bench"
	"assay/cypher"
	"assay/cypher/replay"
	"assay/deploy/neo4j"
	"assay/httpapi"
	"assay/ingest"
	"assay/ingest/coverage"
	"assay/ingest/jobs"
	"assay/ingest/lang"
	"assay/ingest/lang/python"
	"assay/ingest/load"
	"assay/ingest/parse"
	"assay/internal/graph"
	"assay/queries"
)

// wire puts the adapters behind the interfaces: the only place that knows them all.
func wire() wiring {
	return wiring{
		open:        openStore,
		bare:        openBare,
		serveParser: func(in io.Reader, out io.Writer) error { return parse.Worker(in, out, languages()) },
	}
}

// languages are those that assay reads, in the order in which they may claim a file.
func languages() []lang.Language { return []lang.Language{python.Python{}} }

func openStore(ctx context.Context, address neo4j.Address) (*session, error) {
	store, err := cypher.Open(ctx, cypher.Config{
		Own: address.Own, URI: address.URI, Username: address.Username, Password: address.Password, Database: address.Database,
	})
	if err != nil {
		return nil, err
	}
	if err := store.Migrate(ctx); err != nil {
		_ = store.Close(ctx)
		return nil, err
	}
	return &session{
		questions: queries.New(queries.NewStoreReader(store)),
		cypher:    queries.NewAdHoc(store),
		inspector: queries.NewInspector(store),
		loader:    storeLoader{store},
		bench:     benchStore{store},
		jobs:      jobs.New(store),
		newWorker: func(runner jobs.Runner, options jobs.WorkerOptions) (*jobs.Worker, error) {
			return jobs.NewWorker(store, runner, options)
		},
		ready: func(ctx context.Context) error {
			return store.Read(ctx, cypher.ReadPing, nil, func(cypher.Row) error { return nil })
		},
		close: func(ctx context.Context) { _ = store.Close(context.WithoutCancel(ctx)) },
	}, nil
}

// openBare opens what sends the statements of questions without the service.
func openBare(ctx context.Context, address neo4j.Address) (*bench.Bare, error) {
	recorder := &replay.Recorder{}
	config := cypher.Config{
		Own: address.Own, URI: address.URI, Username: address.Username, Password: address.Password, Database: address.Database, Observe: recorder.Observe,
	}
	store, err := cypher.Open(ctx, config)
	if err != nil {
		return nil, err
	}
	loop, err := replay.Open(ctx, config)
	if err != nil {
		_ = store.Close(ctx)
		return nil, err
	}
	return &bench.Bare{
		Handler: httpapi.New(httpapi.Options{
			Questions: queries.New(queries.NewStoreReader(store)), Ready: func(context.Context) error { return nil }, Log: zerolog.Nop(), Listen: "127.0.0.1:0",
		}),
		Recorder: recorder, Loop: loop,
		Close: func(ctx context.Context) {
			_ = loop.Close(ctx)
			_ = store.Close(ctx)
		},
	}, nil
}

// benchStore changes what a store holds for benchmarks.
type benchStore struct{ store *cypher.Store }

// Apply makes the rows those of the project.
func (s benchStore) Apply(ctx context.Context, snapshot load.Snapshot, rows *graph.Graph) (load.Result, error) {
	return load.Apply(ctx, s.store, snapshot, rows, nil)
}

// AddObserved adds what tests executed.
func (s benchStore) AddObserved(ctx context.Context, project string, run load.Run, edges []graph.Edge) (load.Result, error) {
	return load.AddObserved(ctx, s.store, project, run, edges)
}

// Delete removes a project.
func (s benchStore) Delete(ctx context.Context, project string) error {
	return load.Delete(ctx, s.store, project)
}

// storeLoader changes what a store holds.
type storeLoader struct{ store *cypher.Store }

func (l storeLoader) ingest(ctx context.Context, options ingest.Options) (*ingest.Report, error) {
	options.Languages = languages()
	return ingest.Load(ctx, l.store, options)
}

func (l storeLoader) importCoverage(ctx context.Context, options coverage.Options) (*coverage.Report, error) {
	return coverage.Import(ctx, l.store, options)
}

func (l storeLoader) delete(ctx context.Context, project string) error {
	return load.Delete(ctx, l.store, project)
}
