//go:build cgo

package main

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/config"
	"assay/internal/neo4jtest"
	"assay/internal/pythontest"
	"assay/queries"
)

// TestDemonstration runs what the demo shows, with the servers and the Python that all tests share.
func TestDemonstration(t *testing.T) {
	server := neo4jtest.Shared(t)
	var notes, out bytes.Buffer
	a := &app{out: &out, err: &notes, wiring: wire(), config: config.Config{Home: t.TempDir()}}
	session, err := openStore(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	defer session.close(t.Context())
	var found demonstration
	stage := stage{project: neo4jtest.Project(t), home: t.TempDir(), python: pythontest.Shared(t).Path()}
	t.Cleanup(func() { forget(t, server, stage.project) })
	for range 2 { // the second time starts from what the first left
		found = demonstration{}
		if err := a.prepare(t.Context(), session, stage, &found); err != nil {
			t.Fatalf("%v\n%s", err, notes.String())
		}
	}
	if err := askThree(t.Context(), session.questions, stage.project, &found); err != nil {
		t.Fatal(err)
	}
	if found.Ingest.Counts["tests"] < 60 || found.Coverage.Tests < 60 {
		t.Errorf("loaded %d tests, %d of them ran", found.Ingest.Counts["tests"], found.Coverage.Tests)
	}
	if s := found.Supported; s.Contract.Status != queries.AnswerSupported || s.Focus == nil || s.Focus.QualifiedName != "RefundService.refund" || len(s.Citations) == 0 {
		t.Errorf("the supported answer: %+v", s.Contract)
	}
	if s := found.Abstained; s.Contract.Status != queries.AnswerAbstained || len(s.Candidates) < 2 || len(s.Statements) > 0 || len(s.Fallback.Recommended) == 0 {
		t.Errorf("the abstained answer: %+v with %d candidates", s.Contract, len(s.Candidates))
	}
	if len(found.Impact.Items) == 0 || len(found.Impact.Tests) == 0 || found.Tests.Total == 0 || found.Tests.Items[0].Source != "observed" {
		t.Errorf("impact of %s: %d symbols, %d tests, covered by %d", impactSymbol, len(found.Impact.Items), len(found.Impact.Tests), found.Tests.Total)
	}
	showDemonstration(a.printer(), found)
	for _, want := range []string{"supported", "ambiguous_focus", "shop/refunds.py:", "share_out", "tests/test_money.py::test_allocate"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the demo does not show %q:\n%s", want, out.String())
		}
	}
}
