//go:build cgo

package main

import (
	"context"
	"io"

	"assay/cypher"
	"assay/deploy/neo4j"
	"assay/ingest"
	"assay/ingest/coverage"
	"assay/ingest/jobs"
	"assay/ingest/lang"
	"assay/ingest/lang/python"
	"assay/ingest/load"
	"assay/ingest/parse"
	"assay/queries"
)

// wire puts the adapters behind the interfaces: the only place that knows them all.
func wire() wiring {
	return wiring{
		open:        openStore,
		serveParser: func(in io.Reader, out io.Writer) error { return parse.Worker(in, out, languages()) },
	}
}

// languages are those that assay reads, in the order in which they may claim a file.
func languages() []lang.Language { return []lang.Language{python.Python{}} }

func openStore(ctx context.Context, address neo4j.Address) (*session, error) {
	store, err := cypher.Open(ctx, cypher.Config{
		URI: address.URI, Username: address.Username, Password: address.Password, Database: address.Database,
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
