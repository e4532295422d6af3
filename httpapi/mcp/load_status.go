package mcp

import (
	"context"
	"fmt"
	"time"

	"assay/ingest/jobs"
	"assay/internal/fault"
)

// maxWait bounds how long load_status waits, in seconds: clients give a call up after 60.
const maxWait = 50

type loadStatusInput struct {
	Job  string `json:"job" jsonschema:"identifier of the job, from load"`
	Wait int    `json:"wait_s,omitempty" jsonschema:"wait until the job has ended, at most so many seconds, 50 at most; with progress where the client asks for it"`
}

func addLoadStatus(t *tools) {
	add(t, tool{
		name: "load_status", title: "How far a load is",
		about: "State, progress, log and report of a load. With wait_s it waits for the end, and tells progress meanwhile.",
	}, func(ctx context.Context, c call, in loadStatusInput) (*jobs.Job, error) {
		if in.Wait < 0 || in.Wait > maxWait {
			return nil, fault.New(fault.Invalid, "wait_s is %d; it must be between 0 and %d", in.Wait, maxWait)
		}
		if in.Wait > 0 {
			if err := c.watch(ctx, in.Job, time.Duration(in.Wait)*time.Second); err != nil {
				return nil, err
			}
		}
		job, err := c.Loads.Get(ctx, in.Job)
		return &job, err
	}, jobLines)
}

// watch tells the client how far a job is until it has ended or the time is over.
func (c call) watch(ctx context.Context, id string, wait time.Duration) error {
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	tell := c.teller(ctx)
	for job, err := range c.Loads.Watch(waiting, id) {
		switch {
		case waiting.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		}
		tell(progressOf(job))
	}
	return ctx.Err()
}

func progressOf(job jobs.Job) string {
	at := job.Progress
	switch {
	case at == nil:
		return string(job.State)
	case at.Total > 0:
		return fmt.Sprintf("%s %s %d/%d", job.State, at.Phase, at.Done, at.Total)
	default:
		return fmt.Sprintf("%s %s %d", job.State, at.Phase, at.Done)
	}
}

func jobLines(s *summary, job *jobs.Job) {
	s.line("job %s: %s of %s, %s", job.ID, job.Kind, job.Project, progressOf(*job))
	if job.Error != nil {
		s.line("%s: %s", job.Error.Kind, job.Error.Message)
		for _, fix := range job.Error.Fixes {
			s.line("fix: %s", fix)
		}
	}
	for _, line := range job.Log {
		s.line("- %s", line.Text)
	}
}
