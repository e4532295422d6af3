package httpapi

import (
	"context"
	"net/http"

	"assay/queries"
)

type answerInput struct {
	ProjectInput
	Body struct {
		Question    string `json:"question" minLength:"1" maxLength:"4096" pattern:"^[^\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]*$" patternDescription:"some words without control characters" doc:"A question in plain words that names code." example:"Which tests prove RefundService.refund?"`
		MaxEvidence int    `json:"max_evidence,omitempty" minimum:"0" maximum:"100" doc:"Pieces of evidence shown; 12 when absent or 0."`
	} `nameHint:"Question"`
}

func addAnswer(a *api) {
	add(a, operation{
		id: "answer", method: http.MethodPost, path: "/v1/projects/{project}/answer", tag: tagAnswers,
		summary: "Answer a question in plain words",
		about:   "Each statement carries citations. Where the evidence does not hold an answer the reply abstains, says why, and recommends what to ask next.",
	}, func(ctx context.Context, in *answerInput) (*queries.Answer, error) {
		return a.Questions.Answer(ctx, in.Project, in.Body.Question, queries.AnswerOptions{MaxEvidence: in.Body.MaxEvidence})
	})
}
