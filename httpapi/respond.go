package httpapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/rs/zerolog"

	"assay/internal/fault"
)

func writeReply(w http.ResponseWriter, document any) {
	writeBody(w, http.StatusOK, "application/json", document)
}

// writeError tells the caller the safe part of an error and the log all of it.
func writeError(w http.ResponseWriter, r *http.Request, err error) {
	problem := NewProblem(err)
	event := zerolog.Ctx(r.Context()).Debug()
	if problem.Status >= http.StatusInternalServerError && !errors.Is(r.Context().Err(), context.Canceled) { // else the client left
		event = zerolog.Ctx(r.Context()).Error()
	}
	event.Err(err).Str("kind", string(problem.Kind)).Msg("request failed")
	writeProblem(w, problem)
}

func writeProblem(w http.ResponseWriter, problem Problem) {
	writeBody(w, problem.Status, "application/problem+json", problem)
}

// writeBody encodes before it writes, so that a document that cannot be encoded is an error and not half a reply. The
// errors of writing are the client's going away.
func writeBody(w http.ResponseWriter, status int, media string, document any) {
	var body bytes.Buffer
	if err := WriteDocument(&body, document); err != nil {
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Length", fmt.Sprint(body.Len()))
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes())
}

// methodNotAllowed has the status that HTTP asks for; its kind is the caller's mistake.
func methodNotAllowed(method string) Problem {
	problem := NewProblem(fault.New(fault.Invalid, "this address does not take %.20s", method))
	problem.Status, problem.Title = http.StatusMethodNotAllowed, http.StatusText(http.StatusMethodNotAllowed)
	return problem
}
