package httpapi

import (
	"context"

	"assay/queries"
)

func addStatistics(a *api) {
	add(a, operation{
		id: "statistics", path: "/v1/projects/{project}/statistics", tag: tagProjects, summary: "What a project consists of, counted",
	}, func(ctx context.Context, in *ProjectInput) (*queries.Statistics, error) {
		return a.Questions.Statistics(ctx, in.Project)
	})
}
