package neo4j

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/fault"
)

func TestParseJavaVersion(t *testing.T) {
	for output, want := range map[string]int{
		"openjdk version \"17.0.15\" 2025-04-15\nOpenJDK Runtime":    17,
		"java version \"1.8.0_392\"\nJava(TM)":                       8,
		"Picked up JAVA_TOOL_OPTIONS: -Dx=y\nopenjdk version \"21\"": 21,
		"openjdk version \"25-ea\" 2025-09-16":                       25,
	} {
		got, err := parseJavaVersion(output)
		if err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", output, got, err, want)
		}
	}
	if _, err := parseJavaVersion("no java at all"); err == nil {
		t.Error("a version was found in nothing")
	}
}

// fakeJava writes a java that says its version, in a home of its own.
func fakeJava(t *testing.T, version string) (home string) {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	writeProgram(t, filepath.Join(home, "bin", "java"), "echo 'openjdk version \""+version+"\" 2025-01-01' >&2")
	return home
}

func writeProgram(t *testing.T, path, script string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestJavaIsChosenByVersion(t *testing.T) {
	old, fitting, recent := fakeJava(t, "11.0.2"), fakeJava(t, "21.0.4"), fakeJava(t, "25")
	t.Setenv("PATH", filepath.Join(recent, "bin"))
	found, err := chooseJava(t.Context(), javaCandidates(old, []string{filepath.Join(fitting, "bin", "java")}))
	if err != nil || found.major != 21 || found.home() != fitting {
		t.Fatalf("chose %+v, %v", found, err)
	}
}

func TestUnfitJavaIsNamed(t *testing.T) {
	old, recent := fakeJava(t, "11.0.2"), fakeJava(t, "25")
	t.Setenv("PATH", filepath.Join(recent, "bin"))
	_, err := chooseJava(t.Context(), javaCandidates(old, nil))
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Kind != fault.Unavailable {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{"17 or 21", "11 (" + old, "25 (" + recent} {
		if !strings.Contains(refused.Message, want) {
			t.Errorf("%q does not say %q", refused.Message, want)
		}
	}
	if len(refused.Fixes) != 1 || !strings.Contains(refused.Fixes[0], "openjdk") {
		t.Errorf("fixes %v", refused.Fixes)
	}
}

func TestBrokenJavaIsPassedOver(t *testing.T) {
	broken, fitting := t.TempDir(), fakeJava(t, "17.0.1")
	writeProgram(t, filepath.Join(broken, "bin", "java"), "exit 1")
	t.Setenv("PATH", "")
	found, err := chooseJava(context.Background(), javaCandidates(broken, []string{filepath.Join(fitting, "bin", "java")}))
	if err != nil || found.major != 17 {
		t.Fatalf("chose %+v, %v", found, err)
	}
}

func TestServerEnvironment(t *testing.T) {
	got := serverEnvironment([]string{"HOME=/h", "NEO4J_PASSWORD=secret", "JAVA_TOOL_OPTIONS=-Xmx1m", "LANG=C", "LC_ALL=C"})
	if diff := cmp.Diff([]string{"HOME=/h", "LANG=C", "LC_ALL=C.UTF-8"}, got); diff != "" {
		t.Error(diff)
	}
}
