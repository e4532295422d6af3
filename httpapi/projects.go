package httpapi

import (
	"context"

	"assay/internal/fault"
	"assay/queries"
)

func addProjects(a *api) {
	add(a, operation{
		id: "projects", path: "/v1/projects", tag: tagProjects, summary: "The loaded projects",
	}, func(ctx context.Context, _ *struct{}) (*queries.Envelope[queries.Project], error) {
		return a.Questions.Projects(ctx)
	})
	add(a, operation{
		id: "project", path: "/v1/projects/{project}", tag: tagProjects, summary: "One loaded project",
	}, func(ctx context.Context, in *ProjectInput) (*queries.Project, error) {
		return a.project(ctx, in.Project)
	})
}

// project is one of the list.
func (a *api) project(ctx context.Context, name string) (*queries.Project, error) {
	all, err := a.Questions.Projects(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range all.Items {
		if p.Name == name {
			return &p, nil
		}
	}
	return nil, fault.New(fault.NotFound, "no project %s is loaded", name).Fix("GET /v1/projects lists the loaded ones")
}
