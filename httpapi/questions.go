package httpapi

import (
	"context"
	"io"

	"assay/internal/graph"
	"assay/queries"
)

// Questions is what the API needs of the service behind it; *queries.Service has it.
type Questions interface {
	Symbol(ctx context.Context, project, symbol string) (*queries.SymbolDetail, error)
	Source(ctx context.Context, project, symbol string) (*queries.Source, error)
	Callers(ctx context.Context, project, symbol string, options queries.ListOptions) (*queries.Envelope[queries.Item], error)
	Callees(ctx context.Context, project, symbol string, options queries.ListOptions) (*queries.Envelope[queries.Item], error)
	Impact(ctx context.Context, project, symbol string, options queries.ImpactOptions) (*queries.Impact, error)
	Tests(ctx context.Context, project, symbol string, options queries.ListOptions) (*queries.Envelope[queries.TestItem], error)
	Projects(ctx context.Context) (*queries.Envelope[queries.Project], error)
	Index(ctx context.Context, project string) (queries.Index, error)
	Statistics(ctx context.Context, project string) (*queries.Statistics, error)
	Export(ctx context.Context, project string, out io.Writer) error
	Search(ctx context.Context, project, text string, options queries.SearchOptions) (*queries.SearchReply, error)
	Neighbourhood(ctx context.Context, project, symbol string, options queries.ListOptions) (*queries.Neighbourhood, error)
	Context(ctx context.Context, project, symbol string, limit int) (*queries.Context, error)
	Bundle(ctx context.Context, project, symbol string, budget int) (*queries.Bundle, error)
	Hubs(ctx context.Context, project string, options queries.HubOptions) (*queries.HubsReply, error)
	Files(ctx context.Context, project string, options queries.FileOptions) (*queries.Envelope[queries.File], error)
	Packages(ctx context.Context, project string, options queries.PackageOptions) (*queries.Envelope[queries.Package], error)
	Answer(ctx context.Context, project, question string, options queries.AnswerOptions) (*queries.Answer, error)
}

// ProjectInput is what every operation on a project takes; inputs embed it.
type ProjectInput struct {
	Project string `path:"project" pattern:"^[a-z0-9][a-z0-9._-]{0,63}$" patternDescription:"a project name" doc:"Name of a loaded project."`
}

// SymbolInput is what every question about one symbol takes.
type SymbolInput struct {
	ProjectInput
	Symbol string `query:"symbol" required:"true" minLength:"1" maxLength:"4096" pattern:"^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$" patternDescription:"a name without control characters" doc:"A name, Class.method, path::Class.method, module.name or path:line." example:"shop/money.py::allocate"`
}

// ListInput is what every question takes whose reply is a list about a symbol.
type ListInput struct {
	SymbolInput
	Limit        int      `query:"limit" minimum:"1" maximum:"1000" doc:"Items shown; 50 when absent."`
	Cursor       string   `query:"cursor" pattern:"^[A-Za-z0-9_-]*$" patternDescription:"a cursor of a reply" doc:"Where to go on: the cursor of the reply before. One of an older version is stale (412)."`
	Evidence     []string `query:"evidence,explode" enum:"observed,exact,inferred,guess" doc:"Kinds of evidence that are kept; all when absent."`
	ExcludeTests bool     `query:"exclude_tests" doc:"Leave tests and fixtures out."`
}

func (in *ListInput) options() (queries.ListOptions, error) {
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
