package httpapi

import (
	"context"

	"assay/queries"
)

func addCallees(a *api) {
	add(a, operation{
		id: "callees", path: "/v1/projects/{project}/callees", tag: tagSymbols,
		summary: "What a symbol uses directly",
		about:   "Of a class or module: what everything inside uses.",
	}, func(ctx context.Context, in *ListInput) (*queries.Envelope[queries.Item], error) {
		options, err := in.options()
		if err != nil {
			return nil, err
		}
		return a.Questions.Callees(ctx, in.Project, in.Symbol, options)
	})
}
