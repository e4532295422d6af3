package coverage_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/cypher"
	"assay/ingest/coverage"
	"assay/ingest/load"
	"assay/internal/fault"
	"assay/internal/graph"
	"assay/internal/neo4jtest"
	"assay/internal/pythontest"
)

// tillFunctions are the functions of testdata/till: file, qualified name, first and last line.
var tillFunctions = []struct {
	path, name string
	start, end int
}{
	{"till.py", "price", 5, 13},
	{"till.py", "price.rounded", 9, 9},
	{"till.py", "never", 16, 17},
	{"till.py", "Till.opened", 23, 25},
	{"till.py", "Till.one", 27, 28},
	{"till.py", "Till.add", 30, 32},
	{"till.py", "Till.close", 34, 35},
	{"till.py", "Till.local", 37, 43},
	{"till.py", "Till.local.Inner.grow", 41, 42},
	{"lazy.py", "limit", 5, 6},
	{"lazy.py", "short", 9, 9},
	{"tests/conftest.py", "opened", 6, 11},
	{"tests/test_till.py", "test_add", 9, 12},
	{"tests/test_till.py", "test_lazy", 15, 18},
	{"tests/test_till.py", "test_again", 21, 24},
	{"tests/test_till.py", "test_local", 27, 30},
	{"tests/test_till.py", "Base.test_one", 34, 35},
	{"tests/test_till.py", "make", 42, 46},
	{"tests/test_till.py", "make.made", 43, 44},
	{"tests/test_till.py", "test_skipped", 52, 54},
	{"tests/test_till.py", "test_page", 57, 59},
}

// tillTests are the tests that can be read in the source, with the function that each runs. test_made is made at run time.
var tillTests = [][2]string{
	{"test_add", "test_add"}, {"test_lazy", "test_lazy"}, {"test_again", "test_again"}, {"test_local", "test_local"},
	{"Base::test_one", "Base.test_one"}, {"Kid::test_one", "Base.test_one"}, {"test_skipped", "test_skipped"},
	{"test_page", "test_page"},
}

// The truth of testdata/till, read by hand: test, function, phases, lines.
var tillTruth = []string{
	"Base::test_one -> tests/test_till.py::Base.test_one call [35]",
	"Base::test_one -> till.py::Till.one call [28]",
	"Kid::test_one -> tests/test_till.py::Base.test_one call [35]",
	"Kid::test_one -> till.py::Till.one call [28]",
	"test_add -> tests/conftest.py::opened setup+teardown [8 9 10 11]",
	"test_add -> tests/test_till.py::test_add call [11 12]",
	"test_add -> till.py::Till.add call [31 32]",
	"test_add -> till.py::Till.close teardown [35]",
	"test_add -> till.py::Till.opened setup [25]",
	"test_add -> till.py::price call [11 12]",
	"test_again -> lazy.py::short call [9]",
	"test_again -> tests/test_till.py::test_again call [22 24]",
	"test_lazy -> lazy.py::limit call [6]",
	"test_lazy -> tests/test_till.py::test_lazy call [16 18]",
	"test_local -> tests/test_till.py::test_local call [28 29 30]",
	"test_local -> till.py::Till.local call [38 39 41 43]",
	"test_made -> tests/test_till.py::make.made call [44]",
	"test_made -> till.py::price call [11 12]",
	"test_page -> tests/test_till.py::test_page call [58 59]",
}

// project is a copy of testdata/till that is loaded under a name of its own.
type project struct {
	root, name string
	store      *cypher.Store
	python     pythontest.Python
}

func newProject(t *testing.T) *project {
	t.Helper()
	p := &project{root: t.TempDir(), name: neo4jtest.Project(t), python: pythontest.Shared(t)}
	if err := os.CopyFS(p.root, os.DirFS("testdata/till")); err != nil {
		t.Fatal(err)
	}
	address := neo4jtest.Shared(t)
	store, err := cypher.Open(t.Context(), cypher.Config{URI: address.URI, Username: address.Username,
		Password: address.Password, Database: address.Database})
	if err != nil {
		t.Fatal(err)
	}
	p.store = store
	t.Cleanup(func() {
		_ = load.Delete(context.Background(), store, p.name) // projects of refused imports may be missing
		_ = store.Close(context.Background())
	})
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

// load loads the copy with the rows that a reading of its source gives.
func (p *project) load(t *testing.T, commit string) {
	t.Helper()
	snapshot := load.Snapshot{Project: p.name, Root: p.root, Commit: commit, Languages: []string{"python"}, Status: graph.SnapshotReady}
	if _, err := load.Apply(t.Context(), p.store, snapshot, p.graph(t), nil); err != nil {
		t.Fatal(err)
	}
}

func (p *project) graph(t *testing.T) *graph.Graph {
	t.Helper()
	g := &graph.Graph{}
	for path, language := range p.sources(t) {
		text, err := os.ReadFile(filepath.Join(p.root, path))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		g.Files = append(g.Files, graph.File{Path: path, Language: language, SHA256: hex.EncodeToString(sum[:]),
			Status: graph.FileParsed, Role: graph.RoleSource})
	}
	for _, f := range tillFunctions {
		id := graph.SymbolID(f.path, f.name, graph.KindFunction, 1)
		g.Symbols = append(g.Symbols, graph.Symbol{ID: id, Path: f.path, Name: f.name[strings.LastIndex(f.name, ".")+1:],
			QualifiedName: f.name, Kind: graph.KindFunction, Role: graph.RoleSource, Language: "python",
			StartLine: f.start, EndLine: f.end, NameLine: f.start})
		g.Edges = append(g.Edges, graph.Edge{From: f.path, To: id, Type: graph.EdgeDefines, Evidence: graph.Exact, Candidates: 1})
	}
	for _, test := range tillTests {
		const path = "tests/test_till.py"
		id := graph.TestID(path, path+"::"+test[0])
		g.Tests = append(g.Tests, graph.Test{ID: id, RunnerID: path + "::" + test[0], Path: path, Name: test[0], Framework: "pytest"})
		g.Edges = append(g.Edges, graph.Edge{From: id, To: graph.SymbolID(path, test[1], graph.KindFunction, 1),
			Type: graph.EdgeRuns, Evidence: graph.Exact, Candidates: 1})
	}
	return g
}

// sources lists the files of the copy with the language of each: a template has none.
func (p *project) sources(t *testing.T) map[string]string {
	t.Helper()
	languages := map[string]string{".py": "python", ".html": ""}
	sources := map[string]string{}
	err := fs.WalkDir(os.DirFS(p.root), ".", func(path string, entry fs.DirEntry, err error) error {
		if language, ok := languages[filepath.Ext(path)]; ok && err == nil {
			sources[path] = language
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

// record runs the tests under coverage.py.
func (p *project) record(t *testing.T, options ...string) {
	t.Helper()
	p.python.Run(t, p.root, nil, append([]string{"-m", "pytest", "-q", "-p", "no:cacheprovider", "--cov=.", "--cov-report="}, options...)...)
}

func (p *project) importFile(t *testing.T, file string) (*coverage.Report, error) {
	t.Helper()
	return coverage.Import(t.Context(), p.store, coverage.Options{Project: p.name, File: filepath.Join(p.root, file)})
}

// edges reads the observed edges back from the database.
func (p *project) edges(t *testing.T) []string {
	t.Helper()
	names := map[graph.Phase]string{graph.PhaseSetup: "setup", graph.PhaseCall: "call", graph.PhaseTeardown: "teardown",
		graph.PhaseSetup | graph.PhaseTeardown: "setup+teardown"}
	var edges []string
	params := cypher.Params{"project": p.name, "group": "Test", "after": "", "limit": 1000}
	err := p.store.Read(t.Context(), "read/export_edges", params, func(row cypher.Row) error {
		for _, e := range row.Maps("edges") {
			if props := e.Map("props"); e.String("type") == string(graph.EdgeTests) && props.String("evidence") == string(graph.Observed) {
				test := strings.TrimSuffix(strings.TrimPrefix(e.String("from"), "tests/test_till.py::"), "#test")
				edges = append(edges, fmt.Sprintf("%s -> %s %s %v", test, e.String("to"), names[graph.Phase(props.Int("phases"))], props.Ints("lines")))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(edges)
	return edges
}

func TestImport(t *testing.T) {
	for name, test := range map[string]struct {
		options []string
		json    bool
	}{
		"data file with lines":    {[]string{"--cov-context=test"}, false},
		"data file with branches": {[]string{"--cov-context=test", "--cov-branch"}, false},
		"json report":             {[]string{"--cov-context=test"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			p.load(t, "")
			p.record(t, test.options...)
			file := ".coverage"
			if test.json {
				p.python.Run(t, p.root, nil, "-m", "coverage", "json", "--show-contexts", "-q")
				file = "coverage.json"
			}
			report, err := p.importFile(t, file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tillTruth, p.edges(t)); diff != "" {
				t.Errorf("edges (-want +got):\n%s", diff)
			}
			p.check(t, report)
			again, err := p.importFile(t, file)
			if err != nil {
				t.Fatal(err)
			}
			if again.Changed || again.Version != report.Version {
				t.Errorf("the second import of the file changed version %d to %d, want nothing", report.Version, again.Version)
			}
		})
	}
}

// check compares the numbers of a report with the truth.
func (p *project) check(t *testing.T, report *coverage.Report) {
	t.Helper()
	want := map[string]int{"tests": 8, "new tests": 1, "functions": 16, "edges": len(tillTruth), "import lines": 3, "unmatched": 0}
	got := map[string]int{"tests": report.Tests, "new tests": report.NewTests, "functions": report.Functions, "edges": report.Edges,
		"import lines": report.ImportLines, "unmatched": len(report.Unmatched)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	template := filepath.Join(p.root, "tests", "page.html") // coverage.py leaves it out of a JSON report
	if report.Format == "data" && !slices.Equal(report.Outside, []string{template}) {
		t.Errorf("measured files outside: %q, want the template", report.Outside)
	}
	if report.Run != 1 || report.Version == 0 {
		t.Errorf("run %d in version %d, want the first run of a published version", report.Run, report.Version)
	}
	if report.Ambiguous != 4 {
		t.Errorf("%d one-line functions undecided, want lazy.short once and price.rounded three times", report.Ambiguous)
	}
}

// TestImportQualifiedNames imports what coverage.py records by itself: names of functions, and the call phase only.
func TestImportQualifiedNames(t *testing.T) {
	p := newProject(t)
	p.load(t, "")
	settings := "[run]\ndynamic_context = test_function\nsource = .\n"
	if err := os.WriteFile(filepath.Join(p.root, "rc"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	p.python.Run(t, p.root, nil, "-m", "coverage", "run", "--rcfile=rc", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:cov")
	report, err := p.importFile(t, ".coverage")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, edge := range tillTruth {
		ofSeveral := strings.Contains(edge, "::test_one ->") || strings.HasPrefix(edge, "test_made")
		if strings.Contains(edge, " call ") && !ofSeveral {
			want = append(want, edge)
		}
	}
	if diff := cmp.Diff(want, p.edges(t)); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
	if len(report.Unmatched) != 1 || !strings.HasSuffix(report.Unmatched[0].Context, "test_till.Base.test_one") {
		t.Errorf("unmatched %+v, want the method that two tests run", report.Unmatched)
	}
}

func TestImportRefuses(t *testing.T) {
	recorded := func(t *testing.T, p *project) {
		p.load(t, "")
		p.record(t, "--cov-context=test")
	}
	for name, test := range map[string]struct {
		prepare func(*testing.T, *project)
		file    string
		kind    fault.Kind
		message string
	}{
		"data without contexts": {func(t *testing.T, p *project) { p.load(t, ""); p.record(t) },
			".coverage", fault.Invalid, "holds no test contexts"},
		"report without contexts": {func(t *testing.T, p *project) {
			recorded(t, p)
			p.python.Run(t, p.root, nil, "-m", "coverage", "json", "-q")
		}, "coverage.json", fault.Invalid, "written without contexts"},
		"a file that changed after it was loaded": {func(t *testing.T, p *project) {
			p.load(t, "")
			p.write(t, "till.py", "\n\n# more\n", time.Time{})
			p.record(t, "--cov-context=test")
		}, ".coverage", fault.Stale, "till.py differs from the loaded text"},
		"a test file that changed after it was loaded": {func(t *testing.T, p *project) {
			p.load(t, "")
			p.write(t, "tests/test_till.py", "\n\n# more\n", time.Time{})
			p.record(t, "--cov-context=test", "--cov=lazy")
		}, ".coverage", fault.Stale, "tests/test_till.py differs from the loaded text"},
		"a file that changed after the tests ran": {func(t *testing.T, p *project) {
			p.record(t, "--cov-context=test")
			p.write(t, "till.py", "\n\n# more\n", time.Now().Add(time.Hour))
			p.load(t, "")
		}, ".coverage", fault.Stale, "till.py was written after the tests ran"},
		"lines that the file does not have": {func(t *testing.T, p *project) {
			p.write(t, "till.py", "\n\nMORE = 1\n", time.Time{})
			p.record(t, "--cov-context=test")
			text, err := os.ReadFile("testdata/till/till.py")
			if err != nil {
				t.Fatal(err)
			}
			p.replace(t, "till.py", text, time.Now().Add(-time.Hour))
			p.load(t, "")
		}, ".coverage", fault.Stale, "till.py has other lines than those that ran"},
		"another commit": {func(t *testing.T, p *project) {
			p.git(t, "init", "-q")
			p.git(t, "add", ".")
			p.git(t, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "one")
			p.load(t, "0123456789abcdef0123")
			p.record(t, "--cov-context=test")
		}, ".coverage", fault.Stale, "was loaded at commit 0123456789ab"},
		"a truncated data file": {func(t *testing.T, p *project) {
			recorded(t, p)
			data, err := os.ReadFile(filepath.Join(p.root, ".coverage"))
			if err != nil {
				t.Fatal(err)
			}
			p.replace(t, ".coverage", data[:5000], time.Time{})
		}, ".coverage", fault.Invalid, "not a file of coverage.py that can be imported"},
		"a data file of something else": {func(t *testing.T, p *project) {
			p.python.Run(t, p.root, nil, "-c", "import sqlite3; c = sqlite3.connect('other.db'); c.execute('create table t (a)'); c.commit()")
		}, "other.db", fault.Invalid, "coverage_schema cannot be read"},
		"JSON of something else": {func(t *testing.T, p *project) { p.replace(t, "other.json", []byte(`{"a": [1]}`), time.Time{}) },
			"other.json", fault.Invalid, "without the parts"},
		"damaged JSON": {func(t *testing.T, p *project) { p.replace(t, "other.json", []byte(`{"meta": {"a"`), time.Time{}) },
			"other.json", fault.Invalid, "JSON is damaged"},
		"text":     {func(*testing.T, *project) {}, "till.py", fault.Invalid, "neither a data file"},
		"nothing":  {func(*testing.T, *project) {}, "none", fault.NotFound, "cannot be read"},
		"a folder": {func(*testing.T, *project) {}, "tests", fault.Invalid, "is a folder"},
		"a pipe": {func(t *testing.T, p *project) {
			if err := syscall.Mkfifo(filepath.Join(p.root, "pipe"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "pipe", fault.Invalid, "no regular file"},
		"data of another repository": {func(t *testing.T, p *project) {
			recorded(t, p)
			p.sqlite(t, "update file set path = '/somewhere/else/' || id || '/foo.py'")
		}, ".coverage", fault.Invalid, "is loaded"},
		"a report of a path outside": {func(t *testing.T, p *project) {
			recorded(t, p)
			p.replace(t, "other.json", []byte(`{"meta": {"version": "7.0", "show_contexts": true}, "files": {"../../etc/passwd":
				{"contexts": {"1": ["tests/test_till.py::test_add|run"]}}}}`), time.Time{})
		}, "other.json", fault.Invalid, "is loaded"},
		"a data file without lines": {func(t *testing.T, p *project) {
			recorded(t, p)
			p.sqlite(t, "insert or replace into meta values ('has_arcs', '1')")
		}, ".coverage", fault.Invalid, "no line of a loaded file"},
		"data whose tests are others": {func(t *testing.T, p *project) {
			recorded(t, p)
			p.sqlite(t, "update context set context = 'elsewhere/' || context where context <> ''")
		}, ".coverage", fault.Invalid, "none of its contexts is a test"},
		"a project that is not loaded": {func(t *testing.T, p *project) { p.record(t, "--cov-context=test") },
			".coverage", fault.NotFound, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			test.prepare(t, p)
			report, err := p.importFile(t, test.file)
			if err == nil {
				t.Fatalf("import gave %+v, want a refusal", report)
			}
			if fault.KindOf(err) != test.kind || !strings.Contains(err.Error(), test.message) {
				t.Errorf("%s: %v\nwant %s: %s", fault.KindOf(err), err, test.kind, test.message)
			}
			if edges := p.edges(t); len(edges) > 0 {
				t.Errorf("a refused import wrote %v", edges)
			}
		})
	}
}

// sqlite changes the recorded data.
func (p *project) sqlite(t *testing.T, statement string) {
	t.Helper()
	p.python.Run(t, p.root, nil, "-c", "import sqlite3, sys; c = sqlite3.connect('.coverage'); c.execute(sys.argv[1]); c.commit()", statement)
}

// write appends to a file and sets its time where one is given.
func (p *project) write(t *testing.T, path, more string, at time.Time) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.root, path))
	if err != nil {
		t.Fatal(err)
	}
	p.replace(t, path, append(text, more...), at)
}

func (p *project) replace(t *testing.T, path string, text []byte, at time.Time) {
	t.Helper()
	path = filepath.Join(p.root, path)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if at.IsZero() {
		return
	}
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func (p *project) git(t *testing.T, arguments ...string) {
	t.Helper()
	if output, err := exec.Command("git", append([]string{"-C", p.root}, arguments...)...).CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", arguments, err, output)
	}
}
