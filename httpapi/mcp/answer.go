package mcp

import (
	"context"
	"fmt"

	"assay/internal/fault"
	"assay/queries"
)

// maxQuestion bounds a question, in bytes, as over HTTP.
const maxQuestion = 4096

type answerInput struct {
	Question    string `json:"question" jsonschema:"a question in plain words that names code, such as: Which tests prove RefundService.refund?"`
	Project     string `json:"project,omitempty" jsonschema:"name of a loaded project; may be left out when one is loaded, or when the server runs inside of it"`
	MaxEvidence int    `json:"max_evidence,omitempty" jsonschema:"pieces of evidence shown, at most 100; 12 when left out"`
}

func addAnswer(t *tools) {
	add(t, tool{
		name: "answer", title: "Answer a question",
		about: "Answer a question in plain words that names code, with a citation for each statement. When the evidence does not hold an answer it abstains, says why, and recommends what to ask next. Prefer the other tools when you know what you want.",
	}, func(ctx context.Context, c call, in answerInput) (*queries.Answer, error) {
		if in.Question == "" || len(in.Question) > maxQuestion || in.MaxEvidence < 0 {
			return nil, fault.New(fault.Invalid, "a question has 1 to %d bytes, and max_evidence is at least 0", maxQuestion)
		}
		project, err := c.project(ctx, in.Project)
		if err != nil {
			return nil, err
		}
		return c.Questions.Answer(ctx, project, in.Question, queries.AnswerOptions{MaxEvidence: in.MaxEvidence})
	}, func(s *summary, a *queries.Answer) {
		s.line("%s %s: %s", a.Contract.Status, a.Contract.Reason, a.Contract.Detail)
		for _, statement := range a.Statements {
			s.line("- %s %v", statement.Text, statement.Citations)
		}
		s.items(len(a.Candidates), func(i int) string { return "candidate: " + name(a.Candidates[i]) })
		s.reasons(a.Contract.Reasons)
		for _, next := range a.Fallback.Recommended {
			s.line("next: %s", fmt.Sprintf("%s  %s", next.CLI, next.Why))
		}
		s.index(a.Provenance.Index)
	})
}
