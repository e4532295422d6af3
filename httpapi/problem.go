package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"assay/internal/fault"
)

// Media types of replies.
const (
	jsonMedia    = "application/json"
	problemMedia = "application/problem+json"
	linesMedia   = "application/x-ndjson"
)

// WriteDocument writes a reply as one line of JSON, the same for HTTP and for --json.
func WriteDocument(w io.Writer, document any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}

// Problem is an error as a document (RFC 9457) that says what to do about it.
type Problem struct {
	Type       string            `json:"type" doc:"Always about:blank: kind tells errors apart."`
	Title      string            `json:"title" doc:"The HTTP status in words."`
	Status     int               `json:"status" doc:"The HTTP status."`
	Detail     string            `json:"detail" doc:"What is wrong, in a sentence."`
	Kind       fault.Kind        `json:"kind" enum:"invalid,ambiguous,not_found,stale,conflict,unavailable,timeout,internal" doc:"What sort of error it is."`
	Fixes      []string          `json:"fixes" doc:"What the caller can do about it."`
	Candidates []fault.Candidate `json:"candidates" doc:"The definitions that may have been meant."`
}

// NewProblem makes the document of an error. It tells the safe message of a fault, never the cause, and nothing of an
// error that is no fault.
func NewProblem(err error) Problem {
	var own *Problem
	if errors.As(err, &own) {
		return *own
	}
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

// as gives the problem the status that HTTP has for its case; the kind stays.
func (p Problem) as(status int) Problem {
	p.Status, p.Title = status, http.StatusText(status)
	return p
}

// Error is the detail.
func (p *Problem) Error() string { return p.Detail }

// GetStatus is the HTTP status, for huma.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is the media type of a problem, for huma.
func (p *Problem) ContentType(string) string { return problemMedia }

// adopt makes huma speak in Problems and describe lists as they are sent, never null. huma keeps these choices in
// variables of its package, so they are made once a process.
var adopt = sync.OnceFunc(func() {
	huma.DefaultArrayNullable = false
	huma.NewError = func(status int, message string, causes ...error) huma.StatusError {
		problem := refusal(status, message, causes)
		return &problem
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, causes ...error) huma.StatusError {
		problem := refusal(status, message, causes)
		logProblem(ctx.Context(), problem, errors.Join(causes...))
		return &problem
	}
})

// refusal is the problem of what huma refuses, or of the error of a handler.
func refusal(status int, message string, causes []error) Problem {
	var details []string
	for _, cause := range causes {
		var long *http.MaxBytesError
		var detailed huma.ErrorDetailer
		switch {
		case errors.As(cause, &long):
			return NewProblem(fault.New(fault.Invalid, "the body is longer than %d bytes", long.Limit))
		case errors.As(cause, &detailed):
			details = append(details, detail(detailed.ErrorDetail()))
		case message == unreadBody:
			return NewProblem(fault.New(fault.Invalid, "the body ended early or cannot be read"))
		default:
			return NewProblem(cause)
		}
	}
	problem := NewProblem(fault.New(fault.Invalid, "%s", message))
	if len(details) > 0 {
		problem = NewProblem(fault.New(fault.Invalid, "%s", strings.Join(details[:min(len(details), shownDetails)], "; ")))
	}
	if status == http.StatusRequestTimeout {
		problem = problem.as(status)
	}
	return problem
}

const (
	shownDetails = 3                          // of the faults of one body
	unreadBody   = "cannot read request body" // huma's words for a connection that broke
)

// detail says in words which field of a body is wrong, and how.
func detail(d *huma.ErrorDetail) string {
	field, inside := strings.CutPrefix(d.Location, "body.")
	switch {
	case !inside:
		return fmt.Sprintf("the body cannot be read: %.200s", d.Message)
	case d.Message == "unexpected property":
		return fmt.Sprintf("unknown field %.80q", field)
	default:
		return fmt.Sprintf("field %.80s: %.200s", field, d.Message)
	}
}
