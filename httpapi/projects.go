package httpapi

import (
	"net/http"

	"assay/internal/fault"
)

func projects(questions Questions, r *http.Request) (any, error) {
	if err := readParameters(r).done(); err != nil {
		return nil, err
	}
	return questions.Projects(r.Context())
}

// project is one of the list.
func project(questions Questions, r *http.Request) (any, error) {
	name, err := noParameters(r)
	if err != nil {
		return nil, err
	}
	all, err := questions.Projects(r.Context())
	if err != nil {
		return nil, err
	}
	for _, p := range all.Items {
		if p.Name == name {
			return p, nil
		}
	}
	return nil, fault.New(fault.NotFound, "no project %s is loaded", name).Fix("GET /v1/projects lists the loaded ones")
}
