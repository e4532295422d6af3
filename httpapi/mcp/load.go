package mcp

import (
	"context"

	"assay/httpapi"
	"assay/ingest/jobs"
	"assay/internal/config"
)

type loadInput struct {
	Path     string   `json:"path" jsonschema:"folder of the repository, inside of a folder that may be loaded; a relative one counts from the first of these"`
	Project  string   `json:"project,omitempty" jsonschema:"name to load it as; made of the folder's name when left out"`
	Exclude  []string `json:"exclude,omitempty" jsonschema:"folders left out, relative to the path"`
	MaxFiles int      `json:"max_files,omitempty" jsonschema:"most files of the load; the default when left out"`
}

func addLoad(t *tools) {
	add(t, tool{
		name: "load", title: "Load a repository", changes: true,
		about: "Load a repository, or bring a loaded one up to date with its files. Replies at once with a job; load_status says how far it is. While a load of the same waits or runs, it is that one. Other tools go on answering from the version before.",
	}, func(ctx context.Context, c call, in loadInput) (*jobs.Job, error) {
		if in.Project != "" {
			if err := config.CheckProject(in.Project); err != nil {
				return nil, err
			}
		}
		root, err := httpapi.LoadFolder(c.Roots, in.Path)
		if err != nil {
			return nil, err
		}
		job, err := c.Loads.Submit(ctx, jobs.Request{
			Kind: jobs.Load, Project: in.Project, Root: root, Options: jobs.Options{Exclude: in.Exclude, MaxFiles: in.MaxFiles},
		})
		return &job, err
	}, func(s *summary, job *jobs.Job) {
		jobLines(s, job)
		s.line("load_status with job %s says how far it is", job.ID)
	})
}
