package httpapi

import (
	"context"

	"assay/queries"
)

func addCallers(a *api) {
	add(a, operation{
		id: "callers", path: "/v1/projects/{project}/callers", tag: tagSymbols,
		summary: "Who uses a symbol directly",
		about:   "Calls, references, fixtures that require it, tests that ask for it; of a module also who imports it.",
	}, func(ctx context.Context, in *ListInput) (*queries.Envelope[queries.Item], error) {
		options, err := in.options()
		if err != nil {
			return nil, err
		}
		return a.Questions.Callers(ctx, in.Project, in.Symbol, options)
	})
}
