package httpapi

import (
	"net/http"

	"assay/queries"
)

func impact(questions Questions, r *http.Request) (any, error) {
	f, err := readFocus(r)
	if err != nil {
		return nil, err
	}
	options := queries.ImpactOptions{ListOptions: readList(f.parameters), Depth: f.number("depth")}
	if err := f.done(); err != nil {
		return nil, err
	}
	return questions.Impact(r.Context(), f.project, f.symbol, options)
}
