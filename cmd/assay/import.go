package main

import (
	"github.com/spf13/cobra"

	"assay/ingest/coverage"
)

func newImport(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "import", Short: "Import what tests were seen to execute", Args: cobra.NoArgs,
		Example: "  assay import coverage .coverage",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newImportCoverage(a))
	return cmd
}

func newImportCoverage(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "coverage FILE", Short: "Import coverage.py's data file or JSON report with a context for each test", Args: cobra.ExactArgs(1),
		Example: "  pytest --cov --cov-context=test && assay import coverage .coverage",
	}
	root := cmd.Flags().String("root", "", "work tree `DIR` in which the tests ran (default: the root that was loaded)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		session, err := a.connect(ctx)
		if err != nil {
			return err
		}
		defer session.close(ctx)
		project, err := chooseProject(ctx, session.questions, a.config.Project)
		if err != nil {
			return err
		}
		report, err := session.loader.importCoverage(ctx, coverage.Options{Project: project, Root: *root, File: args[0]})
		if err != nil {
			return err
		}
		return a.show(report, func(p *printer) { showCoverage(p, report) })
	}
	return cmd
}

func showCoverage(p *printer, report *coverage.Report) {
	p.line("%s  version %d, run %d (%s), %.1f s", p.strong(report.Project), report.Version, report.Run, report.Format, report.Seconds["total"])
	p.line("  %d tests executed %d functions: %d edges", report.Tests, report.Functions, report.Edges)
	p.line("  %d tests that no load knew, %d lines at import, %d one-line functions undecided, %d measured files not loaded",
		report.NewTests, report.ImportLines, report.Ambiguous, len(report.Outside))
	rows := make([][]string, len(report.Unmatched))
	for i, unmatched := range report.Unmatched {
		rows[i] = []string{unmatched.Context, unmatched.Reason}
	}
	p.table([]string{"CONTEXT WITHOUT A TEST", "REASON"}, rows)
}
