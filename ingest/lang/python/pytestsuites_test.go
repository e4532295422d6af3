//go:build cgo && suites

package python_test

import (
	"os"
	"testing"
)

// TestPytestSuite compares a project on disk with what pytest collected of it. It is for suites of others, whose
// dependencies have to be installed: run pytest there with the plugin testdata/pytest/oracle.py, then
//
//	ASSAY_SUITE_ROOT=... ASSAY_SUITE_COLLECTED=... go test -tags suites -run TestPytestSuite ./ingest/lang/python
func TestPytestSuite(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("ASSAY_SUITE_COLLECTED"))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, resolve(t, os.Getenv("ASSAY_SUITE_ROOT")), decode(t, text))
}
