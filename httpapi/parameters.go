package httpapi

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"assay/internal/fault"
)

// parameters reads a query string and keeps the first fault, so that handlers check once.
type parameters struct {
	values url.Values
	known  []string
	err    error
}

func readParameters(r *http.Request) *parameters {
	values, err := url.ParseQuery(r.URL.RawQuery)
	p := &parameters{values: values}
	if err != nil {
		p.err = fault.New(fault.Invalid, "the query string cannot be read").Because(err)
	}
	return p
}

func (p *parameters) text(name string) string {
	p.known = append(p.known, name)
	if values := p.values[name]; len(values) > 1 && p.err == nil {
		p.err = fault.New(fault.Invalid, "parameter %s is given %d times", name, len(values))
	}
	return p.values.Get(name)
}

// required is text that must be there.
func (p *parameters) required(name string) string {
	value := p.text(name)
	if value == "" && p.err == nil {
		p.err = fault.New(fault.Invalid, "parameter %s is missing", name).Fix("add ?%s=...", name)
	}
	return value
}

// number is a whole number of at least 0; 0, when absent, leaves the choice to the question.
func (p *parameters) number(name string) int {
	value := p.text(name)
	if value == "" {
		return 0
	}
	n, err := strconv.Atoi(value)
	if (err != nil || n < 0) && p.err == nil {
		p.err = fault.New(fault.Invalid, "parameter %s is no whole number of at least 0", name)
	}
	return n
}

// flag is true or false; false when absent.
func (p *parameters) flag(name string) bool {
	value := p.text(name)
	if value == "" {
		return false
	}
	on, err := strconv.ParseBool(value)
	if err != nil && p.err == nil {
		p.err = fault.New(fault.Invalid, "parameter %s is neither true nor false", name)
	}
	return on
}

// list is a parameter that may be given several times.
func (p *parameters) list(name string) []string {
	p.known = append(p.known, name)
	return p.values[name]
}

// done gives the first fault; a parameter that nobody asked for is one.
func (p *parameters) done() error {
	if p.err != nil {
		return p.err
	}
	for name := range p.values {
		if !slices.Contains(p.known, name) {
			return fault.New(fault.Invalid, "unknown parameter %.80q", name).Fix("known here: %v", p.known)
		}
	}
	return nil
}

// readBody decodes a JSON body and refuses other types, unknown fields, a second document and bodies that are too long.
func readBody(r *http.Request, into any) error {
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media != "application/json" {
		return fault.New(fault.Invalid, "the body is no application/json").Fix("send Content-Type: application/json")
	}
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil && decoder.Decode(&struct{}{}) != io.EOF {
		err = errors.New("more than one document")
	}
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return fault.New(fault.Invalid, "the body is longer than %d bytes", long.Limit)
	case err != nil:
		return fault.New(fault.Invalid, "the body cannot be read: %.200s", err)
	}
	return nil
}
