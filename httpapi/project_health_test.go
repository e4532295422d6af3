package httpapi_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"assay/internal/fault"
	"assay/queries"
)

type fakeInspector struct{}

func (fakeInspector) Health(_ context.Context, project string) (*queries.ProjectHealth, error) {
	if project != "shop" {
		return nil, fault.New(fault.NotFound, "no project %s is loaded", project)
	}
	return &queries.ProjectHealth{
		Project: project, Status: queries.HealthChanged, Reasons: []string{},
		Differences: []queries.Difference{{What: "edge", Name: "CALLS", Evidence: "read", Expected: 2, Found: 1}},
	}, nil
}

func TestProjectHealth(t *testing.T) {
	url := start(t, &fake{}, io.Discard, nil) + "/v1/projects/"
	want := `"differences":[{"what":"edge","name":"CALLS","evidence":"read","expected":2,"found":1}]`
	if status, _, body := send(t, newRequest(t, "GET", url+"shop/health", "")); status != 200 || !strings.Contains(body, want) {
		t.Errorf("%d %s", status, body)
	}
	if status, _, body := send(t, newRequest(t, "GET", url+"other/health", "")); status != 404 {
		t.Errorf("%d %s", status, body)
	}
}
