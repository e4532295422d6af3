package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/ingest/jobs"
	"assay/internal/fault"
)

func newJobs(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "jobs", Short: "List and change loads that are queued, running or ended", Args: cobra.NoArgs,
		Example: "  assay jobs --state running\n  assay jobs cancel JOB",
	}
	list := newJobsList(a)
	cmd.Flags().AddFlagSet(list.Flags())
	cmd.RunE = list.RunE
	cmd.AddCommand(list, newJobsShow(a),
		newJobVerb(a, "cancel", "End a job: nothing of it is published", (*jobs.Service).Cancel),
		newJobVerb(a, "retry", "Put a job that failed or was cancelled back into the queue", (*jobs.Service).Retry))
	return cmd
}

func newJobsList(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the jobs, newest first", Args: cobra.NoArgs, Example: "  assay jobs list --state failed --json"}
	var filter jobs.Filter
	cmd.Flags().IntVar(&filter.Limit, "limit", 0, "show at most `N` jobs (default 50)")
	cmd.Flags().StringVar(&filter.Cursor, "cursor", "", "go on behind the list that ended with this `CURSOR`")
	state := cmd.Flags().String("state", "", "only jobs of this `STATE`: queued, running, succeeded, failed, cancelled")
	_ = cmd.RegisterFlagCompletionFunc("state", completeState)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		filter.Project, filter.State = a.config.Project, jobs.State(*state)
		return a.withJobs(cmd.Context(), func(service *jobs.Service) error {
			list, err := service.List(cmd.Context(), filter)
			if err != nil {
				return err
			}
			return a.show(list, func(p *printer) { showJobs(p, list) })
		})
	}
	return cmd
}

func completeState(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var states []cobra.Completion
	for _, state := range jobs.States {
		states = append(states, string(state))
	}
	return states, cobra.ShellCompDirectiveNoFileComp
}

func newJobsShow(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "show JOB", Short: "Show one job with its log and report", Args: cobra.ExactArgs(1), Example: "  assay jobs show JOB --watch"}
	watch := cmd.Flags().Bool("watch", false, "wait until it has ended; a job that fails is an error")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return a.withJobs(cmd.Context(), func(service *jobs.Service) error {
			if *watch {
				return a.watch(cmd.Context(), service, args[0])
			}
			job, err := service.Get(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return a.show(job, func(p *printer) { showJob(p, job) })
		})
	}
	return cmd
}

// newJobVerb makes a verb that changes one job.
func newJobVerb(a *app, use, short string, change func(*jobs.Service, context.Context, string) (jobs.Job, error)) *cobra.Command {
	return &cobra.Command{
		Use: use + " JOB", Short: short, Args: cobra.ExactArgs(1), Example: "  assay jobs " + use + " JOB",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withJobs(cmd.Context(), func(service *jobs.Service) error {
				job, err := change(service, cmd.Context(), args[0])
				if err != nil {
					return err
				}
				return a.show(job, func(p *printer) { showJobLine(p, job) })
			})
		},
	}
}

func (a *app) withJobs(ctx context.Context, use func(*jobs.Service) error) error {
	session, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer session.close(ctx)
	return use(session.jobs)
}

// submit puts a load into the queue.
func (a *app) submit(ctx context.Context, session *session, request jobs.Request) error {
	job, err := session.jobs.Submit(ctx, request)
	if err != nil {
		return err
	}
	return a.show(job, func(p *printer) {
		showJobLine(p, job)
		p.line("  %s", waiting(job))
		p.line("  assay jobs show %s --watch waits for its end", job.ID)
	})
}

// watch shows how far a job is until it has ended, and then the job.
func (a *app) watch(ctx context.Context, service *jobs.Service, id string) error {
	bars := a.newProgress()
	var last jobs.Job
	for job, err := range service.Watch(ctx, id) {
		if err != nil {
			bars.stop()
			return err
		}
		if last = job; job.Progress != nil {
			bars.show(job.Progress.Phase, job.Progress.Done, job.Progress.Total)
		}
	}
	bars.stop()
	if err := a.show(last, func(p *printer) { showJob(p, last) }); err != nil {
		return err
	}
	switch last.State {
	case jobs.Failed:
		return &fault.Error{Kind: fault.Kind(last.Error.Kind), Message: "the job failed: " + last.Error.Message, Fixes: last.Error.Fixes}
	case jobs.Cancelled:
		return fault.New(fault.Conflict, "the job %s was cancelled", id).Fix("assay jobs retry %s", id)
	}
	return nil
}

func showJobs(p *printer, list *jobs.List) {
	rows := make([][]string, len(list.Items))
	for i, job := range list.Items {
		rows[i] = []string{
			job.ID, string(job.Kind), job.Project, stateOf(job), fmt.Sprintf("%d/%d", job.Attempt, job.MaxAttempts),
			job.CreatedAt.Local().Format(time.DateTime), took(job), job.Host + ":" + job.Root,
		}
	}
	p.table([]string{"JOB", "KIND", "PROJECT", "STATE", "ATTEMPT", "CREATED", "TOOK", "ROOT"}, rows)
	switch {
	case len(rows) == 0:
		p.line("no jobs; assay ingest PATH --queue makes one")
	case list.Truncated:
		p.line("%d of %d; --cursor %s goes on", list.Shown, list.Total, list.Cursor)
	}
}

func showJobLine(p *printer, job jobs.Job) {
	p.line("%s  %s of %s: %s", p.strong(job.ID), string(job.Kind), job.Project, stateOf(job))
}

func showJob(p *printer, job jobs.Job) {
	showJobLine(p, job)
	p.line("  attempt %d of %d, %s:%s", job.Attempt, job.MaxAttempts, job.Host, job.Root)
	if job.State == jobs.Queued && job.NotBefore.IsZero() {
		p.line("  %s", waiting(job))
	}
	if job.Worker != "" {
		p.line("  run by %s", job.Worker)
	}
	if job.Error != nil {
		p.line("  %s: %s", job.Error.Kind, job.Error.Message)
		for _, fix := range job.Error.Fixes {
			p.line("  -> %s", fix)
		}
	}
	for _, line := range job.Log {
		p.line("  %s  %s", p.faint(line.At.Local().Format(time.TimeOnly)), line.Text)
	}
}

// waiting says what a queued job waits for.
func waiting(job jobs.Job) string {
	return fmt.Sprintf("waits for a worker on %s that may load %s: assay worker, or assay serve --root DIR", job.Host, job.Root)
}

// stateOf says where a job stands, and how far it is.
func stateOf(job jobs.Job) string {
	words := []string{string(job.State)}
	if job.CancelRequested {
		words = append(words, "(to be cancelled)")
	}
	if !job.NotBefore.IsZero() {
		words = append(words, "until "+job.NotBefore.Local().Format(time.TimeOnly))
	}
	if at := job.Progress; at != nil {
		words = append(words, at.Phase)
		if at.Total > 0 {
			words = append(words, fmt.Sprintf("%d/%d", at.Done, at.Total))
		}
		if at.Rate > 0 {
			words = append(words, fmt.Sprintf("%.0f/s", at.Rate))
		}
	}
	return strings.Join(words, " ")
}

// took is how long the last attempt of an ended job took.
func took(job jobs.Job) string {
	if job.FinishedAt.IsZero() || job.StartedAt.IsZero() {
		return ""
	}
	return job.FinishedAt.Sub(job.StartedAt).Round(100 * time.Millisecond).String()
}
