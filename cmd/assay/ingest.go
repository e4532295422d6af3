package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"assay/ingest"
	"assay/ingest/jobs"
	"assay/ingest/load"
	"assay/ingest/walk"
	"assay/internal/fault"
)

// shownSkipped is the number of skipped files that people see; --json has all.
const shownSkipped = 20

func newIngest(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "ingest PATH", Short: "Load a repository, or bring a loaded one up to date", Args: cobra.ExactArgs(1),
		Long: "Load a repository, or bring a loaded one up to date: what changed is read, and the project is replaced in one step.\n" +
			"Files that were not read, or only in part, are listed with the reason. Nothing in PATH is run or changed.",
		Example: "  assay ingest ~/src/project\n  assay ingest . --project shop --exclude vendor",
	}
	strict := cmd.Flags().Bool("strict", false, "a file that cannot be read whole is an error, and nothing is loaded")
	maxFiles := cmd.Flags().Int("max-files", walk.MaxFiles, "refuse a root with more than `N` files before anything is read")
	exclude := cmd.Flags().StringArray("exclude", nil, "folder `DIR` to leave out, relative to PATH; repeat it for several")
	queue := cmd.Flags().Bool("queue", false, "leave the load to a worker (assay worker, assay serve) and print the job")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if *maxFiles < 1 {
			return fault.New(fault.Invalid, "--max-files is %d; it must be at least 1", *maxFiles)
		}
		root, err := walk.Root(args[0]) // before a server is started for a mistyped path
		if err != nil {
			return err
		}
		began := time.Now()
		session, err := a.connect(ctx)
		if err != nil {
			return err
		}
		defer session.close(ctx)
		if *queue {
			return a.submit(ctx, session, jobs.Request{Project: a.config.Project, Root: root, Options: jobs.Options{
				Strict: *strict, MaxFiles: *maxFiles, Exclude: *exclude,
			}})
		}
		connected := time.Since(began)
		report, err := a.load(ctx, session, ingest.Options{
			Root: root, Project: a.config.Project, Strict: *strict, MaxFiles: *maxFiles, Exclude: *exclude,
		})
		if err != nil {
			return err
		}
		return a.show(report, func(p *printer) {
			showReport(p, report)
			if session.database.started {
				p.line("  before it Neo4j was started, in %.1f s", connected.Seconds())
			}
		})
	}
	return cmd
}

// load loads a repository with a progress bar on a terminal.
func (a *app) load(ctx context.Context, session *session, options ingest.Options) (*ingest.Report, error) {
	bars := a.newProgress()
	defer bars.stop()
	return a.loadQuietly(ctx, session, options, bars.show)
}

// loadQuietly loads a repository and tells the progress to a function.
func (a *app) loadQuietly(ctx context.Context, session *session, options ingest.Options, progress load.Progress) (*ingest.Report, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the own binary for the parse workers: %w", err)
	}
	options.Worker = []string{self, parseWorkerVerb}
	options.CacheDir = filepath.Join(a.config.Home, "cache")
	options.Progress = progress
	return session.loader.ingest(ctx, options)
}

func showReport(p *printer, report *ingest.Report) {
	p.line("%s  version %d, %s, %.1f s", p.strong(report.Project), report.Version, string(report.Status), report.Seconds["total"])
	p.line("  %d files, %d symbols (%d functions, %d classes), %d tests, %d fixtures, %d edges", report.Counts["files"], report.Counts["symbols"],
		report.Counts["functions"], report.Counts["classes"], report.Counts["tests"], report.Counts["fixtures"], report.Counts["edges"])
	p.line("  written: nodes +%d ~%d -%d, edges +%d -%d", report.Counts["nodes_created"], report.Counts["nodes_updated"],
		report.Counts["nodes_deleted"], report.Counts["edges_created"], report.Counts["edges_deleted"])
	p.line("  %s without a target", counted(report.Unresolved, "call site"))
	for _, note := range report.Notes {
		p.line("  note: %s", note)
	}
	rows := make([][]string, 0, shownSkipped)
	for _, file := range report.Skipped[:min(shownSkipped, len(report.Skipped))] {
		part := "skipped"
		if file.Partial {
			part = "read in part"
		}
		rows = append(rows, []string{part, file.Path, file.Reason})
	}
	p.table([]string{"FILE", "PATH", "REASON"}, rows)
	if rest := len(report.Skipped) - len(rows); rest > 0 {
		p.line("and %d more; --json lists all", rest)
	}
}
