// Package mcp offers assay's questions to coding agents by the Model Context Protocol: one tool a question, over standard
// input and output or as a handler for streamable HTTP. Structured results are the documents of the HTTP API; the text
// beside them is a short summary. Errors are results that say their kind, what to do, and what may have been meant.
package mcp

import (
	"context"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/ingest/jobs"
	"assay/queries"
)

// Questions is what the tools ask; *queries.Service has it.
type Questions interface {
	Symbol(ctx context.Context, project, symbol string) (*queries.SymbolDetail, error)
	Source(ctx context.Context, project, symbol string) (*queries.Source, error)
	Callers(ctx context.Context, project, symbol string, options queries.ListOptions) (*queries.Envelope[queries.Item], error)
	Callees(ctx context.Context, project, symbol string, options queries.ListOptions) (*queries.Envelope[queries.Item], error)
	Impact(ctx context.Context, project, symbol string, options queries.ImpactOptions) (*queries.Impact, error)
	Tests(ctx context.Context, project, symbol string, options queries.ListOptions) (*queries.Envelope[queries.TestItem], error)
	Search(ctx context.Context, project, text string, options queries.SearchOptions) (*queries.SearchReply, error)
	Projects(ctx context.Context) (*queries.Envelope[queries.Project], error)
	Answer(ctx context.Context, project, question string, options queries.AnswerOptions) (*queries.Answer, error)
}

// Loads is the queue of loads; *jobs.Service has it.
type Loads interface {
	Submit(ctx context.Context, request jobs.Request) (jobs.Job, error)
	Get(ctx context.Context, id string) (jobs.Job, error)
	Watch(ctx context.Context, id string) iter.Seq2[jobs.Job, error]
}

// Cypher runs statements of users; *queries.AdHoc has it.
type Cypher interface {
	Cypher(ctx context.Context, request queries.CypherRequest) (*queries.CypherReply, error)
}

// Backend is what stands behind the tools.
type Backend struct {
	Questions Questions
	Loads     Loads
	Cypher    Cypher
	Roots     []string // folders whose repositories may be loaded
	// Project gives the project of a call that names none.
	Project func(ctx context.Context) (string, error)
}

// Options are what a server is made of.
type Options struct {
	Version string
	// Backend gives what stands behind the tools. A call waits for it, and tells its client why meanwhile; an error is the
	// result of the call, and the next call asks again.
	Backend func(ctx context.Context, tell func(string)) (*Backend, error)
	Log     *slog.Logger // nil for none
}

// sessionTime is how long an HTTP session may be idle.
const sessionTime = 30 * time.Minute

// instructions tell an agent what the server is for.
const instructions = `assay knows a code base as evidence: who calls what, what a change may break, which tests executed what.
Ask before you change code: impact and covering_tests of what you touch. find_symbol resolves a name; an ambiguous one comes back with candidates to choose from.
A list says whether it is complete; reasons and unresolved say what could be missing. Trust "complete", check the rest.
Nothing loaded yet? load a repository, then load_status until it has succeeded.`

// New makes a server with all tools. It fails when a reply has a type that no schema can describe.
func New(options Options) (*sdk.Server, error) {
	s := sdk.NewServer(&sdk.Implementation{Name: "assay", Title: "assay", Version: options.Version}, &sdk.ServerOptions{
		Instructions: instructions, Logger: options.Log, Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	s.AddReceivingMiddleware(tellProblems)
	t := &tools{server: s, backend: options.Backend}
	addFindSymbol(t)
	addSource(t)
	addCallers(t)
	addCallees(t)
	addImpact(t)
	addCoveringTests(t)
	addSearch(t)
	addAnswer(t)
	addProjects(t)
	addLoad(t)
	addLoadStatus(t)
	addCypher(t)
	return s, t.err
}

// Handler answers streamable HTTP. Guards of host, origin and tokens stand before it, as before every address of the
// service.
func Handler(options Options) (http.Handler, error) {
	server, err := New(options)
	if err != nil {
		return nil, err
	}
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Logger: options.Log, SessionTimeout: sessionTime, DisableLocalhostProtection: true,
	}), nil
}

// Serve answers one client, line by line, until it closes the input or the context ends.
func Serve(ctx context.Context, options Options, in io.Reader, out io.Writer) error {
	server, err := New(options)
	if err != nil {
		return err
	}
	err = server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(in), Writer: keepOpen{out}})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// keepOpen leaves the closing of the output to its owner.
type keepOpen struct{ io.Writer }

// Close does nothing.
func (keepOpen) Close() error { return nil }
