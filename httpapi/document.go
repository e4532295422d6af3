package httpapi

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"assay/internal/fault"
)

// WriteDocument writes a reply as one line of JSON, the same for HTTP and for --json.
func WriteDocument(w io.Writer, document any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}

// Problem is an error as a document (RFC 9457) that says what to do about it.
type Problem struct {
	Type       string            `json:"type"`
	Title      string            `json:"title"`
	Status     int               `json:"status"`
	Detail     string            `json:"detail"`
	Kind       fault.Kind        `json:"kind"`
	Fixes      []string          `json:"fixes"`
	Candidates []fault.Candidate `json:"candidates"`
}

// NewProblem makes the document of an error. It tells the safe message of a fault, never the cause, and nothing of an
// error that is no fault.
func NewProblem(err error) Problem {
	problem := Problem{
		Type: "about:blank", Title: http.StatusText(fault.Status(err)), Status: fault.Status(err),
		Kind: fault.KindOf(err), Fixes: []string{}, Candidates: []fault.Candidate{},
	}
	var known *fault.Error
	switch {
	case errors.As(err, &known):
		problem.Detail = known.Message
		problem.Fixes = append(problem.Fixes, known.Fixes...)
		problem.Candidates = append(problem.Candidates, known.Candidates...)
	case problem.Kind == fault.Timeout:
		problem.Detail = "the time for this request is over"
	default:
		problem.Detail = "internal error; the log has the cause"
	}
	return problem
}
