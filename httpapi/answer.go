package httpapi

import (
	"net/http"

	"assay/internal/fault"
	"assay/queries"
)

// answerRequest is the body of a question in plain words.
type answerRequest struct {
	Question    string `json:"question"`
	MaxEvidence int    `json:"max_evidence"`
}

func answer(questions Questions, r *http.Request) (any, error) {
	name, err := noParameters(r)
	if err != nil {
		return nil, err
	}
	var body answerRequest
	if err := readBody(r, &body); err != nil {
		return nil, err
	}
	if body.Question == "" || body.MaxEvidence < 0 {
		return nil, fault.New(fault.Invalid, "the body needs a question, and max_evidence is at least 0").Fix(`send {"question": "..."}`)
	}
	return questions.Answer(r.Context(), name, body.Question, queries.AnswerOptions{MaxEvidence: body.MaxEvidence})
}
