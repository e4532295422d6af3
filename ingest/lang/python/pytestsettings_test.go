package python

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSettings(t *testing.T) {
	for name, test := range map[string]struct {
		texts map[string]string
		want  func(*settings)
	}{
		"nothing": {map[string]string{"pyproject.toml": "[project]\nname = 'x'\n"}, func(*settings) {}},
		"pyproject": {map[string]string{"pyproject.toml": `[tool.pytest.ini_options]
testpaths = ["tests", "more tests"]
python_files = "check_*.py  'a b*.py'"
addopts = """
  --ignore=tests/slow -p plug.one
  -pplug.two --ignore-glob '*/gen_*' -p no:cacheprovider
"""
[project.entry-points.pytest11]
own = "x.plugin"
`}, func(s *settings) {
			s.configured = true
			s.paths = []string{"tests", "more tests"}
			s.files = []string{"check_*.py", "a b*.py"}
			s.ignore = []string{"tests/slow"}
			s.ignoreGlobs = []string{"*/gen_*"}
			s.plugins = []string{"plug.one", "plug.two", "x.plugin"}
		}},
		"an empty pytest.ini wins": {map[string]string{"pytest.ini": "", "tox.ini": "[pytest]\npython_files = t.py\n"},
			func(s *settings) { s.configured = true }},
		"tox.ini before setup.cfg": {map[string]string{
			"tox.ini":   "[tox]\nenvlist = py\n[pytest]\n# why\npython_classes: Check Suite*\nusefixtures =\n  one\n  ; no\n  two\n",
			"setup.cfg": "[tool:pytest]\npython_classes = No\n"},
			func(s *settings) {
				s.configured = true
				s.classes = []string{"Check", "Suite*"}
				s.fixtures = []string{"one", "two"}
			}},
		"setup.cfg": {map[string]string{"setup.cfg": "[options.entry_points]\npytest11 =\n  a = pkg.a\n  b = pkg.b\n[tool:pytest]\n" +
			"norecursedirs = build*\ncollect_imported_tests = false\n"},
			func(s *settings) {
				s.configured = true
				s.noRecurse = []string{"build*"}
				s.skipImports = true
				s.plugins = []string{"pkg.a", "pkg.b"}
			}},
		"broken TOML": {map[string]string{"pyproject.toml": "[tool.pytest.ini_options\n"}, func(*settings) {}},
	} {
		t.Run(name, func(t *testing.T) {
			want := defaults("")
			test.want(want)
			got := readConfigurations(test.texts).of("tests/test_a.py")
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(settings{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestNearestConfiguration(t *testing.T) {
	c := readConfigurations(map[string]string{"a/pytest.ini": "", "a/b/pyproject.toml": "[tool.pytest.ini_options]\n", "pyproject.toml": ""})
	for path, want := range map[string]string{"a/test_x.py": "a", "a/b/c/test_x.py": "a/b", "ab/test_x.py": "", "test_x.py": ""} {
		if got := c.of(path).root; got != want {
			t.Errorf("root of %s is %q, want %q", path, got, want)
		}
	}
	c = readConfigurations(map[string]string{"a/pytest.ini": "", "setup.cfg": "[tool:pytest]\n"})
	if got := c.of("a/test_x.py").root; got != "" {
		t.Errorf("root of a/test_x.py is %q, want that of the repository, which configures pytest", got)
	}
}

func TestCollects(t *testing.T) {
	for _, test := range []struct {
		configure string
		path      string
		want      bool
	}{
		{"", "test_a.py", true},
		{"", "a_test.py", true},
		{"", "deep/er/test_a.py", true},
		{"", "tests.py", false},
		{"", "conftest.py", false},
		{"", "node_modules/test_a.py", false},
		{"", "a/.tox/test_a.py", false},
		{"", "a/x.egg/test_a.py", false},
		{"testpaths = tests", "tests/test_a.py", true},
		{"testpaths = tests", "tests_b/test_a.py", false},
		{"testpaths = pkg/*/tests", "pkg/a/tests/x/test_a.py", true},
		{"testpaths = pkg/**/tests", "pkg/a/b/tests/test_a.py", true},
		{"testpaths = tests/odd.py", "tests/odd.py", true},
		{"testpaths = build", "build/test_a.py", true},
		{"python_files = *.py", "a/__init__.py", true},
		{"python_files = pkg/*.py", "x/pkg/a.py", true},
		{"python_files = pkg/*.py", "x/pkgs/a.py", false},
		{"norecursedirs = a/b", "x/a/b/test_a.py", false},
		{"addopts = --ignore=a", "a/test_a.py", false},
		{"addopts = --ignore=a", "ab/test_a.py", true},
		{"addopts = --ignore-glob=*/x_*", "a/x_b/test_a.py", false},
	} {
		s := readConfigurations(map[string]string{"pytest.ini": "[pytest]\n" + test.configure + "\n"}).of(test.path)
		if got := s.collects(test.path, &ignoreLists{}); got != test.want {
			t.Errorf("%q: collects %s = %v, want %v", test.configure, test.path, got, test.want)
		}
	}
}

func TestFnmatch(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"test_*.py", "test_.py", true},
		{"*", "", true},
		{"a*b*c", "aXbYbZc", true},
		{"a*b*c", "aXbYbZ", false},
		{"[!a]x", "bx", true},
		{"[!a]x", "ax", false},
		{"[a-c]?", "b1", true},
		{"[]]", "]", true},
		{"[x", "[x", true},
		{"*.py", "a/b.py", true},
		{strings.Repeat("*a", 30) + "b", strings.Repeat("a", 5000), false},
	} {
		if got := fnmatch(test.pattern, test.name); got != test.want {
			t.Errorf("fnmatch(%.20q, %.20q) = %v, want %v", test.pattern, test.name, got, test.want)
		}
	}
}
