// Package httpapi offers assay's questions over HTTP: one route a question under /v1, replies in the shapes of package
// queries, errors as problem+json. It knows no database: what answers stands behind the interface Questions.
package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/rs/zerolog"

	"assay/internal/config"
	"assay/internal/fault"
)

// Limits of a request.
const (
	maxBody    = 1 << 20 // bytes; a question has 10,000 characters at most
	timeLimit  = 30 * time.Second
	exportTime = 10 * time.Minute // an export streams the whole project
)

// Options are what the API is made of.
type Options struct {
	Questions Questions
	Ready     func(context.Context) error // nil error when the database answers
	Log       zerolog.Logger
	Listen    string // the address that is listened on: decides whether the Host header is checked
}

// New makes the handler of the whole API.
func New(options Options) http.Handler {
	router := chi.NewRouter()
	router.Use(logRequests(options.Log), recoverPanics, checkHost(options.Listen), limitBody)
	router.NotFound(func(w http.ResponseWriter, r *http.Request) {
		writeError(w, r, fault.New(fault.NotFound, "no such address").Fix("the questions stand under /v1/projects"))
	})
	router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, methodNotAllowed(r.Method))
	})
	router.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { writeReply(w, health{"ok"}) })
	router.Get("/readyz", ready(options.Ready))
	for _, route := range routes {
		router.With(limitTime(timeLimit)).Method(route.method, route.pattern, reply(options.Questions, route.handle))
	}
	router.With(limitTime(exportTime)).Get("/v1/projects/{project}/export", export(options.Questions))
	return router
}

// handler answers one request with a document.
type handler func(questions Questions, r *http.Request) (any, error)

// route is one question's address.
type route struct {
	method, pattern string
	handle          handler
}

// routes is the table of questions; export stands apart because it streams.
var routes = []route{
	{http.MethodGet, "/v1/projects", projects},
	{http.MethodGet, "/v1/projects/{project}", project},
	{http.MethodGet, "/v1/projects/{project}/statistics", statistics},
	{http.MethodGet, "/v1/projects/{project}/symbol", symbol},
	{http.MethodGet, "/v1/projects/{project}/source", source},
	{http.MethodGet, "/v1/projects/{project}/callers", callers},
	{http.MethodGet, "/v1/projects/{project}/callees", callees},
	{http.MethodGet, "/v1/projects/{project}/impact", impact},
	{http.MethodGet, "/v1/projects/{project}/tests", tests},
	{http.MethodPost, "/v1/projects/{project}/answer", answer},
}

// reply encodes what a handler returns.
func reply(questions Questions, handle handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		document, err := handle(questions, r)
		if err != nil {
			writeError(w, r, err)
			return
		}
		writeReply(w, document)
	}
}

// projectOf is the project that the address names.
func projectOf(r *http.Request) (string, error) {
	name := chi.URLParam(r, "project")
	return name, config.CheckProject(name)
}
