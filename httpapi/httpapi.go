// Package httpapi offers assay's questions over HTTP: typed operations under /v1, described by /openapi.json, replies in
// the shapes of package queries, errors as problem+json. It knows no database: what answers stands behind interfaces,
// Questions first of all.
package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/rs/zerolog"

	"assay/internal/fault"
)

// Options are what the API is made of.
type Options struct {
	Questions Questions
	Ready     func(context.Context) error // nil error when the database answers
	Log       zerolog.Logger
	Listen    string   // the address that is listened on: a loopback one is called by its own names only
	Tokens    []string // bearer tokens, one of which every request must carry; empty demands none

	// Jobs is the queue of loads; nil for a service that loads nothing. Roots are the folders that may be loaded.
	Jobs  Jobs
	Roots []string
	// Inspector compares projects with what was published; nil for a service that does not.
	Inspector Inspector
	// Cypher runs statements of users; nil for a service that takes none.
	Cypher Cypher
	// MCP answers at /mcp, behind the same guard and limits; nil for none.
	MCP http.Handler

	// Running is how many requests may run at once; 0 is DefaultRunning.
	Running int
}

// api is what operations are registered with.
type api struct {
	Options
	huma    huma.API
	running running
	rules   rules
	metrics *metrics
}

// New makes the handler of the whole API.
func New(options Options) http.Handler {
	adopt()
	router := chi.NewRouter()
	a := &api{Options: options, running: newRunning(options.Running), metrics: newMetrics()}
	router.Use(a.observe, recoverPanics, newGuard(options.Listen, options.Tokens, a.metrics).protect, limitBody, middleware.GetHead)
	router.NotFound(func(w http.ResponseWriter, r *http.Request) {
		writeError(w, r, fault.New(fault.NotFound, "no such address").Fix("the questions stand under /v1/projects; /docs lists all addresses"))
	})
	router.MethodNotAllowed(methodNotAllowed(router))
	a.huma = humachi.New(router, newConfig())
	a.huma.UseMiddleware(a.limit, a.checkParameters, a.notModified)
	a.register()
	a.rules = rulesOf(a.huma.OpenAPI())
	a.serveDocument(router)
	a.mountMCP(router)
	router.Method(http.MethodGet, "/metrics", a.metrics.handler())
	return router
}

// register adds every operation, one group a line.
func (a *api) register() {
	addHealth(a)
	addProjects(a)
	addStatistics(a)
	addProjectHealth(a)
	addSymbol(a)
	addSource(a)
	addCallers(a)
	addCallees(a)
	addImpact(a)
	addTests(a)
	addAnswer(a)
	addSearch(a)
	addNeighbourhood(a)
	addContext(a)
	addBundle(a)
	addHubs(a)
	addFiles(a)
	addPackages(a)
	addExport(a)
	addJobs(a)
	addCypher(a)
}
