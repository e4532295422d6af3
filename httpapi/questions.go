package httpapi

import (
	"context"
	"io"
	"net/http"

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
	Statistics(ctx context.Context, project string) (*queries.Statistics, error)
	Export(ctx context.Context, project string, out io.Writer) error
	Answer(ctx context.Context, project, question string, options queries.AnswerOptions) (*queries.Answer, error)
}

// focus is the project and symbol of a question about one symbol, and the other parameters of its address.
type focus struct {
	project, symbol string
	*parameters
}

// readFocus reads what every question about a symbol has.
func readFocus(r *http.Request) (focus, error) {
	project, err := projectOf(r)
	p := readParameters(r)
	return focus{project, p.required("symbol"), p}, err
}

// noParameters reads the project of a question that takes nothing else.
func noParameters(r *http.Request) (string, error) {
	project, err := projectOf(r)
	if err != nil {
		return "", err
	}
	return project, readParameters(r).done()
}

// readList reads the parameters of a list.
func readList(p *parameters) queries.ListOptions {
	options := queries.ListOptions{Limit: p.number("limit"), Cursor: p.text("cursor"), ExcludeTests: p.flag("exclude_tests")}
	for _, name := range p.list("evidence") {
		evidence, err := graph.ParseEvidence(name)
		if err != nil && p.err == nil {
			p.err = err
		}
		options.Evidence = append(options.Evidence, evidence)
	}
	return options
}

// readListQuestion reads a question whose reply is a list about a symbol.
func readListQuestion(r *http.Request) (focus, queries.ListOptions, error) {
	f, err := readFocus(r)
	if err != nil {
		return f, queries.ListOptions{}, err
	}
	options := readList(f.parameters)
	return f, options, f.done()
}
