package mcp

import (
	"context"
	"fmt"

	"assay/queries"
)

type noInput struct{}

func addProjects(t *tools) {
	add(t, tool{
		name: "projects", title: "Loaded projects",
		about: "The loaded repositories with their folders and how fresh they are. Use it to learn the name that other tools take as project.",
	}, func(ctx context.Context, c call, _ noInput) (*queries.Envelope[queries.Project], error) {
		return c.Questions.Projects(ctx)
	}, func(s *summary, e *queries.Envelope[queries.Project]) {
		list(s, "projects", e, func(p queries.Project) string {
			return fmt.Sprintf("%s  %s, version %d, %s, %d symbols", p.Name, p.Root, p.Index.Version, p.Index.Status, p.Counts["symbols"])
		})
	})
}
