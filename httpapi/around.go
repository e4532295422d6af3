package httpapi

import (
	"context"

	"assay/internal/graph"
	"assay/queries"
)

type neighbourhoodInput struct {
	SymbolInput
	Limit        int      `query:"limit" minimum:"1" maximum:"200" doc:"Neighbours shown of each type and direction; 20 when absent."`
	Evidence     []string `query:"evidence,explode" enum:"observed,exact,inferred,guess" doc:"Kinds of evidence that are kept; all when absent."`
	ExcludeTests bool     `query:"exclude_tests" doc:"Leave tests and fixtures out."`
}

func addNeighbourhood(a *api) {
	add(a, operation{
		id: "neighbourhood", path: "/v1/projects/{project}/neighbourhood", tag: tagSymbols, summary: "Everything one edge away, by type and direction",
		about: "Tests, files, packages and unresolved names are among the neighbours. Hubs are marked and named; nothing is walked through them.",
	}, func(ctx context.Context, in *neighbourhoodInput) (*queries.Neighbourhood, error) {
		options := queries.ListOptions{Limit: in.Limit, ExcludeTests: in.ExcludeTests}
		for _, evidence := range in.Evidence {
			options.Evidence = append(options.Evidence, graph.Evidence(evidence)) // checked by the question
		}
		return a.Questions.Neighbourhood(ctx, in.Project, in.Symbol, options)
	})
}

type contextInput struct {
	SymbolInput
	Limit int `query:"limit" minimum:"1" maximum:"100" doc:"Items shown of each list; 20 when absent."`
}

func addContext(a *api) {
	add(a, operation{
		id: "context", path: "/v1/projects/{project}/context", tag: tagSymbols, summary: "A definition with source, callers, callees, tests and fixtures",
		about: "One reply of one version. Each list says how complete it is.",
	}, func(ctx context.Context, in *contextInput) (*queries.Context, error) {
		return a.Questions.Context(ctx, in.Project, in.Symbol, in.Limit)
	})
}

type bundleInput struct {
	SymbolInput
	Budget int `query:"budget" minimum:"200" maximum:"100000" doc:"Tokens that the parts may take together; 4000 when absent."`
}

func addBundle(a *api) {
	add(a, operation{
		id: "bundle", path: "/v1/projects/{project}/bundle", tag: tagSymbols, summary: "What to read before an edit, within a budget of tokens",
		about: "The source, the covering tests with theirs, fixtures, the places of use and the heads of what is used. What was left out is told, with the reason.",
	}, func(ctx context.Context, in *bundleInput) (*queries.Bundle, error) {
		return a.Questions.Bundle(ctx, in.Project, in.Symbol, in.Budget)
	})
}
