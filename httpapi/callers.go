package httpapi

import "net/http"

func callers(questions Questions, r *http.Request) (any, error) {
	f, options, err := readListQuestion(r)
	if err != nil {
		return nil, err
	}
	return questions.Callers(r.Context(), f.project, f.symbol, options)
}
