package main

import (
	"context"
	"fmt"
	"os"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"assay/ingest"
	"assay/ingest/coverage"
	"assay/ingest/jobs"
	"assay/ingest/walk"
	"assay/internal/fault"
)

const (
	// runJobVerb is the hidden verb that a worker starts its child processes with.
	runJobVerb = "run-job"
	// maxConcurrency bounds the jobs of one worker: each is a process that uses every core.
	maxConcurrency = 64
	// reportedFiles is how many skipped files the report of a job lists; its counts have them all.
	reportedFiles = 200
)

func newWorker(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "worker", Short: "Run queued loads until Ctrl-C", Args: cobra.NoArgs,
		Example: "  assay worker --root ~/src\n  assay worker --once",
		Long:    "Run queued loads and imports until Ctrl-C, which gives what is under way back to the queue.\nA worker takes the jobs of its own machine, one of a project at a time.",
	}
	var options jobs.WorkerOptions
	cmd.Flags().BoolVar(&options.Once, "once", false, "end when nothing is left to take")
	cmd.Flags().IntVar(&options.Concurrency, "concurrency", 1, "run `N` jobs at a time")
	cmd.Flags().StringArrayVar(&options.Roots, "root", nil, "folder `DIR` whose repositories may be loaded; repeat it for several (default: all)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if options.Concurrency < 1 || options.Concurrency > maxConcurrency {
			return fault.New(fault.Invalid, "--concurrency is %d; it must be between 1 and %d", options.Concurrency, maxConcurrency)
		}
		session, err := a.connect(cmd.Context())
		if err != nil {
			return err
		}
		defer a.leave(cmd.Context(), session)
		worker, err := a.worker(session, options)
		if err != nil {
			return err
		}
		a.note("worker on %s, Ctrl-C ends it", jobs.Host())
		return worker.Run(a.workerLog(cmd.Context()))
	}
	return cmd
}

// startWorker runs queued jobs beside something else until the context ends; the function that it gives waits for what
// the worker has begun. Roots are the folders that may be loaded, nil for all; concurrency 0 runs nothing.
func (a *app) startWorker(ctx context.Context, session *session, roots []string, concurrency int) (wait func(), err error) {
	if concurrency == 0 {
		return func() {}, nil
	}
	options := jobs.WorkerOptions{Roots: append([]string{}, roots...), Concurrency: concurrency} // never nil, which is all
	worker, err := a.worker(session, options)
	if err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = worker.Run(a.workerLog(ctx)) // without Once it ends with the context only
	}()
	return func() { <-ended }, nil
}

// worker makes a worker whose jobs run in processes of this binary.
func (a *app) worker(session *session, options jobs.WorkerOptions) (*jobs.Worker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the own binary for jobs: %w", err)
	}
	database := session.database
	return session.newWorker(jobs.Process{Command: []string{self, runJobVerb}, Env: []string{
		"ASSAY_HOME=" + a.config.Home, "NEO4J_URI=" + database.URI, "NEO4J_USERNAME=" + database.Username,
		"NEO4J_PASSWORD=" + database.Password, "NEO4J_DATABASE=" + database.Database,
	}}, options)
}

func (a *app) workerLog(ctx context.Context) context.Context {
	return a.newLogger(zerolog.InfoLevel).WithContext(ctx)
}

// newRunJob is the inside of a job's process. It ends with its input, not with a signal: the worker decides.
func newRunJob(a *app) *cobra.Command {
	return &cobra.Command{
		Use: runJobVerb, Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return jobs.Child(context.WithoutCancel(cmd.Context()), a.in, a.out, a.work)
		},
	}
}

// work does one job.
func (a *app) work(ctx context.Context, job jobs.Job, tell jobs.Tell) (any, error) {
	if real, err := walk.Root(job.Root); err != nil {
		return nil, err
	} else if real != job.Root { // it was resolved, and allowed, when the job was made
		return nil, fault.New(fault.Invalid, "%s is a link to %s now", job.Root, real).Fix("ask for the folder that you mean")
	}
	session, err := a.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer session.close(ctx)
	if job.Kind == jobs.Coverage {
		return session.loader.importCoverage(ctx, coverage.Options{Project: job.Project, Root: job.Root, File: job.Options.File})
	}
	options := ingest.Options{
		Root: job.Root, Project: job.Project, Strict: job.Options.Strict, MaxFiles: job.Options.MaxFiles, Exclude: job.Options.Exclude,
	}
	report, err := a.loadQuietly(ctx, session, options,
		func(phase string, done, total int) { tell(jobs.Event{Phase: phase, Done: done, Total: total}) })
	if err != nil {
		return nil, err
	}
	for _, note := range report.Notes {
		tell(jobs.Event{Log: note})
	}
	tell(jobs.Event{Log: fmt.Sprintf("version %d, %s: %d files, %d symbols, %d skipped or read in part", report.Version, report.Status,
		report.Counts["files"], report.Counts["symbols"], len(report.Skipped))})
	report.Skipped = report.Skipped[:min(len(report.Skipped), reportedFiles)]
	return report, nil
}
