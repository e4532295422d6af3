package jobs

import (
	"errors"
	"unicode/utf8"

	"assay/internal/fault"
)

// Bounds of a failure, in bytes and in number.
const (
	maxMessage = 2000
	maxFixes   = 10
)

// failure puts an error into words that are safe to show.
func failure(err error) *Failure {
	var known *fault.Error
	if !errors.As(err, &known) {
		return &Failure{Kind: string(fault.KindOf(err)), Message: "the job failed for a reason that only the worker's log tells"}
	}
	f := &Failure{Kind: string(known.Kind), Message: cut(known.Message, maxMessage)}
	for _, fix := range known.Fixes[:min(len(known.Fixes), maxFixes)] {
		f.Fixes = append(f.Fixes, cut(fix, maxMessage))
	}
	return f
}

// fault is the error that a failure was made of, without its cause.
func (f Failure) fault() *fault.Error {
	return &fault.Error{Kind: fault.Kind(f.Kind), Message: f.Message, Fixes: f.Fixes}
}

// detail is what the worker's log gets beside a failure.
func detail(err error) string {
	var known *fault.Error
	switch {
	case !errors.As(err, &known):
		return err.Error()
	case known.Err != nil:
		return known.Err.Error()
	default:
		return ""
	}
}

// cut bounds a text in bytes, between characters.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
