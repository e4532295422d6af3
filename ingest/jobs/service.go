package jobs

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"assay/cypher"
	"assay/ingest/walk"
	"assay/internal/config"
	"assay/internal/fault"
)

// watchPause is how often Watch looks at a job.
const watchPause = 300 * time.Millisecond

// Service is the queue as those see it who want work done. It is safe for concurrent use.
type Service struct {
	store *cypher.Store
	host  string
}

// New makes the service of this machine.
func New(store *cypher.Store) *Service { return &Service{store: store, host: Host()} }

// Host names this machine, as jobs and workers are matched by.
func Host() string {
	host, err := os.Hostname()
	if err != nil || host == "" {
		return "unknown"
	}
	return host
}

// Submit puts a job into the queue and gives it. While one waits or runs that asks for the same (kind, project, root,
// options), that one is given. The root and project are checked; whether the caller may load that root is the caller's
// matter.
func (s *Service) Submit(ctx context.Context, request Request) (Job, error) {
	request, err := s.settle(request)
	if err != nil {
		return Job{}, err
	}
	options, err := json.Marshal(request.Options)
	if err != nil {
		return Job{}, fmt.Errorf("encode the options of a job: %w", err)
	}
	var id string
	_, err = s.store.Execute(ctx, cypher.WriteJobSubmit, cypher.Params{
		"id": newID(), "key": s.key(request, options), "kind": string(request.Kind), "project": request.Project,
		"root": request.Root, "host": s.host, "options": string(options), "max_attempts": MaxAttempts,
	}, func(row cypher.Row) error {
		id = row.String("id")
		return nil
	})
	if err != nil {
		return Job{}, fmt.Errorf("submit a job for %s: %w", request.Project, err)
	}
	if _, err := s.store.Execute(ctx, cypher.WriteJobsPrune, cypher.Params{"project": request.Project, "keep": KeptJobs}, nil); err != nil {
		return Job{}, fmt.Errorf("submit a job for %s: %w", request.Project, err)
	}
	return s.Get(ctx, id)
}

// settle checks a request and fills in what was left out.
func (s *Service) settle(request Request) (Request, error) {
	if request.Kind == "" {
		request.Kind = Load
	}
	if !slices.Contains(Kinds, request.Kind) {
		return request, fault.New(fault.Invalid, "there is no kind of job %s", config.Quote(string(request.Kind))).Fix("use load or coverage")
	}
	root, err := walk.Root(request.Root)
	if err != nil {
		return request, err
	}
	request.Root = root
	if request.Project == "" {
		if request.Project, err = config.ProjectFromPath(root); err != nil {
			return request, err
		}
	}
	if err := config.CheckProject(request.Project); err != nil {
		return request, err
	}
	if request.Options.MaxFiles == walk.MaxFiles {
		request.Options.MaxFiles = 0 // the same, said otherwise
	}
	request.Options.Exclude = slices.Compact(slices.Sorted(slices.Values(request.Options.Exclude)))
	return request, request.Options.check(request.Kind)
}

func (o Options) check(kind Kind) error {
	switch {
	case o.MaxFiles < 0:
		return fault.New(fault.Invalid, "the largest number of files is %d; it must be at least 1, or left out", o.MaxFiles)
	case len(o.Exclude) > MaxExclude:
		return fault.New(fault.Invalid, "%d folders to leave out are too many; name at most %d", len(o.Exclude), MaxExclude).
			Fix("in a git repository, name them in .gitignore")
	case kind == Coverage && !filepath.IsAbs(o.File):
		return fault.New(fault.Invalid, "an import of coverage needs the absolute path of its file").Fix("give options.file")
	case kind != Coverage && o.File != "":
		return fault.New(fault.Invalid, "a load takes no file").Fix("leave options.file out, or ask for the kind coverage")
	}
	return nil
}

// key is the same for requests that ask for the same work.
func (s *Service) key(request Request, options []byte) string {
	parts := []string{string(request.Kind), request.Project, s.host, request.Root, string(options)}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// newID makes an identifier that people can copy.
func newID() string { return "job-" + strings.ToLower(rand.Text())[:16] }

// Get gives one job.
func (s *Service) Get(ctx context.Context, id string) (Job, error) {
	err := unknown(id)
	var job Job
	failed := s.store.Read(ctx, cypher.ReadJob, cypher.Params{"id": id}, func(row cypher.Row) error {
		job, err = decode(row.Map("job"), time.UnixMilli(row.Int64("now")))
		return row.Err()
	})
	if failed != nil {
		return Job{}, fmt.Errorf("read the job %s: %w", config.Quote(id), failed)
	}
	return job, err
}

func unknown(id string) error {
	return fault.New(fault.NotFound, "there is no job %s", config.Quote(id)).Fix("list the jobs: assay jobs")
}

// Cancel ends a job: at once while it waits; while it runs its worker stops it within seconds, and nothing of it is
// published. A job that ended otherwise is a conflict.
func (s *Service) Cancel(ctx context.Context, id string) (Job, error) {
	var before State
	if err := s.change(ctx, cypher.WriteJobCancel, id, func(row cypher.Row) { before = State(row.String("state")) }); err != nil {
		return Job{}, err
	}
	if before == Succeeded || before == Failed {
		return Job{}, fault.New(fault.Conflict, "the job %s has %s already", id, before)
	}
	return s.Get(ctx, id)
}

// Retry puts a job that failed or was cancelled back into the queue, with all its attempts before it. A job that waits
// or runs is given as it is; one that succeeded, or that another one stands for by now, is a conflict.
func (s *Service) Retry(ctx context.Context, id string) (Job, error) {
	var before State
	var other string
	err := s.change(ctx, cypher.WriteJobRetry, id, func(row cypher.Row) {
		before, other = State(row.String("state")), row.StringOr("other", "")
	})
	switch {
	case err != nil:
		return Job{}, err
	case before == Succeeded:
		return Job{}, fault.New(fault.Conflict, "the job %s has succeeded", id).Fix("ask for a new one")
	case other != "" && before.Final():
		return Job{}, fault.New(fault.Conflict, "the job %s asks for the same and has not ended", other).Fix("watch that one: assay jobs show %s", other)
	}
	return s.Get(ctx, id)
}

func (s *Service) change(ctx context.Context, statement cypher.Statement, id string, each func(cypher.Row)) error {
	err := unknown(id)
	_, failed := s.store.Execute(ctx, statement, cypher.Params{"id": id}, func(row cypher.Row) error {
		err = nil
		each(row)
		return nil
	})
	if failed != nil {
		return fmt.Errorf("change the job %s: %w", config.Quote(id), failed)
	}
	return err
}

// Watch gives a job whenever it differs from before, until it has ended: the last one is final unless an error came.
func (s *Service) Watch(ctx context.Context, id string) iter.Seq2[Job, error] {
	return func(yield func(Job, error) bool) {
		var last Job
		for {
			job, err := s.Get(ctx, id)
			if err != nil {
				yield(Job{}, err)
				return
			}
			if !reflect.DeepEqual(job, last) && !yield(job, nil) || job.State.Final() {
				return
			}
			last = job
			select {
			case <-ctx.Done():
				yield(Job{}, ctx.Err())
				return
			case <-time.After(watchPause):
			}
		}
	}
}
