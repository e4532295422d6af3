package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"assay/cypher"
	"assay/cypher/lease"
	"assay/internal/fault"
)

// Times of a worker.
const (
	// poll is how often a worker without work looks for some.
	poll = 500 * time.Millisecond
	// beat is how often a running job is renewed: the time after which a cancel is seen and progress shows.
	beat = time.Second
	// maxReap bounds the jobs of dead workers that are taken care of at once.
	maxReap = 100
	// maxSilence is the longest pause of a worker whose database does not answer.
	maxSilence = 10 * time.Second
)

// Event tells how far a job is, or a line for its log.
type Event struct {
	Phase       string
	Done, Total int
	Log         string
}

// Tell hears the events of one job, from one goroutine at a time.
type Tell func(Event)

// Runner does the work of jobs.
type Runner interface {
	// Run does one job and gives its report, JSON. When ctx ends it stops cleanly and soon. After an error
	// of kind unavailable or timeout the job is tried again, and so it is while an error wraps publish.ErrHeld.
	Run(ctx context.Context, job Job, tell Tell) (report json.RawMessage, err error)
}

// WorkerOptions say what a worker takes.
type WorkerOptions struct {
	// Roots are the folders whose repositories it may read; nil for all. Links in them are resolved.
	Roots []string
	// Kinds are those that it does; nil for all.
	Kinds []Kind
	// Concurrency is how many jobs run at a time, each of another project; 0 for one.
	Concurrency int
	// Once makes it end when nothing is left to take.
	Once bool
}

// Worker takes jobs from the queue and has them run. Several workers may share a queue, on one machine or on many.
type Worker struct {
	store    *cypher.Store
	host     string
	runner   Runner
	options  WorkerOptions
	prefixes []string
	kinds    []string
}

// NewWorker makes a worker of this machine.
func NewWorker(store *cypher.Store, runner Runner, options WorkerOptions) (*Worker, error) {
	w := &Worker{store: store, host: Host(), runner: runner, options: options}
	if options.Roots == nil {
		w.prefixes = []string{"/"}
	}
	for _, root := range options.Roots {
		real, err := filepath.EvalSymlinks(root)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return nil, fault.New(fault.Invalid, "%s is no folder that a worker can read", root).Because(err)
		}
		w.prefixes = append(w.prefixes, strings.TrimSuffix(real, "/")+"/")
	}
	kinds := options.Kinds
	if kinds == nil {
		kinds = Kinds
	}
	for _, kind := range kinds {
		w.kinds = append(w.kinds, string(kind))
	}
	return w, nil
}

// Run takes and runs jobs until the context ends; then it gives back what it has begun. It tells the logger of the
// context what it does. A database that does not answer is waited for, except with Once.
func (w *Worker) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for range max(w.options.Concurrency, 1) {
		group.Go(func() error { return w.loop(ctx) })
	}
	return group.Wait()
}

func (w *Worker) loop(ctx context.Context) error {
	silence := poll
	for ctx.Err() == nil {
		wait := poll
		job, owner, err := w.next(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && w.options.Once:
			return err
		case err != nil:
			zerolog.Ctx(ctx).Warn().Err(err).Msg("the queue cannot be read")
			silence = min(2*silence, maxSilence)
			wait = silence
		case job == nil && w.options.Once:
			return nil
		case job != nil:
			silence, wait = poll, 0
			w.attempt(ctx, *job, owner)
		}
		pause(ctx, wait)
	}
	return nil
}

func pause(ctx context.Context, wait time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
}

// next takes care of the jobs of dead workers and claims a job; nil when there is none.
func (w *Worker) next(ctx context.Context) (*Job, string, error) {
	due, err := w.due(ctx)
	if err != nil {
		return nil, "", err
	}
	if due.expired || len(due.dead) > 0 {
		if err := w.reap(ctx, due.dead); err != nil {
			return nil, "", err
		}
		due.waiting = true // perhaps
	}
	if !due.waiting {
		return nil, "", nil
	}
	return w.claim(ctx)
}

// due is what a look at the queue finds.
type due struct {
	waiting bool     // a job may be taken
	expired bool     // a lease has run out
	dead    []string // owners that are gone
}

func (w *Worker) due(ctx context.Context) (found due, err error) {
	found.dead = []string{}
	params := cypher.Params{"host": w.host, "kinds": w.kinds, "prefixes": w.prefixes}
	err = w.store.Read(ctx, cypher.ReadJobsDue, params, func(row cypher.Row) error {
		found.waiting = row.Bool("waiting")
		for _, running := range row.Maps("running") {
			found.expired = found.expired || running.Bool("expired")
			if owner := running.String("owner"); lease.Gone(owner) {
				found.dead = append(found.dead, owner)
			}
		}
		return nil
	})
	if err != nil {
		return found, fmt.Errorf("look at the queue of jobs: %w", err)
	}
	return found, nil
}

// reap ends the attempts whose workers died.
func (w *Worker) reap(ctx context.Context, dead []string) error {
	_, err := w.store.Execute(ctx, cypher.WriteJobsReap, cypher.Params{
		"owner": lease.NewOwner(), "dead": dead, "keep": MaxLog, "limit": maxReap,
		"line":    "the worker died",
		"message": fmt.Sprintf("the job was tried %d times, and each time its worker or Neo4j died", MaxAttempts),
		"fix":     "look into the logs of the workers, then try again: assay jobs retry",
	}, func(row cypher.Row) error {
		zerolog.Ctx(ctx).Warn().Str("job", row.String("id")).Str("holder", lease.Describe(row.String("holder"))).
			Str("state", row.String("state")).Msg("a worker died")
		return nil
	})
	if err != nil {
		return fmt.Errorf("take over the jobs of dead workers: %w", err)
	}
	return nil
}

func (w *Worker) claim(ctx context.Context) (*Job, string, error) {
	owner, id := lease.NewOwner(), ""
	params := cypher.Params{
		"owner": owner, "ttl": lease.TTL.Milliseconds(), "host": w.host, "kinds": w.kinds, "prefixes": w.prefixes,
	}
	_, err := w.store.Execute(ctx, cypher.WriteJobClaim, params, func(row cypher.Row) error {
		id = row.String("id")
		return nil
	})
	if err != nil {
		return nil, "", fmt.Errorf("claim a job: %w", err)
	}
	if id == "" {
		return nil, "", nil
	}
	service := Service{store: w.store, host: w.host}
	job, err := service.Get(ctx, id)
	if err != nil {
		return nil, "", err
	}
	return &job, owner, nil
}
