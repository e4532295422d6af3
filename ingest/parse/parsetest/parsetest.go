// Package parsetest lets a test binary serve as its own parse worker.
package parsetest

import (
	"fmt"
	"os"
	"testing"

	"assay/ingest/lang"
	"assay/ingest/parse"
)

// Main is the whole of a TestMain: it serves as a parse worker when a pool started this process, and runs the tests
// otherwise.
func Main(m *testing.M, languages ...lang.Language) {
	if os.Getenv(parse.EnvironmentMark) != "1" {
		os.Exit(m.Run())
	}
	if err := parse.Worker(os.Stdin, os.Stdout, languages); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Command is the command of a parse worker: this test binary.
func Command() []string { return []string{os.Args[0]} }
