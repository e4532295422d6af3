package httpapi

import (
	"context"

	"assay/queries"
)

func addSymbol(a *api) {
	add(a, operation{
		id: "symbol", path: "/v1/projects/{project}/symbol", tag: tagSymbols, summary: "A definition with its neighbourhood in numbers",
	}, func(ctx context.Context, in *SymbolInput) (*queries.SymbolDetail, error) {
		return a.Questions.Symbol(ctx, in.Project, in.Symbol)
	})
}
