package examples_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/examples"
	"assay/internal/pythontest"
)

// minTests is the number of tests that the shop has at least: what reads it as evidence needs enough of it.
const minTests = 60

func TestShopPythonPasses(t *testing.T) {
	root := t.TempDir()
	if err := examples.Write(examples.ShopPython, root); err != nil {
		t.Fatal(err)
	}
	output := pythontest.Shared(t).Run(t, root, nil, "-m", "pytest", "-q", "-p", "no:cacheprovider")
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
