package queries

import (
	"context"

	"assay/internal/fault"
)

// DefaultEvidence is how many pieces of evidence an answer shows.
const DefaultEvidence = 12

// Answer answers a question in plain words.
func (s *Service) Answer(ctx context.Context, project, question string, options AnswerOptions) (*Answer, error) {
	return nil, fault.New(fault.Internal, "not built yet")
}
