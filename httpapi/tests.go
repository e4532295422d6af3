package httpapi

import (
	"context"

	"assay/queries"
)

func addTests(a *api) {
	add(a, operation{
		id: "tests", path: "/v1/projects/{project}/tests", tag: tagSymbols,
		summary: "Tests that executed a symbol, or by the text may",
		about:   "Observed tests first; a static link says so in its source.",
	}, func(ctx context.Context, in *ListInput) (*queries.Envelope[queries.TestItem], error) {
		options, err := in.options()
		if err != nil {
			return nil, err
		}
		return a.Questions.Tests(ctx, in.Project, in.Symbol, options)
	})
}
