package httpapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/rs/zerolog"

	"assay/internal/fault"
)

// unwrap gives what huma's context stands for.
func unwrap(ctx huma.Context) (*http.Request, http.ResponseWriter) {
	r, w := humachi.Unwrap(ctx)
	return r.WithContext(ctx.Context()), w
}

// writeError tells the caller the safe part of an error and the log all of it.
func writeError(w http.ResponseWriter, r *http.Request, err error) {
	problem := NewProblem(err)
	logProblem(r.Context(), problem, err)
	writeProblem(w, problem)
}

func logProblem(ctx context.Context, problem Problem, err error) {
	event := zerolog.Ctx(ctx).Debug()
	if problem.Status >= http.StatusInternalServerError && !errors.Is(ctx.Err(), context.Canceled) { // else the client left
		event = zerolog.Ctx(ctx).Error()
	}
	event.Err(err).Str("kind", string(problem.Kind)).Str("detail", problem.Detail).Msg("request failed")
}

// writeProblem encodes before it writes, so that a document that cannot be encoded is an error and not half a reply. The
// errors of writing are the client's going away.
func writeProblem(w http.ResponseWriter, problem Problem) {
	var body bytes.Buffer
	if err := WriteDocument(&body, problem); err != nil {
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", problemMedia)
	w.Header().Set("Content-Length", fmt.Sprint(body.Len()))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(problem.Status)
	_, _ = w.Write(body.Bytes())
}

// writeBusy refuses a request because too many run already.
func writeBusy(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", "1")
	writeError(w, r, fault.New(fault.Unavailable, "too many requests are running").Fix("ask again in a second"))
}

// methods are those that an address may take.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete}

// methodNotAllowed has the status that HTTP asks for and says what the address takes; its kind is the caller's mistake.
func methodNotAllowed(router chi.Routes) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		allowed := []string{}
		for _, method := range methods {
			route := method
			if method == http.MethodHead {
				route = http.MethodGet
			}
			if router.Match(chi.NewRouteContext(), route, r.URL.Path) {
				allowed = append(allowed, method)
			}
		}
		list := strings.Join(allowed, ", ")
		w.Header().Set("Allow", list)
		problem := NewProblem(fault.New(fault.Invalid, "this address does not take %.20s", r.Method).Fix("it takes %s", list))
		writeProblem(w, problem.as(http.StatusMethodNotAllowed))
	}
}
