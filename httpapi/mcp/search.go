package mcp

import (
	"context"
	"fmt"

	"assay/queries"
)

type searchInput struct {
	Query   string `json:"query" jsonschema:"words or parts of names, such as: refund in parts"`
	Project string `json:"project,omitempty" jsonschema:"name of a loaded project; may be left out when one is loaded, or when the server runs inside of it"`
	Limit   int    `json:"limit,omitempty" jsonschema:"hits shown, at most 1000; 50 when left out"`
	Cursor  string `json:"cursor,omitempty" jsonschema:"where to go on: the cursor of the reply before"`
	Tests   bool   `json:"tests,omitempty" jsonschema:"bring tests and fixtures as well"`
}

func addSearch(t *tools) {
	add(t, tool{
		name: "search", title: "Search by words",
		about: "Definitions ranked by how well names, signatures and documentation fit words, with typing errors forgiven. Use it when you know what code does but not its name; it asserts nothing. With a name use find_symbol.",
	}, func(ctx context.Context, c call, in searchInput) (*queries.SearchReply, error) {
		project, err := c.project(ctx, in.Project)
		if err != nil {
			return nil, err
		}
		return c.Questions.Search(ctx, project, in.Query, queries.SearchOptions{Limit: in.Limit, Cursor: in.Cursor, Tests: in.Tests})
	}, func(s *summary, reply *queries.SearchReply) {
		list(s, "hits", &reply.Envelope, func(hit queries.SearchHit) string {
			return fmt.Sprintf("%s  %s, %s", name(hit.Symbol), hit.Tier, hit.ConfidenceLabel)
		})
	})
}
