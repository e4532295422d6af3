package httpapi

import (
	"context"

	"assay/queries"
)

func addSource(a *api) {
	add(a, operation{
		id: "source", path: "/v1/projects/{project}/source", tag: tagSymbols, summary: "The text of a definition as it was loaded",
	}, func(ctx context.Context, in *SymbolInput) (*queries.Source, error) {
		return a.Questions.Source(ctx, in.Project, in.Symbol)
	})
}
