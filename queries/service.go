package queries

import (
	"context"
	"errors"
	"slices"

	"assay/internal/fault"
)

// Service answers questions about the projects that a Reader holds.
type Service struct {
	reader Reader
	heads  Heads
}

// New makes a service over a reader. The state of the repositories themselves is read where their roots exist.
func New(reader Reader) *Service { return &Service{reader: reader, heads: NewGitHeads()} }

// WithHeads gives a service that learns the current commits of repositories from heads.
func (s *Service) WithHeads(heads Heads) *Service { return &Service{reader: s.reader, heads: heads} }

// maxMoves is how often a question is asked again because the project was published between its reads.
const maxMoves = 8

// errMoved says that the reads of one question saw different versions.
var errMoved = errors.New("the project moved to another version")

// atOneVersion repeats a question until all of its reads saw one version.
func atOneVersion[T any](ctx context.Context, project string, ask func() (T, error)) (T, error) {
	var zero T
	for range maxMoves {
		reply, err := ask()
		if !errors.Is(err, errMoved) {
			return reply, err
		}
		if err := ctx.Err(); err != nil {
			return zero, err
		}
	}
	return zero, fault.New(fault.Unavailable, "project %q is published faster than it can be read", project).
		Fix("ask again when the loads have ended")
}

// same gives errMoved unless all versions are equal.
func same(versions ...int64) error {
	if slices.Max(versions) != slices.Min(versions) {
		return errMoved
	}
	return nil
}

// ask resolves a spelling and hands what it names to the question.
func ask[T any](ctx context.Context, s *Service, project, spelling string, question func(target) (T, error)) (T, error) {
	return atOneVersion(ctx, project, func() (T, error) {
		t, err := s.resolve(ctx, project, spelling)
		if err != nil {
			var zero T
			return zero, err
		}
		return question(t)
	})
}
