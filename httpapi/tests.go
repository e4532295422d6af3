package httpapi

import "net/http"

func tests(questions Questions, r *http.Request) (any, error) {
	f, options, err := readListQuestion(r)
	if err != nil {
		return nil, err
	}
	return questions.Tests(r.Context(), f.project, f.symbol, options)
}
