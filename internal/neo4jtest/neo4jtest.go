// Package neo4jtest gives tests a real Neo4j: one server shared by all packages of a test run, or one of a test's own.
//
// The first test that asks starts the shared server under a file lock; the others join it. Each test process holds a
// lease, a locked file that the operating system frees when the process is gone. A supervisor, a small process of its
// own session, stops the shared server a minute after the last lease, and removes private servers that a killed test
// left behind. Everything lies below the test folder of assay's data directory; the jars are those of the managed server.
package neo4jtest

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/deploy/neo4j"
	"assay/internal/fault"
)

// patience bounds the start of a server, the first download included.
const patience = 9 * time.Minute

// Address is how a test reaches its server.
type Address = neo4j.Address

// Shared gives the server that all packages of a test run share, and starts it when none runs. Tests keep apart by
// projects of their own (Project); a test that kills, resets, fills or changes the schema takes Own.
//
// ASSAY_TEST_NEO4J_URI names a running server to use instead, with ASSAY_TEST_NEO4J_HTTP, ASSAY_TEST_NEO4J_USERNAME
// and ASSAY_TEST_NEO4J_PASSWORD where they matter.
func Shared(t testing.TB) Address {
	t.Helper()
	if uri := os.Getenv("ASSAY_TEST_NEO4J_URI"); uri != "" {
		return given(uri)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	address, err := newBase(dataDirectory()).shared(ctx, t.Logf)
	if err != nil {
		fail(t, "start the shared Neo4j", err)
	}
	return address
}

func given(uri string) Address {
	return Address{
		URI: uri, HTTP: os.Getenv("ASSAY_TEST_NEO4J_HTTP"), Username: os.Getenv("ASSAY_TEST_NEO4J_USERNAME"),
		Password: os.Getenv("ASSAY_TEST_NEO4J_PASSWORD"), Database: "neo4j",
	}
}

// Own starts a server for this test alone and removes it with the test.
func Own(t testing.TB) Address {
	t.Helper()
	return StartOwn(t).Address
}

// Jars is where the jars of the test servers lie: neo4j.Options.Jars for a test that starts servers itself.
func Jars(t testing.TB) string {
	t.Helper()
	return newBase(dataDirectory()).jars
}

// Project is a project name that no other test uses.
func Project(t testing.TB) string {
	t.Helper()
	name := notInNames.ReplaceAllString(strings.ToLower(t.Name()), "-")
	return "t-" + name[:min(len(name), 40)] + "-" + strings.ToLower(rand.Text()[:12])
}

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// dataDirectory is assay's data directory: the tests share its jars with the managed server.
func dataDirectory() string {
	if home := os.Getenv("ASSAY_HOME"); home != "" {
		return home
	}
	if data := os.Getenv("XDG_DATA_HOME"); data != "" {
		return filepath.Join(data, "assay")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, ".local", "share", "assay")
}

// fail ends the test and tells what would help.
func fail(t testing.TB, what string, err error) {
	t.Helper()
	var known *fault.Error
	if errors.As(err, &known) && len(known.Fixes) > 0 {
		t.Fatalf("%s: %v\nto fix: %s", what, err, strings.Join(known.Fixes, "\n        "))
	}
	t.Fatalf("%s: %v", what, err)
}
