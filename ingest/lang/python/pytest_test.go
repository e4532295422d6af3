//go:build cgo

package python_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"assay/examples"
	"assay/ingest/lang"
	"assay/ingest/lang/python"
	"assay/internal/graph"
	"assay/internal/pythontest"
)

// TestPytest compares, for each project in testdata/pytest, what is read in the source with what pytest collects and
// with the edges that the file wants.
func TestPytest(t *testing.T) {
	runner := pythontest.Shared(t)
	archives, err := filepath.Glob("testdata/pytest/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			root := t.TempDir()
			var want []string
			for _, file := range archive.Files {
				if file.Name == "want" {
					want = strings.Split(strings.TrimSpace(string(file.Data)), "\n")
					continue
				}
				write(t, filepath.Join(root, file.Name), file.Data)
			}
			got := resolve(t, root)
			if !strings.HasPrefix(string(archive.Comment), "Not run: ") {
				compare(t, got, collect(t, runner, root))
			}
			checkEdges(t, got, want)
		})
	}
}

// TestPytestShop compares the example shop with what pytest collects there.
func TestPytestShop(t *testing.T) {
	root := t.TempDir()
	if err := examples.Write(examples.ShopPython, root); err != nil {
		t.Fatal(err)
	}
	collected := collect(t, pythontest.Shared(t), root)
	if len(collected) < 60 {
		t.Fatalf("pytest collects %d tests", len(collected))
	}
	compare(t, resolve(t, root), collected)
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// place is where a definition starts, decorators included.
type place struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.Path, p.Line) }

// collected is what pytest says of one test: the fixtures that it asks for, and what those require.
type collected struct {
	Fixtures []place    `json:"fixtures"`
	Requires [][2]place `json:"requires"`
}

// collect runs pytest with a plugin that writes what it collects.
func collect(t *testing.T, runner pythontest.Python, root string) map[string]collected {
	t.Helper()
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := filepath.Abs("testdata/pytest")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "collected.json")
	script := "import os, sys, pytest; sys.path.insert(0, os.getcwd()); sys.path.insert(0, sys.argv[3]); " +
		"os.environ.update(ORACLE_ROOT=sys.argv[1], ORACLE_OUT=sys.argv[2]); " +
		"sys.exit(pytest.main(['--collect-only', '-q', '-p', 'no:cacheprovider', '-p', 'oracle']))"
	runner.Run(t, root, nil, "-c", script, real, out, plugin)
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, text)
}

func decode(t *testing.T, text []byte) map[string]collected {
	t.Helper()
	var tests map[string]collected
	if err := json.Unmarshal(text, &tests); err != nil {
		t.Fatal(err)
	}
	return tests
}

var configNames = []string{"pyproject.toml", "pytest.ini", "setup.cfg", "tox.ini"}

// resolve reads a project from disk.
func resolve(t *testing.T, root string) *graph.Graph {
	t.Helper()
	repository := lang.Repository{Config: map[string]string{}}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		isConfig := slices.Contains(configNames, path.Base(name))
		if !isConfig && !strings.HasSuffix(name, ".py") {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		if isConfig {
			repository.Config[name] = string(text)
			return nil
		}
		extracted, err := python.Python{}.Extract(text)
		repository.Files = append(repository.Files, lang.File{Path: name, Role: graph.RoleSource, Facts: extracted})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(repository.Files, func(a, b lang.File) int { return strings.Compare(a.Path, b.Path) })
	return python.Python{}.Resolve(repository)
}

// compare holds the tests of a graph, what they use and what that requires, against what pytest collected.
func compare(t *testing.T, got *graph.Graph, want map[string]collected) {
	t.Helper()
	runnerIDs := map[string]string{}
	for _, test := range got.Tests {
		runnerIDs[test.ID] = test.RunnerID
	}
	wantTests, gotTests := map[string]bool{}, map[string]bool{}
	for id := range want {
		wantTests[id] = true
	}
	for _, id := range runnerIDs {
		gotTests[id] = true
	}
	compareSets(t, "tests", wantTests, gotTests)
	wantUses, wantRequires := map[string]bool{}, map[string]bool{}
	for id, test := range want {
		for _, fixture := range test.Fixtures {
			wantUses[id+" uses "+fixture.String()] = true
		}
		for _, edge := range test.Requires {
			wantRequires[edge[0].String()+" requires "+edge[1].String()] = true
		}
	}
	uses, requires := linksOf(got, runnerIDs)
	compareSets(t, "fixtures of tests", wantUses, uses)
	compareSets(t, "fixtures of fixtures", wantRequires, requires)
}

// compareSets tells what only one of the two has.
func compareSets(t *testing.T, what string, want, got map[string]bool) {
	t.Helper()
	for _, missing := range slices.Sorted(maps.Keys(want)) {
		if !got[missing] {
			t.Errorf("%s: only pytest has %s", what, missing)
		}
	}
	for _, extra := range slices.Sorted(maps.Keys(got)) {
		if !want[extra] {
			t.Errorf("%s: only assay has %s", what, extra)
		}
	}
}

// linksOf gives what tests use, set-up functions left out, and what of that requires what.
func linksOf(g *graph.Graph, runnerIDs map[string]string) (uses, requires map[string]bool) {
	places := map[string]place{}
	for _, symbol := range g.Symbols {
		places[symbol.ID] = place{symbol.Path, symbol.StartLine}
	}
	uses, requires = map[string]bool{}, map[string]bool{}
	reached := map[string]bool{}
	for _, edge := range g.Edges {
		if edge.Type == graph.EdgeUsesFixture && edge.How != "setup" && edge.How != "getfixturevalue" {
			uses[runnerIDs[edge.From]+" uses "+places[edge.To].String()] = true
		}
		if edge.Type == graph.EdgeUsesFixture {
			reached[edge.To] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, edge := range g.Edges {
			link := places[edge.From].String() + " requires " + places[edge.To].String()
			if edge.Type == graph.EdgeRequires && reached[edge.From] && edge.How == "argument" && !requires[link] {
				requires[link], reached[edge.To], changed = true, true, true
			}
		}
	}
	return uses, requires
}

// checkEdges holds lines "from -TYPE-> to" against the edges; a "!" before one forbids it.
func checkEdges(t *testing.T, g *graph.Graph, want []string) {
	t.Helper()
	edges, twice := map[string]bool{}, map[string]bool{}
	for _, edge := range g.Edges {
		edges[fmt.Sprintf("%s -%s-> %s", edge.From, edge.Type, edge.To)] = true
		key := fmt.Sprintf("%s -%s-> %s %s", edge.From, edge.Type, edge.To, edge.Evidence)
		if twice[key] {
			t.Errorf("the edge %s stands twice", key)
		}
		twice[key] = true
	}
	for _, line := range want {
		if forbidden, ok := strings.CutPrefix(line, "!"); ok && edges[forbidden] {
			t.Errorf("there is an edge %s", forbidden)
		} else if !ok && !edges[line] {
			t.Errorf("there is no edge %s", line)
		}
	}
}
