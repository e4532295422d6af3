package httpapi

import "net/http"

func callees(questions Questions, r *http.Request) (any, error) {
	f, options, err := readListQuestion(r)
	if err != nil {
		return nil, err
	}
	return questions.Callees(r.Context(), f.project, f.symbol, options)
}
