package mcp

import (
	"context"

	"assay/internal/graph"
	"assay/queries"
)

// listInput is what every question takes whose reply is a list about a symbol.
type listInput struct {
	symbolInput
	Limit        int      `json:"limit,omitempty" jsonschema:"items shown, at most 1000; 50 when left out"`
	Cursor       string   `json:"cursor,omitempty" jsonschema:"where to go on: the cursor of the reply before"`
	Evidence     []string `json:"evidence,omitempty" jsonschema:"kinds of evidence that are kept: observed, exact, inferred, guess; all when left out"`
	ExcludeTests bool     `json:"exclude_tests,omitempty" jsonschema:"leave tests and fixtures out"`
}

func (in listInput) options() (queries.ListOptions, error) {
	options := queries.ListOptions{Limit: in.Limit, Cursor: in.Cursor, ExcludeTests: in.ExcludeTests}
	for _, name := range in.Evidence {
		evidence, err := graph.ParseEvidence(name)
		if err != nil {
			return options, err
		}
		options.Evidence = append(options.Evidence, evidence)
	}
	return options, nil
}

// listed is a question whose reply is a list about a symbol.
type listed[T any] func(q Questions, ctx context.Context, project, symbol string, options queries.ListOptions) (*queries.Envelope[T], error)

// addList registers such a question.
func addList[T any](t *tools, described tool, put listed[T], what string, item func(T) string) {
	add(t, described, func(ctx context.Context, c call, in listInput) (*queries.Envelope[T], error) {
		options, err := in.options()
		if err != nil {
			return nil, err
		}
		project, err := c.project(ctx, in.Project)
		if err != nil {
			return nil, err
		}
		return put(c.Questions, ctx, project, in.Symbol, options)
	}, func(s *summary, e *queries.Envelope[T]) { list(s, what, e, item) })
}

func addCallers(t *tools) {
	addList(t, tool{
		name: "callers", title: "Who uses it",
		about: "Direct users of a definition with the lines of each use and the evidence for it. Use it before you change a signature. For what breaks further away use impact.",
	}, Questions.Callers, "callers", itemLine)
}
