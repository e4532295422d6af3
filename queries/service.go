package queries

import (
	"context"
	"errors"
	"io"
)

// Service answers questions about the projects that a Reader holds.
type Service struct{ reader Reader }

// New makes a service over a reader.
func New(reader Reader) *Service { return &Service{reader: reader} }

// Reader is what the questions need of a store.
type Reader interface{}

var errNotYet = errors.New("not built yet")

// Symbol describes one definition.
func (s *Service) Symbol(ctx context.Context, project, symbol string) (*SymbolDetail, error) {
	return nil, errNotYet
}

// Source is the text of one definition as it was loaded.
func (s *Service) Source(ctx context.Context, project, symbol string) (*Source, error) {
	return nil, errNotYet
}

// Callers lists who calls or refers to a symbol.
func (s *Service) Callers(ctx context.Context, project, symbol string, options ListOptions) (*Envelope[Item], error) {
	return nil, errNotYet
}

// Callees lists what a symbol calls or refers to.
func (s *Service) Callees(ctx context.Context, project, symbol string, options ListOptions) (*Envelope[Item], error) {
	return nil, errNotYet
}

// Impact lists what may break when a symbol changes, nearest first.
func (s *Service) Impact(ctx context.Context, project, symbol string, options ImpactOptions) (*Impact, error) {
	return nil, errNotYet
}

// Tests lists the tests that cover a symbol.
func (s *Service) Tests(ctx context.Context, project, symbol string, options ListOptions) (*Envelope[TestItem], error) {
	return nil, errNotYet
}

// Projects lists the loaded projects.
func (s *Service) Projects(ctx context.Context) (*Envelope[Project], error) { return nil, errNotYet }

// Statistics counts what a project consists of.
func (s *Service) Statistics(ctx context.Context, project string) (*Statistics, error) {
	return nil, errNotYet
}

// Export writes a project as JSON lines, nodes then edges, in a stable order.
func (s *Service) Export(ctx context.Context, project string, out io.Writer) error { return errNotYet }

// Answer answers a question in plain words.
func (s *Service) Answer(ctx context.Context, project, question string, options AnswerOptions) (*Answer, error) {
	return nil, errNotYet
}
