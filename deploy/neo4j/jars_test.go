package neo4j

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/fault"
)

// jarsOnDisk writes a small set of jars with its manifest.
func jarsOnDisk(t *testing.T, dir string) {
	t.Helper()
	for name, content := range map[string]string{"lib/a.jar": "a", "lib/b.jar": "b", "plugins/c.jar": "c"} {
		writeFile(t, filepath.Join(dir, name), content)
	}
	if err := writeManifest(dir); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestManifestSeesEveryDifference(t *testing.T) {
	for name, spoil := range map[string]func(dir string) error{
		"nothing":  nil,
		"changed":  func(dir string) error { return os.WriteFile(filepath.Join(dir, "lib", "a.jar"), []byte("x"), 0o600) },
		"missing":  func(dir string) error { return os.Remove(filepath.Join(dir, "plugins", "c.jar")) },
		"added":    func(dir string) error { return os.WriteFile(filepath.Join(dir, "lib", "d.jar"), nil, 0o600) },
		"manifest": func(dir string) error { return os.Remove(filepath.Join(dir, manifestName)) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a [b] c*")
			jarsOnDisk(t, dir)
			if spoil != nil {
				if err := spoil(dir); err != nil {
					t.Fatal(err)
				}
			}
			if err := verifyManifest(dir); (err != nil) != (spoil != nil) {
				t.Errorf("verify: %v", err)
			}
		})
	}
}

func TestCompleteJarsNeedNoMaven(t *testing.T) {
	root := t.TempDir()
	jarsOnDisk(t, filepath.Join(root, pomKey()))
	t.Setenv("PATH", "")
	found, err := findJars(t.Context(), root, java{}, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	if lib, err := found.server(); err != nil || len(lib) != 2 {
		t.Errorf("jars %v, %v", lib, err)
	}
}

func TestSpoiledJarsAreFetchedAnew(t *testing.T) {
	root, tools := t.TempDir(), t.TempDir()
	dir := filepath.Join(root, pomKey())
	jarsOnDisk(t, dir)
	writeFile(t, filepath.Join(dir, "lib", "a.jar"), "spoiled")
	writeProgram(t, filepath.Join(tools, "mvn"), `for a in "$@"; do case "$a" in -Djars=*) d="${a#-Djars=}";; esac; done
/bin/mkdir -p "$d/lib" && echo fresh > "$d/lib/new.jar"`)
	t.Setenv("PATH", tools)
	found, err := findJars(t.Context(), root, java{}, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	lib, err := found.server()
	if err != nil || len(lib) != 1 || filepath.Base(lib[0]) != "new.jar" || verifyManifest(dir) != nil {
		t.Errorf("jars %v, %v, manifest %v", lib, err, verifyManifest(dir))
	}
}

func TestMissingAndFailingMavenAreTold(t *testing.T) {
	for name, tc := range map[string]struct{ script, want, fix string }{
		"missing": {"", "no mvn on PATH", "apt-get install -y --no-install-recommends maven"},
		"failing": {"echo '[ERROR] host unreachable'; exit 1", "[ERROR] host unreachable", "check the network"},
		"empty":   {"exit 0", "left no jars", ""},
	} {
		t.Run(name, func(t *testing.T) {
			tools := t.TempDir()
			if tc.script != "" {
				writeProgram(t, filepath.Join(tools, "mvn"), tc.script)
			}
			t.Setenv("PATH", tools)
			_, err := findJars(context.Background(), t.TempDir(), java{}, t.Logf)
			var told *fault.Error
			if !errors.As(err, &told) || !strings.Contains(told.Message, tc.want) {
				t.Fatalf("error %v", err)
			}
			if !strings.Contains(strings.Join(told.Fixes, " "), tc.fix) {
				t.Errorf("fixes %v", told.Fixes)
			}
		})
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
