//go:build cgo

package main

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/internal/pythontest"
)

// schemathesis is pinned: a newer one may look for more.
const schemathesis = "schemathesis==4.32.5"

// examples and seed make the sample of every test run a long search:
// go test ./cmd/assay -run TestOpenAPIHolds -v -examples 200 -seed 7
var (
	generated = flag.Int("examples", 3, "generated requests of each kind and operation in TestOpenAPIHolds")
	seed      = flag.Int("seed", 1, "seed of TestOpenAPIHolds")
)

// schemathesisConfig leaves out what no schema can say: which cursors a service has given, and which texts are Cypher.
const schemathesisConfig = `[parameters]
"query.cursor" = ""

[[operations]]
include-name = "POST /v1/cypher"
checks.positive_data_acceptance.enabled = false
`

// TestOpenAPIHolds has schemathesis send what the document allows and what it forbids, to every operation, and compare
// the replies with what the document promises. A finding is an exit code.
func TestOpenAPIHolds(t *testing.T) {
	s := newService(t)
	python := pythontest.With(t, schemathesis)
	folder := t.TempDir()
	config := filepath.Join(folder, "schemathesis.toml")
	if err := os.WriteFile(config, []byte(schemathesisConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	address := strings.TrimSuffix(s.api, "/v1/projects/"+s.project)
	output := string(python.Run(t, folder, nil, "-m", "schemathesis.cli", "--config-file", config, "run", address+"/openapi.json",
		"--max-examples", strconv.Itoa(*generated), "--seed", strconv.Itoa(*seed),
		"--suppress-health-check", "all", "--continue-on-failure", "--no-color"))
	t.Log(output[max(0, strings.LastIndex(output, "= SUMMARY")):])
}
