package mcp

import (
	"context"
	"fmt"

	"assay/queries"
)

type impactInput struct {
	listInput
	Depth int `json:"depth,omitempty" jsonschema:"longest chain of uses that is followed; to the end when left out"`
}

func addImpact(t *tools) {
	add(t, tool{
		name: "impact", title: "What a change may break",
		about: "Everything that depends on a definition or file through chains of uses, nearest first, tests apart. Use it before you change behaviour, move or delete code.",
	}, func(ctx context.Context, c call, in impactInput) (*queries.Impact, error) {
		options, err := in.options()
		if err != nil {
			return nil, err
		}
		project, err := c.project(ctx, in.Project)
		if err != nil {
			return nil, err
		}
		return c.Questions.Impact(ctx, project, in.Symbol, queries.ImpactOptions{ListOptions: options, Depth: in.Depth})
	}, func(s *summary, impact *queries.Impact) {
		list(s, "depends on it, impact", &impact.Envelope, itemLine)
		for _, part := range []struct {
			what  string
			items []queries.Item
			total int
		}{{"callers in the same class", impact.SelfCallers, impact.SelfCallersTotal}, {"tests", impact.Tests, impact.TestsTotal}} {
			s.line("%s: total %d, shown %d", part.what, part.total, len(part.items))
			s.items(len(part.items), func(i int) string { return fmt.Sprint(itemLine(part.items[i])) })
		}
	})
}
