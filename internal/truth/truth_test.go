package truth_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/examples"
	"assay/internal/truth"
)

// TestShopPlaces checks that each place of the shop's truth holds the name that it is about, so that an edit of the
// example cannot leave the truth behind.
func TestShopPlaces(t *testing.T) {
	shop, err := truth.Read(examples.ShopPython)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := examples.Write(examples.ShopPython, root); err != nil {
		t.Fatal(err)
	}
	for _, callers := range shop.Callers {
		name := callers.Of[strings.LastIndexAny(callers.Of, ".:")+1:]
		for _, sites := range [][]truth.Site{callers.Calls, callers.Either, callers.Never} {
			for _, site := range sites {
				if line := lineOf(t, root, site); !strings.Contains(line, name+"(") {
					t.Errorf("%s: %s: %q does not call %s", callers.Of, site, line, name)
				}
			}
		}
	}
	for _, fixtures := range shop.Fixtures {
		for _, site := range fixtures.All {
			if line := lineOf(t, root, site); !strings.HasPrefix(strings.TrimSpace(line), "@pytest.fixture") {
				t.Errorf("%s: %s: %q does not begin a fixture", fixtures.Test, site, line)
			}
		}
	}
}

func TestAllReadable(t *testing.T) {
	names, err := truth.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		repository, err := truth.Read(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if repository.Name != name {
			t.Errorf("%s.yaml is of %q", name, repository.Name)
		}
		if len(repository.Callers) == 0 {
			t.Errorf("%s.yaml knows no callers", name)
		}
	}
}

func lineOf(t *testing.T, root string, site truth.Site) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(site.Path)))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if site.Line < 1 || site.Line > len(lines) {
		t.Errorf("%s: the file has %d lines", site, len(lines))
		return ""
	}
	return lines[site.Line-1]
}
