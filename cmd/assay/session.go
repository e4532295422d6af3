package main

import (
	"context"
	"io"

	"assay/cmd/internal/bench"
	"assay/deploy/neo4j"
	"assay/httpapi"
	"assay/ingest"
	"assay/ingest/coverage"
	"assay/ingest/jobs"
)

// wiring is what wire.go puts behind the verbs.
type wiring struct {
	// open connects to a database.
	open func(ctx context.Context, address neo4j.Address) (*session, error)
	// bare opens what sends the statements of questions without the service.
	bare func(ctx context.Context, address neo4j.Address) (*bench.Bare, error)
	// serveParser is the whole of a parse worker process.
	serveParser func(in io.Reader, out io.Writer) error
}

// session is an open connection to a database.
type session struct {
	database  database
	questions httpapi.Questions
	cypher    httpapi.Cypher
	inspector httpapi.Inspector
	loader    loader
	bench     bench.Store
	jobs      *jobs.Service
	// newWorker makes a worker over the same database.
	newWorker func(runner jobs.Runner, options jobs.WorkerOptions) (*jobs.Worker, error)
	ready     func(context.Context) error // nil while the database answers
	close     func(context.Context)
}

// loader changes what is loaded.
type loader interface {
	ingest(ctx context.Context, options ingest.Options) (*ingest.Report, error)
	importCoverage(ctx context.Context, options coverage.Options) (*coverage.Report, error)
	delete(ctx context.Context, project string) error
}

// connect opens the database of the settings.
func (a *app) connect(ctx context.Context) (*session, error) {
	return a.connectIn(ctx, neo4j.Long)
}

// connectIn starts the managed server, where it is needed and does not run, in the given mode.
func (a *app) connectIn(ctx context.Context, mode neo4j.Mode) (*session, error) {
	found, err := a.database(ctx, mode)
	if err != nil {
		return nil, err
	}
	opened, err := a.wiring.open(ctx, found.Address)
	if err != nil {
		return nil, err
	}
	opened.database = found
	return opened, nil
}
