package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"assay/cypher"
	"assay/cypher/lease"
	"assay/cypher/publish"
	"assay/internal/fault"
)

// Times of an attempt.
const (
	// firstBackoff is the pause before the second attempt; each later one takes twice as long.
	firstBackoff = 2 * time.Second
	maxBackoff   = time.Minute
	// busyPause is how long a job waits for a project that somebody else changes.
	busyPause = 3 * time.Second
	// endPatience is how long the outcome of an attempt is offered to a database that does not answer.
	endPatience = 10 * time.Minute
	// leavePatience is the same for a worker that is going to end.
	leavePatience = 5 * time.Second
)

// errCancelled ends an attempt whose job somebody cancelled.
var errCancelled = errors.New("the job was cancelled")

// attempt is one try of a job under its lease.
type attempt struct {
	worker *Worker
	job    Job
	owner  string
	cancel context.CancelCauseFunc

	mutex    sync.Mutex
	progress Progress
	began    time.Time // of the phase
	lines    []string  // not written yet
}

// attempt runs a job that was claimed and writes down what became of it.
func (w *Worker) attempt(ctx context.Context, job Job, owner string) {
	a := &attempt{worker: w, job: job, owner: owner}
	log := zerolog.Ctx(ctx).With().Str("job", job.ID).Str("project", job.Project).Int("attempt", job.Attempt).Logger()
	log.Info().Msg("job begins")
	a.tell(Event{Log: "attempt " + strconv.Itoa(job.Attempt) + " by " + lease.Describe(owner)})
	run, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	a.cancel = cancel
	keeper, held := lease.Keep(run, lease.TTL, beat, a.renew)
	report, err := w.runner.Run(held, job, a.tell)
	cause := context.Cause(held)
	keeper.Stop()
	out := a.judge(ctx, report, err, cause)
	if out.state == "" {
		log.Warn().Err(cause).Msg("job was lost to another worker")
		return
	}
	if err := a.end(ctx, out); err != nil {
		log.Error().Err(err).Msg("the outcome of a job cannot be written")
		return
	}
	log.Info().Str("state", string(out.state)).AnErr("cause", err).Msg("job ends")
}

// tell notes an event until the next beat.
func (a *attempt) tell(e Event) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if e.Log != "" {
		a.note(e.Log)
		return
	}
	if e.Phase != a.progress.Phase {
		a.began = time.Now()
		a.note(e.Phase)
	}
	a.progress = Progress{Phase: e.Phase, Done: e.Done, Total: e.Total}
	if spent := time.Since(a.began).Seconds(); spent > 0 && e.Done > 0 {
		a.progress.Rate = float64(e.Done) / spent
	}
}

func (a *attempt) note(text string) {
	if len(a.lines) == MaxLog {
		a.lines = a.lines[1:]
	}
	a.lines = append(a.lines, cut(text, MaxLine))
}

// take gives what was told since the last time.
func (a *attempt) take() (Progress, []string) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	lines := a.lines
	a.lines = nil
	if lines == nil {
		lines = []string{}
	}
	return a.progress, lines
}

// restore keeps lines that could not be written.
func (a *attempt) restore(lines []string) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.lines = append(lines, a.lines...)
	a.lines = a.lines[max(0, len(a.lines)-MaxLog):]
}

// renew is one beat: it keeps the lease, tells the progress, and learns whether the job is to be cancelled.
func (a *attempt) renew(ctx context.Context) error {
	progress, lines := a.take()
	var phase any
	if progress.Phase != "" {
		phase = progress.Phase
	}
	cancelled, err := a.change(ctx, cypher.WriteJobBeat, cypher.Params{
		"ttl": lease.TTL.Milliseconds(), "phase": phase, "done": progress.Done, "total": progress.Total, "rate": progress.Rate,
		"lines": lines, "keep": MaxLog,
	}, func(row cypher.Row) bool { return row.Bool("cancel") })
	switch {
	case err != nil:
		a.restore(lines)
	case cancelled:
		a.cancel(errCancelled)
	}
	return err
}

// change runs a statement that gives one row while the job is ours, and a conflict when it is not.
func (a *attempt) change(ctx context.Context, statement cypher.Statement, params cypher.Params, read func(cypher.Row) bool) (found bool, err error) {
	params["id"], params["owner"] = a.job.ID, a.owner
	ours := false
	_, err = a.worker.store.Execute(ctx, statement, params, func(row cypher.Row) error {
		ours, found = true, read(row)
		return nil
	})
	if err == nil && !ours {
		err = fault.New(fault.Conflict, "the job %s was taken over by another worker", a.job.ID)
	}
	return found, err
}

// outcome is what becomes of a job after an attempt.
type outcome struct {
	state  State // "" when the job is no longer ours
	undo   int   // 1 when the attempt does not count
	wait   time.Duration
	report json.RawMessage
	err    *Failure
	line   string
}

// judge decides what becomes of the job. cause is why the attempt's context ended, nil when it did not.
func (a *attempt) judge(ctx context.Context, report json.RawMessage, err, cause error) outcome {
	switch {
	case err == nil:
		return outcome{state: Succeeded, report: report, line: "succeeded"}
	case errors.Is(cause, errCancelled):
		return outcome{state: Cancelled, line: "cancelled"}
	case fault.KindOf(cause) == fault.Conflict && cause != nil:
		return outcome{}
	case ctx.Err() != nil:
		return outcome{state: Queued, undo: 1, line: "given back: the worker ends"}
	case errors.Is(err, publish.ErrHeld):
		return outcome{state: Queued, undo: 1, wait: busyPause, err: failure(err), line: "waits: " + failure(err).Message}
	case a.job.Attempt < a.attempts(err):
		wait := min(firstBackoff<<(a.job.Attempt-1), maxBackoff)
		return outcome{state: Queued, wait: wait, err: failure(err), line: "failed, tried again in " + wait.String() + ": " + failure(err).Message}
	default:
		return outcome{state: Failed, err: failure(err), line: "failed: " + failure(err).Message}
	}
}

// attempts is how many attempts an error is worth. One that the database or the machine caused may pass. An internal one
// may have come from a database that died, but more likely comes again: it gets one more.
func (a *attempt) attempts(err error) int {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Timeout:
		return a.job.MaxAttempts
	case fault.Internal:
		return min(2, a.job.MaxAttempts)
	default:
		return 1
	}
}

// end writes an outcome down. A database that does not answer is asked again: if the lease runs out meanwhile, somebody
// else has the job, and the outcome is void.
func (a *attempt) end(ctx context.Context, out outcome) error {
	began, leaving := time.Now(), context.WithoutCancel(ctx)
	for wait := poll; ; wait = min(2*wait, maxSilence) {
		err := a.endOnce(leaving, out)
		patience := endPatience
		if ctx.Err() != nil {
			patience = leavePatience
		}
		if err == nil || fault.KindOf(err) == fault.Conflict || time.Since(began) > patience {
			return err
		}
		pause(leaving, wait)
	}
}

func (a *attempt) endOnce(ctx context.Context, out outcome) error {
	_, lines := a.take()
	params := cypher.Params{
		"state": string(out.state), "undo": out.undo, "wait": out.wait.Milliseconds(), "report": nil,
		"error_kind": nil, "error_message": nil, "error_fixes": nil, "lines": append(lines, out.line), "keep": MaxLog,
	}
	if out.report != nil {
		params["report"] = string(out.report)
	}
	if out.err != nil {
		params["error_kind"], params["error_message"], params["error_fixes"] = out.err.Kind, out.err.Message, out.err.Fixes
	}
	_, err := a.change(ctx, cypher.WriteJobEnd, params, func(cypher.Row) bool { return true })
	if err != nil {
		a.restore(lines)
	}
	return err
}
