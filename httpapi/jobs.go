package httpapi

import (
	"context"
	"net/http"

	"assay/ingest/jobs"
)

// Jobs is the queue of loads; *jobs.Service has it.
type Jobs interface {
	Submit(ctx context.Context, request jobs.Request) (jobs.Job, error)
	Get(ctx context.Context, id string) (jobs.Job, error)
	List(ctx context.Context, filter jobs.Filter) (*jobs.List, error)
	Cancel(ctx context.Context, id string) (jobs.Job, error)
	Retry(ctx context.Context, id string) (jobs.Job, error)
}

type loadInput struct {
	ProjectInput
	Body struct {
		Path     string   `json:"path" minLength:"1" maxLength:"4096" doc:"Folder of the repository on the machine of the service, inside of one of its load roots; a relative one counts from the first." example:"shop"`
		Strict   bool     `json:"strict,omitempty" doc:"Make a file that cannot be read whole an error."`
		MaxFiles int      `json:"max_files,omitempty" minimum:"0" maximum:"10000000" doc:"Most files of a load; the default when absent or 0."`
		Exclude  []string `json:"exclude,omitempty" maxItems:"1000" doc:"Folders left out, relative to the path."`
	} `nameHint:"Load"`
}

type coverageInput struct {
	ProjectInput
	Body struct {
		Path string `json:"path" minLength:"1" maxLength:"4096" doc:"Folder of the loaded repository, inside of a load root."`
		File string `json:"file" minLength:"1" maxLength:"4096" doc:"File of coverage.py with a context for each test, inside of a load root."`
	} `nameHint:"Coverage"`
}

type jobInput struct {
	ID string `path:"id" maxLength:"64" doc:"Identifier of a job."`
}

type jobsInput struct {
	Project string `query:"project" pattern:"^[a-z0-9][a-z0-9._-]{0,63}$" patternDescription:"a project name" doc:"Only jobs of this project."`
	State   string `query:"state" enum:"queued,running,succeeded,failed,cancelled" doc:"Only jobs of this state."`
	Limit   int    `query:"limit" minimum:"1" maximum:"500" doc:"Jobs shown; 50 when absent."`
	Cursor  string `query:"cursor" pattern:"^[A-Za-z0-9_-]*$" patternDescription:"a cursor of a reply" doc:"Where to go on: the cursor of the reply before."`
}

// addJobs adds loading and the state of loads, where there is a queue.
func addJobs(a *api) {
	if a.Jobs == nil {
		return
	}
	addLoad(a)
	add(a, operation{
		id: "jobs", path: "/v1/jobs", tag: tagJobs, summary: "Queued, running and ended loads, newest first",
	}, func(ctx context.Context, in *jobsInput) (*jobs.List, error) {
		return a.Jobs.List(ctx, jobs.Filter{Project: in.Project, State: jobs.State(in.State), Limit: in.Limit, Cursor: in.Cursor})
	})
	add(a, operation{
		id: "job", path: "/v1/jobs/{id}", tag: tagJobs, summary: "One job with its log and report",
	}, one(a.Jobs.Get))
	add(a, operation{
		id: "cancel-job", method: http.MethodPost, path: "/v1/jobs/{id}/cancel", tag: tagJobs, summary: "End a job: nothing of it is published",
	}, one(a.Jobs.Cancel))
	add(a, operation{
		id: "retry-job", method: http.MethodPost, path: "/v1/jobs/{id}/retry", tag: tagJobs,
		summary: "Put a job that failed or was cancelled back into the queue",
	}, one(a.Jobs.Retry))
}

func addLoad(a *api) {
	allowed := roots(a.Roots)
	add(a, operation{
		id: "load", method: http.MethodPost, path: "/v1/projects/{project}/load", tag: tagJobs, status: http.StatusAccepted,
		summary: "Load a repository, or bring a loaded one up to date",
		about:   "Replies at once with a job. While one waits or runs that asks for the same, it is that one. Questions go on answering from the version before.",
	}, func(ctx context.Context, in *loadInput) (*jobs.Job, error) {
		root, err := allowed.folder(in.Body.Path)
		if err != nil {
			return nil, err
		}
		job, err := a.Jobs.Submit(ctx, jobs.Request{Kind: jobs.Load, Project: in.Project, Root: root, Options: jobs.Options{
			Strict: in.Body.Strict, MaxFiles: in.Body.MaxFiles, Exclude: in.Body.Exclude,
		}})
		return &job, err
	})
	add(a, operation{
		id: "import-coverage", method: http.MethodPost, path: "/v1/projects/{project}/coverage", tag: tagJobs, status: http.StatusAccepted,
		summary: "Import what tests executed", about: "Replies at once with a job.",
	}, func(ctx context.Context, in *coverageInput) (*jobs.Job, error) {
		root, err := allowed.folder(in.Body.Path)
		if err != nil {
			return nil, err
		}
		file, err := allowed.resolve(in.Body.File)
		if err != nil {
			return nil, err
		}
		job, err := a.Jobs.Submit(ctx, jobs.Request{Kind: jobs.Coverage, Project: in.Project, Root: root, Options: jobs.Options{File: file}})
		return &job, err
	})
}

// one makes a handler of what is done with one job.
func one(do func(context.Context, string) (jobs.Job, error)) func(context.Context, *jobInput) (*jobs.Job, error) {
	return func(ctx context.Context, in *jobInput) (*jobs.Job, error) {
		job, err := do(ctx, in.ID)
		return &job, err
	}
}
