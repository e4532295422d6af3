package faults

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"assay/cypher"
	"assay/ingest/jobs"
)

// Patience with what must come to pass, on a slow machine with a database that was killed.
const (
	jobPatience = 10 * time.Minute
	askPause    = 200 * time.Millisecond
	// mostKills is the number of kills that one load may get, and quietRounds that of the first loads that get none.
	mostKills   = 3
	quietRounds = 2
)

// Names of the projects.
const (
	project = "faults"
	fresh   = "faults-fresh"
)

// run is one run under way.
type run struct {
	options Options
	random  *rand.Rand
	way     *proxy // to the database
	store   *cypher.Store
	jobs    *jobs.Service
	service *process
	worker  *process
	watch   *watch
	root    string
	typical time.Duration // of the last load that was left in peace
	ids     []string
	result  Result
}

// Run does the whole of it. The error is for what kept it from its end; what did not hold is in the result.
func Run(ctx context.Context, options Options) (Result, error) {
	if options.Logf == nil {
		options.Logf = func(string, ...any) {}
	}
	began := time.Now()
	r := &run{options: options, random: rand.New(rand.NewPCG(options.Seed, options.Seed)), root: filepath.Join(options.Folder, "repository")}
	r.result = Result{Seed: options.Seed, Kills: map[Target]int{}}
	way, err := openProxy()
	if err != nil {
		return r.result, err
	}
	defer way.close()
	r.way = way
	if err := r.prepare(ctx); err != nil {
		return r.result, err
	}
	defer func() { _ = r.store.Close(context.WithoutCancel(ctx)) }()
	err = r.disturbed(ctx)
	r.result.Readers = r.watch.result()
	if err == nil {
		err = r.compare(ctx)
	}
	r.result.Elapsed = time.Since(began)
	return r.result, err
}

// prepare connects and says what the processes are.
func (r *run) prepare(ctx context.Context) error {
	address := r.options.Server.Address()
	if err := r.way.lead(address.URI); err != nil {
		return err
	}
	store, err := cypher.Open(ctx, cypher.Config{
		URI: r.way.uri(), Username: address.Username, Password: address.Password, Database: address.Database,
	})
	if err != nil {
		return err
	}
	r.store, r.jobs = store, jobs.New(store)
	if err := store.Migrate(ctx); err != nil {
		return err
	}
	listen, err := freeAddress()
	if err != nil {
		return err
	}
	env := []string{
		"ASSAY_HOME=" + filepath.Join(r.options.Folder, "home"), "NEO4J_URI=" + r.way.uri(), "NEO4J_USERNAME=" + address.Username,
		"NEO4J_PASSWORD=" + address.Password, "NEO4J_DATABASE=" + address.Database,
	}
	r.service = &process{options: r.options, name: "service", env: env, args: []string{"serve", "--listen", listen, "--root", r.options.Folder}}
	r.worker = &process{options: r.options, name: "worker", env: env, args: []string{"worker"}}
	r.watch = &watch{base: "http://" + listen, project: project, versions: map[int64]int{}}
	return nil
}

// freeAddress is one that nobody listens on now.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}

// disturbed runs service, worker and readers, and one load after the other with kills in them.
func (r *run) disturbed(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer stop(nil)
	for _, p := range []*process{r.service, r.worker} {
		group.Go(func() {
			if err := p.keep(ctx); err != nil {
				stop(err)
			}
		})
	}
	for range readers {
		group.Go(func() { r.watch.read(ctx) })
	}
	for version := 1; r.result.total() < r.options.Kills; version++ {
		if err := r.round(ctx, version); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return r.account(ctx)
}

// round loads one version of the repository, with kills while the load runs. The first two are left in peace: a first
// load and one that changes what stands, which tell how long the others take.
func (r *run) round(ctx context.Context, version int) error {
	if err := writeRepository(r.root, version); err != nil {
		return err
	}
	r.watch.written.Store(int64(version))
	job, err := r.submit(ctx)
	if err != nil {
		return err
	}
	r.ids = append(r.ids, job.ID)
	before := r.result.total()
	if version > quietRounds {
		for range min(1+r.random.IntN(mostKills), r.options.Kills-before) {
			if err := r.strike(ctx, job.ID); err != nil {
				return err
			}
		}
	}
	took, err := r.succeed(ctx, job.ID)
	if err != nil {
		return err
	}
	if r.result.total() == before {
		r.typical = took
	}
	r.watch.published.Store(int64(version))
	r.options.Logf("version %d is loaded after %d kills", version, r.result.total()-before)
	return nil
}

// succeed waits until a job has succeeded, and asks for it again when it failed. It gives the time of its last attempt.
func (r *run) succeed(ctx context.Context, id string) (time.Duration, error) {
	for {
		ended, err := r.await(ctx, id, jobs.State.Final)
		switch {
		case err != nil:
			return 0, err
		case ended.State == jobs.Succeeded:
			return ended.FinishedAt.Sub(ended.StartedAt), nil
		case ended.State == jobs.Cancelled:
			return 0, fmt.Errorf("the job %s was cancelled by somebody", id)
		}
		r.result.Retries++
		r.options.Logf("job %s failed: %s; it is asked for again", id, ended.Error.Message)
		if err := r.persist(ctx, func() (err error) { _, err = r.jobs.Retry(ctx, id); return err }); err != nil {
			return 0, err
		}
	}
}

func (r *run) submit(ctx context.Context) (job jobs.Job, err error) {
	err = r.persist(ctx, func() (err error) {
		job, err = r.jobs.Submit(ctx, jobs.Request{Project: project, Root: r.root})
		return err
	})
	return job, err
}

// strike waits until the job runs, waits for a random moment, and kills something. A job that has ended by then is left
// alone.
func (r *run) strike(ctx context.Context, id string) error {
	target := r.target()
	delay := time.Duration(r.random.Float64() * float64(r.typical))
	job, err := r.await(ctx, id, func(s jobs.State) bool { return s == jobs.Running || s.Final() })
	if err != nil || job.State.Final() {
		return err
	}
	time.Sleep(delay)
	if job, err := r.jobs.Get(ctx, id); err != nil || job.State.Final() {
		return err
	}
	hit, err := r.kill(ctx, target)
	if err != nil || !hit {
		return err
	}
	r.result.Kills[target]++
	r.options.Logf("kill %d of %d: %s, %s after a look at %s", r.result.total(), r.options.Kills, target, delay.Round(time.Millisecond), id)
	return nil
}

// target chooses what is hit next.
func (r *run) target() Target {
	if given := r.options.Targets; len(given) > 0 {
		return given[r.result.total()%len(given)]
	}
	return targets[r.random.IntN(len(targets))]
}

// kill reports whether there was something to kill. Neo4j is started again at once; the others are by themselves.
func (r *run) kill(ctx context.Context, target Target) (bool, error) {
	switch target {
	case Service:
		return r.service.kill(), nil
	case Worker:
		return r.worker.kill(), nil
	case Load:
		return killChild(r.worker.pid(), r.service.pid()), nil
	}
	if err := r.options.Server.Kill(); err != nil {
		return false, fmt.Errorf("kill Neo4j: %w", err)
	}
	if err := r.options.Server.Start(ctx); err != nil {
		return true, fmt.Errorf("start Neo4j after a kill: %w", err)
	}
	return true, r.way.lead(r.options.Server.Address().URI)
}

// await looks at a job until its state is a wanted one.
func (r *run) await(ctx context.Context, id string, wanted func(jobs.State) bool) (job jobs.Job, err error) {
	bounded, cancel := context.WithTimeout(ctx, jobPatience)
	defer cancel()
	for {
		job, err = r.jobs.Get(bounded, id)
		if err == nil && wanted(job.State) {
			return job, nil
		}
		select {
		case <-bounded.Done():
			return job, fmt.Errorf("wait for the job %s, which is %q: %w", id, job.State, bounded.Err())
		case <-time.After(askPause):
		}
	}
}

// persist repeats what a database that was killed refuses.
func (r *run) persist(ctx context.Context, do func() error) error {
	bounded, cancel := context.WithTimeout(ctx, jobPatience)
	defer cancel()
	for {
		err := do()
		if err == nil {
			return nil
		}
		select {
		case <-bounded.Done():
			return err
		case <-time.After(askPause):
		}
	}
}

// account looks at every job that was asked for.
func (r *run) account(ctx context.Context) error {
	for _, id := range r.ids {
		job, err := r.jobs.Get(ctx, id)
		switch {
		case err != nil:
			r.result.Lost = append(r.result.Lost, fmt.Sprintf("%s: %s", id, err))
		case !job.State.Final():
			r.result.Lost = append(r.result.Lost, fmt.Sprintf("%s is %s", id, job.State))
		}
		r.result.Jobs++
		for _, line := range job.Log {
			if strings.HasPrefix(line.Text, "attempt ") {
				r.result.Attempts++
			}
		}
	}
	return nil
}

// compare loads the repository under another name and compares the exports.
func (r *run) compare(ctx context.Context) error {
	if _, err := r.assay(ctx, "ingest", r.root, "--project", fresh); err != nil {
		return err
	}
	disturbed, err := r.assay(ctx, "export", "--project", project)
	if err != nil {
		return err
	}
	undisturbed, err := r.assay(ctx, "export", "--project", fresh)
	if err != nil {
		return err
	}
	r.result.Lines = bytes.Count(undisturbed, []byte("\n"))
	r.result.Equal = bytes.Equal(disturbed, undisturbed)
	return nil
}

// assay runs one verb to its end and gives what it printed.
func (r *run) assay(ctx context.Context, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, r.options.Binary, args...)
	command.Env = append(os.Environ(), r.service.env...)
	var messages bytes.Buffer
	command.Stderr = &messages
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("assay %s: %w: %s", args[0], err, messages.Bytes())
	}
	return out, nil
}
