package httpapi

import (
	"context"

	"assay/queries"
)

// Inspector compares projects with what was published; *queries.Inspector has it.
type Inspector interface {
	Health(ctx context.Context, project string) (*queries.ProjectHealth, error)
}

func addProjectHealth(a *api) {
	if a.Inspector == nil {
		return
	}
	add(a, operation{
		id: "health", path: "/v1/projects/{project}/health", tag: tagProjects, summary: "Whether a project still holds what was published",
		about: "Counts the project's nodes and edges and tells labels and edge types of which somebody else added or removed some, over Bolt or in Neo4j Browser.",
	}, func(ctx context.Context, in *ProjectInput) (*queries.ProjectHealth, error) {
		return a.Inspector.Health(ctx, in.Project)
	})
}
