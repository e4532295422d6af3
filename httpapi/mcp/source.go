package mcp

import (
	"context"

	"assay/queries"
)

func addSource(t *tools) {
	add(t, tool{
		name: "source", title: "Read a definition",
		about: "The text of a definition exactly as it was loaded; of a module, the whole file.",
	}, func(ctx context.Context, c call, in symbolInput) (*queries.Source, error) {
		project, err := c.project(ctx, in.Project)
		if err != nil {
			return nil, err
		}
		return c.Questions.Source(ctx, project, in.Symbol)
	}, func(s *summary, source *queries.Source) {
		s.line("%s, lines %d to %d", name(source.Symbol), source.Symbol.StartLine, source.Symbol.EndLine)
		s.line("%s", source.Text)
		s.index(source.Index)
	})
}
