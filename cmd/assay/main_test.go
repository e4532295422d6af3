//go:build cgo

package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"assay/ingest/parse"
	"assay/ingest/parse/parsetest"
	"assay/internal/fault"
	"assay/internal/neo4jtest"
)

// TestMain makes the test binary an assay for scripts, and its own parse worker for loads in this process.
func TestMain(m *testing.M) {
	if os.Getenv(parse.EnvironmentMark) == "1" && filepath.Base(os.Args[0]) != "assay" {
		parsetest.Main(m, languages()...)
	}
	testscript.Main(m, map[string]func(){"assay": main})
}

// TestScripts runs each testdata/script/*.txtar as a user would, against a real Neo4j, with projects of its own: the
// variable P is the script's project.
func TestScripts(t *testing.T) {
	server := neo4jtest.Shared(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("ASSAY_HOME", env.Getenv("WORK")+"/home")
			env.Setenv("HOME", env.Getenv("WORK")+"/user")
			env.Setenv("NEO4J_URI", server.URI)
			env.Setenv("NEO4J_USERNAME", server.Username)
			env.Setenv("NEO4J_PASSWORD", server.Password)
			env.Setenv("NEO4J_DATABASE", server.Database)
			project := neo4jtest.Project(t)
			env.Setenv("P", project)
			env.Defer(func() { forget(t, server, project, project+"-copy") })
			env.Setenv("LONG", strings.Repeat("x", 10_000))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "password" {
				return server.Password != "", nil
			}
			return false, errors.New("unknown condition " + name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "idof": idOf},
	})
}

// forget removes the projects that a test loaded.
func forget(t *testing.T, server neo4jtest.Address, projects ...string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	session, err := openStore(ctx, server)
	if err != nil {
		t.Errorf("remove the test's projects: %v", err)
		return
	}
	defer session.close(ctx)
	for _, project := range projects {
		if err := session.loader.delete(ctx, project); err != nil && fault.KindOf(err) != fault.NotFound {
			t.Errorf("remove the test's project %s: %v", project, err)
		}
	}
}

// exits runs a command and wants its exit code: exits 9 assay answer ...
func exits(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s exited with %d, want %d", args[1], got, want)
	}
}

// idOf keeps the id of the document that the last command printed in a variable: idof ID
func idOf(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 1 {
		ts.Fatalf("usage: idof VARIABLE")
	}
	var document struct{ ID string }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &document))
	ts.Setenv(args[0], document.ID)
}
