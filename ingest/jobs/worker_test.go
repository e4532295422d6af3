package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/cypher/publish"
	"assay/internal/fault"
)

// runner does jobs as a test says.
type runner func(ctx context.Context, job Job, tell Tell) (json.RawMessage, error)

func (r runner) Run(ctx context.Context, job Job, tell Tell) (json.RawMessage, error) {
	return r(ctx, job, tell)
}

// worker makes one that takes the jobs of this bed only.
func (b *bed) worker(r runner, options WorkerOptions) *Worker {
	b.Helper()
	w, err := NewWorker(b.store, r, options)
	if err != nil {
		b.Fatal(err)
	}
	w.host = b.project
	return w
}

// drain runs everything that can be taken now.
func (b *bed) drain(r runner) {
	b.Helper()
	if err := b.worker(r, WorkerOptions{Once: true}).Run(b.Context()); err != nil {
		b.Fatal(err)
	}
}

func done(context.Context, Job, Tell) (json.RawMessage, error) {
	return json.RawMessage(`{"version":2}`), nil
}

func TestWorkerRunsAJob(t *testing.T) {
	b := newBed(t)
	job := b.submit(b.request())
	b.drain(func(_ context.Context, running Job, tell Tell) (json.RawMessage, error) {
		if running.ID != job.ID || running.Attempt != 1 || running.Root != job.Root {
			t.Errorf("the runner got %+v", running)
		}
		tell(Event{Phase: "parse", Done: 1, Total: 4})
		tell(Event{Log: strings.Repeat("x", 2*MaxLine)})
		for i := range 2 * MaxLog {
			tell(Event{Log: fmt.Sprint("line ", i)})
		}
		return json.RawMessage(`{"version":2}`), nil
	})
	got := b.get(job.ID)
	if got.State != Succeeded || string(got.Report) != `{"version":2}` || got.Error != nil || got.FinishedAt.Before(got.StartedAt) || got.Progress != nil {
		t.Errorf("the job: %+v", got)
	}
	if n := len(got.Log); n != MaxLog || got.Log[n-1].Text != "succeeded" || got.Log[n-2].Text != fmt.Sprint("line ", 2*MaxLog-1) || got.Log[n-1].At.IsZero() {
		t.Errorf("%d lines of log, the last ones %+v", n, got.Log[n-2:])
	}
}

func TestProgressShowsWhileAJobRuns(t *testing.T) {
	b := newBed(t)
	job := b.submit(b.request())
	b.drain(func(ctx context.Context, _ Job, tell Tell) (json.RawMessage, error) {
		tell(Event{Phase: "parse", Done: 0, Total: 100})
		time.Sleep(10 * time.Millisecond)
		tell(Event{Phase: "parse", Done: 30, Total: 100})
		for seen, err := range b.service.Watch(ctx, job.ID) {
			if err != nil {
				return nil, err
			}
			if p := seen.Progress; p != nil {
				if p.Phase != "parse" || p.Done != 30 || p.Total != 100 || p.Rate <= 0 || seen.Worker == "" {
					t.Errorf("progress %+v by %q", p, seen.Worker)
				}
				break
			}
		}
		return done(ctx, job, tell)
	})
}

// Whatever the number of workers, a project has one running job at a time, each job runs once, and the order of a
// project is that of its queue.
func TestOneRunningJobAProject(t *testing.T) {
	b := newBed(t)
	const projects, each = 3, 4
	for n := range each {
		for p := range projects {
			request := b.request()
			request.Project = fmt.Sprintf("%.50s-%d", b.project, p)
			request.Options.MaxFiles = n + 1
			b.submit(request)
		}
	}
	var mutex sync.Mutex
	busy, most, order := map[string]int{}, 0, map[string][]int{}
	run := func(_ context.Context, job Job, _ Tell) (json.RawMessage, error) {
		mutex.Lock()
		busy[job.Project]++
		order[job.Project] = append(order[job.Project], job.Options.MaxFiles)
		if busy[job.Project] > 1 {
			t.Errorf("%s has %d running jobs", job.Project, busy[job.Project])
		}
		most = max(most, len(busy))
		mutex.Unlock()
		time.Sleep(50 * time.Millisecond)
		mutex.Lock()
		if busy[job.Project]--; busy[job.Project] == 0 {
			delete(busy, job.Project)
		}
		mutex.Unlock()
		return json.RawMessage(`{}`), nil
	}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for range 2 {
		worker := b.worker(run, WorkerOptions{Concurrency: 3})
		group.Go(func() { _ = worker.Run(ctx) })
	}
	b.await(func() bool {
		list, err := b.service.List(t.Context(), Filter{State: Succeeded, Limit: MaxLimit})
		ours := 0
		for _, job := range list.Items {
			if job.Host == b.project {
				ours++
			}
		}
		return err == nil && ours == projects*each
	})
	stop()
	group.Wait()
	for project, got := range order {
		if fmt.Sprint(got) != "[1 2 3 4]" {
			t.Errorf("%s ran in the order %v", project, got)
		}
	}
	if most < 2 {
		t.Errorf("projects never ran beside each other")
	}
}

// await waits for something that becomes true.
func (b *bed) await(holds func() bool) {
	b.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			b.Fatal("it never came true")
		}
	}
}

// A job whose worker fell silent is taken over, its attempts are bounded, and who lost it can write nothing more.
func TestJobOfADeadWorkerIsTakenOver(t *testing.T) {
	b := newBed(t)
	job := b.submit(b.request())
	started, lost := make(chan struct{}), make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	silent := b.worker(func(ctx context.Context, _ Job, _ Tell) (json.RawMessage, error) {
		close(started)
		<-ctx.Done()
		lost <- context.Cause(ctx)
		return done(ctx, job, nil) // too late: it must not count
	}, WorkerOptions{})
	go func() { _ = silent.Run(ctx) }()
	<-started
	b.set(job.ID, "j.lease_owner = '1@elsewhere@#silent', j.lease_until = 1")
	if err := <-lost; fault.KindOf(err) != fault.Conflict {
		t.Errorf("the attempt that was lost ended with %v", err)
	}
	stop()
	b.drain(func(_ context.Context, job Job, _ Tell) (json.RawMessage, error) {
		if job.Attempt != 2 {
			t.Errorf("taken over as attempt %d", job.Attempt)
		}
		return json.RawMessage(`{"by":"heir"}`), nil
	})
	if got := b.get(job.ID); got.State != Succeeded || string(got.Report) != `{"by":"heir"}` || !logged(got, "the worker died") {
		t.Errorf("after the takeover: %+v", got)
	}
	last := b.submit(b.request())
	b.set(last.ID, fmt.Sprintf("j.state = 'running', j.attempt = %d, j.lease_owner = '1@elsewhere@#dead', j.lease_until = 1", MaxAttempts))
	b.drain(done)
	if got := b.get(last.ID); got.State != Failed || got.Error == nil || len(got.Error.Fixes) == 0 || got.FinishedAt.IsZero() {
		t.Errorf("after the last attempt: %+v", got)
	}
	wanted := b.submit(b.request())
	b.set(wanted.ID, "j.state = 'running', j.attempt = 1, j.cancel = true, j.lease_owner = '1@elsewhere@#dead', j.lease_until = 1")
	b.drain(done)
	if got := b.get(wanted.ID); got.State != Cancelled {
		t.Errorf("a cancelled job whose worker died is %s", got.State)
	}
}

func logged(job Job, text string) bool {
	for _, line := range job.Log {
		if strings.Contains(line.Text, text) {
			return true
		}
	}
	return false
}

func TestRunningJobIsCancelled(t *testing.T) {
	b := newBed(t)
	job := b.submit(b.request())
	b.drain(func(ctx context.Context, _ Job, _ Tell) (json.RawMessage, error) {
		if _, err := b.service.Cancel(ctx, job.ID); err != nil {
			t.Error(err)
		}
		<-ctx.Done()
		return nil, ctx.Err()
	})
	if got := b.get(job.ID); got.State != Cancelled || got.Error != nil || got.FinishedAt.IsZero() {
		t.Errorf("after cancel: %+v", got)
	}
	late := b.submit(b.request())
	b.drain(func(ctx context.Context, _ Job, _ Tell) (json.RawMessage, error) {
		_, err := b.service.Cancel(ctx, late.ID)
		return json.RawMessage(`{}`), err
	})
	if got := b.get(late.ID); got.State != Succeeded || got.CancelRequested {
		t.Errorf("a cancel that came too late: %+v", got)
	}
}

// A worker that ends gives back what it has begun, and the attempt does not count.
func TestWorkerGivesBack(t *testing.T) {
	b := newBed(t)
	job := b.submit(b.request())
	ctx, stop := context.WithCancel(t.Context())
	err := b.worker(func(ctx context.Context, _ Job, _ Tell) (json.RawMessage, error) {
		stop()
		<-ctx.Done()
		return nil, ctx.Err()
	}, WorkerOptions{}).Run(ctx)
	if err != nil {
		t.Errorf("a worker that was stopped ended with %v", err)
	}
	if got := b.get(job.ID); got.State != Queued || got.Attempt != 0 || !got.NotBefore.IsZero() || !logged(got, "given back") {
		t.Errorf("after the stop: %+v", got)
	}
	b.drain(done)
	if got := b.get(job.ID); got.State != Succeeded || got.Attempt != 1 {
		t.Errorf("after the next worker: %+v", got)
	}
}

// What may pass is tried again after a pause, what cannot pass is not.
func TestErrorsOfAttempts(t *testing.T) {
	b := newBed(t)
	for name, c := range map[string]struct {
		err     error
		state   State
		attempt int
	}{
		"unavailable": {fault.New(fault.Unavailable, "Neo4j is away").Fix("wait"), Queued, 1},
		"unknown":     {errors.New("secret /path"), Queued, 1},
		"invalid":     {fault.New(fault.Invalid, "no such thing"), Failed, 1},
		"conflict":    {fault.New(fault.Conflict, "another root"), Failed, 1},
		"busy":        {fault.New(fault.Conflict, "being changed").Because(publish.ErrHeld), Queued, 0},
	} {
		t.Run(name, func(t *testing.T) {
			request := b.request()
			request.Project = fmt.Sprintf("%.50s-%s", b.project, name)
			job := b.submit(request)
			b.drain(func(context.Context, Job, Tell) (json.RawMessage, error) { return nil, c.err })
			got := b.get(job.ID)
			if got.State != c.state || got.Attempt != c.attempt || got.Error == nil || got.NotBefore.IsZero() != (c.state == Failed) {
				t.Errorf("%+v, error %+v", got, got.Error)
			}
			if strings.Contains(got.Error.Message, "secret") {
				t.Error("the cause of an unknown error is shown")
			}
			if c.state == Queued {
				last := MaxAttempts - 1
				if name == "unknown" { // most likely it comes again
					last = 1
				}
				b.set(job.ID, fmt.Sprintf("j.attempt = %d, j.available_at = 0", last))
				b.drain(func(context.Context, Job, Tell) (json.RawMessage, error) { return nil, c.err })
				if got := b.get(job.ID); (got.State == Failed) != (name != "busy") {
					t.Errorf("after the last attempt: %+v", got)
				}
			}
		})
	}
}

// A worker takes what its machine has, below its roots, of its kinds.
func TestWorkerTakesWhatIsItsOwn(t *testing.T) {
	b := newBed(t)
	job := b.submit(b.request())
	for name, options := range map[string]WorkerOptions{
		"another root":      {Roots: []string{t.TempDir()}},
		"no root":           {Roots: []string{}},
		"another kind only": {Kinds: []Kind{Coverage}},
	} {
		options.Once = true
		if err := b.worker(done, options).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := b.get(job.ID); got.State != Queued {
			t.Errorf("a worker with %s took the job", name)
		}
	}
	beside := b.worker(done, WorkerOptions{Once: true})
	beside.prefixes = []string{job.Root[:len(job.Root)-1] + "/"} // the beginning of a name is no folder above
	if err := beside.Run(t.Context()); err != nil || b.get(job.ID).State != Queued {
		t.Errorf("a worker with a root beside took the job: %v", err)
	}
	elsewhere := b.worker(done, WorkerOptions{Once: true})
	elsewhere.host = "elsewhere"
	if err := elsewhere.Run(t.Context()); err != nil || b.get(job.ID).State != Queued {
		t.Errorf("a worker of another machine took the job: %v", err)
	}
	if err := b.worker(done, WorkerOptions{Once: true, Roots: []string{b.root}}).Run(t.Context()); err != nil || b.get(job.ID).State != Succeeded {
		t.Errorf("a worker with this root did not take the job: %v", err)
	}
	if _, err := NewWorker(b.store, runner(done), WorkerOptions{Roots: []string{"/no/such/folder"}}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a root that does not exist: %v", err)
	}
}
