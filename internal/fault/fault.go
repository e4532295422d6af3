// Package fault holds the one error type that crosses package borders: a kind that maps to an HTTP status and an exit
// code, a message that is safe to show, what to do about it, and candidates where a name was missing or ambiguous.
package fault

import (
	"context"
	"errors"
	"fmt"
)

// Kind classifies an error. Each kind has one HTTP status and one exit code.
type Kind string

// Kinds of errors; see Status and Exit for what each maps to.
const (
	Invalid     Kind = "invalid"
	Ambiguous   Kind = "ambiguous"
	NotFound    Kind = "not_found"
	Stale       Kind = "stale"
	Conflict    Kind = "conflict"
	Unavailable Kind = "unavailable"
	Timeout     Kind = "timeout"
	Internal    Kind = "internal"
)

var codes = map[Kind]struct{ status, exit int }{
	Invalid:     {400, 2},
	Ambiguous:   {409, 3},
	NotFound:    {404, 4},
	Stale:       {412, 5},
	Conflict:    {409, 6},
	Unavailable: {503, 7},
	Timeout:     {504, 8},
	Internal:    {500, 1},
}

// ExitAbstained is the exit code of an answer that abstained: a reply, not an error.
const ExitAbstained = 9

// Candidate is a symbol that the caller may have meant.
type Candidate struct {
	ID            string `json:"id"`
	Path          string `json:"path"`
	QualifiedName string `json:"qualified_name"`
	Kind          string `json:"kind"`
	StartLine     int    `json:"start_line"`
}

// Error is an error with a kind. Message is safe to show to any caller; Err is for the log and may name internals.
type Error struct {
	Kind       Kind
	Message    string
	Fixes      []string
	Candidates []Candidate
	Err        error
}

// Error shows the message and, behind it, the cause.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Message
	}
	return e.Message + ": " + e.Err.Error()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// New makes an error of a kind with a formatted, safe message.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Fix adds a sentence that says what the caller can do.
func (e *Error) Fix(format string, args ...any) *Error {
	e.Fixes = append(e.Fixes, fmt.Sprintf(format, args...))
	return e
}

// Because sets the cause, which is for the log.
func (e *Error) Because(err error) *Error {
	e.Err = err
	return e
}

// KindOf finds the kind of an error: its own, timeout for a passed deadline, internal for everything else.
func KindOf(err error) Kind {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.Kind
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	default:
		return Internal
	}
}

// Status is the HTTP status of an error.
func Status(err error) int { return codes[KindOf(err)].status }

// Exit is the exit code of an error; 0 for nil.
func Exit(err error) int {
	if err == nil {
		return 0
	}
	return codes[KindOf(err)].exit
}
