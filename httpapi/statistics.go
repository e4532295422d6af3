package httpapi

import "net/http"

func statistics(questions Questions, r *http.Request) (any, error) {
	name, err := noParameters(r)
	if err != nil {
		return nil, err
	}
	return questions.Statistics(r.Context(), name)
}
