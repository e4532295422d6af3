package httpapi

import (
	"context"

	"assay/queries"
)

type impactInput struct {
	ListInput
	Depth int `query:"depth" minimum:"0" maximum:"256" doc:"Longest chain of edges followed; to the end when absent or 0."`
}

func addImpact(a *api) {
	add(a, operation{
		id: "impact", path: "/v1/projects/{project}/impact", tag: tagSymbols,
		summary: "What may break when a symbol changes, nearest first",
		about:   "Follows calls, references, inheritance, overriding and fixtures backwards. Callers inside the symbol's own class and tests stand apart.",
	}, func(ctx context.Context, in *impactInput) (*queries.Impact, error) {
		list, err := in.options()
		if err != nil {
			return nil, err
		}
		return a.Questions.Impact(ctx, in.Project, in.Symbol, queries.ImpactOptions{ListOptions: list, Depth: in.Depth})
	})
}
