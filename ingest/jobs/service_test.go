package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"assay/cypher"
	"assay/cypher/cyphertest"
	"assay/internal/fault"
	"assay/internal/neo4jtest"
)

// bed is a queue of its own on the shared server: its host is no other test's, so that no other worker takes its jobs.
type bed struct {
	*testing.T
	address neo4jtest.Address
	store   *cypher.Store
	service *Service
	project string
	root    string
}

func newBed(t *testing.T) *bed {
	t.Helper()
	address := neo4jtest.Shared(t)
	b := &bed{T: t, address: address, store: cyphertest.Open(t, address), project: neo4jtest.Project(t), root: t.TempDir()}
	b.service = &Service{store: b.store, host: b.project}
	if err := os.WriteFile(filepath.Join(b.root, "a.py"), []byte("def one():\n    return 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cyphertest.Run(t, address, "MATCH (j:Job {host: $h}) DETACH DELETE j", map[string]any{"h": b.project})
	})
	return b
}

func (b *bed) request() Request { return Request{Project: b.project, Root: b.root} }

func (b *bed) submit(request Request) Job {
	b.Helper()
	job, err := b.service.Submit(b.Context(), request)
	if err != nil {
		b.Fatal(err)
	}
	return job
}

func (b *bed) get(id string) Job {
	b.Helper()
	job, err := b.service.Get(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	return job
}

func (b *bed) set(id, assignments string) {
	b.Helper()
	cyphertest.Run(b.T, b.address, "MATCH (j:Job {id: $id}) SET "+assignments, map[string]any{"id": id})
}

// The same request gives the same job while that one has not ended; another root, project or option gives another one.
func TestSubmitIsIdempotent(t *testing.T) {
	b := newBed(t)
	first := b.submit(b.request())
	if first.State != Queued || first.Kind != Load || first.Project != b.project || first.Attempt != 0 || first.MaxAttempts != MaxAttempts || first.CreatedAt.IsZero() {
		t.Errorf("a new job: %+v", first)
	}
	if again := b.submit(b.request()); again.ID != first.ID {
		t.Errorf("the same request gave another job")
	}
	strict := b.request()
	strict.Options.Strict = true
	if other := b.submit(strict); other.ID == first.ID {
		t.Error("other options gave the same job")
	}
	b.set(first.ID, "j.state = 'running', j.lease_owner = 'x', j.lease_until = timestamp() + 60000")
	if again := b.submit(b.request()); again.ID != first.ID {
		t.Error("the same request gave another job while the first runs")
	}
	b.set(first.ID, "j.cancel = true")
	if fresh := b.submit(b.request()); fresh.ID == first.ID {
		t.Error("a job that is being cancelled stands for a new request")
	}
	b.set(first.ID, "j.state = 'cancelled'")
}

// Of many equal requests at once one makes the job.
func TestSubmitHasOneWinner(t *testing.T) {
	b := newBed(t)
	const races, racers = 20, 8
	for race := range races {
		request := b.request()
		request.Options.MaxFiles = race + 1
		ids := make([]string, racers)
		var group sync.WaitGroup
		for i := range racers {
			group.Go(func() {
				job, err := b.service.Submit(b.Context(), request)
				if err != nil {
					t.Error(err)
				}
				ids[i] = job.ID
			})
		}
		group.Wait()
		for _, id := range ids {
			if id != ids[0] {
				t.Fatalf("race %d made several jobs: %v", race, ids)
			}
		}
	}
}

func TestSubmitRefuses(t *testing.T) {
	b := newBed(t)
	file := filepath.Join(b.root, "a.py")
	for name, c := range map[string]struct {
		request Request
		kind    fault.Kind
	}{
		"no root":            {Request{Project: b.project, Root: filepath.Join(b.root, "none")}, fault.NotFound},
		"a file":             {Request{Project: b.project, Root: file}, fault.Invalid},
		"a bad project":      {Request{Project: "No Name", Root: b.root}, fault.Invalid},
		"an unknown kind":    {Request{Kind: "mine", Project: b.project, Root: b.root}, fault.Invalid},
		"too few files":      {Request{Project: b.project, Root: b.root, Options: Options{MaxFiles: -1}}, fault.Invalid},
		"coverage of what":   {Request{Kind: Coverage, Project: b.project, Root: b.root}, fault.Invalid},
		"a load of coverage": {Request{Project: b.project, Root: b.root, Options: Options{File: file}}, fault.Invalid},
	} {
		if _, err := b.service.Submit(t.Context(), c.request); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v, want %s", name, err, c.kind)
		}
	}
	list, err := b.service.List(t.Context(), Filter{Project: b.project})
	if err != nil || list.Total != 0 {
		t.Errorf("refused requests left jobs: %+v, %v", list, err)
	}
}

func TestCancelAndRetry(t *testing.T) {
	b := newBed(t)
	ctx := t.Context()
	job := b.submit(b.request())
	for range 2 { // the second time changes nothing
		cancelled, err := b.service.Cancel(ctx, job.ID)
		if err != nil || cancelled.State != Cancelled || cancelled.FinishedAt.IsZero() {
			t.Fatalf("cancel of a waiting job: %+v, %v", cancelled, err)
		}
	}
	again, err := b.service.Retry(ctx, job.ID)
	if err != nil || again.State != Queued || again.ID != job.ID || !again.FinishedAt.IsZero() {
		t.Fatalf("retry: %+v, %v", again, err)
	}
	b.set(job.ID, "j.state = 'running', j.lease_owner = '7@there@#x', j.lease_until = timestamp() + 60000")
	running, err := b.service.Cancel(ctx, job.ID)
	if err != nil || running.State != Running || !running.CancelRequested || running.Worker != "process 7 on there" {
		t.Errorf("cancel of a running job: %+v, %v", running, err)
	}
	b.set(job.ID, "j.state = 'failed', j.cancel = null")
	if _, err := b.service.Cancel(ctx, job.ID); fault.KindOf(err) != fault.Conflict {
		t.Errorf("cancel of a failed job: %v", err)
	}
	other := b.submit(b.request())
	if _, err := b.service.Retry(ctx, job.ID); fault.KindOf(err) != fault.Conflict {
		t.Errorf("retry beside the job %s that asks for the same: %v", other.ID, err)
	}
	b.set(job.ID, "j.state = 'succeeded'")
	if _, err := b.service.Retry(ctx, job.ID); fault.KindOf(err) != fault.Conflict {
		t.Errorf("retry of a job that succeeded: %v", err)
	}
	for what, call := range map[string]func(context.Context, string) (Job, error){
		"get": b.service.Get, "cancel": b.service.Cancel, "retry": b.service.Retry,
	} {
		if _, err := call(ctx, "job-none"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s of an unknown job: %v", what, err)
		}
	}
}

// Pages follow each other without a gap or a double, newest first, and stay right while jobs are added.
func TestListPages(t *testing.T) {
	b := newBed(t)
	const count = 7
	for i := range count {
		request := b.request()
		request.Options.MaxFiles = i + 1
		b.submit(request)
	}
	var seen []int
	filter := Filter{Project: b.project, State: Queued, Limit: 3}
	for page := range 3 {
		list, err := b.service.List(t.Context(), filter)
		if err != nil {
			t.Fatal(err)
		}
		if last := page == 2; list.Shown != len(list.Items) || list.Truncated == last || (list.Cursor == "") != last {
			t.Errorf("page %d: %d shown of %d, truncated %t, cursor %q", page, list.Shown, list.Total, list.Truncated, list.Cursor)
		}
		for _, job := range list.Items {
			seen = append(seen, job.Options.MaxFiles)
		}
		filter.Cursor = list.Cursor
		request := b.request()
		request.Options.MaxFiles = 100 + page
		b.submit(request)
	}
	if got := fmt.Sprint(seen); got != "[7 6 5 4 3 2 1]" {
		// two of one millisecond stand in the order of their ids
		unique := map[int]bool{}
		for _, n := range seen {
			unique[n] = true
		}
		if len(unique) != count || len(seen) != count {
			t.Errorf("the pages gave %s", got)
		}
	}
	for _, bad := range []Filter{{Limit: -1}, {Limit: MaxLimit + 1}, {State: "gone"}, {Project: "A B"}, {Cursor: "?"}, {Cursor: "e30"}} {
		if _, err := b.service.List(t.Context(), bad); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// Ended jobs are bounded; those that wait are not touched.
func TestPrune(t *testing.T) {
	b := newBed(t)
	cyphertest.Run(t, b.address, `UNWIND range(1, $n) AS i CREATE (:Job {id: $p + i, project: $p, host: $p, kind: 'load', root: '/', options: '{}',
		state: CASE i WHEN 1 THEN 'queued' ELSE 'failed' END, attempt: 1, max_attempts: 5, created_at: i})`,
		map[string]any{"p": b.project, "n": KeptJobs + 20})
	b.submit(b.request())
	list, err := b.service.List(t.Context(), Filter{Project: b.project, Limit: MaxLimit})
	if err != nil || list.Total != KeptJobs+2 {
		t.Fatalf("%d jobs, %v; want %d ended and 2 waiting", list.Total, err, KeptJobs)
	}
	if oldest := list.Items[len(list.Items)-1]; oldest.State != Queued {
		t.Errorf("the oldest job is %s", oldest.State)
	}
}

func TestWatchEndsWithTheJob(t *testing.T) {
	b := newBed(t)
	job := b.submit(b.request())
	var states []State
	for seen, err := range b.service.Watch(t.Context(), job.ID) {
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, seen.State)
		switch seen.State {
		case Queued:
			b.set(job.ID, "j.state = 'running', j.lease_owner = '7@there@#x', j.lease_until = timestamp() + 60000")
		case Running:
			b.set(job.ID, "j.state = 'succeeded'")
		}
	}
	if got := fmt.Sprint(states); got != "[queued running succeeded]" {
		t.Errorf("watched %s", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b.set(job.ID, "j.state = 'running'")
	var last error
	for _, err := range b.service.Watch(ctx, job.ID) {
		last = err
		cancel()
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("a watch whose caller left ended with %v", last)
	}
	b.set(job.ID, "j.state = 'failed'")
}
