package httpapi

import "net/http"

func source(questions Questions, r *http.Request) (any, error) {
	f, err := readSymbolQuestion(r)
	if err != nil {
		return nil, err
	}
	return questions.Source(r.Context(), f.project, f.symbol)
}
