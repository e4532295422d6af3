package examples_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/examples"
)

// minTests is the number of tests that the shop has at least: what reads it as evidence needs enough of it.
const minTests = 60

func TestShopPythonPasses(t *testing.T) {
	root := t.TempDir()
	if err := examples.Write(examples.ShopPython, root); err != nil {
		t.Fatal(err)
	}
	output := pytest(t, root, "-q", "-p", "no:cacheprovider")
	match := regexp.MustCompile(`(?m)^(\d+) passed in `).FindSubmatch(output)
	if match == nil {
		t.Fatalf("no line that says that all tests passed:\n%s", output)
	}
	passed, err := strconv.Atoi(string(match[1]))
	if err != nil {
		t.Fatal(err)
	}
	if passed < minTests {
		t.Errorf("%d tests passed, want at least %d", passed, minTests)
	}
}

// TestWriteIsWhole compares what Write writes with the tree, so that no pattern of go:embed leaves a file out.
func TestWriteIsWhole(t *testing.T) {
	root := t.TempDir()
	if err := examples.Write(examples.ShopPython, root); err != nil {
		t.Fatal(err)
	}
	want, got := list(t, examples.ShopPython), list(t, root)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("written files (-want +got):\n%s", diff)
	}
}

func TestWriteKeepsWhatStands(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "pyproject.toml"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := examples.Write(examples.ShopPython, root); err == nil {
		t.Error("Write overwrote a file, want an error")
	}
	if err := examples.Write("no-such-example", t.TempDir()); err == nil {
		t.Error("Write of an unknown example succeeded, want an error")
	}
}

func list(t *testing.T, root string) map[string]string {
	t.Helper()
	caches := regexp.MustCompile(`(^|/)(__pycache__|\.pytest_cache|\.venv)(/|$)`)
	texts := map[string]string{}
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || caches.MatchString(path) {
			return err
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		texts[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func pytest(t *testing.T, root string, args ...string) []byte {
	t.Helper()
	command := exec.Command("python3", append([]string{"-m", "pytest"}, args...)...)
	command.Dir = root
	command.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	output, err := command.CombinedOutput()
	if bytes.Contains(output, []byte("No module named pytest")) {
		t.Fatal("pytest is missing: install it with `python3 -m pip install pytest` or `apt-get install python3-pytest`")
	}
	if err != nil {
		t.Fatalf("python3 -m pytest: %v\n%s", err, output)
	}
	return output
}
